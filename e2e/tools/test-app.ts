import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import * as oidc from 'openid-client'

/** A small app on this machine that signs people in through the portal. */
export interface TestApp {
  readonly url: string
  readonly close: () => void
}

/**
 * Starts an app with an unmodified client of OpenID Connect: `/` sends to the portal, `/callback` shows the
 * facts that came back, `/leave` signs out.
 * @param portal address of the portal
 */
export async function startTestApp(portal: string, clientId: string, port = 0): Promise<TestApp> {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`
  const answer = appAt(url, portal, clientId)
  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  return { url, close: () => void server.close() }
}

function appAt(url: string, portal: string, clientId: string) {
  const verifier = oidc.randomPKCECodeVerifier()
  const state = oidc.randomState()
  let config: oidc.Configuration | undefined
  let idToken = ''
  const to = (response: ServerResponse, address: URL) =>
    response.writeHead(302, { location: address.href }).end()
  return async (request: IncomingMessage, response: ServerResponse) => {
    config ??= await oidc.discovery(new URL(portal), clientId, undefined, oidc.None(), {
      execute: [oidc.allowInsecureRequests],
    })
    const at = new URL(request.url ?? '/', url)
    if (at.pathname === '/')
      return to(
        response,
        oidc.buildAuthorizationUrl(config, {
          redirect_uri: `${url}/callback`,
          scope: 'openid profile school teaching title phone',
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          state,
        }),
      )
    if (at.pathname === '/leave')
      return to(
        response,
        oidc.buildEndSessionUrl(config, {
          id_token_hint: idToken,
          post_logout_redirect_uri: `${url}/bye`,
        }),
      )
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (at.pathname !== '/callback') return response.end('<h1>再见</h1>')
    const tokens = await oidc.authorizationCodeGrant(config, at, {
      pkceCodeVerifier: verifier,
      expectedState: state,
    })
    idToken = tokens.id_token ?? ''
    const facts = await oidc.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '')
    return response.end(`<h1>欢迎，${String(facts['name'])}</h1><pre>${JSON.stringify(facts)}</pre>`)
  }
}
