import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { fullTime } from '../../../platform/format.ts'

/** Stands below what is printed: where it is from and when. */
export function PrintNote() {
  const [note, setNote] = useState('')
  useEffect(() => {
    // The print begins when the listeners are done: the note has to stand there by then.
    const say = () =>
      flushSync(() => setNote(`网址：${location.href}　打印时间：${fullTime(new Date().toISOString())}`))
    addEventListener('beforeprint', say)
    return () => removeEventListener('beforeprint', say)
  }, [])
  return <p className="portal-printed">{note}</p>
}
