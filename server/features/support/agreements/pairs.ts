import type { Queryable } from '../../../engine/engine.ts'
import { caseRows } from '../../../engine/processes/index.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'

/** Two institutions that an agreement joins. Days as YYYY-MM-DD, both within the term. */
export interface Pair {
  readonly caseId: string
  /** Code of dictionary pairKind. */
  readonly kind: string
  readonly supporterId: number
  readonly supporter: string
  readonly supportedId: number
  readonly supported: string
  /** The university that stands behind the supporting office; null for another agreement. */
  readonly outside: string | null
  readonly fromDay: string
  /** The last day: as agreed, or the one on which it ended. */
  readonly untilDay: string
}

/** Institutions of an agreement `k`, of which it was handed in. */
export const supporterOf = sql`(k.value ->> 'supporter')::int`
export const supportedOf = sql`(k.value ->> 'supported')::int`
/** The last day of an agreement `k`. */
export const lastDayOf = sql`coalesce(k.value ->> 'endedOn', k.value ->> 'untilDay')`

/** Condition that the agreement `k` was carried out on some day of the span. */
const carriedOut = (from: string, to: string): Sql => sql`
  k.type = 'pairAgreement' and k.handed_in and k.state in ('active', 'ended', 'terminated')
    and k.value ->> 'fromDay' <= ${to} and ${lastDayOf} >= ${from}`

interface PairsAsked {
  /** First and last day of the span, both included; one day where `to` is left out. */
  readonly from: string
  readonly to?: string
  /** Only agreements of one of these institutions, on either side. */
  readonly of?: readonly number[]
}

/**
 * Agreements in force on a day, or on some day of a span: which institution supports which. The order is that
 * of their first days.
 */
export const pairsOf = (db: Queryable, { from, to = from, of }: PairsAsked): Promise<Pair[]> =>
  db.query<Pair>(sql`
    select k.id as "caseId", k.value ->> 'kind' as kind, ${supporterOf} as "supporterId", a.name as supporter,
      ${supportedOf} as "supportedId", b.name as supported, k.value ->> 'outside' as outside,
      k.value ->> 'fromDay' as "fromDay", ${lastDayOf} as "untilDay"
    from ${caseRows} k
      join institution a on a.id = ${supporterOf}
      join institution b on b.id = ${supportedOf}
    where ${carriedOut(from, to)}
      ${
        of === undefined
          ? sql.empty
          : sql`and (${supporterOf} = any(${[...of]}::int[]) or ${supportedOf} = any(${[...of]}::int[]))`
      }
    order by k.value ->> 'fromDay', k.id`)
