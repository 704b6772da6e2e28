import { useEffect, useState } from 'react'

/** The bytes of a file, or that they could not be had. */
export function useBytes(url: string): { bytes: ArrayBuffer | null; failed: boolean } {
  const [state, setState] = useState<{ bytes: ArrayBuffer | null; failed: boolean }>({
    bytes: null,
    failed: false,
  })
  useEffect(() => {
    const stop = new AbortController()
    const read = async () => {
      const answer = await fetch(url, { signal: stop.signal })
      if (!answer.ok) throw new Error(`file ${answer.status}`)
      const bytes = await answer.arrayBuffer()
      if (!stop.signal.aborted) setState({ bytes, failed: false })
    }
    read().catch(() => !stop.signal.aborted && setState({ bytes: null, failed: true }))
    return () => stop.abort()
  }, [url])
  return state
}
