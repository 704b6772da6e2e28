import type { AnyRecord, Field } from '../../../catalogue/define.ts'
import type { Derivation } from '../../../catalogue/rules/derivation.ts'
import { isOwnKey } from '../../../catalogue/own/key.ts'
import { defaultsOf } from '../../../catalogue/rules/defaults.ts'
import { writes, type Side } from '../../../catalogue/rules/sides.ts'
import { snake, tableName } from '../schema/index.ts'

/** A field with its key in the catalogue. */
export interface PreparedField {
  readonly key: string
  readonly field: Field
}

/** A field that has a column of the typed table: every shipped one. Own fields lie in the column `own`. */
export interface TypedField extends PreparedField {
  readonly column: string
}

/** A field that the engine computes. */
export interface DerivedField extends TypedField {
  readonly rule: Derivation
}

/** What the engine needs of a declaration, computed once per type and frozen. */
export interface PreparedType {
  readonly definition: AnyRecord
  /** The typed table. */
  readonly table: string
  readonly fields: readonly PreparedField[]
  /** Those of the fields that have a column. */
  readonly typed: readonly TypedField[]
  readonly keys: readonly string[]
  /** Fields that people write. Derived fields are written by the engine. */
  readonly writable: readonly PreparedField[]
  readonly writableKeys: readonly string[]
  readonly derived: readonly DerivedField[]
  readonly sealed: readonly PreparedField[]
  /** Keys of fields that are not sealed. */
  readonly openKeys: readonly string[]
  /** Fields that are copied to the person (mobile, identity number). */
  readonly ofPerson: readonly PreparedField[]
  /** Number of fields that must always be filled. */
  readonly required: number
  /** Default values of all fields; null where a field has none. */
  readonly defaults: Readonly<Record<string, unknown>>
  /** Keys that the teacher and the institution each write in an existing record. */
  readonly writtenBy: Readonly<Record<Side, readonly string[]>>
  /** Whether the institution writes the record and the teacher writes some of its fields. */
  readonly contributes: boolean
  readonly filters: ReadonlySet<string>
}

const known = new WeakMap<AnyRecord, PreparedType>()

/** Prepares a declaration. Declarations never change, so each is prepared once. */
export function prepared(definition: AnyRecord): PreparedType {
  const found = known.get(definition) ?? prepare(definition)
  known.set(definition, found)
  return found
}

function prepare(definition: AnyRecord): PreparedType {
  const fields = Object.entries(definition.fields).map(([key, field]): PreparedField =>
    Object.freeze({ key, field }),
  )
  const typed = fields.flatMap(({ key, field }): TypedField[] =>
    isOwnKey(key) ? [] : [Object.freeze({ key, column: snake(key), field })],
  )
  const where = (test: (field: Field) => boolean) => Object.freeze(fields.filter(({ field }) => test(field)))
  const keysOf = (list: readonly PreparedField[]) => Object.freeze(list.map(({ key }) => key))
  const writable = where((field) => !field.derived)
  const writtenBy = (side: Side) => keysOf(where((field) => writes(definition, field, side, false)))
  return Object.freeze({
    definition,
    table: tableName(definition.name),
    fields: Object.freeze(fields),
    typed: Object.freeze(typed),
    keys: keysOf(fields),
    writable,
    writableKeys: keysOf(writable),
    derived: Object.freeze(
      typed.flatMap((f) => (f.field.derived ? [Object.freeze({ ...f, rule: f.field.derived })] : [])),
    ),
    sealed: where((field) => field.sealed === true),
    openKeys: keysOf(where((field) => !field.sealed)),
    ofPerson: where((field) => field.ofPerson !== undefined),
    required: where((field) => field.required).length,
    defaults: Object.freeze(defaultsOf(definition)),
    writtenBy: Object.freeze({ teacher: writtenBy('teacher'), institution: writtenBy('institution') }),
    contributes:
      definition.regime === 'recorded' && fields.some(({ field }) => field.writableBy === 'teacher'),
    filters: new Set<string>(definition.pages.list.filters),
  })
}
