import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  jwtVerify,
  SignJWT,
} from 'jose'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { FormVerification, PaperAddress } from '../../../catalogue/contract/forms.ts'
import type { Wallet } from '../../../catalogue/contract/training/credentials.ts'
import { testRegion, type Person, type Region } from '../testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { encodedList, lookAgain } from '../../features/credentials/status.ts'
import { walletPaper } from '../../features/forms/index.ts'
import { enrolled, printed } from '../../features/forms/test-papers.ts'
import { handedIn, move, openNotice } from '../testing/test-research.ts'

let region: Region
/** Whom the papers are about. */
let holder: Person
beforeAll(async () => {
  region = await testRegion('credentials')
  holder = (await enrolled(region, '林疏影')).owner
})
afterAll(() => region.close())

const base = '/api/v1/credentials'
/** Prints the proof of hours of a teacher. */
const print = async (who: Person): Promise<string> => {
  const asked = { form: 'trainingHours', teacherId: holder.teacherId }
  const { data, msg } = await who.post<PaperAddress>('/api/v1/forms/print', asked)
  expect(msg).toBe('ok')
  return data.id
}
const issue = (who: Person, id: string) => who.post<{ credential: string; name: string }>(`${base}/${id}`, {})
const issued = async () => {
  const id = await print(region.people.school)
  const { data, msg } = await issue(holder, id)
  expect(msg).toBe('ok')
  return { id, text: data.credential }
}
/** What a stranger is told of a credential. */
async function verify(credential: string): Promise<FormVerification['paper']> {
  const answer = await region.app.inject({ method: 'POST', url: `${base}/verify`, payload: { credential } })
  expect(answer.statusCode).toBe(200)
  return answer.json<{ data: FormVerification }>().data.paper
}
const keySet = async () =>
  createLocalJWKSet((await region.app.inject({ url: '/.well-known/jwks.json' })).json())
const statusEntry = z.object({
  statusPurpose: z.string(),
  statusListIndex: z.string(),
  statusListCredential: z.string(),
})
/** Whether the bit of a credential is set in a published list. */
async function bit(text: string, purpose: 'revocation' | 'refresh'): Promise<boolean> {
  const entries = z.array(statusEntry).parse(decodeJwt(text)['credentialStatus'])
  const entry = entries.find(({ statusPurpose }) => statusPurpose === purpose)
  if (!entry) throw new Error('no status')
  const answer = await region.app.inject({ url: new URL(entry.statusListCredential).pathname })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/vc+jwt'])
  const { payload } = await jwtVerify(answer.body, await keySet())
  const { encodedList: list } = z.object({ encodedList: z.string() }).parse(payload['credentialSubject'])
  const bits = gunzipSync(Buffer.from(list.slice(1), 'base64url'))
  expect(bits.length).toBe(16_384)
  const position = Number(entry.statusListIndex)
  return ((bits[position >> 3] ?? 0) & (128 >> (position & 7))) > 0
}
const look = () =>
  lookAgain({
    db: region.db,
    keys: region.engine.keys,
    papersAbout: async () => [],
    paperById: (id) => walletPaper(region.engine, id),
    verifyPaper: async () => null,
  })

describe('a credential', () => {
  it('is signed with a key of its own that everybody finds, and says what Open Badges asks for', async () => {
    const { text } = await issued()
    const { payload, protectedHeader } = await jwtVerify(text, await keySet())
    expect(protectedHeader).toMatchObject({ alg: 'RS256', typ: 'JWT' })
    expect(payload).toMatchObject({
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      name: '教师继续教育学时证明',
      issuer: { type: ['Profile'], name: '东区一中' },
      credentialSubject: {
        type: ['AchievementSubject'],
        identifier: [{ hashed: false, identityHash: '林疏影', identityType: 'name' }],
        achievement: { type: ['Achievement'], name: '教师继续教育学时证明' },
      },
    })
    expect([payload.jti, payload.sub, payload.iss]).toEqual([
      payload['id'],
      z.object({ id: z.string() }).parse(payload['credentialSubject']).id,
      z.object({ id: z.string() }).parse(payload['issuer']).id,
    ])
    const published = (await region.app.inject({ url: '/.well-known/jwks.json' })).body
    expect(published).not.toMatch(/"(?:d|p|q|dp|dq|qi)":/)
    const { sealed } = await region.db.one<{ sealed: string }>(
      sql`select private_sealed as sealed from credential_key`,
    )
    expect(sealed).not.toContain('"kty"')
  })

  it('is the same text when asked for again, and another subject for another paper', async () => {
    const first = await issued()
    expect((await issue(holder, first.id)).data.credential).toBe(first.text)
    const second = await issued()
    expect(decodeJwt(second.text).sub).not.toBe(decodeJwt(first.text).sub)
  })

  it('is made once, however often it is asked for at once', async () => {
    const id = await print(region.people.school)
    const all = await Promise.all(Array.from({ length: 5 }, () => issue(holder, id)))
    expect(new Set(all.map(({ data }) => data.credential)).size).toBe(1)
  })

  it('is its holder’s to ask for: nobody else finds the paper', async () => {
    const id = await print(region.people.school)
    const { teacher, colleague, stranger, school, area } = region.people
    for (const who of [teacher, colleague, stranger]) {
      expect((await issue(who, id)).status).toBe(404)
      expect((await who.get<Wallet>(base)).data.list).toEqual([])
    }
    for (const who of [school, area]) expect((await issue(who, id)).status).toBe(403)
    expect((await region.app.inject({ method: 'POST', url: `${base}/${id}` })).statusCode).toBe(401)
    expect((await issue(holder, 'x')).status).toBe(400)
    expect((await issue(holder, '0190b3f0-0000-7000-8000-000000000000')).status).toBe(404)
    const { list } = (await holder.get<Wallet>(base)).data
    expect(list.find((one) => one.id === id)).toMatchObject({ state: 'valid', issued: false })
  })
})

describe('whoever verifies a credential', () => {
  it('reads without an account that it holds, with the name masked', async () => {
    const { text } = await issued()
    const paper = await verify(` ${text}\n`)
    expect(paper).toMatchObject({ state: 'valid', holder: '林＊＊', title: '教师继续教育学时证明' })
    expect(JSON.stringify(paper)).not.toContain('疏影')
    expect([await bit(text, 'revocation'), await bit(text, 'refresh')]).toEqual([false, false])
  })

  it('reads that it was revoked at once, and finds its bit set within a run of the job', async () => {
    const { id, text } = await issued()
    const other = await issued()
    const { school } = region.people
    const revoked = await school.post(`/api/v1/forms/issued/${id}/revoke`, { reason: '打印有误' })
    expect(revoked.msg).toBe('ok')
    await look()
    expect([await bit(text, 'revocation'), await bit(text, 'refresh')]).toEqual([true, false])
    expect((await verify(text))?.state).toBe('revoked')
    expect(await bit(other.text, 'revocation')).toBe(false)
    const again = await issue(holder, id)
    expect([again.status, again.msg]).toEqual([409, '该证书已经撤销'])
  })

  it('reads that it was superseded, once the archive says something else', async () => {
    const { text, id } = await issued()
    const url = '/api/v1/records/trainingRegistration'
    const made = await holder.post(url, {
      trainingYear: 2025,
      trainingKind: '02',
      projectName: '学科工作坊',
      organizer: '市教育局',
      trainingLevel: '3',
      trainingWay: '1',
      startDate: '2025-06-20',
      endDate: '2025-06-24',
      creditKind: '2',
      creditHours: 24,
    })
    const sent = await holder.post(`${url}/${made.data.id}/submit`, { version: made.data.version })
    expect((await verify(text))?.state).toBe('valid')
    const passed = await region.people.school.post(`${url}/${made.data.id}/approve`, {
      version: sent.data.version,
    })
    expect(passed.msg).toBe('ok')
    expect((await verify(text))?.state).toBe('superseded')
    expect([await bit(text, 'revocation'), await bit(text, 'refresh')]).toEqual([false, true])
    const again = await issue(holder, id)
    expect([again.status, again.msg]).toEqual([409, '该证书已有新版，请用新版'])
  })

  it('is told nothing of one that was tampered with, or signed by somebody else', async () => {
    const { text } = await issued()
    const [head = '', body = '', signature = ''] = text.split('.')
    const payload = { ...decodeJwt(text), name: '特级教师证书' }
    const changed = Buffer.from(JSON.stringify(payload)).toString('base64url')
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    const { kid } = decodeProtectedHeader(text)
    const own = { alg: 'RS256', typ: 'JWT', kid: String(kid), jwk: await exportJWK(publicKey) }
    const forged = await new SignJWT(payload).setProtectedHeader(own).sign(privateKey)
    const none = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${body}.`
    for (const wrong of [
      `${head}.${changed}.${signature}`,
      `${head}.${body}.`,
      forged,
      none,
      'x',
      text.slice(0, -8),
    ])
      expect(await verify(wrong)).toBeNull()
    // The list of bits is signed by the same key and is no certificate.
    const entries = z.array(statusEntry).parse(decodeJwt(text)['credentialStatus'])
    const list = await region.app.inject({ url: new URL(entries[0]?.statusListCredential ?? '').pathname })
    expect(await verify(list.body)).toBeNull()
    const empty = await region.app.inject({
      method: 'POST',
      url: `${base}/verify`,
      payload: { credential: '' },
    })
    expect(empty.statusCode).toBe(400)
  })

  it('of a prize reads what stands on it, and that the prize was taken back', async () => {
    const { area, school } = region.people
    const author = await region.add(2, region.places.school, '林获奖')
    const notice = await openNotice(area, { collects: 'teachingCase' })
    const entry = await handedIn(region, author, notice, 'teachingCase')
    await move(school, entry, 'approve')
    await move(area, entry, 'accept')
    await move(area, entry, 'award', { value: { adminLevel: '43', awardRank: '2' } })
    const paper = await printed(region, author, { form: 'caseAward', about: entry.data.id })
    const { credential } = (await issue(author, paper.id)).data
    const says = JSON.stringify(decodeJwt(credential)['credentialSubject'])
    expect(says).toContain('教学案例：一堂好课')
    expect((await verify(credential))?.says).toContainEqual({ label: '教学案例', text: '一堂好课' })
    expect((await move(area, entry, 'revoke', { reason: '查实抄袭' })).status).toBe(200)
    await look()
    expect(await bit(credential, 'revocation')).toBe(true)
    // What was looked at is not looked at again before a day is over.
    const looks = async () =>
      (await region.db.query<{ at: string }>(sql`select checked_at as at from credential order by id`)).map(
        ({ at }) => at,
      )
    const before = await looks()
    expect([await look(), await looks()]).toEqual([false, before])
    expect(await verify(credential)).toMatchObject({ state: 'revoked', says: [] })
  })

  it('finds no list that was never published', async () => {
    for (const [path, status] of [
      ['9/revocation', 404],
      ['1/other', 400],
      ['x/revocation', 400],
    ] as const)
      expect((await region.app.inject({ url: `${base}/status/${path}` })).statusCode).toBe(status)
  })
})

it('a list of bits has the first bit leftmost, as the standard’s own example', () => {
  const bits = gunzipSync(Buffer.from(encodedList([0, 9, 131_071]).slice(1), 'base64url'))
  expect([bits[0], bits[1], bits[16_383]]).toEqual([0b1000_0000, 0b0100_0000, 0b0000_0001])
})
