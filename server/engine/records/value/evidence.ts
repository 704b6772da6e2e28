import type { AnyRecord } from '../../../../catalogue/define.ts'
import { invalidFields, type FieldFault } from '../../../../catalogue/errors.ts'
import { endingsOf } from '../../../../catalogue/kinds/file-types.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Ask } from '../../engine.ts'
import { prepared } from '../../prepared/index.ts'
import type { Content } from '../write/revision.ts'
import { serverKind } from '../../kinds/index.ts'

/** Ids of all files of a value: its evidence and the values of file fields. */
export function filesIn(
  definition: AnyRecord,
  values: Readonly<Record<string, unknown>>,
  attachments: readonly string[],
): string[] {
  const found = new Set(attachments)
  for (const { key, field } of prepared(definition).fields) {
    const value = values[key] ?? null
    if (value !== null) for (const { id } of serverKind(field).filesIn(value, field)) found.add(id)
  }
  return [...found]
}

/** A place for a file in a record, with the types and the size allowed there. */
interface Slot {
  readonly field: string
  readonly id: string
  /** Absent: every type that the portal takes. */
  readonly accept: readonly string[] | undefined
  readonly maxSizeMB: number
}

function slotsOf(
  definition: AnyRecord,
  values: Readonly<Record<string, unknown>>,
  attachments: readonly string[],
): Slot[] {
  const limit = definition.attachments
  const evidence = limit
    ? attachments.map((id) => ({
        field: 'attachments',
        id,
        accept: limit.accept,
        maxSizeMB: limit.maxSizeMB,
      }))
    : []
  const own = prepared(definition).fields.flatMap(({ key, field }) =>
    serverKind(field)
      .filesIn(values[key], field)
      .map(({ id, accept, maxSizeMB = 10 }) => ({ field: key, id, accept, maxSizeMB })),
  )
  return [...evidence, ...own]
}

/**
 * Refuses files that the actor did not upload and the record does not have yet; an unknown file gets the same
 * answer. Type and size are those of the stored file, not of what the form says.
 */
export async function requireFiles(
  { engine, actor, definition }: Ask,
  record: { readonly id: string; readonly ownerId: number } | null,
  { values, attachments }: Content,
): Promise<void> {
  const slots = slotsOf(definition, values, attachments)
  if (slots.length === 0) return
  const rows = await engine.db.query<{ id: string; mime: string; bytes: number; name: string }>(sql`
    select f.id, f.mime, f.bytes, f.name from file f
    where f.id = any(${slots.map((slot) => slot.id)}::uuid[]) and (f.by_identity in (select id
        from identity
        where person_id = ${actor.personId})
      or f.id in (select u.file_id
        from file_use u
        where u.owner_id = ${record?.ownerId ?? null}::int and u.record_id = ${record?.id ?? null}::uuid
          and u.file_id = any(${slots.map((slot) => slot.id)}::uuid[])))`)
  const errors = slots.flatMap((slot) =>
    faultOf(
      slot,
      rows.find((row) => row.id === slot.id),
    ),
  )
  if (errors.length > 0) throw invalidFields(errors)
}

function faultOf(slot: Slot, file: { mime: string; bytes: number; name: string } | undefined): FieldFault[] {
  const fault = (message: string) => [{ field: slot.field, message }]
  if (!file) return fault('有文件已不存在，请重新上传')
  if (file.bytes > slot.maxSizeMB * 1024 * 1024) return fault(`“${file.name}”超过 ${slot.maxSizeMB} MB`)
  const { accept } = slot
  return !accept || endingsOf(file.mime).some((extension) => accept.includes(extension))
    ? []
    : fault(`“${file.name}”的类型不能用在这里，可传 ${accept.join('、')}`)
}
