import type { TrainingDayLine } from '../../../catalogue/contract/training/presence.ts'
import { presenceWords, type PresenceStatus } from '../../../catalogue/presence/rules.ts'
import { fullDate } from '../../platform/format.ts'

const parts = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  hourCycle: 'h23',
  hour: '2-digit',
  minute: '2-digit',
})

/** A moment as the hour people read: 08:26. */
export const hourOf = (moment: number): string => parts.format(new Date(moment))

/** The day of a moment: 2026-11-23. */
export const dayOf = (moment: number): string => fullDate(new Date(moment).toISOString())

/** When a session is: 2026-11-23 08:30–12:00. */
export const timesText = ({ startsAt, endsAt }: Pick<TrainingDayLine, 'startsAt' | 'endsAt'>): string =>
  `${dayOf(startsAt)} ${hourOf(startsAt)}–${hourOf(endsAt)}`

export const stateWords: Readonly<Record<TrainingDayLine['state'], string>> = {
  planned: '未开始',
  running: '进行中',
  over: '已结束，待确定出勤',
  fixed: '出勤已确定',
  cancelled: '已取消',
}

/** The status of a person; open where the session is not over and nobody marked it. */
export const statusText = (status: PresenceStatus | null): string =>
  status === null ? '未到' : presenceWords[status]

/** What somebody reads who has just scanned. */
export function checkedText({ way, status }: { way: 'in' | 'out'; status: PresenceStatus }): string {
  if (status === '7') return '已登记，待核'
  if (way === 'out') return '已签退'
  return status === '2' ? '已签到，迟到' : '已签到'
}
