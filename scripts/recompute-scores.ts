import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/**
 * Works out the result sheet of a round of expert review again from the raw scores that its office took out (CSV) and
 * the rules that are printed on the sheet (JSON), without a line of the portal's own scoring: numbers are fractions of
 * whole numbers throughout, and roots are found by halving. Prints rank, number and score of each item.
 *
 *   node scripts/recompute-scores.ts raw.csv rules.json
 */

interface Rules {
  readonly rubric: readonly {
    readonly key: string
    readonly label: string
    readonly max: number
    readonly weight: number
  }[]
  readonly dropFrom: number | null
  readonly normalise: string
  readonly ties: readonly string[]
  readonly least: number
}

interface Line {
  readonly code: string
  readonly expert: string
  readonly first: boolean
  readonly points: ReadonlyMap<string, bigint>
  readonly total: bigint
  adjusted: bigint
}

export interface RecomputedScore {
  readonly code: string
  readonly rank: number | null
  readonly score: string | null
}

/** Fields of a CSV as RFC 4180 has them. */
function fieldsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g
  for (const [, quoted, bare = '', end] of text.replace(/^\uFEFF/, '').matchAll(pattern)) {
    rows.at(-1)?.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
    if (end === '') break
    if (end !== ',') rows.push([])
  }
  return rows.filter((row) => row.length > 1)
}

/** '17.5' → 1750. */
function hundredths(text: string): bigint {
  const [whole = '0', part = ''] = text.split('.')
  return BigInt(whole + part.padEnd(2, '0').slice(0, 2))
}

function totalOf(rules: Rules, points: Line['points']): bigint {
  const common = rules.rubric.reduce((all, { max }) => all * BigInt(max), 1n)
  const upper = rules.rubric.reduce(
    (all, { label, max, weight }) =>
      all + (points.get(label) ?? 0n) * BigInt(weight) * 100n * (common / BigInt(max)),
    0n,
  )
  // Half up: twice the fraction and one, halved downwards.
  return (2n * upper + common) / (2n * common)
}

function linesOf(csv: string, rules: Rules): Line[] {
  const [head = [], ...rows] = fieldsOf(csv)
  const at = (title: string) => head.indexOf(title)
  return rows.map((row) => {
    const points = new Map(rules.rubric.map(({ label }) => [label, hundredths(row[at(label)] ?? '0')]))
    const total = totalOf(rules, points)
    return {
      code: row[at('编号')] ?? '',
      expert: row[at('专家号')] ?? '',
      first: row[at('评审')] === '初评',
      points,
      total,
      adjusted: total,
    }
  })
}

const digits = 10n ** 15n

/** Square root of `value`, with fifteen decimals, by halving. */
function root(value: bigint): bigint {
  const wanted = value * digits * digits
  let [low, high] = [0n, wanted + 1n]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (middle * middle <= wanted) low = middle
    else high = middle
  }
  return low
}

/** Number, sum, and number² times the variance. */
function momentsOf(lines: readonly Line[]) {
  const count = BigInt(lines.length)
  const sum = lines.reduce((all, { total }) => all + total, 0n)
  const away = lines.reduce((all, { total }) => all + (count * total - sum) ** 2n, 0n)
  return { count, sum, deviation: root(away / (count || 1n)) }
}

function normalise(lines: readonly Line[]): void {
  const all = momentsOf(lines)
  for (const own of Map.groupBy(lines, ({ expert }) => expert).values()) {
    if (own.length < 3) continue
    const { count, sum, deviation } = momentsOf(own)
    for (const line of own) {
      const z = deviation === 0n ? 0n : ((count * line.total - sum) * digits * digits) / deviation
      const value = (all.sum * digits) / all.count + (z * all.deviation) / (digits * all.count)
      const whole = value < 0n ? 0n : (value + digits / 2n) / digits
      line.adjusted = whole > 10_000n ? 10_000n : whole
    }
  }
}

/** The scores that count. */
function kept(lines: readonly Line[], { dropFrom }: Rules): Line[] {
  if (dropFrom === null || lines.length < dropFrom) return [...lines]
  const sorted = lines.toSorted((a, b) => Number(a.adjusted - b.adjusted))
  return sorted.slice(1, -1)
}

interface Item {
  readonly code: string
  readonly lines: readonly Line[]
  readonly score: bigint | null
  readonly spread: bigint
}

function itemOf(code: string, lines: readonly Line[], rules: Rules): Item {
  const counted = kept(lines, rules)
  const sum = counted.reduce((all, { adjusted }) => all + adjusted, 0n)
  const count = BigInt(counted.length)
  const first = lines.filter((line) => line.first).map(({ total }) => Number(total))
  return {
    code,
    lines,
    score: lines.length < rules.least || count === 0n ? null : (2n * sum + count) / (2n * count),
    spread: first.length < 2 ? 0n : BigInt(Math.max(...first) - Math.min(...first)),
  }
}

function before(a: Item, b: Item, rules: Rules): bigint {
  const byScore = (b.score ?? -1n) - (a.score ?? -1n)
  if (byScore !== 0n) return byScore
  for (const tie of rules.ties) {
    const label = rules.rubric.find(({ key }) => key === tie)?.label ?? ''
    const sum = ({ lines }: Item) => lines.reduce((all, { points }) => all + (points.get(label) ?? 0n), 0n)
    const parted =
      tie === 'spread'
        ? a.spread - b.spread
        : sum(b) * BigInt(a.lines.length) - sum(a) * BigInt(b.lines.length)
    if (parted !== 0n) return parted
  }
  return 0n
}

/** The sheet's ranks and scores, best first. Items that nobody scored are not in the raw scores. */
export function recompute(csv: string, rules: Rules): RecomputedScore[] {
  const lines = linesOf(csv, rules)
  if (rules.normalise === 'z') normalise(lines)
  const items = [...Map.groupBy(lines, ({ code }) => code)]
    .map(([code, own]) => itemOf(code, own, rules))
    .toSorted((a, b) => Number(before(a, b, rules)) || (a.code < b.code ? -1 : 1))
  return items.map((item) => ({
    code: item.code,
    rank: item.score === null ? null : 1 + items.filter((other) => before(other, item, rules) < 0n).length,
    score: item.score === null ? null : (Number(item.score) / 100).toFixed(2),
  }))
}

const [, called = '', raw, rules] = process.argv
if (import.meta.url === pathToFileURL(called).href) {
  if (raw === undefined || rules === undefined)
    throw new Error('node scripts/recompute-scores.ts raw.csv rules.json')
  const read: Rules = JSON.parse(readFileSync(rules, 'utf8'))
  for (const { rank, code, score } of recompute(readFileSync(raw, 'utf8'), read))
    process.stdout.write(`${rank ?? '-'}\t${code}\t${score ?? '-'}\n`)
}
