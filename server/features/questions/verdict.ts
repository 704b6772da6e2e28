import type { PaperText } from '../../../catalogue/questions/word/lines.ts'
import type { Confidence } from '../../../catalogue/questions/word/read.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import type { ReadFile } from '../../engine/question-files/index.ts'

/** A picture of a file under the id that stands for it in the texts until it is a file of the portal. */
export interface FilePicture {
  readonly id: string
  readonly name: string
  readonly mime: string
  readonly bytes: Uint8Array
}

/** A question as a worker read it. */
export interface ReadQuestion {
  readonly section: string | null
  readonly number: number
  readonly value: QuestionValue
  readonly confidence: Confidence
  readonly reasons: readonly string[]
  /** The number and version that this portal wrote into the file; null where another program wrote it. */
  readonly source: { readonly id: number; readonly no: number } | null
  /** Numbers of the blocks of a paper that it was read from. */
  readonly blocks: readonly number[]
}

/** A file as a worker read it. */
export interface FileReading {
  readonly questions: readonly ReadQuestion[]
  readonly warnings: readonly string[]
  readonly tray: readonly { readonly text: string; readonly reason: string }[]
  readonly formulas: number
  readonly pictures: readonly FilePicture[]
  /** What a paper was read from; null for files that say themselves what their questions are. */
  readonly paper: PaperText | null
}

/** What a worker made of a file, or why it is refused. Errors lose their class between threads. */
export type Verdict = { readonly refused: string } | FileReading

/** A file of questions with how sure each reading is. */
export const verdictOf = ({ questions, ...rest }: ReadFile): FileReading => ({
  ...rest,
  questions: questions.map(({ value, source, low, middle }, i) => ({
    section: null,
    number: i + 1,
    value,
    source,
    blocks: [],
    confidence: low.length > 0 ? 'low' : middle.length > 0 ? 'middle' : 'high',
    reasons: [...low, ...middle],
  })),
  warnings: [],
  paper: null,
})
