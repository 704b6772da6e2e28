import { useCallback } from 'react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  coursePage,
  courseView,
  learnerPage,
  learningPage,
  learningView,
  type CourseView,
} from '../../../catalogue/contract/courses.ts'
import { api } from '../../platform/api/api.ts'

type Query = Readonly<Record<string, string | number>>

const key = 'courses'
const courses = '/api/v1/courses'
const learning = '/api/v1/learning'

export const useCourses = (query: Query) =>
  useQuery({
    queryKey: [key, 'list', query],
    queryFn: ({ signal }) => api.get(courses, { schema: coursePage, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useCourse = (id: number) =>
  useQuery({
    queryKey: [key, 'one', id],
    queryFn: ({ signal }) => api.get(`${courses}/${id}`, { schema: courseView, quiet: true, signal }),
    staleTime: 0,
  })

export const useLearners = (id: number, query: Query) =>
  useQuery({
    queryKey: [key, 'learners', id, query],
    queryFn: ({ signal }) =>
      api.get(`${courses}/${id}/learners`, { schema: learnerPage, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Where an office reads what a learner played of a lesson. */
export const learnerWhy = (id: number, lesson: string, teacher: number): string =>
  `${courses}/${id}/lessons/${lesson}/learners/${teacher}/why`

export const useLearning = (query: Query) =>
  useQuery({
    queryKey: [key, 'learning', query],
    queryFn: ({ signal }) => api.get(learning, { schema: learningPage, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useLearnt = (id: number) =>
  useQuery({
    queryKey: [key, 'learnt', id],
    queryFn: ({ signal }) => api.get(`${learning}/${id}`, { schema: learningView, quiet: true, signal }),
    staleTime: 0,
  })

/** What an office does with the lessons of a course; each answers the course as it stands then. */
export function useCourseCalls(id: number) {
  const client = useQueryClient()
  const at = `${courses}/${id}`
  const done = async (answer: Promise<CourseView>): Promise<CourseView> => {
    const view = await answer
    client.setQueryData([key, 'one', id], view)
    await client.invalidateQueries({ queryKey: [key, 'list'] })
    return view
  }
  return {
    add: (body: object) => done(api.post(`${at}/lessons`, { schema: courseView, body })),
    /** `after`: called once the server has it, before the page shows it. */
    save: (lesson: string, body: object, after: () => void) =>
      done(
        api.put(`${at}/lessons/${lesson}`, { schema: courseView, body }).then((view) => {
          after()
          return view
        }),
      ),
    remove: (lesson: string) => done(api.del(`${at}/lessons/${lesson}`, { schema: courseView })),
    order: (lessons: readonly string[]) =>
      done(api.put(`${at}/order`, { schema: courseView, body: { lessons } })),
  }
}

/** Reads again what a learner sees of courses: a lesson was completed. */
export function useLearntAgain(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: [key] }), [client])
}
