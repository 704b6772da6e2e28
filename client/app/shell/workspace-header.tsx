import { Link } from 'react-router'
import type { TopItem } from '../../../catalogue/pages/menus.ts'
import { homeOf, pagesFor } from '../../../catalogue/pages/pages.ts'
import type { Session } from '../../platform/session/session.ts'
import { useFittingRow } from '../../ui/layout/fitting-row.ts'
import { FoldMenu } from '../../ui/layout/fold-menu.tsx'
import { Badge } from '../../ui/look/badge.tsx'
import { DisplaySwitches } from '../../ui/look/display-switches.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { Logo } from '../../ui/look/logo.tsx'
import { FindButton } from './find-button.tsx'
import { HelpButton } from './help-button.tsx'
import { useUnread } from './unread.ts'
import { UserMenu } from './user-menu.tsx'

/**
 * Steps in which the tools give way to the navigation: the search, then the switches are their signs alone.
 */
const tightest = 2

/** The ink header: whose workspace, its top navigation, unread messages, the person. */
export function WorkspaceHeader({
  session,
  menu,
  current,
  onOpenMenu,
}: {
  session: Session
  menu: readonly TopItem[]
  current: TopItem | undefined
  onOpenMenu: () => void
}) {
  const institution = session.organization?.name
  const { frame, row, shown } = useFittingRow(menu.length, tightest)
  const folded = menu.slice(shown)
  return (
    <header ref={frame} className="shell-header">
      {menu.length > 0 && (
        <button type="button" className="shell-hamburger" aria-label="打开菜单" onClick={onOpenMenu}>
          <Icon name="menu" />
        </button>
      )}
      <Link to={homeOf(session.role)} className="shell-brand">
        <Logo size={28} onInk />
        <b className="x-display">杏坛</b>
        {institution && (
          <span className="shell-institution" title={institution}>
            {institution}
          </span>
        )}
      </Link>
      <nav className="shell-nav" aria-label="主导航">
        <div ref={row} className="shell-nav-row">
          {menu.map((item, place) => (
            <TopLink key={item.key} item={item} current={current} hidden={place >= shown} />
          ))}
        </div>
        <FoldMenu
          className="x-row-rest"
          label="更多"
          name="更多栏目"
          current={folded.some(({ key }) => key === current?.key)}
        >
          {folded.map((item) => (
            <li key={item.key}>
              <TopLink item={item} current={current} />
            </li>
          ))}
        </FoldMenu>
      </nav>
      <div className="shell-tools">
        <FindButton session={session} />
        <div className="shell-switches">
          <DisplaySwitches />
        </div>
        <HelpButton role={session.role} />
        <UnreadLink session={session} />
        <UserMenu session={session} />
      </div>
    </header>
  )
}

function TopLink(props: { item: TopItem; current: TopItem | undefined; hidden?: boolean }) {
  const { item, current, hidden } = props
  return (
    <Link
      to={item.path}
      data-part
      hidden={hidden}
      aria-current={item.key === current?.key ? 'true' : undefined}
    >
      {item.title}
    </Link>
  )
}

function UnreadLink({ session }: { session: Session }) {
  const total = useUnread()
  const list = pagesFor(session.role).find(({ page }) => page === 'message-list')?.path
  if (list === undefined) return null
  return (
    <Link to={list} className="shell-tool" aria-label={total > 0 ? `消息，${total} 条未读` : '消息'}>
      <Icon name="bell" />
      <Badge count={total} />
    </Link>
  )
}
