import type { AnyRecord } from '../../../catalogue/define.ts'
import { ownPart } from '../../../catalogue/own/key.ts'
import { Json, type Cell, type TableOf } from '../../platform/db/copy.ts'
import { columnType } from '../kinds/index.ts'
import { prepared } from '../prepared/index.ts'
import { deriveAll, sortKey, toStored, type Values } from '../records/index.ts'
import { byType, type TypedRow } from './derived.ts'
import type { Line, Load, Look, RecordLife, Revision } from './life.ts'
import { instant, type Moment } from './moment.ts'

const time = (load: Load, moment: Moment | null): Cell =>
  moment === null ? null : instant(load.anchor, moment)

/** A row with the life it belongs to. */
export interface Of<T> {
  readonly life: RecordLife
  readonly item: T
}

const emptyList = new Json([])

const placeOf: TableOf<Of<unknown>> = {
  institution_id: ({ life }) => life.owner.institutionId,
  district_id: ({ life }) => life.owner.districtId,
  city_id: ({ life }) => life.owner.cityId,
  province_id: ({ life }) => life.owner.provinceId,
}

const sealed = new WeakMap<RecordLife, Map<string, unknown>>()

/**
 * The stored form. A sealed value that stays the same from version to version is sealed once, because the
 * engine carries its ciphertext over.
 */
function storedOf(life: RecordLife, values: Values): Values {
  const { definition, load, recordId } = life
  const fields = prepared(definition).sealed
  if (fields.length === 0) return values
  const known = sealed.get(life) ?? new Map<string, unknown>()
  sealed.set(life, known)
  const out = { ...values }
  for (const { key } of fields) {
    const plain = values[key]
    if (plain === null || plain === undefined) continue
    const place = `${key}/${String(plain)}`
    const text = known.get(place) ?? toStored(load.engine.keys, definition, recordId, { [key]: plain })[key]
    known.set(place, text)
    out[key] = text
  }
  return out
}

function storedValue({ life, item }: Of<Revision>): Json {
  const stored = storedOf(life, item.value)
  return new Json({ ...stored, attachments: item.attachments })
}

const at =
  (
    key:
      | 'holderSince'
      | 'submittedAt'
      | 'decidedAt'
      | 'appliedAt'
      | 'supersededAt'
      | 'replacedAt'
      | 'createdAt'
      | 'updatedAt',
  ) =>
  ({ life, item }: Of<Revision>): Cell =>
    time(life.load, item[key])

export const revisionTable: TableOf<Of<Revision>> = {
  owner_id: ({ life }) => life.owner.id,
  id: ({ item }) => item.id,
  type: ({ life }) => life.definition.name,
  record_id: ({ life }) => life.recordId,
  no: ({ item }) => item.no,
  base_version: ({ item }) => item.baseVersion,
  value: storedValue,
  state: ({ item }) => item.state,
  flow_version: ({ item }) => item.flowVersion,
  route: ({ item }) => item.route && new Json(item.route),
  step: ({ item }) => item.step,
  holder_institution_id: ({ item }) => item.holder?.institutionId ?? null,
  holder_role: ({ item }) => item.holder?.role ?? null,
  holder_since: at('holderSince'),
  return_step: ({ item }) => item.returnStep,
  appealed: ({ item }) => item.appealed,
  not_by: ({ item }) => item.notBy,
  submitted_at: at('submittedAt'),
  submitted_by: ({ item }) => item.submittedBy,
  decided_at: at('decidedAt'),
  applied_version: ({ item }) => item.appliedVersion,
  applied_at: at('appliedAt'),
  superseded_at: at('supersededAt'),
  replaced_at: at('replacedAt'),
  edit_no: ({ item }) => item.editNo,
  previous_id: ({ item }) => item.previousId,
  by_identity: ({ item }) => item.byIdentity,
  changed: ({ item }) => item.changed,
  warnings: ({ item }) => (item.warnings.length === 0 ? emptyList : new Json(item.warnings)),
  ...placeOf,
  created_at: at('createdAt'),
  updated_at: at('updatedAt'),
}

export const eventTable: TableOf<Of<Line>> = {
  owner_id: ({ life }) => life.owner.id,
  id: ({ item }) => item.id,
  revision_id: ({ item }) => item.revisionId,
  record_id: ({ life }) => life.recordId,
  at: ({ life, item }) => time(life.load, item.at),
  by_identity: ({ item }) => item.by.identityId,
  action: ({ item }) => item.action,
  step: ({ item }) => item.step,
  level: ({ item }) => item.level,
  reason: ({ item }) => item.reason,
  fields: ({ item }) => (item.fields.length === 0 ? emptyList : new Json(item.fields)),
  institution_id: ({ item }) => item.by.institutionId,
  waited_seconds: ({ item }) => item.waitedSeconds,
}

export const lookTable: TableOf<Of<Look>> = {
  owner_id: ({ life }) => life.owner.id,
  record_id: ({ life }) => life.recordId,
  identity_id: ({ item }) => item.identityId,
  revision_id: ({ item }) => item.revisionId,
  at: ({ life, item }) => time(life.load, item.at),
}

export const useTable: TableOf<Of<string>> = {
  file_id: ({ item }) => item,
  owner_id: ({ life }) => life.owner.id,
  record_id: ({ life }) => life.recordId,
  type: ({ life }) => life.definition.name,
}

/** Columns of a typed table beside those of its fields. */
const metaTable: TableOf<{ life: RecordLife; row: NonNullable<RecordLife['row']> }> = {
  owner_id: ({ life }) => life.owner.id,
  id: ({ life }) => life.recordId,
  version: ({ row }) => row.version,
  institution_id: ({ life }) => life.owner.institutionId,
  district_id: ({ life }) => life.owner.districtId,
  city_id: ({ life }) => life.owner.cityId,
  province_id: ({ life }) => life.owner.provinceId,
  recorded_by: ({ row }) => row.recordedBy,
  sort_key: ({ life, row }) => sortKey(life.load.engine, life.definition, row.values),
  applied_at: ({ life, row }) => time(life.load, row.appliedAt),
  voided_at: ({ life }) => time(life.load, life.voidedAt),
  attachments: ({ row }) => row.attachments,
}

/**
 * The rows of one owner with everything they derive. A voided row is worked out as if it had come back alone:
 * no rule reads it, and its page shows what it last had.
 */
export function rowsWithDerived(family: readonly RecordLife[]): ReadonlyMap<RecordLife, Values> {
  const found = new Map<RecordLife, Values>()
  const rowOf = (life: RecordLife): TypedRow => {
    const values = { ...life.row?.values }
    found.set(life, values)
    return { definition: life.definition, id: life.recordId, values }
  }
  const inForce = family.filter((life) => life.row && life.voidedAt === null)
  const rows = inForce.map(rowOf)
  const engine = family[0]?.load.engine
  if (!engine) return found
  deriveAll(engine, byType(rows))
  for (const life of family)
    if (life.row && life.voidedAt !== null) deriveAll(engine, byType([...copies(rows), rowOf(life)]))
  return found
}

const copies = (rows: readonly TypedRow[]): TypedRow[] =>
  rows.map((row) => ({ ...row, values: { ...row.values } }))

/** Columns of a typed table, in the order of `typedRows`. */
export const typedColumns = (definition: AnyRecord): string[] => [
  ...Object.keys(metaTable),
  'own',
  ...prepared(definition).typed.map(({ column }) => column),
]

/**
 * Rows of a typed table.
 * @param derived the values of a row with what it derives
 */
export function* typedRows(
  definition: AnyRecord,
  lives: readonly RecordLife[],
  derived: (life: RecordLife) => Values,
): Generator<Cell[]> {
  const meta = Object.values(metaTable)
  const fields = prepared(definition).typed.map(({ key, field }) => ({
    key,
    asJson: columnType(field).startsWith('jsonb'),
  }))
  for (const life of lives) {
    const { row } = life
    if (!row) continue
    const stored = storedOf(life, derived(life))
    const cells = fields.map(({ key, asJson }) => {
      const value = stored[key] ?? null
      return asJson && value !== null ? new Json(value) : (value as Cell)
    })
    yield [...meta.map((read) => read({ life, row })), new Json(ownPart(stored)), ...cells]
  }
}
