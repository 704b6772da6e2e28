import { splitTex } from '../../../../catalogue/contents/tex.ts'
import { asMarkup } from '../../../../catalogue/kinds/rich-text.ts'
import { always } from '../../../../catalogue/questions/texts.ts'
import type { ParagraphLook, WrittenBlock, WrittenCell, WrittenPiece } from '../../../platform/docx/index.ts'
import { isTag, isText, parseMarkup, type MarkupNode, type Tag } from '../../../platform/markup/markup.ts'
import { ommlOfTex } from '../../../platform/office-math/index.ts'
import { opened } from '../../kinds/index.ts'
import { pictureLoss } from '../filed.ts'
import { decoration, mark, texMark } from './marks.ts'

type Looks = Omit<Extract<WrittenPiece, { kind: 'words' }>, 'kind' | 'text'>

const looksOf: Readonly<Record<string, Looks>> = {
  strong: { bold: true },
  em: { italic: true },
  s: { struck: true },
  u: { underlined: true },
  sup: { raised: 'sup' },
  sub: { raised: 'sub' },
}
const inline = new Set([...Object.keys(looksOf), 'a', 'code'])
const aligns: Readonly<Record<string, 'center' | 'right' | 'both'>> = {
  'align-center': 'center',
  'align-right': 'right',
  'align-justify': 'both',
}

export interface DocumentWants {
  /** Whether marks are written: a document that nobody reads again has none. */
  readonly hasMarks: boolean
  readonly hasPicture: (file: string) => boolean
  /** Told what Word cannot hold. */
  readonly onLoss: (what: string) => void
}

interface Paragraph {
  readonly kind: 'paragraph'
  readonly pieces: WrittenPiece[]
  look: ParagraphLook
}

/** Writes lines and rich texts as blocks of a document, one after another. */
export class DocumentText {
  readonly #wants: DocumentWants
  /** The blocks of the document, or of the cell that is written now. */
  #blocks: WrittenBlock[] = []
  #open: Paragraph | null = null
  /** The last paragraph, in whichever cell: ends of elements are kept there. */
  #last: Paragraph | null = null
  /** Marks that wait for the paragraph they stand in. */
  #waiting = ''
  #look: ParagraphLook = {}
  /** A label has begun the line, and the first paragraph of the text goes on behind it. */
  #isLabelled = false
  /** Paragraphs of the text stay in one line. */
  #isOneLine = false

  constructor(wants: DocumentWants) {
    this.#wants = wants
  }

  get blocks(): readonly WrittenBlock[] {
    this.end()
    return this.#blocks
  }

  /** A line that belongs to no question: a title, a head. */
  line(text: string, look: ParagraphLook = {}): void {
    this.begin(look)
    this.hidden(decoration)
    this.words(text)
    this.end()
  }

  /** Begins a paragraph whose texts and labels follow. */
  begin(look: ParagraphLook = {}): void {
    this.end()
    this.#look = look
    this.#paragraph()
    // Its further paragraphs stand below its text, not below its label.
    const { hang: _hang, newPage: _newPage, ...rest } = look
    this.#look = rest
  }

  end(): void {
    if (this.#open) this.#last = this.#open
    this.#open = null
    this.#isLabelled = false
  }

  /** Letters that are no part of a text: a number, the letter of an option, a tab between options. */
  words(text: string, looks: Looks = {}): void {
    this.#put({ kind: 'words', text, ...looks })
    this.#isLabelled = true
  }

  hidden(marks: string): void {
    if (!this.#wants.hasMarks) return
    if (this.#open) this.#open.pieces.push({ kind: 'hidden', text: marks })
    else this.#waiting += marks
  }

  /** A text with its formulas, in the line. */
  plain(text: string, looks: Looks = {}): void {
    for (const piece of splitTex(text, always))
      if ('text' in piece) this.#letters(piece.text, looks)
      else this.#formula(piece.tex)
  }

  /** A rich text. With `oneLine` its paragraphs stay in the line they begin in. */
  rich(html: string, { oneLine = false } = {}): void {
    this.#isOneLine = oneLine
    for (const node of parseMarkup(asMarkup(html))) this.#node(node, {})
    this.#isOneLine = false
  }

  /** Marks of an end stay with what they end. */
  ending(marks: string): void {
    if (!this.#wants.hasMarks) return
    const at = this.#open ?? this.#last
    if (at && this.#waiting === '') at.pieces.push({ kind: 'hidden', text: marks })
    else this.hidden(marks)
  }

  #paragraph(): Paragraph {
    if (this.#open) return this.#open
    const made: Paragraph = { kind: 'paragraph', pieces: [], look: this.#look }
    if (this.#waiting !== '') made.pieces.push({ kind: 'hidden', text: this.#waiting })
    this.#waiting = ''
    this.#blocks.push(made)
    this.#open = made
    return made
  }

  #put(piece: WrittenPiece): void {
    this.#paragraph().pieces.push(piece)
  }

  #letters(text: string, looks: Looks): void {
    const shown = text.replaceAll('\\$', '$').replace(/\\blank\b/g, '________')
    if (shown !== '') this.#put({ kind: 'words', text: shown, ...looks })
  }

  #formula(tex: string): void {
    const { failed } = ommlOfTex(tex)
    if (failed.length === 0) return this.#put({ kind: 'formula', tex, unread: [] })
    this.#wants.onLoss(`公式 ${tex} 没有转成 Word 公式（${failed.join('、')}），保留 TeX 原文`)
    this.hidden(texMark)
    this.#put({ kind: 'words', text: `$${tex}$` })
    this.hidden(mark('/T'))
  }

  #node(node: MarkupNode, looks: Looks): void {
    if (isText(node)) return this.#text(node.data, looks)
    if (!isTag(node)) return
    if (node.name === 'table') return this.#table(node, looks)
    if (node.name === 'img') return this.#picture(node)
    if (node.name === 'br') return this.#put({ kind: 'break' })
    if (inline.has(node.name)) return this.#inline(node, looks)
    return this.#block(node, looks)
  }

  #text(text: string, looks: Looks): void {
    // White space between blocks shows nothing, and is kept nowhere.
    if (text.trim() === '' && !this.#open) return
    this.plain(text, looks)
  }

  #inline(node: Tag, looks: Looks): void {
    this.#paragraph()
    this.hidden(begins(node))
    for (const child of node.children) this.#node(child, { ...looks, ...looksOf[node.name] })
    this.hidden(mark(`</${node.name}>`))
  }

  #block(node: Tag, looks: Looks): void {
    const before = this.#look
    if (!this.#isOneLine && !this.#isLabelled) this.end()
    const align = aligns[node.attribs['class'] ?? '']
    if (align && !this.#isOneLine) {
      this.#look = { ...before, align }
      if (this.#open) this.#open.look = { ...this.#open.look, align }
    }
    this.hidden(begins(node))
    if (node.name !== 'hr') {
      if (node.name === 'p') this.#paragraph()
      this.#isLabelled = node.name !== 'p' && this.#isLabelled
      for (const child of node.children) this.#node(child, looks)
      this.ending(mark(`</${node.name}>`))
    }
    this.#look = before
    if (!this.#isOneLine) this.end()
  }

  #picture({ attribs }: Tag): void {
    const file = attribs['data-file'] ?? ''
    const alt = attribs['alt'] ?? ''
    if (this.#wants.hasPicture(file)) return this.#put({ kind: 'picture', part: file, alt })
    this.#wants.onLoss(pictureLoss(alt))
    this.#put({ kind: 'words', text: '〔图〕' })
  }

  #table(node: Tag, looks: Looks): void {
    this.end()
    const rows: WrittenCell[][] = []
    /** By column: how many rows a cell above still takes, and its width. */
    const below: { rows: number; span: number }[] = []
    const read = (at: Tag): void => {
      this.hidden(begins(at))
      for (const child of at.children) {
        if (!isTag(child)) continue
        if (child.name === 'tr') rows.push(this.#row(child, below, looks))
        else read(child)
      }
      this.ending(mark(`</${at.name}>`))
    }
    read(node)
    if (rows.length > 0) this.#blocks.push({ kind: 'table', rows })
  }

  #row(row: Tag, below: { rows: number; span: number }[], looks: Looks): WrittenCell[] {
    this.hidden(begins(row))
    const cells: WrittenCell[] = []
    let column = 0
    const goesOn = () => {
      for (let held = below[column]; held && held.rows > 0; held = below[column]) {
        held.rows -= 1
        cells.push({ blocks: [], span: held.span, merge: 'on' })
        column += held.span
      }
    }
    for (const cell of row.children.filter(isTag)) {
      goesOn()
      const span = spanOf(cell, 'colspan')
      const rows = spanOf(cell, 'rowspan')
      cells.push({ blocks: this.#cell(cell, looks), span, ...(rows > 1 && { merge: 'begin' as const }) })
      below[column] = { rows: rows - 1, span }
      column += span
    }
    goesOn()
    this.ending(mark('</tr>'))
    return cells
  }

  #cell(cell: Tag, looks: Looks): readonly WrittenBlock[] {
    const [outer, look] = [this.#blocks, this.#look]
    this.#blocks = []
    const align = aligns[cell.attribs['class'] ?? '']
    this.#look = align ? { align } : {}
    this.hidden(begins(cell))
    this.#paragraph()
    this.#isLabelled = true
    for (const child of cell.children) this.#node(child, looks)
    this.ending(mark(`</${cell.name}>`))
    this.end()
    const inner = this.#blocks
    this.#blocks = outer
    this.#look = look
    return inner
  }
}

const begins = ({ name, attribs }: Tag): string => mark(opened(name, attribs))

const spanOf = ({ attribs }: Tag, name: string): number =>
  Math.min(20, Math.max(1, Number(attribs[name]) || 1))
