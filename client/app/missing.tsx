import type { Role } from '../../catalogue/access/roles.ts'
import { homeOf, match } from '../../catalogue/pages/pages.ts'
import { pathOfTodos } from '../../catalogue/pages/todo-path.ts'
import { NotFound } from '../ui/feedback/not-found.tsx'

/**
 * Not found, with the way to a start that exists: the own workspace if it has a page, else the portal, else
 * none.
 */
export function Missing({ role, planned }: { role: Role | null; planned: string | undefined }) {
  const start = [homeOf(role), homeOf(null)].find((path) => (match(path, role)?.page ?? null) !== null)
  if (start === undefined) return <NotFound planned={planned} />
  return (
    <NotFound
      planned={planned}
      home={start}
      todos={planned === undefined || role === null ? null : pathOfTodos(role)}
      homeLabel={start === homeOf(null) ? '去门户首页' : '回到工作台'}
    />
  )
}
