import { useEffect } from 'react'
import { passwordDueSentences } from '../../catalogue/contract/account/account.ts'
import type { Session } from '../platform/session/session.ts'
import { notify } from '../ui/feedback/notify.ts'

const pause = 1500

/**
 * Tells whose password is weak or old, 1.5 s after signing in or opening the portal (specification section
 * 5). A one-time password is nobody's fault: the page where it is replaced says so.
 */
export function usePasswordNotice(session: Session | null) {
  const due = session?.password_due ?? null
  const id = session?.id
  useEffect(() => {
    if (due !== 'simple' && due !== 'old') return
    const timer = setTimeout(() => notify.warn(passwordDueSentences[due]), pause)
    return () => clearTimeout(timer)
  }, [due, id])
}
