import {
  attributeKeys,
  momentOf,
  type AttributeKey,
  type Moment,
  type Person,
} from '../../../catalogue/figures/attributes.ts'
import { markKeys, marks, type MarkKey } from '../../../catalogue/figures/marks.ts'
import { copyRows } from '../../platform/db/copy.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Engine, Queryable } from '../engine.ts'
import type { CountedMoment } from './live.ts'
import { countedOf, institutionsOf } from './past.ts'
import { readPersons } from './persons.ts'
import { loadTree, type Tree, type TreePlace } from './places.ts'

const batch = 10_000

/** A run of which the rows are kept. */
export interface Run {
  readonly id: number
  readonly on: string
  readonly version: number
}

/** The runs that are there to be read, the latest version of each day, the latest day first. */
export const runsDone = (db: Queryable): Promise<Run[]> =>
  db.query<Run>(sql`
    select distinct on (on_day) id, on_day as "on", version
    from figure_run
    where state = 'done'
    order by on_day desc, version desc`)

export interface FreezeRequest {
  readonly on: string
  readonly reason: string
  /** The identity that asked; null for the clock. */
  readonly by: number | null
}

/** Asks for a run of a day: its first version, or a correction. Undefined where one is already waiting. */
export const askForRun = (
  db: Queryable,
  { on, reason, by }: FreezeRequest,
): Promise<{ version: number } | undefined> =>
  db.maybeOne<{ version: number }>(sql`
    insert into figure_run (on_day, version, reason, by_identity, attributes)
    select ${on}::date, coalesce(max(version), 0) + 1, ${reason}::text, ${by}::int, ${[...attributeKeys]}::text[]
    from figure_run
    where on_day = ${on}::date
    having not coalesce(bool_or(state = 'asked'), false)
    on conflict (on_day, version) do nothing
    returning version`)

/** Runs that wait, or that a process began and did not finish. */
const waitingRun = (db: Queryable) =>
  db.maybeOne<Run & { attributes: string[] }>(sql`
    select id, on_day as "on", version, attributes
    from figure_run
    where state = 'asked'
    order by id
    limit 1`)

async function keepRows(engine: Engine, run: Run, persons: readonly Person[]): Promise<void> {
  const rows = persons
    .filter(({ placeId, taughtId }) => placeId !== null || taughtId !== null)
    .map((person): [number, number, number | null, number | null, string[]] => [
      run.id,
      person.teacherId,
      person.placeId,
      person.taughtId,
      attributeKeys.map((key) => person[key] ?? ''),
    ])
  await engine.db.transaction((tx) =>
    copyRows(tx.client, 'figure_row', ['run_id', 'teacher_id', 'institution_id', 'taught_id', 'facts'], rows),
  )
}

type Totals = Map<number, Map<MarkKey, number>>

function addTo(totals: Totals, tree: Tree, moment: Moment, persons: readonly Person[]): void {
  for (const person of persons) {
    if (person.placeId === null) continue
    const own = totals.get(person.placeId) ?? new Map<MarkKey, number>()
    totals.set(person.placeId, own)
    for (const key of markKeys)
      if (marks[key](person, { moment, place: tree.placeOf })) own.set(key, (own.get(key) ?? 0) + 1)
  }
}

/** Writes the totals and ends the run, in one transaction. */
async function finish({ db }: Engine, run: Run, totals: Totals): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = [...totals].flatMap(([place, own]) =>
      [...own].map(([mark, persons]): [number, number, string, number] => [run.id, place, mark, persons]),
    )
    await copyRows(tx.client, 'figure_total', ['run_id', 'institution_id', 'mark', 'persons'], rows)
    await tx.execute(sql`
      update figure_run
      set state = 'done', made_at = now(),
        persons = (select count(*)::int from figure_row where run_id = ${run.id})
      where id = ${run.id}`)
  })
}

/** Everybody who has a row already is left alone: a process may have been killed in the midst of it. */
const reached = (db: Queryable, { id }: Run): Promise<{ last: number }> =>
  db.one<{ last: number }>(
    sql`select coalesce(max(teacher_id), 0) as last from figure_row where run_id = ${id}`,
  )

const nextUpTo = async (db: Queryable, after: number): Promise<number | null> =>
  (
    await db.one<{ last: number | null }>(sql`
      select max(id) as last
      from (select id from teacher where id > ${after} order by id limit ${batch}) next`)
  ).last

/**
 * Makes the oldest run that was asked for: everybody who belonged somewhere on the day, by the values in
 * force at its end. Resolves to false where none waits. A run that was interrupted goes on where it was.
 */
export async function makeRun(engine: Engine, stopping: AbortSignal): Promise<boolean> {
  const { db } = engine
  const run = await waitingRun(db)
  if (!run) return false
  const [moment, tree] = [momentOf(run.on), await loadTree(db)]
  const totals: Totals = new Map()
  const { last: kept } = await reached(db, run)
  for (let after = 0; ;) {
    if (stopping.aborted) return false
    const upTo = await nextUpTo(db, after)
    if (upTo === null) break
    const persons = await readPersons(db, { engine, which: { after, upTo }, moment, when: 'then' })
    addTo(totals, tree, moment, persons)
    await keepRows(
      engine,
      run,
      persons.filter(({ teacherId }) => teacherId > kept),
    )
    after = upTo
  }
  await finish(engine, run, totals)
  return true
}

interface Row {
  readonly teacher_id: number
  readonly institution_id: number | null
  readonly taught_id: number | null
  readonly facts: readonly string[]
}

function personFrom(row: Row, places: readonly number[]): Person {
  const texts = Object.fromEntries(
    attributeKeys.map((key, index): [AttributeKey, string | null] => [
      key,
      row.facts[places[index] ?? -1] || null,
    ]),
  )
  const { teacher_id: teacherId, institution_id: placeId, taught_id: taughtId } = row
  return Object.assign({ teacherId, placeId, taughtId }, none, texts)
}

const none: Readonly<Record<AttributeKey, string | null>> = Object.assign(
  {},
  ...attributeKeys.map((key) => ({ [key]: null })),
)

/** The rows of a place in a run, on today's tree. */
export async function readRun(
  engine: Engine,
  tree: Tree,
  run: Run,
  place: TreePlace,
): Promise<CountedMoment> {
  const { db } = engine
  const institutions = institutionsOf(tree, place)
  const { attributes } = await db.one<{ attributes: string[] }>(
    sql`select attributes from figure_run where id = ${run.id}`,
  )
  const places = attributeKeys.map((key) => attributes.indexOf(key))
  async function* rows() {
    for (let after = 0; ;) {
      const some = await db.query<Row>(sql`
        select teacher_id, institution_id, taught_id, facts
        from figure_row
        where run_id = ${run.id} and teacher_id > ${after}
          and (institution_id = any(${institutions}::int[]) or taught_id = any(${institutions}::int[]))
        order by teacher_id
        limit ${batch}`)
      const last = some.at(-1)
      if (!last) return
      yield some.map((row) => personFrom(row, places))
      after = last.teacher_id
    }
  }
  return countedOf(engine, tree, momentOf(run.on), { persons: rows(), leavers: false })
}
