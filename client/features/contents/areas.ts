import { useQuery } from '@tanstack/react-query'
import { contentAreas } from '../../../catalogue/contract/contents.ts'
import { api } from '../../platform/api.ts'

/**
 * The areas somebody may publish for, from the largest down; the table of all areas is too large for these
 * pages.
 */
export function useAreas() {
  return useQuery({
    queryKey: ['contents', 'areas'],
    queryFn: ({ signal }) => api.get('/api/v1/contentAreas', { schema: contentAreas, quiet: true, signal }),
    staleTime: 600_000,
  })
}

/** The name of an area among them; an area outside is named by its code. */
export function useAreaName(): (code: string) => string {
  const { data } = useAreas()
  return (code) => data?.list.find((one) => one.code === code)?.name ?? `区划 ${code}`
}
