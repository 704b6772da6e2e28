import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  importKinds,
  importPage,
  importRowPage,
  importBrought,
  importStarted,
  importView,
  mendAnswer,
  readingList,
  type ImportMode,
  type ImportView,
  type MendAnswer,
} from '../../../catalogue/contract/administration/imports.ts'
import type { z } from 'zod'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { download } from '../../platform/api/download.ts'
import { uploadForm } from '../../platform/api/upload.ts'
import { notify } from '../../ui/feedback/notify.ts'

const path = '/api/v1/import'
const key = 'imports'

export type ImportKind = z.infer<typeof importKinds>['list'][number]

export function useKinds() {
  return useQuery({
    queryKey: [key, 'kinds'],
    queryFn: ({ signal }) => api.get(`${path}/kinds`, { schema: importKinds, quiet: true, signal }),
  })
}

/** Whether a step is under way, so that the page asks again by itself. */
export const isMoving = ({ status }: ImportView): boolean => status === '2' || status === '4'

/** Whether a taking back was asked for and has not ended. */
export const isUndoing = (task: ImportView): boolean =>
  task.startTime !== null &&
  task.endTime !== null &&
  task.undoneAt === null &&
  task.undoUntil === null &&
  Date.parse(task.endTime) > Date.now() - 29 * 86_400_000

/** Milliseconds between two looks at a step under way. */
const pause = 800

export function useTask(id: number) {
  return useQuery({
    queryKey: [key, 'task', id],
    queryFn: ({ signal }) =>
      api.get(`${path}/history`, {
        schema: importView,
        query: { id },
        quiet: true,
        background: true,
        signal,
      }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && (isMoving(data) || isUndoing(data)) ? pause : false),
  })
}

export type RowsAsked = Readonly<Record<string, string | number>>

/** @param since changes when the rows of a task have become others */
export function useRows(id: number, asked: RowsAsked, since = '') {
  return useQuery({
    queryKey: [key, 'rows', id, asked, since],
    queryFn: ({ signal }) =>
      api.get(`${path}/${id}/rows`, {
        schema: importRowPage,
        query: { ...asked, pageSize: 50 },
        quiet: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export function useHistory(asked: RowsAsked) {
  return useQuery({
    queryKey: [key, 'history', asked],
    queryFn: ({ signal }) =>
      api.get(`${path}/history`, {
        schema: importPage,
        query: { ...asked, pageSize: 20 },
        quiet: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Sends a file to be checked. */
export function sendFile(
  { file, type, mode }: { readonly file: File; readonly type: string; readonly mode: ImportMode },
  onProgress: (share: number) => void,
  signal: AbortSignal,
) {
  const form = new FormData()
  form.append('type', type)
  form.append('mode', mode)
  form.append('file', file, file.name)
  return uploadForm(`${path}/file`, form, { schema: importBrought, onProgress, signal })
}

const failed = { onError: (error: Error) => notify.warn(sentenceOf(error)) }

/** Acts on a task as a whole; each answers what it has become. */
export function useTaskActs(id: number) {
  const cache = useQueryClient()
  const again = () => cache.invalidateQueries({ queryKey: [key] })
  const act = (name: 'cancel' | 'undo') => api.post(`${path}/${id}/${name}`, { schema: importView })
  return {
    start: useMutation({
      mutationFn: (token: string) =>
        api.post(`${path}/start`, { schema: importStarted, body: { id, token, skip_errors: true } }),
      onSettled: again,
      ...failed,
    }),
    cancel: useMutation({ mutationFn: () => act('cancel'), onSettled: again, ...failed }),
    undo: useMutation({ mutationFn: () => act('undo'), onSettled: again, ...failed }),
  }
}

export interface MendedCell {
  readonly row: number
  readonly field: string
  readonly value: string
}
export interface Replacement {
  readonly field: string
  readonly from: string
  readonly to: string
  readonly remember: boolean
}

/**
 * Mends cells. What the answer says of rows and counts is laid into what the page shows; nothing moves away.
 */
export function useMending(id: number) {
  const cache = useQueryClient()
  const take = ({ rows, counts, token }: MendAnswer) => {
    const byRow = new Map(rows.map((row) => [row.row, row]))
    cache.setQueriesData(
      { queryKey: [key, 'rows', id] },
      (page: z.infer<typeof importRowPage> | undefined) =>
        page && { ...page, list: page.list.map((row) => byRow.get(row.row) ?? row) },
    )
    cache.setQueryData(
      [key, 'task', id],
      (task: ImportView | undefined) => task && { ...task, counts, token },
    )
  }
  return {
    mend: useMutation({
      mutationFn: (cells: readonly MendedCell[]) =>
        api.put(`${path}/${id}/rows`, { schema: mendAnswer, body: { cells }, quiet: true }),
      onSuccess: take,
      ...failed,
    }),
    replace: useMutation({
      mutationFn: (body: Replacement) => api.post(`${path}/${id}/replace`, { schema: mendAnswer, body }),
      onSuccess: (answer, { to, remember }) => {
        take(answer)
        notify.success(`${answer.changed} 行改为“${to}”${remember ? '，以后也这样读' : ''}`)
      },
      ...failed,
    }),
  }
}

const readingsKey = [key, 'readings']
export function useReadings() {
  return useQuery({
    queryKey: readingsKey,
    queryFn: ({ signal }) => api.get(`${path}/readings`, { schema: readingList, quiet: true, signal }),
    staleTime: 0,
  })
}

export function useForgetReading() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api.del(`${path}/readings/${id}`, { schema: readingList }),
    onSuccess: (answer) => cache.setQueryData(readingsKey, answer),
    ...failed,
  })
}

/** The template of a kind, saved by the browser. */
export function useTemplate() {
  return useMutation({
    mutationFn: ({ name, title, version }: ImportKind) =>
      download(`${path}/template/${name}`, {}, `${title}导入模板-${version}.xlsx`),
    ...failed,
  })
}

/** The rows that were left out, as a file of their own; or the uploaded file with its faults marked. */
export function useFaultFile({ id, fileName }: ImportView) {
  return useMutation({
    mutationFn: (which: 'rows' | 'whole') =>
      which === 'rows'
        ? download(`${path}/errorExport/${id}`, {}, fileName.replace(/(\.\w+)?$/, '-错误数据.xlsx'))
        : download(
            `${path}/errorExport/${id}`,
            { whole: 'true' },
            fileName.replace(/(\.\w+)?$/, '-标注错误$1'),
          ),
    onSuccess: () => notify.success('已下载，改好后可以直接再上传'),
    ...failed,
  })
}
