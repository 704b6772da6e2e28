import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { upload } from '../../platform/api/upload.ts'
import { givenUp } from '../../platform/api/upload-in-parts.ts'
import { UploadPause } from '../../platform/api/upload-pause.ts'

/** An upload under way, as the page shows it. */
export interface FileOnTheWay {
  readonly name: string
  readonly share: number
  /** Paused by the person. */
  readonly isHeld: boolean
  /** The network is down. */
  readonly isWaiting: boolean
}

/**
 * One upload at a time, which can be held, given up, and stops when the page is left; what the server has of
 * it then stays for a week.
 */
export function useSending(refuse: (file: File) => string | null, done: (id: string) => void) {
  const [sent, setSent] = useState<FileOnTheWay | null>(null)
  const [fault, setFault] = useState('')
  const control = useRef<AbortController>(null)
  const pause = useRef(new UploadPause())
  useEffect(() => () => control.current?.abort(), [])
  const change = (by: Partial<FileOnTheWay>) => setSent((now) => now && { ...now, ...by })
  const send = async (file: File) => {
    const refused = refuse(file)
    setFault(refused ?? '')
    if (refused) return
    const own = new AbortController()
    control.current = own
    pause.current = new UploadPause()
    setSent({ name: file.name, share: 0, isHeld: false, isWaiting: false })
    try {
      const { id } = await upload(file, {
        onProgress: (share) => change({ share }),
        onWaiting: (isWaiting) => change({ isWaiting }),
        pause: pause.current,
        signal: own.signal,
      })
      done(id)
    } catch (error) {
      setFault(own.signal.aborted ? `“${file.name}”没有上传` : sentenceOf(error))
    } finally {
      setSent(null)
    }
  }
  const hold = (isHeld: boolean) => {
    pause.current.hold(isHeld)
    change({ isHeld })
  }
  return { sent, fault, send, hold, stop: () => control.current?.abort(givenUp) }
}
