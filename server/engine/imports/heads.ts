import type { ImportColumn, ImportDefinition } from '../../../catalogue/imports/define.ts'
import { likely } from '../../../catalogue/imports/likely.ts'
import { tidied, type RawCell } from '../../../catalogue/imports/read-row.ts'
import { faultHead } from '../../platform/workbook/index.ts'
import type { Head } from './importing.ts'

/** A row as the reader of workbooks gives it. */
export interface SheetRow {
  readonly number: number
  readonly cells: readonly RawCell[]
}

/** Rows of a sheet in which the heads may stand; a title above them takes one or two. */
const deepest = 10

const headText = (text: string): string => tidied(text).replaceAll(/[\s*＊]+/g, '')

/**
 * What people write in brackets behind a head about how it is filled: 姓名（必填）. Other words change what
 * is meant.
 */
const note =
  /[（(【[](必填|选填|必选|可选|非必填|可不填|必须|\d+位(数字)?|文本(格式)?|格式.*|如.*|例.*|年.?月.?日?|yyyy.*)[）)】\]]$/i

/** The texts by which a column is known, the surest first. */
const namings: readonly ((column: ImportColumn) => readonly string[])[] = [
  ({ key }) => [key],
  ({ head }) => [head],
  ({ twins = [] }) => twins,
]

/**
 * Places of the columns in a row that names them; a head that stands for itself comes before one with a note
 * or a twin.
 */
function placesOf(
  definition: ImportDefinition,
  { cells }: SheetRow,
  ways: readonly (typeof namings)[number][],
): Map<string, number> {
  const found = new Map<string, number>()
  const taken = new Set<number>()
  const texts = cells.map(({ text }) => headText(text))
  for (const way of ways)
    for (const bare of [texts, texts.map((text) => text.replace(note, ''))])
      for (const [place, text] of bare.entries()) {
        if (text === '' || taken.has(place)) continue
        const column = definition.columns.find((one) => way(one).some((name) => headText(name) === text))
        if (!column || found.has(column.key)) continue
        found.set(column.key, place)
        taken.add(place)
      }
  return found
}

export type FoundHead = { readonly head: Head; readonly missing: readonly ImportColumn[] }

/**
 * Finds the heads among the first rows of a sheet: by the hidden row of keys, which people leave alone when
 * they rename a head, else by the heads themselves. Undefined where no row has two heads of the kind.
 */
export function findHead(
  definition: ImportDefinition,
  sheet: string,
  rows: readonly SheetRow[],
): FoundHead | undefined {
  const first = rows.slice(0, deepest)
  const [byOwnKey, ...byOwnHead] = namings
  const places = (ways: typeof namings) =>
    best(first.map((row) => ({ row, places: placesOf(definition, row, ways) })))
  const byKey = places(byOwnKey ? [byOwnKey] : [])
  const byHead = places(byOwnHead)
  const chosen = byKey ?? byHead
  if (!chosen) return undefined
  const columns = new Map(byHead?.places)
  for (const [key, place] of byKey?.places ?? []) columns.set(key, place)
  const taken = new Set(columns.values())
  const named = byHead ?? chosen
  const ignored = named.row.cells.flatMap(({ text }, place) =>
    taken.has(place) || headText(text) === '' || headText(text) === faultHead ? [] : [tidied(text)],
  )
  const missing = definition.columns.filter(
    ({ key, required, otherwise }) => required === 'yes' && otherwise === undefined && !columns.has(key),
  )
  const lastRow = Math.max(chosen.row.number, byHead?.row.number ?? 0)
  return { head: { sheet, columns: Object.fromEntries(columns), ignored, lastRow }, missing }
}

/** Most heads that a sentence lists, and letters of one. */
const mostListed = { heads: 20, letters: 20 }

const listOf = (heads: readonly string[]): string =>
  heads
    .slice(0, mostListed.heads)
    .map((head) => `“${[...head].slice(0, mostListed.letters).join('')}”`)
    .join('') + (heads.length > mostListed.heads ? '等' : '')

/**
 * What is said of a file whose heads do not do: which are missing, with what they may be called there, and
 * which are there.
 */
export function headFault(definition: ImportDefinition, found: FoundHead | undefined): string | null {
  if (!found) {
    const first = definition.columns.slice(0, 3).map(({ head }) => `“${head}”`)
    return `没有找到表头；第一行应为${first.join('')}等，请用模板填写`
  }
  const { head, missing } = found
  if (missing.length === 0) return null
  const meant = missing.map((column) => {
    const [near] = [column.head, ...(column.twins ?? [])].flatMap((name) => likely(name, head.ignored))
    return near === undefined ? column.head : `${column.head}（表里的${listOf([near])}是不是它？）`
  })
  const known = definition.columns.filter(({ key }) => key in head.columns).map((column) => column.head)
  const others = head.ignored.length > 0 ? `；不认得的有${listOf(head.ignored)}` : ''
  return `缺少必填的列：${meant.join('、')}。表里认得的有${listOf(known)}${others}`
}

function best<T extends { readonly places: ReadonlyMap<string, number> }>(
  found: readonly T[],
): T | undefined {
  const [most] = found.toSorted((a, b) => b.places.size - a.places.size)
  return most && most.places.size >= 2 ? most : undefined
}

/** Whether a row is the last line of a file that the portal wrote: who took it out, when and what for. */
export const isMark = ({ cells }: SheetRow): boolean => cells[0]?.text.startsWith('【导出标记】') === true

/** Cells of a row by key of column; empty ones are left out, but for those that a merged cell covers. */
export function cellsOf({ columns }: Head, { cells }: SheetRow): Map<string, RawCell> {
  const found = new Map<string, RawCell>()
  let filled = false
  for (const [key, place] of Object.entries(columns)) {
    const cell = cells[place]
    const isFilled = cell !== undefined && cell.text.trim() !== ''
    filled ||= isFilled
    if (cell && (isFilled || cell.merged === 'left')) found.set(key, cell)
  }
  return filled ? found : new Map()
}
