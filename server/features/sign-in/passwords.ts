import { AppError } from '../../../catalogue/errors.ts'
import type { PasswordContext } from '../../../catalogue/rules/password.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { accountLimit, clearTries, countTry } from './failures.ts'
import { passwordHashes, type PasswordHashes } from './password.ts'
import { openPassword } from './transport.ts'

/** A password as it was sent: sealed with its key or plain, and whether the line was encrypted. */
export interface SentPassword {
  readonly password: string
  readonly kid?: string | undefined
}
export interface Line {
  readonly ip: string
  readonly protocol: string
}

/** Functions about passwords for other features. */
export interface Passwords extends PasswordHashes {
  /** The password somebody sent. Plain ones are taken over loopback and TLS only. */
  open(sent: SentPassword, line: Line): Promise<string>
  /**
   * Whether it is the person's; attempts count towards the lock. Throws accountLocked when there were too
   * many.
   */
  verify(personId: number, password: string): Promise<boolean>
  /** Words about the person that a password must not contain. */
  contextOf(personId: number): Promise<PasswordContext>
}

export interface PasswordOptions {
  readonly db: Database
  readonly keys: Keys
  /** Pinyin of a text in one word: 林疏影 → linshuying. */
  readonly pinyin: (text: string) => string
}

const isLoopback = (ip: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(ip)

interface Circumstances {
  name: string
  login_name: string | null
  mobile_sealed: string | null
  id_no_sealed: string | null
  places: string[]
}

async function contextOf({ db, keys, pinyin }: PasswordOptions, personId: number): Promise<PasswordContext> {
  const p = await db.one<Circumstances>(sql`
    select p.name, p.login_name, p.mobile_sealed, p.id_no_sealed,
      array(select distinct i.name
        from identity a
        join institution i on i.id = a.institution_id
        where a.person_id = p.id) as places
    from person p where p.id = ${personId}`)
  const opened = (sealed: string | null, column: string) =>
    sealed === null ? '' : keys.open(sealed, `person|${column}|${personId}`)
  const mobile = opened(p.mobile_sealed, 'mobile')
  const idNo = opened(p.id_no_sealed, 'id_no')
  const birthYear = /^\d{6}(19|20)\d{2}/.test(idNo) ? idNo.slice(6, 10) : ''
  const name = pinyin(p.name)
  return {
    words: [p.name, p.login_name ?? '', name, mobile, mobile.slice(-6), idNo.slice(-6), birthYear].filter(
      (word) => word.length >= 2,
    ),
    texts: [name, ...p.places, ...p.places.map(pinyin)].filter((text) => text.length > 0),
  }
}

/** The passwords of this installation. */
export function createPasswords(o: PasswordOptions): Passwords {
  const hashes = passwordHashes(o.keys)
  return {
    ...hashes,
    async open({ password, kid }, line) {
      if (kid !== undefined) return openPassword(o.db, o.keys, kid, password)
      if (!isLoopback(line.ip) && line.protocol !== 'https')
        throw new AppError('malformed', { message: '密码须加密后发送，请刷新页面再试' })
      return password
    },
    async verify(personId, password) {
      // Of whoever is signed in, so that strangers who lock the account do not lock its owner out of changing
      // the password.
      const counter = { key: `own|${personId}` }
      if ((await countTry(o.db, counter, accountLimit, true)) === 'locked') {
        throw new AppError('accountLocked', {
          message: `密码不对的次数过多，请 ${accountLimit.minutes} 分钟后再试`,
        })
      }
      const row = await o.db.one<{ password_hash: string | null }>(
        sql`select password_hash from person where id = ${personId}`,
      )
      const fits = await hashes.fits(row.password_hash, password, personId)
      if (fits) await clearTries(o.db, counter)
      return fits
    },
    contextOf: (personId) => contextOf(o, personId),
  }
}
