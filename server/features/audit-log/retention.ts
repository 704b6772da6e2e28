import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { forgetFormerPeople } from '../../engine/directory/index.ts'
import type { Ground } from '../../engine/feature.ts'
import { note } from '../../platform/audit/note.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { translateDbError } from '../../platform/db/errors.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import { putAway } from './archive.ts'
import { macOf, partDue, removedParts } from './months.ts'

/**
 * Months made ahead: so long the portal may be away before rows come to lie in the part for everything else.
 */
const ahead = 3
/**
 * How often parts are tried to be made or taken out in one run; each time others wait for it a tenth of a
 * second at most.
 */
const [tries, pauseMs] = [30, 2_000]

interface RetentionTask {
  readonly db: Database
  readonly keys: Keys
  /** DATA_DIR. */
  readonly folder: string
  readonly months: number
}

/**
 * Runs what gives up where it would have to wait, because somebody reads the audit for long, until it was
 * done. Answers false where it never was.
 */
async function patiently(db: Database, statement: Sql, stopping: AbortSignal): Promise<boolean> {
  for (let tried = 1; ; tried++) {
    try {
      await db.query(statement)
      return true
    } catch (error) {
      if (translateDbError(error).code !== '55P03') throw error
      if (tried === tries || stopping.aborted) return false
      await sleep(pauseMs, undefined, { signal: stopping }).catch(() => undefined)
    }
  }
}

/**
 * Makes the parts of the months that come, and removes the oldest part if it is older than the audit is kept:
 * its archive is written first. Answers whether there may be more to remove. Throws `NotWhole` where the part
 * is not as it was sealed.
 */
export async function keepMonths(
  { db, keys, folder, months }: RetentionTask,
  stopping: AbortSignal,
): Promise<boolean> {
  if (!(await patiently(db, sql`select audit_make_months(${ahead}::integer)`, stopping))) return false
  const part = await partDue(db, months)
  if (!part) return false
  const { removed } = await removedParts(db, keys)
  const told = await putAway({ db, keys, folder, part, removed })
  const facts = JSON.stringify(told)
  const taken = sql`select audit_remove_month(${part.part}, ${facts}, ${macOf(keys, part, facts)})`
  if (!(await patiently(db, taken, stopping))) return false
  // No line is left that could name them.
  await forgetFormerPeople(db, part.until)
  await note(db, {
    by: null,
    action: 'audit.removed',
    facts: { part: part.part, until: part.until, rows: told.rows },
  })
  return true
}

/** The audit's months as work that is kept in the database. */
export const auditMonths = ({ db, keys, config }: Pick<Ground, 'db' | 'keys' | 'config'>): KeptJob => ({
  name: 'audit.months',
  label: '审计日志归档',
  every: 6 * 3600,
  run: (stopping) =>
    keepMonths({ db, keys, folder: resolve(config.dataDir), months: config.auditKeptMonths }, stopping),
})
