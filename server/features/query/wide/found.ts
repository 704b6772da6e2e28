import { placeCondition, scopeCondition, type Place } from '../../../engine/access/index.ts'
import type { Tree, TreePlace } from '../../../engine/figures/index.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { QueryRequest } from '../statement/asked.ts'
import type { NarrowedQuery } from './narrow.ts'

/** People found at an institution one step below the place that is looked at. */
export interface PlaceCount {
  readonly id: number
  readonly name: string
  readonly count: number
}

/**
 * The institution one step below a level to which each position belongs: itself where none stands between.
 */
function stepsBelow(tree: Tree, level: 'city' | 'district' | null): Int32Array {
  const steps = new Int32Array(tree.places.length)
  const parentOf = ({ parentId }: TreePlace) => (parentId === null ? undefined : tree.placeOf(parentId))
  for (const [at, place] of tree.places.entries()) {
    let above: TreePlace | undefined = level === null ? undefined : place
    while (above && above.level !== level) above = parentOf(above)
    steps[at] = above?.id ?? place.id
  }
  return steps
}

/**
 * How many of the candidates belong to each institution one step below; the largest first, at most `most`.
 */
export async function countPlaces(
  { engine }: QueryRequest,
  { positions, tree }: NarrowedQuery,
  { level, most }: { readonly level: 'city' | 'district' | null; readonly most: number },
): Promise<PlaceCount[]> {
  const steps = stepsBelow(tree, level)
  const counts = new Map<number, number>()
  for (const at of positions) {
    const id = steps[at] ?? 0
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const largest = [...counts].toSorted(([one, a], [other, b]) => b - a || one - other).slice(0, most)
  return engine.db.query<PlaceCount>(sql`
    select i.id, i.name, x.count
    from unnest(${largest.map(([id]) => id)}::int[], ${largest.map(([, count]) => count)}::int[]) x (id, count)
    join institution i on i.id = x.id
    order by x.count desc, i.name`)
}

/** People that one step along the names reads. */
const stride = 4_000
/** A page so far along the names is not looked for in this way. */
const mostSteps = 25

/**
 * A page of these people in the order of names, where they are too many to be sorted: walks along the index
 * of names. Null where the page lies too far.
 */
export async function pageByName(
  { engine, actor, place }: QueryRequest,
  people: Iterable<number>,
  { skip, most, within }: { readonly skip: number; readonly most: number; readonly within: Place | null },
): Promise<number[] | null> {
  const wanted = new Set(people)
  const inPlace = [place, within].flatMap((one) => (one ? [sql`and ${placeCondition(one, 't')}`] : []))
  const found: number[] = []
  for (let step = 0; step < mostSteps; step += 1) {
    const rows = await engine.search.query<{ id: number }>(sql`
      select t.id
      from teacher t
      where ${scopeCondition(actor, 't', 'id')} ${sql.join(inPlace, ' ')}
      order by t.name_sort, t.id
      limit ${stride} offset ${step * stride}`)
    for (const { id } of rows) if (wanted.has(id)) found.push(id)
    if (found.length >= skip + most || rows.length < stride) return found.slice(skip, skip + most)
  }
  return null
}
