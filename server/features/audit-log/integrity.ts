import type { LogCheck, LogIntegrity } from '../../../catalogue/contract/administration/audit-log.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { lateSeconds, settledId } from './seal.ts'
import { pendingRows, sentenceOfFault, verifyAudit } from './verify.ts'
import { note } from '../../platform/audit/note.ts'

/** Below the time-out of a request, 15 seconds. */
const patienceMs = 10_000

interface LastCheck {
  at: string
  facts: { rows?: number; faults?: number; complete?: boolean }
}

/**
 * How far the log is sealed, and what the last check found; the check's own line in the log is where that is
 * kept.
 */
export async function integrityOf(db: Database): Promise<LogIntegrity> {
  const sealed = await db.maybeOne<{ seq: number; at: string }>(
    sql`select seq, at from audit_seal order by seq desc limit 1`,
  )
  const checked = await db.maybeOne<LastCheck>(
    sql`select at, facts from audit where action = 'audit.checked' order by id desc limit 1`,
  )
  return {
    sealed: sealed ?? null,
    pending: await pendingRows(db, await settledId(db, lateSeconds)),
    checked: checked
      ? {
          at: checked.at,
          rows: checked.facts.rows ?? 0,
          faults: checked.facts.faults ?? 0,
          complete: checked.facts.complete ?? false,
        }
      : null,
  }
}

/** Checks what was sealed within the last day, and writes the outcome into the log. */
export async function checkLastDay(
  db: Database,
  keys: Keys,
  folder: string,
  identityId: number,
): Promise<LogCheck> {
  const first = await db.maybeOne<{ seq: number }>(
    sql`select seq from audit_seal where at > now() - interval '1 day' order by at, seq limit 1`,
  )
  const from =
    first?.seq ??
    (await db.one<{ next: number }>(sql`select coalesce(max(seq), 0) + 1 as next from audit_seal`)).next
  const verdict = await verifyAudit({ db, keys, folder, from, until: Date.now() + patienceMs })
  const outcome = { rows: verdict.rows, complete: verdict.complete, faults: verdict.faults.length }
  await note(db, { by: identityId, action: 'audit.checked', facts: outcome })
  return { ...outcome, faults: verdict.faults.map(sentenceOfFault) }
}
