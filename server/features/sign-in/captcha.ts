import { randomInt, randomUUID } from 'node:crypto'
import {
  captcha,
  captchaBody,
  type Captcha,
  type CaptchaKind,
} from '../../../catalogue/contract/account/sign-in.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { sameSecret, type Keys } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import { networkOf } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import { pictureOf, randomText } from './captcha-picture.ts'
import { randomDigits, soundOf } from './captcha-sound.ts'
import { countQuestion, forgetOldFailures } from './failures.ts'

const lifeSeconds = 120
const numerals = '零一二三四五六七八九'

/** A sum told in words, for whoever does not see a picture; the answer is a number below 20. */
function question(): { question: string; answer: string } {
  const [a, b] = [randomInt(3, 10), randomInt(1, 10)]
  const c = randomInt(1, 3)
  const [first, second, third] = [numerals[a], numerals[b], numerals[c]]
  const asked = [
    { question: `书架上有${first}本书，又放上${second}本，借走${third}本，还有几本？`, answer: a + b - c },
    { question: `${first}加${second}等于几？`, answer: a + b },
    { question: `${first}减${third}等于几？`, answer: a - c },
    { question: `院里有${first}棵杏树，又种了${second}棵，现在有几棵？`, answer: a + b },
  ]
  const { question: text, answer } = asked[randomInt(asked.length)] ?? {
    question: '一加一等于几？',
    answer: 2,
  }
  return { question: text, answer: String(answer) }
}

/** Typed text in the form that is compared: capitals, half width, no blanks. */
const normal = (typed: string) => typed.normalize('NFKC').toUpperCase().replaceAll(/\s/g, '')

const hashOf = (keys: Keys, id: string, answer: string) => keys.mac('captcha', `${id}|${answer}`)

/** Makes a captcha; only a keyed hash of its answer is kept, for two minutes. */
async function makeCaptcha(db: Database, keys: Keys, kind: CaptchaKind, ip: string): Promise<Captcha> {
  await forgetOldFailures(db)
  if (kind !== 'picture') await countQuestion(db, networkOf(ip))
  const id = randomUUID()
  const asked =
    kind === 'question'
      ? question()
      : { question: null, answer: kind === 'sound' ? randomDigits() : randomText() }
  await db.execute(sql`
    with old as (delete from captcha where expires_at < now())
    insert into captcha (id, answer_hash, expires_at)
    values (${id}, ${hashOf(keys, id, asked.answer)}, now() + make_interval(secs => ${lifeSeconds}))`)
  return {
    id,
    question: asked.question,
    picture: kind === 'picture' ? await pictureOf(asked.answer) : null,
    sound: kind === 'sound' ? soundOf(asked.answer) : null,
  }
}

/** The refusals about a captcha; the field lets the page show one. */
const refused = (code: 'captchaNeeded' | 'captchaWrong', message: string) =>
  new AppError(code, { message, errors: [{ field: 'captcha', message }] })
export const captchaNeeded = () => refused('captchaNeeded', '请填写验证码')

/**
 * Whether a captcha was solved; the first try uses it up, right or wrong. Throws captchaWrong where one was
 * given and is not right.
 */
export async function solveCaptcha(
  db: Database,
  keys: Keys,
  id: string | undefined,
  typed: string | undefined,
): Promise<boolean> {
  if (id === undefined || typed === undefined || typed.trim() === '') return false
  const row = await db.maybeOne<{ answer_hash: Buffer }>(
    sql`delete from captcha where id = ${id} and expires_at > now() returning answer_hash`,
  )
  if (!row || !sameSecret(row.answer_hash, hashOf(keys, id, normal(typed))))
    throw refused('captchaWrong', '验证码不对或已过期，请填写新的验证码')
  return true
}

/** POST /api/v1/login/captcha. */
export function captchaRoute(server: Server, { db, keys }: { db: Database; keys: Keys }): void {
  register(server, {
    method: 'POST',
    url: '/api/v1/login/captcha',
    access: 'public',
    tag: '登录',
    summary: '多次不对以后的验证码：图片、读数字的声音，或一道文字题；两分钟内用一次',
    body: captchaBody,
    answer: captcha,
    perMinute: 30,
    handle: ({ body }, request) => makeCaptcha(db, keys, body.kind, request.ip),
  })
}
