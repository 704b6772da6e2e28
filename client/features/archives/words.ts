import type { ArchiveRecord } from '../../../catalogue/contract/archive.ts'
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

const status = (
  word: string,
  icon: IconName,
  tone: FieldStatus['tone'],
  sentence: string,
  plain = false,
): FieldStatus => ({
  word,
  icon,
  tone,
  sentence,
  plain,
})

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
  if (pending.state !== 'inReview')
    return status('未提交', 'draft', 'quiet', '改动还没有提交审核，别人看不到')
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
  if (ends)
    return status(
      ends.state === 'expired' ? '已到期' : '将到期',
      'warn',
      ends.state === 'expired' ? 'wrong' : 'wait',
      expirySentence(ends),
    )
  if (isEmpty(record.values?.[key])) return status('未填', 'draft', 'quiet', '未填')
  if (definition.fields[key]?.derived)
    return status('系统得出', 'pass', 'pass', '由系统从已生效的记录得出', true)
  const by = record.verified.find(({ keys }) => keys.includes(key))
  const who = by ? `：${by.by}（${by.office}），${sentenceTime(by.at)}` : ''
  if (definition.regime === 'own')
    return status('本人填写', 'pass', 'quiet', `本人填写，不需审核${who}`, true)
  const byOffice = definition.regime === 'recorded' || definition.fields[key]?.writableBy === 'institution'
  return byOffice
    ? status(
        '已登记',
        'pass',
        'pass',
        `单位登记${who}${record.unconfirmed ? '，等上级教育局确认' : ''}`,
        true,
      )
    : status('已核实', 'pass', 'pass', `已核实${who}`, true)
}

/** The one thing to know of a record at a glance, null where all of it is in force. */
export function glanceOf(record: ArchiveRecord): FieldStatus | null {
  const pending = pendingStatus(record, '')
  if (pending) return pending
  const [ends] = record.expiring
  if (!ends) return null
  return status(
    ends.state === 'expired' ? '已到期' : '将到期',
    'warn',
    ends.state === 'expired' ? 'wrong' : 'wait',
    expirySentence(ends),
  )
}
