/** A question of a GIFT text: its title, its text around the answers, and the answers. */
export interface GiftBlock {
  /** The line of the file on which it begins, from 1. */
  readonly line: number
  readonly title: string
  readonly format: string
  readonly before: string
  /** Between the braces; null where there are none. */
  readonly answers: string | null
  readonly after: string
}

/** A question that cannot be taken apart, with the line that is at fault. */
export interface GiftFault {
  readonly line: number
  readonly text: string
  readonly reason: string
}

interface RawBlock {
  readonly line: number
  readonly text: string
}

/** Blank lines part questions; comments and categories are none, and keep their lines counted. */
function rawBlocks(text: string): RawBlock[] {
  const blocks: { line: number; lines: string[] }[] = []
  let open: { line: number; lines: string[] } | null = null
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    const isAside = /^\s*\/\//.test(line) || /^\s*\$CATEGORY:/i.test(line)
    if (line.trim() === '') open = null
    else if (open) open.lines.push(isAside ? '' : line)
    else if (!isAside) blocks.push((open = { line: at + 1, lines: [line] }))
  }
  return blocks.map(({ line, lines }) => ({ line, text: lines.join('\n') }))
}

/** Places of a mark that is not escaped. */
function placesOf(text: string, mark: string): number[] {
  const places: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === mark) places.push(at)
  }
  return places
}

function blockOf({ line, text }: RawBlock): GiftBlock | GiftFault {
  const fault = (at: number, reason: string): GiftFault => ({
    line: line + (text.slice(0, at).match(/\n/g)?.length ?? 0),
    text: text.slice(0, 60),
    reason,
  })
  const [title, titled] = titleIn(text)
  const found = /^\s*\[(html|moodle|plain|markdown)\]/i.exec(titled)
  const body = found ? titled.slice(found[0].length) : titled
  const ahead = text.length - body.length
  const [opens, closes] = [placesOf(body, '{'), placesOf(body, '}')]
  const format = (found?.[1] ?? 'moodle').toLowerCase()
  const [open, close] = [opens[0], closes[0]]
  if (open === undefined && close === undefined)
    return { line, title, format, before: body, answers: null, after: '' }
  if (open === undefined || (close !== undefined && close < open))
    return fault(ahead + (close ?? 0), '多了一个 }，字面的大括号请写成 \\}')
  if (close === undefined) return fault(ahead + open, '{ 没有配对的 }')
  const [extra] = [...opens.slice(1), ...closes.slice(1)]
  if (extra !== undefined) return fault(ahead + extra, '一道题只能有一对 { }，字面的大括号请写成 \\{ 和 \\}')
  return {
    line,
    title,
    format,
    before: body.slice(0, open),
    answers: body.slice(open + 1, close),
    after: body.slice(close + 1),
  }
}

function titleIn(text: string): readonly [title: string, rest: string] {
  const found = /^\s*::((?:\\.|[^\\])*?)::/s.exec(text)
  return found ? [literal(found[1] ?? '').trim(), text.slice(found[0].length)] : ['', text]
}

/** A text without the marks that kept letters from being read as signs. */
export const literal = (text: string): string =>
  text.replaceAll(/\\(n|[~=#{}:\\])/g, (_, letter: string) => (letter === 'n' ? '\n' : letter))

/** Parts a text at a mark that is not escaped; what stands before the first one is the first part. */
export function splitAt(text: string, mark: string): string[] {
  const places = placesOf(text, mark)
  return [0, ...places.map((at) => at + 1)].map((from, i) => text.slice(from, places[i] ?? text.length))
}

/** Takes a GIFT text apart into questions and faults, in its order. */
export const blocksOfGift = (text: string): (GiftBlock | GiftFault)[] => rawBlocks(text).map(blockOf)
