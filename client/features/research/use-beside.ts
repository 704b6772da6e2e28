import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { blindFiles } from '../../../catalogue/contract/research/blind.ts'
import { nearWorks } from '../../../catalogue/contract/research/near.ts'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { firstForm } from '../../../catalogue/processes/reading.ts'
import { processOf } from '../../../catalogue/processes/processes.ts'
import { api } from '../../platform/api/api.ts'

const blindPath = (id: string) => `/api/v1/research/blind/${id}`
const blindKey = (id: string) => ['entry', 'blind', id]

/** Whether the reader writes the form whose files are looked through. */
export const writes = ({ opens }: Pick<CaseView, 'opens'>): boolean => opens.includes(firstForm)

/** What is found in the files of an entry; its author has them looked through as soon as they are saved. */
export function useBlind(view: CaseView) {
  const own = writes(view)
  const { value, files } = view
  const asked = JSON.stringify([files.map(({ id }) => id), value['members'], value['coAuthors']])
  return useQuery({
    queryKey: [...blindKey(view.id), own, asked],
    queryFn: ({ signal }) =>
      own
        ? api.post(blindPath(view.id), { schema: blindFiles, body: {}, quiet: true, signal })
        : api.get(blindPath(view.id), { schema: blindFiles, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })
}

/** Keeps why a finding stays, or takes that back. */
export function useReason(id: string, file: string) {
  const cache = useQueryClient()
  return async (key: string, reason: string | null) => {
    const answer = await api.put(`${blindPath(id)}/${file}`, {
      schema: blindFiles,
      body: { reasons: [{ key, reason }] },
    })
    cache.setQueriesData({ queryKey: blindKey(id) }, answer)
  }
}

/** Entries that are like this one, of the form as it was last saved. */
export function useNear({ id, type, value }: CaseView) {
  const { compared }: AnyProcess = processOf(type)
  const asked = JSON.stringify(compared ? [compared.title, ...compared.text].map((key) => value[key]) : [])
  return useQuery({
    queryKey: ['entry', 'near', id, asked],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/research/near/${id}`, { schema: nearWorks, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
    enabled: compared !== undefined,
  })
}
