import katex from 'katex'
import { splitTex } from '../../../../catalogue/contents/tex.ts'
import { escapeText } from './rich.ts'

const known = new Map<string, string>()
const mostKnown = 2000

/** Most formulas that are typeset in one text. Later ones are shown as their source. */
const mostFormulas = 300

/** A formula as HTML, with MathML for screen readers. Returns its source when it cannot be parsed. */
function formula(tex: string, display: boolean, source: string): string {
  const key = `${display ? 'D' : 'I'}${tex}`
  const found = known.get(key)
  if (found !== undefined) return found
  const made = typeset(tex, display) ?? `<code>${escapeText(source)}</code>`
  if (known.size >= mostKnown) known.clear()
  known.set(key, made)
  return made
}

/** Refuses a formula with a command that would put an address, an attribute or a picture into the page. */
const refused = (): never => {
  throw new Error('a command that is not trusted')
}

function typeset(tex: string, displayMode: boolean): string | null {
  try {
    return katex.renderToString(tex, {
      displayMode,
      output: 'htmlAndMathml',
      throwOnError: true,
      trust: refused,
      strict: 'ignore',
      maxSize: 20,
      maxExpand: 200,
    })
  } catch {
    return null
  }
}

/** Typesets the formulas of a text. `words` writes the rest as HTML. */
export function withFormulas(text: string, words = escapeText): string {
  let left = mostFormulas
  return splitTex(text)
    .map((part) =>
      'text' in part
        ? words(part.text)
        : (left -= 1) < 0
          ? escapeText(part.source)
          : formula(part.tex, part.display, part.source),
    )
    .join('')
}
