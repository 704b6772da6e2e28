import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import * as oidc from 'openid-client'
import { sm2 } from 'sm-crypto-v2'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CookieLogin } from '../../../catalogue/contract/account/account.ts'
import type { Enrolment } from '../../../catalogue/contract/account/sign-in.ts'
import type { PhoneTicket } from '../../../catalogue/contract/uploads.ts'
import { spendCode, tryCode } from '../../features/account/codes.ts'
import { Issuer } from '../../features/outside-sign-in/test-issuer.ts'
import { solveCaptcha } from '../../features/sign-in/captcha.ts'
import { useFactor } from '../../features/sign-in/second-factor.ts'
import { codeOf, stepOf } from '../../features/sign-in/totp.ts'
import { issueKey, openPassword } from '../../features/sign-in/transport.ts'
import {
  appClient,
  begin,
  browserAt,
  registerApp,
  registration,
  type Browser,
} from '../../features/sign-on/test-client.ts'
import { sql } from '../../platform/db/sql.ts'
import { createLog } from '../../platform/log/log.ts'
import { testKeys, testRegion, type Person, type Region } from '../testing/test-region.ts'
import { doorOf, good, type Member } from '../testing/test-sign-in.ts'
import { multipart } from '../testing/test-values.ts'

const redirect = 'https://yuedu.example.cn/callback'
const service = 'https://yuedu.example.cn/login'
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const issuer = new Issuer()
let region: Region
let outside: Awaited<ReturnType<Region['serveBeside']>> | undefined
let base = ''
let app = { clientId: '', secret: '' }
let config: oidc.Configuration
let door: ReturnType<typeof doorOf>
let member: Member
let browser: Browser

beforeAll(async () => {
  region = await testRegion('one-time', createLog('silent'), { secondFactor: 'offer' })
  base = await region.app.listen({ port: 0, host: '127.0.0.1' })
  await proved(region.people.admin)
  app = await registerApp(region, '101', { ...registration(redirect), services: [service] })
  await registerApp(region, '102', {
    ...registration(redirect),
    authMethod: 'private_key_jwt',
    jwks: { keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256', kty: 'EC' }] },
  })
  config = await appClient(base, app)
  door = doorOf(region)
  member = await door.member('林疏影')
  browser = browserAt(base)
  await browser.signIn(member)
  outside = await region.serveBeside({
    publicOrigin: 'https://teacher.example.cn',
    outsideSignIn: {
      oidc: { issuer: await issuer.open(), clientId: 'portal', clientSecret: 'right', name: '粤教通' },
      wecom: undefined,
      dingtalk: undefined,
    },
  })
})
afterAll(async () => {
  await outside?.close()
  await region.close()
  await issuer.close()
})

const factor = () => ({ db: region.db, keys: testKeys, secondFactor: 'offer' as const })
const worked = (promise: Promise<unknown>): Promise<boolean> =>
  promise.then(
    () => true,
    () => false,
  )
/** The way back into the app, after the person agreed, with what the app remembers of the way out. */
async function comingBack() {
  const { url, checks } = await begin(config, redirect)
  const page = await browser.visit(url)
  return { back: page.origin === base ? await browser.agree(page) : page, checks }
}
const tokens = async () => {
  const { back, checks } = await comingBack()
  return oidc.authorizationCodeGrant(config, back, checks)
}
const sendFile = async (
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) => {
  const body = multipart('听课.txt', 'text/plain', Buffer.from('第一学期听课记录。'), fields)
  const answer = await region.app.inject({
    method: 'POST',
    url,
    payload: body.payload,
    headers: { ...body.headers, ...headers },
    remoteAddress: `10.1.${Math.floor(Math.random() * 250)}.9`,
  })
  return answer.statusCode === 200
}
/** A signed proof of an app, as it shows itself at the token endpoint. */
function assertion(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const id = 'app-102'
  const body = `${part({ alg: 'ES256', kid: 'one' })}.${part({ iss: id, sub: id, aud: base, jti: randomUUID(), iat: now, exp: now + 60 })}`
  const signature = sign('sha256', Buffer.from(body), { key: pair.privateKey, dsaEncoding: 'ieee-p1363' })
  return `${body}.${signature.toString('base64url')}`
}
async function enrolled(who: Member) {
  const offer = await who.post<Enrolment>('/api/v1/user/totp/setup')
  const kept = await who.post<{ recovery_codes: string[] }>('/api/v1/user/totp', {
    setup: offer.data.setup,
    code: codeOf(offer.data.secret, stepOf(Date.now())),
  })
  await region.db.query(sql`update person set totp_step = 0 where id = ${who.personId}`)
  return { secret: offer.data.secret, codes: kept.data.recovery_codes }
}
const proved = (who: Person) =>
  region.db.query(sql`update session set proved_at = now() where identity_id = ${who.identityId}`)

/** Each one-time thing: makes one, and returns the use of it; a use says whether it was let through. */
const kinds: Readonly<Record<string, () => Promise<() => Promise<boolean>>>> = {
  'a code of the OpenID provider': async () => {
    const { back, checks } = await comingBack()
    return () => worked(oidc.authorizationCodeGrant(config, back, checks))
  },
  'a refresh token': async () => {
    const { refresh_token = '' } = await tokens()
    return () => worked(oidc.refreshTokenGrant(config, refresh_token))
  },
  'a signed proof of an app': async () => {
    const proof = assertion()
    return async () => {
      const answer = await fetch(`${base}/oidc/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          refresh_token: 'none',
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: proof,
        }),
      })
      // The app was believed, and only then the token looked for.
      return ((await answer.json()) as { error: string }).error === 'invalid_grant'
    }
  },
  'an answered question of an app': async () => {
    const who = browserAt(base)
    await who.signIn(await door.member('同意者'))
    const page = await who.visit((await begin(config, redirect)).url)
    const { chosen } = await who.view(page)
    const { data } = await who.call<{ to: string }>(
      'POST',
      `/oidc/interaction/${page.searchParams.get('uid')}/decision`,
      { agree: true, identity: chosen, facts: [] },
    )
    return async () => (await who.send('GET', data.to)).headers.get('location')?.includes('code=') ?? false
  },
  'a ticket of CAS': async () => {
    const at = await browser.visit(`/cas/login?service=${encodeURIComponent(service)}`)
    const to =
      at.pathname === '/login/consent'
        ? (
            await browser.call<{ to: string }>(
              'POST',
              `/cas/request/decision?service=${encodeURIComponent(service)}`,
              { agree: true, identity: member.identityId, facts: [] },
            )
          ).data.to
        : at.href
    const query = new URLSearchParams({ service, ticket: new URL(to).searchParams.get('ticket') ?? '' })
    return async () =>
      (await (await fetch(`${base}/cas/p3/serviceValidate?${query.toString()}`)).text()).includes(
        'authenticationSuccess',
      )
  },
  'the nonce of a password on its way': async () => {
    const { kid, publicKey, nonce } = await issueKey(region.db, testKeys)
    const sealed = sm2.doEncrypt(JSON.stringify({ p: good, nonce }), publicKey, 1)
    return () => worked(openPassword(region.db, testKeys, kid, sealed))
  },
  'a captcha': async () => {
    await region.db.execute(sql`delete from sign_in_failure`)
    const { captcha, captcha_id } = await door.solved()
    return () => worked(solveCaptcha(region.db, testKeys, captcha_id, captcha))
  },
  'a code by short message': async () => {
    const who = await door.member('短信')
    await door.call('POST', '/api/v1/send_mobile_code', { mobile: who.mobile, scene: 'login' })
    const code = await door.codeFor(who.mobile)
    const asked = { purpose: 'login' as const, to: who.mobile, personId: null }
    const right = await tryCode(region.db, testKeys, asked, code)
    return () => worked(spendCode(region.db, right))
  },
  'a code of the second factor': async () => {
    const who = await door.member('动态码')
    await proved(who)
    const code = codeOf((await enrolled(who)).secret, stepOf(Date.now()))
    return async () => {
      await region.db.execute(sql`delete from sign_in_failure`)
      return worked(useFactor(factor(), who.personId, code))
    }
  },
  'a recovery code': async () => {
    const who = await door.member('恢复码')
    await proved(who)
    const [code = ''] = (await enrolled(who)).codes
    return async () => {
      await region.db.execute(sql`delete from sign_in_failure`)
      return worked(useFactor(factor(), who.personId, code))
    }
  },
  'an offer of the second factor': async () => {
    const who = await door.member('启用')
    await proved(who)
    const { data } = await who.post<Enrolment>('/api/v1/user/totp/setup')
    const code = codeOf(data.secret, stepOf(Date.now()))
    return async () => (await who.post('/api/v1/user/totp', { setup: data.setup, code })).status === 200
  },
  'a ticket of the account centre': async () => {
    const who = await door.member('中心')
    const { data } = await door.call<{ ticket: string }>('POST', '/login/check', {
      username: who.login,
      password: good,
      client_id: '1',
    })
    return async () =>
      (await door.call<CookieLogin>('POST', '/api/v1/login/cookie', { local_login: data.ticket })).data
        .state === 2
  },
  'an errand to an outside provider': async () => {
    const sent = (url: string, payload: object, cookie = '') => {
      if (!outside) throw new Error('not started')
      return outside.inject({
        method: 'POST',
        url,
        payload,
        headers: { cookie, 'user-agent': 'Mozilla/5.0' },
      })
    }
    const begun = await sent('/api/v1/login/outside/start', { provider: 'oidc' })
    const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? ''
    const back = issuer.signIn(begun.json<{ data: { to: string } }>().data.to, randomUUID())
    return async () => (await sent('/api/v1/login/outside/enter', back, cookie)).statusCode === 200
  },
  'a code for a phone to upload with': async () => {
    const who = await door.member('手机')
    const { data } = await who.post<PhoneTicket>('/api/v1/upload/phone')
    return () => sendFile('/api/v1/upload/phone/object', {}, { ticket: data.path.split('#')[1] ?? '' })
  },
  'a grant for one upload': async () => {
    const { data } = await member.get<{ key: string; policy: string; signature: string }>(
      '/api/v1/upload/jinshanyun?filename=a.txt&size=1000&type=doc',
    )
    const { key, policy, signature } = data
    return () => sendFile('/api/v1/upload/direct', { key, policy, signature })
  },
}

const atOnce = 20
const rounds = 4

it.each(Object.keys(kinds))('%s counts once, whoever comes at the same moment', async (name) => {
  for (let round = 0; round < rounds; round += 1) {
    const use = await kinds[name]?.()
    const uses = await Promise.all(Array.from({ length: atOnce }, () => use?.()))
    expect(uses.filter(Boolean)).toHaveLength(1)
    expect(await use?.(), 'afterwards').toBe(false)
  }
})

it('what came from a code or a refresh token that was used twice ends', async () => {
  const first = await tokens()
  const sub = first.claims()?.sub ?? ''
  const all = await Promise.all(
    Array.from({ length: atOnce }, () =>
      oidc.refreshTokenGrant(config, first.refresh_token ?? '').catch(() => undefined),
    ),
  )
  const [got] = all.filter((one) => one !== undefined)
  for (const token of [first.access_token, got?.access_token ?? ''])
    await expect(oidc.fetchUserInfo(config, token, sub)).rejects.toThrow()
  await expect(oidc.refreshTokenGrant(config, got?.refresh_token ?? '')).rejects.toThrow()
})

it('makes a thousand uses at the same moment', () => {
  expect(Object.keys(kinds).length * rounds * atOnce).toBeGreaterThanOrEqual(1_000)
})
