import type { AnyRecord, Field } from '../../../catalogue/define.ts'
import type { Derivation } from '../../../catalogue/rules/derivation.ts'
import { defaultsOf } from '../../../catalogue/rules/defaults.ts'
import { writes, type Side } from '../../../catalogue/rules/sides.ts'
import { snake, tableName } from '../schema/index.ts'

/** A field with its two names. */
export interface PreparedField {
  readonly key: string
  /** Column of the typed table. */
  readonly column: string
  readonly field: Field
}

/** A field that the engine computes. */
export interface DerivedField extends PreparedField {
  readonly rule: Derivation
}

/** What the rooms of the engine ask of a declaration, worked out once per type; frozen. */
export interface Prepared {
  readonly definition: AnyRecord
  /** The typed table. */
  readonly table: string
  readonly fields: readonly PreparedField[]
  readonly keys: readonly string[]
  /** Fields that people write. Derived fields are written by the engine. */
  readonly writable: readonly PreparedField[]
  readonly writableKeys: readonly string[]
  readonly derived: readonly DerivedField[]
  readonly sealed: readonly PreparedField[]
  /** Keys whose values are stored as they are. */
  readonly openKeys: readonly string[]
  /** Fields that are also the person's own. */
  readonly ofPerson: readonly PreparedField[]
  /** Number of fields that must always be filled. */
  readonly required: number
  /** The value of every field of a record that was given no values. */
  readonly defaults: Readonly<Record<string, unknown>>
  /** Keys each side writes of an existing record. */
  readonly writtenBy: Readonly<Record<Side, readonly string[]>>
  /** Whether the institution writes the record and some of its fields are the teacher's. */
  readonly contributes: boolean
  readonly filters: ReadonlySet<string>
}

const known = new WeakMap<AnyRecord, Prepared>()

/** The declaration as the engine reads it. Declarations do not change, so each is walked once. */
export function prepared(definition: AnyRecord): Prepared {
  const found = known.get(definition) ?? prepare(definition)
  known.set(definition, found)
  return found
}

function prepare(definition: AnyRecord): Prepared {
  const fields = Object.entries(definition.fields).map(([key, field]): PreparedField =>
    Object.freeze({ key, column: snake(key), field }),
  )
  const where = (test: (field: Field) => boolean) => Object.freeze(fields.filter(({ field }) => test(field)))
  const keysOf = (list: readonly PreparedField[]) => Object.freeze(list.map(({ key }) => key))
  const writable = where((field) => !field.derived)
  const writtenBy = (side: Side) => keysOf(where((field) => writes(definition, field, side, false)))
  return Object.freeze({
    definition,
    table: tableName(definition.name),
    fields: Object.freeze(fields),
    keys: keysOf(fields),
    writable,
    writableKeys: keysOf(writable),
    derived: Object.freeze(
      fields.flatMap((f) => (f.field.derived ? [Object.freeze({ ...f, rule: f.field.derived })] : [])),
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
