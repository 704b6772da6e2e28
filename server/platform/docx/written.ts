import type { Piece } from './blocks.ts'

/** A piece with looks that only writing has. */
export type WrittenPiece = Piece & {
  readonly bold?: boolean
  readonly italic?: boolean
  readonly struck?: boolean
}

export type WrittenBlock = WrittenParagraph | WrittenTable

export interface WrittenParagraph {
  readonly kind: 'paragraph'
  readonly pieces: readonly WrittenPiece[]
  readonly look?: ParagraphLook
}

export interface ParagraphLook {
  /** `title` and `head` are styles by which Word shows an outline; `note` is small. */
  readonly style?: 'title' | 'head' | 'note'
  readonly align?: 'center' | 'right' | 'both'
  /** Millimetres from the left, and by how much its first line stands out. */
  readonly indent?: number
  readonly hang?: number
  /** Tabs stand at every such part of the line: options in 2 or 4 columns. */
  readonly columns?: number
  /** Stays on the page of the next paragraph. */
  readonly keepNext?: boolean
  readonly newPage?: boolean
}

export interface WrittenCell {
  readonly blocks: readonly WrittenBlock[]
  /** How many columns it takes. */
  readonly span?: number
  /** `begin`: goes on in the rows below; `on`: belongs to the cell above. */
  readonly merge?: 'begin' | 'on'
}

export interface WrittenTable {
  readonly kind: 'table'
  readonly rows: readonly (readonly WrittenCell[])[]
}

export interface WrittenDocument {
  readonly title: string
  readonly blocks: readonly WrittenBlock[]
  /** Pictures by the names that pieces use. Those that it lacks are written as a word. */
  readonly pictures: ReadonlyMap<string, Buffer>
  /** Stands below every page, beside its number. */
  readonly foot?: string
  /** What a pupil writes beside the line at which the first page is sealed; without it there is no line. */
  readonly seal?: readonly string[]
}
