/** A stretch of a paragraph, in its order. */
export type Piece =
  | {
      readonly kind: 'words'
      readonly text: string
      readonly underlined?: true
      readonly red?: true
      readonly raised?: 'sup' | 'sub'
    }
  | { readonly kind: 'formula'; readonly tex: string; readonly unread: readonly string[] }
  /** `part`: the picture within the package; null for one that lies elsewhere. */
  | { readonly kind: 'picture'; readonly part: string | null; readonly alt: string }
  /** An object that nobody reads, such as a formula of MathType; `part` is its picture where it has one. */
  | { readonly kind: 'object'; readonly program: string; readonly part: string | null }
  | { readonly kind: 'break' }
  /** Letters that are kept in the document and not shown. */
  | { readonly kind: 'hidden'; readonly text: string }

/** A paragraph with the label that its list gives it. */
export interface Paragraph {
  readonly kind: 'paragraph'
  readonly label: string
  readonly pieces: readonly Piece[]
}

export interface Table {
  readonly kind: 'table'
  readonly rows: readonly (readonly (readonly Block[])[])[]
}

export type Block = Paragraph | Table

/** A document of Word as blocks in the order of reading. */
export interface WordDocument {
  readonly blocks: readonly Block[]
  /** Pictures of the package by the names that pieces use. */
  readonly pictures: ReadonlyMap<string, Buffer>
}
