export { prepared, type DerivedField, type Prepared, type PreparedField } from './prepare.ts'
