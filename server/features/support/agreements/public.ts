import type { PublicPairs } from '../../../../catalogue/contract/support-pairs.ts'
import type { Queryable } from '../../../engine/engine.ts'
import { today } from '../../../platform/clock/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import { agreementsWhere } from './agreement.ts'
import { standingGoals } from './standings.ts'

/** Most pairs that the public page names, and most that it counts. */
const [mostNamed, mostCounted] = [60, 5_000]

/**
 * What everybody may read of counterpart support: agreements that were recorded and are carried out, and how
 * many of their goals stand well. Numbers of a single school are its sides' alone; what one side stated and the
 * other one did not confirm counts nowhere.
 */
export async function publicPairsOf(db: Queryable): Promise<PublicPairs> {
  const rows = await agreementsWhere(
    db,
    sql`k.state = 'active' order by k.value ->> 'kind', a.name, b.name, k.id limit ${mostCounted}`,
  )
  const standing = [...(await standingGoals(db, rows)).values()].flat()
  const kinds = Map.groupBy(rows, ({ kind }) => kind)
  return {
    on: today(),
    agreements: rows.length,
    byKind: [...kinds].map(([kind, some]) => ({ kind, many: some.length })),
    goals: standing.filter(({ light }) => light !== null).length,
    done: standing.filter(({ light }) => light === 'done').length,
    onTime: standing.filter(({ light }) => light === 'onTime').length,
    pairs: rows.slice(0, mostNamed).map(({ kind, supporter, supported, outside, fromDay, untilDay }) => ({
      kind,
      supporter: outside ?? supporter,
      supported,
      fromDay,
      untilDay,
    })),
  }
}
