import { z } from 'zod'
import type { Channel } from './channel.ts'
import { callJson } from './json-call.ts'
import { fetchedBy, providerChannel, type Verdict } from './provider.ts'

/** An application of 钉钉 (open.dingtalk.com, "发送工作通知"). */
export interface DingtalkOptions {
  readonly url: string
  readonly appKey: string
  readonly appSecret: string
  readonly agentId: number
}

/**
 * The provider shows the same text to the same member once a day. An hour is counted on, and only within the same day
 * in China, by whoever repeats.
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
  if (noSuchUser.has(code)) return { is: 'refused', reason: '钉钉里没有这个成员，或不在应用的可见范围' }
  if (code === 0) return { is: 'delivered', receipt: task === undefined ? null : String(task) }
  return code === -1 ? { is: 'notNow' } : { is: 'refused', reason: `钉钉拒收（${code}）` }
}

/** Work notices of an application of 钉钉. */
export function dingtalkChannel({ url, appKey, appSecret, agentId }: DingtalkOptions): Channel {
  const address = (path: string, query: Readonly<Record<string, string>>) => {
    const to = new URL(`${url}/${path}`)
    for (const [key, value] of Object.entries(query)) to.searchParams.set(key, value)
    return to
  }
  return providerChannel({
    name: 'dingtalk',
    repeatableSeconds: sameTextSeconds,
    judge,
    fetchToken: () =>
      fetchedBy(address('gettoken', { appkey: appKey, appsecret: appSecret }), (body) => {
        const read = token.safeParse(body)
        return read.success
          ? { token: read.data.access_token, seconds: read.data.expires_in }
          : { reason: '钉钉没有给凭证，请核对应用的编号和密钥' }
      }),
    post: (access, { to, text }) =>
      callJson(address('topapi/message/corpconversation/asyncsend_v2', { access_token: access }), {
        agent_id: agentId,
        userid_list: to,
        msg: { msgtype: 'text', text: { content: text } },
      }),
  })
}
