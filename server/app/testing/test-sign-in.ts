import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { Role } from '../../../catalogue/access/roles.ts'
import { passwordHashes } from '../../features/sign-in/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { testKeys, type Envelope, type Person, type Region, type TestAnswer } from './test-region.ts'

export const keys = testKeys
/** Hash of a password as this portal stores it. */
export const { hash: hashPassword } = passwordHashes(keys)
export const good = 'Otter-7-kites'

/** Somebody who can sign in: with login name, phone and password. */
export interface Member extends Person {
  readonly login: string
  readonly mobile: string
}

export interface Reply<T> {
  readonly status: number
  readonly code: number
  readonly msg: string
  readonly data: T
  readonly text: string
  /** The cookie that was set, as it is sent back. */
  readonly cookie: string
  /** All that were set. */
  readonly cookies: string
}

/** Whoever stands before the door: calls without a session, each person from an address of their own. */
export function doorOf(region: Region) {
  let counter = 0
  const door = {
    async member(
      label: string,
      {
        role = 2,
        password = good,
        at = region.places.school,
      }: { role?: Role; password?: string; at?: number } = {},
    ): Promise<Member> {
      counter += 1
      const [login, mobile] = [`door${counter}x`, `1381000${String(4810 + counter * 7)}`]
      const person = await region.add(role, at, label)
      await region.db.query(sql`
        update person
        set login_name = ${login}, password_hash = ${await hashPassword(password)},
          password_changed_at = now(),
          mobile_key = ${keys.blind('mobile', mobile)},
            mobile_sealed = ${keys.seal(mobile, `person|mobile|${person.personId}`)}
        where id = ${person.personId}`)
      return Object.assign(person, { login, mobile })
    },
    async call<T = TestAnswer>(
      method: 'GET' | 'POST' | 'PUT',
      url: string,
      payload?: object,
      headers: Record<string, string> = {},
      ip = `127.1.${counter}.1`,
    ): Promise<Reply<T>> {
      const response = await region.app.inject({
        method,
        url,
        remoteAddress: ip,
        headers,
        ...(payload && { payload }),
      })
      const { error_code: code, msg, data } = response.json<Envelope<T>>()
      return {
        status: response.statusCode,
        code,
        msg,
        data,
        text: response.body,
        cookie: String(response.headers['set-cookie'] ?? '').split(';')[0] ?? '',
        cookies: [response.headers['set-cookie'] ?? []]
          .flat()
          .map((one) => one.split(';')[0])
          .join('; '),
      }
    },
    /** A captcha with its answer: the question in words is a sum, which a test can do as well as anybody. */
    async solved(ip?: string): Promise<{ captcha: string; captcha_id: string }> {
      const { data } = await door.call<{ id: string; question: string }>(
        'POST',
        '/api/v1/login/captcha',
        { kind: 'question' },
        {},
        ip,
      )
      return { captcha_id: data.id, captcha: String(sumOf(data.question)) }
    },
    /** The code last sent to a phone, as the outbox of development shows it. */
    codeFor: (mobile: string): Promise<string> => codeSent(region, mobile),
  }
  return door
}

function sumOf(question: string): number {
  const numbers = [...question].map((letter) => '零一二三四五六七八九'.indexOf(letter)).filter((n) => n > 0)
  const [a = 0, b = 0, c = 0] = numbers
  return question.includes('减') ? a - b : a + b - c
}

/** The code last sent to a phone, as the outbox of development shows it. */
export function codeSent(region: Region, mobile: string): Promise<string> {
  return vi.waitFor(async () => {
    const lines = (await readFile(join(region.folder, 'sms-outbox.jsonl'), 'utf8')).trim().split('\n')
    const mine = lines
      .map((line) => JSON.parse(line) as { mobile: string; text: string })
      .filter((one) => one.mobile === mobile)
    const code = /验证码 (\d{6})/.exec(mine.at(-1)?.text ?? '')?.[1]
    if (code === undefined) throw new Error('nothing was sent')
    return code
  })
}

/** Registers a mail address as its owner does: with the code that came to it. Answers the status. */
export async function registerMail(
  region: Region,
  who: Person,
  email: string,
  password: string,
): Promise<number> {
  const asked = await who.post('/api/v1/user/emailCode', { email })
  if (asked.status !== 200) return asked.status
  const code = await vi.waitFor(async () => {
    const lines = (await readFile(join(region.folder, 'mail-outbox.jsonl'), 'utf8')).trim().split('\n')
    const mine = lines
      .map((line) => JSON.parse(line) as { to: string; text: string })
      .filter((one) => one.to === email)
    const found = /验证码 (\d{6})/.exec(mine.at(-1)?.text ?? '')?.[1]
    if (found === undefined) throw new Error('nothing was sent')
    return found
  })
  return (await who.put('/api/v1/user/email', { email, code, password })).status
}
