import { z } from 'zod'

/**
 * Sentences of the schema library, for what a schema does not word itself: a clerk reads them under the
 * field.
 */

/** Chinese sentence for a value of the wrong type, by the type the schema expects. */
const expected: Readonly<Record<string, string>> = {
  string: '应为文字',
  number: '应为数字',
  int: '应为整数',
  boolean: '应为是或否',
  array: '应为一组内容',
  tuple: '应为一组内容',
  date: '应为日期',
}

/** Names of keys that a body has too many, a few of them. */
function keysTooMany(keys: readonly string[]): string {
  const named = keys.slice(0, 5).map((key) => `“${key.slice(0, 40)}”`)
  return `没有${named.join('、')}${keys.length > 5 ? `等 ${keys.length} 个` : '这样的'}栏目`
}

const isEmpty = (input: unknown): boolean => input === undefined || input === null || Number.isNaN(input)

/** Smallest and largest of what is measured: letters of a text, parts of a list, or the number itself. */
const measured = (origin: string, word: { few: string; more: string }, limit: unknown): string =>
  origin === 'string'
    ? `${word.few} ${String(limit)} 个字`
    : origin === 'array' || origin === 'set'
      ? `${word.few} ${String(limit)} 项`
      : `${word.more} ${String(limit)}`

/** The sentence for a fault of a schema; undefined leaves it to the library. */
function sentenceOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'unrecognized_keys') return keysTooMany(issue.keys)
  if (issue.code === 'invalid_type')
    return isEmpty(issue.input) ? '请填写这一项' : (expected[issue.expected] ?? '内容的格式不对')
  if (issue.code === 'invalid_value') return isEmpty(issue.input) ? '请选择这一项' : '不在可选的范围内'
  if (issue.code === 'too_small') {
    if (issue.origin === 'string' && Number(issue.minimum) === 1) return '请填写这一项'
    return measured(issue.origin, { few: '至少', more: '不能小于' }, issue.minimum)
  }
  if (issue.code === 'too_big')
    return measured(issue.origin, { few: '至多', more: '不能大于' }, issue.maximum)
  if (issue.code === 'custom') return undefined
  return isEmpty(issue.input) ? '请填写这一项' : '内容的格式不对'
}

/** Words whatever a schema says in the library's own words. To be called before any schema is asked. */
export function wordSchemas(): void {
  z.config({ ...z.locales.zhCN(), customError: sentenceOf })
}
