import type { Piece } from '../../../catalogue/contract/portal/portal-search.ts'

/** Letters made alike for comparing (full-width and half-width, large and small), each still in its place. */
export function fold(text: string): string {
  return [...text]
    .map((letter) => {
      const plain = letter.normalize('NFKC').toLowerCase()
      return plain.length === letter.length ? plain : letter
    })
    .join('')
}

/** Stretches of Chinese letters, and words of Latin letters and digits. */
const runs = (text: string): string[] =>
  fold(text).match(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu) ?? []
const isHan = (run: string) => /^\p{Script=Han}/u.test(run)
/** Longest word of Latin letters that is kept. */
const longest = 40

function pairs(run: string): string[] {
  const letters = [...run]
  return letters.slice(1).map((letter, i) => `${letters[i] ?? ''}${letter}`)
}

/**
 * What a text is found by: each two neighbouring Chinese letters, the last letter of each stretch, and other
 * words whole.
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
 * The tsquery that finds all of these stretches; in titles only with `title`. Empty where nothing can be
 * looked for.
 */
export function gramQuery(stretches: readonly string[], title: boolean): string {
  const mark = title ? 'T' : ''
  // A single letter is the beginning of a pair or the end of a stretch; a Latin word may be the beginning of
  // one.
  const lexemes = stretches.flatMap((run) =>
    isHan(run) && [...run].length > 1
      ? pairs(run).map((pair) => `'${mark}${pair}'`)
      : [`'${mark}${run.slice(0, longest)}':*`],
  )
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

/** The part of a text around the first hit, cut at whole letters; its beginning where nothing is hit. */
export function excerpt(text: string, stretches: readonly string[]): Piece[] {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  const folded = fold(flat)
  const places = stretches.map((run) => folded.indexOf(run)).filter((at) => at >= 0)
  const first = places.length === 0 ? 0 : Math.min(...places)
  const letters = [...flat]
  // Letters outside the basic plane count two: places are of UTF-16.
  const place = Array.from(flat.slice(0, first)).length
  const [from, to] = [Math.max(0, place - before), Math.min(letters.length, place + after)]
  return marked(
    `${from > 0 ? '…' : ''}${letters.slice(from, to).join('')}${to < letters.length ? '…' : ''}`,
    stretches,
  )
}
