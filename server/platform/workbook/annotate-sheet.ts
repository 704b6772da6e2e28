import { attributeOf, XmlTokens } from '../package/xml-tokens.ts'
import { faultHead, type FaultPlace, type RowFaults } from './faults.ts'
import type { FaultComment } from './annotate-comments.ts'
import type { FaultStyles } from './annotate-styles.ts'
import { packageRefusals } from './refusal.ts'
import { columnOf } from './cell-name.ts'
import { letters, sheetText } from './sheet-xml.ts'

/**
 * Comments are heavy for every program: the first so many cells have one, all have their reason in the
 * column.
 */
const mostComments = 3000

/** Elements that follow `legacyDrawing` in a sheet (ECMA-376, part 1, 18.3.1.99). */
const behindComments = new Set(
  'legacyDrawingHF drawingHF picture oleObjects controls webPublishItems tableParts extLst'.split(' '),
)

interface OpenRow {
  readonly number: number
  readonly faults: RowFaults | undefined
  /** Columns with a fault whose cell has not come yet, ascending. */
  pending: number[]
  style: number | undefined
  next: number
  /** Whether the file has something of its own where the reasons would stand. */
  taken: boolean
}

/** Rewrites the XML of a sheet piece by piece: what it does not change is copied as it stands. */
export class SheetAnnotator {
  readonly tokens: XmlTokens
  /** The comments of the cells. */
  readonly comments: FaultComment[] = []
  readonly #rows: ReadonlyMap<number, RowFaults>
  readonly #place: FaultPlace
  readonly #styles: FaultStyles | undefined
  /** The id of the relation to comments that is to be added; undefined where the sheet has one. */
  readonly #drawingId: string | undefined
  #out: string[] = []
  #from = 0
  #inRows = false
  #depth = 0
  #row: OpenRow | undefined
  #number = 0
  #prefix = ''
  #relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  #columnStyles: { min: number; max: number; style: number }[] = []
  #skipping = false
  #columnsTold = false

  constructor(
    rows: ReadonlyMap<number, RowFaults>,
    place: FaultPlace,
    styles: FaultStyles | undefined,
    drawingId: string | undefined,
  ) {
    this.#rows = rows
    this.#place = place
    this.#styles = styles
    this.#drawingId = drawingId
    this.tokens = new XmlTokens(
      {
        open: (name, attributes) => this.#open(name, attributes),
        close: (name) => this.#close(name),
        passed: (end) => this.#passed(end),
      },
      packageRefusals,
      { ownOnly: true },
    )
  }

  /** Output of the sheet since the last call. */
  take(): string {
    const text = this.#out.join('')
    this.#out = []
    return text
  }

  #passed(end: number): void {
    if (!this.#skipping && end > this.#from) this.#out.push(this.tokens.text.slice(this.#from, end))
    this.#from = 0
  }

  /** Copies the input up to a position, writes own text, and continues behind `next`. */
  #put(at: number, text: string, next: number): void {
    if (at > this.#from) this.#out.push(this.tokens.text.slice(this.#from, at))
    this.#out.push(text)
    this.#from = next
  }

  #open(name: string, attributes: string): void {
    this.#depth += 1
    if (this.#skipping) return
    const { start, end } = this.tokens
    if (this.#inRows) {
      if (name === 'c') this.#beginCell(attributes)
      else if (name === 'row') this.#beginRow(attributes)
      return
    }
    if (this.#depth === 1) this.#begin(attributes)
    else if (name === 'col') this.#learnColumn(attributes)
    else if (name === 'sheetData') {
      this.#inRows = true
      if (!this.#columnsTold)
        this.#put(start, `<${this.#prefix}cols>${this.#column()}</${this.#prefix}cols>`, start)
    } else if (name === 'dimension') this.#put(start, '', end)
    else if (this.#depth === 2 && behindComments.has(name)) this.#tellComments(start)
  }

  #close(name: string): void {
    this.#depth -= 1
    if (name === 'c' && this.#skipping) {
      this.#skipping = false
      this.#from = this.tokens.end
      return
    }
    if (this.#skipping) return
    if (name === 'row' && this.#row) this.#endRow(this.#row)
    else if (name === 'sheetData') this.#inRows = false
    else if (name === 'cols' && !this.#inRows) this.#endColumns()
    else if (this.#depth === 0) this.#tellComments(this.tokens.start)
  }

  #begin(attributes: string): void {
    const { text, start } = this.tokens
    this.#prefix = /^<(\w+:)?/.exec(text.slice(start, start + 60))?.[1] ?? ''
    if (attributes.includes('http://purl.oclc.org/ooxml/'))
      this.#relations = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
  }

  /** Whether the comments part of the sheet is already referenced. */
  #told = false
  #tellComments(at: number): void {
    if (this.#told || this.#drawingId === undefined) return
    this.#told = true
    const reference = `<${this.#prefix}legacyDrawing xmlns:xr="${this.#relations}" xr:id="${this.#drawingId}"/>`
    this.#put(at, reference, at)
  }

  #learnColumn(attributes: string): void {
    const [min, max, style] = ['min', 'max', 'style'].map((name) =>
      Number(attributeOf(attributes, name) ?? 0),
    )
    this.#columnStyles.push({ min: min ?? 0, max: max ?? 0, style: style ?? 0 })
  }

  #column(): string {
    const at = this.#place.column + 1
    return `<${this.#prefix}col min="${at}" max="${at}" width="60" customWidth="1"/>`
  }

  #endColumns(): void {
    this.#columnsTold = true
    const last = Math.max(0, ...this.#columnStyles.map(({ max }) => max))
    const { start } = this.tokens
    if (last <= this.#place.column) this.#put(start, this.#column(), start)
  }

  #styleOf(column: number): number {
    const own = this.#columnStyles.find(({ min, max }) => column + 1 >= min && column + 1 <= max)
    return this.#row?.style ?? own?.style ?? 0
  }

  #beginRow(attributes: string): void {
    const named = attributeOf(attributes, 'r')
    this.#number = named === undefined ? this.#number + 1 : Number(named)
    const faults = this.#rows.get(this.#number)
    const styled = attributeOf(attributes, 'customFormat') === '1' ? attributeOf(attributes, 's') : undefined
    this.#row = {
      number: this.#number,
      faults,
      pending: [...(faults?.columns.keys() ?? [])].toSorted((a, b) => a - b),
      style: styled === undefined ? undefined : Number(styled),
      next: 0,
      taken: false,
    }
    if (!this.#reasonOf(this.#number)) return
    const { text, start, end } = this.tokens
    // Where the row says how far it reaches, it would say so wrongly now; an empty one has to be opened.
    const tag = text.slice(start, end).replace(/\sspans\s*=\s*("[^"]*"|'[^']*')/, '')
    this.#put(start, tag.endsWith('/>') ? `${tag.slice(0, -2)}>` : tag, end)
  }

  #reasonOf(row: number): string {
    return row === this.#place.headRow ? faultHead : (this.#rows.get(row)?.sentence ?? '')
  }

  #endRow(row: OpenRow): void {
    this.#row = undefined
    const reason = this.#reasonOf(row.number)
    if (reason === '') return
    const { text, start, end } = this.tokens
    const behind = row.pending.map((column) => this.#missing(column, row)).join('')
    const cell = row.taken
      ? ''
      : `<${this.#prefix}c r="${letters(this.#place.column)}${row.number}" t="inlineStr"><${this.#prefix}is><${this.#prefix}t xml:space="preserve">${sheetText(reason.slice(0, 32_000))}</${this.#prefix}t></${this.#prefix}is></${this.#prefix}c>`
    // The end of an empty row is the row itself.
    const empty = text.charAt(start + 1) !== '/'
    this.#put(
      empty ? end : start,
      behind + cell + (empty ? `</${this.#prefix}row>` : ''),
      empty ? end : start,
    )
  }

  /** A faulty cell that the file leaves out because it is empty. */
  #missing(column: number, row: OpenRow): string {
    const style = this.#mark(column, row, this.#styleOf(column))
    return `<${this.#prefix}c r="${letters(column)}${row.number}" s="${style}"/>`
  }

  #mark(column: number, row: OpenRow, style: number): number {
    const text = row.faults?.columns.get(column)
    if (text !== undefined && this.comments.length < mostComments)
      this.comments.push({ column, row: row.number, text })
    return this.#styles?.red(style) ?? style
  }

  #beginCell(attributes: string): void {
    const row = this.#row
    if (!row) return
    const named = attributeOf(attributes, 'r')
    const column = named === undefined ? row.next : columnOf(named)
    row.next = column + 1
    const { start, end, text } = this.tokens
    const missing = row.pending.filter((one) => one < column)
    if (missing.length > 0) this.#put(start, missing.map((one) => this.#missing(one, row)).join(''), start)
    const faulty = row.pending.includes(column)
    row.pending = row.pending.filter((one) => one > column)
    if (column === this.#place.column && row.number >= this.#place.headRow) {
      row.taken = !this.#place.again && text.charAt(end - 2) !== '/'
      if (!row.taken) {
        this.#put(start, '', end)
        this.#skipping = true
        return
      }
    }
    const style = Number(attributeOf(attributes, 's') ?? 0)
    const wanted = faulty ? this.#mark(column, row, style) : (this.#styles?.plain(style) ?? style)
    if (wanted === style && named !== undefined) return
    const bare = text.slice(start, end).replaceAll(/\s(?:s|r)\s*=\s*("[^"]*"|'[^']*')/g, '')
    const tag = bare.replace(
      /^<[\w:]+/,
      (begin) => `${begin} r="${letters(column)}${row.number}" s="${wanted}"`,
    )
    this.#put(start, tag, end)
  }
}
