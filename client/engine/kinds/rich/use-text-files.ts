import { useRef, useState } from 'react'
import type { ContentFile } from '../../../../catalogue/contract/portal/portal.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { upload } from '../../../platform/api/upload.ts'

const picture = /^image\/(?:png|jpeg)$/

/** Whether a file can stand in a text as a picture. */
export const isPicture = (file: File): boolean => picture.test(file.type)

/** The files of a text that is edited: those the server has named, and those uploaded since. */
export function useTextFiles(named: readonly ContentFile[]) {
  const addresses = useRef(new Map(named.map((file) => [file.id, file.url])))
  const [busy, setBusy] = useState(0)
  const [said, say] = useState('')
  const show = (id: string, file: File) => void addresses.current.set(id, URL.createObjectURL(file))
  return {
    /** Uploads a file and returns its id; null when it failed, which `said` then tells. */
    async send(file: File): Promise<string | null> {
      setBusy((n) => n + 1)
      try {
        const { id } = await upload(file)
        if (isPicture(file)) show(id, file)
        return id
      } catch (error) {
        say(`“${file.name}”上传失败：${sentenceOf(error)}`)
        return null
      } finally {
        setBusy((n) => n - 1)
      }
    },
    /** Shows a picture of this browser under an id of the text. */
    show,
    /** Shows the picture of one id under another id, too. */
    move: (from: string, to: string) => void addresses.current.set(to, addresses.current.get(from) ?? ''),
    /** Where a picture of the text is shown from; empty when nobody knows. */
    addressOf: (id: string): string => addresses.current.get(id) ?? '',
    /** Lets go of the pictures of this browser, which it would hold in memory until the page is left. */
    release() {
      for (const address of addresses.current.values())
        if (address.startsWith('blob:')) URL.revokeObjectURL(address)
    },
    /** How many uploads are under way. */
    busy,
    said,
    say,
  }
}

export type TextFiles = ReturnType<typeof useTextFiles>
