import { Link } from 'react-router'
import { menuFor, pagesBelow } from '../../../catalogue/pages/menus.ts'
import { match } from '../../../catalogue/pages/pages.ts'
import { useSession, type Session } from '../../platform/session/session.ts'
import { mostVisited } from '../../platform/storage/visits.ts'
import { Panel } from '../../ui/layout/panel.tsx'

const learned = 6

/**
 * The pages this person opens most on this device, then those beside the first screen, which has no side menu
 * to find them in.
 */
export function Shortcuts({ path }: { path: string }) {
  const session = useSession()
  if (!session) return null
  const { often, beside } = shortcutsOf(session, path)
  if (often.length + beside.length === 0) return null
  return (
    <Panel
      title="快捷入口"
      beside={often.length > 0 && <span className="x-faint x-dense">常用的在前</span>}
      flush
    >
      <ul className="home-shortcuts">
        {[...often, ...beside].map((one) => (
          <li key={one.path}>
            <Link to={one.path}>{one.title}</Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function shortcutsOf({ role, id, duties }: Session, path: string) {
  const menu = menuFor(role, null, duties, [])
  const offered = new Set(menu.flatMap(pagesBelow).map((one) => one.path))
  // The title of the route: the short one of a menu leans on the words around it.
  const often = mostVisited(id)
    .flatMap((visited) => (offered.has(visited) ? (match(visited, role) ?? []) : []))
    .filter((entry) => entry.path !== path)
    .slice(0, learned)
  const home = menu.filter(({ key }) => key === 'home').flatMap(pagesBelow)
  const beside = home.filter((one) => one.path !== path && !often.some((known) => known.path === one.path))
  return { often, beside }
}
