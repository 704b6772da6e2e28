import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import {
  chainImpact,
  chainList,
  chainPublished,
  chainView,
} from '../../../catalogue/contract/archive/chains.ts'
import type { Step } from '../../../catalogue/define.ts'
import { api } from '../../platform/api/api.ts'

const path = '/api/v1/chains'
const none = () => undefined

/** The chains in force for the reader's scope. */
export function useChains() {
  return useQuery({
    queryKey: ['chains'],
    queryFn: ({ signal }) => api.get(path, { schema: chainList, signal, quiet: true }),
    staleTime: 0,
  })
}

/** One type's chain with its versions; another type must never stand in while it loads. */
export function useChain(type: string) {
  return useQuery({
    queryKey: ['chains', type],
    queryFn: ({ signal }) => api.get(`${path}/${type}`, { schema: chainView, signal, quiet: true }),
    staleTime: 0,
    placeholderData: none,
  })
}

export interface ChainNote {
  readonly basedOn: number
  readonly note: string
}

/** Preview, publishing, going back. */
export const chainApi = {
  preview: (type: string, chain: readonly Step[]): Promise<z.infer<typeof chainImpact>> =>
    api.post(`${path}/${type}/preview`, { schema: chainImpact, body: { chain } }),
  publish: (type: string, chain: readonly Step[], given: ChainNote) =>
    api.post(`${path}/${type}`, { schema: chainPublished, body: { chain, ...given } }),
  /** `version` null: a city follows the province again. */
  restore: (type: string, version: number | null, given: ChainNote) =>
    api.post(`${path}/${type}/restore`, { schema: chainPublished, body: { version, ...given } }),
}
