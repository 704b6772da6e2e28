import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { rollAsked, rollPage } from '../../../catalogue/contract/archive/roll.ts'
import { useViewedAsked } from '../../engine/list/use-viewed-asked.ts'
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

/** What the roll is asked for, in the address. */
export const useRollAsked = () => useViewedAsked<RollKey>(rollKeys)

/** What the call of the roll is asked, but for the page. */
export function rollCall({ filter, sort, size }: ReturnType<typeof useRollAsked>): Record<string, string> {
  const given = Object.entries({ ...filter, sort, size }).filter(([, value]) => value !== '')
  return rollAsked(Object.fromEntries(given))
}

/** The same as one text, by which an archive that was opened from the roll finds the next one in it. */
export function rollText(asked: ReturnType<typeof useRollAsked>): string {
  const { pageSize: _size, ...query } = rollCall(asked)
  // Also an unfiltered roll is another list than that of archives: it has those who serve.
  return new URLSearchParams({ sort: 'name', ...query }).toString()
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
