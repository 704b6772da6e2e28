import { createPublicKey, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { CompactSign, importJWK, type CryptoKey, type JWK } from 'jose'
import { z } from 'zod'
import type { SealedTable } from '../../engine/sealing/index.ts'
import { note } from '../../platform/audit/note.ts'
import { sha256, type Keys } from '../../platform/crypto/keys.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

export const algorithm = 'RS256'
const placeOf = (kid: string): string => `credential|key|${kid}`

/** The private keys of credentials, sealed. */
export const credentialKeys: SealedTable = {
  table: 'credential_key',
  key: [['kid', 'text']],
  columns: [['private_sealed', 'text']],
  reseal: (row, again) => {
    const sealed = row['private_sealed']
    return {
      private_sealed: typeof sealed === 'string' ? again(sealed, placeOf(String(row['kid']))) : null,
    }
  },
}

const publicKey = z.object({ kty: z.literal('RSA'), n: z.string(), e: z.string() })
/** A public key as it is published. */
export type PublishedKey = z.infer<typeof publicKey> & {
  readonly kid: string
  readonly use: 'sig'
  readonly alg: typeof algorithm
}

/** Every key that ever signed: certificates outlive keys, so none is withdrawn. */
export async function publishedKeys(db: Queryable): Promise<PublishedKey[]> {
  const rows = await db.query<{ kid: string; public: unknown }>(
    sql`select kid, public from credential_key order by created_at, kid`,
  )
  return rows.map((row) => ({ ...publicKey.parse(row.public), kid: row.kid, use: 'sig', alg: algorithm }))
}

/** Imports a JSON Web Key of the algorithm. */
export async function keyFrom(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, algorithm)
  if (key instanceof Uint8Array) throw new Error('a key of credentials is no RSA key')
  return key
}

const makePair = promisify(generateKeyPair)

/** Makes the first key, once, whichever process is asked first. */
async function makeFirst(db: Database, keys: Keys): Promise<void> {
  const { privateKey: made } = await makePair('rsa', { modulusLength: 3072 })
  const open = createPublicKey(made)
  const kid = sha256(open.export({ type: 'spki', format: 'der' }))
    .toString('base64url')
    .slice(0, 16)
  const sealed = keys.seal(JSON.stringify(made.export({ format: 'jwk' })), placeOf(kid))
  await db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('credential-key'))`)
    const added = await tx.execute(sql`
      insert into credential_key (kid, private_sealed, public)
      select ${kid}, ${sealed}, ${sql.json(publicKey.parse(open.export({ format: 'jwk' })))}::jsonb
      where not exists (select 1 from credential_key)`)
    if (added > 0) await note(tx, { by: null, action: 'credential.key', facts: { kid } })
  })
}

const sealedKey = (db: Queryable) =>
  db.maybeOne<{ kid: string; sealed: string }>(
    sql`select kid, private_sealed as sealed from credential_key order by created_at desc, kid limit 1`,
  )

/** The key that signs now: the newest one. */
export async function signingKey(
  db: Database,
  keys: Keys,
): Promise<{ readonly kid: string; readonly key: CryptoKey }> {
  const found = await sealedKey(db)
  if (!found) {
    await makeFirst(db, keys)
    return signingKey(db, keys)
  }
  const jwk = z
    .looseObject({ kty: z.string() })
    .parse(JSON.parse(keys.open(found.sealed, placeOf(found.kid))))
  return { kid: found.kid, key: await keyFrom(jwk) }
}

/** Signs a text with the key of certificates. Answers the compact JWS and the public key that verifies it. */
export async function signText(
  db: Database,
  keys: Keys,
  text: string,
): Promise<{ readonly jws: string; readonly key: PublishedKey }> {
  const { kid, key } = await signingKey(db, keys)
  const published = (await publishedKeys(db)).find((one) => one.kid === kid)
  if (!published) throw new Error('the key that signs is not published')
  const jws = await new CompactSign(Buffer.from(text, 'utf8'))
    .setProtectedHeader({ alg: algorithm, kid })
    .sign(key)
  return { jws, key: published }
}
