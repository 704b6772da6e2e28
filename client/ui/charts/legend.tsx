import type { Panel } from '../../../catalogue/contract/analysis/figures.ts'

/** Forms whose series have colours that have to be named. */
const named: readonly Panel['form'][] = ['stacked', 'pyramid', 'columns', 'lines']

/** A colour of a picture, as its step of the ramp, and what it stands for. */
export interface LegendEntry {
  readonly label: string
  readonly step: number
}

/** What the colours of a picture stand for; empty where there is one. */
export function namesOf({ form, columns }: Panel): LegendEntry[] {
  if (columns.length < 2 || !named.includes(form)) return []
  const shown = form === 'pyramid' ? columns.slice(0, 2) : columns
  return shown.map(({ label }, index) => ({ label, step: Math.min(index, 5) + 1 }))
}

/** The names of the colours above a picture. */
export function Legend({ panel }: { panel: Panel }) {
  const names = namesOf(panel)
  if (names.length === 0) return null
  return (
    <ul className="x-chart-legend" aria-hidden="true">
      {names.map(({ label, step }) => (
        <li key={label}>
          <svg width="10" height="10">
            <rect width="10" height="10" className={`x-chart-ink-${step}`} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  )
}
