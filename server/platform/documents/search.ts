import { pinyin } from 'pinyin-pro'
import type {
  BlindHit,
  BlindIdentity,
  IdentityKind,
  Place,
} from '../../../catalogue/contract/research/blind.ts'
import type { Passage } from './passage.ts'

/** Characters of context around a hit. */
const around = 16

interface Term {
  readonly kind: IdentityKind
  readonly text: string
  /** Latin letters and numbers count only where none of their kind stands beside them. */
  readonly alone: boolean
}

/**
 * What people put between the letters of a name so that it is not found: spaces, marks without width, dots,
 * lines.
 */
const between = /[\s\p{DI}·•‧・_\-‐-―−~.]/u

/** Text as it is compared, and for each of its letters where it stood. */
interface FoldedText {
  readonly text: string
  readonly from: readonly number[]
}

/** Text in NFKC (full width, ligatures, Kangxi radicals), lower case, without separators. */
function folded(text: string): FoldedText {
  let out = ''
  const from: number[] = []
  let at = 0
  for (const letter of text) {
    for (const unit of letter.normalize('NFKC').toLowerCase())
      if (!between.test(unit)) {
        out += unit
        for (let i = 0; i < unit.length; i += 1) from.push(at)
      }
    at += letter.length
  }
  return { text: out, from }
}

const fold = (text: string): string => folded(text).text

/** Spellings of a Chinese name in Latin letters: given name first and last. */
function spellings(name: string): string[] {
  if (!/^\p{Script=Han}{2,4}$/u.test(name)) return []
  const syllables = pinyin(name, { toneType: 'none', type: 'array', surname: 'head', v: true })
  const surname = syllables.slice(0, name.length === 4 ? 2 : 1).join('')
  const given = syllables.slice(name.length === 4 ? 2 : 1).join('')
  const both = [surname + given, given + surname]
  return [...both, ...both.map((one) => one.replaceAll('ü', 'v'))]
}

/** The terms that are looked for; a value too short to mean anybody is left out. */
export function termsOf(identities: readonly BlindIdentity[]): readonly Term[] {
  const terms = identities.flatMap(({ kind, value }): Term[] => {
    const text = fold(value)
    const own = { kind, text, alone: /^[\x20-\x7e]+$/.test(text) }
    const named = kind === 'name' || kind === 'formerName' || kind === 'member'
    const spelt = named ? spellings(value.trim()) : []
    return [own, ...spelt.map((one) => ({ kind: 'spelling' as const, text: one, alone: true }))]
  })
  const seen = new Set<string>()
  return terms
    .filter(({ text }) => text.length >= 2 && !seen.has(text) && seen.add(text))
    .toSorted((a, b) => b.text.length - a.text.length)
}

const isDigit = (unit: string | undefined) => unit !== undefined && /\d/.test(unit)
const isLatin = (unit: string | undefined) => unit !== undefined && /[a-z]/.test(unit)

/**
 * Whether a term stands by itself: no part of a longer word or number. The code of the country may stand
 * before a mobile.
 */
function standsAlone(
  { text, kind }: Term,
  { text: all, from }: FoldedText,
  whole: string,
  at: number,
): boolean {
  const next = at + text.length
  // Separators were removed above, so a hit's neighbours are read from the original text.
  const before = whole[(from[at] ?? 0) - 1]?.toLowerCase()
  const after = whole[(from[next - 1] ?? 0) + 1]?.toLowerCase()
  if (isLatin(text[0]) && isLatin(before)) return false
  if (isLatin(text.at(-1)) && isLatin(after)) return false
  if (isDigit(text.at(-1)) && isDigit(after)) return false
  return (
    !(isDigit(text[0]) && isDigit(before)) || (kind === 'mobile' && /(^|\D)(00)?86$/.test(all.slice(0, at)))
  )
}

/** A hit in folded letters: from, to. */
type Span = readonly [from: number, to: number, kind: IdentityKind]

function spansOf(terms: readonly Term[], whole: string, text: FoldedText): Span[] {
  const spans: Span[] = []
  for (const term of terms)
    for (let at = text.text.indexOf(term.text); at >= 0; at = text.text.indexOf(term.text, at + 1)) {
      const end = at + term.text.length
      // The longest term tells most: 春风小学 within 云溪区春风小学 is the same hit.
      if (spans.some(([from, to]) => at < to && end > from)) continue
      if (!term.alone || standsAlone(term, text, whole, at)) spans.push([at, end, term.kind])
    }
  return spans.toSorted(([a], [b]) => a - b)
}

/** The place of a hit: that of the first piece it touches which has one of its own. */
function placeOf({ place, pieces }: Passage, start: number, end: number): Place {
  let at = 0
  for (const piece of pieces) {
    const next = at + piece.text.length
    if (piece.place !== undefined && start < next && end > at) return piece.place
    at = next
  }
  return place
}

function hitsOf(terms: readonly Term[], passage: Passage): Omit<BlindHit, 'kept'>[] {
  const whole = passage.pieces.map(({ text }) => text).join('')
  const text = folded(whole)
  return spansOf(terms, whole, text).map(([from, to, kind]) => {
    const start = text.from[from] ?? 0
    const last = text.from[to - 1] ?? start
    const end = last + String.fromCodePoint(whole.codePointAt(last) ?? 0).length
    return {
      place: placeOf(passage, start, end),
      at: passage.at,
      before: whole.slice(Math.max(0, start - around), start).trimStart(),
      words: whole.slice(start, end),
      after: whole.slice(end, end + around).trimEnd(),
      kind,
    }
  })
}

/** A hit, and whether the blind copy leaves out the passage in which it stands. */
interface TextHit {
  readonly hit: Omit<BlindHit, 'kept'>
  readonly removed: boolean
}

/** Every place where one of these identities stands, in the order of the passages; each said once. */
export function search(
  passages: readonly Passage[],
  identities: readonly BlindIdentity[],
): readonly TextHit[] {
  const terms = termsOf(identities)
  const found = new Map<string, TextHit>()
  for (const passage of passages)
    for (const hit of hitsOf(terms, passage)) {
      const key = JSON.stringify(hit)
      if (!found.has(key)) found.set(key, { hit, removed: passage.removed === true })
    }
  return [...found.values()]
}
