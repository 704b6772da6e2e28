import { useEffect, useRef } from 'react'
import { holdUnsaved } from '../../platform/address/at-work.ts'
import { guardAddress } from '../../platform/address/history.ts'
import { confirm } from '../../ui/feedback/confirm.ts'

const keptHere = '离开后这些填写不会提交；本机留有副本，再次打开该表可以继续填写。'

/**
 * Asks before a page with unsaved typing is left, by link, by the back button or by closing the window.
 * @param text consequence of leaving; forms keep a draft
 * @returns a function that lets the next navigation pass, for the form's own
 */
export function useLeaveGuard(unsaved: boolean, text = keptHere): () => void {
  const open = useRef(false)
  const now = useRef(unsaved)
  useEffect(() => {
    now.current = unsaved
  })
  useEffect(() => {
    let asks = false
    return guardAddress((goOn) => {
      if (!now.current || open.current) return false
      if (asks) return true
      asks = true
      void confirm({ title: '还有没保存的填写', text, ok: '离开', danger: true }).then((yes) => {
        asks = false
        if (yes) goOn()
      })
      return true
    })
  }, [text])
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    const release = holdUnsaved()
    return () => {
      window.removeEventListener('beforeunload', ask)
      release()
    }
  }, [unsaved])
  return () => {
    open.current = true
    // The form navigates at once after it has asked for the pass; a later navigation is the person’s own and
    // must be asked about.
    setTimeout(() => (open.current = false), 0)
  }
}
