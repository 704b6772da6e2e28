import type { Actor } from '../../../../catalogue/access/access.ts'
import type { Level } from '../../../../catalogue/define.ts'
import { audited, type AuditLine } from '../../../platform/audit/note.ts'
import { uuidv7 } from '../../../platform/clock/clock.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import type { EventName } from '../../engine.ts'
import { asParts, type Part } from '../../../platform/db/together.ts'
import { eventParts } from '../../outbox/index.ts'

/**
 * What every change of a record writes in its transaction: a line of the timeline, an event of the outbox, an
 * audit row.
 */
export interface Note {
  readonly actor: Actor
  readonly type: string
  readonly ownerId: number
  readonly recordId: string
  readonly revisionId: string
  /** Word of the timeline (dictionary approvalAction and a few more); null writes no line. */
  readonly action: string | null
  readonly event: EventName
  /** Writes no event. Only the owner sees a draft, so no consumer may hear of it. */
  readonly quiet?: true
  readonly step?: number | null
  readonly level?: Level | null
  readonly reason?: string | null
  readonly fields?: readonly { key: string; reason: string }[]
  /** Since when the item had waited with this office. */
  readonly waitedSince?: string | null
}

/**
 * Columns of `when` with the institution and the role that hold the item from now on; both null unless a
 * flow moved it.
 */
const noHolder = sql`null::int, null::smallint`

/** The line of the timeline. */
function line(note: Note, when: Sql): readonly Part[] {
  const { actor, action } = note
  if (action === null) return []
  // Citus sends a row of values to its node, and fetches what a statement selects before it writes it.
  const [begin, end] = when.text === '' ? [sql`values (`, sql`)`] : [sql`select`, when]
  const insert = sql`
          insert into revision_event (owner_id, id, revision_id, record_id, by_identity, action, step, level,
              reason, fields,
            institution_id, on_behalf_of, waited_seconds)
          ${begin} ${note.ownerId}::int, ${uuidv7()}::uuid, ${note.revisionId}::uuid, ${note.recordId}::uuid,
            ${actor.identityId}::int,
            ${action}::text, ${note.step ?? null}::smallint, ${note.level ?? null}::text,
              ${note.reason ?? null}::text,
            ${sql.json(note.fields ?? [])}, ${actor.institutionId}::int, ${actor.standsFor ?? null}::int,
            extract(epoch from now() - ${note.waitedSince ?? null}::timestamptz)::int ${end}`
  return [['line', insert]]
}

/**
 * The three inserts as parts of a change; ids only go to the outbox, no values go to the audit.
 * @param when what the inserts depend on, beginning with `from`
 * @param holder its columns of the institution and the role that hold the item from now on
 */
export function journalParts(note: Note, when: Sql = sql.empty, holder: Sql = noHolder): readonly Part[] {
  const { actor, event, type, ownerId, recordId, revisionId, quiet = false } = note
  const happened = { event, type, ownerId, recordId, revisionId, by: actor.identityId, holder }
  const facts = { revision: revisionId, ...(note.reason && { reason: note.reason }) }
  const told: AuditLine = {
    by: actor.identityId,
    action: event,
    type,
    ownerId,
    recordId,
    facts,
  }
  return [
    ...line(note, when),
    ...(quiet ? [] : eventParts(happened, when)),
    ['audited', audited(told, when), 'coordinator'],
  ]
}

/** The same as parts of a `with` statement. */
export const journal = (note: Note, when?: Sql, holder?: Sql): Sql =>
  asParts(journalParts(note, when, holder))
