import * as oidc from 'openid-client'
import type { OutsideSignIn } from '../../platform/config/outside-sign-in.ts'
import type { OutgoingRequest } from '../../platform/http/outgoing.ts'
import type { Door } from './doors.ts'

type Settings = NonNullable<OutsideSignIn['oidc']>

/** Milliseconds for which the provider's description is kept. */
const kept = 3_600_000

/** Calls of the library, through the one guard of calls outward. */
const fetchThrough =
  (outgoing: OutgoingRequest): oidc.CustomFetch =>
  async (url, { method, headers, body }) => {
    if (method !== 'GET' && method !== 'POST') throw new Error('only GET and POST go outward')
    const text = body instanceof URLSearchParams ? body.toString() : body
    const answer = await outgoing(url, {
      method,
      headers,
      ...(typeof text === 'string' && { body: text }),
      timeout: 10_000,
    })
    const told = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    )
    return new Response(answer.text === '' ? null : answer.text, { status: answer.status, headers: told })
  }

/**
 * A provider of OpenID Connect: code with PKCE, state and nonce; issuer, audience, times and signature of the
 * ID token are checked by the library.
 * @param plainHttp whether an issuer without TLS will do: outside production
 */
export function oidcDoor(settings: Settings, outgoing: OutgoingRequest, plainHttp: boolean): Door {
  let found: { configuration: oidc.Configuration; until: number } | undefined
  const discover = async (): Promise<oidc.Configuration> => {
    if (found && performance.now() < found.until) return found.configuration
    const configuration = await oidc.discovery(
      new URL(settings.issuer),
      settings.clientId,
      settings.clientSecret,
      oidc.ClientSecretBasic(settings.clientSecret),
      {
        [oidc.customFetch]: fetchThrough(outgoing),
        execute: [oidc.enableNonRepudiationChecks, ...(plainHttp ? [oidc.allowInsecureRequests] : [])],
      },
    )
    found = { configuration, until: performance.now() + kept }
    return configuration
  }
  return {
    name: 'oidc',
    label: settings.name,
    address: async ({ back, state, verifier, nonce }) =>
      oidc.buildAuthorizationUrl(await discover(), {
        redirect_uri: back,
        scope: 'openid',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href,
    visitorOf: async ({ code, iss }, { back, state, verifier, nonce }) => {
      const came = new URL(back)
      came.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString()
      try {
        const tokens = await oidc.authorizationCodeGrant(await discover(), came, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined) return { reason: unproved(settings) }
        const facts = Object.entries(claims).map(([name, value]) => [name, textOf(value)] as const)
        return { subject: claims.sub, facts }
      } catch (error) {
        // The provider's words can hold what was sent to it; the kind of fault is enough for the log.
        return { reason: unproved(settings), fault: error instanceof Error ? error.message : 'unknown' }
      }
    },
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const unproved = ({ name }: Settings): string => `${name}没有确认您的身份，请重新登录`
