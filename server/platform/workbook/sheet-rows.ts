import { unescaped } from '../package/unescaped.ts'
import { attributeOf, XmlTokens, type TokenSink } from '../package/xml-tokens.ts'
import { columnOf, lastColumn, lastRow } from './cell-name.ts'
import { isoText, numberText, owned, plainFormat, unwrapped, type CellFormat } from './cell-text.ts'
import { MergedCells, type Merge } from './merges.ts'
import { WorkbookRefusal, packageRefusals } from './refusal.ts'
import { longestCell, type SharedStrings } from './shared-strings.ts'
import { mostColumns, type WorkbookCell, type WorkbookRow } from './workbook.ts'

/** Shared strings and styles that the cells of a sheet refer to. */
export interface SheetFacts {
  readonly strings: SharedStrings
  readonly formats: readonly CellFormat[]
  readonly since1904: boolean
  readonly merges: readonly Merge[]
}

/** The code of a space; those below are white space, too, where XML has them. */
const space = 32
const empty: WorkbookCell = { text: '' }

/** A cell as it is being read. */
class OpenCell {
  column = 0
  type = 'n'
  style = 0
  value = ''
  formula = false

  begin(attributes: string, next: number): void {
    this.column = next
    this.type = 'n'
    this.style = 0
    this.value = ''
    this.formula = false
    this.#attributes(attributes)
    if (this.column < 0 || this.column >= lastColumn) throw packageRefusals.broken()
  }

  /** Reads r, t and s in one go: a sheet has millions of cells. */
  #attributes(raw: string): void {
    for (let at = 0; ;) {
      const equals = raw.indexOf('=', at)
      if (equals < 0) return
      let name = equals - 1
      while (raw.charCodeAt(name) <= space) name -= 1
      let quote = equals + 1
      while (raw.charCodeAt(quote) <= space) quote += 1
      const end = raw.indexOf(raw.charAt(quote), quote + 1)
      if (end < 0) return
      const isLetter = raw.charCodeAt(name - 1) <= space
      if (isLetter) this.#attribute(raw.charAt(name), raw.slice(quote + 1, end))
      at = end + 1
    }
  }

  #attribute(name: string, raw: string): void {
    const value = unescaped(raw) ?? ''
    if (name === 'r') this.column = columnOf(value)
    else if (name === 't') this.type = value
    else if (name === 's') this.style = Number(value)
  }

  add(piece: string): void {
    if (this.value.length < longestCell) this.value += piece
  }

  /** A cell of any type that has no value is empty: programs leave its type when they empty it. */
  shown({ strings, formats, since1904 }: SheetFacts): WorkbookCell {
    const value = this.value
    switch (this.type) {
      case 's': {
        if (value.trim() === '') return empty
        const text = strings.at(Number(value))
        if (text === undefined) throw packageRefusals.broken()
        return { text }
      }
      case 'inlineStr':
      case 'str':
        return { text: owned(unwrapped(value)) }
      case 'b':
        if (value.trim() === '') return empty
        return { text: value.trim() === '1' || value.trim() === 'true' ? 'TRUE' : 'FALSE' }
      case 'e':
        return { text: owned(value) }
      case 'd':
        return isoText(value.trim())
      case 'n':
        return this.#number(formats[this.style] ?? plainFormat, since1904)
      default:
        throw packageRefusals.broken()
    }
  }

  #number(format: CellFormat, since1904: boolean): WorkbookCell {
    const value = this.value.trim()
    // A formula that points to an empty cell makes 0, which is no day that anybody meant.
    if (this.formula && (format.shows === 'date' || format.shows === 'moment') && Number(value) === 0)
      return empty
    return numberText(owned(value), format, since1904)
  }
}

/** Makes rows of what is read of a sheet; those without any text are left out. */
export class SheetRows {
  /** Rows read and not yet taken. */
  rows: WorkbookRow[] = []
  readonly tokens: XmlTokens
  readonly #facts: SheetFacts
  readonly #cell = new OpenCell()
  readonly #merged: MergedCells
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
    this.#merged = new MergedCells(facts.merges)
    const sink: TokenSink = {
      open: (name, attributes) => this.#open(name, attributes),
      close: (name) => this.#close(name),
      wantsText: () => this.#inText,
      text: (piece) => this.#cell.add(piece),
    }
    this.tokens = new XmlTokens(sink, packageRefusals, { ownOnly: true })
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
    if (this.#cells.length === 0) return
    this.#merged.fill(this.#number, this.#cells)
    this.rows.push({ number: this.#number, cells: this.#cells })
  }

  #beginCell(attributes: string): void {
    this.#cell.begin(attributes, this.#next)
    this.#next = this.#cell.column + 1
    this.#inCell = true
  }

  #endCell(): void {
    this.#inCell = false
    const cell = this.#cell
    if (cell.value === '') return
    const shown = cell.shown(this.#facts)
    if (shown.text === '') return
    if (cell.column >= mostColumns) throw new WorkbookRefusal('tooManyColumns')
    while (this.#cells.length < cell.column) this.#cells.push(empty)
    this.#cells[cell.column] =
      cell.formula && shown.from === undefined ? { text: shown.text, from: 'formula' } : shown
  }
}
