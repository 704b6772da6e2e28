import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { doorOf, type Member } from '../../app/testing/test-sign-in.ts'
import { sql } from '../../platform/db/sql.ts'
import { appClient, begin, browserAt, registerApp, registration, uidOf, type Browser } from './test-client.ts'

const redirect = 'https://yuedu.example.cn/callback'
const refused = (error: string) => expect.objectContaining({ error })

let region: Region
let base = ''
let app = { clientId: '', secret: '' }
let config: oidc.Configuration
let member: Member
let door: ReturnType<typeof doorOf>

beforeAll(async () => {
  region = await testRegion('sign-on')
  base = await region.app.listen({ port: 0, host: '127.0.0.1' })
  app = await registerApp(region, '101', registration(redirect))
  config = await appClient(base, app)
  door = doorOf(region)
  member = await door.member('林疏影')
})
afterAll(() => region.close())

const signedIn = async (who: Member = member): Promise<Browser> => {
  const browser = browserAt(base)
  await browser.signIn(who)
  return browser
}

/** Signs somebody in to the app, from the beginning to the tokens. */
async function enter(browser: Browser, more: Record<string, string> = {}) {
  const { url, checks } = await begin(config, redirect, more)
  const page = await browser.visit(url)
  const back = page.origin === base ? await browser.agree(page) : page
  return oidc.authorizationCodeGrant(config, back, checks)
}

describe('an app with an unmodified client of OpenID Connect', () => {
  it('signs somebody in: discovery, PKCE, nonce, consent, facts, refresh, sign-out', async () => {
    const browser = await signedIn()
    const { url, checks } = await begin(config, redirect)
    const page = await browser.visit(url)
    expect(page.pathname).toBe('/login/consent')
    const view = await browser.view(page)
    expect(view).toMatchObject({
      settled: false,
      refused: null,
      required: [{ label: '姓名', value: '林疏影' }, { label: '所在单位' }],
      optional: [{ label: '手机号', agreed: false }],
    })
    expect(view.optional[0]?.value).toMatch(/^138\*{4}\d{4}$/)
    const tokens = await oidc.authorizationCodeGrant(config, await browser.agree(page, ['phone']), checks)
    const sub = tokens.claims()?.sub ?? ''
    expect(sub).toBe(view.subject)
    const facts = await oidc.fetchUserInfo(config, tokens.access_token, sub)
    expect(facts).toMatchObject({ name: '林疏影', phone_number: member.mobile })
    expect(Object.keys(facts).toSorted()).toEqual(
      ['area_code', 'institution', 'institution_code', 'name', 'phone_number', 'sub'].toSorted(),
    )
    const fresh = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(fresh.refresh_token).not.toBe(tokens.refresh_token)
    const away = await browser.visit(
      oidc.buildEndSessionUrl(config, {
        id_token_hint: tokens.id_token ?? '',
        post_logout_redirect_uri: 'https://yuedu.example.cn/bye',
        state: 'seen',
      }).href,
    )
    expect(away.pathname).toBe('/login/signOut')
    const left = await browser.call<{ apps: unknown; back: unknown }>('POST', '/api/v1/signOut', {
      ticket: away.searchParams.get('ticket'),
    })
    expect(left.data).toEqual({
      apps: [{ name: '应用101', notice: 'none' }],
      back: { name: '应用101', to: 'https://yuedu.example.cn/bye?state=seen' },
    })
    await expect(oidc.refreshTokenGrant(config, fresh.refresh_token ?? '')).rejects.toThrow(
      refused('invalid_grant'),
    )
    await expect(oidc.fetchUserInfo(config, fresh.access_token, sub)).rejects.toThrow()
  })

  it('is let in again without a question, and silently, while the portal is signed in', async () => {
    const browser = await signedIn()
    await enter(browser)
    const { url, checks } = await begin(config, redirect, { prompt: 'none' })
    const back = await browser.visit(url)
    expect((await oidc.authorizationCodeGrant(config, back, checks)).claims()?.sub).toHaveLength(23)
  })

  it('asks again where the app wants more than before', async () => {
    const browser = await signedIn(await door.member('再问'))
    await enter(browser, { scope: 'openid profile' })
    const { url } = await begin(config, redirect)
    expect((await browser.visit(url)).pathname).toBe('/login/consent')
    const silent = await begin(config, redirect, { prompt: 'none' })
    expect((await browser.visit(silent.url)).searchParams.get('error')).toBe('consent_required')
  })

  it('knows one person by numbers that differ from app to app, and tells nothing unasked', async () => {
    const browser = await signedIn()
    const other = 'https://other.example.cn/cb'
    const second = await appClient(base, await registerApp(region, '102', registration(other)))
    const first = await enter(browser)
    const { url, checks } = await begin(second, other, { scope: 'openid' })
    const page = await browser.visit(url)
    const tokens = await oidc.authorizationCodeGrant(second, await browser.agree(page), checks)
    const [here, there] = [first.claims()?.sub ?? '', tokens.claims()?.sub ?? '']
    expect(here).not.toBe(there)
    expect(await oidc.fetchUserInfo(second, tokens.access_token, there)).toEqual({ sub: there })
    const kept = await region.db.query<{ text: string }>(sql`
      select i::text as text from sign_on_item i union all select c::text from sign_on_client c`)
    const all = kept.map(({ text }) => text).join('\n')
    for (const secret of [tokens.access_token, tokens.refresh_token ?? '', app.secret, here])
      expect(all.includes(secret), 'kept in the clear').toBe(false)
  })
})

describe('the provider refuses', () => {
  it('a forged return address, without sending anybody there', async () => {
    const browser = await signedIn()
    for (const forged of [
      'https://evil.example/callback',
      `${redirect}/../other`,
      `${redirect}?more=1`,
      'https://yuedu.example.cn.evil.example/callback',
      'http://yuedu.example.cn/callback',
    ]) {
      const { url } = await begin(config, forged)
      const answer = await browser.send('GET', url)
      expect([answer.status, answer.headers.get('location')], forged).toEqual([400, null])
      expect(await answer.text()).toContain('返回地址没有登记')
    }
  })

  it('a code used twice, and then ends what came from it', async () => {
    const browser = await signedIn()
    const { url, checks } = await begin(config, redirect)
    const page = await browser.visit(url)
    const back = page.origin === base ? await browser.agree(page) : page
    const tokens = await oidc.authorizationCodeGrant(config, back, checks)
    await expect(oidc.authorizationCodeGrant(config, back, checks)).rejects.toThrow(refused('invalid_grant'))
    await expect(oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toThrow(
      refused('invalid_grant'),
    )
  })

  it('a refresh token used twice, and then its successor', async () => {
    const tokens = await enter(await signedIn())
    const next = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')
    await expect(oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toThrow()
    await expect(oidc.refreshTokenGrant(config, next.refresh_token ?? '')).rejects.toThrow(
      refused('invalid_grant'),
    )
  })

  it('a code of another app, a wrong secret, a wrong verifier', async () => {
    const browser = await signedIn()
    const other = await appClient(
      base,
      await registerApp(region, '103', registration('https://third.example.cn/cb')),
    )
    const attempt = async (with_: oidc.Configuration, change: object = {}) => {
      const { url, checks } = await begin(config, redirect)
      const page = await browser.visit(url)
      const back = page.origin === base ? await browser.agree(page) : page
      return oidc.authorizationCodeGrant(with_, back, { ...checks, ...change })
    }
    await expect(attempt(other)).rejects.toThrow(refused('invalid_grant'))
    await expect(attempt(await appClient(base, { ...app, secret: 'x'.repeat(43) }))).rejects.toMatchObject({
      status: 401,
      cause: [{ parameters: { error: 'invalid_client' } }],
    })
    await expect(attempt(config, { pkceCodeVerifier: oidc.randomPKCECodeVerifier() })).rejects.toThrow(
      refused('invalid_grant'),
    )
  })

  it('no PKCE, a plain one, another response type, a fact that is not registered', async () => {
    const browser = await signedIn()
    const error = async (change: Record<string, string>, drop: readonly string[] = []) => {
      const url = new URL((await begin(config, redirect, change)).url)
      for (const name of drop) url.searchParams.delete(name)
      const back = await browser.visit(url.href)
      return (back.hash ? new URLSearchParams(back.hash.slice(1)) : back.searchParams).get('error')
    }
    expect(await error({}, ['code_challenge', 'code_challenge_method'])).toBe('invalid_request')
    expect(await error({ code_challenge_method: 'plain' })).toBe('invalid_request')
    expect(await error({ response_type: 'id_token' })).toMatch(/unsupported_response_type|invalid_request/)
    expect(await error({ scope: 'openid email' })).toBe('invalid_scope')
  })

  it('a mixed-up issuer is seen by the app: the answer names who gave it', async () => {
    const browser = await signedIn()
    const { url, checks } = await begin(config, redirect)
    const page = await browser.visit(url)
    const back = page.origin === base ? await browser.agree(page) : page
    expect(back.searchParams.get('iss')).toBe(base)
    back.searchParams.set('iss', 'https://other-provider.example')
    await expect(oidc.authorizationCodeGrant(config, back, checks)).rejects.toThrow()
  })

  it('silence without a session, and asks again who it is where the app wants that', async () => {
    const { url } = await begin(config, redirect, { prompt: 'none' })
    const back = await browserAt(base).visit(url)
    expect(back.searchParams.get('error')).toBe('login_required')
    const browser = await signedIn()
    await enter(browser)
    for (const more of [{ prompt: 'login' }, { max_age: '0' }]) {
      const asked = await begin(config, redirect, more)
      await region.db.execute(sql`
        update session set proved_at = now() - interval '1 hour', created_at = now() - interval '1 hour'
        where identity_id = ${member.identityId}`)
      const page = await browser.visit(asked.url)
      expect(page.pathname).toBe('/login/consent')
      const view = await browser.view(page)
      expect(view.settled).toBe(false)
      const decided = await browser.call('POST', `/oidc/interaction/${uidOf(page)}/decision`, {
        agree: true,
        identity: view.chosen,
        facts: [],
      })
      expect(decided.code).toBe(40303)
      await region.db.execute(sql`
        update session set proved_at = now() + interval '1 second' where identity_id = ${member.identityId}`)
      const tokens = await oidc.authorizationCodeGrant(config, await browser.agree(page), asked.checks)
      expect(tokens.claims()?.auth_time).toBeGreaterThan(Date.now() / 1000 - 60)
    }
  })

  it('whoever does not agree, and tells the app so', async () => {
    const browser = await signedIn(await door.member('不同意'))
    const page = await browser.visit((await begin(config, redirect)).url)
    const { data } = await browser.call<{ to: string }>('POST', `/oidc/interaction/${uidOf(page)}/decision`, {
      agree: false,
    })
    expect((await browser.visit(data.to)).searchParams.get('error')).toBe('access_denied')
  })

  it('a request that another browser began: nobody is signed in as a stranger', async () => {
    const attacker = browserAt(base)
    const page = await attacker.visit((await begin(config, redirect)).url)
    const victim = await signedIn()
    expect((await victim.call('GET', `/oidc/interaction/${uidOf(page)}/details`)).status).toBe(404)
    expect(
      (await victim.call('POST', `/oidc/interaction/${uidOf(page)}/decision`, { agree: false })).status,
    ).toBe(404)
  })
})

describe('what an app was given ends', () => {
  it('with the agreement, which the person takes back', async () => {
    const browser = await signedIn()
    const tokens = await enter(browser)
    const { data } = await browser.call<{ app: string; open: boolean; facts: string[] }[]>(
      'GET',
      '/api/v1/user/apps',
    )
    expect(data.find(({ app: id }) => id === '101')).toMatchObject({
      open: true,
      facts: ['姓名', '所在单位'],
    })
    expect((await browser.call('DELETE', '/api/v1/user/apps/101')).status).toBe(200)
    expect((await browser.call('DELETE', '/api/v1/user/apps/101')).status).toBe(404)
    await expect(oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toThrow()
    await expect(
      oidc.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? ''),
    ).rejects.toThrow()
    expect((await browser.visit((await begin(config, redirect)).url)).pathname).toBe('/login/consent')
  })

  it('with the session, the identity, the app', async () => {
    const refresh = async (end: (who: Member) => Promise<unknown>) => {
      const who = await door.member('结束')
      const tokens = await enter(await signedIn(who))
      await end(who)
      return expect(oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toThrow()
    }
    await refresh(({ identityId }) =>
      region.db.execute(sql`update session set revoked_at = now() where identity_id = ${identityId}`),
    )
    await refresh(({ identityId }) =>
      region.db.execute(sql`update identity set state = 'disabled' where id = ${identityId}`),
    )
    await refresh(() => region.db.execute(sql`update app set enabled = false where id = '101'`))
    await region.db.execute(sql`update app set enabled = true where id = '101'`)
    // The application centre says for whom an app is.
    await refresh(() => region.db.execute(sql`delete from app_binding where app_id = '101' and role = 2`))
    await region.db.execute(sql`insert into app_binding (app_id, role, level) values ('101', 2, 2)`)
  })

  it('stays within the session of the browser: the next person there is not the one before', async () => {
    const browser = await signedIn()
    const first = await enter(browser)
    const colleague = await door.member('同事')
    await browser.signIn(colleague)
    const second = await enter(browser)
    expect(second.claims()?.sub).not.toBe(first.claims()?.sub)
  })
})
