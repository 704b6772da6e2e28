import type { FigureCell, Panel } from '../../../../catalogue/contract/analysis/figures.ts'
import { barsOf, boardText, greatest, type Bar } from '../shown.ts'

const high = 210
const left = 6
const foot = 180
const head = 34

/** A round number not below the greatest. */
function topOf(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 4, 5, 8, 10].find((one) => one * power >= value) ?? 10) * power
}

const lineOf = (points: readonly { x: number; y: number }[]): string =>
  points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')

/**
 * One series over time; the last point is told by its figure, dashed where its year or month is not over.
 * What is hidden leaves a gap.
 * @param wide width of the drawing, of which letters are 20 high: that of the column on the wall
 */
export function Lines({ panel, wide }: { panel: Panel; wide: number }) {
  const right = wide - 60
  const points = barsOf(panel, 400)
  const top = topOf(greatest(points.map(({ cell }) => cell)))
  const xOf = (index: number) => left + ((right - left) * index) / Math.max(1, points.length - 1)
  const yOf = (value: number) => foot - ((foot - head) * value) / top
  const opens = new Set(panel.rows.flatMap(({ key, open }) => (open ? [key] : [])))
  const known = points.flatMap(({ key, cell, label }, index) => {
    const value = cell?.value ?? null
    return value === null ? [] : [{ x: xOf(index), y: yOf(value), label, cell, isOpen: opens.has(key) }]
  })
  const last = known.at(-1)
  const over = known.filter(({ isOpen }) => !isOpen)
  const line = lineOf(over)
  const open = last?.isOpen === true ? last : null
  const before = over.at(-1)
  const every = Math.ceil(points.length / (wide / 100))
  return (
    <svg className="bd-lines" viewBox={`0 0 ${wide} ${high}`} aria-hidden="true">
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <path className="bd-grid" d={`M${left} ${yOf(top * share)}H${right}`} />
          <text className="bd-axis" x={right + 12} y={yOf(top * share) + 7}>
            {boardText({ value: Math.round(top * share * 10) / 10 }, '')}
          </text>
        </g>
      ))}
      {over.length > 1 && (
        <polygon
          className="bd-area"
          points={`${over[0]?.x ?? 0},${foot} ${line} ${before?.x ?? 0},${foot}`}
        />
      )}
      <polyline className="bd-line" points={line} />
      {open && before && <polyline className="bd-line bd-open" points={lineOf([before, open])} />}
      <End {...{ last, right }} unit={panel.unit} after={points.at(-1)} />
      {points.map(
        ({ key, label }, index) =>
          (points.length - 1 - index) % every === 0 && (
            <text
              key={key}
              className="bd-axis"
              x={xOf(index)}
              y={high - 4}
              textAnchor={index === 0 ? 'start' : index === points.length - 1 ? 'end' : 'middle'}
            >
              {label}
            </text>
          ),
      )}
    </svg>
  )
}

/** A point that is drawn. */
interface Point {
  readonly x: number
  readonly y: number
  readonly cell: FigureCell | undefined
  readonly isOpen: boolean
}

/**
 * What stands at the end of the line: its figure, or that nothing is known yet of the running year or month.
 */
function End({
  last,
  right,
  unit,
  after,
}: {
  last: Point | undefined
  right: number
  unit: string
  after: Bar | undefined
}) {
  if (!last) return null
  return (
    <>
      <circle className="bd-last" cx={last.x} cy={last.y} r="7" />
      <text
        className="bd-last-text"
        x={Math.min(last.x, right)}
        y={Math.max(22, last.y - 14)}
        textAnchor="end"
      >
        {boardText(last.cell, unit)}
        {last.isOpen && '（截至今日）'}
      </text>
      {!last.isOpen && after?.cell?.value === null && (
        <text className="bd-axis" x={right} y={foot - 12} textAnchor="end">
          {after.label} 暂无，截至今日
        </text>
      )}
    </>
  )
}
