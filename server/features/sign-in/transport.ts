import { randomBytes } from 'node:crypto'
import { sm2 } from 'sm-crypto-v2'
import { z } from 'zod'
import type { LoginKey } from '../../../catalogue/contract/account/account.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { today } from '../../platform/clock/clock.ts'

const lifeSeconds = 120
const cipherMode = 1 // C1C3C2, the order of GM/T 0009
const content = z.strictObject({ p: z.string().min(1).max(200), nonce: z.string().max(60) })

/**
 * The day's key pair, derived from the master key, so that every process has the same and none stores it.
 * Yesterday's still opens, for sign-in pages left open over midnight.
 */
function pairOf(keys: Keys, day: string) {
  const privateKey = keys.mac('login-key', day).toString('hex')
  return { privateKey, publicKey: sm2.getPublicKeyFromPrivateKey(privateKey) }
}

/** GET /api/v1/login/key: public key and a nonce that works once, for two minutes. */
export async function issueKey(db: Database, keys: Keys): Promise<LoginKey> {
  const kid = today()
  const nonce = randomBytes(18).toString('base64url')
  await db.query(sql`
    with old as (delete from login_nonce where expires_at < now() - interval '1 minute')
    insert into login_nonce (nonce, expires_at)
    values (${nonce}, now() + make_interval(secs => ${lifeSeconds}))`)
  return { kid, alg: 'SM2', publicKey: pairOf(keys, kid).publicKey, nonce, expiresIn: lifeSeconds }
}

/**
 * The password inside what the browser sent. A used, expired or foreign nonce answers like a wrong password.
 */
export async function openPassword(db: Database, keys: Keys, kid: string, sealed: string): Promise<string> {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(kid) || !/^[0-9a-f]{100,2000}$/i.test(sealed))
    throw new AppError('badCredentials')
  const opened = content.safeParse(decrypt(sealed, pairOf(keys, kid).privateKey))
  if (!opened.success) throw new AppError('badCredentials')
  const used = await db.execute(
    sql`delete from login_nonce where nonce = ${opened.data.nonce} and expires_at > now()`,
  )
  if (used !== 1) throw new AppError('badCredentials', { message: '页面停留过久，请再点一次' })
  return opened.data.p
}

function decrypt(sealed: string, privateKey: string): unknown {
  try {
    return JSON.parse(String(sm2.doDecrypt(sealed, privateKey, cipherMode)))
  } catch {
    return null
  }
}
