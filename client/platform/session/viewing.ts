import { z } from 'zod'
import { userInfo } from '../../../catalogue/contract/account/account.ts'
import { viewAsStarted } from '../../../catalogue/contract/administration/view-as.ts'
import { createStore } from '../../ui/feedback/store.ts'
import { api } from '../api/api.ts'
import { session, signIn, useSession } from './session.ts'
import { readItem, removeItem, viewingKey as key, writeItem } from '../storage/storage.ts'

/** Through whose eyes this browser looks, until when, and who really sits here. */
const shape = z.object({ viewed: z.number(), until: z.string(), admin: userInfo })
type Viewing = z.infer<typeof shape>

const current = createStore<Viewing | null>(read())

function read(): Viewing | null {
  try {
    return shape.safeParse(JSON.parse(readItem(key) ?? 'null')).data ?? null
  } catch {
    return null
  }
}

// Another tab began or ended it.
window.addEventListener('storage', (event) => {
  if (event.key === key || event.key === null) current.set(read())
})

/** The view in progress; null while this browser sees with its own eyes. */
export function useViewing(): Viewing | null {
  const viewing = current.use()
  const now = useSession()
  return viewing !== null && now?.id === viewing.viewed ? viewing : null
}

/** Looks at the portal as this identity sees it. The session stays the administrator's, and its token too. */
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
 * Back to the administrator's own eyes. Throws ApiError when the server was not reached: until it was,
 * nothing here changes.
 */
export async function endViewing(): Promise<void> {
  const viewing = current.get()
  await api.post('/api/v1/viewAs/end', { schema: z.boolean(), quiet: true })
  const token = session()?.token
  if (viewing !== null && token !== undefined) signIn({ ...viewing.admin, token })
  removeItem(key)
  current.set(null)
}
