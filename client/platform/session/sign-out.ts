import { z } from 'zod'
import { homeOf } from '../../../catalogue/pages/pages.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { api } from '../api/api.ts'
import { forgetSession } from './session.ts'
import { dropDrafts } from '../storage/storage.ts'

const pause = 1000

/**
 * Signs out (specification section 4): tells the server and clears everything stored here, drafts included,
 * because the computer may be shared. After a second the portal home opens; when it is open already, it is
 * reloaded.
 */
export async function signOut() {
  // Public pages do not load the drafts; without them there is no key to forget.
  await import('../storage/drafts.ts').then(
    ({ forgetDraftKey }) => forgetDraftKey(),
    () => undefined,
  )
  // At once, and not with the navigation: the person may close the window before it.
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
