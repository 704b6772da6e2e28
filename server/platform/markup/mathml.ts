import katex from 'katex'
import { isTag, parseMarkup, type Tag } from './markup.ts'

const settings = {
  output: 'mathml',
  throwOnError: true,
  strict: 'ignore',
  maxExpand: 200,
} as const

const macros = () => ({ '\\blank': '\\underline{\\qquad}' })

/** A formula of TeX as MathML text, with its source as an annotation; null where it cannot be typeset. */
export function mathmlTextOfTex(tex: string): string | null {
  try {
    const html = katex.renderToString(tex, { ...settings, macros: macros() })
    return /<math[\s\S]*<\/math>/.exec(html)?.[0] ?? null
  } catch {
    return null
  }
}

/** A formula of TeX as its element `math`, without its source; null where it cannot be typeset. */
export function mathmlOfTex(tex: string): Tag | null {
  const text = mathmlTextOfTex(tex)
  if (text === null) return null
  return parseMarkup(text.replace(/<annotation[\s\S]*?<\/annotation>/, '')).find(isTag) ?? null
}
