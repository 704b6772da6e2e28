import { cleanName } from '../../../catalogue/kinds/person-name.ts'
import { anyLetter, unitsOfHan, type Unit } from './readings.ts'
import { usualLetter } from './variants.ts'

/** What is stored of a name beside itself. */
export interface NameForms {
  /**
   * By what lists order people: the usual reading of each letter, then the initials, `zhang san|zs`. A letter
   * without a reading stands there itself, behind all that have one, and as `?` in the initials.
   */
  readonly sort: string
  /**
   * By what people are found: the key, the name that the forms were made of, and everything that is typed for
   * it.
   */
  readonly found: readonly string[]
}

/** Most readings of one beginning that are stored. A name with more is stored as far as they go. */
export const mostSpellings = 32
const mostInitials = 16
/** Places of a name at which somebody may begin to type it. */
const mostBeginnings = 6
const longestSort = 300

/** Marks a spelling that ends before the name does: whoever types more is not refused. */
export const cutShort = '~'

const notLetters = /[\s·.'-]+/gu
const wordOrLetters = /[a-z0-9]+|\p{Script=Han}+/gu

/**
 * The form in which two writings of a name are equal: without dots, blanks and apostrophes, in small letters
 * without marks, each Chinese letter in its usual shape.
 */
export function nameKey(name: string): string {
  const plain = cleanName(name).toLowerCase().replaceAll(notLetters, '')
  const bare = /^[\p{Script=Han}a-z0-9]*$/u.test(plain) ? plain : withoutMarks(plain)
  return [...bare].map(usualLetter).join('')
}

const withoutMarks = (text: string): string =>
  text
    .replaceAll(/(?<=[ln])ü/gu, 'v')
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .normalize('NFC')

/**
 * Whether two writings are one name: compared for duplicates and where a number and a name must belong
 * together.
 */
export const isSameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other)

function unitsOf(name: string): Unit[] {
  const latin = withoutMarks(cleanName(name).toLowerCase()).replaceAll("'", '')
  return [...latin.matchAll(wordOrLetters)].flatMap(([run], place) =>
    /[a-z0-9]/.test(run) ? [{ text: run, readings: [run], begins: true }] : unitsOfHan(run, place === 0),
  )
}

/**
 * All ways to write some parts one after the other, up to a limit; `cut` where it was reached before the end.
 */
function written(
  parts: readonly (readonly string[])[],
  most: number,
): { readonly texts: string[]; readonly cut: boolean } {
  let texts = ['']
  for (const part of parts) {
    if (texts.length * part.length > most) return { texts, cut: true }
    texts = texts.flatMap((text) => part.map((one) => text + one))
  }
  return { texts, cut: false }
}

const marked = ({ texts, cut }: ReturnType<typeof written>): readonly string[] =>
  cut ? texts.map((text) => `${cutShort}${text}`) : texts

/** Readings up to the first letter without one: it is found by what stands before it. */
function spelled(units: readonly Unit[]): readonly string[] {
  const unknown = units.findIndex(({ readings }) => readings.length === 0)
  const readable = unknown < 0 ? units : units.slice(0, unknown)
  return readable.length === 0
    ? []
    : marked(
        written(
          readable.map(({ readings }) => readings),
          mostSpellings,
        ),
      )
}

const initialsOf = ({ readings }: Unit): readonly string[] =>
  readings.length === 0 ? [anyLetter] : [...new Set(readings.map(([first = '']) => first))]

/** The forms of a person's name. */
export function nameForms(name: string): NameForms {
  const units = unitsOf(name)
  const key = nameKey(name)
  const first = units.map(({ text, readings: [usual = text] }) => usual)
  const initials = units.map((unit) => initialsOf(unit)[0] ?? '')
  const beginnings = units.flatMap(({ begins }, place) => (begins ? [place] : [])).slice(0, mostBeginnings)
  const found = [
    ...[...key].filter((letter) => /[^a-z]/.test(letter)),
    ...beginnings.flatMap((place) => spelled(units.slice(place))),
    ...marked(written(units.map(initialsOf), mostInitials)),
  ]
  return {
    sort: `${first.join(' ')}|${initials.join('')}`.slice(0, longestSort),
    found: [key, name, ...new Set(found)],
  }
}
