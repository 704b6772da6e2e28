export { prepared, type DerivedField, type PreparedType, type PreparedField } from './prepare.ts'
