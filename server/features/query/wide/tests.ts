import { fieldIn, institutionKey, personType } from '../../../../catalogue/query/fields.ts'
import { isHas, type Condition, type Has } from '../../../../catalogue/query/query.ts'
import type { Tree, ValueColumn, Values } from '../../../engine/figures/index.ts'
import { columnType } from '../../../engine/kinds/index.ts'
import { snake } from '../../../engine/schema/index.ts'
import { sql } from '../../../platform/db/sql.ts'
import {
  conditionSql,
  declared,
  personFieldsOf,
  personValue,
  preparedFields,
  type QueryRequest,
} from '../statement/asked.ts'
import { countedRows } from '../statement/sources.ts'

/**
 * Whether somebody fulfils a condition: by the number of the teacher, and the position of the institution in
 * the tree.
 */
export type Test = (teacher: number, position: number) => boolean

/** A column that a person has one value in, with its type in the database. */
interface OneColumn extends ValueColumn {
  readonly cast: string
}

/** The one column of the basic information that a condition reads; null where it reads several, or none. */
function columnOf({ engine }: QueryRequest, { field: key }: Condition): OneColumn | null {
  const reads = personFieldsOf(key)
  const [field] = preparedFields(declared(engine, personType), reads)
  if (reads.length !== 1 || !field) return null
  return { type: personType, column: field.column, cast: columnType(field.field) }
}

/** A condition on a person's own number is found by its index: a few people, whatever the scope. */
async function testOfNumber(asking: QueryRequest, condition: Condition): Promise<Test> {
  const holds = conditionSql(asking, personType, condition, { owner: sql`t.id`, expression: sql`null` })
  const rows = await asking.engine.search.query<{ id: number }>(
    sql`select t.id from teacher t where ${holds} limit 100`,
  )
  const found = new Set(rows.map(({ id }) => id))
  return (teacher) => found.has(teacher)
}

async function testOfInstitution(asking: QueryRequest, condition: Condition, tree: Tree): Promise<Test> {
  const holds = conditionSql(asking, personType, condition, {
    owner: sql`0`,
    expression: personValue(condition.field, asking.day),
  })
  const rows = await asking.engine.search.query<{ id: number }>(
    sql`select o.id from institution o where ${holds}`,
  )
  const fulfils = new Uint8Array(tree.places.length)
  for (const { id } of rows) fulfils[tree.positionOf(id)] = 1
  return (_teacher, position) => fulfils[position] === 1
}

/**
 * Asks the database once of every different value whether it fulfils a condition, so that a condition means
 * the same here as in the statement over records.
 */
async function testOfValues(
  asking: QueryRequest,
  condition: Condition,
  { column, cast }: OneColumn,
  { codes, texts }: Values,
): Promise<Test> {
  const holds = conditionSql(asking, personType, condition, {
    owner: sql`0`,
    expression: personValue(condition.field, asking.day),
  })
  const rows = await asking.engine.search.query<{ code: number }>(sql`
    select b.code::int - 1 as code
    from (
      select v.code, v.text::${sql.raw(cast)} as ${sql.id(column)}
      from unnest(${[...texts]}::text[]) with ordinality v (text, code)) b
    where ${holds}`)
  const fulfils = new Uint8Array(texts.length)
  for (const { code } of rows) fulfils[code] = 1
  return (teacher) => fulfils[codes[teacher] ?? 0] === 1
}

/** How everybody is asked a condition without reading their records; null where that cannot be. */
export async function testOf(asking: QueryRequest, condition: Condition, tree: Tree): Promise<Test | null> {
  const found = fieldIn(asking.sections, personType, condition.field)
  if (found?.field.sealed) return testOfNumber(asking, condition)
  if (institutionKey(condition.field)) return testOfInstitution(asking, condition, tree)
  const column = columnOf(asking, condition)
  if (!column) return null
  const [values = null] = await asking.figures.values.of([column])
  return values && testOfValues(asking, condition, column, values)
}

/** People from whom on two statements side by side count their records sooner than one. */
const fewToAskAtOnce = 10_000

/**
 * Counts the records of these people that a `has` means: what is left of a region is few enough to be looked
 * up.
 */
async function testOfRecords(asking: QueryRequest, has: Has, only: readonly number[]): Promise<Test> {
  const half = Math.ceil(only.length / 2)
  const parts = only.length < fewToAskAtOnce ? [only] : [only.slice(0, half), only.slice(half)]
  const answers = await Promise.all(
    parts.map(async (part) =>
      asking.engine.search.query<{ owner_id: number; n: number }>(
        await countedRows({ ...asking, only: part }, has),
      ),
    ),
  )
  const many = new Map(answers.flat().map(({ owner_id: owner, n }) => [owner, n]))
  const { min = 1, max } = has
  return (teacher) => {
    const n = many.get(teacher) ?? 0
    return max === 0 ? n === 0 : n >= min && n <= (max ?? n)
  }
}

/** How those who are left are asked a condition; null where that cannot be, or they are still too many. */
export async function testOfLeft(
  asking: QueryRequest,
  one: Condition | Has,
  { tree, left }: { readonly tree: Tree; readonly left: readonly number[] },
): Promise<Test | null> {
  if (!isHas(one)) return testOf(asking, one, tree)
  return left.length > asking.limits.mostCandidates ? null : testOfRecords(asking, one, left)
}

/** A test of one of several codes of a column, for whom a query looks at. */
export async function testOfCodes(
  { figures }: QueryRequest,
  column: ValueColumn,
  wanted: readonly string[],
): Promise<Test | null> {
  const [values = null] = await figures.values.of([column])
  if (!values) return null
  const { codes, texts } = values
  const fulfils = Uint8Array.from(texts, (text) => (text !== null && wanted.includes(text) ? 1 : 0))
  return (teacher) => fulfils[codes[teacher] ?? 0] === 1
}

export const statusColumn: ValueColumn = { type: null, column: 'status' }
export const categoryColumn: ValueColumn = { type: personType, column: snake('staffCategory') }
