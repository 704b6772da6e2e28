import { userInfo } from '../../../catalogue/contract/account/account.ts'
import { api } from '../../platform/api/api.ts'
import { session, signIn } from '../../platform/session/session.ts'

/**
 * Notes how many identities the person has by now: one may have been lent or taken since they signed in.
 * Silent where nobody answers.
 */
export async function learnIdentities(): Promise<void> {
  const info = await api.get('/api/v1/user', { schema: userInfo, quiet: true }).catch(() => null)
  const now = session()
  if (info && now && now.id === info.id && now.identities !== info.identities)
    signIn({ ...now, identities: info.identities })
}
