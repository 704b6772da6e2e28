import { useQuery, useQueryClient } from '@tanstack/react-query'
import { caseMembers, membershipAnswered, memberships } from '../../../catalogue/contract/research/members.ts'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import { api } from '../../platform/api/api.ts'

const url = '/api/v1/research/memberships'
const key = ['memberships'] as const

/** Projects that name the reader as a member. */
export const useMemberships = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(url, { schema: memberships, quiet: true, signal }),
    staleTime: 0,
  })

/** Says whether the reader takes part; faults are the caller's to show. */
export function useAnswerMembership() {
  const cache = useQueryClient()
  return async (id: string, agree: boolean) => {
    await api.post(`${url}/${id}`, { schema: membershipAnswered, body: { agree } })
    for (const part of [key, ['todos'], ['case-members']]) void cache.invalidateQueries({ queryKey: part })
  }
}

/** The members of a project as it stands now. */
export const useCaseMembers = ({ id, type, version }: CaseView) =>
  useQuery({
    queryKey: ['case-members', id, version],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/research/members/${id}`, { schema: caseMembers, quiet: true, signal }),
    staleTime: 0,
    enabled: type === 'researchProject',
  })
