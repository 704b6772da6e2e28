import { act, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { freshPage, inPage, signedIn } from '../../platform/testing/page.tsx'
import { uploadLine } from '../../platform/testing/upload-line.ts'
import { useSending } from './use-sending.ts'

const megabyte = 1024 * 1024
const id = '01a224cf-9654-7123-9acf-0f9e5056675f'
const page = freshPage()
let line = uploadLine()
beforeEach(() => {
  line = uploadLine((one) => {
    if (one.method === 'POST') one.answer(201, null, { location: `/api/v1/tus/${id}` })
    if (one.method === 'DELETE') one.answer(204, null)
  })
  vi.stubGlobal('XMLHttpRequest', line.Request)
  signedIn(2)
  const limits = { file: 10 * megabyte, video: 64 * megabyte, audio: 64 * megabyte }
  page
    .wire()
    .on('GET /api/v1/upload/limits', () => ({ data: limits }))
    .on('GET /api/v1/tus', () => ({
      data: [{ id, name: '课.mp4', bytes: 9 * megabyte, received: 0, modified: 7, expires: 9 }],
    }))
})

const film = () => new File([new Uint8Array(9 * megabyte)], '课.mp4', { lastModified: 7 })
const parts = () => line.under.filter(({ method }) => method === 'PATCH')

async function begun() {
  const done: string[] = []
  const { result, unmount } = inPage(() =>
    useSending(
      () => null,
      (one) => done.push(one),
    ),
  )
  act(() => void result.current.send(film()))
  await waitFor(() => expect(parts()).toHaveLength(1))
  return { result, unmount, done }
}

it('a large file shows how far it is, is held at once and goes on', async () => {
  const { result } = await begun()
  act(() => parts()[0]?.sent(0.5))
  expect(result.current.sent).toMatchObject({ name: '课.mp4', isHeld: false, isWaiting: false })
  expect(result.current.sent?.share).toBeCloseTo(0.5 / 9)
  act(() => result.current.hold(true))
  await waitFor(() => expect(parts()[0]?.isAborted).toBe(true))
  expect(result.current.sent?.isHeld).toBe(true)
  act(() => result.current.hold(false))
  await waitFor(() => expect(parts()).toHaveLength(2))
})

it('a line that breaks is told and waited for', async () => {
  const { result } = await begun()
  act(() => parts()[0]?.breaks())
  await waitFor(() => expect(result.current.sent?.isWaiting).toBe(true))
  await waitFor(() => expect(parts()).toHaveLength(2))
})

it('what is given up goes from the server; who leaves the page finds it there again', async () => {
  const first = await begun()
  act(() => first.result.current.stop())
  await waitFor(() => expect(first.result.current.sent).toBeNull())
  expect(first.result.current.fault).toBe('“课.mp4”没有上传')
  expect(line.under.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  line.under.length = 0
  const second = await begun()
  second.unmount()
  await waitFor(() => expect(parts()[0]?.isAborted).toBe(true))
  expect(line.under.filter(({ method }) => method === 'DELETE')).toHaveLength(0)
})
