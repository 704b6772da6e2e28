import type { Chart } from './chart.ts'

const names = { bar: '柱形图', line: '折线图', pie: '饼图', numbers: '图表' } as const
const nameOf = ({ title, kind }: Chart) => (title === '' ? names[kind] : `${names[kind]}：${title}`)

/** Width and height of the drawing, and the room at its edges. */
const [wide, high] = [400, 250]
const room = { left: 44, right: 8, top: 30, bottom: 46 }

/** A round number not below the largest, by which an axis is divided. */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value || 1))
  return [1, 2, 2.5, 5, 10].map((one) => one * unit).find((one) => one >= value) ?? value
}
const shortly = (value: number) => String(Math.round(value * 100) / 100)

/**
 * A chart, drawn simply: bars, lines or pieces with axes and legend. Its numbers stand in a table
 * (`ChartNumbers`).
 */
export function ChartDrawing({ chart }: { chart: Chart }) {
  if (chart.kind === 'numbers')
    return <p className="xv-chart-none">{nameOf(chart)}（这种图表只列出数字，见下方）</p>
  const legend =
    chart.kind === 'pie'
      ? chart.categories.map((name, i) => ({ name, colour: chart.pieces[i] }))
      : chart.series
  return (
    <figure className="xv-chart" aria-label={nameOf(chart)}>
      <svg viewBox={`0 0 ${wide} ${high}`} aria-hidden="true">
        <text x={wide / 2} y={16} textAnchor="middle" fontSize={14}>
          {chart.title}
        </text>
        {chart.kind === 'pie' ? <Pieces chart={chart} /> : <Plot chart={chart} />}
        {legend.slice(0, 6).map(({ name, colour }, i) => (
          <g
            key={`${name} ${i + 1}`}
            transform={`translate(${12 + (i * (wide - 24)) / Math.min(6, legend.length)} ${high - 12})`}
          >
            <rect width={9} height={9} y={-8} fill={colour} />
            <text x={12} fontSize={10}>
              {name.slice(0, Math.floor(60 / Math.min(6, legend.length)))}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  )
}

function Plot({ chart }: { chart: Chart }) {
  const { categories, series, lying, stacked, kind } = chart
  const sums = categories.map((_, i) =>
    series.reduce((sum, { values }) => sum + Math.max(0, values[i] ?? 0), 0),
  )
  const all = series.flatMap(({ values }) => values.filter((one) => one !== null))
  const top = roundUp(Math.max(...(stacked ? sums : all), 0))
  const low = Math.min(...all, 0)
  const bottom = low < 0 ? -roundUp(-low) : 0
  const [w, h] = [wide - room.left - room.right, high - room.top - room.bottom]
  const along = (value: number) => (value - bottom) / (top - bottom || 1)
  const slot = (lying ? h : w) / categories.length
  const each = (slot * 0.7) / (stacked ? 1 : series.length)
  const bar = (value: number, from: number, i: number, s: number) => {
    const at = i * slot + slot * 0.15 + (stacked ? 0 : s * each)
    const [begin, end] = [along(Math.min(from, from + value)), along(Math.max(from, from + value))]
    return lying
      ? { x: room.left + begin * w, y: room.top + at, width: (end - begin) * w, height: each }
      : { x: room.left + at, y: room.top + (1 - end) * h, width: each, height: (end - begin) * h }
  }
  const middle = (i: number) => (i + 0.5) * slot
  // As many names as have room.
  const skip = Math.ceil(categories.length / (lying ? 14 : 8))
  return (
    <>
      {[0, 0.25, 0.5, 0.75, 1].map((share) => {
        const value = shortly(bottom + (top - bottom) * share)
        return (
          <g key={share}>
            <line
              className="xv-chart-grid"
              {...(lying
                ? { x1: room.left + share * w, x2: room.left + share * w, y1: room.top, y2: room.top + h }
                : {
                    x1: room.left,
                    x2: room.left + w,
                    y1: room.top + (1 - share) * h,
                    y2: room.top + (1 - share) * h,
                  })}
            />
            <text
              fontSize={10}
              textAnchor={lying ? 'middle' : 'end'}
              x={lying ? room.left + share * w : room.left - 4}
              y={lying ? room.top + h + 12 : room.top + (1 - share) * h + 3}
            >
              {value}
            </text>
          </g>
        )
      })}
      {categories.map(
        (name, i) =>
          i % skip === 0 && (
            <text
              key={`${name} ${i + 1}`}
              fontSize={10}
              textAnchor={lying ? 'end' : 'middle'}
              x={lying ? room.left - 4 : room.left + middle(i)}
              y={lying ? room.top + middle(i) + 3 : room.top + h + 14}
            >
              {name.slice(0, lying ? 4 : 8)}
            </text>
          ),
      )}
      {series.map(({ name, colour, values }, s) => (
        <g key={`${name} ${s + 1}`} fill={colour} stroke={colour}>
          {kind === 'line' ? (
            <>
              <polyline
                fill="none"
                strokeWidth={2}
                points={values
                  .flatMap((value, i) =>
                    value === null ? [] : `${room.left + middle(i)},${room.top + (1 - along(value)) * h}`,
                  )
                  .join(' ')}
              />
              {values.map(
                (value, i) =>
                  value !== null && (
                    <circle
                      key={`${categories[i] ?? ''} ${i + 1}`}
                      r={2.5}
                      cx={room.left + middle(i)}
                      cy={room.top + (1 - along(value)) * h}
                    />
                  ),
              )}
            </>
          ) : (
            values.map(
              (value, i) =>
                value !== null && (
                  <rect
                    key={`${categories[i] ?? ''} ${i + 1}`}
                    {...bar(
                      value,
                      stacked ? series.slice(0, s).reduce((sum, one) => sum + (one.values[i] ?? 0), 0) : 0,
                      i,
                      s,
                    )}
                  />
                ),
            )
          )}
        </g>
      ))}
    </>
  )
}

function Pieces({ chart: { categories, series, pieces } }: { chart: Chart }) {
  const values = categories.map((_, i) => Math.max(0, series[0]?.values[i] ?? 0))
  const whole = values.reduce((sum, one) => sum + one, 0) || 1
  const [x, y, r] = [
    wide / 2,
    room.top + (high - room.top - room.bottom) / 2,
    (high - room.top - room.bottom) / 2,
  ]
  const rim = (share: number, radius = r) =>
    `${x + radius * Math.sin(share * 2 * Math.PI)} ${y - radius * Math.cos(share * 2 * Math.PI)}`
  return values.map((value, i) => {
    const from = values.slice(0, i).reduce((sum, one) => sum + one, 0) / whole
    const to = from + value / whole
    const [tx, ty] = rim((from + to) / 2, r * 0.65).split(' ')
    return (
      <g key={`${categories[i] ?? ''} ${i + 1}`}>
        {value === whole ? (
          <circle cx={x} cy={y} r={r} fill={pieces[i]} />
        ) : (
          <path
            d={`M${x} ${y}L${rim(from)}A${r} ${r} 0 ${to - from > 0.5 ? 1 : 0} 1 ${rim(to)}Z`}
            fill={pieces[i]}
          />
        )}
        {value / whole > 0.04 && (
          <text x={tx} y={ty} fontSize={11} textAnchor="middle">
            {Math.round((value / whole) * 100)}%
          </text>
        )}
      </g>
    )
  })
}

/** The numbers of a chart. */
export function ChartNumbers({ chart }: { chart: Chart }) {
  return (
    <details className="xv-numbers">
      <summary>{nameOf(chart)}的数据</summary>
      <section tabIndex={0} aria-label={`${nameOf(chart)}的数据，可滚动`}>
        <table>
          <thead>
            <tr>
              <td>
                <span className="x-hidden">类别</span>
              </td>
              {chart.series.map(({ name }, i) => (
                <th key={`${name} ${i + 1}`} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {chart.categories.map((name, i) => (
              <tr key={`${name} ${i + 1}`}>
                <th scope="row">{name}</th>
                {chart.series.map(({ name: of, values }, s) => (
                  <td key={`${of} ${s + 1}`}>
                    {values[i] === null || values[i] === undefined ? '' : shortly(values[i])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
