import { withFields } from '../../../../catalogue/questions/fields.ts'
import { optionKey } from '../../../../catalogue/questions/structure.ts'
import { wordsOfRich } from '../../../../catalogue/kinds/rich-text.ts'
import { lettersIn, nodeOf, nodesOf, type XmlNode } from '../../../platform/package/xml-tree.ts'
import { fieldsIn } from '../own-fields.ts'
import type { ReadFile, ReadOne } from '../filed.ts'
import { decodedAddress, PictureShelf, richOfForeign, type ForeignWants } from '../foreign-read.ts'
import { onlyWords, restOfWord, valueOr, type FiledRest } from '../rest.ts'
import { clozeIn } from './cloze.ts'

/** A part of a value under construction, and the stretches that its element has. */
interface PartReading {
  readonly value: Record<string, unknown>
  readonly fields: Map<string, string>
  readonly low: string[]
  readonly middle: string[]
}

interface OpenQuestion {
  readonly place: string
  readonly rest: FiledRest
  readonly fields: Map<string, string>
  readonly low: string[]
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
  /** How many there were: the parts of a material are no questions of their own. */
  #count = 0
  /** A question of this portal, whose parts follow it where it is a material. */
  #open: OpenQuestion | null = null

  question(node: XmlNode): void {
    const type = node.attributes['type'] ?? ''
    if (type === 'category') return
    const own = nodeOf(node, 'xingtan')
    const part = Number(own?.attributes['part'] ?? 0)
    if (part > 0 && this.#open) {
      const read = this.#read(node, type)
      for (const [field, text] of read.fields) this.#open.fields.set(`parts.${part - 1}.${field}`, text)
      this.#open.low.push(...read.low)
      return
    }
    this.#close()
    this.#count += 1
    const rest = own && part === 0 ? restOfWord(lettersIn(own).trim()) : null
    if (!rest && !readers.has(type)) return this.#leave(node, type)
    const { value, fields, low, middle } = this.#read(node, type)
    const place = `第 ${this.#count} 题`
    if (rest) this.#open = { place, rest, fields, low }
    else {
      const whole = valueOr(onlyWords(''), { licence: '2', difficulty: '3', ...value }, low)
      this.#questions.push({ place, value: whole, source: sourceOf(node), low, middle })
    }
  }

  /** What has no structure here is listed by its name. */
  #leave(node: XmlNode, type: string): void {
    const name = lettersOf(node, 'name').slice(0, 60)
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
    const { place, rest, fields, low } = this.#open
    this.#open = null
    const value = withFields(rest.rest, (field) => fields.get(field))
    this.#questions.push({
      place,
      value: valueOr(rest.rest, value, low),
      source: { id: rest.id, no: rest.no },
      low,
      middle: [],
    })
  }

  #read(node: XmlNode, type: string): PartReading {
    const low: string[] = []
    const rich = (at: XmlNode | undefined): string => {
      const text = nodeOf(at, 'text')
      return at && text ? richOfForeign(lettersIn(text), this.#wants(at, low)) : ''
    }
    const texts = ['questiontext', 'generalfeedback', 'graderinfo'].map((name) =>
      fieldsIn(rich(nodeOf(node, name))),
    )
    const [stem = '', analysis = '', grader = ''] = texts.map((text) => text.rest)
    const fields = new Map(texts.flatMap((text) => [...text.fields]))
    const found = readers.get(type)?.({ node, rich, stem, grader, low }) ?? essay
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
      const path = /^@@PLUGINFILE@@\/(.+)$/.exec(address)?.[1]
      const name = path === undefined ? null : decodedAddress(path)
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
  const number = /^xt\.(\d{1,9})\.(\d{1,5})$/.exec(lettersOf(node, 'idnumber'))
  return number ? { id: Number(number[1]), no: Number(number[2]) } : null
}

const scoreOf = (node: XmlNode): number | null => {
  const grade = Number(lettersOf(node, 'defaultgrade'))
  return grade > 0 ? Math.min(200, Math.round(grade * 10) / 10) : null
}

/** The letters of an element within a node; none where it has none. */
function lettersOf(node: XmlNode, name: string): string {
  const found = nodeOf(node, name)
  return found ? lettersIn(found).trim() : ''
}
const fractionOf = ({ attributes }: XmlNode): number => Number(attributes['fraction'] ?? 0)
const textIn = (node: XmlNode): string => lettersIn(nodeOf(node, 'text') ?? node).trim()

const essay: TypeReading = { questionKind: 'essay' }

/** Types of Moodle by their name. */
const types: Readonly<Record<string, (asked: TypedElement) => TypeReading>> = {
  multichoice: ({ node, rich }) => {
    const answers = nodesOf(node, 'answer')
    const right = answers.flatMap((answer, i) => (fractionOf(answer) > 0 ? [optionKey(i)] : []))
    const isSingle = lettersOf(node, 'single') !== 'false'
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
    const isTolerant = nodesOf(node, 'answer').some((answer) => Number(lettersOf(answer, 'tolerance')) > 0)
    if (isTolerant) low.push('允许的误差没有保留')
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
  description: () => essay,
}
const readers = new Map(Object.entries(types))

const waysOf = (node: XmlNode): TypeReading => {
  const ways = nodesOf(node, 'answer')
    .filter((answer) => fractionOf(answer) >= 100)
    .map(textIn)
    .filter(Boolean)
  return { questionKind: 'blank', answer: ways.length > 0 ? [ways.slice(0, 10)] : null }
}
