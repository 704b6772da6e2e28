import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PhoneTicket } from '../../../catalogue/contract/uploads.ts'
import { sql } from '../../platform/db/sql.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { multipart } from '../../app/testing/test-values.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('upload from a phone')))
afterAll(() => region.close())

const text = Buffer.from('第一学期听课记录，共十二节。')
const call = async (method: 'GET' | 'POST', url: string, who: Person | null, payload?: object) => {
  const headers = who ? { token: who.token } : {}
  const answer = await region.app.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, ...(answer.json() as { msg: string; data: Record<string, unknown> }) }
}
async function newTicket(who: Person): Promise<{ id: string; secret: string }> {
  const { status, data } = await call('POST', '/api/v1/upload/phone', who)
  expect(status).toBe(200)
  const { id, path } = data as PhoneTicket
  return { id, secret: path.split('#')[1] ?? '' }
}
const open = (secret: string) => call('POST', '/api/v1/upload/phone/open', null, { secret })
const look = (id: string, who: Person) => call('GET', `/api/v1/upload/phone/${id}`, who)
async function send(secret: string, name = '听课.txt', content = text) {
  const { payload, headers } = multipart(name, 'application/octet-stream', content)
  const url = '/api/v1/upload/phone/object'
  const answer = await region.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...headers, ticket: secret },
  })
  return { status: answer.statusCode, ...(answer.json() as { msg: string; data: { id: string } }) }
}

it('takes one file from a phone without a session, for the person at the desk, and no second one', async () => {
  const { teacher, school } = region.people
  const { id, secret } = await newTicket(teacher)
  expect((await look(id, teacher)).data).toEqual({ state: 'waiting', file: null })
  const opened = await open(secret)
  expect(opened.data['name'], 'the phone may be anybody’s').toMatch(/^.\*+$/)
  expect((await look(id, teacher)).data['state']).toBe('opened')
  const sent = await send(secret)
  expect([sent.status, sent.msg]).toEqual([200, 'ok'])
  expect((await look(id, teacher)).data).toMatchObject({
    state: 'done',
    file: { id: sent.data.id, name: '听课.txt' },
  })
  const owner = await region.db.one(sql`select by_identity from file where id = ${sent.data.id}`)
  expect(owner).toEqual({ by_identity: teacher.identityId })

  const again = await send(secret)
  expect([again.status, again.msg]).toEqual([409, expect.stringContaining('重新生成')])
  expect((await open(secret)).status).toBe(409)
  expect((await look(id, school)).data, 'of somebody else').toEqual({ state: 'ended', file: null })
})

it('counts once when two phones send at the same time', async () => {
  const { secret } = await newTicket(region.people.teacher)
  const both = await Promise.all([send(secret), send(secret)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

it('a refused file gives the code back', async () => {
  const { id, secret } = await newTicket(region.people.teacher)
  const program = await send(secret, '照片.jpg', Buffer.from('MZ\u0090\0\u0003\0'))
  expect([program.status, program.msg]).toEqual([400, expect.stringMatching(/[\u4e00-\u9fff]{4}/)])
  expect((await look(id, region.people.teacher)).data['state']).not.toBe('ended')
  expect((await send(secret)).status).toBe(200)
})

it('ends after five minutes, with the next code, with the session and with the identity', async () => {
  const { school } = region.people
  const late = await newTicket(school)
  await region.db.query(sql`
    update upload_ticket set expires_at = now() - interval '1 second' where id = ${late.id}`)
  expect([(await open(late.secret)).status, (await send(late.secret)).status]).toEqual([409, 409])
  expect((await look(late.id, school)).data['state']).toBe('ended')

  const first = await newTicket(school)
  const second = await newTicket(school)
  expect((await send(first.secret)).status).toBe(409)
  expect((await open(second.secret)).status).toBe(200)

  const leaving = await region.add(3, region.places.school, '手机上传人')
  const theirs = await newTicket(leaving)
  await call('GET', '/login/logout', leaving)
  expect((await send(theirs.secret)).status).toBe(409)
})

it('answers bad input in words, and nobody without a session gets a code', async () => {
  expect((await call('POST', '/api/v1/upload/phone', null)).status).toBe(401)
  for (const secret of ['', 'x', 'ü'.repeat(30), '\u0000'.repeat(24), "' or 1=1 --".repeat(3)]) {
    const answer = await open(secret)
    expect([answer.status, answer.msg], secret).toEqual([
      expect.toSatisfy((status: number) => status === 400 || status === 409),
      expect.stringMatching(/[\u4e00-\u9fff]{4}/),
    ])
  }
  expect((await send('x')).status).toBe(409)
  expect((await call('GET', '/api/v1/upload/phone/none', region.people.teacher)).status).toBe(400)
})
