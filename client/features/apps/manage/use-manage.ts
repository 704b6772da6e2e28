import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  appPage,
  appPins,
  appView,
  clientsFound,
  placesFound,
  roleLines,
} from '../../../../catalogue/contract/administration/apps.ts'
import { api } from '../../../platform/api/api.ts'

const path = '/api/v1/appManage'

export const useManagedApps = (keyword: string, page: number) =>
  useQuery({
    queryKey: ['apps', 'managed', keyword, page],
    queryFn: ({ signal }) =>
      api.get(path, { schema: appPage, query: { keyword, page, pageSize: 50 }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useManagedApp = (id: string | null) =>
  useQuery({
    queryKey: ['apps', 'managed', 'one', id],
    queryFn: ({ signal }) => api.get(`${path}/${id}`, { schema: appView, quiet: true, signal }),
    enabled: id !== null,
    staleTime: 0,
  })

export const useRoleLines = () =>
  useQuery({
    queryKey: ['apps', 'roles'],
    queryFn: ({ signal }) => api.get(`${path}/role`, { schema: roleLines, quiet: true, signal }),
    staleTime: 0,
  })

export const usePins = () =>
  useQuery({
    queryKey: ['apps', 'pins'],
    queryFn: ({ signal }) => api.get(`${path}/pins`, { schema: appPins, quiet: true, signal }),
    staleTime: 0,
  })

/** Institutions in scope whose name holds these letters; asked once two are typed. */
export const usePlaces = (q: string) =>
  useQuery({
    queryKey: ['apps', 'places', q],
    queryFn: ({ signal }) =>
      api.get(`${path}/places`, { schema: placesFound, query: { q }, quiet: true, signal }),
    enabled: q.length > 1,
  })

export const useClientNames = () =>
  useQuery({
    queryKey: ['apps', 'clients'],
    queryFn: ({ signal }) => api.get(`${path}/clients`, { schema: clientsFound, quiet: true, signal }),
  })

export function useManageActs() {
  const cache = useQueryClient()
  const onSuccess = () => cache.invalidateQueries({ queryKey: ['apps'] })
  const save = useMutation({
    mutationFn: ({ id, body }: { id: string | null; body: object }) =>
      id === null
        ? api.post(path, { schema: appView, body })
        : api.put(`${path}/${id}`, { schema: appView, body }),
    onSuccess,
  })
  const announce = useMutation({
    mutationFn: ({ id, maintenance }: { id: string; maintenance: object | null }) =>
      api.put(`${path}/${id}/maintenance`, { schema: appView, body: { maintenance } }),
    onSuccess,
  })
  const order = useMutation({
    mutationFn: (apps: readonly string[]) =>
      api.put(`${path}/order`, { schema: z.boolean(), body: { apps } }),
    onSuccess,
  })
  const bind = useMutation({
    mutationFn: (body: object) => api.put(`${path}/role`, { schema: z.boolean(), body }),
    onSuccess,
  })
  const pin = useMutation({
    mutationFn: (apps: readonly string[]) => api.put(`${path}/pins`, { schema: appPins, body: { apps } }),
    onSuccess,
  })
  return { save, announce, order, bind, pin }
}
