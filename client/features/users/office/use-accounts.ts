import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  accountReport,
  accountRowsAnswer,
  issuedCodes,
  mostCodes,
  officeAccountPage,
  rollPage,
  type officeActs,
} from '../../../../catalogue/contract/administration/office-accounts.ts'
import { institutionPage } from '../../../../catalogue/contract/administration/institutions.ts'
import type { ListRequest } from '../../../engine/list/use-asked.ts'
import { api } from '../../../platform/api/api.ts'

export const path = '/api/v1/accountManage'
const key = 'office-accounts'

/** A page of the accounts the office keeps, as the address asks for it. */
export function useAccounts({ filter, page }: Pick<ListRequest<string>, 'filter' | 'page'>) {
  const query = { ...filter, page, pageSize: 50 }
  return useQuery({
    queryKey: [key, 'list', query],
    queryFn: ({ signal }) => api.get(path, { schema: officeAccountPage, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export function useReport() {
  return useQuery({
    queryKey: [key, 'report'],
    queryFn: ({ signal }) => api.get(`${path}/report`, { schema: accountReport, quiet: true, signal }),
    staleTime: 0,
  })
}

/** Open institutions of the region by name, pinyin or code, for an authority that opens accounts there. */
export function useInstitutionsCalled(q: string) {
  return useQuery({
    queryKey: [key, 'institutions', q],
    queryFn: ({ signal }) =>
      api.get('/api/v1/institutionManage', {
        schema: institutionPage,
        query: { q, pageSize: 20 },
        quiet: true,
        signal,
      }),
    enabled: q.length > 1,
    placeholderData: keepPreviousData,
  })
}

export type OfficeAct = (typeof officeActs)[number]

/** One act on one account. */
export function useAccountAct() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, act }: { id: number; act: OfficeAct }) =>
      api.put(`${path}/${id}/${act}`, { schema: z.boolean(), body: {} }),
    onSuccess: () => cache.invalidateQueries({ queryKey: [key] }),
  })
}

/** One-time passwords for several accounts. */
export function useCodes() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (identities: readonly number[]) =>
      api.post(`${path}/codes`, { schema: issuedCodes, body: { identities } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: [key] }),
  })
}

/** Accounts for pasted rows; `check` only reads them. */
export function useGiveMany() {
  const cache = useQueryClient()
  return async (check: boolean, rows: readonly unknown[]) => {
    const answer = await api.post(`${path}/many`, { schema: accountRowsAnswer, body: { check, rows } })
    if (answer.codes.length > 0) await cache.invalidateQueries({ queryKey: [key] })
    return answer
  }
}

/** Teachers of a school who have no account there; without a school of the reader's own. */
export function useRoll(institution: string, page: number) {
  const query = { institution, page, pageSize: mostCodes }
  return useQuery({
    queryKey: [key, 'roll', query],
    queryFn: ({ signal }) => api.get(`${path}/roll`, { schema: rollPage, query, quiet: true, signal }),
    staleTime: 0,
  })
}

/** Accounts for teachers of the roll. */
export function useGiveFromRoll() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (teachers: readonly number[]) =>
      api.post(`${path}/roll`, { schema: issuedCodes, body: { teachers } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: [key] }),
  })
}

/** Has the lists asked anew. */
export function useForgetAccounts() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: [key] })
}
