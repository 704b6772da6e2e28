import type { ImportDefinition } from '../../../catalogue/imports/define.ts'
import { importNamed } from '../../../catalogue/imports/imports.ts'
import { tidied, type RawCell, type RowFault } from '../../../catalogue/imports/read-cell.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { letters, rowsOfWorkbook, type CellFault } from '../../platform/workbook/index.ts'
import type { Cell, Sheet } from '../../platform/workbook/write.ts'
import type { SheetRow } from './heads.ts'
import type { Head, ImportEngine } from './importing.ts'
import { faultShown } from './rows.ts'
import { openContent, type Content } from './staged.ts'

/** What each code says (import-templates.md, section 4). */
const meanings: Readonly<Record<string, string>> = {
  E101: '必填为空',
  E102: '字典值不存在',
  E103: '证件号校验失败',
  E104: '日期格式不符',
  E105: '跨列不一致',
  E106: '数字被科学计数',
  E107: '手机号格式不符',
  E108: '超出长度或范围',
  E109: '区划或机构不存在',
  E110: '级联不符',
  E201: '文件内重复',
  E202: '库中已存在',
  E203: '在其他学校在职',
  E301: '越权',
  E901: '写入失败（已回滚本行）',
}

interface FaultyRow extends Content {
  readonly row: number
  /** Whether the row stays out of the import; others have warnings only. */
  readonly isLeft: boolean
}

/** Rows of a task with anything to say, in their order; a row that could not be written says why. */
async function* faultyRows(db: Queryable, keys: Keys, id: number): AsyncGenerator<FaultyRow> {
  let last = 0
  for (;;) {
    const rows = await db.query<{ row: number; sealed: string; left: boolean; reason: string | null }>(sql`
      select row, sealed, outcome in ('error', 'conflict') or written = 'failed' as left,
        case when written = 'failed' then reason end as reason
      from import_row
      where job_id = ${id} and (marks <> '{}' or written = 'failed') and row > ${last} order by row limit 1000`)
    if (rows.length === 0) return
    for (const { row, sealed, left, reason } of rows) {
      last = row
      const content = openContent(keys, id, row, sealed)
      const failed: readonly RowFault[] =
        reason === null ? [] : [{ column: '', level: 'error', code: 'E901', message: reason }]
      yield { ...content, row, isLeft: left === true, faults: [...content.faults, ...failed] }
    }
  }
}

const exponent = (text: string): string => Number(text).toExponential(5).replace('e', 'E')

/**
 * A cell as it is written again. What cannot be told from a text stays what it was: lost digits stay lost,
 * and a number that may be January or October stays a number.
 */
function cellAgain(definition: ImportDefinition, key: string, { text, from }: RawCell): Cell {
  if (from === 'scientific') return /E/i.test(text) ? text : exponent(text)
  const field = definition.columns.find((column) => column.key === key)?.field
  return from === 'number' && field && kindOf(field).fromNumber ? Number(text) : text
}

/** The texts of a row of the file, and in declared columns what was mended since. */
function cellsAgain(definition: ImportDefinition, head: Head, row: SheetRow, { cells }: Content): Cell[] {
  const found: Cell[] = row.cells.map(({ text }) => text)
  for (const [key, place] of Object.entries(head.columns)) {
    const cell = cells[key]
    while (found.length <= place) found.push('')
    found[place] = cell ? cellAgain(definition, key, cell) : ''
  }
  return found
}

/**
 * A file with the faulty rows of a task: its sheets, and where the first one is marked once it is written.
 */
export interface FaultBook {
  readonly sheets: readonly Sheet[]
  readonly marks: readonly CellFault[]
  readonly first: string
}

const firstSheet = '错误数据'
const texts = (heads: readonly string[], width: number) =>
  heads.map((head) => ({ head, width, kind: 'text' as const }))

interface Source {
  readonly importing: ImportEngine
  readonly id: number
  readonly definition: ImportDefinition
  readonly head: Head
}

/** Heads of the file as they stand there; declared columns by their own. */
async function headsOf({ definition, head }: Source, path: string): Promise<string[]> {
  const found: string[] = []
  const rows = rowsOfWorkbook(path, { sheet: head.sheet, maxRows: Infinity })
  for await (const part of rows) {
    for (const { number, cells } of part)
      if (number <= head.lastRow && cells.some(({ text }) => head.ignored.includes(tidied(text))))
        for (const [place, { text }] of cells.entries()) found[place] = text
    if ((part.at(-1)?.number ?? 0) >= head.lastRow) break
  }
  for (const [key, place] of Object.entries(head.columns)) {
    const column = definition.columns.find((one) => one.key === key)
    found[place] = `${column?.head ?? key}${column?.required === 'yes' ? '*' : ''}`
  }
  return Array.from(found, (text) => text ?? '')
}

/** Rows of the first sheet, read from the file and from the staged rows, with the marks of each. */
async function* rowsAgain(
  { importing: { engine }, id, definition, head }: Source,
  path: string,
  marks: CellFault[],
): AsyncGenerator<readonly Cell[]> {
  const kept = faultyRows(engine.db, engine.keys, id)
  const next = async () => {
    for (;;) {
      const { value, done } = await kept.next()
      if (done) return undefined
      if (value.isLeft) return value
    }
  }
  let waiting = await next()
  let written = 1
  for await (const part of rowsOfWorkbook(path, { sheet: head.sheet, maxRows: Infinity }))
    for (const row of part) {
      if (row.number !== waiting?.row) continue
      written += 1
      for (const fault of waiting.faults) {
        const { column, message } = faultShown(definition, head, waiting, fault)
        if (fault.level === 'error') marks.push({ row: written, column, message })
      }
      yield cellsAgain(definition, head, row, waiting)
      waiting = await next()
    }
}

async function* details({ importing: { engine }, id, definition, head }: Source): AsyncGenerator<Cell[]> {
  for await (const row of faultyRows(engine.db, engine.keys, id))
    for (const fault of row.faults) {
      const shown = faultShown(definition, head, row, fault)
      const level = fault.level === 'error' ? '错误' : '警告'
      const column = shown.column === null ? '' : letters(shown.column)
      yield [row.row, column, shown.header, shown.value, level, shown.code, shown.message]
    }
}

/** Rows of the third sheet: how many faults have a code. */
async function* totals({ importing: { engine }, id }: Source): AsyncGenerator<Cell[]> {
  const counts = new Map<string, number>()
  for await (const { faults } of faultyRows(engine.db, engine.keys, id))
    for (const { code } of faults) counts.set(code, (counts.get(code) ?? 0) + 1)
  for (const [code, count] of [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    yield [code, meanings[code] ?? '', count]
}

/**
 * The rows of a task that were left out, as a file to be mended and brought again, with a list of what is
 * wrong and the sums of it (import-templates.md, section 4; docs/decisions/0144).
 * @param path the file of the task
 */
export async function faultBook(importing: ImportEngine, id: number, path: string): Promise<FaultBook> {
  const job = await importing.engine.db.one<{ kind: string; head: Head | null }>(
    sql`select kind, head from import_job where id = ${id}`,
  )
  const definition = importNamed(job.kind)
  if (!definition || !job.head) throw new AppError('missing')
  const source: Source = { importing, id, definition, head: job.head }
  const marks: CellFault[] = []
  const isNumber = (key: string) =>
    definition.columns.some((column) => column.key === key && kindOf(column.field).fromNumber)
  const numbers = new Set(
    Object.entries(job.head.columns).flatMap(([key, at]) => (isNumber(key) ? [at] : [])),
  )
  const heads = await headsOf(source, path)
  return {
    first: firstSheet,
    marks,
    sheets: [
      {
        name: firstSheet,
        columns: heads.map((head, at) => ({ head, kind: numbers.has(at) ? 'number' : 'text', width: 16 })),
        rows: rowsAgain(source, path, marks),
      },
      {
        name: '错误明细',
        columns: texts(['行号', '列', '表头', '原值', '级别', '代码', '说明'], 16),
        rows: details(source),
      },
      { name: '汇总', columns: texts(['代码', '含义', '条数'], 24), rows: totals(source) },
    ],
  }
}
