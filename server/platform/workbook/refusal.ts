import { AppError } from '../../../catalogue/errors.ts'
import type { PackageRefusals } from '../package/refuse.ts'

/** Reasons for refusing a workbook, with the sentence for its sender. */
const sentences = {
  empty: '文件是空的',
  unknown: '只能导入 xlsx 工作簿或 csv 文件；改了扩展名的其他文件不行',
  oldFormat: '这是旧版 .xls（或网页格式）的表格，请用 Excel 或 WPS 打开后另存为 xlsx 再传',
  binary: '这是 xlsb 格式的工作簿，请另存为 xlsx 再传',
  locked: '文件设了打开密码，请先取消密码再传',
  runs: '文件里带有宏、控件或嵌入的对象，请另存为不带宏的 xlsx 再传',
  fetches: '文件引用了别处的表格或数据，请断开链接（或复制后只粘贴数值）再传',
  places: '文件不是 Excel 或 WPS 保存的工作簿，请重新另存为 xlsx 再传',
  broken: '文件打不开或不完整，请用 Excel 或 WPS 打开后重新另存为 xlsx 再传',
  tooMuch: '文件解开后太大，请删除多余的工作表和空白格式，或分成几个文件再传',
  tooLarge: '文件不能超过 60 MB，请分成几个文件再传',
  tooManyRows: '表格的行数太多，请分成几个文件再传',
  tooManyColumns: '表格的列数太多（超过 500 列），请删除多余的列再传',
  noSheet: '文件里没有可以导入的工作表，请使用模板填写',
  encoding: '文件的文字编码无法识别，请另存为 xlsx，或 UTF-8、GBK 编码的 csv 再传',
} as const

export type RefusalReason = keyof typeof sentences

/**
 * Why a workbook is not read, in a sentence for whoever sent it. Nothing else is thrown for a file's faults.
 */
export class WorkbookRefusal extends AppError {
  readonly reason: RefusalReason
  constructor(reason: RefusalReason, message: string = sentences[reason]) {
    super('fileType', { message })
    this.name = 'WorkbookRefusal'
    this.reason = reason
  }
}

/** Refusals of package parts, worded for a workbook. */
export const packageRefusals: PackageRefusals = {
  broken: () => new WorkbookRefusal('broken'),
  locked: () => new WorkbookRefusal('locked'),
  runs: () => new WorkbookRefusal('runs'),
  fetches: () => new WorkbookRefusal('fetches'),
  places: () => new WorkbookRefusal('places'),
  slashes: () => new WorkbookRefusal('places'),
  tooMuch: () => new WorkbookRefusal('tooMuch'),
}

/** Errors of the disk and of the machine; a file's own faults have no such code. */
const isSystemError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && typeof error.syscall === 'string'

/**
 * What is thrown instead of an error of a reader: the file is broken. A refusal, the caller's own cancelling
 * and errors of the disk stay what they are.
 */
export function asRefusal(error: unknown, signal?: AbortSignal): unknown {
  if (error instanceof WorkbookRefusal || signal?.aborted === true || isSystemError(error)) return error
  return new WorkbookRefusal('broken')
}
