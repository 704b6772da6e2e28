import type { AnyRecord } from '../../../catalogue/define.ts'
import { isObject } from '../../platform/http/body.ts'
import { placeOf } from '../records/index.ts'
import { prepared } from '../prepared/index.ts'

/** The sealed values of a table, and how a row is sealed with another key. */
export interface SealedTable {
  readonly table: string
  /** The primary key, in its order: column and type. */
  readonly key: readonly (readonly [column: string, type: string])[]
  /** Columns that hold sealed values. */
  readonly columns: readonly (readonly [column: string, type: 'text' | 'jsonb'])[]
  /** Further columns that name the place a value is bound to. */
  readonly also?: readonly string[]
  /** Returns the columns with every sealed value replaced by `again(sealed, place)`. */
  readonly reseal: (
    row: Readonly<Record<string, unknown>>,
    again: (sealed: string, place: string) => string,
  ) => Readonly<Record<string, unknown>>
}

/** The table of persons: each column holds one value, bound to person, column and id. */
export function personTable(columns: readonly string[]): SealedTable {
  return {
    table: 'person',
    key: [['id', 'integer']],
    columns: columns.map((column) => [`${column}_sealed`, 'text'] as const),
    reseal: (row, again) =>
      Object.fromEntries(
        columns.map((column) => {
          const sealed = row[`${column}_sealed`]
          return [
            `${column}_sealed`,
            typeof sealed === 'string' ? again(sealed, `person|${column}|${String(row['id'])}`) : null,
          ]
        }),
      ),
  }
}

/**
 * The numbers of persons at providers outside; bound to provider and person
 * (engine/directory/outside-accounts).
 */
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

export const outsideTable: SealedTable = {
  table: 'outside_account',
  key: [
    ['person_id', 'integer'],
    ['provider', 'text'],
  ],
  columns: [['subject_sealed', 'text']],
  reseal: (row, again) => ({
    subject_sealed: again(
      String(row['subject_sealed']),
      `outside_account|${String(row['provider'])}|${String(row['person_id'])}`,
    ),
  }),
}

/** The typed table of a record type, if it has sealed fields. */
function typedTable(definition: AnyRecord): SealedTable | undefined {
  const { sealed: fields, table } = prepared(definition)
  if (fields.length === 0) return undefined
  return {
    table,
    key: [
      ['owner_id', 'integer'],
      ['id', 'uuid'],
    ],
    columns: fields.map(({ column }) => [column, 'text'] as const),
    reseal: (row, again) =>
      Object.fromEntries(
        fields.map(({ key, column }) => {
          const sealed = row[column]
          return [
            column,
            typeof sealed === 'string'
              ? again(sealed, placeOf(definition.name, key, String(row['id'])))
              : null,
          ]
        }),
      ),
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
      return { value: changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) } }
    },
  }
}

/** All tables of the engine that hold sealed values. */
export function engineTables(records: Readonly<Record<string, AnyRecord>>): SealedTable[] {
  return [
    ...Object.values(records).flatMap((definition) => typedTable(definition) ?? []),
    revisionTable(records),
  ]
}
