import { readFileSync, statSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { SSF, read, utils, type CellObject } from '@e965/xlsx'
import readOther from 'read-excel-file/node'
import { rowsOfWorkbook, sheetOfWorkbook, WorkbookRefusal } from '../../server/platform/workbook/index.ts'

// Reads every workbook of a folder with the portal's reader and holds each cell against two other readers.

/** Texts by name of cell: B7. */
type Cells = ReadonlyMap<string, string>

export interface Comparison {
  readonly file: string
  /** The sentence of a refusal, or the error with which the portal's reader failed. */
  readonly refused?: string
  readonly crashed?: string
  readonly compared: number
  /** Cells on which the portal's reader stands alone: where, and what each reader says. */
  readonly differing: readonly string[]
}

const nameOf = (column: number, row: number): string => utils.encode_cell({ c: column, r: row - 1 })

interface Own {
  readonly sheet: string
  readonly cells: Cells
  /** Cells beneath merged ones, where programs leave values that nobody sees. */
  readonly beneath: ReadonlySet<string>
}

async function ours(path: string): Promise<Own | { refused: string }> {
  const cells = new Map<string, string>()
  const beneath = new Set<string>()
  try {
    const sheet = (await sheetOfWorkbook(path)) ?? ''
    for await (const rows of rowsOfWorkbook(path, { maxRows: Infinity }))
      for (const { number, cells: row } of rows)
        row.forEach(({ text, merged }, column) => {
          if (merged !== undefined) beneath.add(nameOf(column, number))
          else if (text !== '') cells.set(nameOf(column, number), text)
        })
    return { sheet, cells, beneath }
  } catch (error) {
    if (error instanceof WorkbookRefusal) return { refused: error.message }
    throw error
  }
}

const dayText = (day: Date): string => day.toISOString().slice(0, 10)

/** What SheetJS makes of a cell: days as days, the rest as its value. */
function sheetJsText({ t, v, z }: CellObject, since1904: boolean): string {
  if (t === 'n' && typeof z === 'string' && typeof v === 'number' && SSF.is_date(z)) {
    const code = SSF.parse_date_code(v, { date1904: since1904 }) as { y: number; m: number; d: number } | null
    return code ? `${code.y}-${String(code.m).padStart(2, '0')}-${String(code.d).padStart(2, '0')}` : ''
  }
  return v === undefined ? '' : String(v)
}

function bySheetJs(path: string, sheet: string): Cells {
  const book = read(readFileSync(path), { cellNF: true, sheets: sheet })
  const found = new Map<string, string>()
  for (const [name, cell] of Object.entries(book.Sheets[sheet] ?? {})) {
    if (name.startsWith('!')) continue
    const text = sheetJsText(cell as CellObject, book.Workbook?.WBProps?.date1904 === true)
    if (text !== '') found.set(name, text)
  }
  return found
}

async function byOther(path: string, sheet: string): Promise<Cells> {
  const sheets = await readOther(path, { trim: false })
  const data = sheets.find((one) => one.sheet === sheet)?.data ?? []
  const found = new Map<string, string>()
  data.forEach((row, at) =>
    row.forEach((value, column) => {
      if (value === null || value === '') return
      found.set(nameOf(column, at + 1), value instanceof Date ? dayText(value) : String(value))
    }),
  )
  return found
}

/** Whether two texts say the same: numbers by their value, truth by its letters, days without their time. */
function same(one: string, other: string): boolean {
  if (one === other || one.toLowerCase() === other.toLowerCase()) return true
  const bare = (text: string) => text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').trim()
  if (bare(one) === bare(other) || one.split(' ')[0] === other.split(' ')[0]) return true
  const [a, b] = [Number(one), Number(other)]
  return one.trim() !== '' && other.trim() !== '' && Math.abs(a - b) <= Math.abs(b) * 1e-9
}

/** What the others do not say of a cell that the portal reads in its own way, on purpose. */
const isExplained = (mine: string): boolean => /^\d+:\d\d(:\d\d)?$|^#|^\d(\.\d+)?E\+\d+$/.test(mine)

const orNothing = (work: () => Promise<Cells> | Cells): Promise<Cells | null> =>
  Promise.resolve()
    .then(work)
    .catch(() => null)

/** Reads one file with all three readers. */
export async function compareWorkbook(path: string): Promise<Comparison> {
  const nothing = { file: path, compared: 0, differing: [] }
  try {
    const mine = await ours(path)
    if ('refused' in mine) return { ...nothing, refused: mine.refused }
    const others = [
      await orNothing(() => bySheetJs(path, mine.sheet)),
      await orNothing(() => byOther(path, mine.sheet)),
    ].filter((cells) => cells !== null)
    const names = new Set([...mine.cells.keys(), ...others.flatMap((cells) => [...cells.keys()])])
    const differing: string[] = []
    for (const name of names) {
      if (mine.beneath.has(name)) continue
      const text = mine.cells.get(name) ?? ''
      const said = others.map((cells) => cells.get(name) ?? '')
      if (said.length === 0 || said.some((one) => same(text, one)) || isExplained(text)) continue
      differing.push(
        `${name}: ${JSON.stringify(text)} / ${said.map((one) => JSON.stringify(one)).join(' / ')}`,
      )
    }
    return { ...nothing, compared: others.length > 0 ? names.size : 0, differing }
  } catch (error) {
    return { ...nothing, crashed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

function outcomeOf({ refused, crashed, compared, differing }: Comparison): string {
  if (crashed !== undefined) return `CRASHED  ${crashed}`
  if (refused !== undefined) return `refused  ${refused}`
  const lines = differing.slice(0, 5).map((line) => `\n    ${line}`)
  return `read     ${compared} cells compared, ${differing.length} differing${lines.join('')}`
}

/**
 * Compares every workbook below a folder; answers whether none crashed and no cell differs from both others.
 */
export async function compareFolder(folder: string, print: (line: string) => void): Promise<boolean> {
  const total = { read: 0, refused: 0, crashed: 0, compared: 0, differing: 0 }
  for await (const name of glob('**/*.xls[xm]', { cwd: folder })) {
    if (!statSync(join(folder, name)).isFile()) continue
    const one = await compareWorkbook(join(folder, name))
    total[one.crashed !== undefined ? 'crashed' : one.refused !== undefined ? 'refused' : 'read'] += 1
    total.compared += one.compared
    total.differing += one.differing.length
    print(`${name}: ${outcomeOf(one)}`)
  }
  print(
    `${total.read} read, ${total.refused} refused, ${total.crashed} crashed; ` +
      `${total.compared} cells compared, ${total.differing} differing`,
  )
  return total.crashed === 0 && total.differing === 0 && total.read + total.refused > 0
}

if (import.meta.main) {
  const folder = process.argv[2]
  if (folder === undefined) {
    console.error('npm run test:workbooks -- FOLDER')
    process.exit(2)
  }
  process.exitCode = (await compareFolder(resolve(folder), console.log)) ? 0 : 1
}
