import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { freshPage, inPage, signedIn } from '../../../platform/testing/page.tsx'
import { useFindings } from './findings.tsx'

const page = freshPage()
const call = 'POST /api/v1/contents/resource/examined'
const found = [{ field: 'partDesign', level: 'error', message: '只有 10 字，至少要 300 字' }] as const

it('files of a bundle are asked about once for each set, with nothing else of the form', async () => {
  signedIn(2)
  page.wire().on(call, () => ({ data: found }))
  const { result, rerender } = inPage((values: Record<string, unknown>) => useFindings('resource', values), {
    title: '圆',
    partDesign: null,
  })
  expect([result.current, page.wire().asked(call).length]).toEqual([[], 0])
  rerender({ title: '圆', partDesign: 'one', schoolStage: '3' })
  await waitFor(() => expect(result.current).toEqual(found))
  expect(page.wire().asked(call).at(-1)?.body).toEqual({
    value: {
      partVideo: null,
      partSlides: null,
      partDesign: 'one',
      partTasks: null,
      partExercises: null,
      schoolStage: '3',
    },
  })
  const before = page.wire().asked(call).length
  rerender({ title: '圆的认识', partDesign: 'one', schoolStage: '3' })
  expect(page.wire().asked(call).length).toBe(before)
  rerender({ title: '圆的认识', partDesign: 'two', schoolStage: '3' })
  await waitFor(() => expect(page.wire().asked(call).length).toBe(before + 1))
})

it('a type whose files nobody looks into asks nothing', () => {
  signedIn(3)
  const { result } = inPage(() => useFindings('notice', { files: ['one'] }))
  expect([result.current, page.wire().arrivals.length]).toEqual([[], 0])
})
