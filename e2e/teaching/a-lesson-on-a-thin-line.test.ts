import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { callerOf } from '../tools/api.ts'
import {
  closeBrowser,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
} from '../tools/browser.ts'
import { unique } from '../tools/evidence.ts'

afterAll(closeBrowser)

const title = `细线上的课 ${unique()}`
const captions = Uint8Array.from(Buffer.from('WEBVTT\n\n00:00.000 --> 00:30.000\n先看任务，再看文本\n'))
const picture = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)

/** What a first picture may cost at most, and the line: bytes, and bytes a second (1.2 Mbit/s). */
const [mostBytes, line] = [512 * 1024, 150_000]

/** A film of some seconds that the browser itself records: a page that scrolls, with noise in a corner of it. */
const recorded = async (page: Page): Promise<Uint8Array<ArrayBuffer>> => {
  const text = await page.evaluate<string>(`(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 })
    const pen = canvas.getContext('2d')
    let frame = 0
    const draw = () => {
      frame += 1
      pen.fillStyle = '#fff'
      pen.fillRect(0, 0, 640, 360)
      pen.fillStyle = '#223'
      for (let line = 0; line < 20; line += 1)
        pen.fillText('把两篇放在一起看，先看任务，再看文本 '.repeat(3), 10, (line * 24 + frame) % 480)
      const noise = pen.createImageData(200, 200)
      for (let at = 0; at < noise.data.length; at += 4) {
        const grey = Math.random() * 255
        noise.data.set([grey, grey, grey, 255], at)
      }
      pen.putImageData(noise, 420, 140)
    }
    const timer = setInterval(draw, 80)
    const recorder = new MediaRecorder(canvas.captureStream(12), {
      mimeType: 'video/webm;codecs=vp8', videoBitsPerSecond: 1_200_000 })
    const pieces = []
    recorder.ondataavailable = ({ data }) => pieces.push(data)
    recorder.start(1000)
    await new Promise((done) => setTimeout(done, 15000))
    await new Promise((done) => { recorder.onstop = done; recorder.stop() })
    clearInterval(timer)
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
    let letters = ''
    for (let at = 0; at < bytes.length; at += 32768) letters += String.fromCharCode(...bytes.subarray(at, at + 32768))
    return btoa(letters)
  })()`)
  return Uint8Array.from(Buffer.from(text, 'base64'))
}

/** A published course with one lesson of this film, which counts at most 1.5 times the clock. */
async function lessonWith(film: Uint8Array<ArrayBuffer>): Promise<number> {
  const host = await callerOf('area')
  const value = {
    title,
    schoolStage: '4',
    subject: '13',
    lecturer: '苏慕清',
    introduction: '<p>一行字。</p>',
    cover: await host.upload('封面.png', 'image/png', picture),
    visibility: '1',
  }
  const made = await host.post<{ id: number; version: number }>('/api/v1/contents/course', { value })
  expect(made.status, made.text).toBe(200)
  const { id, version } = made.data
  const lesson = await host.post(`/api/v1/courses/${id}/lessons`, {
    title: '比较两篇',
    fileId: await host.upload('课.webm', 'video/webm', film),
    captionsId: await host.upload('课.vtt', 'text/vtt', captions),
    seconds: 15,
  })
  expect(lesson.status, lesson.text).toBe(200)
  expect((await host.post(`/api/v1/contents/course/${id}/publish`, { version })).status).toBe(200)
  return id
}

const player = (page: Page, what: string) =>
  page.evaluate(`(() => { const v = document.querySelector('video'); return ${what} })()`)

it('on a phone with 1.2 Mbit/s: a first picture within 512 kB, 1.5×, captions, all by the keyboard', async () => {
  const { page, context, complaints } = await openDesk(phone, await sessionOf('teacher'))
  await page.goto('/teacher/jykc')
  const film = await recorded(page)
  expect(film.length, 'a film larger than what is aimed at').toBeGreaterThan(mostBytes)
  const id = await lessonWith(film)
  const network = await context.newCDPSession(page)
  const films = new Set<string>()
  const pieces: { readonly at: number; readonly bytes: number }[] = []
  network.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.startsWith('video/')) films.add(requestId)
  })
  network.on('Network.dataReceived', ({ requestId, dataLength }) => {
    if (films.has(requestId)) pieces.push({ at: Date.now(), bytes: dataLength })
  })
  await network.send('Network.enable')
  await page.goto(`/teacher/jykc?course=${id}`)
  await page.locator('video').waitFor()
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 60,
    downloadThroughput: line,
    uploadThroughput: line,
  })
  pieces.length = 0
  await page.addInitScript(
    "document.addEventListener('loadeddata', () => { window.firstPicture ??= Date.now() }, true)",
  )
  await page.reload()
  await page.locator('video').waitFor()
  await expect.poll(() => page.evaluate('window.firstPicture'), { timeout: 60_000 }).toBeTypeOf('number')
  const at = Number(await page.evaluate('window.firstPicture'))
  const first = pieces.reduce((sum, one) => (one.at <= at ? sum + one.bytes : sum), 0)
  console.log(`first picture after ${Math.round(first / 1024)} kB of ${Math.round(film.length / 1024)} kB`)
  expect(first).toBeLessThanOrEqual(mostBytes)
  await expectNoSidewaysScroll(page, 'a lesson on a thin line')
  await expectAccessible(page, 'a lesson on a thin line')

  // By the keyboard alone: the rate, play, ten seconds back, a pause; captions stand over the picture.
  await player(page, 'v.muted = true')
  const rate = page.getByLabel(/^倍速/)
  await rate.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await rate.inputValue()).toBe('1.5')
  expect(await player(page, 'v.playbackRate')).toBe(1.5)
  await page.locator('video').focus()
  await page.keyboard.press('k')
  await expect.poll(() => player(page, 'v.currentTime'), { timeout: 40_000 }).toBeGreaterThan(1)
  expect(await player(page, 'v.textTracks[0].mode')).toBe('showing')
  await expect
    .poll(() => player(page, '[...(v.textTracks[0].activeCues ?? [])].map((c) => c.text).join()'))
    .toBe('先看任务，再看文本')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  expect(await player(page, 'v.paused')).toBe(true)
  await shoot(page, 'thin-line')
  expect(complaints).toEqual([])
})
