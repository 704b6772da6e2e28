import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  complaintList,
  complaintSubject,
  complaintTaken,
  type ComplaintMade,
} from '../../../catalogue/contract/complaints.ts'
import { api } from '../../platform/api/api.ts'

const pathOf = (resource: number): string => `/api/v1/home/resource/${resource}/complaint`
const key = 'complaints'

/** The resource that somebody is about to complain about. */
export const useSubject = (resource: number) =>
  useQuery({
    queryKey: [key, 'subject', resource],
    queryFn: ({ signal }) => api.get(pathOf(resource), { schema: complaintSubject, quiet: true, signal }),
  })

export const sendComplaint = (resource: number, body: ComplaintMade) =>
  api.post(pathOf(resource), { schema: z.literal(true), body })

/** Complaints that the reader's office has to take up; with `caseId` the one of that case. */
export const useComplaints = (caseId: string | null) =>
  useQuery({
    queryKey: [key, 'list', caseId],
    queryFn: ({ signal }) =>
      api.get('/api/v1/complaint', {
        schema: complaintList,
        query: caseId === null ? {} : { case: caseId },
        quiet: true,
        signal,
      }),
    staleTime: 0,
  })

/** Makes a case of a complaint; `onTaken` gets its id. */
export function useTakeUp(onTaken: (caseId: string) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      api.post(`/api/v1/complaint/${id}/case`, { schema: complaintTaken, body: {} }),
    onSuccess: async ({ caseId }) => {
      await cache.invalidateQueries({ queryKey: [key] })
      onTaken(caseId)
    },
  })
}
