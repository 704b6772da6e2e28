import type { Place } from '../../../../catalogue/contract/research/blind.ts'
import { unescaped } from '../../package/unescaped.ts'
import { attributesOf } from '../../package/xml-tokens.ts'
import { line, type Passage, type Piece } from '../passage.ts'
import { textOf, walk } from './walk.ts'

/** Facts about a part from the package, before it is read. */
export interface PartContext {
  readonly place: Place
  readonly at: string | null
  /** Whether the blind copy leaves the part out. */
  readonly removed: boolean
  /** Whether paragraphs are counted, where there are no pages. */
  readonly counts: boolean
}

/** Elements that are read as one line; cells and strings of workbooks have a reader of their own. */
const blocks = new Set([
  'p',
  'si',
  'c',
  'author',
  'oddHeader',
  'evenHeader',
  'firstHeader',
  'oddFooter',
  'evenFooter',
  'firstFooter',
])
/** Places of what stands within these elements, in lines of their own or within one. */
const inner: Readonly<Record<string, Place>> = {
  ins: 'inserted',
  moveTo: 'inserted',
  instrText: 'field',
  delInstrText: 'field',
  txbxContent: 'textBox',
  txBody: 'textBox',
  hyperlink: 'link',
}
const heads: Readonly<Record<string, Place>> = {
  oddHeader: 'header',
  evenHeader: 'header',
  firstHeader: 'header',
  oddFooter: 'footer',
  evenFooter: 'footer',
  firstFooter: 'footer',
}
/** Attributes with a place of their own, by name. */
const attributePlaces: Readonly<Record<string, Place>> = {
  descr: 'alternative',
  title: 'alternative',
  alt: 'alternative',
  instr: 'field',
  Target: 'link',
  tooltip: 'link',
  location: 'link',
  display: 'link',
}
/** Attributes that say who did something, which the blind copy leaves out. */
export const authorship = new Set(['author', 'initials', 'userName', 'lastModifiedBy', 'refreshedBy', 'ed'])

const deleting = new Set(['del', 'moveFrom'])
/** Elements whose letters are a line break or a tab to a reader. */
const gaps = new Set(['br', 'tab', 'cr'])

interface Block {
  readonly pieces: (Piece & { readonly deleted: boolean })[]
  readonly place: Place
}

/** Whether an attribute may hold words: codes of a letter or two, small numbers and measures cannot. */
const speaks = (value: string): boolean => value.length > 3 || /[^\x20-\x7e]/.test(value)

class PartReader {
  readonly passages: Passage[] = []
  readonly #context: PartContext
  readonly #stack: string[] = []
  readonly #blocks: Block[] = []
  #deleted = 0
  #hidden = false
  #count = 0
  #page = 1
  #paged = false

  constructor(context: PartContext) {
    this.#context = context
  }

  get #at(): string | null {
    const { at, counts } = this.#context
    if (!counts) return at
    return this.#paged ? `第 ${this.#page} 页` : `第 ${this.#count} 段`
  }

  #place(fallback: Place): Place {
    if (fallback !== 'body') return fallback
    for (let i = this.#stack.length - 1; i >= 0; i -= 1) {
      const place = inner[this.#stack[i] ?? '']
      if (place === 'textBox' || place === 'link') return place
    }
    return fallback
  }

  open(name: string, raw: string): void {
    if (name === 'lastRenderedPageBreak') {
      this.#paged = true
      this.#page += 1
    }
    if (blocks.has(name)) this.#begin(name)
    if (name === 'r') this.#hidden = false
    if (name === 'vanish' || name === 'webHidden') this.#hidden = !/val="(0|false|off)"/.test(raw)
    if (deleting.has(name)) this.#deleted += 1
    if (gaps.has(name)) this.#blocks.at(-1)?.pieces.push({ text: ' ', deleted: false })
    this.#stack.push(name)
    // Cells are read by `readSheets`, which knows the shared strings.
    if (raw.includes('=') && name !== 'c' && name !== 'row') this.#attributes(name, raw)
  }

  #begin(name: string): void {
    if (this.#blocks.length === 0 && !this.#stack.includes('Fallback')) this.#count += 1
    this.#blocks.push({ pieces: [], place: heads[name] ?? this.#place(this.#context.place) })
  }

  #attributes(element: string, raw: string): void {
    const { removed } = this.#context
    for (const [name, value] of Object.entries(attributesOf(raw)))
      if (speaks(value) && !value.startsWith('http://schemas.'))
        this.passages.push(
          line(this.#placeOfAttribute(element, name), value, this.#at, authorship.has(name) || removed),
        )
  }

  #placeOfAttribute(element: string, name: string): Place {
    const { place } = this.#context
    if (authorship.has(name)) {
      if (element === 'ins') return 'inserted'
      if (deleting.has(element) || element.endsWith('Change')) return 'deleted'
      return place === 'comment' ? 'comment' : 'properties'
    }
    if (element === 'sheet' && name === 'name') return 'sheet'
    return attributePlaces[name] ?? (place === 'body' ? 'other' : place)
  }

  text(text: string): void {
    const block = this.#blocks.at(-1)
    if (!block) {
      if (text.trim() !== '')
        this.passages.push(line(this.#context.place, text, this.#at, this.#context.removed))
      return
    }
    const deleted = this.#deleted > 0
    // A head of a sheet has signs for sides, fonts and pages between its words: &L, &"SimSun", &12, &P.
    const coded = this.#context.place === 'sheet' && block.place !== 'sheet'
    const words = coded ? text.replaceAll(/&(?:"[^"]*"|\d{1,3}|[A-Z])/g, ' ') : text
    block.pieces.push({ text: words, deleted, place: deleted ? 'deleted' : this.#placeOfPiece() })
  }

  #placeOfPiece(): Place | undefined {
    if (this.#hidden) return 'hidden'
    for (let i = this.#stack.length - 1; i >= 0 && this.#stack[i] !== 'txbxContent'; i -= 1) {
      const place = inner[this.#stack[i] ?? '']
      if (place === 'inserted' || place === 'field') return place
    }
    return undefined
  }

  close(name: string): void {
    this.#stack.pop()
    if (deleting.has(name)) this.#deleted -= 1
    const block = blocks.has(name) ? this.#blocks.pop() : undefined
    if (block && name !== 'c') this.#end(block)
  }

  #end({ pieces, place }: Block): void {
    const { removed } = this.#context
    const at = this.#at
    // A field's instruction stands between its letters and is no part of the sentence.
    for (const { text } of pieces.filter((piece) => piece.place === 'field'))
      this.passages.push(line('field', text, at, removed))
    const written = pieces.filter((piece) => piece.place !== 'field')
    const current = written.filter(({ deleted }) => !deleted)
    if (current.length > 0) this.passages.push({ place, at, pieces: current, removed })
    if (current.length === written.length) return
    const before = written.filter((piece) => piece.place !== 'inserted')
    this.passages.push({ place, at, pieces: before, removed: true })
  }
}

/** Reads a part of XML: each paragraph as it reads, and every attribute, since any may hold a name. */
export function readPart(content: Buffer, context: PartContext): Passage[] {
  const reader = new PartReader(context)
  walk(content, () => ({
    open: (name, raw) => reader.open(name, raw),
    close: (name) => reader.close(name),
    text: (text) => reader.text(text),
    wantsText: () => true,
  }))
  for (const [, comment = ''] of textOf(content).matchAll(/<!--([\s\S]*?)-->/g))
    reader.passages.push(line('other', unescaped(comment) ?? comment, null, true))
  return reader.passages
}
