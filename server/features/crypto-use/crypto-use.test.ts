import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CryptoUse } from '../../../catalogue/contract/administration/crypto-use.ts'
import { testKeys, testRegion, type Region } from '../../app/testing/test-region.ts'
import { keysFrom, signaturePurpose } from '../../platform/crypto/keys.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Server } from '../../platform/http/server.ts'
import { signedIn } from '../../app/testing/test-people.ts'

const url = '/api/v1/cryptoUse'
const sm = keysFrom(Buffer.alloc(32, 7), 'sm')
let region: Region
let beside: Server
beforeAll(async () => {
  region = await testRegion('crypto use')
  beside = await region.serveBeside({ cryptoSuite: 'sm' })
})
afterAll(async () => {
  await beside.close()
  await region.close()
})

const counts = (answer: CryptoUse, kind: CryptoUse['stored'][number]['kind']) =>
  answer.stored.find((one) => one.kind === kind)?.counts

it('is for administrators alone, whatever their duty', async () => {
  const { admin, teacher, school, area, city, province, expert, staff } = region.people
  for (const who of [teacher, school, area, city, province, expert, staff])
    expect((await who.get(url)).status).toBe(403)
  expect((await region.app.inject({ url })).statusCode).toBe(401)
  expect((await admin.get(url)).status).toBe(200)
})

it('takes nothing but the question', async () => {
  const { admin } = region.people
  expect((await admin.get(`${url}?suite=sm`)).status).toBeLessThan(500)
  expect((await admin.post(url, { suite: 'sm' })).status).toBe(404)
})

it('counts what is stored under each suite, without a value or a key', async () => {
  const { admin, teacher, colleague } = region.people
  const before = (await admin.get<CryptoUse>(url)).data
  expect(before).toMatchObject({ suite: 'intl', kid: 1, rotation: null })
  for (const [keys, { personId }, number] of [
    [testKeys, teacher, '449999198001010011'],
    [sm, colleague, '449999198001010038'],
  ] as const)
    await region.db.execute(sql`
      update person set id_no_sealed = ${keys.seal(number, `person|id_no|${personId}`)},
        id_no_key = ${keys.blind('id_no', number)},
        password_hash = ${keys === sm ? 'p2.x$pbkdf2-sm3$i=1$x$x' : 'p2.x$argon2id$x'}
      where id = ${personId}`)
  const contact = {
    mobile: '13912340001',
    email: 'c@example.cn',
    address: '商密巷1号',
    emergencyPhone: '13811112222',
  }
  const person = await signedIn(region.db, beside, colleague)
  expect((await person.post('/api/v1/records/contactInfo', contact)).msg).toBe('ok')
  const { data } = await admin.get<CryptoUse>(url)
  const grown = (kind: CryptoUse['stored'][number]['kind']) => {
    const [was, now] = [counts(before, kind), counts(data, kind)]
    return [(now?.intl ?? 0) - (was?.intl ?? 0), (now?.sm ?? 0) - (was?.sm ?? 0)]
  }
  // The contact brings mobile to the person, too.
  expect(grown('person')).toEqual([1, 2])
  expect(grown('index')).toEqual([1, 2])
  expect(grown('password')).toEqual([1, 1])
  expect(grown('archive')[0]).toBe(0)
  expect(grown('archive')[1]).toBeGreaterThan(0)
  expect(grown('revision')).toEqual([0, 1])
  for (const secret of ['449999198001010011', 'v1.', 'v2.', 'PRIVATE'])
    expect(JSON.stringify(data)).not.toContain(secret)
})

it('gives the key by which signatures of the suite in force are verified', async () => {
  const { admin } = region.people
  expect((await admin.get<CryptoUse>(url)).data.publicKey).toBe(testKeys.publicKey(signaturePurpose))
  const { data } = await (await signedIn(region.db, beside, admin)).get<CryptoUse>(url)
  expect(data).toMatchObject({ suite: 'sm', publicKey: sm.publicKey(signaturePurpose) })
})
