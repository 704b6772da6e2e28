import type { Role } from '../../catalogue/access/roles.ts'
import { homeOf, match } from '../../catalogue/pages/pages.ts'
import { NotFound } from '../ui/feedback/not-found.tsx'

/**
 * Not found, with the way to a start that exists: the own workspace if it has a page, else the portal, else
 * none.
 */
export function Missing({ role }: { role: Role | null }) {
  const start = [homeOf(role), homeOf(null)].find((path) => (match(path, role)?.page ?? null) !== null)
  if (start === undefined) return <NotFound />
  return <NotFound home={start} homeLabel={start === homeOf(null) ? '去门户首页' : '回到工作台'} />
}
