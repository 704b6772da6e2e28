import { useLocation, useSearchParams } from 'react-router'

/** Addresses beside a list of cases: the tab stays, what the list was asked for goes. */
export function useCaseAddresses(type: string) {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const base = `${pathname}?tab=${type}`
  return {
    list: base,
    one: (id: string) => `${base}&case=${id}`,
    begin: `${base}&new=1`,
    caseId: search.get('case'),
    beginning: search.get('new') === '1',
    teacher: Number(search.get('teacher')) || null,
  }
}
