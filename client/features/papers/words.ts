import type { PaperLine, PaperView } from '../../../catalogue/contract/papers.ts'
import { labelOf, type DictName } from '../../../catalogue/dictionaries/dictionaries.ts'
import { stateLabel } from '../../../catalogue/flows/review.ts'
import { listTime } from '../../platform/format.ts'

/** Parts of the page of papers: those of papers, and the kept blueprints. */
export type PaperTab = PaperView | 'templates'

const names: Readonly<Record<PaperTab, string>> = {
  all: '全部可用',
  own: '本校',
  others: '外单位共享',
  region: '本区域',
  kept: '收藏',
  mine: '我的',
  sealed: '密封',
  queue: '待审核',
  templates: '模板',
}
const atOffices: Partial<Record<PaperTab, string>> = { own: '本校共享', mine: '本单位命制' }

/** The tabs of each page, by the last part of its address; the first is the one it opens with. */
const tabsOf: Readonly<Record<string, readonly PaperTab[]>> = {
  bxsj: ['mine', 'own', 'sealed', 'all', 'kept', 'templates'],
  xxsjk: ['own', 'mine', 'sealed', 'all', 'kept', 'templates'],
  xqsjk: ['region', 'queue', 'all', 'kept'],
  jysjk: ['mine', 'sealed', 'all', 'kept', 'templates'],
}

export const tabsAt = (path: string): readonly { readonly key: PaperTab; readonly label: string }[] => {
  const page = path.split('/').at(-1) ?? ''
  return (tabsOf[page] ?? ['all']).map((key) => ({
    key,
    label: (page === 'bxsj' ? undefined : atOffices[key]) ?? names[key],
  }))
}

/** Whether papers are made on a page. */
export const isMade = (path: string): boolean => /\/(?:bxsj|xxsjk|jysjk)$/.test(path)

const coded = (dict: DictName, code: string | null): string => (code === null ? '' : labelOf(dict, code))

/** What stands below the name of a paper: kind, grade, subject, questions, time. */
export const underTitle = (line: PaperLine): string =>
  [
    coded('examPaperKind', line.examPaperKind),
    coded('grade', line.grade) || coded('schoolStage', line.schoolStage),
    coded('subject', line.subject),
    `${line.items} 题 ${line.totalScore} 分 ${line.duration} 分钟`,
    line.author,
    line.author === line.org ? '' : line.org,
  ]
    .filter(Boolean)
    .join('　')

/** Where a paper stands, for who made it. */
export function standingOf({ state, waitsAt, remark, sealedUntil }: PaperLine): string {
  if (state === 'sealed') return `密封到 ${sealedUntil === null ? '' : listTime(sealedUntil)}`
  if (state === 'inReview') return waitsAt === null ? '在审' : stateLabel('inReview', waitsAt)
  if (state === 'draft') return remark === null ? '草稿' : '已退回'
  return state === 'archived' ? '已归档' : '已发布'
}

const empties: Readonly<Record<PaperView, string>> = {
  mine: '暂无您组的试卷。可以从试题篮手工组卷，也可以填好蓝图自动选题。',
  sealed: '没有您能看的密封卷。试卷做好后可以密封到开考前的一个时刻。',
  own: '本校暂无试卷。',
  queue: '暂无待本单位审核的试卷。',
  kept: '暂无收藏。打开一份试卷，点“收藏”。',
  all: '暂无可用试卷。',
  others: '暂无外单位共享的试卷。',
  region: '本区域暂无共享的试卷。',
}
export const emptyText = (view: PaperView, isNarrowed: boolean): string =>
  isNarrowed ? '没有符合条件的试卷。' : empties[view]

/** A rate of scoring in thousandths as it is printed: .65. */
export const rateWords = (rate: number): string =>
  rate >= 1000 ? '1.00' : `.${String(Math.round(rate)).padStart(3, '0').replace(/0$/, '')}`

export const levelWord = (code: string): string => (code === '' ? '未标' : labelOf('cognitiveLevel', code))
