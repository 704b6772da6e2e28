import { useState } from 'react'
import { readItem, writeItem } from '../../../platform/storage/storage.ts'

const key = 'xt-archive-folded'

function read(): readonly string[] {
  try {
    const found: unknown = JSON.parse(readItem(key) ?? '[]')
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

/** The record types whose sections are folded in every archive that is read on this device. */
export function useFolded() {
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set(read()))
  const put = (next: ReadonlySet<string>) => {
    setFolded(next)
    writeItem(key, JSON.stringify([...next]))
  }
  return {
    isFolded: (type: string) => folded.has(type),
    fold: (types: readonly string[]) => put(new Set([...folded, ...types])),
    unfold: (types: readonly string[]) => put(new Set([...folded].filter((one) => !types.includes(one)))),
  }
}
export type FoldedSections = ReturnType<typeof useFolded>
