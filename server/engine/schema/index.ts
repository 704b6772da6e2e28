export { createTable, fieldColumns, snake, tableName } from './tables.ts'
