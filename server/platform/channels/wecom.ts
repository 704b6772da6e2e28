import { z } from 'zod'
import type { Channel } from './channel.ts'
import { callJson } from './json-call.ts'
import { fetchedBy, providerChannel, type Verdict } from './provider.ts'

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
    return { is: 'refused', reason: '企业微信里没有这个成员，或不在应用的可见范围' }
  if (errcode === 0) return { is: 'delivered', receipt: msgid ?? null }
  return errcode === -1 ? { is: 'notNow' } : { is: 'refused', reason: `企业微信拒收（${errcode}）` }
}

/**
 * Messages of an application of 企业微信. The provider is asked to leave out the same text to the same member within
 * four hours, so that an attempt with an unknown end may be repeated.
 */
export function wecomChannel({ url, corpId, agentId, secret }: WecomOptions): Channel {
  const address = (path: string, query: Readonly<Record<string, string>>) => {
    const to = new URL(`${url}/cgi-bin/${path}`)
    for (const [key, value] of Object.entries(query)) to.searchParams.set(key, value)
    return to
  }
  return providerChannel({
    name: 'wecom',
    repeatableSeconds: comparedSeconds,
    judge,
    fetchToken: () =>
      fetchedBy(address('gettoken', { corpid: corpId, corpsecret: secret }), (body) => {
        const read = token.safeParse(body)
        return read.success
          ? { token: read.data.access_token, seconds: read.data.expires_in }
          : { reason: '企业微信没有给凭证，请核对企业编号和密钥' }
      }),
    post: (access, { to, text }) =>
      callJson(address('message/send', { access_token: access }), {
        touser: to,
        msgtype: 'text',
        agentid: agentId,
        text: { content: text },
        enable_duplicate_check: 1,
        duplicate_check_interval: comparedSeconds,
      }),
  })
}
