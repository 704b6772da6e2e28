/** A stretch of a text: words, or a formula with the source between its delimiters. */
export type TexPart =
  | { readonly text: string }
  | { readonly tex: string; readonly display: boolean; readonly source: string }

/** Longest source of one formula. */
export const longestTex = 2000

const open = /\\\(|\\\[|\$\$|\$/g
/** Whether a text can hold a formula. Cheap, so that texts without one are not taken apart. */
export const mayHoldFormula = (text: string): boolean => /\$|\\\(|\\\[/.test(text)

const closings: Readonly<Record<string, string>> = { '\\(': '\\)', '\\[': '\\]', $$: '$$' }

/** Where an unescaped `mark` stands from `from` on, not too far; -1 for none. */
function closing(text: string, mark: string, from: number): number {
  const near = text.slice(from, from + longestTex + mark.length)
  for (let at = near.indexOf(mark); at >= 0; at = near.indexOf(mark, at + 1)) {
    let slashes = 0
    while (near[at - 1 - slashes] === '\\') slashes += 1
    // The mark's own backslash is part of it, one before that escapes it.
    if (slashes % 2 === 0) return from + at
  }
  return -1
}

/** Chinese characters and kana; the punctuation of a Chinese line stands inside formulas of exam papers. */
const chinese = /[\u3005-\u3007\u3041-\u30ff\u3400-\u9fff]/

/** Digits and separators alone: an amount, or several. */
const price = /^[\d.,;:\s\-–—~/%、，；：。～－]+$/
/** `1: 4`, `2∶3∶4.5`: no amount is written with a colon between numbers and nothing else. */
const ratio = /^\d+(?:\.\d+)?(?:\s*[:：∶]\s*\d+(?:\.\d+)?)+$/

/**
 * Whether what stands between two `$` is a formula and no price. It begins and ends without white space, on
 * one line; no letter or digit stands before the opening mark (US$5, 5$) nor after the closing one; outside
 * `\text{}` it holds no Chinese words and no ordinary words ($5 or 6$), and it is not made of digits and
 * separators alone ($5, 5$–10$) unless it is a ratio.
 */
function isFormula(before: string, tex: string, after: string): boolean {
  if (tex === '' || /^\s|\s$|\n/.test(tex)) return false
  if (/[A-Za-z\d]$/.test(before) || /^[A-Za-z\d]/.test(after)) return false
  const bare = tex.replace(/\\(?:text|mathrm|mbox)\s*\{[^}]*\}/g, '')
  return (
    !chinese.test(bare) && !/(?:^|\s)[A-Za-z]{2,}(?:\s|$)/.test(bare) && (!price.test(tex) || ratio.test(tex))
  )
}

/** How `$` is read: as a formula unless it is a price, or always as a formula (questions, exam papers). */
export interface TexReading {
  readonly dollar: 'unlessPrice' | 'always'
}

/**
 * Takes a text apart into words and formulas: `\(…\)`, `\[…\]`, `$$…$$`, and `$…$` where it is no price. `\$`
 * is a dollar sign.
 */
export function splitTex(text: string, { dollar }: TexReading = { dollar: 'unlessPrice' }): TexPart[] {
  const parts: TexPart[] = []
  let words = ''
  let from = 0
  for (const { 0: mark, index } of text.matchAll(open)) {
    if (index < from || (index > 0 && text[index - 1] === '\\' && mark.startsWith('$'))) continue
    const begin = index + mark.length
    const close = closings[mark] ?? '$'
    const end = closing(text, close, begin)
    if (end < 0) continue
    const tex = text.slice(begin, end)
    if (
      mark === '$' && dollar === 'unlessPrice'
        ? !isFormula(text.slice(Math.max(0, index - 1), index), tex, text.slice(end + 1, end + 2))
        : tex.trim() === ''
    )
      continue
    words += text.slice(from, index)
    if (words !== '') parts.push({ text: words })
    words = ''
    from = end + close.length
    parts.push({ tex, display: mark === '$$' || mark === '\\[', source: text.slice(index, from) })
  }
  words += text.slice(from)
  if (words !== '') parts.push({ text: words })
  return parts
}

/** Where the first `$` stands that neither opens nor closes a formula nor is escaped; -1 for none. */
export function loneDollar(text: string): number {
  let from = 0
  for (const part of splitTex(text, { dollar: 'always' })) {
    const lone = 'text' in part ? /(?<!\\)\$/.exec(part.text) : null
    if (lone) return from + lone.index
    from += 'text' in part ? part.text.length : part.source.length
  }
  return -1
}
