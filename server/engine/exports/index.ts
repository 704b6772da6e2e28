export { cellOf, fieldColumn } from './cells.ts'
export type { ExportColumn, ExportKey, ExportList, ExportRow, OpenedList, Wanted } from './list.ts'
export { recordLists } from './record-list.ts'
export { placeWords } from './words.ts'
