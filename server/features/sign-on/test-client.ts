import * as oidc from 'openid-client'
import type { ConsentView, FactScope } from '../../../catalogue/contract/account/sign-on.ts'
import type { SignOnClientBody } from '../../../catalogue/contract/administration/sign-on-clients.ts'
import type { Envelope, Person, Region, TestAnswer } from '../../app/testing/test-region.ts'
import { good, type Member } from '../../app/testing/test-sign-in.ts'
import { sql } from '../../platform/db/sql.ts'

/** One browser: cookies by name, and the token of whoever signed in. */
export interface Browser {
  token: string
  readonly cookies: Map<string, string>
  /** One request, without following where it leads. */
  readonly send: (method: string, url: string, body?: object) => Promise<Response>
  readonly call: <T = TestAnswer>(
    method: string,
    url: string,
    body?: object,
  ) => Promise<{ status: number; code: number; msg: string; data: T }>
  readonly signIn: (who: Member, password?: string) => Promise<void>
  /** Follows redirections within the portal; returns the page they end at, or the address outside. */
  readonly visit: (url: string) => Promise<URL>
  /** Answers the page of consent and follows on. */
  readonly agree: (page: URL, facts?: readonly FactScope[], identity?: number) => Promise<URL>
  readonly view: (page: URL) => Promise<ConsentView>
}

/** A browser that keeps cookies as browsers do; paths are kept simple, since names differ. */
export function browserAt(base: string): Browser {
  const cookies = new Map<string, string>()
  const keep = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      if (value === '' || /expires=Thu, 01 Jan 1970|max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
  }
  const browser: Browser = {
    token: '',
    cookies,
    send: async (method, url, body) => {
      const response = await fetch(new URL(url, base), {
        method,
        redirect: 'manual',
        headers: {
          origin: base,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(browser.token !== '' && { token: browser.token }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      keep(response)
      return response
    },
    call: async <T>(method: string, url: string, body?: object) => {
      const response = await browser.send(method, url, body)
      const { error_code: code, msg, data }: Envelope<T> = JSON.parse(await response.text())
      return { status: response.status, code, msg, data }
    },
    signIn: async (who, password = good) => {
      browser.token = ''
      const { data, msg } = await browser.call<{ token: string }>('POST', '/api/v1/login', {
        account: who.login,
        password,
      })
      if (!data?.token) throw new Error(msg)
      browser.token = data.token
    },
    visit: async (url) => {
      let at = new URL(url, base)
      for (let step = 0; step < 10; step++) {
        if (at.origin !== base || at.pathname.startsWith('/login')) return at
        const response = await browser.send('GET', at.href)
        const to = response.headers.get('location')
        if (to === null) throw new Error(`${response.status} ${await response.text()}`)
        at = new URL(to, at)
      }
      throw new Error('round and round')
    },
    view: async (page) =>
      (await browser.call<ConsentView>('GET', `/oidc/interaction/${uidOf(page)}/details`)).data,
    agree: async (page, facts = [], identity) => {
      const { chosen } = await browser.view(page)
      const { data, msg } = await browser.call<{ to: string }>(
        'POST',
        `/oidc/interaction/${uidOf(page)}/decision`,
        { agree: true, identity: identity ?? chosen, facts },
      )
      if (!data) throw new Error(msg)
      return browser.visit(data.to)
    },
  }
  return browser
}

export const uidOf = (page: URL): string => page.searchParams.get('uid') ?? ''

/** What every test app is registered with, unless it says otherwise. */
export const registration = (redirect: string): SignOnClientBody => ({
  authMethod: 'client_secret_basic',
  redirectUris: [redirect],
  postLogoutUris: [`${new URL(redirect).origin}/bye`],
  backchannelUri: null,
  initiateUri: null,
  jwks: null,
  scopes: [
    { scope: 'profile', need: 'required', purpose: '显示在班级与报告上' },
    { scope: 'school', need: 'required', purpose: '确定可见的班级' },
    { scope: 'phone', need: 'optional', purpose: '接收结果短信' },
  ],
  services: [],
  serviceLogout: false,
  enabled: true,
})

/** An app of the region, registered by the administrator. */
export async function registerApp(
  { db, people }: Pick<Region, 'db' | 'people'>,
  id: string,
  body: SignOnClientBody,
  admin: Person = people.admin,
): Promise<{ clientId: string; secret: string }> {
  await db.execute(sql`
    insert into app (id, name, category, domain) values (${id}, ${`应用${id}`}, '1', 'app.example.cn')
    on conflict do nothing`)
  await db.execute(sql`
    insert into app_binding (app_id, role, level)
    select ${id}, role, 2 from unnest(array[2, 3, 4, 5, 6]) role
    on conflict do nothing`)
  const kept = await admin.put(`/api/v1/signOnClients/${id}`, body)
  if (kept.status !== 200) throw new Error(JSON.stringify(kept))
  const made = await admin.post<{ secret: string }>(`/api/v1/signOnClients/${id}/secret`, {})
  return { clientId: `app-${id}`, secret: made.data?.secret ?? '' }
}

/** An unmodified client of OpenID Connect, as an app uses it. */
export async function appClient(
  base: string,
  { clientId, secret }: { clientId: string; secret: string },
  auth: oidc.ClientAuth = oidc.ClientSecretBasic(secret),
): Promise<oidc.Configuration> {
  return oidc.discovery(new URL(base), clientId, { client_secret: secret }, auth, {
    execute: [oidc.allowInsecureRequests],
  })
}

/** A request for signing in, with what the app remembers of it. */
export async function begin(
  config: oidc.Configuration,
  redirect: string,
  more: Record<string, string> = {},
): Promise<{ url: string; checks: oidc.AuthorizationCodeGrantChecks & { pkceCodeVerifier: string } }> {
  const [verifier, nonce, state] = [oidc.randomPKCECodeVerifier(), oidc.randomNonce(), oidc.randomState()]
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirect,
    scope: 'openid profile school phone',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    nonce,
    state,
    ...more,
  })
  return {
    url: url.href,
    checks: { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state, idTokenExpected: true },
  }
}
