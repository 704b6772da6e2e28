import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { callerOf, type Caller } from '../tools/api.ts'
import {
  closeBrowser,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  portalUrl,
  sessionOf,
  shoot,
} from '../tools/browser.ts'
import { testFilm } from '../../server/platform/recordings/test-film.ts'
import { liveSecret } from '../tools/live.ts'

afterAll(closeBrowser)

const title = `大单元教学怎样起步 ${Date.now() % 100_000}`

const picture = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)

/** A minute so far from now, in Asia/Shanghai. */
const minuteIn = (minutes: number) =>
  new Date(Date.now() + (8 * 60 + minutes) * 60_000).toISOString().slice(0, 16)

/** A broadcast in a room of this portal, on show, which began five minutes ago. */
async function published(host: Caller): Promise<number> {
  const cover = await host.upload('封面.png', 'image/png', picture)
  const value = {
    title,
    liveKind: '1',
    lecturer: '林疏影',
    startTime: minuteIn(-5),
    endTime: minuteIn(55),
    way: '1',
    chat: '1',
    cover,
    introduction: '<p>讲三个起步课例。</p>',
    pupilsSeen: false,
    visibility: '2',
  }
  const made = await host.post<{ id: number; version: number }>('/api/v1/contents/liveBroadcast', { value })
  expect(made.status, made.text).toBe(200)
  const { id, version } = made.data
  const answer = await host.post(`/api/v1/contents/liveBroadcast/${id}/publish`, { version })
  expect(answer.status, answer.text).toBe(200)
  return id
}

/** What an encoder, or the stand-in of the live server, says. Answers the status. */
const says = async (body: object): Promise<number> => {
  const headers = { 'content-type': 'application/json' }
  const address = `${portalUrl()}/live-hook/stand-in?secret=${liveSecret}`
  return (await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })).status
}

/** The page asks every ten seconds, and the portal its rooms as well. */
const phaseIs = (page: Page, word: string) =>
  page.getByTestId('live-phase').filter({ hasText: word }).waitFor({ timeout: 60_000 })

/** An mp4 of so many seconds, as the stand-in hands it over. */
const film = (seconds: number) => testFilm({ seconds, chunks: [Buffer.alloc(2_000, 1)] }).toString('base64')

it('a broadcast: opened, on air, broken, on air again, ended, seen again; nothing is played before a press', async () => {
  const id = await published(await callerOf('area'))
  const host = await openDesk(undefined, await sessionOf('area'))
  await host.page.goto('/area/zhibojian')
  await host.page.getByRole('link', { name: title }).click()
  await phaseIs(host.page, '候播')
  await host.page.getByRole('button', { name: '打开直播间' }).click()
  const pushKey = (await host.page.getByTestId('push-key').textContent()) ?? ''
  await host.page.getByRole('button', { name: '开始检查' }).click()
  await host.page.getByText('尚未收到推流').waitFor()
  await expectAccessible(host.page, 'the room of the host')
  await shoot(host.page, 'live-host')
  const [path = '', key = ''] = pushKey.split('?key=')
  expect(await says({ action: 'publish', path, key: 'x'.repeat(24) })).toBe(401)
  expect(await says({ action: 'publish', path, key })).toBe(200)
  const viewer = await openDesk(undefined, await sessionOf('teacher'))
  const fetched: string[] = []
  viewer.page.on('request', (request) => {
    if (/m3u8|segment|live-stand-in|hls/.test(request.url())) fetched.push(request.url())
  })
  await viewer.page.goto('/teacher/wdzb')
  await viewer.page.getByRole('link', { name: new RegExp(`进入直播间.*${title}`) }).click()
  await phaseIs(viewer.page, '直播中')
  const play = viewer.page.getByRole('button', { name: '播放' })
  await play.waitFor()
  await expectAccessible(viewer.page, 'the room of a viewer')
  await shoot(viewer.page, 'live-viewer')
  expect(fetched.filter((url) => url.includes('m3u8'))).toEqual([])
  const playlist = viewer.page.waitForRequest(/\.m3u8\?ticket=/)
  await play.click()
  await playlist
  // What a viewer asks is read by the host first.
  await viewer.page.getByLabel('发言', { exact: true }).fill('起步的任务怎样分层？')
  await viewer.page.getByRole('button', { name: '发送' }).click()
  const asked = host.page.getByTestId('live-line').filter({ hasText: '起步的任务怎样分层？' })
  await asked.getByRole('button', { name: '显示' }).click()
  await viewer.page.locator('[data-testid=live-line][data-state=shown]').waitFor({ timeout: 20_000 })
  await expectAccessible(viewer.page, 'talk beside a broadcast')
  expect(await says({ action: 'stopped', path })).toBe(200)
  await phaseIs(viewer.page, '信号中断')
  expect(await says({ action: 'publish', path, key })).toBe(200)
  await phaseIs(viewer.page, '直播中')
  const small = await openDesk(phone, await sessionOf('teacher'))
  for (const address of [`/teacher/zhibojian?id=${id}`, '/teacher/zhibojian']) {
    await small.page.goto(address)
    await small.page.getByRole('heading', { level: 1 }).waitFor()
    await expectNoSidewaysScroll(small.page, address)
    await shoot(small.page, `live-phone-${address.length}`)
  }
  await host.page.getByRole('button', { name: '结束直播' }).click()
  await host.page.getByRole('dialog').getByRole('button', { name: '结束直播' }).click()
  await phaseIs(host.page, '已结束')
  await phaseIs(viewer.page, '已结束')
  expect(await says({ action: 'publish', path, key })).toBe(401)
  // The recording comes; the host shows it, and a visitor sees it without signing in.
  const recorded = { action: 'recorded', path, seconds: 60, bytes: film(60) }
  expect(await says({ ...recorded, startedAt: new Date(Date.now() - 90_000).toISOString() })).toBe(200)
  await host.page.getByTestId('live-record').waitFor({ timeout: 180_000 })
  await expectAccessible(host.page, 'recordings of a broadcast')
  await shoot(host.page, 'live-over')
  await host.page.getByRole('button', { name: '发布回放' }).click()
  await phaseIs(host.page, '可回放')
  const visitor = await openDesk(phone)
  await visitor.page.goto(`/home/jyFIle/jy2Zhibo?id=${id}`)
  await visitor.page.getByRole('link', { name: '看回放' }).click()
  await visitor.page.getByTestId('live-replay').waitFor()
  await expectAccessible(visitor.page, 'the room of a visitor')
  await expectNoSidewaysScroll(visitor.page, 'the room of a visitor')
  await shoot(visitor.page, 'live-visitor')
})
