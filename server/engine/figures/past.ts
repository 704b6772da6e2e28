import { momentOf, yearOpens, type Moment, type Person } from '../../../catalogue/figures/attributes.ts'
import { yearsShown } from '../../../catalogue/figures/dimensions.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Engine } from '../engine.ts'
import { append, createColumns, sortColumns } from './columns.ts'
import type { CountedMoment } from './live.ts'
import { readPersons } from './persons.ts'
import type { Tree, TreePlace } from './places.ts'
import { loadSchools } from './students.ts'

/** Most people whose rows are built for a day that was not frozen. */
export const mostBuilt = 20_000
const batch = 5_000
/** How long a built day is kept, in milliseconds, and how many of them. */
const keptFor = 60_000
const mostKept = 8

/**
 * Institutions whose people stand in a place on today's tree: those in it, and those merged into one of them.
 */
export const institutionsOf = ({ places, positionOf }: Tree, { from, to }: TreePlace): number[] =>
  places.flatMap(({ id }) => {
    const at = positionOf(id)
    return at >= from && at < to ? [id] : []
  })

interface FormerPlace {
  readonly id: number
  readonly here: boolean
}

/**
 * The people who belonged to a place on a day or taught there, and those who left it in the years that
 * figures tell.
 */
async function peopleOf(
  { db }: Engine,
  institutions: readonly number[],
  moment: Moment,
  most: number,
): Promise<FormerPlace[]> {
  const day = sql`${moment.on}::date`
  const since = sql`(${yearOpens(moment)}::date - make_interval(years => ${yearsShown}) - interval '1 day')::date`
  return db.query<FormerPlace>(sql`
    select teacher_id as id, bool_or(to_on is null or to_on >= ${day}) as here
    from membership
    where institution_id = any(${[...institutions]}::int[]) and (kind = 'personnel' or full_time)
      and from_on <= ${day} and (to_on is null or to_on >= ${since})
    group by teacher_id
    order by here desc, id
    limit ${most * 2}`)
}

/** Rows of people as what figures are counted over. */
export async function countedOf(
  engine: Engine,
  tree: Tree,
  moment: Moment,
  { persons, leavers }: { readonly persons: AsyncIterable<readonly Person[]>; readonly leavers: boolean },
): Promise<CountedMoment> {
  const columns = createColumns(moment, 1024)
  const at = new Date().toISOString()
  for await (const some of persons) for (const person of some) append(columns, tree, person)
  sortColumns(columns, tree.places.length)
  const schools = await loadSchools(engine.db, tree, moment.schoolYear)
  return Object.assign(schools, { leavers, columns, tree, at, version: 1, movedAt: at })
}

async function* inBatches(engine: Engine, moment: Moment, ids: readonly number[]) {
  for (let from = 0; from < ids.length; from += batch) {
    const which = { ids: ids.slice(from, from + batch) }
    yield await readPersons(engine.db, { engine, which, moment, when: 'then' })
  }
}

/**
 * Builds the rows of a place as of the end of a past day: memberships of that day, values in force then by
 * recorded time. 400 for `field` where more people belonged to it than are built at once.
 */
export async function buildPast(
  engine: Engine,
  tree: Tree,
  { on, place, field }: { readonly on: string; readonly place: TreePlace; readonly field: string },
): Promise<CountedMoment> {
  const moment = momentOf(on)
  const people = await peopleOf(engine, institutionsOf(tree, place), moment, mostBuilt)
  const ids = people.map(({ id }) => id).toSorted((a, b) => a - b)
  if (people.filter(({ here }) => here).length > mostBuilt)
    throw invalid(
      field,
      `${place.name}当时超过 ${mostBuilt} 人，不能按任意日期统计；请选 9 月 1 日的定格数据，或先选定县区、学校`,
    )
  return countedOf(engine, tree, moment, { persons: inBatches(engine, moment, ids), leavers: true })
}

interface PastEntry {
  readonly made: Promise<CountedMoment>
  readonly until: number
  readonly state: string
}

/**
 * Keeps what was built for a minute, as long as nobody was moved or taken out since: a page, its lists and
 * its workbook ask for the same day. `state` names what the people and the tree are built of.
 */
export function openPast(): (
  key: string,
  state: string,
  make: () => Promise<CountedMoment>,
) => Promise<CountedMoment> {
  const kept = new Map<string, PastEntry>()
  return (key, state, make) => {
    const held = kept.get(key)
    if (held && held.until > Date.now() && held.state === state) return held.made
    const made = make()
    kept.delete(key)
    kept.set(key, { made, state, until: Date.now() + keptFor })
    made.catch(() => kept.delete(key))
    const oldest = kept.keys().next().value
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return made
  }
}
