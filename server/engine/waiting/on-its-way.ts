import { levelLabels, type RouteStep } from '../../../catalogue/flows/review.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { urgencyAfter } from './limits.ts'
import type { HeldWork, SubmittedLine } from './source.ts'

/** A row that travels the way up with its route frozen in it, and no holder columns. */
export interface RowOnItsWay {
  readonly state: string
  readonly route: readonly RouteStep[] | null
  readonly step: number
  readonly remark: string | null
}

/** The words of a kind of such rows at the beginning of its track and at its end. */
export interface TrackWords {
  readonly begin: string
  readonly end: string
  /** The state after the last agreement. */
  readonly done: string
}

/** Where a row stands for who handed it in, and what they may do. */
export function standingOnWay(
  { state, route, step, remark }: RowOnItsWay,
  { done }: TrackWords,
): Pick<SubmittedLine, 'standing' | 'standingText' | 'note' | 'acts'> {
  const now = route?.[step]
  if (state === 'inReview')
    return {
      standing: 'waiting',
      standingText: `待${now ? levelLabels[now.level] : ''}审核`,
      note: '',
      acts: ['withdraw', 'urge'],
    }
  return state === 'draft'
    ? { standing: 'back', standingText: '已退回', note: remark ?? '', acts: [] }
    : { standing: 'done', standingText: done, note: '', acts: [] }
}

/** The stops of a row from its author to its readers. */
export function trackOnWay(
  { state, route, step }: RowOnItsWay,
  { begin, end }: TrackWords,
): SubmittedLine['track'] {
  const steps = state === 'inReview' ? (route ?? []) : []
  const stops = steps.map(({ level }, at): SubmittedLine['track'][number] => {
    if (at === step) return { label: levelLabels[level], state: 'current' }
    return { label: levelLabels[level], state: at < step ? 'done' : 'next' }
  })
  return [
    { label: begin, state: state === 'draft' ? 'current' : 'done' },
    ...stops,
    { label: end, state: state === 'published' ? 'done' : 'next' },
  ]
}

/** A table of rows that travel so. */
export interface TableOnItsWay {
  readonly table: string
  /** Name of the type of a row, as an expression on `x`. */
  readonly type: Sql
  /** Working days of the step on which `x` stands; null for none. */
  readonly days: Sql
}

/** What waits at offices: the step says at which. The journals of such rows have no waiting time. */
export function heldOnWay(
  { table, type, days }: TableOnItsWay,
  titleOf: (ids: readonly number[]) => Promise<ReadonlyMap<string, string>>,
): HeldWork {
  const step = sql`(x.route -> x.step::integer)`
  const since = sql`coalesce(x.holder_since, x.updated_at)`
  return {
    rows: (limits, offices) => sql`
      select x.id::text as item, ${type} as type, (${step} ->> 'institutionId')::integer as office,
        (${step} ->> 'role')::smallint as role, ${since} as since,
        ${urgencyAfter(limits, since, days)} as urgency
      from ${sql.id(table)} x
      where x.state = 'inReview' and (x.route -> x.step::integer ->> 'institutionId')::integer in (${offices})`,
    decided: () => sql`
      select null::text as item, null::text as type, null::timestamptz as at, null::integer as waited where false`,
    titles: (items) => titleOf(items.map(({ item }) => Number(item))),
  }
}
