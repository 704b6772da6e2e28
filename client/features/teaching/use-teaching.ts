import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  activityBoard,
  candidatesFound,
  copyMade,
  leadKept,
  ownRecord,
  placesReport,
  sittingList,
} from '../../../catalogue/contract/teaching/activities.ts'
import { faceShown } from '../../../catalogue/contract/campaign-face.ts'
import { researcherPage } from '../../../catalogue/contract/teaching/researchers.ts'
import { lessonView } from '../../../catalogue/contract/teaching/lessons.ts'
import { api } from '../../platform/api/api.ts'

const key = 'teaching'
const activity = (id: string) => `/api/v1/teaching/activity/${id}`
const lesson = (id: string) => `/api/v1/teaching/lessons/${id}`
type Query = Readonly<Record<string, string | number>>

/** `version` of the activity: once it has moved or was edited, the board is another one. */
export const useBoard = (id: string, version: number) =>
  useQuery({
    queryKey: [key, 'board', id, version],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get(`${activity(id)}/board`, { schema: activityBoard, quiet: true, signal }),
    staleTime: 0,
  })

export const useActivityCandidates = (id: string, query: Query, enabled = true) =>
  useQuery({
    queryKey: [key, 'candidates', id, query],
    queryFn: ({ signal }) =>
      api.get(`${activity(id)}/candidates`, { schema: candidatesFound, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled,
  })

export const useSittings = () =>
  useQuery({
    queryKey: [key, 'sittings'],
    queryFn: ({ signal }) =>
      api.get('/api/v1/teaching/sittings', { schema: sittingList, quiet: true, signal }),
    staleTime: 0,
  })

export const useResearchers = (query: Query) =>
  useQuery({
    queryKey: [key, 'users', query],
    queryFn: ({ signal }) =>
      api.get('/api/v1/jy/user', { schema: researcherPage, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
  })

export const useOwnRecord = (year: string) =>
  useQuery({
    queryKey: [key, 'record', year],
    queryFn: ({ signal }) =>
      api.get('/api/v1/teaching/record', {
        schema: ownRecord,
        query: year === '' ? {} : { year },
        quiet: true,
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const useLesson = (id: string) =>
  useQuery({
    queryKey: [key, 'lesson', id],
    queryFn: ({ signal }) => api.get(lesson(id), { schema: lessonView, quiet: true, signal }),
    staleTime: 0,
  })

/** What people do with activities and lessons; whatever of them is on the screen is read again. */
export function useTeachingCalls() {
  const client = useQueryClient()
  const again = () => client.invalidateQueries({ queryKey: [key] })
  const done = async <T>(answer: Promise<T>): Promise<T> => {
    const value = await answer
    await again()
    return value
  }
  return {
    add: (id: string, what: 'invitations' | 'walk-ins', body: object) =>
      done(api.post(`${activity(id)}/${what}`, { schema: placesReport, body })),
    show: (id: string, visibility: string) =>
      done(api.post(`${activity(id)}/face`, { schema: faceShown, body: { visibility } })),
    hide: (id: string) => done(api.del(`${activity(id)}/face`, { schema: faceShown })),
    name: (id: string, teacherId: number | null) =>
      done(api.put(`${activity(id)}/lead`, { schema: leadKept, body: { teacherId } })),
    copy: (id: string) => api.post(`${activity(id)}/copies`, { schema: copyMade, body: {} }),
    write: (id: string, what: 'sheet' | 'recording' | 'reflection', body: object) =>
      done(api.put(`${lesson(id)}/${what}`, { schema: lessonView, body })),
    move: (id: string, what: 'hand-in' | 'withdraw', version: number) =>
      done(api.post(`${lesson(id)}/sheet/${what}`, { schema: lessonView, body: { version } })),
    remark: (id: string, remark: string, body: object) =>
      done(api.put(`${lesson(id)}/remarks/${remark}`, { schema: lessonView, body })),
    unremark: (id: string, remark: string) =>
      done(api.del(`${lesson(id)}/remarks/${remark}`, { schema: lessonView })),
  }
}
