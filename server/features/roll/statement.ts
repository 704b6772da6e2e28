import type { Actor } from '../../../catalogue/access/access.ts'
import { rollType, statusesOf, type RollQuery } from '../../../catalogue/contract/archive/roll.ts'
import {
  called,
  placeCondition,
  scopeCondition,
  teachersWhere,
  type Place,
} from '../../engine/access/index.ts'
import { exactUpTo } from '../../engine/records/index.ts'
import { namesakes } from '../../engine/names/index.ts'
import { snake, tableName } from '../../engine/schema/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** Most teachers that one answer looks through where no index finds them (docs/decisions/0034). */
export const readUpTo = 100_000

/** What a list is read from, beside what was asked. */
export interface Among {
  readonly place: Place | null
  /** Teachers found by a number. */
  readonly ids: readonly number[] | null
  /** Only this many of the scope are looked through, in the order of the list; null for all. */
  readonly first: number | null
}

/** Filters that compare a field of the basic information with one code. */
const equal = ['schoolStage', 'mainSubject', 'titleLevel', 'highestEducation'] as const

const column = (key: string): Sql => sql.id('b', snake(key))

/** Whoever is so old today was born after the day that this many years ago. */
const yearsAgo = (years: number): Sql =>
  sql`((now() at time zone 'Asia/Shanghai')::date - make_interval(years => ${years}::int))::date`

/** What the basic information `b` has to say. */
function ofRecord(query: RollQuery): Sql[] {
  const { inEstablishment, ageFrom, ageTo, filled } = query
  return [
    ...equal.flatMap((key) => (query[key] === undefined ? [] : [sql`${column(key)} = ${query[key]}`])),
    ...(inEstablishment === undefined
      ? []
      : [sql`${column('inEstablishment')} = ${inEstablishment === 'true'}::boolean`]),
    ...(ageFrom === undefined ? [] : [sql`${column('birthDate')} <= ${yearsAgo(ageFrom)}`]),
    ...(ageTo === undefined ? [] : [sql`${column('birthDate')} > ${yearsAgo(ageTo + 1)}`]),
    ...(filled === undefined ? [] : [filled === 'true' ? sql`b.id is not null` : sql`b.id is null`]),
  ]
}

/** Whether a query looks at more than the index of names. */
export const isFiltered = (query: RollQuery): boolean =>
  ofRecord(query).length > 0 || query.employmentStatus !== undefined || query.state !== undefined

const statuses = ({ employmentStatus, state, teacherId }: RollQuery): readonly string[] =>
  employmentStatus === undefined ? statusesOf(teacherId === undefined ? state : 'all') : [employmentStatus]

/** Teachers `t` of the reader’s scope, whatever was asked of them. */
const scoped = (actor: Actor, { place }: Pick<Among, 'place'>): Sql =>
  place
    ? sql`${scopeCondition(actor, 't', 'id')} and ${placeCondition(place, 't')}`
    : scopeCondition(actor, 't', 'id')

/** How many teachers lie in the scope, up to one more than `upTo`. */
export const scopeStatement = (actor: Actor, among: Pick<Among, 'place'>, upTo: number): Sql => sql`
  select count(*)::int as count
  from (select 1 from teacher t where ${scoped(actor, among)} limit ${upTo + 1}) s`

/** Teachers `t`, as a `from`: by their names, by numbers, or along the index of names. */
function fromTeachers(actor: Actor, query: RollQuery, among: Among): Sql {
  const { ids, first, place } = among
  const { keyword, teacherId } = query
  const among0 = scoped(actor, among)
  // A number that was joined into another one leads to it.
  if (teacherId !== undefined)
    return sql`(select * from teacher t where ${among0} and t.id = coalesce(
      (select o.joined_into from teacher o where o.id = ${teacherId}), ${teacherId})) t`
  if (ids) return sql`(select * from teacher t where ${among0} and t.id = any(${[...ids]}::int[])) t`
  if (keyword) return teachersWhere(sql`${among0} and ${called(actor, 't', keyword, place)}`)
  if (first === null) return sql`(select * from teacher t where ${among0}) t`
  return sql`(select * from teacher t where ${among0} order by t.name_sort, t.id limit ${first}) t`
}

/** Teachers `t` that the roll shows, as a `from` with its conditions. */
function fromShown(actor: Actor, query: RollQuery, among: Among): Sql {
  const conditions = ofRecord(query)
  // A record in force repeats the place of its owner, so both are read along the index of the scope.
  const join =
    conditions.length === 0
      ? sql.empty
      : sql`left join ${sql.id(tableName(rollType))} b on b.owner_id = t.id and b.voided_at is null
          and ${scopeCondition(actor, 'b')} ${among.place ? sql`and ${placeCondition(among.place, 'b')}` : sql.empty}`
  const where = sql.join([sql`t.status = any(${[...statuses(query)]}::text[])`, ...conditions], ' and ')
  return sql`from ${fromTeachers(actor, query, among)} ${join} where ${where}`
}

const directionOf = ({ sort }: RollQuery): Sql => (sort === '-name' ? sql`desc` : sql`asc`)

/** The statement of the teachers of the roll in its order, at most so many: their numbers only. */
export function rollKeysStatement(actor: Actor, query: RollQuery, among: Among, most: number): Sql {
  const direction = directionOf(query)
  return sql`
    select t.id ${fromShown(actor, query, among)}
    order by t.name_sort ${direction}, t.id ${direction}
    limit ${most}`
}

/** The statement of some teachers of the scope by their numbers, in that order. */
export const teachersStatement = (actor: Actor, ids: readonly number[]): Sql => sql`
  select t.id, t.name, t.status, t.institution_id, i.name as institution
  from teacher t left join institution i on i.id = t.institution_id
  where t.id = any(${[...ids]}::int[]) and ${scopeCondition(actor, 't', 'id')}
  order by array_position(${[...ids]}::int[], t.id)`

/** The statement of one page of the roll, with the total up to one more than is counted in every row. */
export function rollStatement(actor: Actor, query: RollQuery, among: Among): Sql {
  const from = fromShown(actor, query, among)
  const direction = directionOf(query)
  return sql`
    select c.total, x.*, i.name as institution
    from (select count(*)::int as total from (select 1 ${from} limit ${exactUpTo + 1}) n) c
    left join (select t.id, t.name, t.name_sort, t.status, t.institution_id ${from}
      order by t.name_sort ${direction}, t.id ${direction}
      limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}) x on true
    left join institution i on i.id = x.institution_id
    order by x.name_sort ${direction}, x.id ${direction}`
}

/** How many people of a school have each status. */
export const statusCountsStatement = (institutionId: number): Sql => sql`
  select t.status, count(*)::int as count
  from teacher t
  where t.institution_id = ${institutionId}
  group by t.status`

/**
 * Others in the reader's scope with the name and birthday of one of these teachers, who were not told apart.
 */
export const alikeStatement = (actor: Actor, ids: readonly number[]): Sql => sql`
  with ${namesakes(tableName(rollType), ids)}
  select a.owner_id as "ownerId", t.id as "teacherId", t.name, coalesce(i.name, '') as institution
  from pair a
  join teacher t on t.id = a.other_id
  left join institution i on i.id = t.institution_id
  where ${scopeCondition(actor, 't', 'id')}`
