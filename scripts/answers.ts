/**
 * `node scripts/answers.ts http://127.0.0.1:8080 > before.txt`: asks a portal with the demo region some
 * hundred questions as people of eight roles and prints status and body of each answer, byte for byte. Two
 * versions of the program over copies of one data folder must print the same, but for addresses that carry a
 * signature of the moment. Nothing is changed: reads, and writes that are refused.
 */
import { createHash } from 'node:crypto'
import { demoPassword } from '../demo/accounts.ts'
import { records } from '../catalogue/records/registry.gen.ts'
import { contents } from '../catalogue/contents/contents.ts'

const base = process.argv[2] ?? 'http://127.0.0.1:8080'
const accounts = ['teacher', 'school', 'area', 'city', 'province', 'admin', 'expert', 'cityschool'] as const

interface Page {
  readonly list?: readonly Readonly<Record<string, unknown>>[]
}

/** Signed addresses of files, and what counts seconds, differ between two runs of the same program. */
const momentary =
  /(\/files\/[0-9a-f-]{36}\?)[^"\\]*|"(?:token|last_login_at|dataTime|now|expiresAt)":"[^"]*"/g
const steady = (text: string): string => text.replace(momentary, (_, file?: string) => file ?? '"moment":""')

async function signIn(account: string): Promise<string> {
  const response = await fetch(`${base}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password: demoPassword }),
  })
  const { data } = (await response.json()) as { data: { token: string } }
  return data.token
}

let asked = 0
/** Asks once, prints the line, answers the body. */
async function ask(who: string, token: string | null, path: string, body?: unknown, method = 'POST') {
  const response = await fetch(`${base}${path}`, {
    method: body === undefined ? 'GET' : method,
    headers: { ...(token && { token }), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'manual',
  })
  const text = steady(await response.text())
  const sum = createHash('sha256').update(text).digest('hex').slice(0, 16)
  asked += 1
  console.log(`${asked}\t${who}\t${body === undefined ? 'GET' : method}\t${path}\t${response.status}\t${sum}`)
  console.log(text)
  return text
}

/** The first ids of a page, whatever shape the rows have. */
function idsOf(text: string, most: number): string[] {
  try {
    const { data } = JSON.parse(text) as { data: Page }
    return (data.list ?? []).slice(0, most).map((row) => String(row['id']))
  } catch {
    return []
  }
}

const missing = '0197f1c2-0000-7000-8000-00000000abcd'

async function recordsOf(who: string, token: string, types: readonly string[]): Promise<void> {
  for (const type of types) {
    const url = `/api/v1/records/${type}`
    const ids = idsOf(await ask(who, token, `${url}?pageSize=5&counts=1`), 1)
    await ask(who, token, `${url}?queue=open&pageSize=3`)
    for (const id of ids) {
      await ask(who, token, `${url}/${id}`)
      await ask(who, token, `${url}/${id}/history`)
      await ask(who, token, `${url}/${id}`, { version: -1, nothing: 'known' }, 'PUT')
      await ask(who, token, `${url}/${id}/approve`, { version: 99_999 })
    }
    await ask(who, token, `${url}/${missing}`)
    await ask(who, token, url, { nothing: 'known' })
    await ask(who, token, `${url}/preview`, { nothing: 'known' })
  }
}

const ordinary = [
  '/api/v1/myinfo',
  '/api/v1/user',
  '/api/v1/organization',
  '/api/v1/workbench',
  '/api/v1/userSystemMessage?pageSize=20',
  '/api/v1/userSystemMessage/statistics',
  '/api/v1/reasons?type=studyExperience&action=return',
  '/api/v1/corrections?pageSize=5',
  '/api/v1/corrections/counts',
  '/api/v1/confirmations?pageSize=5',
  '/api/v1/chains',
  '/api/v1/chains/studyExperience',
  '/api/v1/chains/policy',
  '/api/v1/quality?pageSize=5',
  '/api/v1/teachers?q=%E6%9E%97',
  '/api/v1/archives?pageSize=5',
  '/api/v1/institutions?q=%E4%B8%AD%E5%AD%A6',
  '/api/v1/userManage?pageSize=5',
  '/api/v1/reasonLibrary',
  '/api/v1/reasonLibrary/builtIn',
  '/api/v1/allowedHosts',
  '/api/v1/uploads?pageSize=5',
  '/api/v1/contentAreas',
  '/api/v1/dictionary/overlay',
] as const

const open = [
  '/api/v1/siteConfig',
  '/api/v1/banner',
  '/api/v1/policy?page=1&pageSize=10',
  '/api/v1/policy/get_area',
  '/api/v1/home/link',
  '/api/v1/home/moreLink',
  '/api/v1/home/resource',
  '/api/v1/goodTeacher',
  '/api/v1/training',
  '/api/v1/portal/home',
  '/api/v1/portal/search?q=%E6%95%99%E5%B8%88',
  '/api/v1/portal/search?q=%E8%AF%BE&type=resource',
  '/api/v1/dictionary/full',
] as const

async function main(): Promise<void> {
  for (const path of open) await ask('-', null, path)
  for (const { name } of Object.values(contents)) {
    const ids = idsOf(await ask('-', null, `/api/v1/portal/contents/${name}?pageSize=5`), 1)
    for (const id of ids) await ask('-', null, `/api/v1/portal/contents/${name}/${id}`)
  }
  const types = Object.keys(records)
  for (const [nth, who] of accounts.entries()) {
    const token = await signIn(who)
    for (const path of ordinary) await ask(who, token, path)
    // Teacher and school see every type, the others a share of them each.
    await recordsOf(who, token, nth < 2 ? types : types.filter((_, i) => i % accounts.length === nth))
    for (const { name } of Object.values(contents)) {
      const ids = idsOf(await ask(who, token, `/api/v1/contents/${name}?pageSize=3`), 1)
      for (const id of ids) {
        await ask(who, token, `/api/v1/contents/${name}/${id}`)
        await ask(who, token, `/api/v1/contents/${name}/${id}/publish`, { version: 99_999 })
      }
      await ask(who, token, `/api/v1/contents/${name}`, { value: { nothing: 'known' } })
    }
  }
  process.stderr.write(`${asked} answers\n`)
}

await main()
