import { afterAll, beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import type { directGrant } from '../../../catalogue/contract/uploads.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('direct_uploads')))
afterAll(() => region.close())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
type Grant = z.infer<typeof directGrant>
const url = '/api/v1/upload/jinshanyun'
const ask = (who: Person, query = `filename=a.png&size=${png.length}&type=image`) =>
  who.get<Grant>(`${url}?${query}`)

async function send(
  { url: to, ...grant }: Pick<Grant, 'url' | 'key' | 'policy' | 'signature'>,
  content = png,
) {
  const form = new FormData()
  for (const key of ['key', 'policy', 'signature'] as const) form.append(key, grant[key])
  form.append('file', new File([new Uint8Array(content)], 'a.png'))
  const packed = new Response(form)
  const answer = await region.app.inject({
    method: 'POST',
    url: to,
    headers: { 'content-type': packed.headers.get('content-type') ?? '' },
    payload: Buffer.from(await packed.arrayBuffer()),
  })
  return { status: answer.statusCode, ...answer.json<{ msg: string; data: { id: string } }>() }
}

it('grants one upload of a size and kind, whose file has the number of the grant', async () => {
  const { teacher } = region.people
  const { data: grant } = await ask(teacher)
  expect(grant).toMatchObject({ url: '/api/v1/upload/direct', cdn: '/api/v1/upload/file' })
  expect(grant.expire - Date.now() / 1000).toBeGreaterThan(500)
  // A phone's code that is asked for meanwhile takes nothing away.
  expect((await teacher.post('/api/v1/upload/phone')).status).toBe(200)
  const sent = await send(grant)
  expect([sent.msg, sent.data.id]).toEqual(['ok', grant.key])
  expect((await teacher.get(`${grant.cdn}?key=${grant.key}`)).status).toBe(200)
  expect((await region.people.stranger.get(`${grant.cdn}?key=${grant.key}`)).status).toBe(404)
  expect((await send(grant)).status).toBe(409)
})

it('refuses what was not agreed, and gives the grant back', async () => {
  const { teacher } = region.people
  const small = (await ask(teacher, 'filename=a.png&size=10&type=image')).data
  const big = Buffer.concat([png, Buffer.alloc(20_000)])
  expect((await send(small, big)).status).toBe(413)
  const doc = (await ask(teacher, `filename=a.pdf&size=${png.length}&type=doc`)).data
  expect((await send(doc)).msg).toMatch(/类别/)
  const { data: grant } = await ask(teacher)
  expect((await send(grant, Buffer.from('no picture at all'))).status).toBe(400)
  expect((await send(grant)).status).toBe(200)
  for (const query of [
    'filename=a.png&size=99999999&type=image',
    'filename=&size=1&type=image',
    'filename=a&size=1&type=exe',
    'filename=a&size=-1&type=doc',
  ])
    expect((await ask(teacher, query)).status, query).toBe(400)
})

it('takes no grant that was altered, is over, or is somebody’s whose session ended', async () => {
  const { teacher, colleague } = region.people
  const { data: grant } = await ask(teacher)
  const { data: other } = await ask(colleague)
  const forged = Buffer.from(JSON.stringify({ key: grant.key, size: 1e9 })).toString('base64url')
  for (const change of [{ policy: forged }, { key: other.key }, { signature: other.signature }, { key: 'x' }])
    expect((await send({ ...grant, ...change })).status, JSON.stringify(change)).toBe(409)
  await region.db.execute(sql`update upload_ticket set expires_at = now() where id = ${other.key}`)
  expect((await send(other)).status).toBe(409)
  await region.db.execute(
    sql`update session set revoked_at = now() where identity_id = ${teacher.identityId}`,
  )
  expect((await send(grant)).status).toBe(409)
})
