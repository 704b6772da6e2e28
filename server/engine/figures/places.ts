import { stagesOfSchool } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { CountedPlace } from '../../../catalogue/figures/attributes.ts'
import { urbanGroups } from '../../../catalogue/figures/dimensions.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable } from '../engine.ts'

/** An institution as the tree reads it. */
export interface Institution {
  readonly id: number
  readonly parent_id: number | null
  readonly level: string
  readonly district_id: number | null
  readonly name: string
  readonly closed: boolean
  readonly successor_id: number | null
  readonly urban_rural: string | null
  readonly school_run_type: string | null
  readonly school_type: string | null
  readonly school_stages: string[] | null
}

/** An institution of the tree, by its position. */
export interface TreePlace extends CountedPlace {
  readonly id: number
  readonly name: string
  readonly level: string
  readonly parentId: number | null
  readonly closed: boolean
  /** Others were merged into it. */
  readonly merged: boolean
  /** Positions of itself and of everything below it: from this one up to, not including, that one. */
  readonly from: number
  readonly to: number
  /** Schools that are open, below it or itself. */
  readonly schools: number
}

/**
 * The tree of today, in which every institution stands directly before those below it: what belongs to one of
 * them is a range of positions. Figures of a past day are read on this tree, a merged school through its
 * successor (figures.md, 1.6).
 */
export interface Tree {
  readonly places: readonly TreePlace[]
  /** The position of an institution, or of the one it was merged into; -1 for none. */
  readonly positionOf: (id: number | null) => number
  readonly placeOf: (id: number | null) => TreePlace | undefined
  /** Institutions one step below. */
  readonly below: (place: TreePlace) => readonly TreePlace[]
  /** What the tree was read from: equal while nothing changed. */
  readonly print: string
}

/** Changes when anything of any institution does that figures look at. */
export async function fingerprint(db: Queryable): Promise<string> {
  const { print } = await db.one<{ print: string }>(sql`
    select count(*) || '/' || coalesce(sum(hashtext(concat_ws('|', id, parent_id, level, name, closed_on, successor_id,
      urban_rural, school_run_type, school_type, array_to_string(school_stages, ',')))::bigint), 0) as print
    from institution`)
  return print
}

const isSchool = ({ level, closed }: Pick<Institution, 'level' | 'closed'>): boolean =>
  level === 'school' && !closed

function placeFrom(row: Institution, at: Pick<TreePlace, 'from' | 'to' | 'schools' | 'merged'>): TreePlace {
  const group = urbanGroups.find(({ codes }) => codes.some((code) => code === row.urban_rural))
  const stages = row.school_stages ?? []
  return {
    id: row.id,
    name: row.name,
    level: row.level,
    parentId: row.parent_id,
    closed: row.closed,
    districtId: row.district_id,
    urban: group?.key ?? null,
    stages: stages.length > 0 || row.school_type === null ? stages : stagesOfSchool(row.school_type),
    isPublic: row.school_run_type === '21',
    merged: at.merged,
    from: at.from,
    to: at.to,
    schools: at.schools,
  }
}

/** Puts every institution directly before those below it. */
function inOrder(rows: readonly Institution[]): TreePlace[] {
  const ids = new Set(rows.map(({ id }) => id))
  const parentOf = ({ parent_id: parent }: Institution) =>
    parent !== null && ids.has(parent) ? parent : null
  const children = Map.groupBy(rows, parentOf)
  const merged = new Set(rows.map(({ successor_id: successor }) => successor))
  const places: (TreePlace | null)[] = []
  const visit = (row: Institution): number => {
    const from = places.push(null) - 1
    let schools = isSchool(row) ? 1 : 0
    for (const child of children.get(row.id) ?? []) schools += visit(child)
    places[from] = placeFrom(row, { merged: merged.has(row.id), from, to: places.length, schools })
    return schools
  }
  for (const root of children.get(null) ?? []) visit(root)
  return places.filter((place) => place !== null)
}

/** Reads the whole tree of institutions; twenty thousand take some tenths of a second. */
export async function loadTree(db: Queryable): Promise<Tree> {
  const print = await fingerprint(db)
  const rows = await db.query<Institution>(sql`
    select id, parent_id, level, district_id, name, closed_on is not null as closed, successor_id, urban_rural,
      school_run_type, school_type, school_stages
    from institution
    order by case level when 'school' then 1 when 'centre' then 2 else 0 end, name_sort nulls last, id`)
  return treeOf(rows, print)
}

/** The tree of institutions, in the order in which they stand below each other. */
export function treeOf(rows: readonly Institution[], print: string): Tree {
  const places = inOrder(rows)
  const positions = new Map(places.map(({ id, from }) => [id, from]))
  const successors = new Map(
    rows.flatMap(({ id, successor_id: next }) => (next === null ? [] : [[id, next]])),
  )
  const children = Map.groupBy(places, ({ parentId }) => parentId)
  const positionOf = (id: number | null): number => {
    let at = id
    // A merged school was merged again at most a few times; a circle would be a fault of the data.
    for (let step = 0; step < 20 && at !== null && successors.has(at); step += 1)
      at = successors.get(at) ?? null
    return at === null ? -1 : (positions.get(at) ?? -1)
  }
  return {
    places,
    positionOf,
    placeOf: (id) => places[positionOf(id)],
    below: ({ id }) => children.get(id) ?? [],
    print,
  }
}
