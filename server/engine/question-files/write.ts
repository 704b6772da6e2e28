import type { QuestionFormat } from '../../../catalogue/contract/question-files.ts'
import type { FiledQuestion, FilePictures, QuestionFile } from './filed.ts'
import { moodleOfQuestions } from './moodle/write.ts'
import { qtiOfQuestions } from './qti/write.ts'
import { workbookOfQuestions } from './workbook/write.ts'
import { wordOfQuestions, type WordWants } from './word/write.ts'

type Wants = WordWants & { readonly format: QuestionFormat }
type Writer = (
  questions: readonly FiledQuestion[],
  pictures: FilePictures,
  wants: WordWants,
) => Promise<QuestionFile>

const writers: Readonly<Record<QuestionFormat, Writer>> = {
  docx: wordOfQuestions,
  xlsx: workbookOfQuestions,
  qti: qtiOfQuestions,
  moodle: moodleOfQuestions,
}

/** Questions as a file of a format, with what it could not hold. */
export const writeQuestions = (
  questions: readonly FiledQuestion[],
  pictures: FilePictures,
  { format, ...wants }: Wants,
): Promise<QuestionFile> => writers[format](questions, pictures, wants)
