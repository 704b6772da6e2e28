import type { QuestionValue } from '../../../catalogue/questions/value.ts'

/** A question as it is put into a file: its number, the version, or 0 for a working copy, and its value. */
export interface FiledQuestion {
  readonly id: number
  readonly no: number
  readonly value: QuestionValue
}

/** What a format cannot hold of a question; the rest of it is in the file. */
export interface Loss {
  /** By its place among the questions of the file, from 1. */
  readonly place: number
  readonly what: string
}

export const pictureLoss = (alt: string): string =>
  `图片${alt === '' ? '' : `“${alt}”`}太大或读不到，没有放进文件`

/** A file of questions, and what it could not hold. */
export interface QuestionFile {
  readonly bytes: Buffer
  readonly losses: readonly Loss[]
}

/** Pictures by the id of their file. */
export type FilePictures = ReadonlyMap<string, Buffer>

/** A picture of a file that is read, under the id that stands for it in the texts until it is a file. */
export interface ReadPicture {
  readonly id: string
  readonly name: string
  readonly mime: string
  readonly bytes: Uint8Array
}

/** A question read from a file, with the number and version that this portal wrote into it. */
export interface ReadOne {
  readonly place: string
  readonly value: QuestionValue
  readonly source: Pick<FiledQuestion, 'id' | 'no'> | null
  /** Why it is looked at before it is taken, and why it is when there is time. */
  readonly low: readonly string[]
  readonly middle: readonly string[]
}

/** A file of questions as it was understood, with what was not. */
export interface ReadFile {
  readonly questions: readonly ReadOne[]
  readonly tray: readonly { readonly text: string; readonly reason: string }[]
  readonly pictures: readonly ReadPicture[]
  readonly formulas: number
}
