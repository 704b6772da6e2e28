import type { PrintQuery } from '../../../catalogue/contract/papers.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { twoWayOf } from '../../../catalogue/papers/two-way.ts'
import {
  tenthsOfSection,
  numeral,
  scoreOf,
  type PaperSection,
  type PaperValue,
} from '../../../catalogue/papers/value.ts'
import { printedAs, variantA, variantB, type Variant } from '../../../catalogue/papers/variants.ts'
import type { Answer, QuestionPart, QuestionValue } from '../../../catalogue/questions/value.ts'
import type { PinnedQuestion } from '../../engine/papers/index.ts'
import type { Block, ColumnSheet, Run } from '../../platform/pdf/index.ts'
import { blocksOfRich, lineOfRich, type Pictures } from './runs.ts'

/** What a pupil writes beside the line at which a paper is sealed. */
export const sealLabels = ['学校', '班级', '姓名', '考号'] as const

/** A paper with its pinned questions, ready for print. */
export interface PrintSource {
  readonly id: number
  readonly no: number
  readonly value: PaperValue
  readonly org: string
  readonly find: (question: number, no: number) => PinnedQuestion | undefined
  readonly pointName: (point: number | null) => string
  readonly pictures: Pictures
  /** Who printed it when, on every page of a paper under seal; null for others. */
  readonly trace: string | null
}

/** A paper with its pinned questions, without what only print needs. */
export type PlainSource = Pick<PrintSource, 'id' | 'no' | 'value' | 'find'>

/** A question in its printed order and number, as the variant has it. */
export interface NumberedItem {
  readonly number: number
  /** Rate of scoring that the question declares, in thousandths. */
  readonly rate: number
  readonly section: PaperSection
  readonly score: number
  readonly value: QuestionValue
  /** The version that the paper prints. */
  readonly pin: { readonly id: number; readonly no: number }
}

/** Paper B is drawn by the number and version of the paper, so that every print of it is the same. */
export function variantOf({ id, no, value, find }: PlainSource, name: 'A' | 'B'): Variant {
  if (name === 'A') return variantA(value)
  const pins = new Map(value.sections.flatMap(({ items }) => items.map((one) => [one.question, one.no])))
  return variantB(value, (question) => find(question, pins.get(question) ?? 0)?.value, id * 1_000 + no)
}

/** The questions of a paper in the order of a variant. */
export function numberedItems(source: PlainSource, variant: Variant): NumberedItem[] {
  let number = 0
  return source.value.sections.flatMap((section, at) =>
    (variant.sections[at] ?? []).flatMap((place): NumberedItem[] => {
      const item = section.items[place]
      const found = item && source.find(item.question, item.no)
      number += 1
      if (!item || !found) return []
      return [
        {
          number,
          rate: found.rate,
          section,
          score: scoreOf(section, item) ?? 0,
          value: printedAs(variant, item.question, found.value),
          pin: { id: item.question, no: item.no },
        },
      ]
    }),
  )
}

/** The sheet of one thing that is printed of a paper, but for the answer sheet. */
export function sheetOf(
  source: PrintSource,
  { what, variant: name, size, with_answer }: PrintQuery,
): ColumnSheet {
  const variant = variantOf(source, name)
  const { value } = source
  const blocks =
    what === 'table'
      ? tableBlocks(source)
      : what === 'key'
        ? keyBlocks(source, variant)
        : paperBlocks(source, variant, with_answer === '1')
  const isPupils = what === 'paper' && with_answer === '0'
  return {
    title: value.title,
    size,
    seal: isPupils ? sealLabels : [],
    foot: `${value.title.slice(0, 24)}　${name} 卷`,
    trace: source.trace,
    blocks,
  }
}

const title = (text: string): Block => ({
  block: 'text',
  runs: [{ text }],
  size: 16,
  bold: true,
  align: 'center',
})
const plain = (text: string, above = 0): Block => ({ block: 'text', runs: [{ text }], above })

/** 一、选择题（本大题共 12 小题，每小题 3 分，共 36 分）. */
export function headOf(section: PaperSection, at: number): string {
  const each = section.scorePer === null ? '' : `，每小题 ${section.scorePer} 分`
  const choose = section.choose === null ? '' : `，选做 ${section.choose} 题`
  const total = tenthsOfSection(section) / 10
  const all = total === 0 ? '' : `，共 ${total} 分`
  return `${numeral(at)}、${section.title}（本大题共 ${section.items.length} 小题${each}${choose}${all}）${section.note}`
}

function paperBlocks(source: PrintSource, variant: Variant, withAnswer: boolean): Block[] {
  const { value, org, pictures } = source
  const items = numberedItems(source, variant)
  return [
    ...(org === '' ? [] : [{ ...title(org), size: 13 } as Block]),
    title(value.title),
    {
      block: 'text',
      runs: [{ text: `${variant.name} 卷　满分 ${value.totalScore} 分　考试时间 ${value.duration} 分钟` }],
      align: 'center',
    },
    ...(value.notes === '' ? [] : [plain(`注意事项：${value.notes}`, 1)]),
    ...value.sections.flatMap((section, at): Block[] => [
      { block: 'text', runs: [{ text: headOf(section, at) }], bold: true, above: 3, hang: 7 },
      ...items
        .filter((one) => one.section === section)
        .map((one): Block => ({ block: 'together', blocks: itemBlocks(one, pictures, withAnswer) })),
    ]),
  ]
}

function itemBlocks(
  { number, section, score, value }: NumberedItem,
  pictures: Pictures,
  withAnswer: boolean,
): Block[] {
  const scored = section.scorePer === null ? `（${score} 分）` : ''
  return [
    { block: 'space', height: 1 },
    ...bodyBlocks(value, pictures, `${number}. ${scored}`, 7),
    ...value.parts.flatMap((part, i) => bodyBlocks(part, pictures, `（${i + 1}）`, 14)),
    ...(withAnswer ? answerBlocks(value) : []),
    ...(!withAnswer && value.questionKind === 'essay'
      ? [{ block: 'space' as const, height: Math.min(60, Math.max(16, score * 4)) }]
      : []),
  ]
}

function bodyBlocks(
  one: QuestionValue | QuestionPart,
  pictures: Pictures,
  first: string,
  indent: number,
): Block[] {
  const cells = one.options.map(({ key, content }): Run[] => [{ text: `${key}. ` }, ...lineOfRich(content)])
  const drawn = one.options.flatMap(({ key, content }) =>
    /<img\b/.test(content) ? blocksOfRich(content, pictures, `${key}. `, indent + 7) : [],
  )
  return [
    ...blocksOfRich(one.stem, pictures, first, indent),
    ...(drawn.length > 0 ? drawn : cells.length === 0 ? [] : [{ block: 'choices' as const, cells, indent }]),
  ]
}

/** An answer as runs: letters, truth, blanks by number, or the rich text of an essay. */
export function answerRuns(kind: QuestionValue['questionKind'], answer: Answer): Run[] {
  if (answer === null || answer === '') return [{ text: '（未填）' }]
  if (typeof answer === 'boolean') return [{ text: answer ? '对' : '错' }]
  if (typeof answer === 'string') return kind === 'essay' ? lineOfRich(answer) : [{ text: answer }]
  const parts: readonly (string | readonly string[])[] = answer
  return parts.every((one) => typeof one === 'string')
    ? [{ text: parts.join('') }]
    : parts.flatMap((one, i): Run[] => [
        { text: `${i > 0 ? '；' : ''}${parts.length > 1 ? `（${i + 1}）` : ''}` },
        ...lineOfRich([one].flat().join(' 或 ')),
      ])
}

function answerBlocks(value: QuestionValue): Block[] {
  const one = (part: QuestionValue | QuestionPart, name: string): Block[] => [
    {
      block: 'text',
      runs: [{ text: `【答案】${name}` }, ...answerRuns(part.questionKind, part.answer)],
      indent: 7,
    },
    ...(part.analysis === ''
      ? []
      : [{ block: 'text' as const, runs: [{ text: '【解析】' }, ...lineOfRich(part.analysis)], indent: 7 }]),
    ...part.scoringPoints.map((point): Block => ({
      block: 'text',
      runs: [{ text: '　· ' }, ...lineOfRich(point.text), { text: `（${point.score} 分）` }],
      indent: 7,
    })),
  ]
  return value.parts.length === 0
    ? one(value, '')
    : value.parts.flatMap((part, i) => one(part, `（${i + 1}）`))
}

function keyBlocks(source: PrintSource, variant: Variant): Block[] {
  return [
    title(`${source.value.title}　${variant.name} 卷参考答案和评分`),
    ...numberedItems(source, variant).map(({ number, score, value }): Block => ({
      block: 'together',
      blocks: [plain(`${number}.（${score} 分）`, 1), ...answerBlocks(value)],
    })),
  ]
}

function tableBlocks(source: PrintSource): Block[] {
  const { value, find, pointName } = source
  const table = twoWayOf(value, find)
  const rows = [
    [
      '知识点',
      ...table.levels.map((level) => (level === '' ? '未标' : labelOf('cognitiveLevel', level))),
      '合计',
    ],
    ...table.rows.map((row) => [
      pointName(row.point),
      ...row.cells.map((score, i) => (score === 0 ? '' : `${score}（${(row.numbers[i] ?? []).join('、')}）`)),
      String(row.score),
    ]),
    ['合计', ...table.columns.map(String), String(table.total)],
  ]
  const { drawn } = value
  return [
    title(`${value.title}　双向细目表`),
    plain(`分值（题号）。预计得分率 ${(table.rate / 1000).toFixed(3)}`, 1),
    ...(drawn === null
      ? []
      : [plain(`种子 ${drawn.seed}，候选 ${drawn.pool} 题（${drawn.at.slice(0, 16).replace('T', ' ')}）`)]),
    { block: 'space', height: 2 },
    { block: 'table', rows },
  ]
}
