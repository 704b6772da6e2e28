import { wordsOfRich } from '../kinds/rich-text.ts'
import type { Answer, QuestionOption, QuestionPart, QuestionValue } from '../questions/value.ts'
import { optionKey } from '../questions/structure.ts'
import { seeded, shuffled } from './seeded.ts'
import type { PaperValue } from './value.ts'

/**
 * How paper B is printed: for each section the places of its questions, and for each question whose options
 * move the places of these. Key, explanations, sheet and statistics all read this one permutation.
 */
export interface Variant {
  readonly name: 'A' | 'B'
  readonly seed: number
  readonly sections: readonly (readonly number[])[]
  readonly options: Readonly<Record<string, readonly number[]>>
}

const inOrder = (count: number): number[] => Array.from({ length: count }, (_, i) => i)

/** Paper A: everything as it stands. */
export const variantA = ({ sections }: Pick<PaperValue, 'sections'>): Variant => ({
  name: 'A',
  seed: 0,
  sections: sections.map(({ items }) => inOrder(items.length)),
  options: {},
})

const wholes = /以上|上述|都对|都正确|都不|均正确|均不|皆/
const letters = /(?:^|[^A-Za-z])[A-H](?:\s*[、,，和与或及]\s*[A-H])+(?![A-Za-z])/
const numeric = /^\s*[-−+]?\d+(?:\.\d+)?(?::\d{2})?\s*\D{0,6}$/

const valueOf = (text: string): number =>
  Number(
    text
      .replace('−', '-')
      .replace(':', '.')
      .match(/[-+]?\d+(?:\.\d+)?/)?.[0],
  )

/** Options that say numbers or times in ascending order are printed so in every paper. */
function isAscending(texts: readonly string[]): boolean {
  if (texts.length < 2 || !texts.every((text) => numeric.test(text))) return false
  const values = texts.map(valueOf)
  return values.every((value, i) => i === 0 || value > (values[i - 1] ?? value))
}

/** The places of the options of a question that keep them (resources.md, 6.6). */
export function fixedPlaces(options: readonly QuestionOption[]): ReadonlySet<number> {
  const texts = options.map(({ content }) => wordsOfRich(content).trim())
  const isWhole =
    texts.some((text, i) => letters.test(text) || text === optionKey(i)) ||
    isAscending(texts.map((text) => text.replaceAll('$', '')))
  if (isWhole) return new Set(inOrder(options.length))
  return new Set(
    options.flatMap(({ fixed }, i) => (fixed === true || wholes.test(texts[i] ?? '') ? [i] : [])),
  )
}

type ChoiceQuestion = Pick<QuestionValue, 'questionKind' | 'options' | 'answer'>
/** Options that a pupil answers by letter, and that may move; parts of materials keep theirs. */
const moves = ({ questionKind }: ChoiceQuestion): boolean =>
  questionKind === 'single' || questionKind === 'multiple'

function orderOfOptions(options: readonly QuestionOption[], draw: (below: number) => number): number[] {
  const fixed = fixedPlaces(options)
  const free = shuffled(
    inOrder(options.length).filter((place) => !fixed.has(place)),
    draw,
  )
  return inOrder(options.length).map((place) => (fixed.has(place) ? place : (free.shift() ?? place)))
}

/** Attempts at a key that is not lopsided; the best one is taken. */
const attempts = 60

/** Paper B of a paper: the order of its questions and options, drawn by a seed. */
export function variantB(
  { sections }: Pick<PaperValue, 'sections'>,
  valueOfQuestion: (question: number) => ChoiceQuestion | undefined,
  seed: number,
): Variant {
  const draw = seeded(seed)
  const orders = sections.map(({ items, shuffles, choose }) =>
    shuffles && choose === null && items.every(({ question }) => moves(valueOfQuestion(question) ?? essay))
      ? shuffled(inOrder(items.length), draw)
      : inOrder(items.length),
  )
  let best: { options: Record<string, readonly number[]>; fault: number } | null = null
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const options: Record<string, readonly number[]> = {}
    for (const { question } of sections.flatMap(({ items }) => items)) {
      const value = valueOfQuestion(question)
      if (value && moves(value)) options[String(question)] = orderOfOptions(value.options, draw)
    }
    const key = sections.flatMap(({ items }, section) =>
      (orders[section] ?? []).flatMap((place) => {
        const item = items[place]
        const value = item && valueOfQuestion(item.question)
        if (!item || value?.questionKind !== 'single') return []
        return [letterAfter(options[String(item.question)] ?? [], value.answer)]
      }),
    )
    const fault = lopsided(key)
    if (best === null || fault < best.fault) best = { options, fault }
    if (fault === 0) break
  }
  return { name: 'B', seed, sections: orders, options: best?.options ?? {} }
}

const essay: ChoiceQuestion = { questionKind: 'essay', options: [], answer: null }

/** How far a key is from “no letter over 40 per cent, no run over four”. */
export function lopsided(key: readonly string[]): number {
  const counts = new Map<string, number>()
  let [run, longest] = [0, 0]
  for (const [i, letter] of key.entries()) {
    counts.set(letter, (counts.get(letter) ?? 0) + 1)
    run = letter === key[i - 1] ? run + 1 : 1
    longest = Math.max(longest, run)
  }
  const most = Math.max(0, ...counts.values())
  const over = key.length < 5 ? 0 : Math.max(0, most * 10 - key.length * 4)
  return over + Math.max(0, longest - 4) * 10
}

/** The letter under which an option is printed, given where each place of the order comes from. */
function letterAfter(order: readonly number[], answer: Answer): string {
  if (typeof answer !== 'string') return ''
  const place = order.indexOf('ABCDEFGHIJKL'.indexOf(answer))
  return place < 0 ? answer : optionKey(place)
}

/** A question as a variant prints it: options in their order with new letters, the answer mapped. */
export function printedAs<T extends QuestionValue | QuestionPart>(
  variant: Variant,
  question: number,
  value: T,
): T {
  const order = variant.options[String(question)]
  if (!order) return value
  const options = order.flatMap((from, place) => {
    const option = value.options[from]
    return option ? [{ ...option, key: optionKey(place) }] : []
  })
  const { answer } = value
  if (value.questionKind === 'single') return { ...value, options, answer: letterAfter(order, answer) }
  if (value.questionKind !== 'multiple' || !Array.isArray(answer)) return value
  const mapped = answer.map((one) => (typeof one === 'string' ? letterAfter(order, one) : '')).toSorted()
  return { ...value, options, answer: mapped }
}
