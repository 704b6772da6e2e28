import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  archiveComparison,
  archiveDocument,
  archiveEventPage,
  archiveFiles,
  archiveHead,
  archiveNeighbours,
  archiveOverview,
  archivePage,
  teacherDetail,
} from '../../../catalogue/contract/archive/archive.ts'
import { paging } from '../../../catalogue/contract/envelope.ts'
import { invalid } from '../../../catalogue/errors.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { Engine, Owner } from '../../engine/engine.ts'
import { readDay } from '../../engine/history/index.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { today } from '../../platform/clock/clock.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { compareOf } from './compare.ts'
import { detailOf, detailTabs, type DetailTab } from './detail.ts'
import { documentOf, type LinkOf } from './document.ts'
import { evidenceOf } from './evidence.ts'
import { factsOf } from './facts.ts'
import { headAlone } from './head.ts'
import { archivesOf, filteredBy, neighboursOf } from './list.ts'
import { archiveOrder } from './order.ts'
import { overviewOf } from './overview.ts'
import { dayWithin, noteReading, readableOf, subjectOf, teacherIdOf } from './subject.ts'
import { timelineOf } from './timeline.ts'

const readers = [2, 3, 4, 5, 6] as const
const managers = [3, 4, 5, 6] as const
const tag = '教师档案'
const params = z.object({ teacherId: z.string() })
const day = z.string().max(40)
const words = z
  .string()
  .trim()
  .max(60, '不超过 60 个字')
  .refine((text) => !text.includes('\u0000'), '含有不能搜索的字符')

/** A day that has begun: nothing is recorded tomorrow. */
function pastDay(given: unknown, field: string): string {
  const date = readDay(given, field)
  if (date > today()) throw invalid(field, '日期不能晚于今天')
  return date
}

/** Dependencies of the calls about archives. */
interface Archives {
  readonly engine: Engine
  /** Page on which an owner edits a record or a type. */
  readonly linkOf: LinkOf
  readonly actorOn: ActorOn
  /** A teacher's record types, in the order of the archive. */
  readonly definitions: readonly AnyRecord[]
}

/** Links lead to where the owner works, so only the owner gets any. */
const linksOf = (linkOf: LinkOf, actor: Actor): LinkOf => (actor.role === 2 ? linkOf : () => null)

/** The archive of a teacher as one document; as of a day, or now. */
async function documentFor(
  { engine, linkOf, definitions }: Archives,
  actor: Actor,
  owner: Owner,
  date: string | null,
) {
  const [facts, known] = await Promise.all([
    factsOf({ engine, actor, owner, definitions }, date),
    Promise.all(definitions.map((definition) => engine.own.forReader(actor, definition))),
  ])
  return documentOf({ engine, actor, owner, facts, linkOf: linksOf(linkOf, actor) }, known, definitions)
}

/** Registers the calls about whole archives. `linkOf`: where an owner works on a record or a type. */
export function archiveRoutes(server: Server, engine: Engine, linkOf: LinkOf, actorOn: ActorOn): void {
  const archives: Archives = {
    engine,
    linkOf,
    actorOn,
    // Types of a region's own come while the portal runs.
    get definitions() {
      return archiveOrder(engine.records)
    },
  }
  documentRoutes(server, archives)
  compareRoute(server, archives)
  partRoutes(server, archives)
  listRoutes(server, archives)
  fixedRoute(server, archives)
}

/** The whole archive of one teacher: the reader's own in short, the document. */
function documentRoutes(server: Server, a: Archives): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/archive/overview',
    mayLag: true,
    access: readers,
    tag,
    summary: '档案概览与完整度，teacher_id 缺省为本人',
    query: z.strictObject({ teacher_id: z.string().max(20).optional() }),
    answer: archiveOverview,
    handle: async ({ query }, request) => {
      const actor = a.actorOn(request)
      const read = await readableOf(
        a.engine,
        actor,
        query.teacher_id === undefined ? actor.teacherId : teacherIdOf(query.teacher_id),
      )
      await noteReading(a.engine, actor, read.owner, { part: 'overview' })
      const document = await documentFor(a, actor, read.owner, read.until)
      return overviewOf(document, a.engine.records, linksOf(a.linkOf, actor))
    },
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/archive/:teacherId/head',
    access: readers,
    tag,
    summary: '档案是谁的：姓名、单位、照片与几项基本情况',
    params,
    answer: archiveHead,
    handle: async ({ params: { teacherId } }, request) => {
      const actor = a.actorOn(request)
      const { owner, until } = await readableOf(a.engine, actor, teacherIdOf(teacherId))
      if (until === null) return headAlone({ ...a, actor, owner })
      await noteReading(a.engine, actor, owner, { part: 'document', date: until })
      return (await documentFor(a, actor, owner, until)).head
    },
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/archive/:teacherId',
    access: readers,
    tag,
    summary: '一位教师的全部档案；date 为回看某日终（按登记时间）',
    params,
    query: z.strictObject({ date: day.optional() }),
    answer: archiveDocument,
    handle: async ({ params: { teacherId }, query }, request) => {
      const actor = a.actorOn(request)
      const read = await readableOf(a.engine, actor, teacherIdOf(teacherId))
      const date = dayWithin(read, query.date === undefined ? null : pastDay(query.date, 'date'))
      await noteReading(a.engine, actor, read.owner, { part: 'document', ...(date && { date }) })
      const document = await documentFor(a, actor, read.owner, date)
      return read.until === null ? document : { ...document, until: read.until }
    },
  })
}

/** Two days of an archive compared. */
function compareRoute(server: Server, a: Archives): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/archive/:teacherId/compare',
    access: readers,
    tag,
    summary: '对照两个日终：新增、变更、失效',
    params,
    query: z.strictObject({ from: day.optional(), to: day.optional() }),
    answer: archiveComparison,
    handle: async ({ params: { teacherId }, query }, request) => {
      const actor = a.actorOn(request)
      const owner = await subjectOf(a.engine, actor, teacherIdOf(teacherId))
      const [from, to] = [pastDay(query.from, 'from'), pastDay(query.to, 'to')]
      if (from > to) throw invalid('from', '前一个日期不能晚于后一个日期')
      await noteReading(a.engine, actor, owner, { part: 'compare', from, to })
      return compareOf({ ...a, actor, owner }, from, to)
    },
  })
}

/** Calls for the timeline and the evidence of an archive. */
function partRoutes(server: Server, a: Archives): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/archive/:teacherId/timeline',
    access: readers,
    tag,
    summary: '档案办理记录，新的在前',
    params,
    query: z.strictObject(paging),
    answer: archiveEventPage,
    handle: async ({ params: { teacherId }, query }, request) => {
      const actor = a.actorOn(request)
      const owner = await subjectOf(a.engine, actor, teacherIdOf(teacherId))
      await noteReading(a.engine, actor, owner, { part: 'timeline' })
      return timelineOf(a.engine, actor, owner, query)
    },
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/archive/:teacherId/evidence',
    access: readers,
    tag,
    summary: '档案里的全部佐证材料与所属记录',
    params,
    answer: archiveFiles,
    handle: async ({ params: { teacherId } }, request) => {
      const actor = a.actorOn(request)
      const owner = await subjectOf(a.engine, actor, teacherIdOf(teacherId))
      await noteReading(a.engine, actor, owner, { part: 'evidence' })
      return { list: evidenceOf(a.definitions, await factsOf({ ...a, actor, owner }, null)) }
    },
  })
}

/** The archives of a scope, and the next one of them. */
function listRoutes(server: Server, a: Archives): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/archive/:teacherId/neighbours',
    access: managers,
    tag,
    summary: '在名单里的位置，与前后两位教师',
    params,
    query: z.strictObject({ q: words.optional(), institution: words.optional() }),
    answer: archiveNeighbours,
    handle: async ({ params: { teacherId }, query }, request) => {
      const actor = a.actorOn(request)
      const { owner } = await readableOf(a.engine, actor, teacherIdOf(teacherId))
      return neighboursOf(a.engine, actor, owner.id, await filteredBy(a.engine, actor, query))
    },
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/archives',
    mayLag: true,
    access: managers,
    tag,
    summary: '本范围内教师的档案：完整度、待审与退回条数',
    query: z.strictObject({ ...paging, q: words.optional(), institution: words.optional() }),
    answer: archivePage,
    handle: async ({ query: { page, pageSize, ...filtered } }, request) => {
      const actor = a.actorOn(request)
      return archivesOf(a.engine, actor, { page, pageSize, ...(await filteredBy(a.engine, actor, filtered)) })
    },
  })
}

/** The call of the specification. */
function fixedRoute(server: Server, a: Archives): void {
  register(server, {
    method: 'GET',
    url: '/api/userdanan/teacherdetail',
    access: readers,
    tag,
    summary: '教师档案详情（个人、专业、诚信三类汇总）',
    query: z.strictObject({
      teacher_id: z.string().max(20).optional(),
      tab: z
        .enum(Object.keys(detailTabs) as DetailTab[], {
          error: 'tab 只能是 geren、xuexi、gongzuo、zhuanye 或 chengxin',
        })
        .optional(),
    }),
    answer: teacherDetail,
    handle: async ({ query }, request) => {
      const actor = a.actorOn(request)
      const { owner, until } = await readableOf(
        a.engine,
        actor,
        query.teacher_id === undefined ? actor.teacherId : teacherIdOf(query.teacher_id),
      )
      await noteReading(a.engine, actor, owner, { part: 'detail' })
      return detailOf(await documentFor(a, actor, owner, until), query.tab)
    },
  })
}
