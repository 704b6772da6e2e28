import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { roleEntry } from '../../catalogue/access/roles.ts'
import { homeOf } from '../../catalogue/pages/pages.ts'
import type { Session } from '../platform/session/session.ts'
import { notify } from '../ui/feedback/notify.ts'

/**
 * Another identity took over, here or in another window of this browser (the session is shared by local
 * storage): its own home opens, because the page shown belongs to the one before.
 */
export function useIdentityChange(session: Session | null) {
  const navigate = useNavigate()
  const before = useRef(session?.id)
  useEffect(() => {
    const was = before.current
    before.current = session?.id
    if (was === undefined || session === null || was === session.id) return
    notify.info(
      `已切换为${roleEntry(session.role).label}，${session.organization?.name ?? session.truename}`,
      { stay: 4000 },
    )
    void navigate(homeOf(session.role), { replace: true })
  }, [session, navigate])
}
