import { useQuery } from '@tanstack/react-query'
import {
  archiveComparison,
  archiveDocument,
  archiveEventPage,
  archiveFiles,
  archiveNeighbours,
  archiveOverview,
  archivePage,
} from '../../../catalogue/contract/archive/archive.ts'
import { noPlaceholder } from '../../engine/data/no-placeholder.ts'
import { api } from '../../platform/api/api.ts'

/** Under the key of records, so that a write to any of them makes the archive stale too. */
const key = (...rest: readonly unknown[]) => ['records', 'archive', ...rest]
const base = '/api/v1/archive'

/** The whole document, now or (with a date) as it stood at the end of that day. */
export function useArchive(teacherId: number | null, date: string | null) {
  return useQuery({
    queryKey: key(teacherId, 'document', date),
    queryFn: ({ signal }) =>
      api.get(`${base}/${teacherId}`, {
        schema: archiveDocument,
        query: { date: date ?? undefined },
        signal,
        quiet: true,
      }),
    enabled: teacherId !== null,
    placeholderData: noPlaceholder,
  })
}

export function useOverview() {
  return useQuery({
    queryKey: key('own', 'overview'),
    queryFn: ({ signal }) => api.get(`${base}/overview`, { schema: archiveOverview, signal, quiet: true }),
  })
}

export function useComparison(teacherId: number, from: string | null, to: string | null) {
  return useQuery({
    queryKey: key(teacherId, 'compare', from, to),
    queryFn: ({ signal }) =>
      api.get(`${base}/${teacherId}/compare`, {
        schema: archiveComparison,
        query: { from: from ?? '', to: to ?? '' },
        signal,
        quiet: true,
      }),
    enabled: from !== null && to !== null,
    placeholderData: noPlaceholder,
  })
}

export function useEvents(teacherId: number, page: number) {
  return useQuery({
    queryKey: key(teacherId, 'timeline', page),
    queryFn: ({ signal }) =>
      api.get(`${base}/${teacherId}/timeline`, {
        schema: archiveEventPage,
        query: { page, pageSize: 20 },
        signal,
        quiet: true,
      }),
  })
}

export function useFiles(teacherId: number) {
  return useQuery({
    queryKey: key(teacherId, 'evidence'),
    queryFn: ({ signal }) =>
      api.get(`${base}/${teacherId}/evidence`, { schema: archiveFiles, signal, quiet: true }),
    placeholderData: noPlaceholder,
  })
}

/** What narrows the list of teachers; empty for everybody. */
export interface ListFilter {
  readonly q: string
  readonly institution: string
}

/**
 * Who stands before and behind a teacher in the list, and at which place; `roll`: the query of the roll it
 * is.
 */
export function useNeighbours(
  teacherId: number,
  { q, institution, roll }: ListFilter & { readonly roll: string },
) {
  const shared = { schema: archiveNeighbours, quiet: true } as const
  return useQuery({
    queryKey: key(teacherId, 'neighbours', q, institution, roll),
    queryFn: ({ signal }) =>
      roll === ''
        ? api.get(`${base}/${teacherId}/neighbours`, {
            ...shared,
            query: { q: q || undefined, institution: institution || undefined },
            signal,
          })
        : api.get(`/api/v1/teacher/${teacherId}/neighbours`, {
            ...shared,
            query: Object.fromEntries(new URLSearchParams(roll)),
            signal,
          }),
    placeholderData: noPlaceholder,
    staleTime: 60_000,
  })
}

export interface ListAsked extends ListFilter {
  readonly page: number
}

/** Teachers in reach with how full their archives are. */
export function useArchives({ page, q, institution }: ListAsked) {
  return useQuery({
    queryKey: key('list', page, q, institution),
    queryFn: ({ signal }) =>
      api.get('/api/v1/archives', {
        schema: archivePage,
        query: { page, pageSize: 20, q: q || undefined, institution: institution || undefined },
        signal,
        quiet: true,
      }),
  })
}
