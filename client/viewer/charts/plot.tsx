import type { Chart } from './chart.ts'

/** Width and height of a chart's drawing, and the room at its edges, in units of its viewBox. */
export const [wide, high] = [400, 250]
export const room = { left: 44, right: 8, top: 30, bottom: 46 }
const [plotWide, plotHigh] = [wide - room.left - room.right, high - room.top - room.bottom]

/** A number as a label: two decimals at most. */
export const shortly = (value: number) => String(Math.round(value * 100) / 100)

/** The smallest of 1, 2, 2.5, 5, 10 times a power of ten that is not below `value`; the end of an axis. */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value || 1))
  return [1, 2, 2.5, 5, 10].map((one) => one * unit).find((one) => one >= value) ?? value
}

/** Bars or lines between two axes. */
export function Plot({ chart }: { chart: Chart }) {
  const scale = scaleOf(chart)
  return (
    <>
      <Grid lying={chart.lying} scale={scale} />
      <CategoryNames categories={chart.categories} lying={chart.lying} scale={scale} />
      {chart.series.map((one, place) => (
        <g key={`${one.name} ${place + 1}`} fill={one.colour} stroke={one.colour}>
          {chart.kind === 'line' ? (
            <Line chart={chart} values={one.values} scale={scale} />
          ) : (
            <Bars chart={chart} place={place} scale={scale} />
          )}
        </g>
      ))}
    </>
  )
}

type Scale = ReturnType<typeof scaleOf>

/** How values and categories become places: the ends of the value axis, and the room of each category. */
function scaleOf({ categories, series, lying, stacked }: Chart) {
  const sums = categories.map((_, i) =>
    series.reduce((sum, { values }) => sum + Math.max(0, values[i] ?? 0), 0),
  )
  const all = series.flatMap(({ values }) => values.filter((one) => one !== null))
  const top = roundUp(Math.max(...(stacked ? sums : all), 0))
  const lowest = Math.min(...all, 0)
  const bottom = lowest < 0 ? -roundUp(-lowest) : 0
  const slot = (lying ? plotHigh : plotWide) / categories.length
  return {
    top,
    bottom,
    slot,
    /** The share of the value axis below a value, 0 to 1. */
    share: (value: number) => (value - bottom) / (top - bottom || 1),
    /** The middle of a category along its axis. */
    middle: (category: number) => (category + 0.5) * slot,
  }
}

/** Five lines across the value axis, each with its value. */
function Grid({ lying, scale: { top, bottom } }: { lying: boolean; scale: Scale }) {
  return [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const value = shortly(bottom + (top - bottom) * share)
    const x = room.left + share * plotWide
    const y = room.top + (1 - share) * plotHigh
    return (
      <g key={share}>
        <line
          className="xv-chart-grid"
          {...(lying
            ? { x1: x, x2: x, y1: room.top, y2: room.top + plotHigh }
            : { x1: room.left, x2: room.left + plotWide, y1: y, y2: y })}
        />
        <text
          fontSize={10}
          textAnchor={lying ? 'middle' : 'end'}
          x={lying ? x : room.left - 4}
          y={lying ? room.top + plotHigh + 12 : y + 3}
        >
          {value}
        </text>
      </g>
    )
  })
}

/** The names along the other axis, as many of them as have room. */
function CategoryNames(props: { categories: readonly string[]; lying: boolean; scale: Scale }) {
  const { categories, lying, scale } = props
  const every = Math.ceil(categories.length / (lying ? 14 : 8))
  return categories.map(
    (name, i) =>
      i % every === 0 && (
        <text
          key={`${name} ${i + 1}`}
          fontSize={10}
          textAnchor={lying ? 'end' : 'middle'}
          x={lying ? room.left - 4 : room.left + scale.middle(i)}
          y={lying ? room.top + scale.middle(i) + 3 : room.top + plotHigh + 14}
        >
          {name.slice(0, lying ? 4 : 8)}
        </text>
      ),
  )
}

type Values = Chart['series'][number]['values']

/** One series as a line with a dot at each value; a missing value is left out. */
function Line({ chart, values, scale }: { chart: Chart; values: Values; scale: Scale }) {
  const dots = values.map(
    (value, i) =>
      value !== null &&
      ([room.left + scale.middle(i), room.top + (1 - scale.share(value)) * plotHigh] as const),
  )
  const points = dots.flatMap((dot) => (dot ? `${dot[0]},${dot[1]}` : []))
  return (
    <>
      <polyline fill="none" strokeWidth={2} points={points.join(' ')} />
      {dots.map(
        (dot, i) =>
          dot && <circle key={`${chart.categories[i] ?? ''} ${i + 1}`} r={2.5} cx={dot[0]} cy={dot[1]} />,
      )}
    </>
  )
}

/** One series as bars: beside those of the other series, or on top of them where the chart is stacked. */
function Bars({ chart, place, scale }: { chart: Chart; place: number; scale: Scale }) {
  const { categories, series, lying, stacked } = chart
  const thick = (scale.slot * 0.7) / (stacked ? 1 : series.length)
  const bar = (value: number, category: number) => {
    const before = series.slice(0, place).reduce((sum, one) => sum + (one.values[category] ?? 0), 0)
    const from = stacked ? before : 0
    const at = category * scale.slot + scale.slot * 0.15 + (stacked ? 0 : place * thick)
    const begin = scale.share(Math.min(from, from + value))
    const end = scale.share(Math.max(from, from + value))
    const long = end - begin
    return lying
      ? { x: room.left + begin * plotWide, y: room.top + at, width: long * plotWide, height: thick }
      : { x: room.left + at, y: room.top + (1 - end) * plotHigh, width: thick, height: long * plotHigh }
  }
  const values = series[place]?.values ?? []
  return values.map(
    (value, i) => value !== null && <rect key={`${categories[i] ?? ''} ${i + 1}`} {...bar(value, i)} />,
  )
}
