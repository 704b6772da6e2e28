import type { Actor } from '../../../catalogue/access/access.ts'
import type { UseView } from '../../../catalogue/contract/paper-uses.ts'
import { measuredRate, proposedDifficulty } from '../../../catalogue/papers/facts.ts'
import { figuresOf, shownFigures, type PaperFigures } from '../../../catalogue/papers/statistics.ts'
import { tenths } from '../../../catalogue/papers/value.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { numberedItems, variantOf, type NumberedItem, type PlainSource } from './print.ts'

/** Classes of one teacher that are taken together at most. */
const mostClasses = 40

interface ClassRow {
  readonly variant: 'A' | 'B'
  readonly scores: readonly (readonly number[])[]
}

/** The printed items of a paper in the order of each variant. */
export const ordersOf = (source: PlainSource): Readonly<Record<'A' | 'B', readonly NumberedItem[]>> => ({
  A: numberedItems(source, variantOf(source, 'A')),
  B: numberedItems(source, variantOf(source, 'B')),
})

type OrderOf = (variant: 'A' | 'B') => readonly NumberedItem[]

/** The pupils of several classes in the order of one variant, in points. */
function inOrder(classes: readonly ClassRow[], orderOf: OrderOf, to: 'A' | 'B'): number[][] {
  const wanted = orderOf(to).map(({ pin }) => pin.id)
  return classes.flatMap(({ variant, scores }) => {
    const held = orderOf(variant).map(({ pin }) => pin.id)
    const places = wanted.map((question) => held.indexOf(question))
    return scores.map((row) => places.map((at) => (row[at] ?? 0) / 10))
  })
}

/** Which classes are taken together: those of a version of a paper, told in the order of a variant. */
interface TogetherTerms {
  readonly source: PlainSource
  readonly variant: 'A' | 'B'
  /** Condition that `paper_use u` is among them. */
  readonly own: Sql
  /** Classes below which nothing is answered. */
  readonly from: number
}

/**
 * What several classes with this version of a paper come to together; null where there are too few with results.
 * Rows that were forgotten after two years are not in it.
 */
export async function overClasses(
  db: Queryable,
  { source, variant, own, from }: TogetherTerms,
): Promise<{ readonly count: number; readonly figures: ReturnType<typeof shownFigures> } | null> {
  const classes = await db.query<ClassRow>(sql`
    select u.variant, u.scores
    from paper_use u
    where u.paper_id = ${source.id} and u.paper_no = ${source.no} and u.scores is not null and ${own}
    order by u.day, u.id
    limit ${mostClasses}`)
  if (classes.length < from) return null
  const orders = ordersOf(source)
  const items = orders[variant]
  const figures = figuresOf({
    full: items.map(({ score }) => tenths(score) / 10),
    rows: inOrder(classes, (name) => orders[name], variant),
  })
  return { count: classes.length, figures: shownFigures(figures) }
}

/** Questions whose declared difficulty the results of enough pupils speak against. */
export function driftOf(items: UseView['items'], figures: PaperFigures | null): UseView['drift'] {
  if (figures === null) return []
  return items.flatMap(({ number, declared }, at) => {
    const { p = null, n = 0 } = figures.items[at] ?? {}
    const rate = p === null ? null : Math.round(p * 1000)
    const proposed = proposedDifficulty(n, rate, declared)
    if (rate === null || proposed === null) return []
    return [{ number, pupils: n, declared, measured: measuredRate(n, rate, declared), proposed }]
  })
}

/** Condition that a use was put down by the actor as a teacher. */
export const isOwnUse = ({ personId }: Actor): Sql => sql`u.by_identity in (
  select a.id from identity a where a.person_id = ${personId} and a.role = 2)`
