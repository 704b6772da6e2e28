import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  ruleEffect,
  ruleShown,
  ruleVersions,
  type RuleEffect,
} from '../../../catalogue/contract/training/hour-rules.ts'
import type { HourRule } from '../../../catalogue/hours/rule.ts'
import { api } from '../../platform/api/api.ts'

const base = '/api/v1/train/rules'
const key = ['training', 'hour-rules'] as const

/** The rule in force of a year. */
export const useRule = (year: number) =>
  useQuery({
    queryKey: [...key, 'rule', year],
    queryFn: ({ signal }) => api.get(base, { schema: ruleShown, query: { year }, quiet: true, signal }),
  })

/** Every version of a year. */
export const useRuleVersions = (year: number) =>
  useQuery({
    queryKey: [...key, 'versions', year],
    queryFn: ({ signal }) =>
      api.get(`${base}/versions`, { schema: ruleVersions, query: { year }, quiet: true, signal }),
  })

/** What the province does: try a rule, publish it. */
export function useRuleCalls() {
  const client = useQueryClient()
  return {
    tryOut: (rule: HourRule): Promise<RuleEffect> =>
      api.post(`${base}/effect`, { schema: ruleEffect, body: { rule } }),
    publish: async (rule: HourRule, note: string) => {
      const answer = await api.post(base, { schema: ruleShown, body: { rule, note } })
      await client.invalidateQueries({ queryKey: key })
      await client.invalidateQueries({ queryKey: ['records', 'training-credit'] })
      return answer
    },
  }
}
