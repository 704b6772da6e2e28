import { useMemo, useState } from 'react'
import { Button } from '../ui/forms/button.tsx'

/** Letters shown at first, and with each further step. */
const step = 60_000

/** Text by its mark, else UTF-8 where it is that, else GB18030, which Chinese Windows writes. */
export function decoded(bytes: ArrayBuffer): { text: string; encoding: string } {
  const [first, second] = new Uint8Array(bytes.slice(0, 2))
  const as = (encoding: string, label: string) => ({
    text: new TextDecoder(encoding).decode(bytes),
    encoding: label,
  })
  if (first === 0xff && second === 0xfe) return as('utf-16le', 'UTF-16')
  if (first === 0xfe && second === 0xff) return as('utf-16be', 'UTF-16')
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return as('gb18030', 'GBK')
  }
}

/** A text as it is written; long ones bit by bit. */
export function TextView({ file, name }: { file: ArrayBuffer; name: string }) {
  const { text, encoding } = useMemo(() => decoded(file), [file])
  const [shown, setShown] = useState(step)
  return (
    <div className="xv-text">
      <p className="x-soft x-dense">文字编码：{encoding}</p>
      <section tabIndex={0} aria-label={`${name} 的内容，可滚动`}>
        <pre>{text.slice(0, shown)}</pre>
      </section>
      {text.length > shown && <Button onClick={() => setShown(shown + step)}>再显示一段</Button>}
    </div>
  )
}
