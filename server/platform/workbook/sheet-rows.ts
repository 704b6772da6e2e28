import { attributeOf, XmlTokens, type TokenSink } from '../package/xml-tokens.ts'
import { isoText, numberText, owned, plainFormat, unwrapped, type CellFormat } from './cell-text.ts'
import { WorkbookRefusal, packageRefusals } from './refusal.ts'
import { longestCell, type SharedStrings } from './shared-strings.ts'
import { mostColumns, type WorkbookCell, type WorkbookRow } from './workbook.ts'

/** The end of every sheet (ECMA-376, part 1, annex on limits of programs). */
const lastRow = 1_048_576
const lastColumn = 16_384

/** What a sheet's cells refer to. */
export interface SheetFacts {
  readonly strings: SharedStrings
  readonly formats: readonly CellFormat[]
  readonly since1904: boolean
}

const empty: WorkbookCell = { text: '' }

/** The column a cell's name stands for, from 0; -1 for no name. C12 is 2. */
export function columnOf(name: string): number {
  let column = 0
  for (let at = 0; at < name.length; at += 1) {
    const code = name.charCodeAt(at)
    if (code < 65 || code > 90) return at === 0 || code < 48 || code > 57 ? -1 : column - 1
    column = column * 26 + code - 64
    if (column > lastColumn) return lastColumn
  }
  return -1
}

/** A cell as it is being read. */
class OpenCell {
  column = 0
  type = 'n'
  style = 0
  value = ''
  formula = false

  begin(attributes: string, next: number): void {
    const named = attributeOf(attributes, 'r')
    this.column = named === undefined ? next : columnOf(named)
    if (this.column < 0 || this.column >= lastColumn) throw packageRefusals.broken()
    this.type = attributeOf(attributes, 't') ?? 'n'
    this.style = Number(attributeOf(attributes, 's') ?? 0)
    this.value = ''
    this.formula = false
  }

  add(piece: string): void {
    if (this.value.length < longestCell) this.value += piece
  }

  shown({ strings, formats, since1904 }: SheetFacts): WorkbookCell {
    const value = this.value
    switch (this.type) {
      case 's': {
        const text = value.trim() === '' ? undefined : strings.at(Number(value))
        if (text === undefined) throw packageRefusals.broken()
        return { text }
      }
      case 'inlineStr':
      case 'str':
        return { text: owned(unwrapped(value)) }
      case 'b':
        return { text: value.trim() === '1' || value.trim() === 'true' ? 'TRUE' : 'FALSE' }
      case 'e':
        return { text: owned(value) }
      case 'd':
        return isoText(value.trim())
      case 'n': {
        const { text, from } = numberText(value.trim(), formats[this.style] ?? plainFormat, since1904)
        return from === undefined ? { text: owned(text) } : { text: owned(text), from }
      }
      default:
        throw packageRefusals.broken()
    }
  }
}

/** Makes rows of what is read of a sheet; those without any text are left out. */
export class SheetRows {
  /** Rows read and not yet taken. */
  rows: WorkbookRow[] = []
  readonly tokens: XmlTokens
  readonly #facts: SheetFacts
  readonly #cell = new OpenCell()
  #number = 0
  #cells: WorkbookCell[] = []
  #next = 0
  #inRows = false
  #inCell = false
  #inText = false
  #phonetic = false
  #sawRows = false

  constructor(facts: SheetFacts) {
    this.#facts = facts
    const sink: TokenSink = {
      open: (name, attributes) => this.#open(name, attributes),
      close: (name) => this.#close(name),
      wantsText: () => this.#inText,
      text: (piece) => this.#cell.add(piece),
    }
    this.tokens = new XmlTokens(sink, packageRefusals)
  }

  /** The rows read since it was asked last. */
  take(): readonly WorkbookRow[] {
    const { rows } = this
    this.rows = []
    return rows
  }

  /** The sheet is over. */
  close(): void {
    this.tokens.close()
    if (!this.#sawRows) throw packageRefusals.broken()
  }

  #open(name: string, attributes: string): void {
    if (name === 'sheetData') {
      this.#inRows = true
      this.#sawRows = true
    }
    if (!this.#inRows) return
    if (name === 'c') this.#beginCell(attributes)
    else if (name === 'v' || (name === 't' && !this.#phonetic)) this.#inText = this.#inCell
    else if (name === 'f') this.#cell.formula = true
    else if (name === 'row') this.#beginRow(attributes)
    else if (name === 'rPh') this.#phonetic = true
  }

  #close(name: string): void {
    if (!this.#inRows) return
    if (name === 'c') this.#endCell()
    else if (name === 'v' || name === 't') this.#inText = false
    else if (name === 'row') this.#endRow()
    else if (name === 'rPh') this.#phonetic = false
    else if (name === 'sheetData') this.#inRows = false
  }

  #beginRow(attributes: string): void {
    const named = attributeOf(attributes, 'r')
    const number = named === undefined ? this.#number + 1 : Number(named)
    if (!Number.isInteger(number) || number <= this.#number || number > lastRow)
      throw packageRefusals.broken()
    this.#number = number
    this.#cells = []
    this.#next = 0
  }

  #endRow(): void {
    if (this.#cells.length > 0) this.rows.push({ number: this.#number, cells: this.#cells })
  }

  #beginCell(attributes: string): void {
    this.#cell.begin(attributes, this.#next)
    this.#next = this.#cell.column + 1
    this.#inCell = true
  }

  #endCell(): void {
    this.#inCell = false
    const cell = this.#cell
    if (cell.value === '' && cell.type !== 's') return
    const shown = cell.shown(this.#facts)
    if (shown.text === '') return
    if (cell.column >= mostColumns) throw new WorkbookRefusal('tooManyColumns')
    while (this.#cells.length < cell.column) this.#cells.push(empty)
    this.#cells[cell.column] = cell.formula ? { text: shown.text, from: 'formula' } : shown
  }
}
