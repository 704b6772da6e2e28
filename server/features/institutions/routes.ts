import { z } from 'zod'
import {
  institutionClosing,
  institutionDraft,
  institutionEdit,
  institutionPage,
  institutionQuery,
  institutionRename,
  institutionReopening,
  institutionRows,
  institutionRowsAnswer,
  institutionTree,
  institutionView,
  rootKind,
  treeQuery,
} from '../../../catalogue/contract/administration/institutions.ts'
import { institutionFigures } from '../../../catalogue/contract/administration/institution-figures.ts'
import { institutionKeepers } from '../../../catalogue/institutions/kinds.ts'
import { invalid, invalidFields } from '../../../catalogue/errors.ts'
import {
  closeInstitution,
  describeInstitution,
  renameInstitution,
  reopenInstitution,
  setRootKind,
} from '../../engine/directory/index.ts'
import { today } from '../../platform/clock/clock.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { faultsOfName, faultsOfNamed, readFacts } from './facts.ts'
import { figuresOf } from './figures.ts'
import { listInstitutions, treeAt } from './list.ts'
import type { InstitutionNeeds } from './options.ts'
import { requireAct, viewOf } from './view.ts'
import { addRows, createInstitution } from './write.ts'

const url = '/api/v1/institutionManage'
const shared = { access: institutionKeepers, tag: '机构管理' } as const
/** An administrator without step-up could do here in a moment what takes weeks to mend. */
const weighty = { ...shared, stepUp: true } as const
const params = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, '编号应为数字')
    .transform(Number),
})

/** The institutions of a region, kept by the authorities above them and by the administrator. */
export function institutionRoutes(server: Server, needs: InstitutionNeeds): void {
  readingRoutes(server, needs)
  addingRoutes(server, needs)
  changingRoutes(server, needs)
  foundingRoute(server, needs)
  endingRoutes(server, needs)
}

function readingRoutes(server: Server, { db, engine, actorOn }: InstitutionNeeds): void {
  register(server, {
    ...shared,
    method: 'GET',
    url,
    mayLag: true,
    tokenScope: 'institutions',
    summary: '机构列表：按名称、拼音、首字母、标识码（曾用的也可以）搜索',
    query: institutionQuery,
    answer: institutionPage,
    handle: ({ query }, request) => listInstitutions(engine.search, actorOn(request), query),
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/tree`,
    tokenScope: 'institutions',
    summary: '机构树：一个机构和它的直接下级，不写则从本单位起',
    query: treeQuery,
    answer: institutionTree,
    handle: ({ query: { under } }, request) => treeAt(db, actorOn(request), under),
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/:id`,
    summary: '一个机构：资料、曾用名和标识码、可办的事',
    params,
    answer: institutionView,
    handle: ({ params: { id } }, request) => viewOf(db, actorOn(request), id),
  })
  register(server, {
    ...shared,
    // A school reads its own.
    access: [...institutionKeepers, 3],
    method: 'GET',
    url: `${url}/:id/figures`,
    summary: '一个机构本学年的学生、班级、教职工、编制和岗位',
    params,
    answer: institutionFigures,
    handle: ({ params: { id } }, request) => figuresOf(db, actorOn(request), id),
  })
}

function addingRoutes(server: Server, needs: InstitutionNeeds): void {
  const { db, actorOn } = needs
  register(server, {
    ...shared,
    method: 'POST',
    url,
    summary: '新增机构',
    body: institutionDraft,
    answer: institutionView,
    handle: async ({ body }, request) => {
      const actor = actorOn(request)
      return viewOf(db, actor, await createInstitution(needs, actor, body))
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/many`,
    summary: '批量新增机构：粘贴来的各行，有一行不对就都不写入；check 只核对',
    body: institutionRows,
    answer: institutionRowsAnswer,
    perMinute: 30,
    handle: ({ body }, request) => addRows(needs, actorOn(request), body),
  })
}

function changingRoutes(server: Server, { db, engine, actorOn }: InstitutionNeeds): void {
  register(server, {
    ...shared,
    method: 'PUT',
    url: `${url}/:id`,
    summary: '修改机构资料；没写的不变',
    params,
    body: institutionEdit,
    answer: institutionView,
    handle: async ({ params: { id }, body: { version, facts: given } }, request) => {
      const actor = actorOn(request)
      const { kind, facts: before } = await requireAct(db, actor, id, 'edit')
      const { facts, faults } = readFacts(kind, given, before)
      const all = [...faults, ...(await faultsOfNamed(db, actor, kind, { id, facts }))]
      if (all.length > 0) throw invalidFields(all)
      await db.transaction((tx) => describeInstitution(tx, actor, { id, version, facts }))
      return viewOf(db, actor, id)
    },
  })
  register(server, {
    ...weighty,
    method: 'PUT',
    url: `${url}/:id/name`,
    summary: '更名、换标识码，自某日起；原来的仍可查到',
    params,
    body: institutionRename,
    answer: institutionView,
    handle: async ({ params: { id }, body }, request) => {
      const actor = actorOn(request)
      const { kind } = await requireAct(db, actor, id, 'rename')
      const named = faultsOfName(kind, { ...body, code: body.code ?? null })
      const faults = named.filter(({ field }) => field !== 'code' || body.code !== undefined)
      if (faults.length > 0) throw invalidFields(faults)
      refuseFuture('from', body.from)
      const nameSort = engine.sortForm(body.name)
      await db.transaction((tx) => renameInstitution(tx, actor, { ...body, id, nameSort }))
      return viewOf(db, actor, id)
    },
  })
}

/** Adds the root; only while it has no institution below it. */
function foundingRoute(server: Server, { db, engine, actorOn }: InstitutionNeeds): void {
  register(server, {
    ...weighty,
    access: [1],
    method: 'PUT',
    url: `${url}/:id/level`,
    summary: '暂无下级时，确定本平台是省级、市级还是县区级，连同名称、标识码、所属区划',
    params,
    body: rootKind,
    answer: institutionView,
    handle: async ({ params: { id }, body: { version, kind, name, code, areaCode } }, request) => {
      const actor = actorOn(request)
      await requireAct(db, actor, id, 'level')
      const described = areaCode === undefined ? null : readFacts(kind, { areaCode }, {})
      const named = name === undefined ? [] : faultsOfName(kind, { name, code: code ?? null })
      const faults = [...named, ...(described?.faults ?? [])]
      if (faults.length > 0) throw invalidFields(faults)
      await db.transaction(async (tx) => {
        await setRootKind(tx, actor, { id, version, kind })
        if (name !== undefined) {
          const nameSort = engine.sortForm(name)
          await renameInstitution(tx, actor, { id, version: null, name, code, nameSort, from: today() })
        }
        if (described !== null)
          await describeInstitution(tx, actor, { id, version: null, facts: described.facts })
      })
      return viewOf(db, actor, id)
    },
  })
}

function endingRoutes(server: Server, { db, actorOn }: InstitutionNeeds): void {
  register(server, {
    ...weighty,
    method: 'PUT',
    url: `${url}/:id/close`,
    summary: '撤销没有教师、下级和待办的机构，停用它的账号；标识码不再给其他机构',
    params,
    body: institutionClosing,
    answer: institutionView,
    handle: async ({ params: { id }, body }, request) => {
      const actor = actorOn(request)
      await requireAct(db, actor, id, 'close')
      refuseFuture('on', body.on)
      const people = await db.transaction((tx) => closeInstitution(tx, actor, { ...body, id }))
      for (const person of people) server.forgetPerson(person)
      return viewOf(db, actor, id)
    },
  })
  register(server, {
    ...weighty,
    method: 'PUT',
    url: `${url}/:id/reopen`,
    summary: '恢复已撤销的机构，仍用原来的标识码；账号另行启用',
    params,
    body: institutionReopening,
    answer: institutionView,
    handle: async ({ params: { id }, body }, request) => {
      const actor = actorOn(request)
      await requireAct(db, actor, id, 'reopen')
      await db.transaction((tx) => reopenInstitution(tx, actor, { ...body, id }))
      return viewOf(db, actor, id)
    },
  })
}

/** Refuses days in the future: a planned change is a process. */
function refuseFuture(field: string, day: string): void {
  if (day > today()) throw invalid(field, '不能晚于今天，到那一天再办理')
}
