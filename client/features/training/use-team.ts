import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { projectTeam, type TeamPart } from '../../../catalogue/contract/training/team.ts'
import { api } from '../../platform/api/api.ts'

const url = (id: string) => `/api/v1/train/project/${id}/team`
const keyOf = (id: string) => ['training', 'team', id]

/** Who works in a project beside its host. */
export const useTeam = (id: string) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => api.get(url(id), { schema: projectTeam, quiet: true, signal }),
  })

interface NewMember {
  readonly part: TeamPart
  readonly institutionId: number | null
  readonly teacherId: number | null
  readonly className: string
}

/** Adds somebody to the team, and takes somebody off; the list follows the answer. */
export function useTeamCalls(id: string) {
  const cache = useQueryClient()
  const keep = (team: unknown) => cache.setQueryData(keyOf(id), team)
  const add = useMutation({
    mutationFn: (body: NewMember) => api.post(url(id), { schema: projectTeam, body }),
    onSuccess: keep,
  })
  const remove = useMutation({
    mutationFn: (member: string) => api.del(`${url(id)}/${member}`, { schema: projectTeam }),
    onSuccess: keep,
  })
  return { add, remove }
}
