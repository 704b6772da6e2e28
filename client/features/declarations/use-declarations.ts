import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  declareArchive,
  declareNotice,
  declareNotices,
  ownEligibility,
  reviewMaterial,
  reviewMaterialPage,
  type MaterialsChecked,
} from '../../../catalogue/contract/declarations.ts'
import { api } from '../../platform/api/api.ts'

const path = '/api/v1/declare'
const material = '/api/v1/review/material'
const key = 'declarations'

/** What can be declared now and soon; also for visitors. */
export const useNotices = () =>
  useQuery({
    queryKey: [key, 'notices'],
    queryFn: ({ signal }) => api.get(`${path}/open`, { schema: declareNotices, quiet: true, signal }),
    staleTime: 30_000,
  })

export const useNotice = (id: string) =>
  useQuery({
    queryKey: [key, 'notice', id],
    queryFn: ({ signal }) => api.get(`${path}/open/${id}`, { schema: declareNotice, quiet: true, signal }),
    staleTime: 30_000,
  })

/** How a notice stands for the teacher who reads it. */
export const useEligibility = (id: string) =>
  useQuery({
    queryKey: [key, 'mine', id],
    queryFn: ({ signal }) =>
      api.get(`${path}/open/${id}/mine`, { schema: ownEligibility, quiet: true, signal }),
    staleTime: 0,
  })

/** What the archive says of a declaration; asked anew with each version of it. */
export const useArchive = (id: string, version: number) =>
  useQuery({
    queryKey: [key, 'archive', id, version],
    queryFn: ({ signal }) =>
      api.get(`${path}/${id}/archive`, { schema: declareArchive, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export function useMaterialChoice(id: string, version: number) {
  const cache = useQueryClient()
  return async (records: readonly { type: string; record: string }[]) => {
    const answer = await api.put(`${path}/${id}/materials`, { schema: declareArchive, body: { records } })
    cache.setQueryData([key, 'archive', id, version], answer)
  }
}

/** What waits for the staff who ask, or what they checked. */
export const useMaterials = (query: Readonly<Record<string, string | number>>) =>
  useQuery({
    queryKey: [key, 'materials', query],
    queryFn: ({ signal }) => api.get(material, { schema: reviewMaterialPage, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useMaterial = (id: string) =>
  useQuery({
    queryKey: [key, 'material', id],
    queryFn: ({ signal }) => api.get(`${material}/${id}`, { schema: reviewMaterial, quiet: true, signal }),
    enabled: id !== '',
    staleTime: 0,
  })

export function useMaterialCheck(id: string) {
  const cache = useQueryClient()
  return async (body: MaterialsChecked) => {
    await api.post(`${material}/${id}/check`, { schema: z.literal(true), body })
    await cache.invalidateQueries({ queryKey: [key] })
  }
}
