import { z } from 'zod'
import { userInfo } from '../../../catalogue/contract/account/account.ts'
import { viewAsStarted } from '../../../catalogue/contract/administration/view-as.ts'
import { createStore } from '../../ui/feedback/store.ts'
import { api } from '../api/api.ts'
import { session, signIn, useSession } from './session.ts'
import { readItem, removeItem, viewingKey as key, writeItem } from '../storage/storage.ts'

/** The identity through whose eyes this browser sees, until when, and the administrator who sits here. */
const shape = z.object({ viewed: z.number(), until: z.string(), admin: userInfo })
type ViewedIdentity = z.infer<typeof shape>

const current = createStore<ViewedIdentity | null>(read())

function read(): ViewedIdentity | null {
  try {
    return shape.safeParse(JSON.parse(readItem(key) ?? 'null')).data ?? null
  } catch {
    return null
  }
}

// Another tab began or ended the view.
window.addEventListener('storage', (event) => {
  if (event.key === key || event.key === null) current.set(read())
})

/** The view in progress; null when there is none. */
export function useViewing(): ViewedIdentity | null {
  const viewing = current.use()
  const now = useSession()
  return viewing !== null && now?.id === viewing.viewed ? viewing : null
}

/** Shows the portal as this identity sees it. Session and token stay the administrator’s. */
export async function beginViewing(identityId: number, reason: string): Promise<void> {
  const admin = session()
  const { until, info } = await api.post('/api/v1/viewAs', {
    schema: viewAsStarted,
    body: { identityId, reason },
  })
  if (admin === null) return
  const viewing = { viewed: info.id, until, admin }
  writeItem(key, JSON.stringify(viewing))
  current.set(viewing)
  signIn({ ...info, token: session()?.token ?? info.token })
}

/**
 * Ends the view. Throws ApiError when the server was not reached; the view then goes on, because the server
 * would still answer for that identity.
 */
export async function endViewing(): Promise<void> {
  const viewing = current.get()
  await api.post('/api/v1/viewAs/end', { schema: z.boolean(), quiet: true })
  const token = session()?.token
  if (viewing !== null && token !== undefined) signIn({ ...viewing.admin, token })
  removeItem(key)
  current.set(null)
}
