import type { ArchiveRecord } from '../../../catalogue/contract/archive/archive.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { stateLabel } from '../../../catalogue/flows/review.ts'
import { isEmpty } from '../../engine/values.ts'
import { sentenceDate, sentenceTime, waiting } from '../../platform/format.ts'
import type { IconName } from '../../ui/look/icon.tsx'

type Expiry = ArchiveRecord['expiring'][number]

/** 已到期（2025年6月30日） or 还有 20 天到期（…）. */
export function expirySentence({ date, days }: Pick<Expiry, 'date' | 'days'>): string {
  const when = days < 0 ? '已到期' : days === 0 ? '今天到期' : `还有 ${days} 天到期`
  return `${when}（${sentenceDate(date)}）`
}

export interface FieldStatus {
  readonly word: string
  readonly icon: IconName
  readonly tone: 'pass' | 'wait' | 'wrong' | 'quiet'
  /** Who, which office, when; why. */
  readonly sentence: string
  /** Whether the value can simply be relied on, and nothing has to be said at a glance. */
  readonly plain: boolean
}

const status = (word: string, icon: IconName, tone: FieldStatus['tone'], sentence: string): FieldStatus => ({
  word,
  icon,
  tone,
  sentence,
  plain: false,
})

/** A value that can simply be relied on. */
const relied = (word: string, tone: FieldStatus['tone'], sentence: string): FieldStatus => ({
  ...status(word, 'pass', tone, sentence),
  plain: true,
})

const ending = (ends: Expiry): FieldStatus =>
  ends.state === 'expired'
    ? status('已到期', 'warn', 'wrong', expirySentence(ends))
    : status('将到期', 'warn', 'wait', expirySentence(ends))

/** Whether the pending value of a record changes a field. */
export function changes({ pending, values }: ArchiveRecord, key: string): boolean {
  if (!pending) return false
  return values === null ? !isEmpty(pending.values[key]) : pending.changed.includes(key)
}

function pendingStatus({ pending }: ArchiveRecord, key: string): FieldStatus | null {
  if (!pending) return null
  const reason = pending.reasons.find((one) => one.key === key)?.reason ?? pending.reason
  const decided = [pending.decidedBy, pending.decidedAt && sentenceTime(pending.decidedAt)]
    .filter(Boolean)
    .join('，')
  const why = reason ? `，意见：${reason}` : ''
  if (pending.state === 'returned')
    return status('被退回', 'return', 'wrong', `被退回${decided && `：${decided}`}${why}`)
  if (pending.state === 'rejected')
    return status('不通过', 'reject', 'wrong', `不通过${decided && `：${decided}`}${why}`)
  if (pending.state !== 'inReview') return status('未提交', 'draft', 'quiet', '修改尚未提交审核，他人不可见')
  const since = pending.waitingDays === null ? '' : `，${waiting(pending.waitingDays)}`
  const label = stateLabel('inReview', pending.level)
  return status('待审', 'wait', 'wait', `${label}${pending.holder ? `：${pending.holder}` : ''}${since}`)
}

/**
 * How far one value can be relied on: verified by whom and when, pending, returned, run out, not filled in.
 */
export function statusOf(definition: AnyRecord, record: ArchiveRecord, key: string): FieldStatus {
  const returned = record.pending?.reasons.some((one) => one.key === key) === true
  const pending = changes(record, key) || returned ? pendingStatus(record, key) : null
  if (pending) return pending
  const ends = record.expiring.find((one) => one.key === key)
  if (ends) return ending(ends)
  if (isEmpty(record.values?.[key])) return status('未填', 'draft', 'quiet', '未填')
  return vouchedFor(definition, record, key)
}

/** Who vouches for a filled value in force. */
function vouchedFor(definition: AnyRecord, record: ArchiveRecord, key: string): FieldStatus {
  if (definition.fields[key]?.derived) return relied('系统得出', 'pass', '由系统从已生效的记录得出')
  const by = record.verified.find(({ keys }) => keys.includes(key))
  const who = by ? `：${by.by}（${by.office}），${sentenceTime(by.at)}` : ''
  if (definition.regime === 'own') return relied('本人填写', 'quiet', `本人填写，不需审核${who}`)
  const byOffice = definition.regime === 'recorded' || definition.fields[key]?.writableBy === 'institution'
  return byOffice
    ? relied('已登记', 'pass', `单位登记${who}${record.unconfirmed ? '，等上级教育局确认' : ''}`)
    : relied('已核验', 'pass', `已核验${who}`)
}

/** The one thing to know of a record at a glance, null where all of it is in force. */
export function glanceOf(record: ArchiveRecord): FieldStatus | null {
  const pending = pendingStatus(record, '')
  if (pending) return pending
  const [ends] = record.expiring
  return ends ? ending(ends) : null
}
