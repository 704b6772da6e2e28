const known: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Text with its entity references resolved; undefined if one is not predefined by XML. */
export function unescaped(raw: string): string | undefined {
  if (!raw.includes('&')) return raw
  let wrong = false
  const text = raw.replaceAll(
    /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w{2,4}));|&/g,
    (_, hex, decimal, name) => {
      const code =
        typeof hex === 'string' ? parseInt(hex, 16) : typeof decimal === 'string' ? Number(decimal) : 0
      if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code)
      const letter = typeof name === 'string' ? known[name] : undefined
      if (letter === undefined) wrong = true
      return letter ?? ''
    },
  )
  return wrong ? undefined : text
}
