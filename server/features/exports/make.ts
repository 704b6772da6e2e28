import type { Readable } from 'node:stream'
import {
  daysKept,
  exportPurposes,
  type ExportAsk,
  mostAtOnce,
  mostExported,
} from '../../../catalogue/contract/administration/exports.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { actorOfIdentity } from '../../engine/access/index.ts'
import type { Actor } from '../../engine/engine.ts'
import type { ExportReport } from '../../engine/exports/index.ts'
import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import { errorFacts } from '../../platform/log/log.ts'
import { writeCsv, writeWorkbook, type Cell, type Sheet } from '../../platform/workbook/write.ts'
import { counted, openAsked, whySecond, type ExportSize, type ExportPreparation } from './ask.ts'
import { coverOf, listSheet, type Mark } from './cover.ts'
import { linkTo, type ExportNeeds } from './options.ts'
import type { ExportWords } from './row.ts'
import { newFileKey, sealedPieces } from '../../platform/crypto/sealed-file.ts'
import { keyPlace } from './sealed.ts'
import { zipWithFiles } from './with-files.ts'

/** Rows whose values are read by one statement. */
const batch = 200
/** A file whose writer has been silent for so long is begun anew by another one. */
export const silentMinutes = 2

/** An export that an attempt took from the queue. */
interface TakenExport extends Omit<ExportAsk, 'purposeText'> {
  readonly id: number
  readonly attempt: number
  readonly told: ExportWords
  readonly purposeText: string
  readonly askedBy: number
  readonly decidedBy: string | null
  readonly people: number
}

/** The file was cancelled, or another writer took it on. */
class ExportStoppedError extends Error {}

/** Takes on a file that waits or whose writer fell silent; undefined where there is none of this number. */
function takeOn({ db }: ExportNeeds, id: number): Promise<TakenExport | undefined> {
  return db.maybeOne<TakenExport>(sql`
    update export e
    set state = 'writing', attempt = attempt + 1, done = 0, started_at = now(), beat_at = now(), fault = null
    where id = ${id} and (state = 'queued'
      or (state = 'writing' and beat_at < now() - make_interval(mins => ${silentMinutes}::int)))
    returning id, attempt, list, query, columns, opened, format, purpose, purpose_text as "purposeText", told,
      asked_by as "askedBy", people_count as people,
      (select p.name from identity a join person p on p.id = a.person_id where a.id = e.decided_by) as "decidedBy"`)
}

/** Condition that this attempt still writes the file. */
const ours = ({ id, attempt }: TakenExport) => sql`id = ${id} and attempt = ${attempt} and state = 'writing'`

/** Says that the writer lives, and how far it is. */
async function beat({ db }: ExportNeeds, taken: TakenExport, done: number): Promise<void> {
  const alive = await db.execute(sql`update export set done = ${done}, beat_at = now() where ${ours(taken)}`)
  if (alive === 0) throw new ExportStoppedError()
}

/** Ids of the people in the file, collected while it is written. */
type People = Set<number>

/** Rows that one sheet is written from. */
interface Source {
  readonly opened: ExportPreparation
  readonly keys: ExportSize['keys']
  readonly people: People
  readonly signal: AbortSignal
  /** Keys of the columns of the sheet. */
  readonly columns: readonly string[]
  /** Rows of the file written so far. */
  readonly written: { rows: number }
}

async function* rowsOf(
  o: ExportNeeds,
  taken: TakenExport,
  { opened, keys, people, signal, columns, written }: Source,
): AsyncGenerator<readonly Cell[]> {
  const wanted = { columns, full: opened.full, opened: opened.inFull }
  for (let at = 0; at < keys.length; at += batch) {
    signal.throwIfAborted()
    const part = keys.slice(at, at + batch)
    for (const { cells, named } of await opened.list.rows(part, wanted)) {
      for (const person of named) people.add(person)
      yield columns.map((key) => cells[key] ?? null)
    }
    for (const { teacher } of part) if (teacher !== null) people.add(teacher)
    written.rows += part.length
    await beat(o, taken, written.rows)
  }
}

/** First sheet with the report of a list. */
function reportSheet({ name, heads, rows }: ExportReport): Sheet {
  return {
    name,
    columns: heads.map((head) => ({ head, kind: 'text' as const, width: 20 })),
    rows: (async function* () {
      for (const row of rows()) yield row
    })(),
  }
}

/** The bytes of the file. */
async function streamOf(
  o: ExportNeeds,
  taken: TakenExport,
  mark: Mark,
  source: Omit<Source, 'columns'>,
): Promise<Readable> {
  const { opened } = source
  const { list } = opened
  if (!list.sheets) {
    const listed = listSheet(opened, mark, rowsOf(o, taken, { ...source, columns: taken.columns }))
    if (taken.format === 'csv') return writeCsv(listed)
    const sheet = writeWorkbook([coverOf(taken.told, mark), listed])
    if (!opened.withFiles) return sheet
    const { keys, written } = source
    return zipWithFiles(o.fileStores.files, { list, keys, sheet, beat: () => beat(o, taken, written.rows) })
  }
  const chosen = list.sheets.filter(({ key }) => taken.columns.includes(key))
  const sheets = chosen.map(({ name, columns, owns }) => {
    const keys = source.keys.filter(owns)
    const rows = rowsOf(o, taken, { ...source, keys, columns: columns.map(({ key }) => key) })
    return listSheet({ ...opened, list: { ...list, title: name }, columns }, mark, rows)
  })
  const report = list.report ? [reportSheet(list.report)] : []
  return writeWorkbook([coverOf(taken.told, mark), ...report, ...sheets])
}

/** A list grows a little while somebody thinks about it; by more than this share it is another list. */
const mayGrow = 1.05

/** Refuses what nobody agreed to: between asking and writing the list may have grown. */
function requireAgreed(
  { decidedBy, people }: TakenExport,
  opened: ExportPreparation,
  found: ExportSize,
): void {
  if (decidedBy === null && whySecond(opened, found) !== null)
    throw new AppError('wrongState', { message: '列表的人数已增加，须由第二人同意，请重新导出' })
  if (decidedBy !== null && found.people > Math.ceil(people * mayGrow))
    throw new AppError('wrongState', { message: '列表的人数比同意时多，请重新申请' })
}

/** Writes the file and makes it ready: file, people and audit in one transaction. */
async function write(o: ExportNeeds, taken: TakenExport, actor: Actor, signal: AbortSignal): Promise<void> {
  const opened = await openAsked(o, actor, taken)
  const found = await counted(opened)
  if (found.tooMany)
    throw new AppError('invalid', { message: `列表已超过 ${mostExported} 条，请筛选后重新导出` })
  requireAgreed(taken, opened, found)
  const people: People = new Set()
  const mark: Mark = {
    id: taken.id,
    at: new Date(),
    who: actor.name,
    office: actor.institution,
    agreedBy: taken.decidedBy,
    purpose: [exportPurposes[taken.purpose].label, taken.purposeText].filter(Boolean).join('：'),
    rows: () => found.rows,
    people: () => found.people,
  }
  const fileKey = newFileKey(o.keys.suite)
  const written = { rows: 0 }
  const stream = await streamOf(o, taken, mark, { opened, keys: found.keys, people, signal, written })
  const kept = await o.exportStore.write(sealedPieces(stream, fileKey)).finally(() => stream.destroy())
  try {
    await makeReady(o, taken, { kept, fileKey, people, found, actor })
  } catch (error) {
    await o.exportStore.remove(kept.key)
    throw error
  }
}

async function makeReady(
  { db, keys, notify }: ExportNeeds,
  taken: TakenExport,
  {
    kept,
    fileKey,
    people,
    found,
    actor,
  }: {
    kept: { key: string; bytes: number }
    fileKey: string
    people: People
    found: ExportSize
    actor: Actor
  },
): Promise<void> {
  const { id, told } = taken
  await db.transaction(async (tx) => {
    const changed = await tx.execute(sql`
      update export
      set state = 'ready', ready_at = now(), kept_until = now() + make_interval(days => ${daysKept}::int),
        storage_key = ${kept.key}, bytes = ${kept.bytes}, key_sealed = ${keys.seal(fileKey, keyPlace(id))},
        done = ${found.rows}, row_count = ${found.rows}, people_count = ${found.people}
      where ${ours(taken)}`)
    if (changed === 0) throw new ExportStoppedError()
    await tx.execute(sql`
      insert into export_person (teacher_id, export_id)
      select person, ${id}::int from unnest(${[...people]}::int[]) person
      on conflict do nothing`)
    const facts = {
      export: id,
      list: taken.list,
      rows: found.rows,
      people: people.size,
      purpose: taken.purpose,
      fields: told.columns,
      ...(taken.opened.length > 0 && { opened: [...taken.opened] }),
    }
    await note(tx, { by: actor.identityId, action: 'export.made', facts })
    // Whoever waited for a small file has it before them.
    if (found.rows <= mostAtOnce && taken.decidedBy === null) return
    await notify(tx, {
      to: { identity: taken.askedBy },
      kind: '1',
      title: `您导出的${told.title}已生成，请在 ${daysKept} 天内下载`,
      content: '',
      link: linkTo(id),
      exceptPerson: 0,
    })
  })
}

/** The sentence that the reader is told. */
function faultOf(o: ExportNeeds, taken: TakenExport, error: unknown): string {
  if (error instanceof AppError) return error.message
  o.log.error('export.failed', { export: taken.id, ...errorFacts(error) })
  return '文件生成失败，请重新导出'
}

/**
 * Puts a file that was not finished where it belongs: back into the line when the process stops, else failed.
 */
async function giveUp(o: ExportNeeds, taken: TakenExport, error: unknown, stopping: boolean): Promise<void> {
  if (error instanceof ExportStoppedError) return
  if (stopping) await o.db.execute(sql`update export set state = 'queued' where ${ours(taken)}`)
  else
    await o.db.execute(
      sql`update export set state = 'failed', fault = ${faultOf(o, taken, error)} where ${ours(taken)}`,
    )
}

/**
 * Writes the file of this number, if it waits for that. Whoever asked is judged anew: what they may see now
 * is what comes into it.
 */
export async function makeFile(o: ExportNeeds, id: number, signal: AbortSignal): Promise<void> {
  const taken = await takeOn(o, id)
  if (!taken) return
  try {
    const asker = await actorOfIdentity(o.db, taken.askedBy)
    if (!asker?.enabled) throw new AppError('forbidden', { message: '申请导出的账号已停用' })
    await write(o, taken, asker.actor, signal)
  } catch (error) {
    await giveUp(o, taken, error, signal.aborted)
  }
}
