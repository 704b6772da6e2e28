import { z } from 'zod'
import { isMarkup } from '../../../../catalogue/kinds/rich-text.ts'
import { blanksOf, type OneQuestion } from '../../../../catalogue/questions/fields.ts'
import { markupOf, plainOf } from '../../../../catalogue/questions/texts.ts'
import type { Answer, QuestionPart } from '../../../../catalogue/questions/value.ts'

/** A rich text as a cell shows it: plain lines with $…$ where it is no more than that, else its markup. */
export function cellOfRich(html: string): string {
  const plain = plainOf(html)
  return plain !== null && !isMarkup(plain) && plain === plain.trim() && markupOf(plain) === html
    ? plain
    : html
}

export const richOfCell = (cell: string): string => (isMarkup(cell) ? cell : markupOf(cell))

const blankEnd = '；'
const otherWay = ' 或 '

/** An answer as a cell: B, ABD, 对, `2；二 或 2` for two blanks, the text of an essay. */
export function cellOfAnswer({ questionKind, answer }: OneQuestion): string {
  if (answer === null) return ''
  if (typeof answer === 'boolean') return answer ? '对' : '错'
  if (typeof answer === 'string') return questionKind === 'essay' ? cellOfRich(answer) : answer
  const parts: readonly (string | readonly string[])[] = answer
  if (parts.every((one) => typeof one === 'string')) return parts.join('')
  const blanks = blanksOf(answer)
  // Where an answer has these signs itself, the cell lists the blanks so that nobody parts it elsewhere.
  const isPlain = blanks.every((ways) => ways.length > 0 && ways.every((way) => !/[；;]|\s或\s/.test(way)))
  return isPlain ? blanks.map((ways) => ways.join(otherWay)).join(blankEnd) : JSON.stringify(blanks)
}

/** The answer of a cell for a structure; a sentence where it is none. */
export function answerOfCell(
  kind: QuestionPart['questionKind'] | 'composite',
  cell: string,
): { readonly answer: Answer } | { readonly fault: string } {
  const text = cell.trim()
  if (text === '') return { answer: null }
  if (kind === 'essay' || kind === 'composite') return { answer: richOfCell(text) }
  const letters = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s,，、.;；]/g, '')
  if (kind === 'single')
    return /^[A-L]$/.test(letters)
      ? { answer: letters }
      : { fault: `单选题的答案应为一个字母，现为“${short(text)}”` }
  if (kind === 'multiple')
    return /^[A-L]+$/.test(letters)
      ? { answer: [...new Set(letters)] }
      : { fault: `多选题的答案应为字母，现为“${short(text)}”` }
  if (kind === 'judge') return truthOf(text)
  return { answer: blanksIn(text) }
}

const short = (text: string): string => (text.length > 20 ? `${text.slice(0, 20)}…` : text)

function truthOf(text: string): { readonly answer: Answer } | { readonly fault: string } {
  if (/^(?:对|正确|√|✓|是|T|TRUE)$/i.test(text)) return { answer: true }
  if (/^(?:错|错误|不正确|×|✗|否|F|FALSE)$/i.test(text)) return { answer: false }
  return { fault: `判断题的答案应为“对”或“错”，现为“${short(text)}”` }
}

function blanksIn(text: string): string[][] {
  const listed = text.startsWith('[[') ? listIn(text) : null
  if (listed) return listed
  return text.split(/[；;\n]/).map((blank) =>
    blank
      .split(/\s或\s/)
      .map((way) => way.trim())
      .filter(Boolean),
  )
}

const blanksShape = z.array(z.array(z.string()))

function listIn(text: string): string[][] | null {
  try {
    return blanksShape.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Scoring points as lines: （4 分）列出方程. */
export const cellOfPoints = ({ scoringPoints }: OneQuestion): string =>
  scoringPoints.map(({ text, score }) => `（${score} 分）${cellOfRich(text)}`).join('\n')

export const pointsOfCell = (cell: string): { text: string; score: number }[] =>
  cell.split(/\n(?=[（(]\s*[\d.]+\s*分\s*[)）])/).flatMap((line) => {
    const found = /^\s*[（(]\s*([\d.]+)\s*分\s*[)）]\s*([\s\S]*)$/.exec(line)
    if (found) return [{ text: richOfCell((found[2] ?? '').trim()), score: Number(found[1]) }]
    return line.trim() === '' ? [] : [{ text: richOfCell(line.trim()), score: 0 }]
  })
