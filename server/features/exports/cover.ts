import { exportCover, exportMark } from '../../../catalogue/rules/sheet.ts'
import { dateOf } from '../../platform/clock/clock.ts'
import type { Cell, Sheet } from '../../platform/workbook/write.ts'
import type { ExportPreparation } from './ask.ts'
import type { ExportWords } from './row.ts'

/** Person, content, time and purpose of an export: on its cover, on each page, in the last line. */
export interface Mark {
  readonly id: number
  readonly at: Date
  readonly who: string
  readonly office: string
  readonly agreedBy: string | null
  readonly purpose: string
  /** Known when the list was written. */
  readonly rows: () => number
  readonly people: () => number
}

const clock = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const momentOf = (at: Date): string => `${dateOf(at)} ${clock.format(at)}`

const watermark = ({ id, at, who, office }: Mark): string =>
  `${who}（${office}） ${momentOf(at)} 导出编号 ${id}`
const lastLine = (mark: Mark): string =>
  `${exportMark}${watermark(mark)}，用途：${mark.purpose}，共 ${mark.rows()} 条`

/** The list itself; the heads of its columns are the first row, as an import expects it. */
export const listSheet = (
  { list, columns }: ExportPreparation,
  mark: Mark,
  rows: AsyncIterable<readonly Cell[]>,
): Sheet => ({
  name: list.title,
  columns: columns.map(({ title, kind, width }) => ({
    head: title,
    kind,
    ...(width !== undefined && { width }),
  })),
  rows,
  below: () => [[lastLine(mark)]],
  pageHead: watermark(mark),
  pageFoot: `用途：${mark.purpose}`,
})

function linesOf(told: ExportWords, mark: Mark): [string, string][] {
  const words = (list: readonly string[], none: string) => (list.length === 0 ? none : list.join('；'))
  return [
    ['列表', told.title],
    ['范围', told.scope],
    ['筛选', words(told.filters, '没有筛选')],
    ['排序', told.order],
    ['数据时间', momentOf(mark.at)],
    ['条数', String(mark.rows())],
    ['涉及人数', String(mark.people())],
    ['栏目', told.columns.join('、')],
    ['脱敏显示', told.masked.length === 0 ? '无' : told.masked.join('、')],
    ['完整显示', told.full.length === 0 ? '无' : told.full.join('、')],
    ['用途', mark.purpose],
    ['导出人', `${mark.who}（${mark.office}）`],
    ...(mark.agreedBy === null ? [] : [['同意人', mark.agreedBy] satisfies [string, string]]),
    ['导出编号', String(mark.id)],
    ['保管要求', '含个人信息，只用于上述用途，用后及时删除；本次导出已记录，名单中的人可以看到。'],
  ]
}

/** The sheet in front of the list. It is written last, when the numbers are known. */
export const coverOf = (told: ExportWords, mark: Mark): Sheet => ({
  name: exportCover,
  columns: [
    { head: '项目', kind: 'text', width: 14 },
    { head: '内容', kind: 'text', width: 90 },
  ],
  rows: (async function* () {
    for (const line of linesOf(told, mark)) yield line
  })(),
  pageHead: watermark(mark),
})
