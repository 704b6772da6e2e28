import { useLocation, useSearchParams } from 'react-router'

/** Addresses of pages next to a list of cases: they keep the tab and drop the filters of the list. */
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
