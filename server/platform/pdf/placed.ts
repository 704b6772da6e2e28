import type { Weight } from './letters.ts'

/** A line of text at a place; y is its top. */
export interface Line {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size: number
  readonly weight: Weight
}

/** Role of a cell or paragraph for screen readers. */
export type Role = 'H1' | 'P' | 'TH' | 'TD'

/** One tagged piece of a page: its lines of text and its pictures. */
export interface Piece {
  readonly role: Role
  readonly lines: readonly Line[]
  readonly pictures: readonly { readonly bytes: Uint8Array; readonly box: Box; readonly fill: boolean }[]
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * What stands on a page: rows of a table or single paragraphs in reading order, and the boxes that are ruled.
 */
export interface Page {
  readonly rows: { readonly table: boolean; readonly pieces: Piece[] }[]
  /** Boxes with thin lines. */
  readonly boxes: Box[]
  /** Boxes with a strong line around whole tables. */
  readonly frames: Box[]
}
