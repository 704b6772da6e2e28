import katex from 'katex'
import { isTag, parseMarkup, type Tag } from './markup.ts'

const settings = {
  output: 'mathml',
  throwOnError: true,
  strict: 'ignore',
  maxExpand: 200,
} as const

/** A formula of TeX as its element `math`, without its source; null where it cannot be typeset. */
export function mathmlOfTex(tex: string): Tag | null {
  try {
    const html = katex.renderToString(tex, { ...settings, macros: { '\\blank': '\\underline{\\qquad}' } })
    const bare = html.replace(/<annotation[\s\S]*?<\/annotation>/, '')
    return parseMarkup(bare).find(isTag)?.children.find(isTag) ?? null
  } catch {
    return null
  }
}
