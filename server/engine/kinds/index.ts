export { columnType } from './columns.ts'
