import type { PrintQuery } from '../../../catalogue/contract/papers.ts'
import {
  DocumentText,
  writeAnswers,
  writeBody,
  writeLosses,
  type Loss,
  type PrintedQuestion,
} from '../../engine/question-files/index.ts'
import { writeDocx } from '../../platform/docx/index.ts'
import { headOf, numberedItems, sealLabels, variantOf, type PrintSource } from './print.ts'

/** What of a print Word takes: the paper with or without answers, or the key. */
export type WordPrint = Pick<PrintQuery, 'variant' | 'with_answer'> & { readonly what: 'paper' | 'key' }

/**
 * A paper as a document of Word: title, heads of sections, questions with formulas that can be edited. Only the
 * teacher's copy of paper A has the marks by which it is read again: a pupil's copy holds nothing that is not
 * printed, and paper B has other letters than the bank.
 */
export async function wordOfPaper(source: PrintSource, asked: WordPrint): Promise<Buffer> {
  const { value, pictures, trace } = source
  const variant = variantOf(source, asked.variant)
  const isTeachers = asked.what === 'paper' && asked.with_answer === '1'
  const losses: Loss[] = []
  let place = 0
  const text = new DocumentText({
    hasMarks: isTeachers && asked.variant === 'A',
    hasPicture: (file) => pictures.has(file),
    onLoss: (what) => losses.push({ place, what }),
  })
  const isKey = asked.what === 'key'
  writeHead(text, source, asked)
  const items = numberedItems(source, variant)
  for (const [at, section] of value.sections.entries()) {
    if (!isKey) text.line(headOf(section, at), { style: 'head' })
    for (const item of items.filter((one) => one.section === section)) {
      place = item.number
      const printed: PrintedQuestion = {
        ...item.pin,
        value: item.value,
        place,
        number: String(item.number),
        note: isKey || section.scorePer === null ? `（${item.score} 分）` : '',
      }
      if (!isKey) writeBody(text, printed)
      if (isKey) writeAnswers(text, printed, `${item.number}.${printed.note}`)
      else if (isTeachers) writeAnswers(text, printed, '')
    }
  }
  if (isTeachers || isKey) writeLosses(text, losses)
  const foot = [`${value.title.slice(0, 24)}　${asked.variant} 卷`, trace].filter(Boolean).join('　')
  // As in the PDF: where pupils write, and nowhere else.
  const seal = isKey || isTeachers ? [] : sealLabels
  return writeDocx({ title: value.title, blocks: text.blocks, pictures, foot, seal })
}

function writeHead(text: DocumentText, { value, org }: PrintSource, { what, variant }: WordPrint): void {
  if (what === 'key') return text.line(`${value.title}　${variant} 卷参考答案和评分`, { style: 'title' })
  if (org !== '') text.line(org, { align: 'center' })
  text.line(value.title, { style: 'title' })
  text.line(`${variant} 卷　满分 ${value.totalScore} 分　考试时间 ${value.duration} 分钟`, {
    align: 'center',
  })
  if (value.notes !== '') text.line(`注意事项：${value.notes}`)
}
