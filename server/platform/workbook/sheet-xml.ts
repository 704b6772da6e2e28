import { xmlText } from '../../../catalogue/markup/letters.ts'
import { looksLikeFormula, shownText } from '../../../catalogue/rules/sheet.ts'
import { inPieces, type Cell, type Sheet, type SheetColumn } from './sheet.ts'

/** Numbers of the cell formats in `stylesXml`. */
const formats = { text: 0, head: 1, day: 2, quoted: 3, number: 4, title: 5 } as const

/** Most letters that Excel reads in one cell. */
const longest = 32_767
const cut = '……（内容过长，未全部导出）'

/** A text within the XML of a sheet, without letters that nobody sees. */
export const sheetText = (text: string): string => xmlText(shownText(text)).replaceAll('\r', '&#13;')

/**
 * Excel reads `_x0041_` in a cell as the letter of that number, so such a text has its first `_` written so.
 */
const escaped = (text: string): string => text.replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')

/** The letters of a column, the first is A. */
export function letters(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? letters(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}

const isDay = /^\d{4}-\d{2}-\d{2}$/
/** Excel counts a 29 February 1900; from 1 March on its days are those since 30 December 1899. */
const firstDay = '1900-03-01'
const dayNumber = (day: string): number => (Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000

function textCell(at: string, text: string, format: number): string {
  const whole = text.length > longest ? text.slice(0, longest - cut.length) + cut : text
  const quoted = format === formats.text && looksLikeFormula(whole) ? formats.quoted : format
  return `<c r="${at}" s="${quoted}" t="inlineStr"><is><t xml:space="preserve">${sheetText(escaped(whole))}</t></is></c>`
}

const text = (at: string, cell: string): string => textCell(at, cell, formats.text)

function day(at: string, cell: string): string {
  const no = isDay.test(cell) && cell >= firstDay ? dayNumber(cell) : NaN
  return Number.isFinite(no) ? `<c r="${at}" s="${formats.day}"><v>${no}</v></c>` : text(at, cell)
}

/** Cell markup of a value by the kind of its column. */
const ofKind = { text, number: text, date: day } satisfies Record<SheetColumn['kind'], typeof text>

function cellXml(at: string, cell: Cell, kind: SheetColumn['kind']): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'string') return ofKind[kind](at, cell)
  return Number.isFinite(cell) ? `<c r="${at}" s="${formats.number}"><v>${cell}</v></c>` : ''
}

function rowXml(no: number, cells: readonly Cell[], kinds: readonly SheetColumn['kind'][]): string {
  const written = cells.map((cell, i) => cellXml(`${letters(i)}${no}`, cell, kinds[i] ?? 'text'))
  return `<row r="${no}">${written.join('')}</row>`
}

const fixedRow = (no: number, cells: readonly string[], format: number): string =>
  `<row r="${no}">${cells.map((text, i) => (text === '' ? '' : textCell(`${letters(i)}${no}`, text, format))).join('')}</row>`

/** An ampersand begins a code in the head of a page; Excel reads 255 letters of it. */
const ofPage = (text: string): string => sheetText(text.slice(0, 200).replaceAll('&', '&&'))

function pageXml({ pageHead, pageFoot }: Sheet): string {
  const head = pageHead ? `<oddHeader>&amp;L&amp;8${ofPage(` ${pageHead}`)}</oddHeader>` : ''
  const foot = `<oddFooter>&amp;L&amp;8${ofPage(` ${pageFoot ?? ''}`)}&amp;R&amp;8第 &amp;P 页，共 &amp;N 页</oddFooter>`
  return (
    '<pageMargins left="0.4" right="0.4" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>' +
    '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>' +
    `<headerFooter>${head}${foot}</headerFooter>`
  )
}

const colsXml = (columns: readonly SheetColumn[]): string =>
  columns
    .map(({ width = 14 }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
    .join('')

/** Number of the row with the heads of the columns. */
export const headRow = ({ above = [] }: Pick<Sheet, 'above'>): number => above.length + 1

async function* partsOf(sheet: Sheet, isFirst: boolean): AsyncGenerator<string> {
  const { columns, above = [], rows, below } = sheet
  const heads = headRow(sheet)
  const kinds = columns.map(({ kind }) => kind)
  yield (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' +
    `<sheetViews><sheetView workbookViewId="0"${isFirst ? ' tabSelected="1"' : ''}>` +
    `<pane ySplit="${heads}" topLeftCell="A${heads + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `<sheetFormatPr defaultRowHeight="15"/><cols>${colsXml(columns)}</cols><sheetData>`
  )
  for (const [i, cells] of above.entries()) yield fixedRow(i + 1, cells, formats.title)
  yield fixedRow(
    heads,
    columns.map(({ head }) => head),
    formats.head,
  )
  let no = heads
  for await (const row of rows) yield rowXml((no += 1), row, kinds)
  for (const row of below?.() ?? []) yield fixedRow((no += 1), row, formats.text)
  yield `</sheetData>${pageXml(sheet)}</worksheet>`
}

/** The XML of a sheet, piece by piece. */
export const sheetXml = (sheet: Sheet, isFirst: boolean): AsyncGenerator<string> =>
  inPieces(partsOf(sheet, isFirst))

/** The cell formats of every written workbook, in the order of `formats`. */
export const stylesXml =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="宋体"/></font><font><b/><sz val="11"/><name val="宋体"/></font></fonts>' +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFE9EDF5"/></patternFill></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="6">' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/>' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>' +
  '</cellXfs><cellStyles count="1"><cellStyle name="常规" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
