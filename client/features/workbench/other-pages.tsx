import { Link } from 'react-router'
import type { Role } from '../../../catalogue/access/roles.ts'
import { menuFor } from '../../../catalogue/pages/menus.ts'
import { Panel } from '../../ui/layout/panel.tsx'

/** The other pages beside the first screen, which has no side menu to find them in. */
export function OtherPages({ role, path }: { role: Role; path: string }) {
  const home = menuFor(role).find(({ key }) => key === 'home')
  const entries = home?.groups.flatMap((group) => group.entries).filter((one) => one.path !== path) ?? []
  if (entries.length === 0) return null
  return (
    <Panel title="快捷入口">
      <ul className="home-others">
        {entries.map((one) => (
          <li key={one.path}>
            <Link to={one.path}>{one.title}</Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
