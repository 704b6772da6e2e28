import { generateKeyPair, createPublicKey } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { SealedTable } from '../../engine/sealing/index.ts'
import { note } from '../../platform/audit/note.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** Days a key signs; days the next one is published before that; days the last one stays published. */
export const keyDays = { signs: 90, before: 7, after: 2 } as const

const placeOf = (kid: string): string => `sign-on|key|${kid}`

/** The private keys that sign, sealed. */
export const signOnKeys: SealedTable = {
  table: 'sign_on_key',
  key: [['kid', 'text']],
  columns: [['private_sealed', 'text']],
  reseal: (row, again) => {
    const sealed = row['private_sealed']
    return {
      private_sealed: typeof sealed === 'string' ? again(sealed, placeOf(String(row['kid']))) : null,
    }
  },
}

const privateKey = z.object({
  kty: z.literal('RSA'),
  n: z.string(),
  e: z.string(),
  d: z.string(),
  p: z.string(),
  q: z.string(),
  dp: z.string(),
  dq: z.string(),
  qi: z.string(),
})

/** A private key as a JSON Web Key. */
export type SigningKey = z.infer<typeof privateKey> & {
  readonly kid: string
  readonly use: 'sig'
  readonly alg: 'RS256'
}

interface Row {
  readonly kid: string
  readonly private_sealed: string
}

/** The published keys; the first is the one that signs, since the library takes the first that fits. */
export async function publishedKeys(db: Queryable, keys: Keys): Promise<SigningKey[]> {
  const rows = await db.query<Row>(sql`
    select kid, private_sealed
    from sign_on_key
    where published_until > now()
    order by (signs_from <= now()) desc, signs_from desc, kid`)
  return rows.map(({ kid, private_sealed }) => ({
    ...privateKey.parse(JSON.parse(keys.open(private_sealed, placeOf(kid)))),
    kid,
    use: 'sig',
    alg: 'RS256',
  }))
}

const makePair = promisify(generateKeyPair)

/**
 * Makes the first key, or the next one when the day comes; removes those that are no longer published. Of
 * several processes one does it. Returns whether anything changed.
 */
export async function turnKeys(db: Database, keys: Keys): Promise<boolean> {
  const due = await db.maybeOne(sql`
    select 1 from sign_on_key
    where signs_from > now() - make_interval(days => ${keyDays.signs - keyDays.before})`)
  const over = await db.execute(sql`delete from sign_on_key where published_until <= now()`)
  if (due !== undefined) return over > 0
  const { privateKey: made } = await makePair('rsa', { modulusLength: 2048 })
  const jwk = JSON.stringify(made.export({ format: 'jwk' }))
  const kid = sha256(createPublicKey(made).export({ type: 'spki', format: 'der' }))
    .toString('base64url')
    .slice(0, 16)
  return db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('sign-on-keys'))`)
    const added = await tx.execute(sql`
      insert into sign_on_key (kid, private_sealed, signs_from, published_until)
      select ${kid}, ${keys.seal(jwk, placeOf(kid))}, next.at,
        next.at + make_interval(days => ${keyDays.signs + keyDays.after})
      from (select case when exists (select 1 from sign_on_key)
        then now() + make_interval(days => ${keyDays.before}) else now() end as at) next
      where not exists (
        select 1 from sign_on_key
        where signs_from > now() - make_interval(days => ${keyDays.signs - keyDays.before}))`)
    if (added > 0) await note(tx, { by: null, action: 'signOn.key', facts: { kid } })
    return added > 0
  })
}
