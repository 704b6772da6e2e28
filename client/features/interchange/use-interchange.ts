import { useQuery } from '@tanstack/react-query'
import {
  interchangeLayouts,
  interchangeRuns,
  interchangeSheet,
} from '../../../catalogue/contract/administration/interchange.ts'
import { api } from '../../platform/api/api.ts'

const path = '/api/v1/interchange'
const key = 'interchange'

export const useLayouts = () =>
  useQuery({
    queryKey: [key, 'layouts'],
    queryFn: ({ signal }) => api.get(`${path}/layouts`, { schema: interchangeLayouts, quiet: true, signal }),
  })

export const useSheet = (layout: string, type: string) =>
  useQuery({
    queryKey: [key, 'sheet', layout, type],
    queryFn: ({ signal }) =>
      api.get(`${path}/sheet`, {
        schema: interchangeSheet,
        query: { layout, type },
        quiet: true,
        signal,
      }),
  })

export const useRuns = () =>
  useQuery({
    queryKey: [key, 'runs'],
    queryFn: ({ signal }) => api.get(`${path}/runs`, { schema: interchangeRuns, quiet: true, signal }),
    staleTime: 0,
  })
