import { createHash, createPrivateKey, generateKeyPairSync, sign, type JsonWebKey } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const other = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

interface IssuerRequest {
  readonly subject: string
  readonly nonce: string
  readonly challenge: string
  readonly back: string
}

/** A provider of OpenID Connect that tells the truth, or lies on demand. */
export class Issuer {
  url = ''
  /** Who signs in at the page of this provider. */
  somebody = 'somebody@outside'
  /** What the next ID tokens say instead. */
  lies: Record<string, unknown> = {}
  /** Whether ID tokens are signed with a key that was never published. */
  forged = false
  private readonly asked = new Map<string, IssuerRequest>()
  private readonly server = createServer((request, response) => {
    this.answer(request, response).catch(() => response.destroy())
  })

  async open(): Promise<string> {
    await new Promise<void>((ready) => this.server.listen(0, '127.0.0.1', ready))
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
    return this.url
  }

  close(): Promise<void> {
    this.server.closeAllConnections()
    return new Promise((done) => this.server.close(() => done()))
  }

  /**
   * Somebody signs in at the address that the portal sent their browser to; answers what comes back with it.
   */
  signIn(to: string, subject: string): { state: string; code: string; iss: string } {
    const query = new URL(to).searchParams
    const code = `code-${this.asked.size + 1}`
    this.asked.set(code, {
      subject,
      nonce: query.get('nonce') ?? '',
      challenge: query.get('code_challenge_method') === 'S256' ? (query.get('code_challenge') ?? '') : '',
      back: query.get('redirect_uri') ?? '',
    })
    return { state: query.get('state') ?? '', code, iss: this.url }
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const say = (body: object, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    const { pathname } = new URL(request.url ?? '/', this.url)
    if (pathname === '/.well-known/openid-configuration')
      return say({
        issuer: this.url,
        authorization_endpoint: `${this.url}/auth`,
        token_endpoint: `${this.url}/token`,
        jwks_uri: `${this.url}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
      })
    if (pathname === '/jwks') {
      const jwk: JsonWebKey = createPrivateKey(pair.privateKey).export({ format: 'jwk' })
      return say({ keys: [{ kty: 'RSA', n: jwk.n, e: jwk.e, kid: 'k', alg: 'RS256', use: 'sig' }] })
    }
    if (pathname === '/auth') {
      const { state, code, iss } = this.signIn(`${this.url}${request.url ?? ''}`, this.somebody)
      const back = new URL(new URL(request.url ?? '', this.url).searchParams.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({ state, code, iss }).toString()
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      return void response.end(`<a href="${back.href.replaceAll('&', '&amp;')}">登录</a>`)
    }
    const body = new URLSearchParams(await text(request))
    const code = body.get('code') ?? ''
    const asked = this.asked.get(code)
    this.asked.delete(code)
    const verifier = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    const known = request.headers.authorization === `Basic ${Buffer.from('portal:right').toString('base64')}`
    if (!known || !asked || verifier !== asked.challenge || body.get('redirect_uri') !== asked.back)
      return say({ error: 'invalid_grant' }, 400)
    say({ access_token: 'a', token_type: 'Bearer', id_token: this.idToken(asked) })
  }

  private idToken({ subject, nonce }: IssuerRequest): string {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: this.url,
      aud: 'portal',
      sub: subject,
      iat: now,
      exp: now + 60,
      nonce,
      ...this.lies,
    }
    const [head, body] = [{ alg: 'RS256', kid: 'k' }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    )
    const key = this.forged ? other.privateKey : pair.privateKey
    return `${head}.${body}.${sign('sha256', Buffer.from(`${head}.${body}`), key).toString('base64url')}`
  }
}
