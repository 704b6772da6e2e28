import type { Actor } from '../../../catalogue/access/access.ts'
import { mostInPackage } from '../../../catalogue/contract/archive-transfer.ts'
import type { AnyRecord, Level } from '../../../catalogue/define.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { cellOf, institutionsNamed, numbersIn, teachersNamed } from '../../engine/exports/index.ts'
import { effectiveByKeys, filesIn, type ListedRecord, referencesOf } from '../../engine/records/index.ts'
import { tableName } from '../../engine/schema/index.ts'
import { sql } from '../../platform/db/sql.ts'
import type { TransferNeeds } from './needs.ts'
import type { OpenedSubject } from './subject.ts'

/** Records that are read by one set of statements. */
const batch = 100

/** A file of a record, with where its bytes lie. */
export interface PackedFile {
  readonly id: string
  readonly name: string
  readonly bytes: number
  /** SHA-256 in hex, as it was when the file was uploaded. */
  readonly sha256: string
  readonly storageKey: string
}

/** One step of a record's review. The office is named, no person but the owner: `本人`. */
export interface PackedEvent {
  readonly at: string
  readonly action: string
  readonly level: Level | null
  readonly office: string
  readonly reason: string | null
}

/** One record of a package: 一件. */
export interface PackedItem {
  readonly definition: AnyRecord
  readonly row: ListedRecord
  /** Calendar year in which the version in force took effect. */
  readonly year: number
  readonly appliedAt: string
  /** 档号: institution, year, type, number within them. */
  readonly no: string
  readonly words: Readonly<Record<string, string>>
  readonly files: readonly PackedFile[]
  readonly events: readonly PackedEvent[]
  /** Labels of required fields that are empty. */
  readonly gaps: readonly string[]
}

interface ItemKey {
  readonly id: string
  readonly ownerId: number
  readonly appliedAt: string
  readonly year: number
}

/** The records of a type that the subject names; the batches check the actor's scope on each row again. */
function keysOf({ db }: TransferNeeds, { asked, institution }: OpenedSubject, definition: AnyRecord) {
  const where =
    asked.about === 'year'
      ? sql`r.institution_id = ${institution.id}
          and r.applied_at >= make_timestamptz(${asked.year}, 1, 1, 0, 0, 0, 'Asia/Shanghai')
          and r.applied_at < make_timestamptz(${asked.year + 1}, 1, 1, 0, 0, 0, 'Asia/Shanghai')`
      : sql`r.owner_id = ${asked.teacherId}`
  return db.query<ItemKey>(sql`
    select r.id, r.owner_id as "ownerId", r.applied_at as "appliedAt",
      extract(year from r.applied_at at time zone 'Asia/Shanghai')::int as year
    from ${sql.id(tableName(definition.name))} r
    where ${where} and r.voided_at is null
    order by r.owner_id, r.applied_at, r.id
    limit ${sql.lit(mostInPackage + 1)}`)
}

/** The own evidence, and the files in fields that are not masked for the reader. */
const filesOfRow = (definition: AnyRecord, { values, masked, attachments }: ListedRecord): string[] =>
  filesIn(
    definition,
    Object.fromEntries(Object.entries(values).filter(([key]) => !masked.includes(key))),
    attachments,
  )

async function filesOf({ db }: TransferNeeds, ids: readonly string[]): Promise<Map<string, PackedFile>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<PackedFile>(sql`
    select f.id, f.name, f.bytes::float8 as bytes, encode(f.sha256, 'hex') as sha256,
      f.storage_key as "storageKey"
    from file f
    where f.id = any(${[...ids]}::uuid[])`)
  return new Map(rows.map((one) => [one.id, one]))
}

/** What was done with these records. Reviewers are named by their office, like in a copy (0267). */
async function eventsOf(
  { db }: TransferNeeds,
  keys: readonly ItemKey[],
): Promise<Map<string, PackedEvent[]>> {
  const rows = await db.query<PackedEvent & { readonly recordId: string }>(sql`
    select e.record_id as "recordId", e.at, e.action, e.level,
      case when a.person_id = t.person_id then '本人' else coalesce(o.name, i.name, '') end as office, e.reason
    from revision_event e
    join teacher t on t.id = e.owner_id
    left join institution o on o.id = e.institution_id
    left join identity a on a.id = e.by_identity
    left join institution i on i.id = a.institution_id
    where e.owner_id = any(${[...new Set(keys.map(({ ownerId }) => ownerId))]}::int[])
      and e.record_id = any(${keys.map(({ id }) => id)}::uuid[])
    order by e.at, e.id`)
  return Map.groupBy(rows, ({ recordId }) => recordId)
}

/** Names of what values point to, within the actor's scope. */
async function namesFor(
  { engine }: TransferNeeds,
  actor: Actor,
  definition: AnyRecord,
  rows: ListedRecord[],
) {
  const values = rows.map((row) => row.values)
  const fields = Object.entries(definition.fields)
  const [records, teachers, institutions] = await Promise.all([
    referencesOf(engine, actor, definition, values),
    teachersNamed(engine.db, actor, numbersIn(fields, values, 'teacher')),
    institutionsNamed(engine.db, actor, numbersIn(fields, values, 'institution')),
  ])
  return { records, teachers, institutions }
}

function wordsOf(definition: AnyRecord, row: ListedRecord, named: Parameters<typeof cellOf>[3]) {
  return Object.fromEntries(
    Object.entries(definition.fields).flatMap(([key, field]) => {
      const cell = cellOf(field, row.values[key], row.masked.includes(key), named)
      return cell === null || cell === '' ? [] : [[field.label, String(cell)]]
    }),
  )
}

const gapsOf = ({ fields }: AnyRecord, { values }: ListedRecord): string[] =>
  Object.entries(fields).flatMap(([key, field]) => {
    const value = values[key]
    const isEmpty = value === null || value === undefined || value === ''
    return field.required && isEmpty ? [field.label] : []
  })

/** Reads one batch of keys as items; a record that left the actor's scope meanwhile is left out. */
async function readBatch(
  needs: TransferNeeds,
  actor: Actor,
  { definition, keys }: { readonly definition: AnyRecord; readonly keys: readonly ItemKey[] },
  numberOf: (year: number) => string,
): Promise<PackedItem[]> {
  const ids = keys.map(({ id }) => id)
  const rows = await effectiveByKeys({ engine: needs.engine, actor, definition }, ids, true)
  const held = new Map(rows.map((row) => [row.id, filesOfRow(definition, row)]))
  const [files, events, named] = await Promise.all([
    filesOf(needs, [...held.values()].flat()),
    eventsOf(needs, keys),
    namesFor(needs, actor, definition, rows),
  ])
  const byId = new Map(keys.map((key) => [key.id, key]))
  return rows.flatMap((row) => {
    const key = byId.get(row.id)
    if (!key) return []
    return {
      definition,
      row,
      year: key.year,
      appliedAt: key.appliedAt,
      no: numberOf(key.year),
      words: wordsOf(definition, row, named),
      files: (held.get(row.id) ?? []).flatMap((id) => files.get(id) ?? []),
      events: events.get(row.id) ?? [],
      gaps: gapsOf(definition, row),
    }
  })
}

/** The types of a package, with the fields that the reader's place has. */
export function typesFor({ engine }: TransferNeeds, actor: Actor): Promise<AnyRecord[]> {
  return Promise.all(
    Object.values(engine.records)
      .filter(({ owner }) => owner === 'teacher')
      .map((definition) => engine.own.forReader(actor, definition)),
  )
}

/**
 * The items of a package one after the other, a batch in memory at a time. Values are those that the actor's
 * lists show and export: what is masked for the actor's role stays masked.
 */
export async function* itemsOf(
  needs: TransferNeeds,
  actor: Actor,
  subject: OpenedSubject,
): AsyncGenerator<PackedItem> {
  let total = 0
  for (const definition of await typesFor(needs, actor)) {
    const keys = await keysOf(needs, subject, definition)
    total += keys.length
    if (total > mostInPackage) throw invalid('institutionId', `一个移交包至多 ${mostInPackage} 件`)
    const counts = new Map<number, number>()
    const numberOf = (year: number): string => {
      const next = (counts.get(year) ?? 0) + 1
      counts.set(year, next)
      return `${subject.institution.code}-${year}-${definition.name}-${String(next).padStart(5, '0')}`
    }
    for (let at = 0; at < keys.length; at += batch)
      yield* await readBatch(needs, actor, { definition, keys: keys.slice(at, at + batch) }, numberOf)
  }
}
