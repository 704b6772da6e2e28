import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserInfo } from '../../../catalogue/contract/account/account.ts'
import type { OutsideEntered } from '../../../catalogue/contract/account/outside-sign-in.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { doorOf, good } from '../../app/testing/test-sign-in.ts'
import { sql } from '../../platform/db/sql.ts'
import { createLog } from '../../platform/log/log.ts'
import { TestProvider, type TestAnswer } from '../../platform/saml/testing/test-provider.ts'
import { testCertificate } from '../../platform/testing/test-certificate.ts'

const origin = 'https://teacher.example.cn'
const provider = new TestProvider()
const heard: string[] = []
let folder: string
let region: Region
let door: ReturnType<typeof doorOf>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xingtan-saml-'))
  const own = testCertificate('portal')
  const put = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  const saml = {
    entry: 'https://idp.example.cn/sso',
    issuer: provider.issuer,
    idpCertificate: await put('idp.pem', provider.pair.certificate),
    key: await put('key.pem', own.key),
    certificate: await put('cert.pem', own.certificate),
    subject: 'employeeId',
    name: '高校联合认证',
  }
  const log = createLog('debug', (line) => void heard.push(line))
  region = await testRegion('outside-saml', log, {
    publicOrigin: origin,
    outsideSignIn: { oidc: undefined, wecom: undefined, dingtalk: undefined, saml },
  })
  door = doorOf(region)
})
afterAll(async () => {
  await region.close()
  await rm(folder, { recursive: true, force: true })
})

async function start() {
  const begun = await door.call<{ to: string }>('POST', '/api/v1/login/outside/start', { provider: 'saml' })
  if (begun.status !== 200) throw new Error(begun.msg)
  return { ...provider.request(begun.data.to), to: begun.data.to, cookie: begun.cookie }
}
type Errand = Awaited<ReturnType<typeof start>>
const answerFor = ({ id, acs, audience }: Errand, employeeId: string, more: Partial<TestAnswer> = {}) =>
  provider.answer({ id, acs, audience, attributes: { employeeId }, ...more })

/** A browser posts what the provider gave it; answers where it is sent. */
async function post(SAMLResponse: string, RelayState?: string): Promise<URL> {
  const response = await region.app.inject({
    method: 'POST',
    url: '/saml/acs',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://idp.example.cn' },
    payload: new URLSearchParams({
      SAMLResponse,
      ...(RelayState !== undefined && { RelayState }),
    }).toString(),
  })
  expect(response.statusCode).toBe(303)
  return new URL(response.headers.location ?? '', origin)
}
const enter = (came: URL, cookie: string, token?: string) =>
  door.call<OutsideEntered>('POST', '/api/v1/login/outside/enter', Object.fromEntries(came.searchParams), {
    cookie,
    ...(token && { token }),
  })
const refused = '/login/outside?refused=saml'
const at = ({ pathname, search }: URL) => pathname + search

it('the request is signed and names this portal; the description tells the provider the same', async () => {
  const errand = await start()
  expect([errand.acs, errand.audience]).toEqual([`${origin}/saml/acs`, `${origin}/saml/metadata`])
  expect(errand.id).toMatch(/^_[\da-f]{64}$/)
  const metadata = await region.app.inject('/saml/metadata')
  expect(metadata.headers['content-type']).toContain('application/samlmetadata+xml')
  for (const part of [errand.acs, errand.audience, 'AuthnRequestsSigned="true"'])
    expect(metadata.body).toContain(part)
  expect(metadata.body).not.toContain('PRIVATE KEY')
})

it('an answer that was posted from elsewhere is bound once, and from then on signs in without being proved', async () => {
  const who = await door.member('温如玉')
  const errand = await start()
  const came = await post(answerFor(errand, 'staff-7'), errand.relayState)
  const { data: own } = await door.call<UserInfo>('POST', '/api/v1/login', {
    account: who.login,
    password: good,
  })
  const shown = await enter(came, errand.cookie)
  expect(shown.data).toMatchObject({ result: null, unbound: { subject: 's***7' }, label: '高校联合认证' })
  const headers = { cookie: errand.cookie, token: own.token }
  const bound = await door.call('PUT', '/api/v1/user/outsideSignIn', { ticket: shown.data.ticket }, headers)
  expect(bound.status).toBe(200)
  const next = await start()
  const entered = await enter(await post(answerFor(next, 'staff-7'), next.relayState), next.cookie)
  expect(entered.data.result).toMatchObject({ truename: '温如玉' })
  const { token } = entered.data.result as UserInfo
  const third = await start()
  const ticket = await enter(await post(answerFor(third, 'staff-8'), third.relayState), third.cookie, token)
  const proofless = await door.call(
    'PUT',
    '/api/v1/user/outsideSignIn',
    { ticket: ticket.data.ticket },
    { cookie: third.cookie, token },
  )
  expect([proofless.status, proofless.code]).toEqual([403, 40303])
})

it('an assertion counts once, and its code once, in the browser that began', async () => {
  const errand = await start()
  const answer = answerFor(errand, 'staff-9')
  const came = await post(answer, errand.relayState)
  expect(at(await post(answer, errand.relayState)), 'posted again').toBe(refused)
  expect((await enter(came, '')).status).toBe(409)
  expect((await enter(came, (await start()).cookie)).status).toBe(409)
  expect((await enter(came, errand.cookie)).status).toBe(200)
  expect((await enter(came, errand.cookie)).status).toBe(409)
})

it('an answer without a request, to another one, or with somebody else’s state leads nowhere', async () => {
  const [errand, other] = [await start(), await start()]
  expect(at(await post(answerFor(errand, 'x')))).toBe(refused)
  expect(at(await post(answerFor(errand, 'x'), 'made-up'))).toBe(refused)
  expect(at(await post(answerFor(errand, 'x'), other.relayState))).toBe(refused)
  // The state of one errand and the code of another one do not fit together.
  const came = await post(answerFor(errand, 'x'), errand.relayState)
  came.searchParams.set('state', other.relayState)
  const mixed = await enter(came, other.cookie)
  expect([mixed.status, mixed.msg]).toEqual([400, '高校联合认证没有确认您的身份，请重新登录'])
})

it('what is forged, over, for others, or says no single number is refused and keeps nothing', async () => {
  const forger = new TestProvider()
  const kept = () =>
    region.db.one<{ rows: number }>(sql`
    select count(*)::int as rows from outside_visit where kind in ('answer', 'shown')`)
  const before = await kept()
  const tries: ((errand: Errand) => string)[] = [
    ({ id, acs, audience }) => forger.answer({ id, acs, audience, attributes: { employeeId: 'x' } }),
    (errand) => answerFor(errand, 'x', { until: -600 }),
    (errand) => answerFor(errand, 'x', { recipient: 'https://other.example.cn/saml/acs' }),
    (errand) => answerFor(errand, 'x', { signs: { response: false } }),
    (errand) => answerFor(errand, 'x', { attributes: {} }),
    (errand) => answerFor(errand, ''),
    () => 'nonsense',
  ]
  for (const lie of tries) {
    const errand = await start()
    expect(at(await post(lie(errand), errand.relayState))).toBe(refused)
  }
  expect(await kept()).toEqual(before)
})

it('an answer of a megabyte, another kind of body, and a portal without this door are refused', async () => {
  const large = await region.app.inject({
    method: 'POST',
    url: '/saml/acs',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `SAMLResponse=${'A'.repeat(1024 * 1024)}`,
  })
  expect(large.statusCode).toBe(413)
  const json = await region.app.inject({ method: 'POST', url: '/saml/acs', payload: { SAMLResponse: ['x'] } })
  expect(json.headers.location).toBe(refused)
  const without = await region.serveBeside({
    outsideSignIn: { oidc: undefined, wecom: undefined, dingtalk: undefined },
  })
  expect((await without.inject({ method: 'POST', url: '/saml/acs', payload: {} })).statusCode).toBe(404)
  await without.close()
})

it('a key that cannot be read costs a sentence', async () => {
  await writeFile(join(folder, 'key.pem'), 'no key')
  const lost = await door.call('POST', '/api/v1/login/outside/start', { provider: 'saml' })
  expect([lost.status, lost.msg]).toEqual([409, '现在连不上高校联合认证，请稍后再试，或用账号密码登录'])
})

it('neither answers nor numbers are logged or stored in the open', async () => {
  const kept = await region.db.query<{ row: string }>(sql`
    select to_jsonb(a)::text as row from audit a where action like 'outside.%' or action like 'login%'
    union all select to_jsonb(v)::text from outside_visit v
    union all select to_jsonb(o)::text from outside_account o`)
  const all = `${heard.join('\n')}\n${kept.map(({ row }) => row).join('\n')}`
  expect(all).toContain('recipient of another place')
  for (const secret of ['staff-', 'employeeId":', 'PRIVATE']) expect(all).not.toContain(secret)
})
