import { within } from '../../platform/db/like.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { cutShort, nameKey } from './forms.ts'
import { anyLetter } from './readings.ts'

const lexeme = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
const beginning = (text: string): string => `${lexeme(text)}:*`

/**
 * Initials with one letter in them that stands for any: how somebody is found whose letter has no reading.
 */
const longestInitials = 6

/** A spelling that was cut short has at least so many letters. */
const leastCut = 3

function spellings(latin: string): string {
  const letters = [...latin]
  const unread =
    letters.length > longestInitials || letters.length < 2
      ? []
      : letters.map((_, place) => beginning(letters.with(place, anyLetter).join('')))
  const cut = letters
    .map((_, place) => latin.slice(0, place + 1))
    .slice(leastCut - 1)
    .map((text) => lexeme(cutShort + text))
  return `(${[beginning(latin), beginning(cutShort + latin), ...unread, ...cut].join(' | ')})`
}

/**
 * The lexemes of a person or teacher as the indexes of migration 0172 hold them; a teacher's city is one of
 * them.
 */
function lexemesOf(alias: string, of: 'person' | 'teacher'): Sql {
  const column = (name: string) => sql.id(alias, name)
  const city = of === 'teacher' ? column('city_id') : sql`null`
  return sql`names_found(${column('name')}, ${column('name_sort')}, ${column('name_forms')}, ${city})`
}

/** The form in which names are compared (`nameKey`), of a row; its name where the form was not made yet. */
export const nameKeyOf = (alias: string): Sql =>
  sql`coalesce(${sql.id(alias, 'name_forms')}[1], ${sql.id(alias, 'name')})`

/**
 * Condition that a row with `name`, `name_sort` and `name_forms` is called so: Chinese letters in the order
 * of the name whatever their shape; Latin ones as the beginning of a reading, of the given name's, of a word,
 * or of the initials. Dots, blanks, apostrophes and capital letters make no difference.
 * @param city narrows the search to a city's teachers within the index
 */
export function nameFound(
  alias: string,
  of: 'person' | 'teacher',
  q: string,
  city: number | null = null,
): Sql {
  const key = nameKey(q)
  if (key === '') return sql`false`
  const lexemes = lexemesOf(alias, of)
  const also = city === null ? [] : [lexeme(`#${city}`)]
  if (/^[a-z]+$/.test(key)) return sql`${lexemes} @@ ${[spellings(key), ...also].join(' & ')}::tsquery`
  const letters = [...new Set(key)].filter((letter) => /[^a-z]/.test(letter)).map(lexeme)
  const like = sql`(${nameKeyOf(alias)} like ${within(key)} or ${sql.id(alias, 'name')} like ${within(q)})`
  return sql`(${lexemes} @@ ${[...letters, ...also].join(' & ')}::tsquery and ${like})`
}

/**
 * Condition that a person's name begins with `q`, or one of its readings does: Chinese letters from the first
 * one. Served by the index person_found alone, which holds the key of each name.
 */
export function nameBegins(alias: string, q: string): Sql {
  const key = nameKey(q)
  if (key === '') return sql`false`
  const text = /^[a-z]+$/.test(key) ? spellings(key) : beginning(key)
  return sql`${lexemesOf(alias, 'person')} @@ ${text}::tsquery`
}
