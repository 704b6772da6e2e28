/** Formulas of Office as TeX. */
export { texOfOmml, type ReadFormula } from './omml.ts'
