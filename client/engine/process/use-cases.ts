import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  caseBatchDone,
  casePage,
  casesWaiting,
  caseView,
  type CaseAbout,
  type CaseView,
} from '../../../catalogue/contract/processes.ts'
import { processPath } from '../../../catalogue/processes/reading.ts'
import { processOf, type ProcessName } from '../../../catalogue/processes/processes.ts'
import { api } from '../../platform/api/api.ts'
import type { Values } from '../values.ts'

const pathOf = (type: ProcessName) => processPath(processOf(type))
const key = 'cases'

/** A page of the cases of a process, as the address asks for it. */
export function useCases(
  type: ProcessName,
  query: Readonly<Record<string, string | number>>,
  enabled = true,
) {
  return useQuery({
    queryKey: [key, type, 'list', query],
    queryFn: ({ signal }) => api.get(pathOf(type), { schema: casePage, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled,
  })
}

export function useCase(type: ProcessName, id: string) {
  return useQuery({
    queryKey: [key, type, 'one', id],
    queryFn: ({ signal }) => api.get(`${pathOf(type)}/${id}`, { schema: caseView, quiet: true, signal }),
    staleTime: 0,
  })
}

/** How many cases wait for the reader's office, by process. */
export function useCasesWaiting(enabled: boolean) {
  return useQuery({
    queryKey: [key, 'waiting'],
    queryFn: ({ signal }) =>
      api.get('/api/v1/processes/waiting', { schema: casesWaiting, quiet: true, signal, background: true }),
    staleTime: 30_000,
    enabled,
  })
}

/** Calls that change cases. Their answers go into the cache; lists and home pages are invalidated. */
export function useCaseCalls(type: ProcessName) {
  const cache = useQueryClient()
  const keep = (view: CaseView, all: boolean): CaseView => {
    cache.setQueryData([key, type, 'one', view.id], view)
    void cache.invalidateQueries({ queryKey: [key, type, 'list'] })
    if (all)
      for (const other of [[key, 'waiting'], ['workbench'], ['records']])
        void cache.invalidateQueries({ queryKey: other })
    return view
  }
  return {
    begin: async (about: CaseAbout, value: Values, idempotencyKey: string) =>
      keep(
        await api.post(pathOf(type), {
          schema: caseView,
          body: { about, value },
          idempotencyKey,
        }),
        true,
      ),
    edit: async (id: string, version: number, value: Values) =>
      keep(await api.put(`${pathOf(type)}/${id}`, { schema: caseView, body: { version, value } }), false),
    read: (id: string) => api.get(`${pathOf(type)}/${id}`, { schema: caseView, quiet: true }),
    /** Puts a stored form into the cache. */
    took: (view: CaseView) => keep(view, false),
    move: async (id: string, action: string, body: { version: number; reason: string; value: Values }) =>
      keep(await api.post(`${pathOf(type)}/${id}/${action}`, { schema: caseView, body }), true),
    several: async (body: { move: string; reason: string; items: { id: string; version: number }[] }) => {
      const done = await api.post(`${pathOf(type)}/moves`, { schema: caseBatchDone, body })
      for (const all of [[key], ['workbench'], ['records']]) void cache.invalidateQueries({ queryKey: all })
      return done
    },
    anew: (id: string) => cache.invalidateQueries({ queryKey: [key, type, 'one', id] }),
  }
}
