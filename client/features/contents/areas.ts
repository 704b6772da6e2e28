import { useQuery } from '@tanstack/react-query'
import { contentAreas } from '../../../catalogue/contract/portal/contents.ts'
import { api } from '../../platform/api/api.ts'

/** The areas that the writer may publish for, from the largest down (server/features/contents/areas). */
export function useAreas() {
  return useQuery({
    queryKey: ['contents', 'areas'],
    queryFn: ({ signal }) => api.get('/api/v1/contentAreas', { schema: contentAreas, quiet: true, signal }),
    staleTime: 600_000,
  })
}
