import type { Piece } from '../../../catalogue/contract/portal/portal-search.ts'

/**
 * Makes full-width and half-width, large and small letters alike. Each letter keeps its position, so that
 * hits can be marked in the original text.
 */
export function fold(text: string): string {
  return [...text]
    .map((letter) => {
      const plain = letter.normalize('NFKC').toLowerCase()
      return plain.length === letter.length ? plain : letter
    })
    .join('')
}

/** Splits a text into stretches of Chinese letters and words of Latin letters and digits. */
const runs = (text: string): string[] =>
  fold(text).match(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu) ?? []
const isHan = (run: string) => /^\p{Script=Han}/u.test(run)
/** Most letters kept of a Latin word. */
const longest = 40

function pairs(run: string): string[] {
  const letters = [...run]
  return letters.slice(1).map((letter, i) => `${letters[i] ?? ''}${letter}`)
}

/**
 * Index terms of a text: each pair of neighbouring Chinese letters, the last letter of each stretch, and
 * other words whole.
 */
export function gramsOf(text: string): string[] {
  return [
    ...new Set(
      runs(text).flatMap((run) =>
        isHan(run) ? [...pairs(run), [...run].at(-1) ?? ''] : [run.slice(0, longest)],
      ),
    ),
  ]
}

/** The stretches of letters in a search, as the reader typed them. */
export const askedRuns = (typed: string): string[] => [...new Set(runs(typed))]

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** The words in a search that was typed without spaces; single letters are left out. */
export function askedWords(typed: string): string[] {
  const words = askedRuns(typed).flatMap((run) =>
    isHan(run) ? Array.from(segmenter.segment(run), ({ segment }) => segment) : [run],
  )
  return [...new Set(words.filter((word) => !isHan(word) || [...word].length > 1))]
}

/**
 * A tsquery for texts that have all of these stretches, with `title` in the title only. Empty when no stretch
 * can be searched.
 */
export function gramQuery(stretches: readonly string[], title: boolean): string {
  const mark = title ? 'T' : ''
  // A single Chinese letter matches the beginning of a pair or the end of a stretch; a Latin word may match the
  // beginning of a longer one. One figure or Latin letter stands for itself: 第5课 is not 第50课, and what begins
  // with 5 is a fifth of a library.
  const lexemes = stretches.flatMap((run) => {
    const isOne = [...run].length === 1
    if (isHan(run)) return isOne ? [`'${mark}${run}':*`] : pairs(run).map((pair) => `'${mark}${pair}'`)
    return [`'${mark}${run.slice(0, longest)}'${isOne ? '' : ':*'}`]
  })
  return [...new Set(lexemes)].join(' & ')
}

/** Letters before and after the first hit of an excerpt. */
const [before, after] = [24, 96]

/** A text in pieces: the words of the search, and the text between them. */
export function marked(text: string, stretches: readonly string[]): Piece[] {
  const folded = fold(text)
  const wanted = stretches.toSorted((a, b) => b.length - a.length)
  const pieces: Piece[] = []
  let plain = 0
  for (let at = 0; at < text.length;) {
    const hit = wanted.find((run) => folded.startsWith(run, at))
    if (hit === undefined) {
      at += 1
      continue
    }
    if (at > plain) pieces.push({ text: text.slice(plain, at), hit: false })
    pieces.push({ text: text.slice(at, at + hit.length), hit: true })
    at += hit.length
    plain = at
  }
  if (plain < text.length) pieces.push({ text: text.slice(plain), hit: false })
  return pieces
}

/** The part of a text around the first hit, cut between whole letters; the beginning when there is no hit. */
export function excerpt(text: string, stretches: readonly string[]): Piece[] {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  const folded = fold(flat)
  const places = stretches.map((run) => folded.indexOf(run)).filter((at) => at >= 0)
  const first = places.length === 0 ? 0 : Math.min(...places)
  const letters = [...flat]
  // JavaScript counts letters outside the basic plane as two; the excerpt is cut between whole letters.
  const place = Array.from(flat.slice(0, first)).length
  const [from, to] = [Math.max(0, place - before), Math.min(letters.length, place + after)]
  return marked(
    `${from > 0 ? '…' : ''}${letters.slice(from, to).join('')}${to < letters.length ? '…' : ''}`,
    stretches,
  )
}
