import type { Panel, PanelForm } from '../../../../catalogue/contract/analysis/figures.ts'

/** A bucket and how many stand in it. */
export interface Count {
  readonly key: string
  readonly label: string
  readonly value: number | null
  /** A year or a month that is not over. */
  readonly open?: boolean
}

export interface PanelWords {
  readonly key: string
  readonly title: string
  readonly unit: string
  readonly form: PanelForm
  readonly definition: string
}

const allKey = 'all'

/**
 * A panel with one series. `whole` stands as the row of everything behind the others; null where nothing is
 * known.
 */
export function panelOfCounts(
  words: PanelWords,
  counts: readonly Count[],
  { whole }: { whole?: number | null } = {},
): Panel {
  const rows = [
    ...counts.map(({ key, label, open }) => ({ key, label, ...(open && { open: true as const }) })),
    ...(whole === undefined ? [] : [{ key: allKey, label: '合计' }]),
  ]
  const values = new Map([
    ...counts.map(({ key, value }) => [key, value] as const),
    ...(whole === undefined ? [] : [[allKey, whole] as const]),
  ])
  return {
    key: words.key,
    title: words.title,
    unit: words.unit,
    form: words.form,
    definition: words.definition,
    excluded: [],
    rows,
    columns: [{ key: allKey, label: words.title }],
    cells: rows.map(({ key }) => ({
      row: key,
      column: allKey,
      value: values.get(key) ?? null,
      opens: false,
    })),
  }
}

/** A panel of one number; null where nothing is known. */
export const panelOfNumber = (words: Omit<PanelWords, 'form'>, value: number | null): Panel =>
  panelOfCounts(Object.assign({ form: 'number' } as const, words), [
    { key: 'one', label: words.title, value },
  ])

/** Cuts a time series after its last registered value: later years are unknown, not zero. */
export function untilLast(counts: readonly Count[]): Count[] {
  const last = counts.findLastIndex(({ value }) => (value ?? 0) > 0)
  return counts.map((count, index) => (index > last ? { ...count, value: null } : count))
}

/** The sum of counts; null where there are none. */
export const wholeOf = (counts: readonly Count[]): number | null =>
  counts.length === 0 ? null : counts.reduce((sum, { value }) => sum + (value ?? 0), 0)
