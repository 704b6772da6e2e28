import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callerOf } from '../tools/api.ts'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
} from '../tools/browser.ts'
import { unique } from '../tools/evidence.ts'

afterAll(closeBrowser)

/** Twelve seconds with the time in the picture, made by ffmpeg: H.264 with AAC, and VP9 with Opus. */
const fixture = async (name: string) =>
  Uint8Array.from(await readFile(join(import.meta.dirname, '../files', name)))
const films = [
  ['lesson.mp4', 'video/mp4; codecs="avc1.640015, mp4a.40.2"'],
  ['lesson.webm', 'video/webm; codecs="vp9, opus"'],
] as const
const captions = Uint8Array.from(
  Buffer.from('WEBVTT\n\n00:00.000 --> 00:06.000\n同学们好\n\n00:06.000 --> 00:12.000\n请看黑板\n'),
)
const keys = new Map<string, string>()

beforeAll(async () => {
  const area = await callerOf('area')
  for (const [name] of films)
    keys.set(name, await area.upload(name, 'application/octet-stream', await fixture(name)))
  keys.set('lesson.vtt', await area.upload('lesson.vtt', 'text/vtt', captions))
  const made = await area.post<{ id: number; version: number }>('/api/v1/contents/notice', {
    value: {
      title: `公开课录像${unique()}`,
      noticeKind: '1',
      visibility: '2',
      content: '请看录像。',
      files: [...keys.values()],
    },
  })
  expect(made.status, made.text).toBe(200)
  expect(
    (await area.post(`/api/v1/contents/notice/${made.data.id}/publish`, { version: made.data.version }))
      .status,
  ).toBe(200)
})

/** What the player says of itself. */
const player = (page: Page, what: string) =>
  page.evaluate(`(() => { const v = document.querySelector('video'); return ${what} })()`)

const until = (page: Page, what: string) => expect.poll(() => player(page, what)).toBe(true)

it.each(films)('a visitor plays %s with captions, moves within it, by keyboard too', async (name, type) => {
  for (const size of [desk, phone]) {
    const window = await openDesk(size)
    const { page } = window
    const parts: string[] = []
    page.on(
      'response',
      (answer) =>
        void (
          answer.url().includes('/files/') &&
          parts.push(`${answer.status()} ${answer.request().headers()['range'] ?? ''}`)
        ),
    )
    await page.goto(`/home/previewFiles?key=${keys.get(name) ?? ''}`)
    await page.locator('video').waitFor()
    if ((await player(page, `v.canPlayType('${type}')`)) === '') {
      // A browser without this codec says so, and the file can be had.
      console.warn(`${name}: this browser does not play ${type}`)
      await page.getByText('播放失败').waitFor()
      await page.getByRole('link', { name: new RegExp(`^下载 ${name}`) }).waitFor()
      await window.close()
      continue
    }
    await until(page, 'v.readyState >= 1 && Math.round(v.duration) === 12 && v.videoWidth === 320')
    expect(parts).toContain('206 bytes=0-')
    await expectNoSidewaysScroll(page, name)
    // By keyboard: to the player, and on with the space bar.
    await page.locator('video').focus()
    await player(page, 'v.muted = true')
    await page.keyboard.press('Space')
    await until(page, '!v.paused && v.currentTime > 0.3')
    await until(page, `v.textTracks[0].activeCues?.[0]?.text === '同学们好'`)
    await page.keyboard.press('Space')
    await until(page, 'v.paused')
    const at = Number(await player(page, 'v.currentTime'))
    for (let n = 0; n < 5; n += 1) await page.keyboard.press('ArrowRight')
    await until(page, `v.currentTime > ${at + 0.3}`)
    await player(page, 'v.currentTime = 9')
    await until(
      page,
      `!v.seeking && v.readyState >= 2 && v.textTracks[0].activeCues?.[0]?.text === '请看黑板'`,
    )
    await expectAccessible(page, name)
    await shoot(page, `recording-${name.replace('.', '-')}-${size.width}`)
    expect(window.complaints).toEqual([])
    await window.close()
  }
})

const longFilm = async () =>
  Buffer.concat([Buffer.from(await fixture('lesson.mp4')), Buffer.alloc(14 * 1024 * 1024)])

/** A line of so many bytes a second; -1 for as many as the machine can. */
const lineOf = (uploadThroughput: number, offline = false) => ({
  offline,
  latency: 0,
  downloadThroughput: -1,
  uploadThroughput,
})

it('an office sends a recording, sees how far it is, stops it, and hears at once what is too large', async () => {
  const window = await openDesk(desk, await sessionOf('school'))
  const { page } = window
  await page.goto('/school/xinxiFabu?tab=notice&new=1')
  await page.getByText('视频不超过 2 GB，录音不超过 200 MB，其他文件不超过 10 MB').waitFor()
  const input = page.locator('#f-files')
  const film = await longFilm()
  // A slow line, so that there is time to stop.
  const line = await window.context.newCDPSession(page)
  await line.send('Network.emulateNetworkConditions', lineOf(2 * 1024 * 1024))
  await input.setInputFiles({ name: '公开课.mp4', mimeType: 'video/mp4', buffer: film })
  await page.getByText(/^正在上传 [1-9]/).waitFor()
  await shoot(page, 'recording-upload')
  await expectAccessible(page, 'uploading')
  await page.getByRole('button', { name: '取消上传' }).click()
  await page.getByText('“公开课.mp4”没有上传').waitFor()
  await line.send('Network.emulateNetworkConditions', lineOf(-1))
  await input.setInputFiles({ name: '公开课.mp4', mimeType: 'video/mp4', buffer: film })
  await page.getByRole('button', { name: /^移除\s*公开课.mp4$/ }).waitFor()
  await input.setInputFiles({
    name: '材料.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.alloc(11 * 1024 * 1024),
  })
  await page.getByRole('alert').getByText('文件超过 10 MB，请压缩后再传').waitFor()
  expect(window.complaints).toEqual([])
  await window.close()
})

it('a teacher on the phone loses the line, holds the upload, reloads the page, and the film goes on each time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'xingtan-film-'))
  const path = join(folder, '微课.mp4')
  await writeFile(path, await longFilm())
  const window = await openDesk(phone, await sessionOf('teacher'))
  const { page } = window
  const line = await window.context.newCDPSession(page)
  const asked: string[] = []
  page.on('request', (one) => {
    if (one.url().includes('/api/v1/tus') && one.method() !== 'GET') asked.push(one.method())
  })
  const form = async () => {
    await page.goto('/teacher/bxzy')
    await page.getByRole('link', { name: '上传资源' }).click()
    await page.getByText('视频不超过 2 GB').first().waitFor()
    await line.send('Network.emulateNetworkConditions', lineOf(1024 * 1024))
  }
  await form()
  await page.locator('#f-file').setInputFiles(path)
  await page.getByText(/^正在上传 [1-9]/).waitFor()
  await line.send('Network.emulateNetworkConditions', lineOf(0, true))
  await page.getByText(/^网络断开，已传 \d+%，恢复后自动接着传$/).waitFor({ timeout: 45_000 })
  await shoot(page, 'upload-waits')
  await line.send('Network.emulateNetworkConditions', lineOf(1024 * 1024))
  await page.getByText(/^正在上传 [2-9]\d/).waitFor({ timeout: 40_000 })
  await page.getByRole('button', { name: '暂停' }).click()
  await page.getByText(/^已暂停，已传 \d+%$/).waitFor()
  await expectAccessible(page, 'upload held')
  await form()
  await page.getByText(/^“微课.mp4”上次传到 [1-9]\d%，重新选择该文件会接着传。/).waitFor()
  await shoot(page, 'upload-stopped')
  await expectNoSidewaysScroll(page, 'upload stopped')
  await line.send('Network.emulateNetworkConditions', lineOf(-1))
  await page.locator('#f-file').setInputFiles(path)
  await page.getByRole('button', { name: /^移除\s*微课.mp4$/ }).waitFor({ timeout: 40_000 })
  // Begun once: everything after that went on.
  expect(asked.filter((method) => method === 'POST')).toHaveLength(2)
  await window.close()
  await rm(folder, { recursive: true })
})
