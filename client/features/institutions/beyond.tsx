import { match, pathOfPage } from '../../../catalogue/pages/pages.ts'
import { useSession } from '../../platform/session/session.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'

/** The ways from an institution to its roll, archives and accounts, as far as the reader has such a page. */
export function Beyond({ id, name }: { id: number; name: string }) {
  const session = useSession()
  if (!session) return null
  const { role } = session
  const [roll, archives, accounts] = [
    match('/areas/teacher', role),
    pathOfPage(role, 'archive-overview'),
    pathOfPage(role, 'office-accounts'),
  ]
  const users = pathOfPage(role, 'user-list')
  return (
    <>
      {roll?.page && <ButtonLink to={`${roll.path}?institution=${id}`}>教师名册</ButtonLink>}
      {archives !== '' && (
        <ButtonLink to={`${archives}?institution=${encodeURIComponent(name)}`}>教师档案</ButtonLink>
      )}
      {accounts !== '' && <ButtonLink to={`${accounts}?institution=${id}`}>账号</ButtonLink>}
      {users !== '' && <ButtonLink to={`${users}?institution=${encodeURIComponent(name)}`}>账号</ButtonLink>}
    </>
  )
}
