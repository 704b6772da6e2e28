import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testRegion, testKeys, type Region } from '../testing/test-region.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import { sql } from '../../platform/db/sql.ts'
import { openSession } from '../../platform/session/session.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('session')))
afterAll(() => region.close())

const ask = (token: string) => region.app.inject({ method: 'GET', url: '/api/v1/user', headers: { token } })
const open = () =>
  openSession(region.db, testKeys, region.people.teacher.identityId, { ip: '127.0.0.1', agent: 'test' })
const age = (token: string, change: string) =>
  region.db.query(sql`update session set ${sql.raw(change)} where token_hash = ${sha256(token)}`)

describe('a session', () => {
  it('is known by its token only, and the table holds no token', async () => {
    const token = await open()
    expect((await ask(token)).statusCode).toBe(200)
    for (const wrong of [`${token}x`, token.slice(1), ''])
      expect((await ask(wrong)).json().error_code).toBe(22018)
    const rows = await region.db.query(sql`select * from session`)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('ends after half an hour of silence, after twelve hours at the latest, and when its identity is disabled', async () => {
    for (const change of [
      `last_seen_at = now() - interval '31 minutes'`,
      `expires_at = now() - interval '1 second'`,
      'revoked_at = now()',
    ]) {
      const token = await open()
      await age(token, change)
      expect((await ask(token)).statusCode, change).toBe(401)
    }
  })

  it('is renewed past half its life through the token header; fifty parallel requests get one successor and no 401', async () => {
    const token = await open()
    await age(token, `created_at = now() - interval '7 hours', expires_at = now() + interval '5 hours'`)
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(token)))
    expect(answers.every((a) => a.statusCode === 200)).toBe(true)
    const successors = new Set(answers.map((a) => a.headers['token']).filter(Boolean))
    expect(successors.size).toBe(1)
    const [next] = successors
    expect((await ask(String(next))).statusCode).toBe(200)
  })

  it('ends with its whole family when a replaced token comes back later', async () => {
    const token = await open()
    await age(token, `created_at = now() - interval '7 hours', expires_at = now() + interval '5 hours'`)
    const next = String((await ask(token)).headers['token'])
    expect((await ask(next)).statusCode).toBe(200)
    await age(token, `replaced_at = now() - interval '2 minutes'`)
    await new Promise((go) => setTimeout(go, 1100))
    expect((await ask(token)).statusCode).toBe(401)
    expect((await ask(next)).statusCode).toBe(401)
  })

  it('is over the moment its owner signs out', async () => {
    const token = await open()
    expect((await ask(token)).statusCode).toBe(200)
    expect(
      (await region.app.inject({ method: 'GET', url: '/login/logout', headers: { token } })).statusCode,
    ).toBe(200)
    expect((await ask(token)).statusCode).toBe(401)
    expect((await region.app.inject({ method: 'GET', url: '/login/logout' })).statusCode).toBe(401)
  })
})
