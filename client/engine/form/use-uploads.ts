import { useCallback, useRef, useState } from 'react'
import type { Attachments } from '../../../catalogue/define.ts'
import type { FileRef } from '../../../catalogue/contract/archive/records.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { upload } from '../../platform/api/upload.ts'
import { givenUp } from '../../platform/api/upload-in-parts.ts'
import { refusalOf } from '../evidence/limits.ts'

/** A file that is being uploaded, or whose upload failed. */
export interface Transfer {
  readonly key: number
  readonly file: File
  readonly share: number
  readonly fault: string | null
}

let last = 0

/** Uploads several files at the same time; each can be cancelled and tried again. */
export function useUploads(limits: Attachments, free: number, onDone: (file: FileRef) => void) {
  const [transfers, setTransfers] = useState<readonly Transfer[]>([])
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const aborts = useRef(new Map<number, AbortController>())
  const change = useCallback((key: number, by: Partial<Transfer> | null) => {
    setTransfers((all) => all.flatMap((one) => (one.key !== key ? [one] : by ? [{ ...one, ...by }] : [])))
  }, [])
  const send = async (key: number, file: File) => {
    const control = new AbortController()
    aborts.current.set(key, control)
    try {
      onDone(await upload(file, { onProgress: (share) => change(key, { share }), signal: control.signal }))
      change(key, null)
    } catch (error) {
      change(key, control.signal.aborted ? null : { fault: sentenceOf(error) })
    } finally {
      aborts.current.delete(key)
    }
  }
  const add = (files: readonly File[]) => {
    const refused = files.flatMap((file) => refusalOf(limits, file) ?? [])
    const fitting = files.filter((file) => refusalOf(limits, file) === null)
    const room = Math.max(0, free - transfers.filter((one) => one.fault === null).length)
    const tooMany =
      fitting.length > room ? [`至多 ${limits.maxCount} 份，多出的 ${fitting.length - room} 份没有上传`] : []
    setRefusals([...refused, ...tooMany])
    for (const file of fitting.slice(0, room)) {
      last += 1
      const key = last
      setTransfers((all) => [...all, { key, file, share: 0, fault: null }])
      void send(key, file)
    }
  }
  const retry = ({ key, file }: Transfer) => {
    change(key, { share: 0, fault: null })
    void send(key, file)
  }
  const cancel = ({ key }: Transfer) => {
    aborts.current.get(key)?.abort(givenUp)
    change(key, null)
  }
  return { transfers, refusals, add, retry, cancel }
}
