import { escapedText } from '../../../../catalogue/markup/letters.ts'
import katex from 'katex'
import { splitTex, type TexReading } from '../../../../catalogue/contents/tex.ts'

const known = new Map<string, string>()
const mostKnown = 2000

/** Most formulas that are typeset in one text. Later ones are shown as their source. */
const mostFormulas = 300

/** A formula as HTML, with MathML for screen readers. Returns its source when it cannot be parsed. */
function formula(tex: string, display: boolean, source: string): string {
  const key = `${display ? 'D' : 'I'}${tex}`
  const found = known.get(key)
  if (found !== undefined) return found
  const made = typeset(tex, display) ?? `<code>${escapedText(source)}</code>`
  if (known.size >= mostKnown) known.clear()
  known.set(key, made)
  return made
}

/** Refuses a formula with a command that would put an address, an attribute or a picture into the page. */
const refused = (): never => {
  throw new Error('a command that is not trusted')
}

const settings = {
  output: 'htmlAndMathml',
  throwOnError: true,
  trust: refused,
  strict: 'ignore',
  maxSize: 20,
  maxExpand: 200,
} as const

/** A blank to be filled in, which questions may have within a formula. */
const macros = () => ({ '\\blank': '\\underline{\\qquad}' })

function typeset(tex: string, displayMode: boolean): string | null {
  try {
    return katex.renderToString(tex, { ...settings, macros: macros(), displayMode })
  } catch {
    return null
  }
}

/** Why a formula cannot be typeset, in a few words; null for one that can. */
export function formulaFault(tex: string): string | null {
  try {
    katex.renderToString(tex, { ...settings, macros: macros() })
    return null
  } catch (error) {
    const said = error instanceof Error ? error.message : ''
    const unknown = /Undefined control sequence: (\\\S+)/.exec(said)?.[1]
    if (unknown !== undefined) return `不认识 ${unknown}`
    const position = /at position (\d+)/.exec(said)?.[1]
    return position === undefined ? '写法不完整' : `第 ${position} 个字符处写法不对`
  }
}

/** How contents read `$`. */
const usual: TexReading = { dollar: 'unlessPrice' }

/** Typesets the formulas of a text. `words` writes the rest as HTML. */
export function withFormulas(text: string, words = escapedText, reading = usual): string {
  let left = mostFormulas
  return splitTex(text, reading)
    .map((part) =>
      'text' in part
        ? words(part.text)
        : (left -= 1) < 0
          ? escapedText(part.source)
          : formula(part.tex, part.display, part.source),
    )
    .join('')
}
