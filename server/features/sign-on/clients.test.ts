import { afterAll, beforeAll, expect, it } from 'vitest'
import type {
  SignOnClient,
  SignOnClients,
} from '../../../catalogue/contract/administration/sign-on-clients.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { registerApp, registration } from './test-client.ts'

const url = '/api/v1/signOnClients'
const body = registration('https://yuedu.example.cn/callback')
let region: Region
beforeAll(async () => {
  region = await testRegion('sign-on-clients')
  await registerApp(region, '101', body)
})
afterAll(() => region.close())

it('is registered by administrators only', async () => {
  const { teacher, school, province } = region.people
  for (const who of [teacher, school, province]) {
    expect((await who.get(url)).status).toBe(403)
    expect((await who.put(`${url}/101`, body)).status).toBe(403)
    expect((await who.post(`${url}/101/secret`, {})).status).toBe(403)
  }
  expect((await region.app.inject({ method: 'GET', url })).statusCode).toBe(401)
})

it('refuses addresses that lead elsewhere, in one sentence with the field', async () => {
  const { admin } = region.people
  const fault = async (change: object) => {
    const { status, data } = await admin.put(`${url}/101`, { ...body, version: 1, ...change })
    return [status, data?.errors?.[0]?.field.split('.')[0]]
  }
  for (const address of [
    'http://yuedu.example.cn/callback',
    'https://*.example.cn/cb',
    'https://a@evil.example/cb',
    'https://yuedu.example.cn/cb#part',
    'javascript:alert(1)',
    'https://localhost/cb',
    'https://evil.example\\@yuedu.example.cn/cb',
  ])
    expect(await fault({ redirectUris: [address] }), address).toEqual([400, 'redirectUris'])
  expect(await fault({ redirectUris: ['https://a.example.cn/cb', 'https://b.example.cn/cb'] })).toEqual([
    400,
    'redirectUris',
  ])
  expect(await fault({ redirectUris: [] })).toEqual([400, 'redirectUris'])
  expect(await fault({ scopes: [{ scope: 'idNo', need: 'required', purpose: '核对' }] })).toEqual([
    400,
    'scopes',
  ])
  expect(await fault({ scopes: [{ scope: 'phone', need: 'required', purpose: '' }] })).toEqual([
    400,
    'scopes',
  ])
  expect(await fault({ authMethod: 'private_key_jwt' })).toEqual([400, 'jwks'])
  expect(
    await fault({
      authMethod: 'private_key_jwt',
      jwks: { keys: [{ kty: 'RSA', n: 'x', e: 'AQAB', d: 'secret' }] },
    }),
  ).toEqual([400, 'jwks'])
})

it('keeps versions apart, and a new secret ends the one before', async () => {
  const { admin } = region.people
  const read = async () => (await admin.get<SignOnClients>(url)).data.list.find(({ app }) => app === '101')
  const before = await read()
  const version = before?.client?.version ?? 0
  const saved = await admin.put<SignOnClient>(`${url}/101`, { ...body, version })
  expect(saved.data.client?.version).toBe(version + 1)
  expect((await admin.put(`${url}/101`, { ...body, version })).status).toBe(409)
  expect((await admin.put(`${url}/101`, body)).status).toBe(409)
  expect((await admin.put(`${url}/999`, body)).status).toBe(404)
  const made = await admin.post<{ secret: string }>(`${url}/101/secret`, {})
  expect(made.data.secret).toHaveLength(43)
  const stored = await region.db.query(sql`
    select 1 from sign_on_client where secret_hash = ${made.data.secret}`)
  expect(stored).toEqual([])
  expect(JSON.stringify(await read())).not.toContain(made.data.secret)
})
