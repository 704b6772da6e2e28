import { act, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { CourseView } from '../../../catalogue/contract/courses.ts'
import { freshPage, inPage, signedIn } from '../../platform/testing/page.tsx'
import { useCourse, useCourseCalls } from './use-courses.ts'

const { wire } = freshPage()
const lesson = '0197f1c2-0000-7000-8000-00000000000a'
const course = (version: number): CourseView => ({
  id: 7,
  title: '大单元教学设计',
  state: 'published',
  org: '江城区教师发展中心',
  hours: 5,
  rate: 1.5,
  threshold: 90,
  lateMinutes: 30,
  mayEdit: true,
  lessons: [{ id: lesson, title: '比较两篇', version, film: null, learners: 0, questions: [] }],
})

it('a lesson that was saved is told so before the page shows it anew, where its copy would be offered', async () => {
  signedIn(4)
  wire()
    .on('GET /api/v1/courses/7', () => ({ data: course(1) }))
    .on('PUT /api/v1/courses/7/lessons/*', () => ({ data: course(2) }))
  const { result } = inPage(() => ({
    shown: useCourse(7).data?.lessons[0]?.version,
    calls: useCourseCalls(7),
  }))
  await waitFor(() => expect(result.current.shown).toBe(1))
  const told: unknown[] = []
  await act(async () => {
    await result.current.calls.save(lesson, {}, () => told.push(result.current.shown))
  })
  await waitFor(() => expect(result.current.shown).toBe(2))
  expect(told).toEqual([1])
})
