import { z } from 'zod'
import { recordPage, recordView, writeResult } from '../../../catalogue/contract/archive/records.ts'
import { uuid } from '../../../catalogue/contract/envelope.ts'
import { rollType } from '../../../catalogue/contract/archive/roll.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { type ActorOn, scopeCondition } from '../../engine/access/index.ts'
import { presentNumber } from '../../engine/directory/index.ts'
import { definitionOf, type Ask, type Engine } from '../../engine/engine.ts'
import { listRecords } from '../../engine/http/index.ts'
import {
  createRecord,
  deleteRecord,
  editRecord,
  load,
  noteRecordRead,
  viewOf,
} from '../../engine/records/index.ts'
import { tableName } from '../../engine/schema/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { sql } from '../../platform/db/sql.ts'

const offices = [3, 4, 5, 6] as const
const tag = '教师'
/** The engine reads a body after it decided who may write which field. */
const flat = z.looseObject({})
const ofRecord = z.object({ id: uuid })
const ofTeacher = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, '编号应为数字')
    .transform(Number),
})

const recordOf = async ({ engine, actor, definition }: Ask, id: string) => {
  const loaded = await load(engine.db, actor, definition, id)
  const [view] = await Promise.all([
    viewOf(engine, actor, loaded),
    noteRecordRead(engine, actor, loaded, { kind: 'record' }),
  ])
  return view
}

/** The query of a fixed list in the words of the general one: `keyword` is its `q`. */
function asGeneral(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { keyword, ...rest } = given
  return typeof keyword === 'string' && keyword !== '' ? { ...rest, q: keyword } : rest
}

/** 教研员: the calls of the specification are the general ones of one record type (endpoints.json). */
export function researcherRoutes(server: Server, engine: Engine, actorOn: ActorOn): void {
  const url = '/api/v1/researcher'
  const same = '同 /api/v1/records/researchTeam'
  const shared = { access: offices, tag } as const
  const ask = (actor: Actor): Ask => ({ engine, actor, definition: definitionOf(engine, 'researchTeam') })
  register(server, {
    ...shared,
    method: 'GET',
    url,
    summary: `教研员列表，${same}`,
    query: z.looseObject({}),
    answer: recordPage,
    handle: ({ query }, request) => listRecords(ask(actorOn(request)), asGeneral(query)),
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/:id`,
    summary: `教研员详情，${same}`,
    params: ofRecord,
    answer: recordView,
    handle: ({ params: { id } }, request) => recordOf(ask(actorOn(request)), id),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url,
    summary: `新增教研员，${same}；ownerId 是教师编号`,
    body: flat,
    answer: writeResult,
    handle: ({ body }, request) => createRecord(ask(actorOn(request)), body, undefined),
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: `${url}/:id`,
    summary: `修改教研员，${same}`,
    params: ofRecord,
    body: flat,
    answer: writeResult,
    handle: ({ params: { id }, body }, request) => editRecord(ask(actorOn(request)), id, body),
  })
  register(server, {
    ...shared,
    method: 'DELETE',
    url: `${url}/:id`,
    summary: `删除教研员，${same}`,
    params: ofRecord,
    answer: z.boolean(),
    handle: async ({ params: { id } }, request) => {
      await deleteRecord(ask(actorOn(request)), id)
      return true
    },
  })
}

/** The basic information of a teacher in the actor's scope: its record; null while there is none. */
async function basicOf({ engine, actor }: Ask, given: number): Promise<{ owner: number; id: string | null }> {
  const owner = await presentNumber(engine.db, given)
  const row = await engine.db.maybeOne<{ id: string | null }>(sql`
    select coalesce((
      select b.id from ${sql.id(tableName(rollType))} b where b.owner_id = ${owner} and b.voided_at is null), (
      select v.record_id from revision v
      where v.owner_id = ${owner} and v.type = ${rollType} and v.replaced_at is null
        and v.state <> ${sql.lit('voided')}
      limit 1)) as id
    from teacher t
    where t.id = ${owner} and ${scopeCondition(actor, 't', 'id')}`)
  if (!row) throw new AppError('missing')
  return { owner, id: row.id }
}

/** One teacher by number: the basic information, as the fixed calls of the specification have it. */
export function oneTeacherRoutes(server: Server, engine: Engine, actorOn: ActorOn): void {
  const url = '/api/v1/teacher/:id'
  const ask = (actor: Actor): Ask => ({ engine, actor, definition: definitionOf(engine, rollType) })
  register(server, {
    method: 'GET',
    url,
    access: offices,
    tag,
    summary: '教师详情：基本信息，id 是教师编号；合并过的编号指向现在的档案',
    params: ofTeacher,
    answer: recordView,
    handle: async ({ params }, request) => {
      const asked = ask(actorOn(request))
      const { id } = await basicOf(asked, params.id)
      if (id === null) throw new AppError('missing', { message: '该教师尚未登记基本信息' })
      return recordOf(asked, id)
    },
  })
  register(server, {
    method: 'PUT',
    url,
    access: [3],
    tag,
    summary: '修改教师：学校填写的基本信息，没有的新登记；同 /api/v1/records/basicInfo',
    params: ofTeacher,
    body: flat,
    answer: writeResult,
    handle: async ({ params, body }, request) => {
      const asked = ask(actorOn(request))
      const { owner, id } = await basicOf(asked, params.id)
      return id === null
        ? createRecord(asked, { ...body, ownerId: owner }, undefined)
        : editRecord(asked, id, body)
    },
  })
}
