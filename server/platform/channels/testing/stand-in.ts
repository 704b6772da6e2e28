import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json as readJson } from 'node:stream/consumers'
import { z } from 'zod'

/** What a provider took, as somebody's phone would show it. */
export interface TakenMessage {
  readonly provider: 'wecom' | 'dingtalk' | 'sms'
  readonly to: string
  readonly text: string
  /** The sender's own number of it, where the provider is told one. */
  readonly key: string | null
}

/** What happens to a call: taken and answered, taken without an answer, neither, or answered otherwise. */
export type Mood =
  | 'take'
  | 'takeSilently'
  | 'lose'
  | { readonly status: number; readonly retryAfter?: number }
  | number

const wecomBody = z.object({
  touser: z.string(),
  text: z.object({ content: z.string() }),
  enable_duplicate_check: z.literal(1),
})
const dingtalkBody = z.object({
  userid_list: z.string(),
  msg: z.object({ text: z.object({ content: z.string() }) }),
})
const smsBody = z.object({ mobile: z.string(), text: z.string() })

/**
 * Stands in for 企业微信, 钉钉 and a gateway of short messages: records what it takes, leaves out what
 * 企业微信 and 钉钉 leave out, and behaves badly on demand.
 */
export class StandIn {
  readonly taken: TakenMessage[] = []
  /** Repeated texts that a provider recognised and did not show. */
  repeated = 0
  /** Tokens given so far. */
  tokens = 0
  /** Asked before each message; a number is the provider's error code. */
  mood: (message: TakenMessage) => Mood = () => 'take'
  /** Members by the code that their sign-in gives once. */
  readonly codes = new Map<string, string>()
  private dead = new Set<string>()
  private readonly server = createServer((request, response) => {
    this.answer(request, response).catch(() => response.destroy())
  })

  async open(): Promise<string> {
    await new Promise<void>((ready) => this.server.listen(0, '127.0.0.1', ready))
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  close(): Promise<void> {
    this.server.closeAllConnections()
    return new Promise((done) => this.server.close(() => done()))
  }

  /** Every token given so far is refused from now on. */
  endTokens(): void {
    for (let n = 1; n <= this.tokens; n += 1) this.dead.add(`token-${n}`)
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    const say = (body: object, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (url.pathname.endsWith('gettoken')) {
      const secret = url.searchParams.get('corpsecret') ?? url.searchParams.get('appsecret')
      if (secret !== 'right') return say({ errcode: 40001, errmsg: 'invalid credential' })
      this.tokens += 1
      return say({ errcode: 0, access_token: `token-${this.tokens}`, expires_in: 7200 })
    }
    const visitor = await this.visitor(url, request)
    if (visitor) return say(visitor)
    const message = read(url.pathname, await readJson(request), request.headers['idempotency-key'])
    const token = url.searchParams.get('access_token')
    if (message.provider !== 'sms' && (token === null || this.dead.has(token)))
      return say({ errcode: 42001, errmsg: 'access_token expired' })
    const mood = this.mood(message)
    if (mood === 'lose') return void request.socket.destroy()
    if (typeof mood === 'number') return say({ errcode: mood, errmsg: 'as told' })
    if (typeof mood === 'object') {
      if (mood.retryAfter !== undefined) response.setHeader('retry-after', String(mood.retryAfter))
      return say({}, mood.status)
    }
    this.take(message)
    if (mood === 'takeSilently') return
    say({ errcode: 0, errmsg: 'ok', msgid: `msg-${this.taken.length}`, task_id: this.taken.length })
  }

  /**
   * Web authorisation: a code is somebody's, once. A number that begins with `guest` is of nobody in the
   * enterprise.
   */
  private async visitor(url: URL, request: IncomingMessage): Promise<object | null> {
    const spent = (code: string) => {
      const member = this.codes.get(code)
      this.codes.delete(code)
      return member
    }
    if (url.pathname === '/cgi-bin/auth/getuserinfo') {
      const member = spent(url.searchParams.get('code') ?? '')
      if (this.dead.has(url.searchParams.get('access_token') ?? '')) return { errcode: 42001 }
      if (member === undefined) return { errcode: 40029, errmsg: 'invalid code' }
      return member.startsWith('guest') ? { errcode: 0, openid: member } : { errcode: 0, userid: member }
    }
    if (url.pathname === '/v1.0/oauth2/userAccessToken') {
      const { code, clientSecret } = z
        .object({ code: z.string(), clientSecret: z.literal('right') })
        .parse(await readJson(request))
      const member = spent(code)
      return member === undefined ? { code: 'invalid' } : { accessToken: `${clientSecret} ${member}` }
    }
    if (url.pathname === '/v1.0/contact/users/me') {
      const token = String(request.headers['x-acs-dingtalk-access-token'])
      return { unionId: token.replace('right ', 'union-') }
    }
    if (url.pathname !== '/topapi/user/getbyunionid') return null
    const { unionid } = z.object({ unionid: z.string() }).parse(await readJson(request))
    const userid = unionid.replace('union-', '')
    return { errcode: 0, result: { userid, contact_type: userid.startsWith('guest') ? 1 : 0 } }
  }

  private take(message: TakenMessage): void {
    const known = this.taken.some(
      ({ provider, to, text }) => provider === message.provider && to === message.to && text === message.text,
    )
    if (known && message.provider !== 'sms') this.repeated += 1
    else this.taken.push(message)
  }
}

function read(path: string, body: unknown, key: string | string[] | undefined): TakenMessage {
  if (path.startsWith('/cgi-bin/')) {
    const { touser, text } = wecomBody.parse(body)
    return { provider: 'wecom', to: touser, text: text.content, key: null }
  }
  if (path.startsWith('/topapi/')) {
    const { userid_list: to, msg } = dingtalkBody.parse(body)
    return { provider: 'dingtalk', to, text: msg.text.content, key: null }
  }
  const { mobile, text } = smsBody.parse(body)
  return { provider: 'sms', to: mobile, text, key: typeof key === 'string' ? key : null }
}
