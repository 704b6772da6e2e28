export { openPrinter, type Printer } from './printer.ts'
export type { Cell, Paper, Part, Sheet, Table } from './sheet.ts'
