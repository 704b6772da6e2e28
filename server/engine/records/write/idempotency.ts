import { randomBytes } from 'node:crypto'
import { AppError } from '../../../../catalogue/errors.ts'
import type { ForgettingRule } from '../../../platform/db/forget.ts'
import type { Keys } from '../../../platform/crypto/keys.ts'
import { translateDbError } from '../../../platform/db/errors.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Part } from '../../../platform/db/together.ts'
import type { Actor, Queryable } from '../../engine.ts'

/** A repeatable request: the sender's key and a keyed hash of what was sent. */
export interface Repeatable {
  readonly key: string
  readonly mac: Buffer
}

/** Reads the Idempotency-Key header. Returns null without one; throws `invalid` for one of another form. */
export function repeatable(
  keys: Keys,
  header: string | undefined,
  type: string,
  body: unknown,
): Repeatable | null {
  if (header === undefined) return null
  if (!/^[\x21-\x7e]{8,100}$/.test(header)) {
    throw new AppError('invalid', { message: '提交编号（Idempotency-Key）应为 8 至 100 个字符' })
  }
  return { key: header, mac: keys.mac('idempotency', `${type}\n${JSON.stringify(body)}`) }
}

/** Whether a write failed because an equal request was first. */
export const isClash = (error: unknown): boolean =>
  error instanceof AppError
    ? error.code === 'duplicate' || error.code === 'invalid'
    : translateDbError(error).kind === 'unique'

interface StoredAnswer {
  readonly body_mac: Buffer
  readonly record_id: string | null
  readonly content_id: number | null
  readonly case_id: string | null
  readonly made_id: number | null
  readonly version: number
}

/** Whose request it is that made no record. */
const nobody = 0

/**
 * The row of an earlier request with the same key, about the same owner: on a spread database it lies with
 * him. Throws `keyReused` when the body differs.
 */
async function madeBefore(
  db: Queryable,
  actor: Actor,
  request: Repeatable | null,
  ownerId = nobody,
): Promise<StoredAnswer | null> {
  if (request === null) return null
  const [row] = await db.query<StoredAnswer>(sql`
    select body_mac, record_id, content_id, case_id, made_id, version
    from idempotency
    where owner_id = ${ownerId} and identity_id = ${actor.identityId} and key = ${request.key}`)
  if (!row) return null
  if (!row.body_mac.equals(request.mac)) throw new AppError('keyReused')
  return row
}

/** The answer given before to the same key, for a record. Throws `keyReused` for another body. */
export async function answeredBefore(
  db: Queryable,
  actor: Actor,
  request: Repeatable | null,
  ownerId: number,
): Promise<{ id: string; version: number } | null> {
  const made = await madeBefore(db, actor, request, ownerId)
  return made === null || made.record_id === null ? null : { id: made.record_id, version: made.version }
}

/** The number of the content that the same key made before. Throws `keyReused` for another body. */
export async function contentBefore(
  db: Queryable,
  actor: Actor,
  request: Repeatable | null,
): Promise<number | null> {
  return (await madeBefore(db, actor, request))?.content_id ?? null
}

/**
 * Remembers the content that a request made, in its transaction. The second of two parallel requests waits
 * here and then fails as `isClash` says.
 */
export async function rememberContent(
  tx: Queryable,
  actor: Actor,
  request: Repeatable | null,
  contentId: number,
): Promise<void> {
  if (request === null) return
  await tx.execute(sql`
    insert into idempotency (owner_id, identity_id, key, body_mac, content_id, version)
    values (${nobody}, ${actor.identityId}, ${request.key}, ${request.mac}, ${contentId}, 1)`)
}

/** The id of the case of a process that the same key made before. Throws `keyReused` for another body. */
export async function caseBefore(
  db: Queryable,
  actor: Actor,
  request: Repeatable | null,
): Promise<string | null> {
  return (await madeBefore(db, actor, request))?.case_id ?? null
}

/** Remembers the case that a request made, as `rememberContent`. */
export async function rememberCase(
  tx: Queryable,
  actor: Actor,
  request: Repeatable | null,
  caseId: string,
): Promise<void> {
  if (request === null) return
  await tx.execute(sql`
    insert into idempotency (owner_id, identity_id, key, body_mac, case_id, version)
    values (${nobody}, ${actor.identityId}, ${request.key}, ${request.mac}, ${caseId}::uuid, 1)`)
}

/**
 * Makes something with a number of its own once for each key, whatever comes at the same moment: `make` hands
 * the number to `remember` in its transaction, and whoever comes second gets that number. Throws `keyReused`
 * for another body.
 */
export async function madeOnce(
  db: Queryable,
  actor: Actor,
  request: Repeatable | null,
  make: (remember: (tx: Queryable, id: number) => Promise<void>) => Promise<number>,
): Promise<{ readonly id: number; readonly isNew: boolean }> {
  const before = async () => (await madeBefore(db, actor, request))?.made_id ?? null
  const first = await before()
  if (first !== null) return { id: first, isNew: false }
  try {
    const id = await make(async (tx, made) => {
      if (request === null) return
      await tx.execute(sql`
        insert into idempotency (owner_id, identity_id, key, body_mac, made_id, version)
        values (${nobody}, ${actor.identityId}, ${request.key}, ${request.mac}, ${made}, 1)`)
    })
    return { id, isNew: true }
  } catch (error) {
    const other = request !== null && isClash(error) ? await before() : null
    if (other === null) throw error
    return { id: other, isNew: false }
  }
}

/**
 * Claims a key for a call that remembers nothing of what it makes. Throws `duplicate` where the key was
 * claimed before, and `keyReused` for another body. What a killed process had claimed stays claimed: whether
 * it was done, nobody knows.
 */
export async function claimKey(db: Queryable, actor: Actor, request: Repeatable): Promise<void> {
  const claimed = await db.execute(sql`
    insert into idempotency (owner_id, identity_id, key, body_mac, version)
    values (${nobody}, ${actor.identityId}, ${request.key}, ${request.mac}, 0)
    on conflict do nothing`)
  if (claimed === 1) return
  await madeBefore(db, actor, request)
  throw new AppError('duplicate', { message: '本次提交已经收到，请刷新后查看是否已办好' })
}

/** Gives a claimed key back: the request was refused. */
export async function releaseKey(db: Queryable, actor: Actor, { key }: Repeatable): Promise<void> {
  await db.execute(sql`
    delete from idempotency
    where owner_id = ${nobody} and identity_id = ${actor.identityId} and key = ${key}
      and num_nonnulls(record_id, content_id, case_id, made_id) = 0`)
}

/**
 * A secret that is answered once: random, and for a request that may be sent again the same for each sending,
 * so that the second one reads what the first one was told. Nothing of it is kept.
 */
export const secretFor = (keys: Keys, actor: Actor, request: Repeatable | null, bytes: number): string =>
  (request === null
    ? randomBytes(bytes)
    : keys.mac('repeated-secret', `${actor.identityId}|${request.key}|${request.mac.toString('base64url')}`)
  )
    .subarray(0, bytes)
    .toString('base64url')

/** The row that remembers the answer, as a part of the change; nothing without a key. */
export function remember(
  actor: Actor,
  request: Repeatable | null,
  { ownerId, recordId, version }: { ownerId: number; recordId: string; version: number },
): readonly Part[] {
  if (request === null) return []
  const insert = sql`
    insert into idempotency (identity_id, key, body_mac, owner_id, record_id, version)
    values (${actor.identityId}, ${request.key}, ${request.mac}, ${ownerId}, ${recordId}, ${version})`
  return [['remembered', insert]]
}

/** Days after which the key of a request is deleted; a client no longer repeats it then. */
export const forgottenRepeats = (days: number): ForgettingRule => ({
  table: 'idempotency',
  isByOwner: true,
  oldest: sql`x.at`,
  where: sql`t.at < now() - make_interval(days => ${days})`,
})
