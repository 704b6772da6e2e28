import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { rollAsked, rollPage } from '../../../catalogue/contract/archive/roll.ts'
import { changed } from '../../engine/list/list-state.ts'
import type { Asked } from '../../engine/list/use-asked.ts'
import { api } from '../../platform/api/api.ts'

export const path = '/api/v1/teacher'

/** Under the key of records, so that a write to any of them makes the roll stale too. */
const key = ['records', 'roll'] as const

/** What narrows the roll, as it stands in the address; a saved view keeps all of it but the one teacher. */
export const rollKeys = [
  'q',
  'place',
  'teacher',
  'state',
  'f.employmentStatus',
  'f.mainSubject',
  'f.titleLevel',
  'f.inEstablishment',
  'f.schoolStage',
  'f.highestEducation',
  'f.ageFrom',
  'f.ageTo',
  'f.filled',
] as const
export type RollKey = (typeof rollKeys)[number]

/** What the roll is asked for, in the address; changed as lists of records are, so that views fit. */
export function useRollAsked(): Asked<RollKey> & { readonly size: string } {
  const [params, setParams] = useSearchParams()
  const of = (name: string) => params.get(name) ?? ''
  const put = (part: Readonly<Record<string, string | undefined>>) =>
    setParams(
      (now) =>
        changed(
          now,
          Object.fromEntries(Object.entries(part).map(([name, value]) => [name, value ?? null] as const)),
        ),
      { preventScrollReset: true },
    )
  return {
    of,
    filter: Object.fromEntries(rollKeys.map((name) => [name, of(name)])),
    page: Math.max(1, Math.trunc(Number(of('page'))) || 1),
    sort: of('sort'),
    size: of('size'),
    isNarrowed: rollKeys.some((name) => name !== 'state' && of(name) !== ''),
    put,
    turn: (place, to) => put({ [place]: to }),
    setPage: (page) => put({ page: page > 1 ? String(page) : '' }),
    clear: () =>
      put(Object.fromEntries(rollKeys.filter((name) => name !== 'state').map((name) => [name, '']))),
  }
}

/** What the call of the roll is asked, but for the page. */
export function rollCall({ filter, sort, size }: ReturnType<typeof useRollAsked>): Record<string, string> {
  const given = Object.entries({ ...filter, sort, size }).filter(([, value]) => value !== '')
  return rollAsked(Object.fromEntries(given))
}

/** A page of the roll. */
export function useRoll(asked: ReturnType<typeof useRollAsked>, enabled: boolean) {
  const query = { ...rollCall(asked), page: asked.page }
  return useQuery({
    queryKey: [...key, query],
    queryFn: ({ signal }) => api.get(path, { schema: rollPage, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled,
  })
}
