import { createHash, generateKeyPairSync } from 'node:crypto'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { doorOf } from '../../app/testing/test-sign-in.ts'
import { appClient, begin, browserAt, registerApp, registration, type Browser } from './test-client.ts'

/**
 * The points of the OpenID Foundation's plans `oidcc-basic-certification-test-plan` and
 * `oidcc-config-certification-test-plan` by the names of their modules. Where the plan lets a provider refuse
 * (claims parameter, request objects, response types, refresh without PKCE), the refusal is what is asserted.
 */
const redirect = 'https://yuedu.example.cn/callback'
const second = `${redirect}?foo=bar`
let region: Region
let base = ''
let browser: Browser
let config: oidc.Configuration
let post: oidc.Configuration

beforeAll(async () => {
  region = await testRegion('sign-on-conformance')
  base = await region.app.listen({ port: 0, host: '127.0.0.1' })
  const body = { ...registration(redirect), redirectUris: [redirect, second] }
  config = await appClient(base, await registerApp(region, '101', body))
  const app = await registerApp(region, '102', { ...body, authMethod: 'client_secret_post' })
  post = await appClient(base, app, oidc.ClientSecretPost(app.secret))
  browser = browserAt(base)
  await browser.signIn(await doorOf(region).member('林疏影'))
})
afterAll(() => region.close())

const scope = 'openid profile school phone'

/** From the request to the address with the code. */
async function authorise(more: Record<string, string> = {}, client = config, to = redirect) {
  const { url, checks } = await begin(client, to, { scope, ...more })
  const page = await browser.visit(url)
  return { back: page.origin === base ? await browser.agree(page, ['phone']) : page, checks }
}
async function tokens(more: Record<string, string> = {}, client = config, to = redirect) {
  const { back, checks } = await authorise(more, client, to)
  return oidc.authorizationCodeGrant(client, back, {
    ...checks,
    ...(more['max_age'] !== undefined && { maxAge: Number(more['max_age']) }),
  })
}
const errorOf = async (more: Record<string, string>) => (await authorise(more)).back.searchParams.get('error')

const description = z.record(z.string(), z.unknown())

const modules: Readonly<Record<string, () => Promise<void>>> = {
  'oidcc-discovery-endpoint-verification': async () => {
    const answer = await fetch(`${base}/.well-known/openid-configuration`)
    const told = description.parse(await answer.json())
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(told).toMatchObject({
      issuer: base,
      authorization_endpoint: `${base}/oidc/auth`,
      token_endpoint: `${base}/oidc/token`,
      userinfo_endpoint: `${base}/oidc/userinfo`,
      jwks_uri: `${base}/oidc/jwks`,
      end_session_endpoint: `${base}/oidc/logout`,
      response_types_supported: ['code'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      backchannel_logout_supported: true,
      claims_parameter_supported: false,
    })
    expect(told['registration_endpoint']).toBeUndefined()
    const { keys } = z
      .object({ keys: z.array(description) })
      .parse(await (await fetch(`${base}/oidc/jwks`)).json())
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) {
      expect(key).toMatchObject({ kty: 'RSA', use: 'sig', alg: 'RS256' })
      expect(Object.keys(key).filter((name) => ['d', 'p', 'q', 'dp', 'dq', 'qi'].includes(name))).toEqual([])
    }
  },
  'oidcc-server': async () => {
    const claims = (await tokens()).claims()
    expect(claims).toMatchObject({ iss: base, aud: 'app-101' })
    expect(claims?.auth_time).toBeTypeOf('number')
  },
  'oidcc-response-type-missing': async () => {
    const { url } = await begin(config, redirect)
    const without = new URL(url)
    without.searchParams.delete('response_type')
    expect((await browser.visit(without.href)).searchParams.get('error')).toBe('invalid_request')
  },
  'oidcc-userinfo-get': async () => {
    const got = await tokens()
    expect((await oidc.fetchUserInfo(config, got.access_token, got.claims()?.sub ?? '')).sub).toBe(
      got.claims()?.sub,
    )
  },
  'oidcc-userinfo-post-header': async () => {
    const { access_token } = await tokens()
    const answer = await fetch(`${base}/oidc/userinfo`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}` },
    })
    expect(answer.status).toBe(200)
  },
  'oidcc-userinfo-post-body': async () => {
    const { access_token } = await tokens()
    const answer = await fetch(`${base}/oidc/userinfo`, {
      method: 'POST',
      body: new URLSearchParams({ access_token }),
    })
    expect(answer.status).toBe(200)
  },
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': async () => {
    const { url, checks } = await begin(config, redirect, { scope })
    const without = new URL(url)
    without.searchParams.delete('nonce')
    const { pkceCodeVerifier, expectedState } = checks
    const got = await oidc.authorizationCodeGrant(config, await browser.visit(without.href), {
      pkceCodeVerifier,
      ...(expectedState !== undefined && { expectedState }),
    })
    expect(got.claims()?.nonce).toBeUndefined()
  },
  'oidcc-scope-profile': async () => {
    const got = await tokens()
    expect(await oidc.fetchUserInfo(config, got.access_token, got.claims()?.sub ?? '')).toHaveProperty(
      'name',
      '林疏影',
    )
  },
  'oidcc-scope-phone': async () => {
    const got = await tokens()
    expect(await oidc.fetchUserInfo(config, got.access_token, got.claims()?.sub ?? '')).toHaveProperty(
      'phone_number',
    )
  },
  'oidcc-scope-email': async () =>
    void expect(await errorOf({ scope: 'openid email' })).toBe('invalid_scope'),
  'oidcc-scope-address': async () =>
    void expect((await tokens({ scope: 'openid address' })).claims()).toHaveProperty('sub'),
  'oidcc-ensure-other-scope-order-succeeds': async () => {
    expect((await tokens({ scope: 'profile phone school openid' })).claims()).toHaveProperty('sub')
  },
  'oidcc-display-page': async () =>
    void expect((await tokens({ display: 'page' })).claims()).toHaveProperty('sub'),
  'oidcc-display-popup': async () =>
    void expect((await tokens({ display: 'popup' })).claims()).toHaveProperty('sub'),
  'oidcc-prompt-login': async () => {
    const { url } = await begin(config, redirect, { prompt: 'login' })
    expect((await browser.visit(url)).pathname).toBe('/login/consent')
  },
  'oidcc-prompt-none-not-logged-in': async () => {
    const { url } = await begin(config, redirect, { prompt: 'none' })
    expect((await browserAt(base).visit(url)).searchParams.get('error')).toBe('login_required')
  },
  'oidcc-prompt-none-logged-in': async () =>
    void expect((await tokens({ prompt: 'none' })).claims()).toHaveProperty('sub'),
  'oidcc-max-age-10000': async () => {
    expect((await tokens({ max_age: '10000' })).claims()?.auth_time).toBeTypeOf('number')
  },
  'oidcc-id-token-hint': async () => {
    const { id_token } = await tokens()
    expect((await tokens({ prompt: 'none', id_token_hint: id_token ?? '' })).claims()).toHaveProperty('sub')
  },
  'oidcc-login-hint': async () =>
    void expect((await tokens({ login_hint: 'lin' })).claims()).toHaveProperty('sub'),
  'oidcc-ui-locales': async () =>
    void expect((await tokens({ ui_locales: 'zh-CN en' })).claims()).toHaveProperty('sub'),
  'oidcc-claims-locales': async () =>
    void expect((await tokens({ claims_locales: 'se' })).claims()).toHaveProperty('sub'),
  'oidcc-ensure-request-with-acr-values-succeeds': async () => {
    expect((await tokens({ acr_values: '1 2' })).claims()).toHaveProperty('sub')
  },
  'oidcc-ensure-request-with-unknown-parameter-succeeds': async () => {
    expect((await tokens({ extra: 'foobar' })).claims()).toHaveProperty('sub')
  },
  'oidcc-codereuse': async () => {
    const { back, checks } = await authorise()
    await oidc.authorizationCodeGrant(config, back, checks)
    await expect(oidc.authorizationCodeGrant(config, back, checks)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  },
  'oidcc-ensure-registered-redirect-uri': async () => {
    const { url } = await begin(config, 'https://yuedu.example.cn/unregistered')
    const answer = await browser.send('GET', url)
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  },
  'oidcc-redirect-uri-query-OK': async () => {
    const { back } = await authorise({}, config, second)
    expect(back.searchParams.get('foo')).toBe('bar')
  },
  'oidcc-redirect-uri-query-added': async () => {
    const { url } = await begin(config, `${second}&more=1`)
    expect((await browser.send('GET', url)).status).toBe(400)
  },
  'oidcc-server-client-secret-post': async () =>
    void expect((await tokens({}, post)).claims()?.aud).toBe('app-102'),
  'oidcc-refresh-token': async () => {
    const got = await tokens()
    const next = await oidc.refreshTokenGrant(config, got.refresh_token ?? '')
    expect(next.claims()?.sub).toBe(got.claims()?.sub)
  },
  'oidcc-ensure-request-object-with-redirect-uri': async () => {
    expect(await errorOf({ request: 'eyJhbGciOiJub25lIn0.e30.' })).toBe('request_not_supported')
  },
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': async () => {
    expect(await errorOf({ request_uri: 'https://yuedu.example.cn/request' })).toBe(
      'request_uri_not_supported',
    )
  },
  'oidcc-ensure-client-assertion-with-iss-aud-succeeds (private_key_jwt)': async () => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwk = { ...pair.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256', use: 'sig' }
    const key = await crypto.subtle.importKey(
      'pkcs8',
      new Uint8Array(pair.privateKey.export({ type: 'pkcs8', format: 'der' })),
      { name: 'ECDSA', namedCurve: 'P-256' },
      false,
      ['sign'],
    )
    const body = {
      ...registration(redirect),
      authMethod: 'private_key_jwt' as const,
      jwks: { keys: [{ ...jwk, kty: 'EC' as const }] },
    }
    const app = await registerApp(region, '103', body)
    const signing = await appClient(base, app, oidc.PrivateKeyJwt({ key, kid: 'one' }))
    expect((await tokens({}, signing)).claims()?.aud).toBe('app-103')
  },
  'oidcc-server-rotate-keys (kid)': async () => {
    const { id_token = '' } = await tokens()
    const header = z.object({ kid: z.string(), alg: z.literal('RS256') })
    expect(
      header.parse(JSON.parse(Buffer.from(id_token.split('.')[0] ?? '', 'base64url').toString())).kid,
    ).toHaveLength(16)
  },
  'at_hash fits the access token': async () => {
    const got = await tokens()
    const half = createHash('sha256').update(got.access_token).digest().subarray(0, 16)
    expect([undefined, half.toString('base64url')]).toContain(got.claims()?.['at_hash'])
  },
}

it.each(Object.keys(modules))('%s', async (name) => {
  await modules[name]?.()
})
