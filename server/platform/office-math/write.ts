import { mathmlOfTex } from '../markup/mathml.ts'
import { ommlOfMathml, type WrittenFormula } from './from-mathml.ts'
import { el } from './nodes.ts'

/** Formulas that were written last: a file has each of them several times, and typesetting costs the most. */
const known = new Map<string, WrittenFormula>()
const mostKnown = 2_000

/** A formula of TeX for Office. What cannot be typeset fails as `TeX`. */
export function ommlOfTex(tex: string): WrittenFormula {
  const before = known.get(tex)
  if (before) return before
  const math = mathmlOfTex(tex)
  const made = math ? ommlOfMathml(math) : { omml: el('oMath'), failed: ['TeX'] }
  if (known.size >= mostKnown) known.clear()
  known.set(tex, made)
  return made
}
