import type { Actor } from '../../../catalogue/access/access.ts'
import type { HandedInAct } from '../../../catalogue/contract/todos.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { isFinal, isOffices, isPersonal } from '../../../catalogue/processes/reading.ts'
import { casePath, casesPath } from '../../../catalogue/processes/paths.ts'
import { processCalled, processNames, processOf } from '../../../catalogue/processes/processes.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { namedLike, placeCondition } from '../../engine/access/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import {
  urgencyAfter,
  urgencyNever,
  type HeldWork,
  type ItemOf,
  type Lines,
  type TodoFilter,
  type SubmittedLine,
  type TodoLine,
  type TodoSource,
} from '../../engine/waiting/index.ts'
import {
  caseRows,
  isAsked,
  isHeldBy,
  isStaff,
  joined,
  nameOfCase,
  readable,
  selected,
  waitsFor,
  type CaseRow,
  type CaseNeeds,
} from '../../engine/processes/index.ts'
import { ownPartsOf } from './own-parts.ts'
import { urgeCase } from './urge.ts'

const acts = (role: number): boolean => (role >= 2 && role <= 6) || isStaff(role)

type Row = CaseRow & { readonly urgedAt: string | null; readonly holder: string | null }

/** Cases that wait for the actor's office. Each is dealt with on its page: it has papers to read. */
export function waitingCaseSource(processing: CaseNeeds): TodoSource {
  const { db } = processing
  const rowsOf = (items: readonly ItemOf[], where: Sql) =>
    db.query<Row>(sql`
      select ${selected}, k.urged_at as "urgedAt", h.name as holder
      from ${joined}
      left join institution h on h.id = k.holder_institution_id
      where k.id = any(${items.map(({ item }) => item)}::uuid[]) and ${where}`)
  return {
    name: 'case',
    kind: 'case',
    titleOf: (type) => processCalled(type)?.title ?? type,
    waiting: (actor, narrowing, limits) =>
      acts(actor.role)
        ? sql`
          select k.id::text as item, k.type, k.holder_since as since,
            ${urgencyAfter(limits, sql`k.holder_since`, sql`k.holder_days`)} as urgency
          from ${caseRows} k
          where ${waitsFor(actor)} ${narrowedBy(narrowing)}`
        : null,
    lines: async (actor, items) => todoLines(actor, await rowsOf(items, waitsFor(actor))),
    handedIn: {
      rows: (actor, state) =>
        acts(actor.role)
          ? sql`
            select k.id::text as item, k.type, k.updated_at as since
            from ${caseRows} k
            where ${begunBy(actor)} and ${state === 'open' ? sql`k.open` : sql`not k.open`}`
          : null,
      lines: async (actor, items) =>
        submittedLines(actor, await rowsOf(items, sql`${begunBy(actor)} and ${readable(actor)}`)),
      does: {
        urge: async (actor, { type, item }) => {
          const definition = processCalled(type)
          if (!definition) throw new AppError('missing')
          await urgeCase(processing, actor, definition, item)
        },
      },
    },
    held: held(processing),
  }
}

const begunBy = (actor: Actor): Sql => {
  if (isStaff(actor.role)) return sql`false`
  return actor.role === 2
    ? sql`k.teacher_id = ${actor.teacherId ?? 0} and k.handed_in and k.type = any(${ownTypes}::text[])`
    : sql`k.institution_id = ${actor.institutionId} and k.handed_in and k.type = any(${officeTypes}::text[])`
}

/** Types that people begin, and types that offices begin. */
const [ownTypes, officeTypes] = [isPersonal, isOffices].map((is) =>
  processNames.filter((name) => is(processOf(name))),
)

function narrowedBy({ type, place, q }: TodoFilter): Sql {
  const teacher =
    place || q
      ? sql`and exists (select 1 from teacher t where t.id = k.teacher_id
          ${place ? sql`and ${placeCondition(place, 't')}` : sql.empty}
          ${q ? sql`and ${namedLike('t', q)}` : sql.empty})`
      : sql.empty
  return sql`${type ? sql`and k.type = ${type}` : sql.empty} ${teacher}`
}

/** Title of a case in lists of work: its own, else its person's name; with its kind. */
function titleOf(row: Row): string {
  const own = nameOfCase(row)
  return own === null ? `${row.name}　${processOf(row.type).title}` : `${own}　${row.name}`
}

function todoLines(actor: Actor, rows: readonly Row[]): Lines<TodoLine> {
  return new Map(
    rows.map((row): [string, TodoLine] => {
      const definition = processOf(row.type)
      return [
        row.id,
        {
          typeTitle: definition.title,
          title: titleOf(row),
          note: [definition.states[row.state]?.label, row.heldUp ?? ''].filter(Boolean).join('　'),
          owner: row.name,
          institution: null,
          dueOn: row.lastDay,
          version: row.version,
          acts: [],
          link: casePath(actor.role, row.type, row.id) ?? '',
        },
      ]
    }),
  )
}

function submittedLines(actor: Actor, rows: readonly Row[]): Lines<SubmittedLine> {
  return new Map(
    rows.map((row): [string, SubmittedLine] => {
      const definition = processOf(row.type)
      const state = definition.states[row.state]
      const ended = state !== undefined && isFinal(state)
      const mine = isHeldBy(actor, row)
      const others = !ended && !mine && row.holder !== null
      const can: HandedInAct[] = others ? ['urge'] : []
      return [
        row.id,
        {
          typeTitle: definition.title,
          title: titleOf(row),
          note: row.heldUp ?? '',
          standing: ended ? 'done' : mine ? 'back' : 'waiting',
          standingText: state?.label ?? row.state,
          level: null,
          holder: ended ? null : row.holder,
          usualDays: null,
          dueOn: ended ? null : row.lastDay,
          submittedAt: row.createdAt,
          urgedAt: row.urgedAt,
          track: [],
          version: row.version,
          acts: can,
          link: casePath(actor.role, row.type, row.id) ?? '',
        },
      ]
    }),
  )
}

const held = ({ db }: CaseNeeds): HeldWork => ({
  rows: (limits, offices) => sql`
    select k.id::text as item, k.type, k.holder_institution_id as office, k.holder_role as role,
      k.holder_since as since, ${urgencyAfter(limits, sql`k.holder_since`, sql`k.holder_days`)} as urgency
    from ${caseRows} k
    where k.open and k.handed_in and k.holder_role > ${sql.lit(2)} and k.holder_institution_id in (${offices})`,
  decided: (office) => sql`
    select e.case_id::text as item, k.type, e.at, e.waited_seconds as waited
    from process_event e
    join ${caseRows} k on k.institution_id = e.institution_id and k.id = e.case_id
    where e.by_institution = ${office} and e.waited_seconds is not null and e.at > now() - interval '90 days'`,
  titles: async (items) => {
    const rows = await db.query<{ item: string; name: string }>(sql`
      select k.id as item, coalesce(t.name, si.name, '') as name
      from ${caseRows} k
      left join teacher t on t.id = k.teacher_id
      left join institution si on si.id = k.subject_institution_id
      where k.id = any(${items.map(({ item }) => item)}::uuid[])`)
    return new Map(rows.map(({ item, name }) => [item, name]))
  },
})

/** Cases that name the actor and wait for an answer. */
export const waitingPeople = (db: Queryable): TodoSource => ({
  name: 'member',
  kind: 'case',
  forEverybody: true,
  titleOf: () => '确认是否参加',
  waiting: (actor, { type, place, q }) =>
    actor.role !== 2 ||
    actor.teacherId === null ||
    place !== undefined ||
    q !== undefined ||
    (type !== undefined && type !== 'membership')
      ? null
      : sql`
        select m.id::text as item, 'membership' as type, m.asked_at as since, ${urgencyNever} as urgency
        from case_person m
        join ${caseRows} k on k.id = m.case_id
        where m.teacher_id = ${actor.teacherId} and m.state = 'asked' and k.under_way and ${isAsked}`,
  lines: async (actor, items) => {
    if (actor.role !== 2) return new Map()
    const { list } = await ownPartsOf(
      db,
      actor,
      items.map(({ item }) => item),
    )
    return new Map(
      list.map(({ id, type, title, by, institution }): [string, TodoLine] => [
        id,
        {
          typeTitle: processOf(type).title,
          title: `确认是否参加：${title}`,
          note: by,
          owner: null,
          institution,
          dueOn: null,
          version: null,
          acts: [],
          link: casesPath(actor.role, type) ?? '',
        },
      ]),
    )
  },
})
