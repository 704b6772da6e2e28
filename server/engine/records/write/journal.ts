import type { Actor } from '../../../../catalogue/access/access.ts'
import type { Level } from '../../../../catalogue/define.ts'
import { audited } from '../../../platform/audit/note.ts'
import { uuidv7 } from '../../../platform/clock/clock.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import type { EventName } from '../../engine.ts'
import { insertEvent } from '../../outbox/index.ts'

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

/**
 * The three inserts as parts of one `with` statement; ids only go to the outbox, no values go to the audit.
 * @param when what the inserts depend on, beginning with `from`
 * @param holder its columns of the institution and the role that hold the item from now on
 */
export function journal(note: Note, when: Sql = sql.empty, holder: Sql = noHolder): Sql {
  const { actor } = note
  const line =
    note.action === null
      ? sql.empty
      : sql`line as (
          insert into revision_event (owner_id, id, revision_id, record_id, by_identity, action, step, level,
              reason, fields,
            institution_id, on_behalf_of, waited_seconds)
          select ${note.ownerId}::int, ${uuidv7()}::uuid, ${note.revisionId}::uuid, ${note.recordId}::uuid,
            ${actor.identityId}::int,
            ${note.action}::text, ${note.step ?? null}::smallint, ${note.level ?? null}::text,
              ${note.reason ?? null}::text,
            ${sql.json(note.fields ?? [])}, ${actor.institutionId}::int, ${actor.standsFor ?? null}::int,
            extract(epoch from now() - ${note.waitedSince ?? null}::timestamptz)::int ${when}),`
  const event = note.quiet
    ? sql.empty
    : insertEvent(
        {
          event: note.event,
          type: note.type,
          ownerId: note.ownerId,
          recordId: note.recordId,
          revisionId: note.revisionId,
          by: actor.identityId,
          holder,
        },
        when,
      )
  return sql`${line} ${event}
    audited as (${audited(
      {
        by: actor.identityId,
        action: note.event,
        type: note.type,
        ownerId: note.ownerId,
        recordId: note.recordId,
        facts: { revision: note.revisionId, ...(note.reason && { reason: note.reason }) },
      },
      when,
    )})`
}
