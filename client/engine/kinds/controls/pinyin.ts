import { useCallback, useState } from 'react'

type Initials = (label: string) => string
let initialsOf: Initials | null = null
const known = new Map<string, string>()

/** Loaded when a list of choices is first opened: the readings of all characters are larger than the page. */
async function load(): Promise<void> {
  const { pinyin } = await import('pinyin-pro')
  initialsOf = (label) => {
    const found =
      known.get(label) ??
      pinyin(label, { pattern: 'first', toneType: 'none', type: 'array' }).join('').toLowerCase()
    known.set(label, found)
    return found
  }
}

/** Finds choices by label, pinyin initials (zz for 在职) or code, as people do in 全国教师管理信息系统. */
export function usePinyin() {
  const [, setReady] = useState(initialsOf !== null)
  const prepare = useCallback(() => {
    // The load failed: choices are still found by label and code.
    if (initialsOf === null)
      load().then(
        () => setReady(true),
        () => undefined,
      )
  }, [])
  const matches = useCallback((typed: string, label: string, code: string): boolean => {
    const asked = typed.normalize('NFKC').trim().toLowerCase()
    if (asked === '') return true
    return (
      label.toLowerCase().includes(asked) ||
      code.toLowerCase().startsWith(asked) ||
      initialsOf?.(label).includes(asked) === true
    )
  }, [])
  return { matches, prepare }
}
