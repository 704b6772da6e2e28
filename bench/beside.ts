import type { Group, Line } from './scale-calls.ts'

/** What a call may take, in milliseconds. */
const aim = 300

type Pair = readonly [one: Line, three: Line]

const pairsOf = (one: readonly Line[], three: readonly Line[]): Pair[] =>
  one.flatMap((line, at) => {
    const other = three[at]
    return other ? [[line, other] as const] : []
  })

const middle = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
const cell = (value: number, digits = 1): string => value.toFixed(digits).padStart(8)

/** A line for each call: milliseconds on one node and on three, their ratio, what was answered. */
export function beside(one: readonly Line[], three: readonly Line[]): string[] {
  return [
    'one node ms  three nodes ms  ratio  who            call  answer',
    ...pairsOf(one, three).map(
      ([a, b]) =>
        `${cell(a.ms)}     ${cell(b.ms)}     ${cell(b.ms / a.ms, 1)}  ${a.who.padEnd(13)}  ${a.path}  ${a.said}${a.said === b.said ? '' : ` | ${b.said}`}`,
    ),
  ]
}

/** Places in an answer that say when and how fast it was counted. */
const momentary = new Set(['.at', '.took'])

/** The first place at which two answers differ, with both values; null where there is none. */
export function differenceOf(one: unknown, three: unknown, place = ''): string | null {
  if (one === three) return null
  if (typeof one !== 'object' || typeof three !== 'object' || one === null || three === null)
    return `${place}: ${JSON.stringify(one)?.slice(0, 80)} | ${JSON.stringify(three)?.slice(0, 80)}`
  const a = one as Readonly<Record<string, unknown>>
  const b = three as Readonly<Record<string, unknown>>
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const here = `${place}.${key}`
    const found = momentary.has(here) ? null : differenceOf(a[key], b[key], here)
    if (found !== null) return found
  }
  return null
}

const groups: readonly Group[] = ['first pages', 'queues', 'search', 'counts', 'log']

function lineOf(name: string, pairs: readonly Pair[]): string {
  const one = pairs.map(([a]) => a.ms)
  const three = pairs.map(([, b]) => b.ms)
  const ratio = middle(pairs.map(([a, b]) => b.ms / a.ms))
  const over = (list: readonly number[]) => list.filter((ms) => ms > aim).length
  return `${name.padEnd(12)} ${String(pairs.length).padStart(5)}  ${cell(middle(one))} ${cell(Math.max(...one))} ${String(over(one)).padStart(4)}   ${cell(middle(three))} ${cell(Math.max(...three))} ${String(over(three)).padStart(4)}   ${cell(ratio)}`
}

/** Medians and slowest of each group on both, and every answer that differs. */
export function summaryOf(one: readonly Line[], three: readonly Line[]): string[] {
  const pairs = pairsOf(one, three)
  const differing = pairs.flatMap(([a, b]) => {
    const found = differenceOf(a.answer, b.answer)
    return found === null ? [] : [`${a.who.padEnd(13)} ${a.path}  ${found}`]
  })
  return [
    `group        calls  one node: median, slowest, over ${aim}   three nodes: the same   median ratio`,
    ...groups.flatMap((group) => {
      const of = pairs.filter(([a]) => a.group === group)
      return of.length === 0 ? [] : [lineOf(group, of)]
    }),
    lineOf('all', pairs),
    `answered otherwise: ${differing.length} of ${pairs.length}`,
    ...differing,
  ]
}
