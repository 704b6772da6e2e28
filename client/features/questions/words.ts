import { sharedViews, type QuestionLine, type QuestionView } from '../../../catalogue/contract/questions.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { stateLabel } from '../../../catalogue/flows/review.ts'

/** Parts of the bank as tabs; the queue is a page of its own. */
export type QuestionTab = Exclude<QuestionView, 'queue'>

const names: Readonly<Record<QuestionTab, string>> = {
  all: '全部可用',
  own: '本校',
  others: '外单位共享',
  region: '本区域',
  kept: '收藏',
  mine: '我的',
  reviewing: '在审',
  returned: '已退回',
}
const atOffices: Partial<Record<QuestionTab, string>> = { own: '本校共享', mine: '本单位编写' }

/** The tabs of each page, by the last part of its address; the first is the one it opens with. */
const tabsOf: Readonly<Record<string, readonly QuestionTab[]>> = {
  bxst: ['mine', 'own', 'all', 'reviewing', 'returned', 'kept'],
  xxxbstk: ['own', 'all', 'mine', 'reviewing', 'returned', 'kept'],
  xqqystk: ['region', 'all', 'kept'],
  jystk: ['mine', 'reviewing', 'returned', 'all', 'kept'],
}

export const tabsAt = (path: string): readonly { readonly key: QuestionTab; readonly label: string }[] => {
  const page = path.split('/').at(-1) ?? ''
  return (tabsOf[page] ?? ['all']).map((key) => ({
    key,
    label: (page === 'bxst' ? undefined : atOffices[key]) ?? names[key],
  }))
}

/** Whether questions are written on a page: those of a teacher, a school and an office of research. */
export const isWritten = (path: string): boolean => /\/(?:bxst|xxxbstk|jystk)$/.test(path)

/** What stands below a question in a list: its form, subject, stage, year, where from. */
export const underStem = (line: QuestionLine): string =>
  [
    line.questionForm === null
      ? labelOf('questionKind', line.questionKind)
      : labelOf('questionForm', line.questionForm),
    line.parts > 0 ? `${line.parts} 道小题` : '',
    line.schoolStage === null ? '' : labelOf('schoolStage', line.schoolStage),
    line.subject === null ? '' : labelOf('subject', line.subject),
    line.year === null ? '' : String(line.year),
    line.knowledgePoints,
    line.author,
    line.author === line.org ? '' : line.org,
  ]
    .filter(Boolean)
    .join('　')

/** Where a question stands, for who wrote it. */
export function standingOf({
  state,
  waitsAt,
  remark,
  reach,
}: Pick<QuestionLine, 'state' | 'waitsAt' | 'remark' | 'reach'>): string {
  const usable = reach === null || reach === '0' ? '' : '，前面通过的范围已可用'
  if (state === 'inReview') return `${waitsAt === null ? '在审' : stateLabel('inReview', waitsAt)}${usable}`
  if (state === 'draft') return `${remark === null ? '草稿' : '已退回'}${usable}`
  return state === 'offline' ? '已下架' : '已通过'
}

/** What an empty list says. */
export function emptyText(tab: QuestionTab, isNarrowed: boolean): string {
  if (isNarrowed) return '没有符合条件的试题。'
  if (tab === 'mine') return '暂无您编写的试题。写好后自动保存为草稿，提交并通过后他人才能用。'
  if (tab === 'reviewing') return '没有正在审核的试题。'
  if (tab === 'returned') return '没有被退回的试题。'
  if (tab === 'kept') return '暂无收藏。打开一道题，点“收藏”。'
  return tab === 'own' ? '本校暂无共享的试题。' : '暂无可用试题。'
}

export const isSharedTab = (tab: QuestionTab): boolean => sharedViews.some((one) => one === tab)
