import type { AnyRecord } from '../../../catalogue/define.ts'
import { isObject } from '../../platform/http/body.ts'
import { isOwnKey } from '../../../catalogue/own/key.ts'
import { placeOf } from '../records/index.ts'
import { prepared } from '../prepared/index.ts'

/** Answers a blind index as the suite in force makes it, from the sealed value that it is of. */
export type Reindex = (
  index: string,
  of: { readonly kind: string; readonly sealed: string; readonly place: string },
) => string

/** The sealed values of a table, and how a row is sealed with another key. */
export interface SealedTable {
  readonly table: string
  /** The primary key, in its order: column and type. */
  readonly key: readonly (readonly [column: string, type: string])[]
  /** Columns that hold sealed values. */
  readonly columns: readonly (readonly [column: string, type: 'text' | 'jsonb'])[]
  /** Those of the columns that are blind indexes of a value beside them. */
  readonly indexes?: readonly string[]
  /** Rows that can hold sealed values at all; every one unless given. */
  readonly only?: string
  /** Further columns that name the place a value is bound to. */
  readonly also?: readonly string[]
  /** Returns the columns with every sealed value replaced by `again(sealed, place)`. */
  readonly reseal: (
    row: Readonly<Record<string, unknown>>,
    again: (sealed: string, place: string) => string,
    reindex: Reindex,
  ) => Readonly<Record<string, unknown>>
}

/**
 * The table of persons: each column holds one value, bound to person, column and id.
 * @param indexed those of the columns that have a blind index beside them
 */
export function personTable(columns: readonly string[], indexed: readonly string[]): SealedTable {
  const resealed = (row: Readonly<Record<string, unknown>>, column: string, again: Reseal) => {
    const sealed = row[`${column}_sealed`]
    return typeof sealed === 'string' ? again(sealed, `person|${column}|${String(row['id'])}`) : null
  }
  const reindexed = (row: Readonly<Record<string, unknown>>, column: string, reindex: Reindex) => {
    const [sealed, index] = [row[`${column}_sealed`], row[`${column}_key`]]
    if (typeof sealed !== 'string' || typeof index !== 'string') return index
    return reindex(index, { kind: column, sealed, place: `person|${column}|${String(row['id'])}` })
  }
  return {
    table: 'person',
    key: [['id', 'integer']],
    columns: [
      ...columns.map((column) => [`${column}_sealed`, 'text'] as const),
      ...indexed.map((column) => [`${column}_key`, 'text'] as const),
    ],
    indexes: indexed.map((column) => `${column}_key`),
    reseal: (row, again, reindex) => ({
      ...Object.fromEntries(columns.map((column) => [`${column}_sealed`, resealed(row, column, again)])),
      ...Object.fromEntries(indexed.map((column) => [`${column}_key`, reindexed(row, column, reindex)])),
    }),
  }
}
type Reseal = (sealed: string, place: string) => string

/** Contact of the person who objected to an entry. */
export const objectionTable: SealedTable = {
  table: 'campaign_objection',
  key: [
    ['campaign_id', 'uuid'],
    ['id', 'uuid'],
  ],
  columns: [['contact_sealed', 'text']],
  reseal: (row, again) => ({
    contact_sealed: again(String(row['contact_sealed']), `campaign_objection|contact|${String(row['id'])}`),
  }),
}

/**
 * The numbers of persons at providers outside; bound to provider and person
 * (engine/directory/outside-accounts).
 */
export const outsideTable: SealedTable = {
  table: 'outside_account',
  key: [
    ['person_id', 'integer'],
    ['provider', 'text'],
  ],
  columns: [
    ['subject_sealed', 'text'],
    ['subject_key', 'text'],
  ],
  indexes: ['subject_key'],
  reseal: (row, again, reindex) => {
    const [provider, sealed] = [String(row['provider']), String(row['subject_sealed'])]
    const place = `outside_account|${provider}|${String(row['person_id'])}`
    return {
      subject_sealed: again(sealed, place),
      subject_key: reindex(String(row['subject_key']), { kind: `outside.${provider}`, sealed, place }),
    }
  },
}

/** A sealed value by its form: what an office sealed is known by no declaration once the field has ended. */
const sealedForm = /^(v1\.\d+\.[\w-]{16}\.[\w-]{22}|v2\.\d+\.[\w-]{22}\.[\w-]{43})\.[\w-]*$/

/**
 * The own fields of a record with their sealed values sealed anew. A text that somebody typed may look like a
 * sealed value; it does not open, and stays.
 */
function ownResealed(
  own: Readonly<Record<string, unknown>>,
  place: (key: string) => string,
  again: (sealed: string, place: string) => string,
): Record<string, string> {
  const changed = Object.entries(own).flatMap(([key, value]) => {
    if (!isOwnKey(key) || typeof value !== 'string' || !sealedForm.test(value)) return []
    try {
      return [[key, again(value, place(key))] as const]
    } catch {
      return []
    }
  })
  return Object.fromEntries(changed)
}

/** The typed table of a record type: its sealed columns, and the sealed values among own fields. */
function typedTable(definition: AnyRecord): SealedTable {
  const { typed, table } = prepared(definition)
  const fields = typed.filter(({ field }) => field.sealed === true)
  return {
    table,
    ...(fields.length === 0 && { only: `own <> '{}'` }),
    key: [
      ['owner_id', 'integer'],
      ['id', 'uuid'],
    ],
    columns: [...fields.map(({ column }) => [column, 'text'] as const), ['own', 'jsonb']],
    reseal: (row, again) => {
      const place = (key: string) => placeOf(definition.name, key, String(row['id']))
      const columns = fields.map(({ key, column }) => {
        const sealed = row[column]
        return [column, typeof sealed === 'string' ? again(sealed, place(key)) : null]
      })
      const own = isObject(row['own']) ? row['own'] : {}
      return { ...Object.fromEntries(columns), own: { ...own, ...ownResealed(own, place, again) } }
    },
  }
}

/** Revisions hold the whole value. A rotation changes its ciphertexts; no version arises. */
function revisionTable(records: Readonly<Record<string, AnyRecord>>): SealedTable {
  const fields = new Map(
    Object.values(records).map((definition) => [
      definition.name,
      prepared(definition).sealed.map(({ key }) => key),
    ]),
  )
  return {
    table: 'revision',
    key: [
      ['owner_id', 'integer'],
      ['id', 'uuid'],
    ],
    columns: [['value', 'jsonb']],
    also: ['type', 'record_id'],
    reseal: (row, again) => {
      const value = isObject(row['value']) ? row['value'] : {}
      const type = String(row['type'])
      const changed = (fields.get(type) ?? []).flatMap((key) => {
        const sealed = value[key]
        return typeof sealed === 'string'
          ? [[key, again(sealed, placeOf(type, key, String(row['record_id'])))] as const]
          : []
      })
      const place = (key: string) => placeOf(type, key, String(row['record_id']))
      return { value: { ...value, ...Object.fromEntries(changed), ...ownResealed(value, place, again) } }
    },
  }
}

/** All tables of the engine that hold sealed values. */
export function engineTables(records: Readonly<Record<string, AnyRecord>>): SealedTable[] {
  return [...Object.values(records).map(typedTable), revisionTable(records)]
}
