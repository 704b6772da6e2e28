import { useEffect } from 'react'
import { passwordDueSentences } from '../../catalogue/contract/account/account.ts'
import type { Session } from '../platform/session/session.ts'
import { notify } from '../ui/feedback/notify.ts'

const pause = 1500

/**
 * Tells whose password is weak or old, 1.5 s after signing in or opening the portal (specification section
 * 5).
 */
export function usePasswordNotice(session: Session | null) {
  const weak = session?.is_simple === 1
  const old = session?.is_reset === 1
  const id = session?.id
  useEffect(() => {
    if (!weak && !old) return
    const text = passwordDueSentences[weak ? 'simple' : 'old']
    const timer = setTimeout(() => notify.warn(text), pause)
    return () => clearTimeout(timer)
  }, [weak, old, id])
}
