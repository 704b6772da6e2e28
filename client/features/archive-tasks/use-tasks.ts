import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { keptPage } from '../../../catalogue/contract/analysis/query.ts'
import {
  taskPage,
  taskPeople,
  taskPreview,
  taskView,
  urged,
  type TaskBody,
  type TaskChange,
  type TaskSubject,
} from '../../../catalogue/contract/archive-tasks.ts'
import { api } from '../../platform/api/api.ts'

const base = '/api/v1/archive-task'
type TaskQuery = Readonly<Record<string, string | number>>
const none = () => undefined

export const useTasks = (asked: TaskQuery) =>
  useQuery({
    queryKey: ['archive-tasks', asked],
    queryFn: ({ signal }) => api.get(base, { schema: taskPage, query: asked, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** One task; another one must never stand in while it loads. */
export const useTask = (id: string) =>
  useQuery({
    queryKey: ['archive-tasks', id],
    queryFn: ({ signal }) => api.get(`${base}/${id}`, { schema: taskView, quiet: true, signal }),
    placeholderData: none,
    staleTime: 0,
  })

export const useTaskPeople = (id: string, asked: TaskQuery) =>
  useQuery({
    queryKey: ['archive-tasks', id, 'people', asked],
    queryFn: ({ signal }) =>
      api.get(`${base}/${id}/people`, { schema: taskPeople, query: asked, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Kept queries that the reader may run: own ones, and those that offices above shared. */
export const useKeptQueries = () =>
  useQuery({
    queryKey: ['kept-queries', 'for-tasks'],
    queryFn: ({ signal }) =>
      api.get('/api/v1/analysis/query', {
        schema: keptPage,
        query: { pageSize: 100 },
        quiet: true,
        signal,
      }),
  })

/** Whom a task would concern; asked only where something is chosen. */
export const usePreview = (subject: TaskSubject | null) =>
  useQuery({
    queryKey: ['archive-task-preview', subject],
    queryFn: ({ signal }) =>
      api.post(`${base}/preview`, { schema: taskPreview, body: { subject }, quiet: true, signal }),
    enabled: subject !== null,
    placeholderData: none,
    retry: false,
  })

/** What an office does with its tasks; what is shown of them is asked anew afterwards. */
export function useTaskCalls() {
  const cache = useQueryClient()
  const done = async <T>(work: Promise<T>): Promise<T> => {
    const answer = await work
    await cache.invalidateQueries({ queryKey: ['archive-tasks'] })
    return answer
  }
  return {
    begin: (body: TaskBody) => done(api.post(base, { schema: z.object({ id: z.string() }), body })),
    change: (id: string, body: TaskChange) => done(api.put(`${base}/${id}`, { schema: taskView, body })),
    urge: (id: string) => done(api.post(`${base}/${id}/urge`, { schema: urged, body: {} })),
    end: (id: string, version: number) =>
      done(api.post(`${base}/${id}/end`, { schema: taskView, body: { version } })),
  }
}
