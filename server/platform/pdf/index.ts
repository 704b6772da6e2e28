export { openPrinter, type Printer } from './printer.ts'
export type { Cell, Paper, Part, Sheet, Table } from './sheet.ts'
export type { Block, ColumnSheet, ColumnSize, Run } from './columns/column-sheet.ts'
export { boxMark, type PlacedSheet, wordMark } from './columns/placed-sheet.ts'
