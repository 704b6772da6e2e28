import { lined, type FoundPaper, type FoundQuestion } from './paper.ts'
import { markOf, narrowed, numberStartOf, sectionHeadOf } from './starts.ts'

/** An answer of the end of a paper, not joined to its question yet. */
interface EndAnswer {
  readonly section: number
  readonly number: number
  readonly block: number
  text: string
}

const several = /(\d{1,3})\s*[-–—~～至]\s*(\d{1,3})\s*[.:、]?\s*([A-H](?:\s*[A-H])+)/g
const single = /(\d{1,3})\s*[.、:)]?\s*([A-H]{1,5})(?![A-Za-z])/g

/**
 * Answers at the end of a paper: `1.B 2.C`, `1–5 BCADB`, a table 题号/答案, or each with its explanation. They are
 * joined to questions by section and number.
 */
export class AnswersAtEnd {
  readonly #paper: FoundPaper
  readonly #found: EndAnswer[] = []
  #section = 0

  constructor(paper: FoundPaper) {
    this.#paper = paper
  }

  line(at: number, text: string): void {
    this.#paper.places[at] = 'answers'
    const head = sectionHeadOf(text)
    if (head) {
      const same = this.#paper.sections.findIndex(({ title }) => numeralOf(title) === numeralOf(head.title))
      this.#section = same < 0 ? this.#section + 1 : same + 1
      // A head may have the answers behind it: 一、选择题 1-5 BCADB.
      this.#letters(at, text)
      return
    }
    if (this.#letters(at, text)) return
    const start = numberStartOf(text)
    const last = this.#found.at(-1)
    const isNext =
      start &&
      (last === undefined ||
        start.number === last.number + 1 ||
        start.number === 1 ||
        this.#sectionOf(start.number, last) !== last.section)
    if (start && isNext && !/^\s*\(/.test(narrowed(text)))
      this.#found.push({
        section: this.#sectionOf(start.number, last),
        number: start.number,
        block: at,
        text: start.rest,
      })
    else if (last) last.text = lined(last.text, text)
    else this.#toTray(at, text)
  }

  table(at: number, rows: readonly (readonly (readonly string[])[])[]): void {
    this.#paper.places[at] = 'answers'
    const cells = rows.map((row) => row.map((lines) => lines.join(' ').trim()))
    for (const [i, row] of cells.entries()) {
      const below = cells[i + 1]
      if (!below || !/题号|序号/.test(row[0] ?? '')) continue
      for (const [place, number] of row.entries())
        if (/^\d{1,3}$/.test(number)) this.#add(at, Number(number), below[place] ?? '')
    }
    if (!this.#found.some(({ block }) => block === at)) this.#toTray(at, cells.flat().join('　'))
  }

  /** Gives each answer to its question; what has none stays in the tray. */
  join(): void {
    for (const { section, number, block, text } of this.#found) {
      const question = this.#questionOf(section, number)
      if (!question || (question.answer !== null && question.answer !== ''))
        this.#toTray(block, `${number}. ${text}`)
      else giveTo(question, text)
    }
  }

  #questionOf(section: number, number: number): FoundQuestion | undefined {
    const same = this.#paper.questions.filter((one) => one.number === number)
    return same.find((one) => one.section === section) ?? (same.length === 1 ? same[0] : undefined)
  }

  /** Numbers that run on over sections say themselves to which one they belong. */
  #sectionOf(number: number, last: EndAnswer | undefined): number {
    if (this.#section > 0) return this.#section
    const same = this.#paper.questions.filter((one) => one.number === number)
    const [section, ...others] = new Set(same.map((one) => one.section))
    // A question that was split off has the number of the one before it, and stands in its section.
    if (section !== undefined && others.length === 0) return section
    if (last && number > last.number) return last.section
    return (last?.section ?? 0) + 1
  }

  #letters(at: number, text: string): boolean {
    const line = narrowed(text)
    const ranges = [...line.matchAll(several)].filter(
      ([, from, to, letters = '']) => letters.replace(/\s/g, '').length === Number(to) - Number(from) + 1,
    )
    for (const [, from, , letters = ''] of ranges)
      for (const [i, letter] of [...letters.replace(/\s/g, '')].entries())
        this.#add(at, Number(from) + i, letter)
    const rest = ranges.reduce((left, [whole]) => left.replace(whole, ''), line)
    const ones = [...rest.matchAll(single)]
    const isList = ones.length > 1 || /^\s*\d{1,3}\s*[.、:)]?\s*[A-H]{1,5}\s*$/.test(rest)
    if (isList) for (const [, number, letters = ''] of ones) this.#add(at, Number(number), letters)
    return ranges.length > 0 || isList
  }

  #add(block: number, number: number, text: string): void {
    const section = this.#sectionOf(number, this.#found.at(-1))
    this.#found.push({ section, number, block, text })
  }

  #toTray(block: number, text: string): void {
    this.#paper.tray.push({ block, text, reason: '答案没有对上题号' })
  }
}

const numeralOf = (title: string): string =>
  /^\s*([一二三四五六七八九十]+|第\S{1,3})/.exec(title)?.[1] ?? title

/** Takes an answer apart: what follows a mark or `故选` is no part of it. */
function giveTo(question: FoundQuestion, text: string): void {
  let field: 'answer' | 'analysis' = 'answer'
  for (const line of text.split('\n')) {
    const mark = markOf(line)
    if (mark?.mark === 'answer') field = 'answer'
    else if (mark) field = 'analysis'
    question[field] = lined(question[field] ?? '', mark ? mark.rest : line)
  }
}
