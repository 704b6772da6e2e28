import { z } from 'zod'
import {
  formerDraft,
  institutionHistory,
  structureEntries,
  structureEntry,
  structureOrder,
  structurePreview,
  structurePreviewOf,
  structureQuery,
  structureStaff,
} from '../../../catalogue/contract/administration/structure.ts'
import { institutionKeepers } from '../../../catalogue/institutions/kinds.ts'
import { addFormerName } from '../../engine/directory/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { sql } from '../../platform/db/sql.ts'
import { historyOf } from './history.ts'
import { requireAbove, type StructureNeeds } from './options.ts'
import { cancel, entriesFor, entryOf, order, requirePlan } from './plans.ts'
import { previewOf } from './preview.ts'

const url = '/api/v1/structure'
const shared = { access: institutionKeepers, tag: '机构管理' } as const
/** One such call changes more than a year of entries. */
const weighty = { ...shared, stepUp: true, perMinute: 60 } as const
const params = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, '编号应为数字')
    .transform(Number),
})
const planParams = z.object({ id: z.uuid({ error: '未找到该项调整' }) })

/**
 * Merging, splitting, closing and moving institutions, by the authorities above them and the administrator.
 */
export function structureRoutes(server: Server, needs: StructureNeeds): void {
  readingRoutes(server, needs)
  orderingRoutes(server, needs)
  historyRoutes(server, needs)
}

function readingRoutes(server: Server, { db, engine, actorOn }: StructureNeeds): void {
  register(server, {
    ...shared,
    method: 'GET',
    url,
    summary: '机构调整：一个机构的，或辖区内最近的；待生效的在前',
    query: structureQuery,
    answer: structureEntries,
    handle: ({ query: { institutionId } }, request) => entriesFor(db, actorOn(request), institutionId),
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/staff/:id`,
    summary: '分设时要安排的教师：人事关系在该机构的',
    params,
    answer: structureStaff,
    handle: async ({ params: { id } }, request) => {
      await requireAbove(db, actorOn(request), [id])
      return db.query(sql`
        select t.id as "teacherId", t.name, t.stage, t.subject
        from membership m
        join teacher t on t.id = m.teacher_id
        where m.institution_id = ${id} and m.kind = 'personnel' and m.to_on is null
        order by t.name_sort, t.id
        limit 3000`)
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/preview`,
    summary: '预览一项机构调整：多少人、账号、记录到哪里去，为什么还不能办',
    body: structurePreviewOf,
    answer: structurePreview,
    perMinute: 120,
    handle: async ({ body: { plan } }, request) => {
      await requirePlan(db, actorOn(request), plan)
      return previewOf(db, engine, plan)
    },
  })
}

function orderingRoutes(server: Server, needs: StructureNeeds): void {
  const { db, actorOn } = needs
  register(server, {
    ...weighty,
    method: 'POST',
    url,
    summary: '办理一项机构调整；日期未到的到日子自动办理',
    body: structureOrder,
    answer: structureEntry,
    handle: async ({ body }, request) => {
      const actor = actorOn(request)
      const { id, signedOut } = await order(needs, actor, body)
      for (const person of signedOut) server.forgetPerson(person)
      return entryOf(db, id)
    },
  })
  register(server, {
    ...weighty,
    method: 'DELETE',
    url: `${url}/:id`,
    summary: '取消一项未生效的机构调整',
    params: planParams,
    answer: structureEntries,
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      await cancel(db, actor, id)
      return entriesFor(db, actor, undefined)
    },
  })
}

function historyRoutes(server: Server, { db, actorOn }: StructureNeeds): void {
  const path = '/api/v1/institution/:id'
  register(server, {
    ...shared,
    method: 'GET',
    url: `${path}/history`,
    summary: '一个机构的沿革：名称和标识码、由谁并入、并到哪里、各学年末的人数',
    params,
    answer: institutionHistory,
    handle: ({ params: { id } }, request) => historyOf(db, actorOn(request), id),
  })
  register(server, {
    ...weighty,
    method: 'POST',
    url: `${path}/former`,
    summary: '补记一个曾用名称和标识码，写明起止日期；以后仍可用来搜索',
    params,
    body: formerDraft,
    answer: institutionHistory,
    handle: async ({ params: { id }, body }, request) => {
      const actor = actorOn(request)
      await requireAbove(db, actor, [id])
      await db.transaction((tx) => addFormerName(tx, actor, { institutionId: id, ...body }))
      return historyOf(db, actor, id)
    },
  })
}
