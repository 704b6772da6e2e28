import { z } from 'zod'
import type { Channel } from './channel.ts'
import { callJson } from './json-call.ts'
import { fetchedBy, providerChannel, type Verdict } from './provider.ts'
import { tokenKept, type TokenAnswer } from './token.ts'
import { withParameters, type Visitor, type VisitorDoor } from './visitor.ts'

/** An application of 钉钉 (open.dingtalk.com, "发送工作通知"). */
export interface DingtalkOptions {
  readonly url: string
  readonly appKey: string
  readonly appSecret: string
  readonly agentId: number
}

/**
 * The provider shows the same text to the same member once a day. An hour is counted on, and only within the
 * same day in China, by whoever repeats.
 */
const sameTextSeconds = 3_600

const token = z.object({ errcode: z.literal(0), access_token: z.string(), expires_in: z.number() })
const answer = z.object({
  errcode: z.number(),
  sub_code: z.string().optional(),
  task_id: z.number().optional(),
})

/** Error codes of the provider's list of server codes. */
const deadToken = new Set([40001, 40014, 42001])
const tooOften = new Set([90002, 90018, 90005, 143104, 143105, 143106])
const noSuchUser = new Set([33012, 60121, 40022])

function judge(body: unknown): Verdict {
  const read = answer.safeParse(body)
  if (!read.success) return { is: 'notNow' }
  const { errcode, sub_code: sub, task_id: task } = read.data
  // 88 is "see sub_code".
  const code = errcode === 88 && sub !== undefined ? Number(sub) || errcode : errcode
  if (deadToken.has(code)) return { is: 'tokenDead' }
  if (tooOften.has(code)) return { is: 'busy' }
  if (noSuchUser.has(code)) return { is: 'refused', reason: '钉钉里没有该成员，或不在应用的可见范围' }
  if (code === 0) return { is: 'delivered', receipt: task === undefined ? null : String(task) }
  return code === -1 ? { is: 'notNow' } : { is: 'refused', reason: `钉钉拒收（${code}）` }
}

const addressOf =
  ({ url }: Pick<DingtalkOptions, 'url'>) =>
  (path: string, query: Readonly<Record<string, string>>) =>
    new URL(withParameters(`${url}/${path}`, query))

const fetchToken = (o: DingtalkOptions): Promise<TokenAnswer> =>
  fetchedBy(addressOf(o)('gettoken', { appkey: o.appKey, appsecret: o.appSecret }), (body) => {
    const read = token.safeParse(body)
    return read.success
      ? { token: read.data.access_token, seconds: read.data.expires_in }
      : { reason: '钉钉没有给凭证，请核对应用的编号和密钥' }
  })

/** Work notices of an application of 钉钉. */
export function dingtalkChannel(o: DingtalkOptions): Channel {
  const address = addressOf(o)
  return providerChannel({
    name: 'dingtalk',
    repeatableSeconds: sameTextSeconds,
    judge,
    fetchToken: () => fetchToken(o),
    post: (access, { to, text }) =>
      callJson(address('topapi/message/corpconversation/asyncsend_v2', { access_token: access }), {
        agent_id: o.agentId,
        userid_list: to,
        msg: { msgtype: 'text', text: { content: text } },
      }),
  })
}

const userToken = z.object({ accessToken: z.string() })
const whoever = z.object({ unionId: z.string() })
/** `contact_type` 1 is a contact outside the enterprise. */
const member = z.object({
  errcode: z.number(),
  result: z.object({ userid: z.string(), contact_type: z.number().optional() }).optional(),
})
const unreachable = { reason: '连不上钉钉，请稍后再试' } as const

/**
 * Web authorisation of an application of 钉钉 ("实现登录第三方网站"): the code names a person, the
 * enterprise's own list says which member that is.
 * @param at the login page and the newer interface, without trailing slashes
 */
export function dingtalkDoor(
  o: DingtalkOptions,
  at: { readonly loginUrl: string; readonly apiUrl: string },
): VisitorDoor {
  const tokens = tokenKept(() => fetchToken(o))
  const memberWith = async (unionid: string, again: boolean): Promise<Visitor> => {
    const got = await tokens.get()
    if ('reason' in got) return got
    const called = await callJson(addressOf(o)('topapi/user/getbyunionid', { access_token: got.token }), {
      unionid,
    })
    const read = member.safeParse(called.status === null ? null : called.body)
    if (!read.success) return unreachable
    const { errcode, result } = read.data
    if (deadToken.has(errcode) && again) {
      tokens.drop(got.token)
      return memberWith(unionid, false)
    }
    return errcode === 0 && result !== undefined && result.contact_type !== 1
      ? { subject: result.userid }
      : { reason: '您不是该钉钉企业的成员' }
  }
  return {
    address: ({ back, state }) =>
      withParameters(`${at.loginUrl}/oauth2/auth`, {
        redirect_uri: back,
        response_type: 'code',
        client_id: o.appKey,
        scope: 'openid',
        prompt: 'consent',
        state,
      }),
    visitorOf: async (code) => {
      const asked = { clientId: o.appKey, clientSecret: o.appSecret, code, grantType: 'authorization_code' }
      const got = await callJson(new URL(`${at.apiUrl}/v1.0/oauth2/userAccessToken`), asked)
      if (got.status === null) return unreachable
      const opened = userToken.safeParse(got.body)
      if (!opened.success) return { reason: '钉钉没有确认您的身份，请重新登录' }
      const told = await callJson(new URL(`${at.apiUrl}/v1.0/contact/users/me`), undefined, {
        'x-acs-dingtalk-access-token': opened.data.accessToken,
      })
      const person = whoever.safeParse(told.status === null ? null : told.body)
      return person.success ? memberWith(person.data.unionId, true) : unreachable
    },
  }
}
