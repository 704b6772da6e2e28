import { setImmediate } from 'node:timers/promises'
import { writeDocx } from '../../../platform/docx/index.ts'
import type { FiledQuestion, FilePictures, Loss, QuestionFile } from '../filed.ts'
import { DocumentText } from './document.ts'
import { writeAnswers, writeBody, type PrintedQuestion } from './question.ts'

/** Where answers stand: below each question, or together behind the last one. */
export type AnswerPlace = 'each' | 'end'

export interface WordWants {
  readonly title: string
  readonly answers: AnswerPlace
}

/** Questions as a document of Word that can be edited and read again. */
export async function wordOfQuestions(
  questions: readonly FiledQuestion[],
  pictures: FilePictures,
  { title, answers }: WordWants,
): Promise<QuestionFile> {
  const losses: Loss[] = []
  let place = 0
  const text = new DocumentText({
    hasMarks: true,
    hasPicture: (file) => pictures.has(file),
    onLoss: (what) => losses.push({ place, what }),
  })
  text.line(title, { style: 'title' })
  const printed = questions.map((question, i): PrintedQuestion => {
    const { score } = question.value
    const note = score === null ? '' : `（${score} 分）`
    return { ...question, place: i + 1, number: String(i + 1), note }
  })
  for (const question of printed) {
    place = question.place
    writeBody(text, question)
    if (answers === 'each') writeAnswers(text, question, '')
    // Formulas are typeset here: others are answered between two questions.
    await setImmediate()
  }
  if (answers === 'end') {
    text.line('参考答案', { style: 'head', newPage: true })
    for (const question of printed) {
      place = question.place
      writeAnswers(text, question, `${question.number}. `)
    }
  }
  writeLosses(text, losses)
  const bytes = await writeDocx({ title, blocks: text.blocks, pictures, foot: title.slice(0, 40) })
  return { bytes, losses }
}

/** What Word could not hold is said in the document as well: whoever gets it did not see the page. */
export function writeLosses(text: DocumentText, losses: readonly Loss[]): void {
  if (losses.length === 0) return
  text.line(`没有转成的 ${losses.length} 处`, { style: 'head' })
  for (const { place, what } of losses) text.line(`第 ${place} 题：${what}`, { style: 'note' })
}
