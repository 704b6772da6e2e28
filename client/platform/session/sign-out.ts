import { homeOf } from '../../../catalogue/pages/pages.ts'
import { signOutAnswer, type SignOutAnswer } from '../../../catalogue/contract/account/sign-out.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { api } from '../api/api.ts'
import { forgetSession } from './session.ts'
import { forgetDraftKey } from '../storage/drafts.ts'
import { dropDrafts } from '../storage/storage.ts'

const pause = 1000
/** What was signed out of, for the page that comes next in this window. */
const outKey = 'xt-signed-out'
const nothing: SignOutAnswer = { apps: [], back: null }

/**
 * Signs out (specification section 4): tells the server and clears everything stored here, drafts included,
 * because the computer may be shared. After a second the portal home opens; when it is open already, it is
 * reloaded. Whoever was signed in to apps sees which of them went with it.
 * @param ticket of the app that sent the person here to sign out
 */
export async function signOut(ticket?: string) {
  forgetDraftKey()
  // At once, and not with the navigation: the person may close the window before it.
  dropDrafts()
  const out = await api
    .post('/api/v1/signOut', {
      schema: signOutAnswer,
      body: ticket === undefined ? {} : { ticket },
      quiet: true,
    })
    .catch(() => nothing)
  const listed = out.apps.length > 0 || out.back !== null
  if (listed) sessionStorage.setItem(outKey, JSON.stringify(out))
  const next = listed ? '/login/signOut' : homeOf(null)
  const there = location.pathname === next
  notify.info('退出登录...')
  setTimeout(() => {
    forgetSession('nothing')
    if (there) location.reload()
    else location.assign(next)
  }, pause)
}

/** What this window was signed out of just now. */
export function signedOutHere(): SignOutAnswer {
  try {
    return signOutAnswer.parse(JSON.parse(sessionStorage.getItem(outKey) ?? 'null'))
  } catch {
    return nothing
  }
}
