/** Questions as files that other programs read, and back (0194). */
export type { FilePictures, FiledQuestion, Loss, QuestionFile, ReadFile, ReadOne } from './filed.ts'
export { isSameQuestion } from './settled.ts'
export { DocumentText } from './word/document.ts'
export { writeAnswers, writeBody, type PrintedQuestion } from './word/question.ts'
export { readMarked } from './word/read.ts'
export { writeLosses } from './word/write.ts'
export { questionsOfWorkbook } from './workbook/read.ts'
export { writeQuestions } from './write.ts'
