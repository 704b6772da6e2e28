import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { correctionCounts } from '../../../catalogue/contract/workspace.ts'
import { declarations } from '../../../catalogue/contract/archive/declarations.ts'
import type { PageName } from '../../../catalogue/pages/entry.ts'
import type { MenuPage } from '../../../catalogue/pages/menus.ts'
import type { OwnTypeLine } from '../../../catalogue/own/slot-names.ts'
import { todoCounts } from '../../../catalogue/contract/todos.ts'
import { match } from '../../../catalogue/pages/pages.ts'
import { api } from '../../platform/api/api.ts'
import type { Session } from '../../platform/session/session.ts'

/** Items that wait for me behind a page of the menus; null where it shows no records. */
export type CountOf = (page: MenuPage) => number | null

/** Items that wait for me behind several pages; null where none of them shows records. */
export function waitingBehind(pages: readonly MenuPage[], counts: CountOf): number | null {
  const counted = pages.map(counts).filter((count) => count !== null)
  return counted.length === 0 ? null : counted.reduce((sum, count) => sum + count, 0)
}

/**
 * Counts at the side menu, from the record types of each page. Under the key ['records'], so that a review
 * refreshes them.
 */
export function usePendingCounts(session: Session): {
  readonly counts: CountOf
  /** Types of the region's own in force; none until they are known. */
  readonly own: readonly OwnTypeLine[]
} {
  const keepsRecords = session.role >= 2 && session.role <= 6
  const { data } = useQuery({
    queryKey: ['records', 'declarations'],
    queryFn: ({ signal }) =>
      api.get('/api/v1/records', { schema: declarations, query: { only: 'pending' }, quiet: true, signal }),
    enabled: keepsRecords,
  })
  const { data: asked } = useQuery({
    queryKey: ['corrections', 'counts'],
    queryFn: ({ signal }) =>
      api.get('/api/v1/corrections/counts', { schema: correctionCounts, quiet: true, signal }),
    enabled: keepsRecords && session.role > 2,
  })
  const requests = useRequestsToDecide(session)
  const { data: todos } = useQuery({
    queryKey: ['todos', 'counts'],
    queryFn: ({ signal }) => api.get('/api/v1/todo/counts', { schema: todoCounts, quiet: true, signal }),
  })
  const toAnswer = asked && asked.corrections.mine + (asked.confirmations?.mine ?? 0)
  const ofPages: Readonly<Partial<Record<PageName, number | null>>> = {
    todos: todos?.total ?? null,
    'correction-list': toAnswer ?? null,
    'account-requests': requests,
  }
  const counts: CountOf = ({ path, page }) => {
    const entry = match(path, session.role)
    if (page && Object.hasOwn(ofPages, page)) return ofPages[page] ?? null
    const types = entry?.records
    const review = page === 'review'
    if (data === undefined || types === undefined || !(review || page === 'record-section')) return null
    const beside = entry?.tabs?.some((tab) => tab.page === 'correction-list') ? (toAnswer ?? 0) : 0
    const waiting = types.reduce((sum, type) => sum + (data.pending[type] ?? 0), beside)
    // A zero at a queue says it is empty; at an own section it would read as a section without records.
    return waiting > 0 || review ? waiting : null
  }
  return { counts, own: data?.own ?? [] }
}

const decidable = z.object({ list: z.array(z.object({ can: z.array(z.string()) })) })

/**
 * Roles that another administrator asked for and this one may confirm; null for everybody else. They have no
 * page of messages.
 */
function useRequestsToDecide({ role, duties }: Session): number | null {
  const { data } = useQuery({
    queryKey: ['users', 'requests', 'to-decide'],
    queryFn: ({ signal }) =>
      api.get('/api/v1/userManage/requests', {
        schema: decidable,
        query: { state: 'open', pageSize: 100 },
        quiet: true,
        signal,
      }),
    enabled: role === 1 && (duties === null || duties.includes('security')),
  })
  return data ? data.list.filter(({ can }) => can.includes('confirm')).length : null
}
