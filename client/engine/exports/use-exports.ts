import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  exportJob,
  exportPage,
  exportPreview,
  type ExportAsk,
  type ExportJob,
  type ExportListQuery,
  type ExportQuestion,
} from '../../../catalogue/contract/administration/exports.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { download } from '../../platform/api/download.ts'
import { notify } from '../../ui/feedback/notify.ts'

const path = '/api/v1/exports'
const key = 'exports'

/** Whether the server still works on a file, so that it is asked again. */
export const isUnderWay = ({ state }: Pick<ExportJob, 'state'>): boolean =>
  state === 'queued' || state === 'writing'

/** What a file would hold. */
export function usePreview(question: ExportQuestion) {
  return useQuery({
    queryKey: [key, 'preview', question],
    queryFn: ({ signal }) =>
      api.post(`${path}/preview`, { schema: exportPreview, body: question, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled: question.columns.length > 0,
    retry: false,
  })
}

/** One file, asked for anew every second while it is written. */
export function useExport(id: number | null) {
  return useQuery({
    queryKey: [key, 'one', id],
    queryFn: ({ signal }) =>
      api.get(`${path}/${id}`, { schema: exportJob, quiet: true, background: true, signal }),
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? 1_000 : false),
  })
}

/** A page of files; looked at again while one of them is written. */
export function useExports(query: Pick<ExportListQuery, 'which' | 'page'>) {
  return useQuery({
    queryKey: [key, 'list', query],
    queryFn: ({ signal }) => api.get(path, { schema: exportPage, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.list.some(isUnderWay) ? 2_000 : false),
  })
}

/** Saves a file that is ready. */
export const fetchExport = ({
  id,
  title,
  format,
}: Pick<ExportJob, 'id' | 'title' | 'format'>): Promise<void> =>
  download(`${path}/${id}/file`, {}, `${title}-${id}.${format}`)

/** Asks for a file. */
export function useAskExport(onAsked: (job: ExportJob) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (ask: ExportAsk) => api.post(path, { schema: exportJob, body: ask }),
    onSuccess: (job) => {
      cache.setQueryData([key, 'one', job.id], job)
      onAsked(job)
    },
    onError: (error) => notify.warn(sentenceOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: [key, 'list'] }),
  })
}

export type ExportAct = 'download' | 'cancel' | 'agree' | 'refuse'
const said = {
  download: '已下载，请在浏览器的下载中查看',
  cancel: '导出已取消',
  agree: '已同意，文件生成后会通知对方',
  refuse: '已记下不同意的原因，会通知对方',
} as const satisfies Record<ExportAct, string>

/**
 * Acts on an export. If another person decided first, the server's sentence is shown and the list is
 * reloaded.
 */
export function useExportAct() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ job, act, reason }: { job: ExportJob; act: ExportAct; reason?: string }) => {
      if (act === 'download') return fetchExport(job)
      const body = reason === undefined ? {} : { reason }
      await api.post(`${path}/${job.id}/${act}`, { schema: exportJob, body })
    },
    onSuccess: (_, { act }) => notify.success(said[act]),
    onError: (error) => notify.warn(sentenceOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: [key] }),
  })
}
