import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { bindingPage, clientPage, clientView } from '../../../catalogue/contract/administration/clients.ts'
import { placeOption } from '../../../catalogue/contract/administration/users.ts'
import { api } from '../../platform/api/api.ts'

const path = '/api/v1/client'

export function useClients(keyword: string, page: number, sort = '') {
  const query = { keyword, page, sort, pageSize: 20 }
  return useQuery({
    queryKey: ['clients', 'list', query],
    queryFn: ({ signal }) => api.get(path, { schema: clientPage, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export function useClient(id: number | null) {
  return useQuery({
    queryKey: ['clients', 'one', id],
    queryFn: ({ signal }) => api.get(`${path}/${id}`, { schema: clientView, quiet: true, signal }),
    enabled: id !== null,
    staleTime: 0,
  })
}

export function useBinding(id: number, page: number) {
  return useQuery({
    queryKey: ['clients', 'binding', id, page],
    queryFn: ({ signal }) =>
      api.get(`${path}/${id}/binding`, {
        schema: bindingPage,
        query: { page, pageSize: 50 },
        quiet: true,
        signal,
      }),
    staleTime: 0,
  })
}

/** Institutions whose name holds these letters; asked once two are typed. */
export function usePlaces(q: string) {
  return useQuery({
    queryKey: ['clients', 'places', q],
    queryFn: ({ signal }) =>
      api.get('/api/v1/userManage/institutions', {
        schema: z.object({ list: z.array(placeOption) }),
        query: { q },
        quiet: true,
        signal,
      }),
    enabled: q.length > 1,
  })
}

export function useClientCalls() {
  const cache = useQueryClient()
  const onSuccess = () => cache.invalidateQueries({ queryKey: ['clients'] })
  const save = useMutation({
    mutationFn: ({ id, body }: { id: number | null; body: object }) =>
      id === null
        ? api.post(path, { schema: clientView, body })
        : api.put(`${path}/${id}`, { schema: clientView, body }),
    onSuccess,
  })
  const bind = useMutation({
    mutationFn: ({ id, body }: { id: number; body: object }) =>
      api.put(`${path}/${id}/binding`, { schema: z.object({ bound: z.number() }), body }),
    onSuccess,
  })
  return { save, bind }
}
