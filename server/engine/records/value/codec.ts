import type { AnyRecord, Field } from '../../../../catalogue/define.ts'
import { kindOf, textOf } from '../../../../catalogue/kinds/kinds.ts'
import type { Actor } from '../../../../catalogue/access/access.ts'
import { seesFull, type Duty } from '../../../../catalogue/access/sight.ts'
import type { Keys } from '../../../platform/crypto/keys.ts'
import { isOwnKey, ownPart } from '../../../../catalogue/own/key.ts'
import { isObject } from '../../../platform/http/body.ts'
import { prepared } from '../../prepared/index.ts'

/**
 * Values of a record by field key: plain (`Values`) inside the engine, or as stored (sealed fields as codec
 * text).
 */
export type Values = Record<string, unknown>

/** The whole value of a revision as the database holds it: stored values with the evidence. */
export type StoredValue = Values & { readonly attachments?: string[] }

/** Keys of the fields that people write. Derived fields are written by the engine. */
export const writableKeys = (definition: AnyRecord): readonly string[] => prepared(definition).writableKeys

/** The place a sealed value is bound to. The value opens in this field of this record only. */
export const placeOf = (type: string, key: string, recordId: string): string => `${type}|${key}|${recordId}`

/**
 * The stored form: sealed fields are encrypted for their field and record. Everything that is written to rows
 * and revisions passes here, so no table ever holds a sealed value in plain text.
 */
export function toStored(keys: Keys, definition: AnyRecord, recordId: string, values: Values): Values {
  return mapSealed(definition, values, (plain, key) =>
    keys.seal(String(plain), placeOf(definition.name, key, recordId)),
  )
}

/** The plain form of stored values. */
export function fromStored(keys: Keys, definition: AnyRecord, recordId: string, stored: Values): Values {
  return mapSealed(definition, stored, (text, key) =>
    keys.open(String(text), placeOf(definition.name, key, recordId)),
  )
}

function mapSealed(
  definition: AnyRecord,
  values: Values,
  change: (value: unknown, key: string) => string,
): Values {
  const out: Values = {}
  for (const { key, field } of prepared(definition).fields) {
    const value = values[key]
    if (value === undefined) continue
    out[key] = field.sealed && value !== null ? change(value, key) : value
  }
  // Own fields that this declaration does not have are carried as they are stored: another office's, or of a
  // layer that this process has not read yet.
  for (const key in values) if (!(key in out) && isOwnKey(key)) out[key] = values[key]
  return out
}

/** Reads the field columns of a typed row (snake_case) into stored values, with the own fields. */
export function fromRow(definition: AnyRecord, row: Readonly<Record<string, unknown>>, prefix = ''): Values {
  const out: Values = {}
  for (const { key, column } of prepared(definition).typed) out[key] = row[prefix + column] ?? null
  const own = row[`${prefix}own`]
  return isObject(own) ? Object.assign(out, own) : out
}

/**
 * All that people write of a record: the writable fields, absent ones null, and the own fields that the
 * record holds, whether the declaration has them or not.
 */
export const writtenValues = (definition: AnyRecord, values: Values): Values =>
  Object.assign(pick(values, writableKeys(definition)), ownPart(values))

/** A stored value with what decides how much of it a reader sees. */
export interface ShownRow {
  readonly recordId: string
  readonly institutionId: number | null
  readonly stored: Values
  /** The reader's duty on this record, when it opens masked fields. */
  readonly duty?: Duty | null
  /** Masks for everybody: a file is taken out for a purpose that needs no full values. */
  readonly masksAll?: true
  /** Fields that come in full because a second person agreed to that file. */
  readonly opened?: readonly string[]
}

const seesAll = (actor: Actor, field: Field, row: Omit<ShownRow, 'recordId'>): boolean =>
  row.masksAll ? !field.masked && !field.sealed : seesFull(actor, field, row, row.duty ?? null)

/**
 * Values as the actor sees them: sealed values are opened, and masked where the actor may not read them in
 * full.
 */
export function forReader(keys: Keys, definition: AnyRecord, actor: Actor, row: ShownRow): Values {
  const out: Values = {}
  for (const { key, field } of prepared(definition).fields) {
    const value = row.stored[key] ?? null
    if (value === null || (!field.sealed && !field.masked)) {
      out[key] = value
      continue
    }
    const plain = field.sealed ? keys.open(String(value), placeOf(definition.name, key, row.recordId)) : value
    out[key] = row.opened?.includes(key) || seesAll(actor, field, row) ? plain : maskOf(field, plain)
  }
  return out
}

/** Filled fields of a row that this reader sees in part: what `reveal` may be asked for. */
export function maskedKeys(definition: AnyRecord, actor: Actor, row: Omit<ShownRow, 'recordId'>): string[] {
  return prepared(definition).fields.flatMap(({ key, field }) => {
    const value = row.stored[key]
    const isOpen = row.opened?.includes(key) || seesAll(actor, field, row)
    return value === null || value === undefined || isOpen ? [] : [key]
  })
}

/** The mask of a plain value. */
export function maskOf(field: Field, plain: unknown): string {
  return kindOf(field).mask(plain)
}

const same = (a: unknown, b: unknown): boolean =>
  (a ?? null) === (b ?? null) || JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Keys whose plain values differ. */
export function changedKeys(definition: AnyRecord, before: Values | null, after: Values): string[] {
  return writableKeys(definition).filter((key) =>
    before === null ? (after[key] ?? null) !== null : !same(before[key], after[key]),
  )
}

/** The changed keys that a reader of this declaration is told: not those of other offices' own fields. */
export const toldKeys = (definition: AnyRecord, keys: readonly string[]): string[] =>
  keys.filter((key) => !isOwnKey(key) || Object.hasOwn(definition.fields, key))

/** One line that names a record, from its summary fields. Sealed and masked fields are left out. */
export function summaryOf(definition: AnyRecord, values: Values): string {
  const parts = definition.pages.summary.flatMap((key) => {
    const field = definition.fields[key]
    const value = values[key]
    if (!field || field.sealed || field.masked || value === null || value === undefined) return []
    return [textOf(field, value)]
  })
  return parts.length > 0 ? parts.join('，') : definition.title
}

/** The values of these keys; absent ones are null. */
export function pick(values: Values, keys: readonly string[]): Values {
  const out: Values = {}
  for (const key of keys) out[key] = values[key] ?? null
  return out
}
