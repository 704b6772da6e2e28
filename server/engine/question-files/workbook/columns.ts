import { codeOf, labelOf, type DictName } from '../../../../catalogue/dictionaries/dictionaries.ts'
import { layouts } from '../../../../catalogue/questions/structure.ts'
import type { QuestionValue } from '../../../../catalogue/questions/value.ts'

/** A column of what a question is filed under: its head, the cell of a value, and the value of a cell. */
export interface FilingColumn {
  readonly head: string
  readonly width: number
  readonly cellOf: (value: QuestionValue) => string
  /** What it writes into the value; a sentence for a cell that says nothing of the kind. */
  readonly valueOf: (cell: string) => { readonly [key: string]: unknown } | { readonly fault: string }
}

type CodedKey =
  | 'questionForm'
  | 'schoolStage'
  | 'subject'
  | 'grade'
  | 'textbookEdition'
  | 'difficulty'
  | 'cognitiveLevel'
  | 'sourceKind'
  | 'licence'
  | 'shareScope'

const coded = (head: string, key: CodedKey, dict: DictName): FilingColumn => ({
  head,
  width: 12,
  cellOf: (value) => {
    const code = value[key]
    return code === null ? '' : labelOf(dict, code)
  },
  valueOf: (cell) => {
    if (cell === '') return {}
    const code = codeOf(dict, cell)
    if (typeof code === 'string') return { [key]: code }
    return { fault: `${head}“${cell.slice(0, 20)}”不在字典里` }
  },
})

const plain = (head: string, key: 'knowledgePoints' | 'source' | 'scoreRule', width = 20): FilingColumn => ({
  head,
  width,
  cellOf: (value) => value[key],
  valueOf: (cell) => (cell === '' ? {} : { [key]: cell }),
})

const numbers = (head: string, key: 'nodes' | 'points'): FilingColumn => ({
  head,
  width: 12,
  cellOf: (value) => value[key].join('、'),
  valueOf: (cell) => {
    if (cell === '') return {}
    const list = cell.split(/[、,，;；\s]+/).filter(Boolean)
    return list.every((one) => /^\d{1,9}$/.test(one))
      ? { [key]: list.map(Number) }
      : { fault: `${head}应为编号，以顿号隔开` }
  },
})

const year: FilingColumn = {
  head: '年份',
  width: 8,
  cellOf: ({ year: one }) => (one === null ? '' : String(one)),
  valueOf: (cell) => {
    if (cell === '') return {}
    return /^\d{4}$/.test(cell)
      ? { year: Number(cell) }
      : { fault: `年份应为四位数字，现为“${cell.slice(0, 20)}”` }
  },
}

const layout: FilingColumn = {
  head: '材料类型',
  width: 12,
  cellOf: ({ layout: one }) => (one === null ? '' : layouts[one]),
  valueOf: (cell) => {
    if (cell === '') return {}
    const found = Object.entries(layouts).find(([key, label]) => key === cell || label === cell)
    return found ? { layout: found[0] } : { fault: `没有“${cell.slice(0, 20)}”这种材料类型` }
  },
}

/** Columns that stand in the first row of a question. */
export const filing: readonly FilingColumn[] = [
  coded('题型', 'questionForm', 'questionForm'),
  coded('学段', 'schoolStage', 'schoolStage'),
  coded('学科', 'subject', 'subject'),
  coded('年级', 'grade', 'grade'),
  coded('教材版本', 'textbookEdition', 'textbookEdition'),
  plain('知识点', 'knowledgePoints'),
  numbers('章节编号', 'nodes'),
  numbers('知识点编号', 'points'),
  coded('难度', 'difficulty', 'difficulty'),
  coded('认知层次', 'cognitiveLevel', 'cognitiveLevel'),
  year,
  coded('试题来源', 'sourceKind', 'questionSource'),
  plain('来源说明', 'source'),
  coded('许可', 'licence', 'resourceLicence'),
  coded('共享范围', 'shareScope', 'shareScope'),
  layout,
  plain('评分规则', 'scoreRule'),
]

/** Heads of the columns that every row has, parts among them. */
export const heads = {
  id: '编号',
  group: '材料题组',
  kind: '结构',
  stem: '题干',
  answer: '答案',
  analysis: '解析',
  points: '采分点',
  score: '分值',
  fixed: '不打乱的选项',
} as const

/** Letters of options that a workbook has columns for; those of a pool that is longer come after them. */
export const optionLetters = [...'ABCDEFGHIJKL']
export const optionHead = (letter: string): string => `选项 ${letter}`
