import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  campaignPage,
  campaignStandings,
  campaignView,
  objectionList,
  outcomeDecided,
  outcomeList,
  publicityList,
  quotaBoard,
  rankingList,
  type CampaignView,
} from '../../../catalogue/contract/campaigns.ts'
import { campaignNames, campaignOf, type AnyCampaign } from '../../../catalogue/processes/campaigns.ts'
import { api } from '../../platform/api/api.ts'
import type { Values } from '../../engine/values.ts'

/** The declaration of a kind of campaign; that of research for a name nobody knows. */
export const campaignCalled = (name: string): AnyCampaign =>
  campaignOf(campaignNames.find((one) => one === name) ?? 'researchNotice')

const pathOf = (type: string): string => `/api/v1/${campaignCalled(type).path}`
const key = 'campaigns'

/** A page of the campaigns that are for the reader, or held by the reader's office. */
export const useCampaigns = (type: string, query: Readonly<Record<string, string | number>>) =>
  useQuery({
    queryKey: [key, 'list', type, query],
    queryFn: ({ signal }) => api.get(pathOf(type), { schema: campaignPage, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useCampaign = (type: string, id: string) =>
  useQuery({
    queryKey: [key, 'one', id],
    queryFn: ({ signal }) => api.get(`${pathOf(type)}/${id}`, { schema: campaignView, quiet: true, signal }),
    staleTime: 0,
  })

/** In whose name the reader may begin one today; asked of people alone. */
export const useStandings = (type: string, enabled: boolean) =>
  useQuery({
    queryKey: [key, 'standings', type],
    queryFn: ({ signal }) =>
      api.get(`${pathOf(type)}/standings`, { schema: campaignStandings, quiet: true, signal }),
    enabled,
  })

export const useQuota = (type: string, id: string) =>
  useQuery({
    queryKey: [key, 'quota', id],
    queryFn: ({ signal }) =>
      api.get(`${pathOf(type)}/${id}/quota`, { schema: quotaBoard, quiet: true, signal }),
    staleTime: 0,
  })

export const useRanking = (type: string, id: string) =>
  useQuery({
    queryKey: [key, 'ranking', id],
    queryFn: ({ signal }) =>
      api.get(`${pathOf(type)}/${id}/ranking`, { schema: rankingList, quiet: true, signal }),
    staleTime: 0,
  })

export const useOutcomes = (type: string, id: string) =>
  useQuery({
    queryKey: [key, 'outcomes', id],
    queryFn: ({ signal }) =>
      api.get(`${pathOf(type)}/${id}/outcomes`, { schema: outcomeList, quiet: true, signal }),
    staleTime: 0,
  })

export const useObjections = (type: string, id: string) =>
  useQuery({
    queryKey: [key, 'objections', id],
    queryFn: ({ signal }) =>
      api.get(`${pathOf(type)}/${id}/objections`, { schema: objectionList, quiet: true, signal }),
    staleTime: 0,
  })

export const usePublicity = (type: string, id: string) =>
  useQuery({
    queryKey: [key, 'publicity', id],
    queryFn: ({ signal }) =>
      api.get(`${pathOf(type)}/${id}/publicity`, { schema: publicityList, quiet: true, signal }),
    staleTime: 60_000,
  })

/** Sends an objection of a visitor or of somebody signed in. */
export const sendObjection = (
  type: string,
  id: string,
  body: { caseId: string; name: string; contact: string; words: string },
) => api.post(`${pathOf(type)}/${id}/objection`, { schema: z.literal(true), body })

/** The calls that change campaigns; what they answer is kept. */
export function useCampaignCalls(type: string) {
  const path = pathOf(type)
  const cache = useQueryClient()
  const keep = (view: CampaignView): CampaignView => {
    cache.setQueryData([key, 'one', view.id], view)
    for (const part of ['list', 'quota', 'ranking']) void cache.invalidateQueries({ queryKey: [key, part] })
    return view
  }
  return {
    create: async (
      body: { collects: string; title: string; value: Values; office?: number },
      idempotencyKey: string,
    ) => keep(await api.post(path, { schema: campaignView, body, idempotencyKey })),
    read: (id: string) => api.get(`${path}/${id}`, { schema: campaignView, quiet: true }),
    edit: async (id: string, body: { version: number; title: string; value: Values }) =>
      keep(await api.put(`${path}/${id}`, { schema: campaignView, body })),
    act: async (id: string, action: string, body: { version: number; reason: string; until?: string }) =>
      keep(await api.post(`${path}/${id}/${action}`, { schema: campaignView, body })),
    anew: (id: string) => cache.invalidateQueries({ queryKey: [key, 'one', id] }),
    grant: async (id: string, grants: readonly { institution: number; granted: number }[]) => {
      const board = await api.put(`${path}/${id}/quota`, { schema: quotaBoard, body: { grants } })
      cache.setQueryData([key, 'quota', id], board)
      void cache.invalidateQueries({ queryKey: [key, 'one', id] })
    },
    rank: async (id: string, order: readonly string[]) => {
      const list = await api.put(`${path}/${id}/ranking`, { schema: rankingList, body: { order } })
      cache.setQueryData([key, 'ranking', id], list)
    },
    decide: async (id: string, body: { cuts: readonly number[]; value: Values; reason: string }) => {
      const done = await api.post(`${path}/${id}/outcomes`, { schema: outcomeDecided, body })
      for (const part of [[key, 'outcomes', id], ['cases']]) void cache.invalidateQueries({ queryKey: part })
      return done
    },
    answer: async (id: string, objection: string, body: { answer: string; upheld: boolean }) => {
      const list = await api.put(`${path}/${id}/objections/${objection}`, { schema: objectionList, body })
      cache.setQueryData([key, 'objections', id], list)
    },
  }
}
