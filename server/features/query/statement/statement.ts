import { peopleSets, statusesOfSet } from '../../../../catalogue/query/people.ts'
import { personType } from '../../../../catalogue/query/fields.ts'
import { isAny, isHas, type Condition, type Element, type Has } from '../../../../catalogue/query/query.ts'
import { placeCondition, scopeCondition, type Place } from '../../../engine/access/index.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import { askedOfPerson, conditionSql, personValue, type QueryRequest } from './asked.ts'
import { personSource, preparedCounts } from './sources.ts'

/** A condition with its name in the statement. */
interface NamedCondition {
  readonly path: string
  /** Whether a person fulfils it, as an expression over the columns of `base`. */
  readonly holds: Sql
}

/** One value that is carried along with each person, under its name. */
export interface CarriedValue {
  readonly name: string
  readonly value: Sql
}

/** People in scope, with a boolean column for each condition. */
export interface Statement {
  /** `with …` up to `base`, whose rows are the people before any condition. */
  readonly head: Sql
  /** Whether a row of `base` fulfils the whole query. */
  readonly total: Sql
  /** Conditions in order: each counts the people of `base` left after it and those before it. */
  readonly remaining: readonly NamedCondition[]
  /** Whether a row of `base` fulfils each group that has a condition. */
  readonly groups: readonly Sql[]
}

const column = (name: string): Sql => sql.id('base', name)
const all = (parts: readonly Sql[]): Sql =>
  parts.length === 0 ? sql`true` : sql`(${sql.join(parts, ' and ')})`
const oneOf = (parts: readonly Sql[]): Sql =>
  parts.length === 0 ? sql`true` : sql`(${sql.join(parts, ' or ')})`

/** Condition on the number of records of a `has`; no record counts as zero. */
function hasSql({ min, max }: Has, at: number): Sql {
  const n = sql`coalesce(${sql.id(`h${at}`, 'n')}, 0)`
  if (max === 0) return sql`${n} = 0`
  const most = max === undefined ? sql.empty : sql`and ${n} <= ${max}::int`
  return sql`(${n} >= ${min ?? 1}::int ${most})`
}

/** Numbers the conditions in the order in which they stand, so that each has a column. */
function columnsOf(asking: QueryRequest): {
  readonly carried: CarriedValue[]
  readonly of: Map<Condition | Has, string>
} {
  const carried: CarriedValue[] = []
  const of = new Map<Condition | Has, string>()
  let counted = 0
  const add = (one: Condition | Has) => {
    const name = `c${carried.length}`
    const value = isHas(one)
      ? hasSql(one, counted)
      : conditionSql(asking, personType, one, {
          owner: sql`t.id`,
          expression: personValue(one.field, asking.day),
        })
    if (isHas(one)) counted += 1
    carried.push({ name, value })
    of.set(one, name)
  }
  for (const element of asking.query.conditions.flat())
    for (const one of isAny(element) ? element.any : [element]) add(one)
  return { carried, of }
}

function holdsOf(element: Element, of: ReadonlyMap<Condition | Has, string>): Sql {
  const one = (condition: Condition | Has) => column(of.get(condition) ?? 'none')
  return isAny(element) ? oneOf(element.any.map(one)) : one(element)
}

/** What remains after each condition of a group; within 或 each is counted with what stands before it. */
function remainingOf(
  group: readonly Element[],
  g: number,
  of: ReadonlyMap<Condition | Has, string>,
): NamedCondition[] {
  return group.flatMap((element, e) => {
    const before = group.slice(0, e).map((one) => holdsOf(one, of))
    const path = `conditions.${g}.${e}`
    const whole = { path, holds: all([...before, holdsOf(element, of)]) }
    if (!isAny(element)) return [whole]
    return [
      ...element.any.map((one, k) => ({
        path: `${path}.any.${k}`,
        holds: all([...before, holdsOf(one, of)]),
      })),
      whole,
    ]
  })
}

/** The membership in force on the day; for today's personnel the teacher's own row says it. */
function membership({ query, day, isPast }: QueryRequest): Sql {
  const inForce = (kind: string) => sql`
    (select m.institution_id
    from membership m
    where m.teacher_id = t.id and m.kind = ${kind} and m.from_on <= ${day}::date
      and (m.to_on is null or m.to_on >= ${day}::date)
    order by m.from_on desc, m.id
    limit 1)`
  const personnel = isPast ? inForce('personnel') : sql`t.institution_id`
  return query.basis === 'teaching' ? sql`coalesce(${inForce('teaching')}, ${personnel})` : personnel
}

/** Who counts: by status today; somebody who left since was there on a day that is over. */
function peopleSql({ query, day, isPast }: QueryRequest): Sql {
  const { category } = peopleSets[query.people]
  const now = sql`t.status = any(${[...statusesOfSet(query.people)]}::text[])`
  const left = sql`exists (
    select 1
    from membership m
    where m.teacher_id = t.id and m.kind = 'personnel' and m.from_on <= ${day}::date and m.to_on >= ${day}::date)`
  const status = isPast ? sql`o.id is not null and (${now} or ${left})` : now
  if (!category) return status
  const isIn = 'in' in category
  const codes = [...(isIn ? category.in : category.nin)]
  const listed = sql`coalesce(b.staff_category = any(${codes}::text[]), false)`
  return isIn ? sql`${status} and ${listed}` : sql`${status} and not ${listed}`
}

const ofPlace = ({ column: name, id }: Place): Sql =>
  sql`${sql.id('o', name === 'institution_id' ? 'id' : name)} = ${id}`

/**
 * The statement of a query up to its people. Everything that came from outside is a parameter; names of
 * tables and columns come from the declarations. The scope of whoever asks is always part of it.
 * @param keys of the person that the list shows or is ordered by, beside those of the conditions
 */
export async function statementOf(
  asking: QueryRequest,
  keys: readonly string[],
  carry: readonly CarriedValue[],
): Promise<Statement> {
  const { actor, place, query, isPast, only } = asking
  const read = [...askedOfPerson(query), ...keys]
  const { carried, of } = columnsOf(asking)
  const { parts, joins } = await preparedCounts(asking, read)
  const person = await personSource(asking, read)
  const narrowed =
    place && query.basis === 'personnel' && !isPast ? sql`and ${placeCondition(place, 't')}` : sql.empty
  const few = only ? sql`and t.id = any(${[...only]}::int[])` : sql.empty
  const placed = place ? sql`and ${ofPlace(place)}` : sql.empty
  const columns = [...carried, ...carry].map(({ name, value }) => sql`, ${value} as ${sql.id(name)}`)
  const base = sql`base as materialized (
    select t.id, t.name_sort, t.status, o.id as institution_id, o.district_id, o.city_id, o.province_id
      ${sql.join(columns, '')}
    from teacher t
    left join institution o on o.id = ${membership(asking)}
    left join ${person} b on b.owner_id = t.id
    ${joins}
    where ${scopeCondition(actor, 't', 'id')} ${narrowed} ${placed} ${few} and ${peopleSql(asking)})`
  const filled = query.conditions.filter((group) => group.length > 0)
  const groups = filled.map((group) => all(group.map((element) => holdsOf(element, of))))
  return {
    head: sql`with ${sql.join([...parts, base], ', ')}`,
    total: oneOf(groups),
    remaining: query.conditions.flatMap((group, g) => remainingOf(group, g, of)),
    groups,
  }
}
