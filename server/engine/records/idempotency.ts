import { AppError } from '../../../catalogue/errors.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Actor, Queryable } from '../engine.ts'

/** A repeatable request: the sender's key and a keyed hash of what was sent. */
export interface Repeatable {
  readonly key: string
  readonly mac: Buffer
}

/** Reads the Idempotency-Key header; absent is fine, ill-formed is not. */
export function repeatable(keys: Keys, header: string | undefined, type: string, body: unknown): Repeatable | null {
  if (header === undefined) return null
  if (!/^[\x21-\x7e]{8,100}$/.test(header)) {
    throw new AppError('invalid', { message: '提交编号（Idempotency-Key）应为 8 至 100 个字符' })
  }
  return { key: header, mac: keys.mac('idempotency', `${type}\n${JSON.stringify(body)}`) }
}

/** The answer given before to the same key; the same key with another body is refused. */
export async function answeredBefore(
  db: Queryable,
  actor: Actor,
  request: Repeatable | null,
): Promise<{ id: string; version: number } | null> {
  if (request === null) return null
  const row = await db.maybeOne<{ body_mac: Buffer; record_id: string; version: number }>(sql`
    select body_mac, record_id, version from idempotency where identity_id = ${actor.identityId} and key = ${request.key}`)
  if (!row) return null
  if (!row.body_mac.equals(request.mac)) throw new AppError('keyReused')
  return { id: row.record_id, version: row.version }
}

/** The row that remembers the answer, as part of the write's `with`; empty without a key. Ends in a comma. */
export function remember(actor: Actor, request: Repeatable | null, ownerId: number, recordId: string, version: number): Sql {
  if (request === null) return sql.empty
  return sql`remembered as (
    insert into idempotency (identity_id, key, body_mac, owner_id, record_id, version)
    values (${actor.identityId}, ${request.key}, ${request.mac}, ${ownerId}, ${recordId}, ${version})),`
}
