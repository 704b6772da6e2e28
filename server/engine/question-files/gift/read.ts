import { escapedText } from '../../../../catalogue/markup/letters.ts'
import { mostOptions, optionKey } from '../../../../catalogue/questions/structure.ts'
import type { ReadFile, ReadOne } from '../filed.ts'
import { PictureShelf, richOfForeign, type ForeignWants } from '../foreign-read.ts'
import { onlyWords, valueOr } from '../rest.ts'
import { blocksOfGift, literal, splitAt, type GiftBlock } from './lines.ts'

/** A text that is no GIFT; its message is a sentence for whoever sent it. */
export class GiftRefusal extends Error {}

/**
 * Reads the questions of a GIFT text (Moodle). What has no structure here, and what cannot be taken apart, goes to
 * the tray with its line.
 * @throws GiftRefusal for a text without any question
 */
export function questionsOfGift(content: Buffer): ReadFile {
  const reader = new GiftReader()
  const blocks = blocksOfGift(textOf(content))
  if (!blocks.some((block) => 'reason' in block || block.answers !== null))
    throw new GiftRefusal('该文本里没有 GIFT 格式的题：题目后面应写 { 答案 }，题与题之间空一行')
  for (const block of blocks)
    if ('reason' in block) reader.leave(block.line, block.text, block.reason)
    else reader.block(block)
  return reader.end()
}

function textOf(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    throw new GiftRefusal('该文本不是 UTF-8 编码，请另存为 UTF-8 后再试')
  }
}

interface AnswerReading {
  readonly questionKind: string
  readonly options?: readonly { readonly key: string; readonly content: string }[]
  readonly answer: unknown
  readonly middle?: readonly string[]
}

/** An answer with its mark (`=` right, `~` wrong) and its weight in hundredths; null where none is written. */
interface MarkedAnswer {
  readonly isRight: boolean
  readonly weight: number | null
  readonly text: string
  readonly hasFeedback: boolean
}

class GiftReader {
  readonly #questions: ReadOne[] = []
  readonly #tray: { text: string; reason: string }[] = []
  #formulas = 0

  leave(line: number, text: string, reason: string): void {
    this.#tray.push({ text: text.trim(), reason: `第 ${line} 行：${reason}` })
  }

  block(block: GiftBlock): void {
    const { line, title, before, answers, after } = block
    const low: string[] = []
    const shown = [title, before.trim()].filter(Boolean).join(' ').slice(0, 60)
    if (answers === null) return this.leave(line, shown, '没有 { }，是说明文字，不是题')
    const [given = '', analysis = ''] = answers.split(/(?<!\\)####/)
    const rich = (text: string) => this.#rich(text, block.format, low)
    const found = answerOf(given, rich)
    if (typeof found === 'string') return this.leave(line, shown, found)
    const { middle = [], ...read } = found
    const isBlank = read.questionKind === 'blank'
    const isMissingWord = after.trim() !== '' || (isBlank && !/_{2,}/.test(before))
    const stem = isMissingWord ? `${before.trimEnd()} ____ ${after.trim()}` : before
    const value = { licence: '2', difficulty: '3', stem: rich(stem), analysis: rich(analysis), ...read }
    this.#questions.push({
      place: `第 ${line} 行`,
      value: valueOr(onlyWords(literal(before).trim()), value, low),
      source: null,
      low,
      middle: [...middle, ...(read.answer === null ? ['没有答案'] : [])],
    })
  }

  end(): ReadFile {
    return { questions: this.#questions, tray: this.#tray, pictures: [], formulas: this.#formulas }
  }

  /** A text as rich text. Plain ones have letters only; of others what is markup is read as markup. */
  #rich(text: string, format: string, low: string[]): string {
    const words = literal(text).trim()
    const wants: ForeignWants = {
      shelf: new PictureShelf(),
      onLost: (what) => low.push(what),
      onFormula: () => (this.#formulas += 1),
      bytesOf: () => undefined,
    }
    const html = format === 'plain' ? escapedText(words) : words
    return words === '' ? '' : richOfForeign(html.replaceAll('\n', '<br>'), wants)
  }
}

/** What the braces of a question say; a sentence for what has no structure here. */
function answerOf(given: string, rich: (text: string) => string): AnswerReading | string {
  const text = given.trim()
  if (text === '') return { questionKind: 'essay', answer: null }
  const truth = /^(T|TRUE|F|FALSE)\s*(#.*)?$/is.exec(text)
  if (truth)
    return {
      questionKind: 'judge',
      answer: /^t/i.test(truth[1] ?? ''),
      middle: feedbackOf(truth[2] !== undefined),
    }
  if (text.startsWith('#')) return numberOf(text.slice(1))
  const marked = markedIn(text)
  if (marked === null) return '答案应以 = 或 ~ 开头，判断题写 TRUE 或 FALSE'
  if (marked.some((one) => one.isRight && /(?<!\\)->/.test(one.text))) return '配对题：没有这种题型，没有读'
  const middle = feedbackOf(marked.some(({ hasFeedback }) => hasFeedback))
  if (marked.every(({ isRight }) => isRight)) {
    const ways = marked
      .filter(({ weight }) => weight === null || weight === 100)
      .map((one) => literal(one.text))
    return { questionKind: 'blank', answer: ways.length > 0 ? [ways.slice(0, 10)] : null, middle }
  }
  return choiceOf(marked, rich, middle)
}

function choiceOf(
  marked: readonly MarkedAnswer[],
  rich: (text: string) => string,
  middle: readonly string[],
): AnswerReading | string {
  if (marked.length > mostOptions) return `选项有 ${marked.length} 项，最多 ${mostOptions} 项，没有读`
  const right = marked.flatMap(({ isRight, weight }, i) =>
    isRight || (weight !== null && weight > 0) ? [optionKey(i)] : [],
  )
  const isSingle = marked.some(({ isRight }) => isRight)
  return {
    questionKind: isSingle ? 'single' : 'multiple',
    options: marked.map(({ text }, i) => ({ key: optionKey(i), content: rich(text) })),
    answer: right.length === 0 ? null : isSingle ? (right[0] ?? null) : right,
    middle,
  }
}

/** Answers by their marks, in their order; null where something stands before the first one. */
function markedIn(text: string): MarkedAnswer[] | null {
  const answers: MarkedAnswer[] = []
  for (const found of text.matchAll(/([=~])((?:\\.|[^\\=~])*)/gs)) {
    const [, mark = '', written = ''] = found
    const weighed = /^\s*%(-?\d+(?:\.\d+)?)%/.exec(written)
    const [said = '', ...feedback] = splitAt(weighed ? written.slice(weighed[0].length) : written, '#')
    answers.push({
      isRight: mark === '=',
      weight: weighed ? Number(weighed[1]) : null,
      text: said.trim(),
      hasFeedback: feedback.length > 0,
    })
  }
  return /^[=~]/.test(text) && answers.length > 0 ? answers : null
}

const feedbackOf = (isThere: boolean): string[] => (isThere ? ['各答案的反馈没有保留'] : [])

/** `1822:5`, `1..5`, `=1822:0 =%50%1822:2`: the numbers that are wholly right. */
function numberOf(text: string): AnswerReading | string {
  const marked = markedIn(text.trim()) ?? markedIn(`=${text.trim()}`) ?? []
  const whole = marked.filter(({ weight }) => weight === null || weight === 100)
  const ways = whole.map((one) => one.text.split(':')[0]?.trim() ?? '').filter(Boolean)
  if (ways.some((way) => way.includes('..'))) return '数值范围：没有这种答案，没有读'
  if (ways.some((way) => !/^[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(way))) return '数值题的答案应为数字'
  const isTolerant = whole.some(({ text: said }) => Number(said.split(':')[1] ?? 0) > 0)
  return {
    questionKind: 'blank',
    answer: ways.length > 0 ? [ways.slice(0, 10)] : null,
    middle: [
      ...(isTolerant ? ['允许的误差没有保留'] : []),
      ...feedbackOf(whole.some(({ hasFeedback }) => hasFeedback)),
    ],
  }
}
