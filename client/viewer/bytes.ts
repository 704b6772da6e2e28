import { useEffect, useState } from 'react'

/** Largest file that is read into the page; uploads are smaller. */
const most = 60 * 1024 * 1024

/** The bytes of a file, or that they could not be had. */
export function useBytes(url: string): { bytes: ArrayBuffer | null; failed: boolean } {
  const [state, setState] = useState<{ bytes: ArrayBuffer | null; failed: boolean }>({ bytes: null, failed: false })
  useEffect(() => {
    const stop = new AbortController()
    const read = async () => {
      const answer = await fetch(url, { signal: stop.signal })
      if (!answer.ok || Number(answer.headers.get('content-length') ?? 0) > most) throw new Error(`file ${answer.status}`)
      const bytes = await answer.arrayBuffer()
      if (!stop.signal.aborted) setState({ bytes, failed: false })
    }
    read().catch(() => !stop.signal.aborted && setState({ bytes: null, failed: true }))
    return () => stop.abort()
  }, [url])
  return state
}
