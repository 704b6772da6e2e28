import { withFields } from '../../../../catalogue/questions/fields.ts'
import { optionKey } from '../../../../catalogue/questions/structure.ts'
import { wordsOfRich } from '../../../../catalogue/kinds/rich-text.ts'
import { lettersIn, nodeOf, nodesOf, type XmlNode } from '../../../platform/package/xml-tree.ts'
import { fieldsIn } from '../own-fields.ts'
import type { ReadFile, ReadOne } from '../filed.ts'
import { PictureShelf, richOfForeign, type ForeignWants } from '../foreign-read.ts'
import { onlyWords, restOfWord, valueOr, type FiledRest } from '../rest.ts'
import { clozeIn } from './cloze.ts'

/** A part of a value under construction, and the stretches that its element has. */
interface PartReading {
  readonly value: Record<string, unknown>
  readonly fields: Map<string, string>
  readonly low: string[]
  readonly middle: string[]
}

/** Reads the questions of Moodle's XML; types that the portal has no structure for go to the tray by their name. */
export function questionsOfMoodle(quiz: XmlNode): ReadFile {
  const reader = new MoodleReader()
  for (const node of nodesOf(quiz, 'question')) reader.question(node)
  return reader.end()
}

class MoodleReader {
  readonly #shelf = new PictureShelf()
  readonly #questions: ReadOne[] = []
  readonly #tray: { text: string; reason: string }[] = []
  #formulas = 0
  #count = 0
  /** A material of this portal, whose parts follow it. */
  #open: { readonly rest: FiledRest; readonly fields: Map<string, string>; readonly low: string[] } | null =
    null

  question(node: XmlNode): void {
    const type = node.attributes['type'] ?? ''
    if (type === 'category') return
    this.#count += 1
    const own = nodeOf(node, 'xingtan')
    const part = Number(own?.attributes['part'] ?? 0)
    if (part > 0 && this.#open) {
      const read = this.#read(node, type)
      for (const [field, text] of read.fields) this.#open.fields.set(`parts.${part - 1}.${field}`, text)
      this.#open.low.push(...read.low)
      return
    }
    this.#close()
    const rest = own && part === 0 ? restOfWord(lettersIn(own).trim()) : null
    if (!rest && !read[type]) return this.#leave(node, type)
    const reading = this.#read(node, type)
    if (rest) this.#open = { rest, fields: reading.fields, low: reading.low }
    else this.#foreign(reading, sourceOf(node))
  }

  /** What has no structure here is listed by its name. */
  #leave(node: XmlNode, type: string): void {
    const name = lettersIn(nodeOf(node, 'name') ?? node)
      .trim()
      .slice(0, 60)
    const reason = `${type || '没有类型'}：没有这种题型，没有读`
    this.#tray.push({ text: `第 ${this.#count} 题 ${name}`, reason })
  }

  end(): ReadFile {
    this.#close()
    return {
      questions: this.#questions,
      tray: this.#tray,
      pictures: this.#shelf.pictures,
      formulas: this.#formulas,
    }
  }

  #close(): void {
    if (!this.#open) return
    const { rest, fields, low } = this.#open
    this.#open = null
    const value = withFields(rest.rest, (field) => fields.get(field))
    this.#questions.push({
      place: `第 ${this.#count} 题`,
      value: valueOr(rest.rest, value, low),
      source: { id: rest.id, no: rest.no },
      low,
      middle: [],
    })
  }

  #foreign({ value, low, middle }: PartReading, source: ReadOne['source']): void {
    this.#questions.push({
      place: `第 ${this.#count} 题`,
      value: valueOr(onlyWords(''), { licence: '2', difficulty: '3', ...value }, low),
      source,
      low,
      middle,
    })
  }

  #read(node: XmlNode, type: string): PartReading {
    const low: string[] = []
    const rich = (at: XmlNode | undefined): string => {
      if (!at) return ''
      const text = lettersIn(nodeOf(at, 'text') ?? { ...at, children: [] })
      return richOfForeign(text, this.#wants(at, low))
    }
    const texts = ['questiontext', 'generalfeedback', 'graderinfo'].map((name) =>
      fieldsIn(rich(nodeOf(node, name))),
    )
    const [stem = '', analysis = '', grader = ''] = texts.map((text) => text.rest)
    const fields = new Map(texts.flatMap((text) => [...text.fields]))
    const found = read[type]?.({ node, rich, stem, grader, low }) ?? essay
    fields.set('stem', found.stem ?? stem)
    for (const [i, option] of (found.options ?? []).entries()) fields.set(`options.${i}`, option.content)
    for (const [field, text] of plainAnswer(found.answer)) if (!fields.has(field)) fields.set(field, text)
    const value = { stem, analysis, score: scoreOf(node), ...found }
    return { value, fields, low, middle: (found.answer ?? null) === null ? ['没有答案'] : [] }
  }

  #wants = (at: XmlNode, low: string[]): ForeignWants => ({
    shelf: this.#shelf,
    onLost: (what) => low.push(what),
    onFormula: () => (this.#formulas += 1),
    bytesOf: (address) => {
      const name = decodeURIComponent(/^@@PLUGINFILE@@\/(.+)$/.exec(address)?.[1] ?? '\u0000')
      const file = nodesOf(at, 'file').find(
        ({ attributes }) => `${(attributes['path'] ?? '/').slice(1)}${attributes['name'] ?? ''}` === name,
      )
      return file && Buffer.from(lettersIn(file), 'base64')
    },
  })
}

/** An answer as the stretches of its places. */
function plainAnswer(answer: unknown): [string, string][] {
  if (typeof answer === 'boolean') return [['answer', answer ? '对' : '错']]
  if (typeof answer === 'string') return [['answer', answer]]
  if (!Array.isArray(answer)) return []
  if (answer.every((one) => typeof one === 'string')) return [['answer', answer.join('')]]
  return answer.flatMap((ways: unknown, i) =>
    (Array.isArray(ways) ? ways : []).map((way, j): [string, string] => [`answer.${i}.${j}`, String(way)]),
  )
}

interface TypedElement {
  readonly node: XmlNode
  readonly rich: (at: XmlNode | undefined) => string
  readonly stem: string
  /** What graders are told, without the stretches that this portal wrote. */
  readonly grader: string
  readonly low: string[]
}

interface TypeReading {
  readonly questionKind: string
  readonly stem?: string
  readonly options?: readonly { readonly key: string; readonly content: string }[]
  readonly answer?: unknown
}

/** The number that this portal gave the question; Moodle keeps it. */
function sourceOf(node: XmlNode): ReadOne['source'] {
  const number = /^xt\.(\d{1,9})\.(\d{1,5})$/.exec(lettersIn(nodeOf(node, 'idnumber') ?? empty).trim())
  return number ? { id: Number(number[1]), no: Number(number[2]) } : null
}

const scoreOf = (node: XmlNode): number | null => {
  const grade = Number(lettersIn(nodeOf(node, 'defaultgrade') ?? empty).trim() || NaN)
  return grade > 0 ? Math.min(200, Math.round(grade * 10) / 10) : null
}

const empty: XmlNode = { space: '', name: '', attributes: {}, children: [] }
const fractionOf = ({ attributes }: XmlNode): number => Number(attributes['fraction'] ?? 0)
const textIn = (node: XmlNode): string => lettersIn(nodeOf(node, 'text') ?? node).trim()

const essay: TypeReading = { questionKind: 'essay' }

/** Types of Moodle by their name. */
const read: Readonly<Record<string, (asked: TypedElement) => TypeReading>> = {
  multichoice: ({ node, rich }) => {
    const answers = nodesOf(node, 'answer')
    const right = answers.flatMap((answer, i) => (fractionOf(answer) > 0 ? [optionKey(i)] : []))
    const isSingle = lettersIn(nodeOf(node, 'single') ?? node).trim() !== 'false'
    return {
      questionKind: isSingle ? 'single' : 'multiple',
      options: answers.map((answer, i) => ({ key: optionKey(i), content: rich(answer) })),
      answer: right.length === 0 ? null : isSingle ? (right[0] ?? null) : right,
    }
  },
  truefalse: ({ node }) => {
    const right = nodesOf(node, 'answer').find((answer) => fractionOf(answer) > 0)
    return { questionKind: 'judge', answer: right ? textIn(right).toLowerCase() === 'true' : null }
  },
  shortanswer: ({ node }) => waysOf(node),
  numerical: ({ node, low }) => {
    const tolerance = nodesOf(node, 'answer').find(
      (answer) => Number(lettersIn(nodeOf(answer, 'tolerance') ?? answer)) > 0,
    )
    if (tolerance && nodeOf(tolerance, 'tolerance')) low.push('允许的误差没有保留')
    return waysOf(node)
  },
  multianswer: ({ stem, low }) => {
    const { html, blanks, lost } = clozeIn(stem)
    low.push(...lost)
    return { questionKind: 'blank', stem: html, answer: blanks.length > 0 ? blanks : null }
  },
  essay: ({ grader }) => ({
    questionKind: 'essay',
    answer: wordsOfRich(grader).trim() === '' ? null : grader,
  }),
  description: () => ({ questionKind: 'essay' }),
}

const waysOf = (node: XmlNode): TypeReading => {
  const ways = nodesOf(node, 'answer')
    .filter((answer) => fractionOf(answer) >= 100)
    .map(textIn)
    .filter(Boolean)
  return { questionKind: 'blank', answer: ways.length > 0 ? [ways.slice(0, 10)] : null }
}
