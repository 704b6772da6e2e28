import type { Actor } from '../../../catalogue/access/access.ts'
import type { HandedInAct } from '../../../catalogue/contract/todos.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { asides, levelLabels, type RouteStep, type State } from '../../../catalogue/flows/review.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { institutionTypes } from '../access/index.ts'
import { definitionOf, type Engine } from '../engine.ts'
import type { PlaceOf } from '../feature.ts'
import { fromStored, levelOfStep, type StoredValue, summaryOf } from '../records/index.ts'
import type { Does, HandedIn, ItemOf, Lines, SubmittedLine } from '../waiting/index.ts'
import { lastDay, stepsView } from '../ways/index.ts'
import { act, type Action } from './act.ts'

/** Records that the actor handed in: a teacher's own, and those of the own institution. */
export function handedInRecords(engine: Engine, linkOf: PlaceOf): HandedIn {
  const does = (action: Action): Does => {
    return async (actor, { type, item }) => {
      await act({ engine, actor, definition: definitionOf(engine, type), id: item, action, body: {} })
    }
  }
  return {
    rows: (actor, state) => {
      const owner = ownedBy(engine, actor)
      return owner === null
        ? null
        : sql`
          select v.record_id::text as item, v.type, coalesce(v.decided_at, v.holder_since, v.submitted_at) as since
          from revision v
          where ${owner} and ${standing(state)}`
    },
    lines: (actor, items) => linesOf(engine, linkOf, actor, items),
    does: { withdraw: does('withdraw'), urge: does('urge') },
  }
}

function ownedBy(engine: Engine, actor: Actor): Sql | null {
  const ofInstitution = sql`v.type = any(${institutionTypes(engine.records)}::text[])`
  if (actor.role === 2 && actor.teacherId !== null)
    return sql`v.owner_id = ${actor.teacherId} and not ${ofInstitution}`
  return actor.role >= 3 && actor.role <= 6
    ? sql`v.owner_id = ${actor.institutionId} and ${ofInstitution}`
    : null
}

/** A returned submission counts as under way; a decided one is shown as the last version of its record. */
const standing = (state: 'open' | 'ended'): Sql =>
  state === 'open'
    ? sql`v.replaced_at is null and v.state in ('inReview', 'returned')`
    : sql`v.submitted_at is not null and ((v.state = 'approved' and v.superseded_at is null)
        or (v.state = 'rejected' and v.replaced_at is null))`

interface Row {
  readonly record_id: string
  readonly type: string
  readonly state: State
  readonly value: StoredValue
  readonly route: RouteStep[] | null
  readonly step: number | null
  readonly holder: string | null
  readonly edit_no: number
  readonly submitted_at: string | null
  readonly urged_at: string | null
  readonly due: string | null
  readonly reason: string | null
  readonly fields: readonly { readonly key: string; readonly reason: string }[] | null
  readonly by: string | null
  /** The last thing that happened but urging: withdrawing is open while it is the submission. */
  readonly last_action: string | null
}

async function linesOf(
  engine: Engine,
  linkOf: PlaceOf,
  actor: Actor,
  items: readonly ItemOf[],
): Promise<Lines<SubmittedLine>> {
  const owner = ownedBy(engine, actor)
  if (owner === null || items.length === 0) return new Map()
  const rows = await engine.db.query<Row>(sql`
    select v.record_id, v.type, v.state, v.value, v.route, v.step, v.edit_no, v.submitted_at, v.urged_at,
      h.name as holder, e.reason, e.fields, p.name as by, e.action as last_action,
      case when v.state = 'inReview'
        then ${lastDay(sql`v.holder_since`, sql`(v.route -> v.step::int ->> 'days')::int`)} end as due
    from revision v
    left join institution h on h.id = v.holder_institution_id
    left join lateral (
      select x.action, x.reason, x.fields, x.by_identity
      from revision_event x
      where x.owner_id = v.owner_id and x.record_id = v.record_id and x.action <> all(${[...asides]}::text[])
      order by x.at desc
      limit 1) e on true
    left join identity a on a.id = e.by_identity
    left join person p on p.id = a.person_id
    where ${owner} and v.record_id = any(${items.map(({ item }) => item)}::uuid[])
      and (${standing('open')} or ${standing('ended')})
    order by v.no`)
  const tracks = await tracksOf(engine, rows)
  return new Map(
    rows.flatMap((row, at): [string, SubmittedLine][] => {
      const definition = engine.records[row.type]
      return definition
        ? [[row.record_id, lineOf({ engine, linkOf, actor }, definition, row, tracks[at] ?? [])]]
        : []
    }),
  )
}

/** The steps of all rows as people read them, asked for together. */
async function tracksOf(engine: Engine, rows: readonly Row[]) {
  const steps = await stepsView(
    engine,
    rows.flatMap(({ route }) => route ?? []),
    null,
  )
  let at = 0
  return rows.map(({ route, step, state }) => {
    const own = steps.slice(at, (at += route?.length ?? 0))
    const reached = state === 'approved' ? own.length : (step ?? 0)
    return own.map((one, place) => ({
      ...one,
      state:
        place < reached ? ('done' as const) : place === reached ? ('current' as const) : ('next' as const),
    }))
  })
}

const standings: Readonly<Partial<Record<State, SubmittedLine['standing']>>> = {
  inReview: 'waiting',
  returned: 'back',
  approved: 'done',
}

function textOf(row: Row, level: string | null): string {
  if (row.state === 'inReview') return `待${level ?? ''}审核`
  if (row.state === 'returned') return '已退回'
  return row.state === 'approved' ? '已通过' : '不通过'
}

/** The reasons of the last decision in one line. */
function reasonsOf(definition: AnyRecord, { fields, reason }: Row): string {
  const pinned = (fields ?? []).map(
    ({ key, reason: why }) => `${definition.fields[key]?.label ?? '佐证材料'}：${why || '请核对'}`,
  )
  return [...pinned, reason ?? ''].filter(Boolean).join('；')
}

/** The way of a submission: the person, each step, the end. */
function stopsOf(
  { state }: Row,
  track: Awaited<ReturnType<typeof tracksOf>>[number],
): SubmittedLine['track'] {
  const back = state === 'returned'
  return [
    { label: '本人', state: back ? 'current' : 'done' },
    ...track.map((one) => ({ label: levelLabels[one.level], state: back ? ('next' as const) : one.state })),
    { label: '完成', state: state === 'approved' ? 'done' : 'next' },
  ]
}

function actsOn({ state, last_action }: Row): HandedInAct[] {
  if (state !== 'inReview') return []
  return last_action === 'submit' || last_action === 'appeal' ? ['withdraw', 'urge'] : ['urge']
}

type Desk = { readonly engine: Engine; readonly linkOf: PlaceOf; readonly actor: Actor }

function lineOf(
  { engine, linkOf, actor }: Desk,
  definition: AnyRecord,
  row: Row,
  track: Awaited<ReturnType<typeof tracksOf>>[number],
): SubmittedLine {
  const waits = row.state === 'inReview'
  const level = waits ? levelOfStep(row.route, row.step) : null
  const reasons = reasonsOf(definition, row)
  const told = reasons === '' ? '' : `${row.by ?? ''}：${reasons}`
  return {
    typeTitle: definition.title,
    title: summaryOf(definition, fromStored(engine.keys, definition, row.record_id, row.value)),
    note: waits ? '' : told,
    standing: standings[row.state] ?? 'refused',
    standingText: textOf(row, level && levelLabels[level]),
    level,
    holder: waits ? row.holder : null,
    usualDays: track.find(({ state }) => state === 'current')?.usualDays ?? null,
    dueOn: row.due,
    submittedAt: row.submitted_at,
    urgedAt: row.urged_at,
    track: stopsOf(row, track),
    version: row.edit_no,
    acts: actsOn(row),
    link: linkOf(row.type, row.record_id, actor.role === 2 ? 'section' : 'office', actor.role) ?? '',
  }
}
