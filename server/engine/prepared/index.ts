export { cellOf } from './cell.ts'
export {
  prepared,
  type DerivedField,
  type PreparedType,
  type PreparedField,
  type TypedField,
} from './prepare.ts'
