import { kindOf } from '../../catalogue/kinds/kinds.ts'
import type { Content } from './wording.ts'

/** The words of a value; a sample has none and says 某. */
export type Say = (key: string, otherwise?: string) => string

export function sayOf(content: Content | undefined): Say {
  return (key, otherwise = '××') => {
    const field = content?.definition.fields[key]
    const value = content?.values[key]
    return field && value !== null && value !== undefined ? kindOf(field).toText(value, field) : otherwise
  }
}

export const chineseDay = (day: string) =>
  `${Number(day.slice(0, 4))}年${Number(day.slice(5, 7))}月${day.length > 7 ? `${Number(day.slice(8, 10))}日` : ''}`
export const when = (text: string) => (/^\d{4}-\d\d/.test(text) ? chineseDay(text) : text)
