import type { PublicPairs } from '../../../../catalogue/contract/support-effects.ts'
import type { Queryable } from '../../../engine/engine.ts'
import { today } from '../../../platform/clock/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import { confirmedFigures } from '../entries/figures.ts'
import { agreementRows } from './agreement.ts'
import { litGoals } from './lights.ts'

/** Most pairs that the public page names. */
const mostNamed = 60

/** Condition that the agreement `k` was recorded and is carried out. */
const running = sql`k.type = 'pairAgreement' and k.state = 'active'`

/**
 * What everybody may read of counterpart support: agreements that were recorded and are carried out, and how
 * many of their goals stand well. Numbers of a single school are its sides' alone; what one side stated and the
 * other one did not confirm counts nowhere.
 */
export async function publicPairsOf(db: Queryable): Promise<PublicPairs> {
  const [byKind, pairs, lit, ledger] = await Promise.all([
    db.query<PublicPairs['byKind'][number]>(sql`
      select k.value ->> 'kind' as kind, count(*)::int as many from ${agreementRows} where ${running}
      group by 1 order by 1`),
    db.query<PublicPairs['pairs'][number]>(sql`
      select k.value ->> 'kind' as kind, coalesce(k.value ->> 'outside', a.name, '') as supporter,
        coalesce(b.name, '') as supported, k.value ->> 'fromDay' as "fromDay", k.value ->> 'untilDay' as "untilDay"
      from ${agreementRows} where ${running}
      order by 1, 2, 3, k.id limit ${mostNamed}`),
    litGoals(db, running),
    confirmedFigures(db, 'everywhere', { from: null, to: null }),
  ])
  return {
    on: today(),
    agreements: byKind.reduce((sum, { many }) => sum + many, 0),
    byKind,
    goals: lit.filter(({ light }) => light !== null).length,
    done: lit.filter(({ light }) => light === 'done').length,
    onTime: lit.filter(({ light }) => light === 'onTime').length,
    pairs,
    ledger,
  }
}
