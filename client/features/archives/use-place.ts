import { useSearchParams } from 'react-router'
import { useSession } from '../../platform/session/session.ts'

export type View = 'document' | 'compare' | 'timeline' | 'evidence'
const views: readonly View[] = ['document', 'compare', 'timeline', 'evidence']

const pageOf = (text: string | null) => Math.max(1, Math.trunc(Number(text)) || 1)

/**
 * Where a document stands: all of it in the address, so that back, forward and a link sent to a colleague
 * work.
 */
export function usePlace() {
  const session = useSession()
  const [params, setParams] = useSearchParams()
  const own = session?.role === 2
  const named = Number(params.get('teacher'))
  const view = views.find((one) => one === params.get('view')) ?? 'document'
  return {
    own,
    teacherId: own ? (session.teacherObj?.id ?? null) : Number.isInteger(named) && named > 0 ? named : null,
    view,
    date: params.get('date'),
    from: params.get('from'),
    to: params.get('to'),
    section: params.get('section'),
    id: params.get('id'),
    field: params.get('field'),
    page: pageOf(params.get('page')),
    /** What narrowed the list the document was opened from. */
    list: {
      q: params.get('q') ?? '',
      institution: params.get('institution') ?? '',
      roll: params.get('roll') ?? '',
    },
    /** Another view, day or page of the same document; null takes a parameter away. */
    go(next: Readonly<Record<string, string | number | null>>) {
      setParams((now) => {
        const fresh = new URLSearchParams(now)
        for (const gone of ['section', 'id', 'field']) fresh.delete(gone)
        for (const [name, value] of Object.entries(next)) {
          if (value === null || value === '') fresh.delete(name)
          else fresh.set(name, String(value))
        }
        return fresh
      })
    },
  }
}
