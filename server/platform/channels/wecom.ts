import { z } from 'zod'
import type { Channel } from './channel.ts'
import { callJson } from './json-call.ts'
import { fetchedBy, providerChannel, type Verdict } from './provider.ts'
import { tokenKept, type TokenAnswer } from './token.ts'
import { withParameters, type Visitor, type VisitorDoor } from './visitor.ts'

/** An application of 企业微信 (developer.work.weixin.qq.com, "发送应用消息"). */
export interface WecomOptions {
  readonly url: string
  readonly corpId: string
  readonly agentId: number
  readonly secret: string
}

/** The longest that the provider compares texts for (`duplicate_check_interval`), in seconds. */
const comparedSeconds = 14_400

const token = z.object({ errcode: z.literal(0), access_token: z.string(), expires_in: z.number() })
const answer = z.object({
  errcode: z.number(),
  msgid: z.string().optional(),
  invaliduser: z.string().optional(),
})

/** Error codes of the provider's list of global codes. */
const deadToken = new Set([40014, 41001, 42001])
const tooOften = new Set([45009, 45033, 45047])
const noSuchUser = new Set([40003, 60111, 81013])

function judge(body: unknown): Verdict {
  const read = answer.safeParse(body)
  if (!read.success) return { is: 'notNow' }
  const { errcode, msgid, invaliduser } = read.data
  if (deadToken.has(errcode)) return { is: 'tokenDead' }
  if (tooOften.has(errcode)) return { is: 'busy' }
  if (noSuchUser.has(errcode) || (errcode === 0 && (invaliduser ?? '') !== ''))
    return { is: 'refused', reason: '企业微信里没有该成员，或不在应用的可见范围' }
  if (errcode === 0) return { is: 'delivered', receipt: msgid ?? null }
  return errcode === -1 ? { is: 'notNow' } : { is: 'refused', reason: `企业微信拒收（${errcode}）` }
}

const addressOf =
  ({ url }: Pick<WecomOptions, 'url'>) =>
  (path: string, query: Readonly<Record<string, string>>) =>
    new URL(withParameters(`${url}/cgi-bin/${path}`, query))

const fetchToken = (o: WecomOptions): Promise<TokenAnswer> =>
  fetchedBy(addressOf(o)('gettoken', { corpid: o.corpId, corpsecret: o.secret }), (body) => {
    const read = token.safeParse(body)
    return read.success
      ? { token: read.data.access_token, seconds: read.data.expires_in }
      : { reason: '企业微信没有给凭证，请核对企业编号和密钥' }
  })

/**
 * Messages of an application of 企业微信. The provider is asked to leave out the same text to the same member
 * within four hours, so that an attempt with an unknown end may be repeated.
 */
export function wecomChannel(o: WecomOptions): Channel {
  const address = addressOf(o)
  return providerChannel({
    name: 'wecom',
    repeatableSeconds: comparedSeconds,
    judge,
    fetchToken: () => fetchToken(o),
    post: (access, { to, text }) =>
      callJson(address('message/send', { access_token: access }), {
        touser: to,
        msgtype: 'text',
        agentid: o.agentId,
        text: { content: text },
        enable_duplicate_check: 1,
        duplicate_check_interval: comparedSeconds,
      }),
  })
}

/**
 * The number has other letters in answers of older versions; people outside the enterprise have an openid
 * only.
 */
const visitorAnswer = z.object({
  errcode: z.number(),
  userid: z.string().optional(),
  UserId: z.string().optional(),
})

/**
 * Web authorisation of an application of 企业微信 ("构造网页授权链接", "获取访问用户身份"): a code to be
 * scanned on a computer, nothing to be typed within the app.
 * @param loginUrl host of the page with the code, without a trailing slash
 */
export function wecomDoor(
  o: WecomOptions,
  loginUrl: string,
  appUrl = 'https://open.weixin.qq.com',
): VisitorDoor {
  const tokens = tokenKept(() => fetchToken(o))
  const ask = async (code: string, again: boolean): Promise<Visitor> => {
    const got = await tokens.get()
    if ('reason' in got) return got
    const called = await callJson(addressOf(o)('auth/getuserinfo', { access_token: got.token, code }))
    const read = visitorAnswer.safeParse(called.status === null ? null : called.body)
    if (!read.success) return { reason: '连不上企业微信，请稍后再试' }
    const { errcode, userid, UserId } = read.data
    if (deadToken.has(errcode) && again) {
      tokens.drop(got.token)
      return ask(code, false)
    }
    const subject = userid ?? UserId
    if (errcode === 0 && subject !== undefined) return { subject }
    return { reason: errcode === 0 ? '您不是该企业微信的成员' : '企业微信没有确认您的身份，请重新登录' }
  }
  return {
    address: ({ back, state, inApp }) =>
      inApp
        ? `${withParameters(`${appUrl}/connect/oauth2/authorize`, {
            appid: o.corpId,
            redirect_uri: back,
            response_type: 'code',
            scope: 'snsapi_base',
            agentid: String(o.agentId),
            state,
          })}#wechat_redirect`
        : withParameters(`${loginUrl}/wwlogin/sso/login`, {
            login_type: 'CorpApp',
            appid: o.corpId,
            agentid: String(o.agentId),
            redirect_uri: back,
            state,
          }),
    visitorOf: (code) => ask(code, true),
  }
}
