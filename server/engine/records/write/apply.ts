import type { AnyRecord } from '../../../../catalogue/define.ts'
import type { Actor } from '../../../../catalogue/access/access.ts'
import { textOf } from '../../../../catalogue/kinds/kinds.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import type { Part } from '../../../platform/db/together.ts'
import type { Engine, Owner, Tx } from '../../engine.ts'
import { columnValue, serverKind } from '../../kinds/index.ts'
import { ownPart } from '../../../../catalogue/own/key.ts'
import { prepared } from '../../prepared/index.ts'
import type { Values } from '../value/codec.ts'

/**
 * The text by which lists sort a row: the text form of the order field, as pinyin for text. One index on it
 * serves every list.
 */
export function sortKey(engine: Pick<Engine, 'sortForm'>, definition: AnyRecord, plain: Values): string {
  const field = definition.fields[definition.pages.list.order]
  const value = plain[definition.pages.list.order]
  if (!field || field.sealed || value === null || value === undefined) return ''
  return serverKind(field).sortText(textOf(field, value), engine.sortForm).slice(0, 200)
}

/**
 * Spends the code that proved a new number of the person, in the transaction of the change. Throws when the
 * code is not right.
 */
export type Proof = (tx: Tx) => Promise<void>

/**
 * Everything an effective value consists of. `stored` has sealed fields in codec form, `plain` as people read
 * them.
 */
export interface Application {
  readonly definition: AnyRecord
  readonly owner: Owner
  readonly recordId: string
  readonly stored: Values
  readonly plain: Values
  readonly attachments: readonly string[]
  readonly revisionId: string
  /** Edit number of the revision that becomes effective. */
  readonly version: number
  readonly actor: Actor
  readonly proven?: Proof | undefined
}

/** The typed row's insert-or-update: the whole value, the owner's place, the sort key. */
export function upsertRow(engine: Engine, application: Application): Sql {
  const { table, typed } = prepared(application.definition)
  const writable = typed.filter(({ field }) => !field.derived)
  const columns = writable.map(({ column }) => sql.id(column))
  const values = writable.map(({ key, field }) => columnValue(field, application.stored[key]))
  const meta = [
    'version',
    'institution_id',
    'district_id',
    'city_id',
    'province_id',
    'recorded_by',
    'sort_key',
    'attachments',
    'own',
  ]
  const updates = [...meta.map((c) => sql.id(c)), ...columns].map((c) => sql`${c} = excluded.${c}`)
  const { owner } = application
  return sql`
    insert into ${sql.id(table)} (owner_id, id,
        ${sql.join([...meta.map((c) => sql.id(c)), ...columns])})
    values (${owner.id}, ${application.recordId}, ${application.version}, ${owner.institutionId}, ${owner.districtId},
        ${owner.cityId},
      ${owner.provinceId}, ${application.actor.identityId}, ${sortKey(engine, application.definition, application.plain)},
        ${sql.join([sql`${[...application.attachments]}::uuid[]`, sql.json(ownPart(application.stored)), ...values])})
    on conflict (owner_id, id) do update
    set ${sql.join(updates)}, applied_at = excluded.applied_at, voided_at = null`
}

/**
 * Records that the record uses these files: who may read the record may read them. Nothing where it uses
 * none.
 */
export function usedFiles(
  application: Pick<Application, 'definition' | 'owner' | 'recordId'>,
  files: readonly string[],
): readonly Part[] {
  if (files.length === 0) return []
  const insert = sql`
    insert into file_use (file_id, owner_id, record_id, type)
    select f, ${application.owner.id}, ${application.recordId}, ${application.definition.name} from unnest(${[...files]}::uuid[]) as f
    on conflict do nothing`
  return [['used', insert]]
}
