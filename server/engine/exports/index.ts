export { cellOf, fieldColumn, institutionsNamed, numbersIn, teachersNamed } from './cells.ts'
export type {
  ExportColumn,
  ExportFile,
  ExportKey,
  ExportList,
  ExportReport,
  ExportRow,
  ExportSheet,
  OpenedList,
  RowsWanted,
} from './list.ts'
export { momentCell, openColumns, rowOfLine, type LineColumn } from './lines.ts'
export { recordLists } from './record-list.ts'
export { choiceWords, columnOrderWords, placeWords } from './words.ts'
export { layoutLists } from './layout-list.ts'
