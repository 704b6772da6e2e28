import { useEffect, useState } from 'react'

/** Milliseconds without a movement after which nobody seems to be there. */
const quiet = 5_000
const events = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

/** Whether nobody has touched mouse or keyboard for some seconds. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    let timer = setTimeout(() => setIdle(true), quiet)
    const awake = () => {
      setIdle(false)
      clearTimeout(timer)
      timer = setTimeout(() => setIdle(true), quiet)
    }
    for (const event of events) addEventListener(event, awake)
    return () => {
      clearTimeout(timer)
      for (const event of events) removeEventListener(event, awake)
    }
  }, [])
  return idle
}
