import { decodeJwt } from 'jose'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { FormVerification } from '../../../catalogue/contract/forms.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { lookAgain } from '../credentials/status.ts'
import { walletPaper } from '../forms/index.ts'
import { codeIn, printed, verifiedAs } from '../forms/test-papers.ts'
import { sql } from '../../platform/db/sql.ts'
import { courseIn } from './test-course.ts'

let region: Region
let course: ReturnType<typeof courseIn>
beforeAll(async () => {
  region = await testRegion('training-certificate')
  course = courseIn(region)
})
afterAll(() => region.close())

/** A teacher who passed a project, with the enrolment. */
async function passed() {
  const { id } = await course.opened({ sessions: course.sessions(1, 40) })
  const who = await course.teacher()
  const entry = await course.enrolled(id, who)
  await course.begun(id)
  await course.actOn(id, 'assess')
  await course.actOn(id, 'finish')
  await course.swept()
  expect(await course.stateOf(entry)).toBe('qualified')
  return { who, entry }
}
const print = (who: Person, entry: string) =>
  printed(region, who, { form: 'completionCertificate', about: entry })
const numberIn = (text: string): string => /PX\d{4}-\d{4}-\d{5}/.exec(text)?.[0] ?? ''

const entries = z.array(
  z.object({ statusPurpose: z.string(), statusListIndex: z.string(), statusListCredential: z.string() }),
)
/** The bit of a credential in its published list of revocations. */
async function isRevoked(credential: string): Promise<boolean> {
  const { db, engine, app } = region
  await lookAgain({
    db,
    keys: engine.keys,
    papersAbout: async () => [],
    paperById: (id) => walletPaper(engine, id),
    verifyPaper: async () => null,
  })
  const all = entries.parse(decodeJwt(credential)['credentialStatus'])
  const entry = all.find(({ statusPurpose }) => statusPurpose === 'revocation')
  const { body } = await app.inject({ url: new URL(entry?.statusListCredential ?? '').pathname })
  const subject = z.object({ encodedList: z.string() }).parse(decodeJwt(body)['credentialSubject'])
  const bits = gunzipSync(Buffer.from(subject.encodedList.slice(1), 'base64url'))
  const at = Number(entry?.statusListIndex)
  return ((bits[at >> 3] ?? 0) & (128 >> (at & 7))) > 0
}

describe('the certificate of a project', () => {
  it('revoked says so to strangers and on the credential (43)', async () => {
    const { school } = region.people
    const { who, entry } = await passed()
    const paper = await print(who, entry)
    const { credential } = (await who.post<{ credential: string }>(`/api/v1/credentials/${paper.id}`, {}))
      .data
    const verify = async () => {
      const url = '/api/v1/credentials/verify'
      const answer = await region.app.inject({ method: 'POST', url, payload: { credential } })
      return answer.json<{ data: FormVerification }>().data.paper?.state
    }
    expect([await isRevoked(credential), await verify()]).toEqual([false, 'valid'])
    expect((await course.act(school, entry, 'revoke', { reason: '替课' })).status).toBe(200)
    expect([await isRevoked(credential), await verify()]).toEqual([true, 'revoked'])
    expect(await verifiedAs(region, codeIn(paper.text))).toMatchObject({ state: 'revoked', says: [] })
  })

  it('of a name that was corrected keeps its number; the old print is superseded (43)', async () => {
    const { who, entry } = await passed()
    const old = await print(who, entry)
    await region.db.execute(sql`update teacher set name = '林正名' where id = ${who.teacherId}`)
    expect(await verifiedAs(region, codeIn(old.text))).toMatchObject({ state: 'superseded', says: [] })
    const fresh = await print(who, entry)
    expect(fresh.text).toContain('林正名：')
    expect([numberIn(old.text), numberIn(fresh.text)]).toEqual(Array(2).fill(numberIn(old.text)))
    expect(numberIn(old.text)).not.toBe('')
    expect((await verifiedAs(region, codeIn(fresh.text)))?.state).toBe('valid')
    expect((await verifiedAs(region, codeIn(old.text)))?.state).toBe('superseded')
  })
})
