/**
 * What is printed, described without a word about its subject: paper, rows of cells, texts, and marks of its
 * issue.
 */
export interface Sheet {
  /** Title of the file, which readers announce. */
  readonly title: string
  /** Large line above the first page's table; empty for none. */
  readonly heading: string
  /** Small line between heading and table: left and right. */
  readonly above: readonly [left: string, right: string]
  readonly paper: Paper
  /** Width of the text block in the units that `span` counts. */
  readonly units: number
  readonly parts: readonly Part[]
  /** Lines at the foot of the last page. */
  readonly foot: readonly string[]
  /** Pale words across every page. */
  readonly watermark: string | null
  /**
   * Where the paper can be verified, drawn as a QR code beside the code in letters; without an address the
   * letters alone.
   */
  readonly mark: { readonly address: string | null; readonly code: string } | null
}

export type Paper = 'portrait' | 'landscape' | 'letter'

export type Part = Grid | Table | Paragraph | Break | Anchor

/** Rows of cells that share lines; a row never splits unless it is longer than a page. */
export interface Grid {
  readonly part: 'grid'
  readonly rows: readonly (readonly Cell[])[]
  /** No lines around its cells: the signature of a letter. */
  readonly bare?: boolean
}

/** Rows below a head. */
export interface Table {
  readonly part: 'table'
  /** Names the rows where they go on elsewhere. */
  readonly title: string
  readonly head: readonly Cell[]
  readonly rows: readonly (readonly Cell[])[]
  /** Rows drawn at least, empty ones below the filled. */
  readonly least: number
  /**
   * Rows drawn here at most; the rest follows on continuation pages at the end. Null: they flow on, with the
   * head again on each page.
   */
  readonly most: number | null
  /** Rows of one page where they flow; as many as fit unless given. */
  readonly perPage?: number
}

export interface Paragraph {
  readonly part: 'text'
  readonly text: string
  readonly size: number
  readonly align?: 'left' | 'center' | 'right'
  readonly bold?: true
  /** Space above in millimetres. */
  readonly above?: number
  /** Millimetres that must be free below it on its page: a heading stays with what follows. */
  readonly keep?: number
}

export interface Break {
  readonly part: 'page'
}

/** A place that cells can name the page of. */
export interface Anchor {
  readonly part: 'anchor'
  readonly name: string
}

export interface Cell {
  readonly text: string
  /** The number of the page on which this anchor stands, instead of the text. */
  readonly pageOf?: string
  readonly span: number
  readonly look: 'label' | 'value' | 'note'
  /** Rows that the cell runs down; one unless given. */
  readonly down?: number
  readonly align?: 'left' | 'center'
  /** Height in millimetres that the row has at least; eight unless given. */
  readonly height?: number
  /** Lines at the lower right: signature, seal, date. */
  readonly sign?: readonly string[]
  /** A JPEG or PNG: a portrait that fills the cell, or a seal over the signature. */
  readonly picture?: Uint8Array
  readonly seal?: Uint8Array
}

/** Points of a millimetre. */
export const mm = 72 / 25.4

/** Size and margins of the papers in points (GB/T 9704 for letters). */
export const papers = {
  portrait: {
    width: 210 * mm,
    height: 297 * mm,
    left: 25 * mm,
    right: 20 * mm,
    top: 25 * mm,
    bottom: 20 * mm,
  },
  landscape: {
    width: 297 * mm,
    height: 210 * mm,
    left: 25 * mm,
    right: 20 * mm,
    top: 20 * mm,
    bottom: 18 * mm,
  },
  letter: { width: 210 * mm, height: 297 * mm, left: 28 * mm, right: 26 * mm, top: 37 * mm, bottom: 35 * mm },
} as const satisfies Record<Paper, object>
