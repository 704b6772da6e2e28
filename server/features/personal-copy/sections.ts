import type { CopiedRecord, CopiedSection } from '../../../catalogue/contract/account/personal-copy.ts'
import type { AnyRecord, Level } from '../../../catalogue/define.ts'
import type { State } from '../../../catalogue/flows/review.ts'
import type { Engine } from '../../engine/engine.ts'
import { cellOf } from '../../engine/exports/index.ts'
import {
  effectiveOf,
  fromStored,
  summaryOf,
  type Effective,
  type Values,
} from '../../engine/records/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { nameInZip } from '../../platform/package/write-zip.ts'
import type { CopySubject } from './subject.ts'

/** A file of the copy, with where its bytes lie. */
export interface CopiedFile {
  readonly place: string
  readonly name: string
  readonly bytes: number
  readonly recordId: string
  readonly storageKey: string
}

/** The archive of a copy: its declarations, the sections made of them, and the files. */
export interface CopiedSections {
  readonly definitions: readonly AnyRecord[]
  readonly sections: readonly CopiedSection[]
  readonly files: readonly CopiedFile[]
}

interface RevisionRow {
  readonly id: string
  readonly type: string
  readonly recordId: string
  readonly no: number
  readonly state: State
  readonly value: Values
  readonly changed: readonly string[]
  readonly madeAt: string
  readonly submittedAt: string | null
  readonly appliedAt: string | null
  readonly supersededAt: string | null
}

interface EventRow {
  readonly recordId: string
  readonly revisionId: string
  readonly at: string
  readonly action: string
  readonly level: Level | null
  readonly office: string
  readonly reason: string | null
  readonly fields: { key: string; reason: string }[]
}

interface FileRow {
  readonly id: string
  readonly type: string
  readonly recordId: string
  readonly name: string
  readonly bytes: number
  readonly storageKey: string
}

interface StoredArchive {
  readonly effective: readonly Effective[]
  readonly revisions: readonly RevisionRow[]
  readonly events: readonly EventRow[]
  readonly files: readonly FileRow[]
}

/** Letters of a file's name within the zip: Windows opens no path above 260. */
const nameLetters = 60

/**
 * Everything of the types under all numbers of the person. Events name the office and no person: who reviewed
 * is a third person.
 */
async function storedArchive(
  engine: Engine,
  { reader, teacherIds, identityIds }: CopySubject,
  definitions: readonly AnyRecord[],
): Promise<StoredArchive> {
  if (reader === null) return { effective: [], revisions: [], events: [], files: [] }
  const types = definitions.map(({ name }) => name)
  const mine = sql`owner_id = any(${[...teacherIds]}::int[]) and type = any(${types}::text[])`
  const [effective, revisions, events, files] = await Promise.all([
    effectiveOf(engine, reader, definitions, teacherIds),
    engine.db.query<RevisionRow>(sql`
      select id, type, record_id as "recordId", no, state, value, changed, created_at as "madeAt",
        submitted_at as "submittedAt", applied_at as "appliedAt", superseded_at as "supersededAt"
      from revision
      where ${mine}
      order by record_id, no, created_at`),
    engine.db.query<EventRow>(sql`
      select e.record_id as "recordId", e.revision_id as "revisionId", e.at, e.action, e.level,
        case when e.by_identity = any(${[...identityIds]}::int[]) then '本人'
          else coalesce(o.name, i.name, '') end as office, e.reason, e.fields
      from revision_event e
      left join institution o on o.id = e.institution_id
      left join identity a on a.id = e.by_identity
      left join institution i on i.id = a.institution_id
      where e.owner_id = any(${[...teacherIds]}::int[])
      order by e.at, e.id`),
    engine.db.query<FileRow>(sql`
      select f.id, u.type, u.record_id as "recordId", f.name, f.bytes::float8 as bytes,
        f.storage_key as "storageKey"
      from file_use u
      join file f on f.id = u.file_id
      where ${mine}
      order by u.type, u.record_id, f.created_at, f.id`),
  ])
  return { effective, revisions, events, files }
}

/** Where each file stands in the zip; a file that two records use stands there twice. */
function placesOf(definitions: readonly AnyRecord[], files: readonly FileRow[]): readonly CopiedFile[] {
  return files.map(({ id: _id, type, ...file }, index) => {
    const title = definitions.find(({ name }) => name === type)?.title ?? type
    const name = nameInZip(`${index + 1} ${file.name}`.slice(-nameLetters))
    return { ...file, place: `附件/${nameInZip(title)}/${name}` }
  })
}

/** Keys that the declaration has; a field that another office asked is none of them. */
function told(engine: Engine, definition: AnyRecord, recordId: string, stored: Values): Values {
  const plain = fromStored(engine.keys, definition, recordId, stored)
  return Object.fromEntries(Object.keys(definition.fields).map((key) => [key, plain[key] ?? null]))
}

/** The value in words, by the labels of its fields; empty fields are left out. */
function wordsOf(
  { fields }: AnyRecord,
  values: Values,
  named: Parameters<typeof cellOf>[3],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) => {
      const cell = cellOf(field, values[key], false, named)
      return cell === null || cell === '' ? [] : [[field.label, String(cell)]]
    }),
  )
}

/** Names of what values point to: all institutions, the own records, and no other teacher. */
async function namesFor(engine: Engine, definitions: readonly AnyRecord[], archive: StoredArchive) {
  const institutions = await engine.db.query<{ id: number; name: string }>(
    sql`select id, name from institution`,
  )
  const byType = new Map(definitions.map((one) => [one.name, one]))
  return {
    institutions: new Map(institutions.map(({ id, name }) => [id, name])),
    teachers: new Map<number, string>(),
    records: Object.fromEntries(
      archive.effective.flatMap(({ id, type, stored }) => {
        const definition = byType.get(type)
        return definition ? [[id, summaryOf(definition, stored)]] : []
      }),
    ),
  }
}

/** The archive under all numbers of the person, with every version and what was said about it. */
export async function sectionsOf(engine: Engine, subject: CopySubject): Promise<CopiedSections> {
  const { reader } = subject
  if (reader === null) return { definitions: [], sections: [], files: [] }
  const definitions = await Promise.all(
    Object.values(engine.records)
      .filter(({ owner }) => owner === 'teacher')
      .map((definition) => engine.own.forReader(reader, definition)),
  )
  const archive = await storedArchive(engine, subject, definitions)
  const named = await namesFor(engine, definitions, archive)
  const files = placesOf(definitions, archive.files)
  const byRecord = {
    effective: new Map(archive.effective.map((one) => [one.id, one])),
    events: Map.groupBy(archive.events, ({ recordId }) => recordId),
    files: Map.groupBy(files, ({ recordId }) => recordId),
  }
  const recordOf = (definition: AnyRecord, id: string, revisions: readonly RevisionRow[]): CopiedRecord => {
    const now = byRecord.effective.get(id)
    const values = now ? told(engine, definition, id, now.stored) : null
    return {
      id,
      inForce: now !== undefined,
      appliedAt: now?.appliedAt ?? null,
      values,
      words: values === null ? {} : wordsOf(definition, values, named),
      attachments: (byRecord.files.get(id) ?? []).map(({ place }) => place),
      revisions: revisions.map(({ value, changed, type: _type, recordId: _recordId, ...revision }) => ({
        ...revision,
        changed: changed.filter((key) => Object.hasOwn(definition.fields, key)),
        values: told(engine, definition, id, value),
      })),
      events: (byRecord.events.get(id) ?? []).map(({ recordId: _recordId, ...event }) => event),
    }
  }
  const ofType = Map.groupBy(archive.revisions, ({ type }) => type)
  return {
    definitions,
    files,
    sections: definitions.map((definition) => ({
      type: definition.name,
      title: definition.title,
      fields: Object.entries(definition.fields).map(([key, { label }]) => ({ key, label })),
      records: [...Map.groupBy(ofType.get(definition.name) ?? [], ({ recordId }) => recordId)].map(
        ([id, revisions]) => recordOf(definition, id, revisions),
      ),
    })),
  }
}
