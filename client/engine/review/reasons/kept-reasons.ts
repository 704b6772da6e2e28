import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { savedReasons } from '../../../../catalogue/contract/archive/reason-library.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { api } from '../../../platform/api/api.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { noPlaceholder } from '../../data/no-placeholder.ts'
import type { PinnedReason } from './use-reasons.ts'

const path = '/api/v1/reasons'
const done = { schema: z.boolean(), quiet: true }
const ofWire = ({ field, text }: { field: string; text: string }): PinnedReason => ({
  key: field,
  reason: text,
})

/** The reviewer’s own reasons for this type, with calls to keep and drop one, and the library’s. */
export function useKeptReasons(type: string) {
  const cache = useQueryClient()
  const key = ['reasons', type]
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(path, { schema: savedReasons, query: { type }, quiet: true, signal }),
    placeholderData: noPlaceholder,
    staleTime: 60_000,
  })
  const settle = {
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
    onError: (error: unknown) => notify.warn(sentenceOf(error)),
  }
  const keep = useMutation({
    mutationFn: ({ key: field, reason: text }: PinnedReason) =>
      api.post(path, { ...done, body: { type, field, text } }),
    ...settle,
  })
  const drop = useMutation({
    mutationFn: ({ key: field, reason: text }: PinnedReason) =>
      api.del(path, { ...done, query: { type, field, text } }),
    ...settle,
  })
  const library = (data?.library ?? []).map(({ content }): PinnedReason => ({ key: '', reason: content }))
  const off = (data?.off ?? []).map(ofWire)
  return { kept: (data?.list ?? []).map(ofWire), library, off, keep: keep.mutate, drop: drop.mutate }
}
