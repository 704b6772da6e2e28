import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { AfterRule } from '../../../catalogue/after/rule.ts'
import {
  afterDryRunAnswer,
  afterRuleKept,
  afterRules,
  afterRunPage,
} from '../../../catalogue/contract/administration/after-rules.ts'
import { api } from '../../platform/api/api.ts'

const path = '/api/v1/after'

export const useAfterRules = () =>
  useQuery({
    queryKey: ['after-rules', 'list'],
    queryFn: ({ signal }) => api.get(path, { schema: afterRules, quiet: true, signal }),
    staleTime: 0,
  })

export const useAfterRuns = (no: number, page: number) =>
  useQuery({
    queryKey: ['after-rules', 'runs', no, page],
    queryFn: ({ signal }) =>
      api.get(`${path}/${no}/runs`, { schema: afterRunPage, query: { page }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

interface RuleVersion {
  readonly no: number
  readonly editNo: number
}

export function useAfterActs() {
  const cache = useQueryClient()
  const onSuccess = () => cache.invalidateQueries({ queryKey: ['after-rules'] })
  const save = useMutation({
    mutationFn: ({ of, body }: { of: RuleVersion | null; body: AfterRule }) =>
      of === null
        ? api.post(path, { schema: afterRuleKept, body: { body } })
        : api.put(`${path}/${of.no}`, { schema: afterRuleKept, body: { editNo: of.editNo, body } }),
    onSuccess,
  })
  const turn = useMutation({
    mutationFn: ({ no, editNo, on }: RuleVersion & { on: boolean }) =>
      api.put(`${path}/${no}/state`, { schema: afterRuleKept, body: { editNo, on } }),
    onSuccess,
  })
  const end = useMutation({
    mutationFn: (no: number) => api.del(`${path}/${no}`, { schema: z.boolean() }),
    onSuccess,
  })
  const again = useMutation({
    mutationFn: (no: number) =>
      api.post(`${path}/${no}/again`, { schema: z.object({ again: z.number() }), body: {} }),
    onSuccess,
  })
  const dryRun = useMutation({
    mutationFn: (body: AfterRule) =>
      api.post(`${path}/dry-run`, { schema: afterDryRunAnswer, body: { body } }),
  })
  return { save, turn, end, again, dryRun }
}
