import type { PublicContent } from '../contract/portal/portal.ts'
import type { PublicEntry, ShownFact } from './public-side.ts'

/** A text field of a content; empty where it has none. */
export function textOf(one: PublicContent, key: string): string {
  const held = one[key]
  return typeof held === 'string' ? held : ''
}

const weekdays = ['日', '一', '二', '三', '四', '五', '六']

/**
 * '2026-11-23T14:30' and '…T17:00' as 11月23日 周一 14:30–17:00; over days with both dates. The year is told
 * where it is another.
 */
export function span(from: string, to: string, thisYear = new Date().getFullYear()): string {
  const day = (time: string) => {
    const [year = '', month = '', date = ''] = time.slice(0, 10).split('-')
    const weekday = weekdays[new Date(`${time.slice(0, 10)}T00:00:00Z`).getUTCDay()] ?? ''
    return `${Number(year) === thisYear ? '' : `${year}年`}${Number(month)}月${Number(date)}日 周${weekday}`
  }
  const end = from.slice(0, 10) === to.slice(0, 10) ? '' : `${day(to)} `
  return `${day(from)} ${from.slice(11)}–${end}${to.slice(11)}`
}

/** The words of one fact of a content; empty where there is nothing to say. */
export function wordsOf({ happens }: PublicEntry, one: PublicContent, fact: ShownFact): string {
  const { key, unit = '', until } = fact
  const held = one[key]
  if (typeof held === 'number') return `${held}${unit}`
  const text = one.words[key] ?? textOf(one, key)
  if (text === '') return ''
  if (happens?.from === key) return span(text, textOf(one, happens.to))
  return until === undefined ? text : `${text} 至 ${textOf(one, until)}`
}

/** What a list says below a headline, a line for each that has words. */
export function linesOf(entry: PublicEntry, one: PublicContent): readonly string[] {
  return entry.lines
    .map((line) =>
      line
        .map((fact) => wordsOf(entry, one, fact))
        .filter(Boolean)
        .join('　'),
    )
    .filter(Boolean)
}

/** The facts above the text of one; empty ones are left out. */
export function factsOf(
  entry: PublicEntry,
  one: PublicContent,
): readonly { readonly label: string; readonly words: string }[] {
  return entry.facts
    .map((fact) => ({ label: fact.label, words: wordsOf(entry, one, fact) }))
    .filter(({ words }) => words !== '')
}
