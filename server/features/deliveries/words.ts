import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { ChannelName } from '../../platform/channels/channel.ts'

/** Unread messages of one kind. */
export interface KindCount {
  readonly kind: string
  readonly count: number
}

/** Text of a message: number and kind of tasks, never their content, because carriers can read it. */
export function sentence(kinds: readonly KindCount[]): string {
  const total = kinds.reduce((sum, { count }) => sum + count, 0)
  const parts = kinds.map(({ kind, count }) => `${labelOf('messageKind', kind)} ${count} 条`)
  return `您有 ${total} 条未读消息：${parts.join('，')}。`
}

/** Characters of a short message that is charged as one, and of each part of a longer one. */
const [oneMessage, onePart] = [70, 67]

/** Parts that a short message of Chinese text is charged as. */
export const piecesOf = (text: string): number =>
  text.length <= oneMessage ? 1 : Math.ceil(text.length / onePart)

const clock = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

interface MessageDraft {
  readonly text: string
  readonly at: Date
  readonly origin: string | undefined
  /** Number of the delivery. */
  readonly number: number
}

/**
 * The words of a sending, the same with every attempt. Providers that leave out a repeated text compare it as
 * a whole: the number makes two reminders differ.
 */
export function composed(
  channel: ChannelName,
  { text, at, origin, number }: MessageDraft,
): { readonly subject: string; readonly text: string } {
  const subject = `杏坛：${text}`
  const where = origin === undefined ? '请登录杏坛查看。' : `请登录查看：${origin}/login`
  if (channel === 'sms') return { subject, text: `${subject}请登录查看。` }
  if (channel === 'mail')
    return {
      subject,
      text: `${text}\n${where}\n\n不想再收到这样的邮件，请在“个人中心 - 消息提醒”里关闭。`,
    }
  return { subject, text: `${subject}\n${where}\n（${clock.format(at)}，提醒编号 ${number}）` }
}
