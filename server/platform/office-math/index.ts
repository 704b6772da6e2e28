/** Formulas of Office: read as TeX, and written from TeX or MathML. */
export { texOfOmml, type ReadFormula } from './omml.ts'
export { ommlOfMathml, type WrittenFormula } from './from-mathml.ts'
export { xmlOfOmml } from './nodes.ts'
export { ommlOfTex } from './write.ts'
