import { z } from 'zod'
import { homeOf } from '../../../catalogue/pages/pages.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { api } from '../api/api.ts'
import { forgetSession } from './session.ts'
import { dropDrafts } from '../storage/storage.ts'

const pause = 1000

/**
 * Signs out (specification section 4): the server is told, everything stored here goes, drafts included
 * because the computer may be shared, and after a second the portal home opens, reloaded if it is open
 * already.
 */
export async function signOut() {
  // Signing out succeeds on this computer even when the server cannot be reached.
  // Not part of public pages; where it was never loaded there is no key.
  await import('../storage/drafts.ts').then(
    ({ forgetDraftKey }) => forgetDraftKey(),
    () => undefined,
  )
  // At once: whoever closes the window before the portal's home opens leaves nothing behind, either.
  dropDrafts()
  await api.get('/login/logout', { schema: z.unknown(), quiet: true }).catch(() => null)
  const home = homeOf(null)
  const there = location.pathname === home
  notify.info('退出登录...')
  setTimeout(() => {
    forgetSession('nothing')
    if (there) location.reload()
    else location.assign(home)
  }, pause)
}
