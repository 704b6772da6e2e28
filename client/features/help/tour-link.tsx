import { Link } from 'react-router'
import { homeOf } from '../../../catalogue/pages/pages.ts'
import { tours } from '../../../catalogue/pages/tours.ts'
import { useSession } from '../../platform/session/session.ts'

/** Opens the tour of the first steps on the own first screen; nothing for roles without one. */
export function TourLink({ onClick }: { onClick?: () => void }) {
  const role = useSession()?.role
  if (role === undefined || !tours[role]) return null
  return (
    <Link to={`${homeOf(role)}?tour=1`} onClick={onClick}>
      新手引导
    </Link>
  )
}
