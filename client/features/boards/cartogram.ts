/** A class of a map: the least value in it, and its words. */
export interface MapClass {
  readonly from: number
  readonly label: string
}

/** Numbers that people read easily: 1, 2 or 5 times a power of ten. */
function roundStep(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw))
  const factor = [1, 2, 5, 10].find((one) => one * power >= raw) ?? 10
  return factor * power
}

const plain = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 1 })

/** At most four classes of equal width with round borders; one class where all are alike. */
export function classesOf(values: readonly number[]): MapClass[] {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  if (values.length === 0) return []
  if (least === most) return [{ from: least, label: plain.format(least) }]
  const step = roundStep((most - least) / 4)
  const first = Math.floor(least / step) * step
  const borders = Array.from({ length: 5 }, (_, n) => first + n * step).filter((from) => from <= most)
  const used = borders.slice(0, 4)
  return used.map((from, index) => {
    const next = used[index + 1]
    if (index === 0 && next !== undefined) return { from, label: `${plain.format(next)} 以下` }
    return next === undefined
      ? { from, label: `${plain.format(from)} 以上` }
      : { from, label: `${plain.format(from)}–${plain.format(next)}` }
  })
}

/** The class that a value falls into. */
export const classAt = (classes: readonly MapClass[], value: number): number =>
  Math.max(
    0,
    classes.findLastIndex(({ from }) => value >= from),
  )
