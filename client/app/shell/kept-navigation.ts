import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { z } from 'zod'
import type { MenuPlace, TopItem } from '../../../catalogue/pages/menus.ts'
import { useSession } from '../../platform/session/session.ts'
import { keepAnswer, keptAnswer } from '../../platform/storage/kept.ts'

/**
 * Navigation state (specification section 4): the place of the top item in the navigation, how far its side
 * menu is scrolled, and the entry that is selected there.
 */
const navigation = {
  key: 'navigation',
  version: 1,
  schema: z.object({ index: z.int(), position: z.number(), key: z.string() }),
}

/** Keeps where the person is in the menus, for the next page that is loaded and for other windows. */
export function useKeptNavigation(menu: readonly TopItem[], place: MenuPlace | undefined): void {
  const holder = useSession()?.id ?? null
  const index = menu.findIndex(({ key }) => key === place?.item.key)
  const key = place?.entry?.path
  useEffect(() => {
    if (holder === null || key === undefined) return
    const before = keptAnswer(navigation, holder)
    const position = before?.index === index ? before.position : 0
    keepAnswer(navigation, holder, { index, position, key })
  }, [holder, index, key])
}

/** Scrolls a side menu to where it was left, and keeps how far it is scrolled. */
export function useKeptMenuPosition(): RefObject<HTMLElement | null> {
  const holder = useSession()?.id ?? null
  const menu = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const shown = menu.current
    if (!shown || holder === null) return
    shown.scrollTop = keptAnswer(navigation, holder)?.position ?? 0
    const keep = () => {
      const now = keptAnswer(navigation, holder)
      if (now) keepAnswer(navigation, holder, { ...now, position: shown.scrollTop })
    }
    shown.addEventListener('scrollend', keep)
    window.addEventListener('pagehide', keep)
    return () => {
      shown.removeEventListener('scrollend', keep)
      window.removeEventListener('pagehide', keep)
    }
  }, [holder])
  return menu
}
