import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { errors } from '../../../catalogue/errors.ts'
import { freshPage, refusal, signedIn } from '../testing/page.tsx'
import { uploadLine, type UploadOnTheWay } from '../testing/upload-line.ts'
import { givenUp, nextPartBytes } from './upload-in-parts.ts'
import { UploadPause } from './upload-pause.ts'
import { upload } from './upload.ts'

const megabyte = 1024 * 1024
const id = '01a224cf-9654-7123-9acf-0f9e5056675f'
const made = { id, name: '公开课.mp4', mime: 'video/mp4', bytes: 12 * megabyte }

const page = freshPage()
/** A server that keeps the parts it gets; `line` answers what is not asked of it otherwise. */
let server: {
  received: number
  begun: number
  ended: number
  starts: number[]
  /** Answers a request by itself and says so, or leaves it to the server. */
  otherwise: (one: UploadOnTheWay) => boolean
}
let line = uploadLine()

function answered(one: UploadOnTheWay): void {
  if (server.otherwise(one)) return
  if (one.method === 'POST') {
    server.begun += 1
    return one.answer(201, null, { location: `/api/v1/tus/${id}` })
  }
  if (one.method === 'DELETE') {
    server.ended += 1
    return one.answer(204, null)
  }
  const start = Number(one.headers.get('Upload-Offset'))
  server.starts.push(start)
  if (start !== server.received)
    return one.answer(409, { error_code: errors.stale.code, msg: '不从末尾开始', data: null })
  server.received += one.body?.size ?? 0
  one.answer(204, null, { 'upload-offset': String(server.received) })
}

const unfinished = () => ({
  data:
    server.begun === 0
      ? []
      : [
          {
            id,
            name: '公开课.mp4',
            bytes: 12 * megabyte,
            received: server.received,
            modified: 7,
            expires: 9,
          },
        ],
})

beforeEach(() => {
  server = { received: 0, begun: 0, ended: 0, starts: [], otherwise: () => false }
  line = uploadLine(answered)
  vi.stubGlobal('XMLHttpRequest', line.Request)
  signedIn(2)
  page
    .wire()
    .on('GET /api/v1/upload/limits', () => ({
      data: { file: 10 * megabyte, video: 64 * megabyte, audio: 64 * megabyte },
    }))
    .on('GET /api/v1/tus', unfinished)
    .on('POST /api/v1/tus/*/file', () =>
      server.received === 12 * megabyte ? { data: { file: made } } : refusal(400, 40001, '没有传完'),
    )
})

const film = () => new File([new Uint8Array(12 * megabyte)], '公开课.mp4', { lastModified: 7 })

describe('a file of more than eight megabytes', () => {
  it('goes in parts that grow with the line, and tells how far it is', async () => {
    const shares: number[] = []
    expect(await upload(film(), { onProgress: (share) => shares.push(share) })).toEqual(made)
    expect(server.starts.slice(0, 2)).toEqual([0, megabyte])
    expect(server.starts.length).toBeLessThan(5)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(shares.at(-1)).toBe(1)
    expect(line.under[1]?.headers.get('token')).toBe('token-of-the-test')
  })

  it('goes on where the server stands after the line broke, and says that it waits', async () => {
    let breaks = 0
    const waiting: boolean[] = []
    server.otherwise = (one) => {
      if (one.method !== 'PATCH' || Number(one.headers.get('Upload-Offset')) === 0 || breaks > 0) return false
      breaks += 1
      // Half of the part had come.
      server.received += 500_000
      one.breaks()
      return true
    }
    const sent = upload(film(), { onWaiting: (is) => waiting.push(is) })
    expect(await sent).toEqual(made)
    expect([breaks, server.begun, server.starts.includes(megabyte + 500_000)]).toEqual([1, 1, true])
    expect(waiting).toContain(true)
    expect(waiting.at(-1)).toBe(false)
  })

  it('that was begun before the page was reloaded is not begun again', async () => {
    Object.assign(server, { begun: 1, received: 5 * megabyte })
    expect(await upload(film())).toEqual(made)
    expect([server.begun, server.starts[0]]).toEqual([1, 5 * megabyte])
  })

  it('can be held and goes on, and is taken back from the server only when it is given up', async () => {
    const pause = new UploadPause()
    const control = new AbortController()
    server.otherwise = (one) => {
      if (one.method !== 'PATCH' || server.received < megabyte || control.signal.aborted) return false
      if (!pause.isHeld && server.starts.length === 1) {
        pause.hold(true)
        return true
      }
      return false
    }
    const sent = upload(film(), { pause, signal: control.signal })
    await waitFor(() => expect(pause.isHeld).toBe(true))
    await waitFor(() => expect(line.under.at(-1)?.isAborted).toBe(true))
    server.otherwise = () => false
    pause.hold(false)
    expect(await sent).toEqual(made)
    expect(server.ended).toBe(0)
    for (const [reason, ended] of [
      ['left the page', 0],
      [givenUp, 1],
    ] as const) {
      Object.assign(server, { received: 0, begun: 0 })
      const stop = new AbortController()
      server.otherwise = (one) => one.method === 'PATCH' && (stop.abort(reason), true)
      await expect(upload(film(), { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' })
      await waitFor(() => expect(server.ended).toBe(ended))
    }
  })

  it('that is refused ends with the sentence of the server', async () => {
    server.otherwise = (one) =>
      one.method === 'PATCH' &&
      (one.answer(400, { error_code: errors.fileType.code, msg: '这是 avi 格式的视频', data: null }), true)
    await expect(upload(film())).rejects.toMatchObject({ message: '这是 avi 格式的视频' })
  })
})

describe('the size of the next part', () => {
  it('makes a part take about ten seconds, between one and eight megabytes', () => {
    expect(nextPartBytes(megabyte, 5_000)).toBe(2 * megabyte)
    expect(nextPartBytes(8 * megabyte, 100)).toBe(8 * megabyte)
    expect(nextPartBytes(megabyte, 60_000)).toBe(megabyte)
  })
})
