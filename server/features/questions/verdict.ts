import type { PaperText } from '../../../catalogue/questions/word/lines.ts'
import { judged, type Confidence } from '../../../catalogue/questions/word/read.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import type { ReadFile, ReadOne } from '../../engine/question-files/index.ts'

/** A question as a worker read it. */
export interface ReadQuestion {
  readonly section: string | null
  readonly number: number
  readonly value: QuestionValue
  readonly confidence: Confidence
  readonly reasons: readonly string[]
  /** The number and version that this portal wrote into the file; null where another program wrote it. */
  readonly source: ReadOne['source']
  /** Numbers of the blocks of a paper that it was read from. */
  readonly blocks: readonly number[]
}

/** A file as a worker read it. */
export interface FileReading {
  readonly questions: readonly ReadQuestion[]
  readonly warnings: readonly string[]
  readonly tray: readonly { readonly text: string; readonly reason: string }[]
  readonly formulas: number
  readonly pictures: ReadFile['pictures']
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
    ...judged(low, middle),
  })),
  warnings: [],
  paper: null,
})
