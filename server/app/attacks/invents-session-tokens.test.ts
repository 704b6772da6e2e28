import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRegion, type Region } from '../testing/test-region.ts'

let region: Region
beforeAll(
  async () =>
    void (region = await testRegion('attack-tokens', undefined, {
      addressRequestsPerMinute: 300,
      requestsPerMinute: 1200,
    })),
)
afterAll(() => region.close())

const ask = async (token: string, ip: string, url = '/api/v1/user') =>
  (await region.app.inject({ method: 'GET', url, headers: { token }, remoteAddress: ip })).statusCode
const invented = () => randomBytes(32).toString('base64url')
const counted = (codes: readonly number[]) =>
  Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((one) => one === code).length]))

it('is limited by address, however many tokens are invented, on calls for people and on calls for everybody', async () => {
  for (const [url, ip] of [
    ['/api/v1/user', '10.8.0.1'],
    ['/api/v1/portal/home', '10.8.0.2'],
  ] as const) {
    const codes: number[] = []
    for (let i = 0; i < 500; i += 1) codes.push(await ask(invented(), ip, url))
    expect(counted(codes), url).toEqual({ 401: 300, 429: 200 })
    expect(await ask(region.people.teacher.token, ip), 'people of the same address go on working').toBe(200)
  }
})

it('costs the database nothing: nothing is looked up for a token this portal did not make', async () => {
  const locker = new pg.Client({ connectionString: region.ownerUrl })
  await locker.connect()
  try {
    await locker.query('begin')
    await locker.query('lock table session in access exclusive mode')
    const { token } = region.people.colleague
    const forged = [
      invented(),
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      token.slice(0, 32),
      `${token}x`,
      `${invented()}${token.slice(32)}`.slice(0, token.length),
    ]
    for (const one of forged) expect(await ask(one, '10.8.0.3')).toBe(401)
  } finally {
    await locker.query('rollback')
    await locker.end()
  }
})
