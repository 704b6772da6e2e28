/** What begins on a line of a paper (resources.md, 5.4). */

const full: Readonly<Record<string, string>> = {
  '．': '.',
  '：': ':',
  '（': '(',
  '）': ')',
  '，': ',',
  '　': ' ',
}
/** Letters of full width as those of half width, each in its place. */
export const narrowed = (text: string): string =>
  text.replace(
    /[Ａ-Ｚａ-ｚ０-９]|[．：（），　]/g,
    (letter) => full[letter] ?? String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0xfee0),
  )

/** A head of a section: 一、选择题（共10小题，每小题3分，共30分）. */
export interface SectionHead {
  readonly title: string
  readonly count: number | null
  readonly each: number | null
}

const head =
  /^\s*(?:[一二三四五六七八九十]{1,3}\s*[、.．]|第[ⅠⅡI1-9一二三]+\s*(?:卷|部分|大题)|Part\s+[A-Z1-9IVX]+\b)/

export function sectionHeadOf(text: string): SectionHead | null {
  const line = narrowed(text).trim()
  if (!head.test(line) || line.length > 120) return null
  const numberIn = (pattern: RegExp): number | null => {
    const found = pattern.exec(line)?.[1]
    return found === undefined ? null : Number(found)
  }
  return {
    title: text.trim(),
    count: numberIn(/共\s*(\d+)\s*(?:小?题|道)/) ?? numberIn(/本(?:大题|题)?共?\s*(\d+)\s*小?题/),
    each: numberIn(/每(?:小题|题)\s*(\d+(?:\.\d)?)\s*分/),
  }
}

/** The first line of the answers at the end; `答案：B` is the answer of one question. */
export const isAnswersHead = (text: string): boolean =>
  /^【?(?:参考答案|试题答案|答案)(?:[与及和]?(?:试题)?(?:解析|评分标准|评分参考|评分说明))?】?$/.test(
    narrowed(text).replace(/[\s:]+/g, ''),
  ) && !/^\s*【答案】|^\s*答案\s*[:：]/.test(text)

/** A number with which a question may begin, and what follows it. */
export interface NumberStart {
  readonly number: number
  readonly rest: string
  readonly score: number | null
}

const numbers = [
  /^\s*[*＊★]?\s*(\d{1,3})\s*[.、](?!\d)\s*/,
  /^\s*[*＊★]?\s*(\d{1,3})\s*\)\s*/,
  /^\s*\((\d{1,3})\)\s*/,
  /^\s*第\s*(\d{1,3})\s*题\s*[.、:]?\s*/,
  /^\s*【?例\s*(\d{1,3})】?\s*[.、:]?\s*/,
]

/**
 * The number at the beginning of a line, if it can be that of a question; which one is expected the caller
 * knows. `3.14`, `2024.` of a year and `1.5 元` begin nothing.
 */
export function numberStartOf(text: string): NumberStart | null {
  const line = narrowed(text)
  for (const pattern of numbers) {
    const found = pattern.exec(line)
    if (!found?.[1]) continue
    let rest = text.slice(found[0].length)
    const scored = /^\s*[（(]\s*(?:本题|本小题)?(?:满分)?\s*(\d{1,2}(?:\.\d)?)\s*分\s*[）)]\s*/.exec(rest)
    if (scored) rest = rest.slice(scored[0].length)
    return { number: Number(found[1]), rest, score: scored?.[1] === undefined ? null : Number(scored[1]) }
  }
  return null
}

/** An option with its letter. */
export interface OptionStart {
  readonly key: string
  readonly text: string
}

const option =
  /(^|\t|[ \u3000]{2,}|\n|[\ue000-\uf8ff][ \u3000]*|[ \u3000])\(?([A-H])\s*(?:[.、:]|\)(?!\())\s*/g

/**
 * The options that stand on a line, from `next` on without a gap; `before` is what stands ahead of them. Null
 * where the line has none: “A、B两点” goes on in the same word.
 */
export function optionsOn(
  text: string,
  next: string,
): { readonly before: string; readonly options: readonly OptionStart[] } | null {
  const line = narrowed(text)
  const found: { readonly at: number; readonly from: number; readonly key: string }[] = []
  let wanted = next.charCodeAt(0)
  for (const match of line.matchAll(option)) {
    const [whole, gap = '', key = ''] = match
    if (key.charCodeAt(0) !== wanted) continue
    const isFirst = found.length === 0
    // The first one begins its line; one gap of a single space parts options only after another option.
    if (
      isFirst &&
      (gap === ' ' || (gap !== '' && match.index > 0 && next === 'A' && !/^\t|^[ \u3000]{2}|\n/.test(gap)))
    )
      continue
    found.push({ at: match.index + gap.length, from: match.index + whole.length, key })
    wanted += 1
  }
  const [first, second] = found
  if (!first) return null
  const isSentence = next === 'A' && !second && /^[A-H]\s*、\s*[A-Z]/.test(line.slice(first.at))
  if (isSentence) return null
  const options = found.map(({ key, from }, i) => ({
    key,
    text: text.slice(from, found[i + 1]?.at ?? text.length).trim(),
  }))
  return { before: text.slice(0, first.at).trim(), options }
}

/** What a mark at the beginning of a line says. */
export type PaperMark = 'answer' | 'analysis' | 'points' | 'difficulty' | 'source'

const marks: readonly (readonly [RegExp, PaperMark])[] = [
  [/^\s*(?:【(?:参考)?答案】|(?:参考)?答案\s*[:：])\s*/, 'answer'],
  [/^\s*【(?:解析|分析|解答|详解|点评|点睛|解|思路点拨|解题思路)】\s*[:：]?\s*/, 'analysis'],
  [/^\s*(?:解析|分析|解答|点评|详解|解|证明)\s*[:：]\s*/, 'analysis'],
  [/^\s*【(?:考点|知识点)】\s*[:：]?\s*|^\s*(?:考点|知识点)\s*[:：]\s*/, 'points'],
  [/^\s*【(?:难度|难易度)】\s*[:：]?\s*/, 'difficulty'],
  [/^\s*【(?:来源|题源|出处)】\s*[:：]?\s*/, 'source'],
]

export function markOf(text: string): { readonly mark: PaperMark; readonly rest: string } | null {
  for (const [pattern, mark] of marks) {
    const found = pattern.exec(text)
    if (found) return { mark, rest: text.slice(found[0].length) }
  }
  return null
}
