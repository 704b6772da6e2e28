import type { PanelForm } from '../../../../catalogue/contract/analysis/figures.ts'
import { bars } from './bars.ts'
import type { Picture, Sheet } from './parts.ts'
import { dots, heat } from './spread.ts'
import { columns, lines, pyramid, stacked } from './stacked.ts'

/** How each form is drawn; numbers and tables are no pictures. */
export const pictures: Readonly<Record<PanelForm, ((sheet: Sheet) => Picture) | null>> = {
  number: null,
  bars,
  stacked,
  pyramid,
  heat,
  columns,
  lines,
  diverging: bars,
  dots,
  bullet: bars,
  table: null,
}
