import { AnswersAtEnd } from './answers.ts'
import { tokensIn, type PaperText } from './lines.ts'
import { emptyQuestion, lined, type FoundPaper, type FoundQuestion } from './paper.ts'
import {
  isAnswersHead,
  markOf,
  narrowed,
  numberStartOf,
  optionsOn,
  sectionHeadOf,
  type NumberStart,
} from './starts.ts'

/** A section of a question, as the marks of a paper head it. */
type MarkedSection = 'stem' | 'answer' | 'analysis' | 'points' | 'difficulty' | 'source'

/**
 * Takes a paper apart into questions (resources.md, 5.4). A number begins a question only where it is the one
 * expected next, so that `3.14` and years begin none; everything goes to exactly one place.
 */
export function segmentsOf({ blocks, tokens }: PaperText, cuts: Cuts = noCuts): FoundPaper {
  const hasHeads = blocks.some((block) => 'text' in block && sectionHeadOf(block.text) !== null)
  const reader = new Segments(cuts, hasHeads)
  for (const [at, block] of blocks.entries()) {
    if (block.kind === 'table') reader.table(at, block.rows)
    else reader.line(at, block.text)
  }
  const paper = reader.end()
  for (const question of paper.questions)
    if (
      tokensIn([question.stem, ...question.options.map(({ text }) => text)].join(''), tokens).some(
        ({ isLost }) => isLost,
      )
    )
      question.low.push('有读不出的公式或图')
  return paper
}

/**
 * Where somebody who looked at a paper wants it taken apart otherwise, by the number of a block: a question
 * begins there, or the block goes on with the question before it.
 */
export type Cuts = ReadonlyMap<number, 'start' | 'join'>
const noCuts: Cuts = new Map()
const notes = /^\s*[【[]?\s*(?:注意事项|考生须知|答题须知|答题要求)/

const material = /(?:完成|回答)(?:下面|下列|后面)?(?:的|第)?\s*(\d+)\s*[~～\-–—至到]\s*(\d+)\s*(?:小)?题/

class Segments {
  readonly #paper: FoundPaper = { sections: [], questions: [], materials: [], tray: [], places: [] }
  #expected = 1
  #field: MarkedSection = 'stem'
  #afterHead = true
  /** The highest part `(n)` of the open question. */
  #part = 0
  #answers: AnswersAtEnd | null = null
  readonly #cuts: Cuts

  /** Notes for pupils above the first head have numbers of their own: 注意事项：1．… */
  #isNotes = false
  readonly #hasHeads: boolean

  constructor(cuts: Cuts, hasHeads: boolean) {
    this.#cuts = cuts
    this.#hasHeads = hasHeads
  }

  get #open(): FoundQuestion | undefined {
    return this.#paper.questions.at(-1)
  }

  line(at: number, text: string): void {
    if (text.trim() === '') return void (this.#paper.places[at] = 'blank')
    if (this.#answers) return this.#answers.line(at, text)
    const cut = this.#cutAt(at)
    if (cut === 'join' && this.#open) return this.#join(at, text)
    if (cut === 'start') return this.#split(at, text)
    if (isAnswersHead(text)) return this.#beginAnswers(at)
    const head = sectionHeadOf(text)
    if (head) {
      this.#isNotes = false
      this.#paper.sections.push({ ...head, block: at })
      this.#paper.places[at] = 'head'
      this.#afterHead = true
      return
    }
    if (this.#areNotes(text)) return this.#toTray(at, text, '注意事项')
    const start = this.#startOf(text)
    if (start) return this.#begin(at, text, start)
    if (this.#opensMaterial(at, text)) return
    this.#goOn(at, text)
  }

  /** A table is options where its cells are; else it stands in the text that it follows, row by row. */
  table(at: number, rows: readonly (readonly (readonly string[])[])[]): void {
    if (this.#answers) return this.#answers.table(at, rows)
    const cells = rows.flat().map((lines) => lines.join('\n').trim())
    const filled = cells.filter((cell) => cell !== '')
    const areOptions = filled.length > 1 && filled.every((cell) => /^\(?[A-H]\s*[.、:)]/.test(narrowed(cell)))
    if (areOptions) for (const cell of filled) this.line(at, cell)
    else if (filled.length === 0) this.#paper.places[at] = 'blank'
    else this.line(at, rows.map((row) => row.map((lines) => lines.join(' ')).join('\t')).join('\n'))
  }

  end(): FoundPaper {
    this.#answers?.join()
    return this.#paper
  }

  #beginAnswers(at: number): void {
    this.#paper.places[at] = 'head'
    this.#answers = new AnswersAtEnd(this.#paper)
  }

  /** What was mended at a block; of a table it concerns the first cell. */
  #cutAt(at: number): 'start' | 'join' | undefined {
    if (this.#paper.places[at] !== undefined) return undefined
    return this.#cuts.get(at)
  }

  /** A number that was taken for the beginning of a question is passed over: the next one is expected. */
  #join(at: number, text: string): void {
    if (numberStartOf(text)?.number === this.#expected) this.#expected += 1
    this.#afterHead = false
    this.#goOn(at, text)
  }

  /** A question without a number of its own has that of the one before, and the next keeps its number. */
  #split(at: number, text: string): void {
    const expected = this.#expected
    const start = numberStartOf(text)
    const number = start?.number ?? Math.max(1, expected - 1)
    this.#expected = number
    this.#begin(at, text, start ?? { number, rest: text, score: null })
    if (!start) this.#expected = Math.max(2, expected)
  }

  #startOf(text: string): NumberStart | null {
    const start = numberStartOf(text)
    if (!start) return null
    const { number } = start
    const isParenthesis = /^\s*\(/.test(narrowed(text))
    if (
      isParenthesis &&
      this.#open &&
      !this.#afterHead &&
      (number === 1 || (number === this.#part + 1 && this.#part > 0))
    ) {
      this.#part = number
      return null
    }
    if (number === this.#expected) return start
    if (this.#afterHead && number === 1) return start
    return number === this.#expected + 1 && !isParenthesis && this.#open ? start : null
  }

  #begin(at: number, text: string, { number, rest, score }: NumberStart): void {
    const isGap = number !== this.#expected && !(this.#afterHead && number === 1)
    const section = this.#paper.sections.length
    const materials = this.#paper.materials
    const group = materials.findLastIndex(
      (one) => one.section === section && one.from <= number && number <= one.to,
    )
    const question = emptyQuestion(section, number, group < 0 ? null : group)
    if (isGap) question.low.push(`题号从 ${this.#expected - 1} 跳到 ${number}`)
    question.score = score
    question.dropped += text.slice(0, text.length - rest.length)
    this.#paper.questions.push(question)
    this.#expected = number + 1
    this.#afterHead = false
    this.#field = 'stem'
    this.#part = 0
    this.#place(at, question)
    this.#content(question, rest)
  }

  #opensMaterial(at: number, text: string): boolean {
    const found = material.exec(narrowed(text))
    if (!found?.[1] || !found[2] || Number(found[1]) !== this.#expected) return this.#isMaterial(at, text)
    this.#paper.materials.push({
      section: this.#paper.sections.length,
      from: Number(found[1]),
      to: Number(found[2]),
      text,
      blocks: [at],
    })
    this.#paper.places[at] = 'material'
    return true
  }

  /** What follows the opening of a material, up to its first question. */
  #isMaterial(at: number, text: string): boolean {
    const last = this.#paper.materials.at(-1)
    if (last?.from !== this.#expected || last.section !== this.#paper.sections.length) return false
    last.text = lined(last.text, text)
    if (last.blocks.at(-1) !== at) last.blocks.push(at)
    this.#paper.places[at] = 'material'
    return true
  }

  #areNotes(text: string): boolean {
    const isBefore = this.#hasHeads && this.#paper.sections.length === 0 && !this.#open
    this.#isNotes = isBefore && (this.#isNotes || notes.test(text))
    return this.#isNotes
  }

  #toTray(at: number, text: string, reason: string): void {
    this.#paper.places[at] = 'tray'
    this.#paper.tray.push({ block: at, text, reason })
  }

  #goOn(at: number, text: string): void {
    const question = this.#afterHead ? undefined : this.#open
    if (!question) {
      // What stands below the head of a section and above its first question tells how to answer.
      const isFirst = this.#paper.questions.length === 0
      return this.#toTray(at, text, isFirst ? '在第一题之前' : '在题头与题目之间')
    }
    this.#place(at, question)
    this.#content(question, text)
  }

  #place(at: number, question: FoundQuestion): void {
    this.#paper.places[at] = 'question'
    if (question.blocks.at(-1) !== at) question.blocks.push(at)
  }

  /** Adds a line to the part of the question that it goes on with. */
  #content(question: FoundQuestion, text: string): void {
    const mark = markOf(text)
    if (mark) {
      this.#field = mark.mark
      question.dropped += text.slice(0, text.length - mark.rest.length)
      return this.#append(question, mark.rest)
    }
    if (this.#field === 'stem' && this.#takeOptions(question, text)) return
    this.#append(question, text)
  }

  #takeOptions(question: FoundQuestion, text: string): boolean {
    const last = question.options.at(-1)?.key
    const next = last === undefined ? 'A' : String.fromCharCode(last.charCodeAt(0) + 1)
    const found = optionsOn(text, next) ?? this.#afterGap(question, text, next)
    if (!found) return false
    if (found.before !== '') this.#append(question, found.before)
    question.options.push(...found.options)
    const kept = [found.before, ...found.options.map((option) => option.text)].join('')
    question.dropped += without(text, kept)
    return true
  }

  /** An option whose letter leaves one out: taken, and looked at. */
  #afterGap(question: FoundQuestion, text: string, next: string) {
    const letter = /^\s*\(?([B-H])\s*[.、:]/.exec(narrowed(text))?.[1]
    if (letter === undefined || question.options.length === 0 || letter <= next) return null
    question.low.push(`选项缺 ${next}`)
    // The missing ones keep their letters: the answer names options by letter.
    for (let code = next.charCodeAt(0); code < letter.charCodeAt(0); code += 1)
      question.options.push({ key: String.fromCharCode(code), text: '' })
    return optionsOn(text, letter)
  }

  #append(question: FoundQuestion, text: string): void {
    if (this.#field !== 'stem') {
      question[this.#field] = lined(question[this.#field] ?? '', text)
      return
    }
    const last = question.options.at(-1)
    if (last) question.options[question.options.length - 1] = { ...last, text: lined(last.text, text) }
    else question.stem = lined(question.stem, text)
  }
}

/** The letters of a text that are not among those that were kept: labels, in their order. */
function without(text: string, kept: string): string {
  let at = 0
  const letters = kept.replace(/\s/g, '')
  return [...text.replace(/\s/g, '')].filter((letter) => letter !== letters[at] || (at += 1) === 0).join('')
}
