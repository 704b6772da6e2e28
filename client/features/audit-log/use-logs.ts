import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { logCheck, logIntegrity, logPage } from '../../../catalogue/contract/administration/audit-log.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { download } from '../../platform/api/download.ts'
import { today } from '../../platform/format.ts'
import { notify } from '../../ui/feedback/notify.ts'

/** What the list is narrowed by, as it stands in the address beside the kind of log. */
export const logKeys = [
  'action',
  'actor',
  'actorId',
  'person',
  'personId',
  'institution',
  'start',
  'end',
] as const
export type LogKey = (typeof logKeys)[number]

/** The query of a log: its kind and its filters. */
export type LogQuery = Readonly<Record<string, string>>

export function useLogs(query: LogQuery) {
  return useQuery({
    queryKey: ['logs', 'list', query],
    queryFn: ({ signal }) => api.get('/api/v1/log', { schema: logPage, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export function useExport(filter: LogQuery) {
  return useMutation({
    mutationFn: () => download('/api/v1/log/export', { ...filter }, `日志-${today().slice(0, 10)}.csv`),
    onSuccess: () => notify.success('已导出，请在浏览器的下载中查看'),
    onError: (error) => notify.warn(sentenceOf(error)),
  })
}

const integrityKey = ['logs', 'integrity']

export function useIntegrity() {
  return useQuery({
    queryKey: integrityKey,
    queryFn: ({ signal }) => api.get('/api/v1/log/integrity', { schema: logIntegrity, quiet: true, signal }),
    staleTime: 0,
  })
}

export function useCheck() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => api.post('/api/v1/log/integrity', { schema: logCheck, quiet: true }),
    onSuccess: () => cache.invalidateQueries({ queryKey: integrityKey }),
    onError: (error) => notify.warn(sentenceOf(error)),
  })
}
