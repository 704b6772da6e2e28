import { scopeOf, type Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { sql } from '../../platform/db/sql.ts'
import { institutionsInScope } from '../access/index.ts'
import type { Queryable } from '../engine.ts'
import type { Tree, TreePlace } from './places.ts'
import type { Axis } from './scan.ts'

/** An institution of which figures are asked, with the code of its area where it is an authority. */
export interface AskedArea {
  readonly id: number
  readonly areaCode: string | null
}

/** The institution of an area code in the actor's scope, or the own one. AppError `missing` outside it. */
export async function areaFor(db: Queryable, actor: Actor, code: string | undefined): Promise<AskedArea> {
  const own = scopeOf(actor)
  if (own === null) throw new AppError('forbidden')
  const which =
    code === undefined
      ? sql`i.id = ${own.value}`
      : sql`i.area_code = ${code} and i.level in ('province', 'city', 'district') and i.closed_on is null`
  const row = await db.maybeOne<AskedArea>(sql`
    select i.id, i.area_code as "areaCode"
    from institution i
    where ${which} and ${institutionsInScope(actor, 'i')}
    order by i.level desc, i.id
    limit 1`)
  if (!row) throw new AppError('missing')
  return row
}

/** A step on the way down to a place. */
export interface PlaceStep {
  readonly name: string
  readonly areaCode: string | null
}

/** The way from the reader's own place down to the asked one. */
export async function pathTo(
  db: Queryable,
  tree: Tree,
  { actor, place }: { readonly actor: Actor; readonly place: TreePlace },
): Promise<PlaceStep[]> {
  const top = scopeOf(actor)?.value
  const way: TreePlace[] = []
  for (
    let at: TreePlace | undefined = place;
    at !== undefined;
    at = at.id === top ? undefined : tree.placeOf(at.parentId)
  )
    way.unshift(at)
  const codes = await codesOf(db, way)
  return way.map(({ id, name }) => ({ name, areaCode: codes.get(id) ?? null }))
}

async function codesOf(db: Queryable, places: readonly TreePlace[]): Promise<Map<number, string | null>> {
  const rows = await db.query<AskedArea>(sql`
    select id, area_code as "areaCode" from institution where id = any(${places.map(({ id }) => id)}::int[])`)
  return new Map(rows.map(({ id, areaCode }) => [id, areaCode]))
}

/** A row of a table by places. */
export interface PlaceBucket {
  /** The institution it is of. */
  readonly id: number
  readonly key: string
  readonly name: string
  readonly level: string
  /** The area code to go on with; null where nothing is below. */
  readonly drill: string | null
  /** Whether it stands in the table though nobody is counted in it. */
  readonly always: boolean
}

/** The places one step below, and how people are put into them; the place itself stands last. */
export async function placesBelow(
  db: Queryable,
  tree: Tree,
  place: TreePlace,
): Promise<{ readonly axis: Axis; readonly buckets: readonly PlaceBucket[] }> {
  const below = tree.below(place).filter(({ closed }) => !closed)
  const codes = await codesOf(db, below)
  const positions = new Int32Array(tree.places.length).fill(-1)
  positions[place.from] = below.length
  below.forEach(({ from, to }, index) => positions.fill(index, from, to))
  return {
    axis: { of: 'place', buckets: positions, size: below.length + 1 },
    buckets: [
      ...below.map(({ id, name, level }) => ({
        id,
        key: `p${id}`,
        name,
        level,
        drill: level === 'school' || level === 'centre' ? null : (codes.get(id) ?? null),
        always: true,
      })),
      {
        id: place.id,
        key: `p${place.id}`,
        name: below.length === 0 ? place.name : `${place.name}（本级）`,
        level: place.level,
        drill: null,
        always: false,
      },
    ],
  }
}

/** Every open school of a place, those of places below, too. */
export function schoolsIn(
  { places }: Tree,
  place: TreePlace,
): { readonly axis: Axis; readonly buckets: readonly PlaceBucket[] } {
  const schools = places
    .slice(place.from, place.to)
    .filter(({ level, closed }) => level === 'school' && !closed)
  const positions = new Int32Array(places.length).fill(-1)
  schools.forEach(({ from, to }, index) => positions.fill(index, from, to))
  return {
    axis: { of: 'place', buckets: positions, size: schools.length },
    buckets: schools.map(({ id, name, level }) => ({
      id,
      key: `p${id}`,
      name,
      level,
      drill: null,
      always: false,
    })),
  }
}
