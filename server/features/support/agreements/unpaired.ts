import { goalKinds } from '../../../../catalogue/support/goals.ts'
import type { Queryable } from '../../../engine/engine.ts'
import { today } from '../../../platform/clock/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import { pairsOf } from './pairs.ts'
import type { ReadingNeeds } from './readings.ts'

/** The same number of the institutions of one kind without a partner, and how many they are. */
export interface BesideFigure {
  readonly value: number | null
  readonly many: number
}
export interface UnpairedFigures {
  /** Null where the goal is no share, or the place is of a kind that is not compared. */
  readonly of: (placeId: number, goal: string) => Promise<BesideFigure | null>
}

/** Places that are compared: schools of one district that share a stage, districts of one city. */
interface Group {
  readonly key: string
  readonly members: readonly number[]
}

/**
 * The grey dots of a dashboard: schools of the same district that share a stage, or districts of the same city,
 * that nobody supports today. Each group and goal is counted once for as long as the answer is kept.
 */
export function unpairedFor(needs: ReadingNeeds): UnpairedFigures {
  const groups = new Map<number, Promise<Group | null>>()
  const counted = new Map<string, Promise<BesideFigure>>()
  let asked: Promise<ReadonlySet<number>> | null = null
  const paired = () => {
    asked ??= pairsOf(needs.db, { from: today() }).then(
      (pairs) => new Set(pairs.map(({ supportedId }) => supportedId)),
    )
    return asked
  }
  const groupOf = (placeId: number) => {
    const known = groups.get(placeId) ?? paired().then((taken) => groupFor(needs.db, placeId, taken))
    groups.set(placeId, known)
    return known
  }
  return {
    of: async (placeId, goal) => {
      const counting = goalKinds[goal]?.counting
      if (counting?.by !== 'figure' || goalKinds[goal]?.unit !== '%') return null
      const group = await groupOf(placeId)
      if (group === null) return null
      const key = `${group.key} ${goal}`
      const known = counted.get(key) ?? countAll(needs, group, counting.indicator)
      counted.set(key, known)
      return known
    },
  }
}

async function groupFor(db: Queryable, placeId: number, taken: ReadonlySet<number>): Promise<Group | null> {
  const rows = await db.query<{ id: number; key: string }>(sql`
    select o.id, concat_ws('/', i.level, i.parent_id, i.school_type, array_to_string(i.school_stages, ',')) as key
    from institution i
      join institution o on o.parent_id = i.parent_id and o.level = i.level and o.closed_on is null
        and (o.school_stages && i.school_stages
          or i.school_stages is null and o.school_type is not distinct from i.school_type)
    where i.id = ${placeId} and i.level in ('school', 'district')
    order by o.id`)
  const [first] = rows
  return first ? { key: first.key, members: rows.map(({ id }) => id).filter((id) => !taken.has(id)) } : null
}

async function countAll(
  { readFigure }: ReadingNeeds,
  { members }: Group,
  key: string,
): Promise<BesideFigure> {
  const found = await Promise.all(members.map((placeId) => readFigure({ placeId, on: null, key })))
  const n = found.reduce((sum, one) => sum + one.n, 0)
  const of = found.reduce((sum, one) => sum + (one.of ?? 0), 0)
  return { value: of === 0 ? null : (100 * n) / of, many: members.length }
}
