import { pagesFor } from '../../../../catalogue/pages/pages.ts'
import { useSession } from '../../../platform/session/session.ts'

/**
 * The address of the list of one record type, narrowed to an institution; null for a reader without such a
 * page.
 */
export function useKeptAt(institutionId: number, type: string): string | null {
  const session = useSession()
  if (!session) return null
  const page = pagesFor(session.role).find(({ records = [] }) => records.includes(type))
  const place = session.role === 3 ? '' : `&place=${institutionId}`
  return page ? `${page.path}?tab=${type}${place}` : null
}
