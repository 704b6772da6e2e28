/** Whether a decoder that refuses what is no text takes all of it. */
function reads(content: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content)
  } catch {
    return null
  }
}

/** Letters no text has; ends of lines, tabs and page breaks are fine. */
const hasControls = (text: string) => /\p{Cc}/u.test(text.replaceAll(/[\t\n\f\r\v\u0085]/g, ''))

/**
 * Whether bytes begin with the mark of UTF-16. No MP3 does: in its place a frame would say layer I (ISO
 * 11172-3, 2.4.2.3).
 */
export const isMarkedText = (content: Buffer): boolean =>
  content.length > 1 && ['fffe', 'feff'].includes(content.toString('hex', 0, 2))

/**
 * Text in UTF-8, UTF-16 with a mark, or GB18030, without control characters; pages and drawings in markup are
 * no text.
 */
export function isText(content: Buffer): boolean {
  const text = isMarkedText(content)
    ? reads(content, content[0] === 0xff ? 'utf-16le' : 'utf-16be')
    : (reads(content, 'utf-8') ?? reads(content, 'gb18030'))
  if (text === null || hasControls(text)) return false
  return !/^\s*(<[!?a-z]|#!|%PDF|MZ)/i.test(text)
}
