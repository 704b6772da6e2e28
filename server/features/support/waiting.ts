import type { Actor } from '../../../catalogue/access/access.ts'
import { longestWait } from '../../../catalogue/support/tasks.ts'
import type { Queryable } from '../../engine/engine.ts'
import { caseRows } from '../../engine/processes/index.ts'
import {
  urgencyAfter,
  type HeldWork,
  type ItemOf,
  type Lines,
  type TodoLine,
  type TodoSource,
} from '../../engine/waiting/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { boardPath } from './agreements/agreement.ts'
import { supportedOf, supporterOf } from './agreements/pairs.ts'

const titles = {
  pairAmendment: '答复结对补充协议',
  pairPlan: '答复结对年度任务',
  pairStatement: '核对结对填报',
  pairDisputed: '结对填报有异议',
} as const
type WaitingType = keyof typeof titles
const isType = (type: string): type is WaitingType => Object.hasOwn(titles, type)

const running = sql`k.type = 'pairAgreement' and k.state = 'active'`
/** The side that did not write `x`. */
const other = sql`case when x.by_institution = ${supporterOf} then ${supportedOf} else ${supporterOf} end`

/** What waits between the two sides of agreements that are carried out, with the office that has to act. */
const parts: Readonly<Record<WaitingType, Sql>> = {
  pairAmendment: sql`
    select x.case_id::text || '-' || x.no as item, 'pairAmendment' as type, ${other} as office, x.at as since,
      x.case_id, x.by_institution, x.reason as words
    from pair_amendment x join ${caseRows} k on k.id = x.case_id
    where x.state = 'waiting' and ${running}`,
  pairPlan: sql`
    select x.id::text as item, 'pairPlan' as type, ${other} as office, x.at as since,
      x.case_id, x.by_institution, '第 ' || x.year_no || ' 年的任务 ' || jsonb_array_length(x.tasks) || ' 项' as words
    from pair_plan x join ${caseRows} k on k.id = x.case_id
    where x.state = 'waiting' and ${running}`,
  pairStatement: sql`
    select x.id::text as item, 'pairStatement' as type, ${other} as office, x.at as since,
      x.case_id, x.by_institution, x.evidence as words
    from pair_statement x join ${caseRows} k on k.id = x.case_id
    where x.state = 'waiting' and ${running}`,
  // A disputed number is done with once its side states another one of the same goal or task, or takes it back.
  pairDisputed: sql`
    select x.id::text as item, 'pairDisputed' as type, x.by_institution as office, x.answered_at as since,
      x.case_id, x.answered_by as by_institution, x.answer as words
    from pair_statement x join ${caseRows} k on k.id = x.case_id
    where x.state = 'disputed' and ${running}
      and not exists (
        select 1 from pair_statement n
        where n.case_id = x.case_id and n.no = x.no and n.year_no is not distinct from x.year_no
          and n.by_institution = x.by_institution and n.at > x.answered_at)`,
}

const relation = (types: readonly WaitingType[]): Sql =>
  sql.join(
    types.map((type) => parts[type]),
    ' union all ',
  )
const all = Object.keys(titles).filter(isType)

interface Row {
  readonly item: string
  readonly type: WaitingType
  readonly caseId: string
  readonly title: string
  readonly by: string
  readonly words: string
}

/** What the other side of an agreement wrote and the own office has to answer; nothing is ever agreed to by silence. */
export const waitingPairs = (db: Queryable): TodoSource => ({
  name: 'pair',
  kind: 'case',
  titleOf: (type) => (isType(type) ? titles[type] : type),
  waiting: (actor, { type, place, q }, limits) => {
    const types = type === undefined ? all : all.filter((one) => one === type)
    if (actor.role < 3 || actor.role > 6 || place !== undefined || types.length === 0) return null
    return sql`
      select w.item, w.type, w.since, ${urgencyAfter(limits, sql`w.since`, sql.lit(longestWait))} as urgency
      from (${relation(types)}) w
      ${q === undefined ? sql.empty : sql`join ${caseRows} k on k.id = w.case_id`}
      where w.office = ${actor.institutionId}
        ${q === undefined ? sql.empty : sql`and position(${q} in coalesce(k.value ->> 'title', '')) > 0`}`
  },
  lines: async (actor, items) =>
    linesOf(actor, await rowsOf(db, items, sql`w.office = ${actor.institutionId}`)),
  held: held(db),
})

const rowsOf = (db: Queryable, items: readonly ItemOf[], where: Sql): Promise<Row[]> =>
  db.query<Row>(sql`
    select w.item, w.type, w.case_id as "caseId", coalesce(k.value ->> 'title', '') as title,
      coalesce(i.name, '') as by, coalesce(w.words, '') as words
    from (${relation(all)}) w
      join ${caseRows} k on k.id = w.case_id
      left join institution i on i.id = w.by_institution
    where w.item = any(${items.map(({ item }) => item)}::text[]) and ${where}`)

const linesOf = (actor: Actor, rows: readonly Row[]): Lines<TodoLine> =>
  new Map(
    rows.map(({ item, type, caseId, title, by, words }): [string, TodoLine] => [
      item,
      {
        typeTitle: titles[type],
        title,
        note: `${by}：${words.slice(0, 80)}`,
        owner: null,
        institution: by,
        dueOn: null,
        version: null,
        acts: [],
        link: boardPath(actor.role, caseId),
      },
    ]),
  )

const held = (db: Queryable): HeldWork => ({
  rows: (limits, offices) => sql`
    select w.item, w.type, w.office, (case i.level when 'province' then 6 when 'city' then 5 when 'district' then 4
        else 3 end)::smallint as role,
      w.since, ${urgencyAfter(limits, sql`w.since`, sql.lit(longestWait))} as urgency
    from (${relation(all)}) w join institution i on i.id = w.office
    where w.office in (${offices})`,
  decided: (office) => sql`
    select x.id::text as item, 'pairStatement' as type, x.answered_at as at,
      extract(epoch from x.answered_at - x.at)::int as waited
    from pair_statement x
    where x.answered_by = ${office} and x.state in ('confirmed', 'disputed')
      and x.answered_at > now() - interval '90 days'`,
  titles: async (items) =>
    new Map((await rowsOf(db, items, sql`true`)).map(({ item, title }) => [item, title])),
})
