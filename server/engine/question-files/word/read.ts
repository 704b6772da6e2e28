import { escapedText, escapedValue } from '../../../../catalogue/markup/letters.ts'
import { isMarkup } from '../../../../catalogue/kinds/rich-text.ts'
import { withFields } from '../../../../catalogue/questions/fields.ts'
import type { Block, Paragraph, Piece, WordDocument } from '../../../platform/docx/index.ts'
import type { ReadFile, ReadOne } from '../filed.ts'
import { isPlainField } from '../own-fields.ts'
import { onlyWords, restOfWord, valueOr, type FiledRest } from '../rest.ts'
import { marksIn } from './marks.ts'

/** How a picture of the document is kept: by the id of the file that it becomes; null where it becomes none. */
type PictureFile = (part: string) => string | null

/**
 * Reads a document that this portal wrote by its marks; null for one that has none. What somebody changed in
 * Word is read as it stands now; lines that were written beside the questions go to the tray.
 */
export function readMarked({ blocks }: WordDocument, fileOf: PictureFile): Omit<ReadFile, 'pictures'> | null {
  const reader = new MarkedReader(fileOf)
  for (const block of blocks) reader.block(block)
  return reader.isMarked ? reader.end() : null
}

interface FoundQuestion {
  readonly place: number
  readonly rest: FiledRest | null
  readonly fields: Map<string, string>
}

class MarkedReader {
  readonly #fileOf: PictureFile
  readonly #questions = new Map<number, FoundQuestion>()
  readonly #tray: { text: string; reason: string }[] = []
  readonly #lost = new Map<number, string>()
  #formulas = 0
  #open: { readonly place: number; readonly field: string } | null = null
  #isTex = false
  isMarked = false

  constructor(fileOf: PictureFile) {
    this.#fileOf = fileOf
  }

  block(block: Block): void {
    if (block.kind === 'paragraph') return this.#paragraph(block)
    for (const row of block.rows) for (const cell of row) for (const inner of cell) this.block(inner)
  }

  end(): Omit<ReadFile, 'pictures'> {
    const questions = [...this.#questions.values()].map((found): ReadOne => {
      const low = found.rest ? [] : ['隐藏的题目信息在 Word 里被改动了，学科、题型等要重填']
      const lost = this.#lost.get(found.place)
      if (lost !== undefined) low.push(lost)
      const base = found.rest?.rest ?? onlyWords('')
      const value = withFields(base, (field) => found.fields.get(field))
      return {
        place: `第 ${found.place} 题`,
        value: valueOr(base, value, low),
        source: found.rest && { id: found.rest.id, no: found.rest.no },
        low,
        middle: [],
      }
    })
    return { questions, tray: this.#tray, formulas: this.#formulas }
  }

  #paragraph({ label, pieces }: Paragraph): void {
    const isOwn = pieces.some(({ kind }) => kind === 'hidden') || this.#open !== null
    for (const piece of pieces) this.#piece(piece)
    const words =
      `${label} ${pieces.map((piece) => (piece.kind === 'words' ? piece.text : '')).join('')}`.trim()
    if (!isOwn && words !== '') this.#tray.push({ text: words, reason: '不在任何一道题里' })
  }

  #piece(piece: Piece): void {
    if (piece.kind === 'hidden') {
      for (const inner of marksIn(piece.text)) this.#mark(inner)
      return
    }
    if (this.#open === null) return
    if (piece.kind === 'words')
      return this.#add(this.#escaped(this.#isTex ? piece.text : piece.text.replaceAll('$', '\\$')))
    if (piece.kind === 'break') return this.#add('<br>')
    if (piece.kind === 'formula') {
      this.#formulas += 1
      if (piece.unread.length > 0)
        this.#lost.set(this.#open.place, `公式里有读不出的 ${piece.unread.join('、')}`)
      return this.#add(piece.tex === '' ? '' : this.#escaped(`$${piece.tex}$`))
    }
    const file = piece.part === null ? null : this.#fileOf(piece.part)
    if (file === null) {
      this.#lost.set(this.#open.place, '有读不出的图')
      return this.#add('〔缺图〕')
    }
    const alt = piece.kind === 'picture' ? piece.alt.slice(0, 200) : ''
    this.#add(`<img data-file="${file}" alt="${escapedValue(alt)}">`)
  }

  /** Answers of blanks are plain words; everything else is markup. */
  #escaped(text: string): string {
    return this.#open !== null && isPlainField(this.#open.field) ? text : escapedText(text)
  }

  #mark(inner: string): void {
    const field = /^(\d{1,4}):([\w.]{1,60})$/.exec(inner)
    const rest = /^=(\d{1,4}) ([\w-]+)$/.exec(inner)
    if (rest) {
      this.isMarked = true
      const place = Number(rest[1])
      this.#questions.set(place, { place, rest: restOfWord(rest[2] ?? ''), fields: new Map() })
    } else if (field?.[2] !== undefined) {
      this.#open = { place: Number(field[1]), field: field[2] }
      this.#of(this.#open.place).set(field[2], '')
    } else if (inner === '.') this.#open = null
    else if (inner === 'T' || inner === '/T') this.#isTex = inner === 'T'
    else if (this.#open !== null && isMarkup(inner)) this.#add(inner)
  }

  #of(place: number): Map<string, string> {
    const found = this.#questions.get(place) ?? { place, rest: null, fields: new Map<string, string>() }
    this.#questions.set(place, found)
    return found.fields
  }

  #add(html: string): void {
    if (this.#open === null) return
    const fields = this.#of(this.#open.place)
    fields.set(this.#open.field, (fields.get(this.#open.field) ?? '') + html)
  }
}
