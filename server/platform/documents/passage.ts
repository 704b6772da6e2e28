import type { FileMime } from '../../../catalogue/kinds/file-types.ts'
import type { Place } from '../../../catalogue/contract/research/blind.ts'

/** A stretch of text that stands together; `place` where it stands elsewhere than the passage around it. */
export interface Piece {
  readonly text: string
  readonly place?: Place | undefined
}

/** Text that a reader of the file sees in one line, however many runs it is written in. */
export interface Passage {
  readonly place: Place
  /** 第 3 页, 第 2 张幻灯片, 工作表“名单” B3; null where there is nothing to say. */
  readonly at: string | null
  readonly pieces: readonly Piece[]
  /** Whether the blind copy leaves it out. */
  readonly removed?: boolean
}

/** Passages of text read from a file. */
export interface FileReading {
  readonly passages: Passage[]
  /** Sentences about parts that could not be read, for the reviewer to look at. */
  readonly unread: string[]
}

/** A file as it lies in the store. */
export interface SourceFile {
  readonly name: string
  readonly mime: FileMime
  readonly content: Buffer
}

/** Deepest nesting of files: a table in a chart in a document. */
export const deepest = 3

/** One passage of a single piece. */
export const line = (place: Place, text: string, at: string | null = null, removed = false): Passage => ({
  place,
  at,
  pieces: [{ text }],
  removed,
})
