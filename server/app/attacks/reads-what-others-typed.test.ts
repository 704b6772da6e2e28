import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { testRegion, type Region } from '../testing/test-region.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('attack-drafts')))
afterAll(() => region.close())

const url = '/api/v1/user/draftKey'

it('gets the key of drafts for nobody but the person the session is of, also not through their eyes', async () => {
  const { teacher, colleague, admin } = region.people
  const key = async (who: { get: typeof teacher.get }) => (await who.get<{ key: string }>(url)).data.key
  const own = await key(teacher)
  expect(Buffer.from(own, 'base64').length).toBe(32)
  expect(await key(teacher), 'the same after signing in again').toBe(own)
  expect(await key(colleague)).not.toBe(own)
  expect((await region.app.inject({ method: 'GET', url })).statusCode).toBe(401)
  expect(
    (await admin.post('/api/v1/viewAs', { identityId: teacher.identityId, reason: '核对页面' })).status,
  ).toBe(200)
  const seen = await admin.get<{ key: string } | null>(url)
  expect([seen.status, JSON.stringify(seen.data).includes(own)]).toEqual([403, false])
  await admin.post('/api/v1/viewAs/end')
  const rows = await region.db.query(
    sql`select to_jsonb(p) as row from person p where id = ${teacher.personId}`,
  )
  expect(JSON.stringify(rows)).not.toContain(own)
})
