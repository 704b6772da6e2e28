import type { Panel, PanelForm } from '../../../../catalogue/contract/analysis/figures.ts'
import { publicPanel } from '../../../../catalogue/figures/public-panel.ts'

/** A bucket and how many stand in it. */
export interface Count {
  readonly key: string
  readonly label: string
  readonly value: number
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
 * A panel with one series. `whole` stands as the row of everything behind the others. Where people are counted small numbers
 * are hidden, and what they could be worked out from (figures.md, 1.5).
 */
export function panelOfCounts(
  words: PanelWords,
  counts: readonly Count[],
  { whole, people = false }: { whole?: number; people?: boolean } = {},
): Panel {
  const rows = [
    ...counts.map(({ key, label }) => ({ key, label })),
    ...(whole === undefined ? [] : [{ key: allKey, label: '合计' }]),
  ]
  const values = new Map([
    ...counts.map(({ key, value }) => [key, value] as const),
    ...(whole === undefined ? [] : [[allKey, whole] as const]),
  ])
  const panel: Panel = {
    key: words.key,
    title: words.title,
    unit: words.unit,
    form: words.form,
    definition: words.definition,
    excluded: [],
    rows,
    columns: [{ key: allKey, label: words.title }],
    cells: rows.map(({ key }) => ({ row: key, column: allKey, value: values.get(key) ?? 0, opens: false })),
  }
  return people ? publicPanel(panel) : panel
}

/** A panel of one number. */
export const panelOfNumber = (words: Omit<PanelWords, 'form'>, value: number, people = false): Panel =>
  panelOfCounts(
    Object.assign({ form: 'number' } as const, words),
    [{ key: 'one', label: words.title, value }],
    {
      people,
    },
  )
