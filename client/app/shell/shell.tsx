import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { menuFor, menuPlaceOf } from '../../../catalogue/pages/menus.ts'
import { match } from '../../../catalogue/pages/pages.ts'
import type { Session } from '../../platform/session/session.ts'
import { useBadges } from './badges.ts'
import { useKeptNavigation } from './kept-navigation.ts'
import { MenuDrawer } from './menu-drawer.tsx'
import { EntryTabs } from './entry-tabs.tsx'
import { SideMenu } from './side-menu.tsx'
import { useHeadingFocus } from './heading-focus.ts'
import { useKeptScroll } from './use-kept-scroll.ts'
import { useNavigation } from './navigation.ts'
import { usePendingCounts } from './pending-counts.ts'
import { useVisits } from './visits.ts'
import { WorkspaceHeader } from './workspace-header.tsx'
import './menus.css'
import './shell.css'

/**
 * Header, menus and the main region of a workspace. The first screen needs its whole width and has no side
 * menu.
 */
export function Shell({ session, children }: { session: Session; children: ReactNode }) {
  const { pathname } = useLocation()
  const [drawerOpen, setDrawerOpen] = useState(false)
  const { counts, own } = usePendingCounts(session)
  useBadges(session.id)
  useHeadingFocus(pathname)
  useKeptScroll()
  const { role } = session
  const menu = menuFor(role, useNavigation(role), session.duties, own)
  const place = menuPlaceOf(menu, pathname, role)
  useVisits(session.id, place?.isItself ? place.path : undefined)
  useKeptNavigation(menu, place)
  const wide = place === undefined || match(pathname, role)?.page === 'workspace-home'
  return (
    <>
      <a className="shell-skip" href="#content">
        跳到正文
      </a>
      <WorkspaceHeader
        session={session}
        menu={menu}
        current={place?.item}
        onOpenMenu={() => setDrawerOpen(true)}
      />
      <div className="shell-body">
        {!wide && <SideMenu key={place.item.key} place={place} counts={counts} />}
        <main id="content" className="shell-main" tabIndex={-1}>
          <EntryTabs place={place} counts={counts} />
          {children}
        </main>
      </div>
      {drawerOpen && (
        <MenuDrawer menu={menu} place={place} counts={counts} onClose={() => setDrawerOpen(false)} />
      )}
    </>
  )
}
