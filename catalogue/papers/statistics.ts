/** Results of a paper: rows are pupils without names, columns items; null for an item that was not given. */
export interface Results {
  /** Full scores of the items. */
  readonly full: readonly number[]
  readonly rows: readonly (readonly number[])[]
}

/** Figures of an item. What cannot be said is null. */
export interface ItemFigures {
  readonly n: number
  /** Rate of scoring, 0 to 1. */
  readonly p: number | null
  /** Where the rate of all such pupils lies, 95 per cent (Wilson). */
  readonly interval: readonly [low: number, high: number] | null
  /** Rate of the upper 27 per cent less that of the lower. */
  readonly d: number | null
  /** Correlation with the total of the other items. */
  readonly r: number | null
}

export interface PaperFigures {
  readonly n: number
  readonly mean: number | null
  readonly sd: number | null
  readonly alpha: number | null
  /** Standard error of measurement. */
  readonly sem: number | null
  readonly items: readonly ItemFigures[]
}

/** Below it only rates with their interval are shown; below `few` D and α are shown as uncertain (6.7). */
export const least = 30
export const few = 100

const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0)
const meanOf = (list: readonly number[]): number => (list.length === 0 ? 0 : sum(list) / list.length)
const variance = (list: readonly number[]): number => {
  const mean = meanOf(list)
  return list.length < 2 ? 0 : sum(list.map((one) => (one - mean) ** 2)) / (list.length - 1)
}
const tiny = 1e-12

/** Every figure, without regard to how many pupils there were. */
export function figuresOf({ full, rows }: Results): PaperFigures {
  const totals = rows.map(sum)
  const n = rows.length
  const columns = full.map((_, item) => rows.map((row) => row[item] ?? 0))
  const items = columns.map((column, item) => itemFigures(column, full[item] ?? 0, totals))
  const ofTotals = variance(totals)
  const k = full.length
  const alpha =
    n < 2 || k < 2 || ofTotals < tiny ? null : (k / (k - 1)) * (1 - sum(columns.map(variance)) / ofTotals)
  const sd = n < 2 ? null : Math.sqrt(ofTotals)
  return {
    n,
    mean: n === 0 ? null : meanOf(totals),
    sd,
    alpha,
    sem: alpha === null || sd === null ? null : sd * Math.sqrt(Math.max(0, 1 - alpha)),
    items,
  }
}

function itemFigures(column: readonly number[], full: number, totals: readonly number[]): ItemFigures {
  const n = column.length
  if (n === 0 || full <= 0) return { n, p: null, interval: null, d: null, r: null }
  const p = meanOf(column) / full
  const rest = totals.map((total, i) => total - (column[i] ?? 0))
  return {
    n,
    p,
    interval: wilson(p, n),
    d: discrimination(column, full, totals),
    r: correlation(column, rest),
  }
}

function wilson(p: number, n: number): readonly [number, number] {
  const z = 1.96
  const middle = (p + z ** 2 / (2 * n)) / (1 + z ** 2 / n)
  const half = (z / (1 + z ** 2 / n)) * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n ** 2))
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}

/** Rows tied at the border of a group count by their mean, so that their order does not matter. */
function discrimination(column: readonly number[], full: number, totals: readonly number[]): number | null {
  const g = Math.round(0.27 * column.length)
  if (g === 0) return null
  const group = (order: 1 | -1): number => {
    const sorted = totals.toSorted((a, b) => order * (a - b))
    const border = sorted[g - 1] ?? 0
    const inside = column.filter((_, i) => order * ((totals[i] ?? 0) - border) < -tiny)
    const tied = column.filter((_, i) => Math.abs((totals[i] ?? 0) - border) <= tiny)
    return (sum(inside) + (g - inside.length) * meanOf(tied)) / g
  }
  return (group(-1) - group(1)) / full
}

function correlation(one: readonly number[], other: readonly number[]): number | null {
  const [a, b] = [meanOf(one), meanOf(other)]
  const [va, vb] = [variance(one), variance(other)]
  if (va < tiny || vb < tiny) return null
  const together = sum(one.map((value, i) => (value - a) * ((other[i] ?? 0) - b))) / (one.length - 1)
  return together / Math.sqrt(va * vb)
}

/** What may be shown of the figures: with few pupils only rates and their intervals. */
export function shownFigures(figures: PaperFigures): PaperFigures & { readonly isFew: boolean } {
  const isFew = figures.n < few
  if (figures.n >= least) return { ...figures, isFew }
  const items = figures.items.map((item) => ({ ...item, d: null, r: null }))
  return { n: figures.n, mean: null, sd: null, alpha: null, sem: null, items, isFew }
}

/** What is to be thought of a discrimination (resources.md, 1): ≥ .40 good, .30 fair, .20 mend, below drop. */
export function verdictOf(d: number): 'good' | 'fair' | 'mend' | 'drop' {
  if (d >= 0.4) return 'good'
  if (d >= 0.3) return 'fair'
  return d >= 0.2 ? 'mend' : 'drop'
}
