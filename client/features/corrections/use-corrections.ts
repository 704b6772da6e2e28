import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { correctionCounts, type OfficeQueue } from '../../../catalogue/contract/workspace.ts'
import {
  confirmationPage,
  correctionPage,
  correctionsOfRecord,
} from '../../../catalogue/contract/archive/corrections.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import { ApiError, sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { notify } from '../../ui/feedback/notify.ts'

const path = '/api/v1/corrections'

export interface Wish {
  readonly key: string
  readonly should: string
}

/** The requests about one record. */
export function useCorrections(type: string, id: string) {
  return useQuery({
    queryKey: ['corrections', type, id],
    queryFn: ({ signal }) =>
      api.get(`${path}/record/${type}/${id}`, { schema: correctionsOfRecord, signal, quiet: true }),
    staleTime: 0,
    placeholderData: () => undefined,
  })
}

export interface QueueAsked {
  readonly queue: OfficeQueue
  readonly page: number
}

/** A page of an office's requests for correction. */
export function useCorrectionQueue({ queue, page }: QueueAsked, enabled: boolean) {
  return useQuery({
    queryKey: ['corrections', 'queue', queue, page],
    queryFn: ({ signal }) =>
      api.get(path, { schema: correctionPage, query: { queue, page, pageSize: 20 }, signal, quiet: true }),
    enabled,
    staleTime: 0,
  })
}

/** A page of what an office confirms. */
export function useConfirmationQueue({ queue, page }: QueueAsked, enabled: boolean) {
  return useQuery({
    queryKey: ['corrections', 'confirmations', queue, page],
    queryFn: ({ signal }) =>
      api.get('/api/v1/confirmations', {
        schema: confirmationPage,
        query: { queue, page, pageSize: 20 },
        signal,
        quiet: true,
      }),
    enabled,
    staleTime: 0,
  })
}

/** The figures on the tabs. */
export function useCorrectionCounts() {
  return useQuery({
    queryKey: ['corrections', 'counts'],
    queryFn: ({ signal }) => api.get(`${path}/counts`, { schema: correctionCounts, signal, quiet: true }),
    staleTime: 0,
  })
}

/**
 * Asking and answering. Each answers whether it went well; what went wrong is said, faults of fields are
 * kept.
 */
export function useCorrectionActs() {
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<readonly FieldFault[]>([])
  const run = async (work: () => Promise<unknown>, said: string): Promise<boolean> => {
    setBusy(true)
    setFaults([])
    try {
      await work()
      notify.success(said)
      return true
    } catch (error) {
      if (error instanceof ApiError) setFaults(error.errors)
      notify.error(sentenceOf(error), { stay: 4000 })
      return false
    } finally {
      setBusy(false)
      for (const key of ['corrections', 'records', 'workbench', 'messages'])
        void cache.invalidateQueries({ queryKey: [key] })
    }
  }
  return {
    busy,
    faults,
    ask: (type: string, recordId: string, reason: string, fields: readonly Wish[]) =>
      run(
        () => api.post(path, { schema: z.unknown(), body: { type, recordId, reason, fields } }),
        '已交给学校，有答复会告诉您',
      ),
    confirm: (type: string, id: string, version: number) =>
      run(
        () => api.post(`/api/v1/confirmations/${type}/${id}`, { schema: z.unknown(), body: { version } }),
        '已确认',
      ),
    answer: (id: string, outcome: 'corrected' | 'declined', answer: string) =>
      run(
        () => api.post(`${path}/${id}/answer`, { schema: z.unknown(), body: { outcome, answer } }),
        '已答复，本人会收到消息',
      ),
  }
}
