import type { Actor } from '../../../../catalogue/access/access.ts'
import type { AnyRecord } from '../../../../catalogue/define.ts'
import {
  fieldIn,
  institutionKey,
  isComputed,
  personType,
  type QuerySection,
} from '../../../../catalogue/query/fields.ts'
import { isMany, readValue } from '../../../../catalogue/query/judge.ts'
import { conditionsOf, isHas, type Condition, type Query } from '../../../../catalogue/query/query.ts'
import { AppError } from '../../../../catalogue/errors.ts'
import type { AskedNumber, Place } from '../../../engine/access/index.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { Figures } from '../../../engine/figures/index.ts'
import { comparedWith } from '../../../engine/kinds/index.ts'
import { prepared, type TypedField } from '../../../engine/prepared/index.ts'
import { snake } from '../../../engine/schema/index.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import { workedOut } from './computed.ts'

/** From how many people on a query is asked in which way. */
export interface Limits {
  /** From so many in scope on, everybody is asked in memory first; fewer are asked by one statement. */
  readonly wideFrom: number
  /** So many candidates are looked at by their numbers; more are left to one statement over the scope. */
  readonly mostCandidates: number
  /** More found people than this are sooner met along the index of names than sorted. */
  readonly fewToSort: number
}
export const usualLimits: Limits = { wideFrom: 20_000, mostCandidates: 120_000, fewToSort: 2_000 }

/** Dependencies of queries. */
export interface SearchNeeds {
  readonly engine: Engine
  /** Everybody as columns of numbers: large regions are asked there first. */
  readonly figures: Figures
  readonly limits?: Limits
}

/** A query with whoever asks it and what it may ask. */
export interface QueryRequest extends Required<SearchNeeds> {
  readonly actor: Actor
  readonly query: Query
  readonly sections: readonly QuerySection[]
  /** The place that is looked at; null for the whole scope. */
  readonly place: Place | null
  /** The day that counts, and whether it is over. */
  readonly day: string
  readonly isPast: boolean
  /** Only these people are looked at, where given: what was found before is read again. */
  readonly only?: readonly number[]
}

/** Fields of the basic information that a key reads: itself, what is worked out of them, or none. */
export const personFieldsOf = (key: string): readonly string[] =>
  isComputed(key) ? workedOut(key).reads : institutionKey(key) ? [] : [key]

/** The declaration of a type that the query named and the judge accepted. */
export function declared({ records }: Engine, type: string): AnyRecord {
  const definition = Object.hasOwn(records, type) ? records[type] : undefined
  if (!definition) throw new AppError('missing')
  return definition
}

/** These fields of a type as the engine reads them, each once. */
export function preparedFields(definition: AnyRecord, keys: readonly string[]): TypedField[] {
  return prepared(definition).typed.filter(({ key, field }) => !field.sealed && keys.includes(key))
}

/**
 * The value of a person that a key names: a column of `b`, one that is worked out, or one of the institution
 * `o`.
 */
export function personValue(key: string, day: string): Sql {
  if (isComputed(key)) return sql`(${workedOut(key).value(day)})`
  const ofInstitution = institutionKey(key)
  return ofInstitution ? sql.id('o', snake(ofInstitution)) : sql.id('b', snake(key))
}

/** The blind index of a field that is a number of the person. */
const columnOf = { idNo: 'id_no', mobile: 'mobile' } as const

/** Whether the person behind an owner has exactly this number, by its blind index. */
function numbered({ engine }: QueryRequest, owner: Sql, which: 'idNo' | 'mobile', value: unknown): Sql {
  const kind = columnOf[which]
  const indexes = [...engine.keys.blinds(kind, String(value))]
  return sql`exists (
    select 1
    from teacher own_teacher join person own_person on own_person.id = own_teacher.person_id
    where own_teacher.id = ${owner} and ${sql.id('own_person', `${kind}_key`)} = any(${indexes}::text[]))`
}

/** One condition on rows of a type, which the judge accepted. */
export function conditionSql(
  asking: QueryRequest,
  type: string,
  { field: key, op, value }: Condition,
  at: { readonly owner: Sql; readonly expression: Sql },
): Sql {
  const found = fieldIn(asking.sections, type, key)
  if (!found) throw new AppError('forbidden')
  const given = isMany(value) ? value : value === undefined ? [] : [value]
  const values = given.map((one) => {
    const read = readValue(found.field, one, asking.day)
    return 'value' in read ? read.value : one
  })
  const { ofPerson, sealed } = found.field
  if (sealed) return ofPerson ? numbered(asking, at.owner, ofPerson, values[0]) : sql`false`
  if (op === 'like') return comparedWith({ op, values: [value] }, at.expression, found.field)
  return comparedWith({ op, values }, at.expression, found.field)
}

/** Keys of the person that the conditions of a query read. */
export const askedOfPerson = (query: Query): string[] =>
  conditionsOf(query).flatMap(({ condition }) => (isHas(condition) ? [] : [condition.field]))

/** The numbers of people that a query asks for. */
export const numbersAsked = ({ query, sections, day }: QueryRequest): AskedNumber[] =>
  conditionsOf(query).flatMap(({ condition }) => {
    const asked: readonly (readonly [string, Condition])[] = isHas(condition)
      ? condition.where.map((one) => [condition.has, one])
      : [[personType, condition]]
    return asked.flatMap(([type, { field, value }]) => {
      const found = fieldIn(sections, type, field)?.field
      if (!found?.sealed || !found.ofPerson) return []
      const [one] = isMany(value) ? value : [value]
      const read = readValue(found, one, day)
      return [{ kind: columnOf[found.ofPerson], value: String('value' in read ? read.value : one) }]
    })
  })
