import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

export interface SecondFactor {
  /** The secret, sealed for the place `person|totp|<personId>`. */
  readonly sealedSecret: string
  /** Time step of the code that proved the secret; that code and earlier ones are used up. */
  readonly step: number
  /** Keyed hashes of the recovery codes; earlier codes are forgotten. */
  readonly recoveryHashes: readonly Buffer[]
  /** The sealed secret that this one replaces; null for none. */
  readonly before: string | null
}

/**
 * Keeps a second factor with its recovery codes, in place of the one before. Returns false when another one
 * was kept meanwhile: of two requests with one offer only one gets true.
 */
export async function keepSecondFactor(
  tx: Tx,
  personId: number,
  { sealedSecret, step, recoveryHashes, before }: SecondFactor,
): Promise<boolean> {
  const kept = await tx.execute(sql`
    update person
    set totp_sealed = ${sealedSecret}, totp_step = ${step},
      totp_since = now()
    where id = ${personId} and totp_sealed is not distinct from ${before}`)
  if (kept === 0) return false
  await tx.execute(sql`delete from recovery_code where person_id = ${personId}`)
  for (const hash of recoveryHashes)
    await tx.execute(sql`insert into recovery_code (person_id, code_hash) values (${personId}, ${hash})`)
  return true
}

/** Takes the second factor and its recovery codes away. */
export async function removeSecondFactor(tx: Tx, personId: number): Promise<void> {
  await tx.execute(sql`update person set totp_sealed = null, totp_since = null where id = ${personId}`)
  await tx.execute(sql`delete from recovery_code where person_id = ${personId}`)
}

/**
 * Uses up the code of a time step. Returns false when it or a later one was used already: of two parallel
 * requests with one code only one gets true.
 */
export async function spendFactorStep(db: Queryable, personId: number, step: number): Promise<boolean> {
  const spent = await db.execute(
    sql`update person set totp_step = ${step} where id = ${personId} and totp_step < ${step}`,
  )
  return spent === 1
}

/** Uses up a recovery code; returns false when the person has none with this hash or used it already. */
export async function spendRecoveryCode(db: Queryable, personId: number, hash: Buffer): Promise<boolean> {
  const spent = await db.execute(sql`
    update recovery_code
    set used_at = now()
    where person_id = ${personId} and code_hash = ${hash} and used_at is null`)
  return spent === 1
}
