export { mostBytes, mostColumns, type WorkbookCell, type WorkbookRow } from './workbook.ts'
export { WorkbookRefusal, type RefusalReason } from './refusal.ts'
export { firstBytes, workbookKindOf, type WorkbookKind } from './kind.ts'
export { rowsOfWorkbook, sheetOfWorkbook, type Wanted } from './rows.ts'
