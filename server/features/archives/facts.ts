import type { Actor } from '../../../catalogue/access/access.ts'
import type { FileRef } from '../../../catalogue/contract/archive/records.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { Engine, Owner } from '../../engine/engine.ts'
import { archiveAt } from '../../engine/history/index.ts'
import {
  type ConfirmationState,
  confirmingOf,
  type Effective,
  effectiveOf,
  type EventRow,
  filesIn,
  filesOf,
  namesOf,
  type Open,
  openDecision,
  openOf,
} from '../../engine/records/index.ts'
import { endOfDay } from '../../platform/clock/clock.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** One revision that took effect: which fields it changed, and who verified them. */
export interface VerifiedRevision {
  readonly record_id: string
  readonly changed: readonly string[]
  readonly at: string
  readonly by: string
  readonly office: string
}

/** The last decision that the owner still has to answer. */
export interface Decision {
  readonly reason: string | null
  readonly fields: readonly { key: string; reason: string }[]
  readonly by: string | null
  readonly at: string
}

/** Stored data of a document. */
export interface Facts {
  readonly date: string | null
  readonly effective: readonly Effective[]
  readonly open: readonly Open[]
  /** Newest first. */
  readonly verified: readonly VerifiedRevision[]
  readonly decisions: ReadonlyMap<string, Decision>
  readonly files: ReadonlyMap<string, FileRef>
  /** Confirmation by an office above the school, by record; empty for a past day. */
  readonly confirming: ReadonlyMap<string, ConfirmationState>
}

/**
 * Who brought which revision into force, newest first: the last to pass it, else whoever wrote what needs no
 * review.
 */
export function verifiedStatement(ownerId: number, until: string): Sql {
  return sql`
    select v.record_id, v.changed, v.applied_at as at, p.name || coalesce('（代' || b.name || '）', '') as by,
      i.name as office
    from revision v left join lateral (
        select e.by_identity from revision_event e
        where e.owner_id = ${ownerId}
          and e.record_id = v.record_id
          and e.revision_id = v.id
          and e.action = 'approve'
        order by e.at desc limit 1) e on true
      join identity a on a.id = coalesce(e.by_identity, v.by_identity) join person p on p.id = a.person_id
      join institution i on i.id = a.institution_id
      left join identity l on l.id = a.lent_by left join person b on b.id = l.person_id
    where v.owner_id = ${ownerId} and v.applied_at <= ${until}::timestamptz
    order by v.applied_at desc, v.edit_no desc`
}

async function decisionsOf(
  engine: Engine,
  owner: Owner,
  open: readonly Open[],
): Promise<Map<string, Decision>> {
  const ids = open.map(({ recordId }) => recordId)
  if (ids.length === 0) return new Map()
  const rows = await engine.db.query<EventRow & { record_id: string }>(sql`
    select record_id, action, at, by_identity, revision_id, step, level, reason, fields from revision_event
    where owner_id = ${owner.id} and record_id = any(${ids}::uuid[]) order by at desc, id desc`)
  const found = ids.flatMap((id) => {
    const decision = openDecision(rows.filter((row) => row.record_id === id))
    return decision ? [{ id, decision }] : []
  })
  const names = await namesOf(
    engine.db,
    found.map(({ decision }) => decision.by_identity),
  )
  return new Map(
    found.map(({ id, decision }) => [
      id,
      {
        reason: decision.reason,
        fields: decision.fields,
        at: decision.at,
        by: names.get(decision.by_identity) ?? null,
      },
    ]),
  )
}

const filesOfRow = (
  definition: AnyRecord | undefined,
  { stored, attachments }: Pick<Effective, 'stored' | 'attachments'>,
): string[] => (definition ? filesIn(definition, stored, attachments) : [])

/** A time no revision takes effect after: what a reading of now asks for. */
const forever = 'infinity'

/** A reader, the teacher whose archive is read, and the types it is read of. */
export interface ArchiveReader {
  readonly engine: Engine
  readonly actor: Actor
  readonly owner: Owner
  readonly definitions: readonly AnyRecord[]
}

/**
 * Reads a whole archive in a handful of statements, however many records it has.
 * @param date null for now, with what is under way; else the end of that day, where only what was in force is
 * told
 */
export async function factsOf(
  { engine, actor, owner, definitions }: ArchiveReader,
  date: string | null,
): Promise<Facts> {
  const [effective, open, verified] = await Promise.all([
    date === null
      ? effectiveOf(engine, actor, definitions, [owner.id])
      : archiveAt(engine, definitions, owner.id, date),
    date === null ? openOf(engine, actor, definitions, [owner.id]) : [],
    engine.db.query<VerifiedRevision>(verifiedStatement(owner.id, date === null ? forever : endOfDay(date))),
  ])
  const byName = new Map(definitions.map((definition) => [definition.name, definition]))
  const used = [...effective, ...open.map((row) => ({ ...row, stored: row.value }))].flatMap((row) =>
    filesOfRow(byName.get(row.type), row),
  )
  const asked =
    date === null ? definitions.filter(({ name }) => effective.some(({ type }) => type === name)) : []
  const [decisions, files, ...confirming] = await Promise.all([
    decisionsOf(engine, owner, open),
    filesOf(engine.db, [...new Set(used)]),
    ...asked.map((definition) => confirmingOf(engine.db, actor, definition, owner.id)),
  ])
  return {
    date,
    effective,
    open,
    verified,
    decisions,
    files: new Map(files.map((file) => [file.id, file])),
    confirming: new Map(confirming.flatMap((one) => [...one])),
  }
}
