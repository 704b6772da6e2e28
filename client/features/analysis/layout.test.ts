import { expect, it } from 'vitest'
import type { Panel } from '../../../catalogue/contract/analysis/figures.ts'
import { spansOf } from './layout.ts'

const panel = (form: Panel['form'], columns = 1): Panel => ({
  key: form,
  title: form,
  form,
  unit: '人',
  definition: '',
  excluded: [],
  rows: [],
  columns: Array.from({ length: columns }, (_, key) => ({ key: String(key), label: '' })),
  cells: [],
})

it('fills every line of the sheet, and keeps the order', () => {
  expect(spansOf([panel('bars'), panel('bars'), panel('bars')])).toEqual([4, 4, 4])
  expect(spansOf([panel('stacked'), panel('stacked'), panel('bars')])).toEqual([6, 6, 12])
  expect(spansOf([panel('bars'), panel('heat', 12), panel('heat', 5), panel('dots')])).toEqual([12, 12, 8, 4])
  expect(spansOf([])).toEqual([])
})
