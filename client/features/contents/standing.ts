import type { ContentLine } from '../../../catalogue/contract/portal/contents.ts'
import { contentStates } from '../../../catalogue/contents/define.ts'
import { stateLabel } from '../../../catalogue/flows/review.ts'
import { listTime } from '../../platform/format.ts'

/** Decisions about a content, as its journal shows them. */
export const verdicts = {
  submitted: '送审',
  approved: '审核通过',
  sentBack: '退回',
  withdrawn: '撤回',
  undone: '撤销通过',
} as const

/** State of the working copy and what readers see, in one line. */
export function standingOf(line: ContentLine): string {
  const { state, waitsAt, overdue, shown, changed, returned, publishAt, takeDownAt } = line
  const seen = {
    no: '读者看不到',
    waiting: `${listTime(publishAt ?? '')} 起显示`,
    now: takeDownAt ? `正在显示，至 ${listTime(takeDownAt)}` : '正在显示',
    over: `已于 ${listTime(takeDownAt ?? '')} 到期`,
    frozen: '因投诉暂停显示',
  }[shown]
  const copy = waitsAt ? stateLabel('inReview', waitsAt) : returned ? '已退回' : contentStates[state]
  return `${copy}${overdue ? '，已超期' : ''}，${seen}${changed && shown !== 'no' ? '（有未发布的修改）' : ''}`
}
