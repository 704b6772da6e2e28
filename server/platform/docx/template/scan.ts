import { attributesAsWritten } from '../../package/xml-tokens.ts'
import { unescaped } from '../../package/unescaped.ts'
import { walk } from '../../documents/office/walk.ts'
import { spaces } from '../spaces.ts'

/** Letters of a paragraph; `from` and `to` say where they stand in the text of the part, null for a tab or break. */
export interface Stretch {
  readonly text: string
  readonly at: { readonly from: number; readonly to: number } | null
}

/** A row of a table, by where it stands; `within`: the row around its table. */
export interface ScannedRow {
  readonly from: number
  to: number
  readonly within: number | null
}

/** A paragraph that has letters. */
export interface ScannedParagraph {
  readonly stretches: readonly Stretch[]
  /** The number of the innermost row around it. */
  readonly row: number | null
  /** Within a text box, which programs write twice. */
  readonly isBoxed: boolean
  /** The page on which Word or WPS showed it when the file was saved; 1 where the file does not say. */
  readonly page: number
}

/** What stands where in `word/document.xml`. */
export interface Scan {
  readonly paragraphs: readonly ScannedParagraph[]
  readonly rows: readonly ScannedRow[]
  /** Where the properties of the last section begin, before which something can be added; its end else. */
  readonly end: number
}

interface OpenParagraph {
  readonly stretches: Stretch[]
  readonly row: number | null
  readonly isBoxed: boolean
  readonly page: number
}

const isOff = (value: string | undefined): boolean => value === '0' || value === 'false' || value === 'off'

class Scanner {
  readonly paragraphs: OpenParagraph[] = []
  readonly rows: ScannedRow[] = []
  end = 0
  readonly #open: OpenParagraph[] = []
  readonly #openRows: number[] = []
  readonly #byWord: boolean
  #boxes = 0
  #letters = -1
  #page = 1
  #depth = 0
  readonly #xml: string

  constructor(xml: string) {
    this.#xml = xml
    this.end = xml.lastIndexOf('</')
    // Word notes where its pages broke when it saved; other programs only say where they must break.
    this.#byWord = xml.includes('lastRenderedPageBreak')
  }

  open(name: string, raw: string, start: number, end: number): void {
    this.#depth += 1
    if (name === 'p') this.#begin()
    else if (name === 't') this.#letters = end
    else if (name === 'txbxContent') this.#boxes += 1
    else if (name === 'tr') {
      this.rows.push({ from: start, to: start, within: this.#openRows.at(-1) ?? null })
      this.#openRows.push(this.rows.length - 1)
    } else if (name === 'tab' || name === 'br' || name === 'cr')
      this.#open.at(-1)?.stretches.push({ text: name === 'tab' ? '\t' : '\n', at: null })
    // Depth 3: document, body, and this one, which says how the last section looks.
    else if (name === 'sectPr' && this.#depth === 3) this.end = start
    this.#turnPage(name, raw)
  }

  #begin(): void {
    const row = this.#openRows.at(-1) ?? null
    this.#open.push({ stretches: [], row, isBoxed: this.#boxes > 0, page: this.#page })
  }

  #turnPage(name: string, raw: string): void {
    if (name === 'lastRenderedPageBreak') this.#page += 1
    if (name === 'br' && !this.#byWord && /type\s*=\s*["']page/.test(raw)) this.#page += 1
    if (name === 'pageBreakBefore' && !this.#byWord && !isOff(attributesAsWritten(raw)['w:val']))
      this.#page += 1
    if (name === 'lastRenderedPageBreak' || name === 'pageBreakBefore') {
      const paragraph = this.#open.at(-1)
      // The letters of the paragraph stand behind the break, which stands within it.
      if (paragraph?.stretches.length === 0)
        this.#open[this.#open.length - 1] = { ...paragraph, page: this.#page }
    }
  }

  close(name: string, start: number, end: number): void {
    this.#depth -= 1
    if (name === 't' && this.#letters >= 0) {
      if (this.#letters <= start) this.#add(this.#letters, start)
      this.#letters = -1
    }
    if (name === 'p') {
      const paragraph = this.#open.pop()
      if (paragraph && paragraph.stretches.length > 0) this.paragraphs.push(paragraph)
    }
    if (name === 'tr') {
      const row = this.rows[this.#openRows.pop() ?? -1]
      if (row) row.to = end
    }
    if (name === 'txbxContent') this.#boxes -= 1
  }

  #add(from: number, to: number): void {
    const text = unescaped(this.#xml.slice(from, to))
    if (text !== undefined && text !== '') this.#open.at(-1)?.stretches.push({ text, at: { from, to } })
  }
}

/** Reads where the letters of a document stand, paragraph by paragraph. */
export function scan(xml: string): Scan {
  const scanner = new Scanner(xml)
  walk(Buffer.from(xml), (tokens) => ({
    open(name, raw) {
      const { start, end } = tokens()
      const isWord = spaces[tokens().namespace() ?? ''] === 'w'
      scanner.open(isWord ? name : `${name}:other`, raw, start, end)
    },
    close(name) {
      const { start, end } = tokens()
      const isWord = spaces[tokens().namespace() ?? ''] === 'w'
      scanner.close(isWord ? name : `${name}:other`, start, end)
    },
  }))
  return scanner
}
