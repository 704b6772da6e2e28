import type { Chart } from './chart.ts'
import { high, Plot, room, shortly, wide } from './plot.tsx'

const names = { bar: '柱形图', line: '折线图', pie: '饼图', numbers: '图表' } as const
const nameOf = ({ title, kind }: Chart) => (title === '' ? names[kind] : `${names[kind]}：${title}`)

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
