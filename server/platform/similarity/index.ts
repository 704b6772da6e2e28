export { bandsOf, type Work } from './bands.ts'
export {
  compared,
  isNear,
  nearFrom,
  prepared,
  sharedPassages,
  type Likeness,
  type SharedStretch,
} from './compare.ts'
