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
      <StructureLink id={id} />
      {users !== '' && <ButtonLink to={`${users}?institution=${encodeURIComponent(name)}`}>账号</ButtonLink>}
    </>
  )
}

/** The way to merging, splitting, moving and closing: of one institution, or where one of them is chosen. */
export function StructureLink({ id }: { id?: number }) {
  const session = useSession()
  const page = session ? pathOfPage(session.role, 'structure') : ''
  if (page === '') return null
  return id === undefined ? (
    <ButtonLink to={page}>结构调整</ButtonLink>
  ) : (
    <ButtonLink to={`${page}?id=${id}`}>结构调整与沿革</ButtonLink>
  )
}
