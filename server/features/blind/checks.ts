import type { Actor } from '../../../catalogue/access/access.ts'
import type { BlindFiles, BlindIdentity } from '../../../catalogue/contract/research/blind.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { endingsOf, type FileMime } from '../../../catalogue/kinds/file-types.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { firstForm, keysIn, stagesIn } from '../../../catalogue/processes/reading.ts'
import { isBlind, type FileRules } from '../../../catalogue/processes/file-rules.ts'
import { processOf, type ProcessName } from '../../../catalogue/processes/processes.ts'
import type { Ground } from '../../engine/feature.ts'
import { filesIn } from '../../engine/filled-forms/index.ts'
import { caseRows, anyCaseOf, holdsForm } from '../../engine/processes/index.ts'
import { note } from '../../platform/audit/note.ts'
import type { Database, Queryable, Tx } from '../../platform/db/database.ts'
import { canBeBlind, refusalSentences } from '../../platform/documents/index.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import { viewOfFile, sealedFound, type CheckRow } from './findings.ts'
import { identitiesOf, type Archives, type Entry } from './identities.ts'
import type { Inspector } from './inspector.ts'

/** Dependencies of the file check. */
export interface FileCheckNeeds extends Pick<Ground, 'db' | 'keys' | 'engine' | 'log'> {
  readonly readBytes: (key: string) => Promise<Buffer>
  readonly keepFile: (
    identityId: number,
    file: { name: string; mime: string },
    content: Buffer,
  ) => Promise<string>
  readonly deleteFile: (tx: Tx, file: { id: string; storage_key: string }) => Promise<string | null>
  readonly removeBytes: (key: string) => Promise<void>
}

/** An entry whose files are looked through. */
export interface CheckedEntry extends Entry {
  readonly id: string
  readonly type: ProcessName
  readonly fileRules: FileRules
}

export interface HeldFile {
  readonly id: string
  /** The field that holds it. */
  readonly field: string
  readonly name: string
  readonly mime: FileMime
  readonly storage_key: string
  readonly by_identity: number
}

/** The numbers of the files of the first form with their fields, in its order. */
export function heldBy(type: ProcessName, value: CheckedEntry['value']): { id: string; field: string }[] {
  const definition: AnyProcess = processOf(type)
  return keysIn(definition, [firstForm]).flatMap((key) => {
    const field = definition.fields[key]
    return field ? filesIn({ fields: { [key]: field } }, value).map((id) => ({ id, field: key })) : []
  })
}

/** The files of the first form, in its order: what experts read. */
export async function filesOf(
  db: Queryable,
  { type, value }: Pick<CheckedEntry, 'type' | 'value'>,
): Promise<HeldFile[]> {
  const held = heldBy(type, value)
  if (held.length === 0) return []
  const known = await db.query<Omit<HeldFile, 'field'>>(sql`
    select id, name, mime, storage_key, by_identity from file where id = any(${held.map(({ id }) => id)}::uuid[])`)
  return held.flatMap(({ id, field }) => {
    const file = known.find((one) => one.id === id)
    return file ? { ...file, field } : []
  })
}

const checksOf = (db: Queryable, caseId: string) =>
  db.query<CheckRow>(sql`
    select case_id, file_id, asked, found_sealed, refused, explained, copy_id
    from blind_check where case_id = ${caseId}::uuid`)

/** Tells whether a check asked for these identities. */
export const digestOf = (keys: Keys, identities: readonly BlindIdentity[]): string =>
  keys.mac('blind', JSON.stringify(identities)).toString('base64url').slice(0, 22)

/** The files of an entry with what is known of them; one that was asked for other identities waits. */
export async function standingOf(db: Queryable, archives: Archives, entry: CheckedEntry) {
  const identities = await identitiesOf(db, archives, entry)
  const asked = digestOf(archives.keys, identities)
  const [files, rows] = [await filesOf(db, entry), await checksOf(db, entry.id)]
  return {
    identities,
    asked,
    files: files.map((file) => {
      const row = rows.find((one) => one.file_id === file.id && one.asked === asked)
      return { file, known: viewOfFile(archives.keys, file, row) }
    }),
  }
}

async function shown(o: FileCheckNeeds, entry: CheckedEntry): Promise<BlindFiles> {
  const { files } = await standingOf(o.db, o.engine, entry)
  return { wanted: isBlind(entry.fileRules), files: files.map(({ known }) => known) }
}

/** Check results of an entry's files that the actor may read. */
export const checksFor = async (o: FileCheckNeeds, actor: Actor, id: string): Promise<BlindFiles> =>
  shown(o, await anyCaseOf(o.db, actor, id))

/** An entry whose first form the actor writes now. */
async function ownDraft(db: Database, actor: Actor, id: string) {
  const row = await anyCaseOf(db, actor, id)
  if (!holdsForm(actor, row)) throw new AppError('forbidden')
  if (!stagesIn(processOf(row.type), row.state).includes(firstForm))
    throw new AppError('wrongState', { message: '已经提交，材料不能再改' })
  return row
}

/** Looks through the files of the actor's entry that wait; files that it held before are forgotten. */
export async function checkFor(
  o: FileCheckNeeds,
  inspector: Inspector,
  actor: Actor,
  id: string,
): Promise<BlindFiles> {
  const row = await ownDraft(o.db, actor, id)
  await forgetOthers(o, row)
  const many = await checkFiles(o, inspector, row)
  if (many > 0)
    await note(o.db, {
      by: actor.identityId,
      action: 'blind.checked',
      type: row.type,
      ownerId: row.teacherId,
      recordId: row.id,
      facts: { files: many },
    })
  return shown(o, row)
}

/** Looks through what waits of an entry. Answers how many files that were. */
export async function checkFiles(
  o: FileCheckNeeds,
  inspector: Inspector,
  entry: CheckedEntry,
): Promise<number> {
  const { identities, asked, files } = await standingOf(o.db, o.engine, entry)
  const waiting = files.filter(({ known }) => known.state === 'waiting').map(({ file }) => file)
  for (const file of waiting) await checkFile(o, inspector, { caseId: entry.id, file, identities, asked })
  return waiting.length
}

interface Look {
  readonly caseId: string
  readonly file: HeldFile
  readonly identities: readonly BlindIdentity[]
  readonly asked: string
}

async function checkFile(o: FileCheckNeeds, inspector: Inspector, { caseId, file, identities, asked }: Look) {
  const { id, name, mime, by_identity: owner } = file
  const looked = canBeBlind(mime)
    ? await inspector.look({ name, mime, content: await o.readBytes(file.storage_key), identities })
    : { refused: refusalSentences.kind }
  const refused = 'refused' in looked ? looked.refused : null
  const found =
    'refused' in looked ? null : sealedFound(o.keys, { case_id: caseId, file_id: id }).of(looked.inspection)
  const before = await o.db.maybeOne<{ copy_id: string }>(
    sql`select copy_id from blind_check where file_id = ${id}::uuid and copy_id is not null limit 1`,
  )
  const copy =
    'refused' in looked
      ? null
      : (before?.copy_id ??
        (await o.keepFile(
          owner,
          { name: `材料.${endingsOf(mime)[0] ?? ''}`, mime },
          Buffer.from(looked.copy),
        )))
  await o.db.execute(sql`
    insert into blind_check (case_id, file_id, asked, found_sealed, refused, copy_id)
    values (${caseId}::uuid, ${id}::uuid, ${asked}, ${found}, ${refused}, ${copy}::uuid)
    on conflict (case_id, file_id) do update
    set asked = excluded.asked, found_sealed = excluded.found_sealed, refused = excluded.refused,
      copy_id = coalesce(blind_check.copy_id, excluded.copy_id), at = excluded.at`)
}

/** Forgets files that an entry which was never handed in holds no more, with their copies. */
async function forgetOthers(o: FileCheckNeeds, entry: CheckedEntry): Promise<void> {
  const held = (await filesOf(o.db, entry)).map(({ id }) => id)
  const bytes = await o.db.transaction(async (tx) => {
    const gone = await tx.query<{ copy_id: string | null }>(sql`
      delete from blind_check b using ${caseRows} k
      where k.id = b.case_id and not k.handed_in and b.case_id = ${entry.id}::uuid
        and not b.file_id = any(${held}::uuid[])
      returning b.copy_id`)
    const copies = await tx.query<{ id: string; storage_key: string }>(sql`
      select f.id, f.storage_key from file f
      where f.id = any(${gone.flatMap(({ copy_id: copy }) => copy ?? [])}::uuid[])
        and not exists (select 1 from blind_check b where b.copy_id = f.id)`)
    const keys: (string | null)[] = []
    for (const copy of copies) keys.push(await o.deleteFile(tx, copy))
    return keys.filter((key) => key !== null)
  })
  for (const key of bytes) await o.removeBytes(key)
}

export interface FileExplanation {
  readonly id: string
  readonly file: string
  readonly reasons: readonly { readonly key: string; readonly reason: string | null }[]
}

/** Keeps why findings stay in a file. Each must be one of those that were found. */
export async function explain(
  o: FileCheckNeeds,
  actor: Actor,
  { id, file, reasons }: FileExplanation,
): Promise<BlindFiles> {
  const row = await ownDraft(o.db, actor, id)
  const standing = (await standingOf(o.db, o.engine, row)).files.find((one) => one.file.id === file)
  if (!standing) throw new AppError('missing')
  const keys = standing.known.findings.map(({ key }) => key)
  if (reasons.some(({ key }) => !keys.includes(key)))
    throw invalid('reasons', '文件刚刚重新检查过，请刷新后再说明')
  const given = reasons.filter(({ reason }) => reason !== null)
  const taken = reasons.flatMap(({ key, reason }) => (reason === null ? key : []))
  await o.db.transaction(async (tx) => {
    await tx.execute(sql`
      update blind_check
      set explained = (explained || ${sql.json(Object.fromEntries(given.map(({ key, reason }) => [key, reason])))})
        - ${taken}::text[]
      where case_id = ${id}::uuid and file_id = ${file}::uuid`)
    await note(tx, {
      by: actor.identityId,
      action: 'blind.explained',
      type: row.type,
      ownerId: row.teacherId,
      recordId: row.id,
      facts: { file, findings: reasons.length },
    })
  })
  return shown(o, row)
}
