import { pinyin, polyphonic } from 'pinyin-pro'
import { doubleSurnames, letterReadings, surnameReadings } from './surnames.ts'
import { shapesOf } from './variants.ts'

/** What stands in the initials for a letter without a known reading: every letter matches it. */
export const anyLetter = '?'

/** A Chinese letter or a Latin word of a name. */
export interface Unit {
  readonly text: string
  /**
   * Without tones, ü as v; the first is the one that people are sorted by. Empty where no dictionary has one.
   */
  readonly readings: readonly string[]
  /** Whether a given name, or a word of a Latin name, may begin here. */
  readonly begins: boolean
}

const syllable = /^[a-zü]+$/
const typed = (reading: string): string => reading.replaceAll('ü', 'v')

/** Ways to type ü: v of input methods, u of habit, yu of passports (GB/T 28039-2011). */
const ways = (reading: string): readonly string[] =>
  /^[ln]v/.test(reading) ? [reading, reading.replace('v', 'u'), reading.replace('v', 'yu')] : [reading]

const known = new Map<string, readonly string[]>()

function dictionaryReadings(letter: string): readonly string[] {
  const found: unknown = polyphonic(letter, { toneType: 'none', type: 'array' })
  const texts = [found].flat(3).filter((one): one is string => typeof one === 'string')
  return texts
    .flatMap((text) => text.split(/[ ,]/))
    .filter((text) => syllable.test(text))
    .map(typed)
}

/** All readings of a Chinese letter, also by its other shapes; empty where none is known. */
export function readingsOf(letter: string): readonly string[] {
  const before = known.get(letter)
  if (before) return before
  const own = letterReadings[letter] ?? dictionaryReadings(letter)
  const shape =
    own.length > 0 ? undefined : shapesOf(letter).find((one) => dictionaryReadings(one).length > 0)
  const all = shape === undefined ? own : dictionaryReadings(shape)
  const made = [...new Set(all.flatMap(ways))]
  known.set(letter, made)
  return made
}

/**
 * The readings of a run of Chinese letters in their context, 重庆 chong qing; the first run begins with a
 * surname.
 */
function usualReadings(letters: readonly string[], isFirst: boolean): readonly (string | undefined)[] {
  const read = pinyin(letters.join(''), {
    toneType: 'none',
    type: 'array',
    surname: isFirst ? 'head' : 'off',
    nonZh: 'spaced',
  }).map((text) => typed(text.toLowerCase()))
  const fits = read.length === letters.length
  const usual = letters.map((_, place) => (fits ? read[place] : undefined))
  if (!isFirst) return usual
  const two = letters.slice(0, 2).join('')
  const [both] = surnameReadings[two] ?? []
  if (both !== undefined) return [...both.split(' '), ...usual.slice(2)]
  const [one] = doubleSurnames.has(two) ? [] : (surnameReadings[letters[0] ?? ''] ?? [])
  return one === undefined ? usual : [one, ...usual.slice(1)]
}

/** Chinese letters as units. In a name of one run the given name begins behind the surname. */
export function unitsOfHan(run: string, isFirst: boolean): Unit[] {
  const letters = [...run]
  const usual = usualReadings(letters, isFirst)
  const isDouble = doubleSurnames.has(letters.slice(0, 2).join(''))
  return letters.map((text, place) => {
    const [surname = []] = isFirst && place === 0 ? [surnameReadings[text]] : []
    const here = usual[place]
    const first = here !== undefined && syllable.test(here) ? ways(here) : []
    const readings = [...new Set([...first, ...surname.flatMap(ways), ...readingsOf(text)])]
    return { text, readings, begins: place === 0 || (isFirst && (place === 1 || (isDouble && place === 2))) }
  })
}

/** The usual reading of each letter of a Chinese title in its context; the letter itself where none is known. */
export const readingOfTitle = (run: string): string[] =>
  unitsOfHan(run, false).map(({ text, readings }) => readings[0] ?? text)
