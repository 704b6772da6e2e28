import { afterAll, expect, it } from 'vitest'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  settled,
  shoot,
} from '../tools/browser.ts'
import { callerOf } from '../tools/api.ts'
import { certificate } from '../tools/evidence.ts'

afterAll(closeBrowser)

const base = '/api/v1/contents/resource'
/** Most bytes of what a list page fetches beside its scripts (resources.md, 9). */
const listBytes = 60_000

/** A resource below 第二十二章 二次函数 that the school agreed to. */
async function shared(title: string): Promise<void> {
  const teacher = await callerOf('teacher')
  const made = await teacher.post<{ id: number }>(base, {
    value: {
      title,
      resourceKind: '02',
      schoolStage: '3',
      subject: '14',
      nodes: [302],
      author: '林疏影',
      shareScope: '1',
      file: await teacher.upload('课件.jpg', 'image/jpeg', await certificate('课件')),
      isOriginal: true,
      licence: '3',
      statement: true,
    },
  })
  for (const account of ['teacher', 'school']) {
    const who = await callerOf(account)
    const { version } = (await who.get<{ version: number }>(`${base}/${made.data.id}`)).data
    expect((await who.post(`${base}/${made.data.id}/publish`, { version })).status).toBe(200)
  }
}

it.each([
  ['desk', desk],
  ['phone', phone],
] as const)('a teacher takes a chapter along as one file (%s)', async (name, screen) => {
  await shared(`离线课件 ${name} ${Date.now() % 100_000}`)
  const window = await openDesk(screen, await sessionOf('teacher'))
  const { page } = window
  await page.goto('/teacher/bxzy?book=3&node=302')
  const pack = page.getByRole('region', { name: '离线包' })
  await pack.getByRole('button', { name: /打包（不含视频）$/ }).click()
  await pack.getByText(/^正在打包|已打好/).waitFor()
  const take = pack.getByRole('button', { name: '下载离线包（不含视频）' })
  await take.waitFor({ timeout: 60_000 })
  await take.scrollIntoViewIfNeeded()
  await shoot(page, `chapter-pack-${name}`)
  await expectAccessible(page, `chapter pack (${name})`)
  await expectNoSidewaysScroll(page, `chapter pack (${name})`)
  const coming = page.waitForEvent('download')
  await take.click()
  expect((await coming).suggestedFilename()).toBe('第二十二章 二次函数-离线包.zip')
  await pack.getByRole('button', { name: '删除离线包（不含视频）' }).click()
  await pack.getByRole('button', { name: '打包（不含视频）', exact: true }).waitFor()
  expect(window.complaints).toEqual([])
  await window.close()
})

it('the list of a library brings no more than 60 kB beside its scripts', async () => {
  const window = await openDesk(desk, await sessionOf('teacher'))
  await window.page.goto('/teacher/bxzy')
  await window.page.getByTestId('library-line').first().waitFor()
  const cdp = await window.context.newCDPSession(window.page)
  const bytes = new Map<string, number>()
  const names = new Map<string, string>()
  cdp.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (type !== 'Script' && type !== 'Stylesheet' && type !== 'Font') names.set(requestId, response.url)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (names.has(requestId)) bytes.set(requestId, encodedDataLength)
  })
  await cdp.send('Network.enable')
  await window.page.reload()
  await window.page.getByTestId('library-line').first().waitFor()
  await settled(window.page)
  const sum = [...bytes.values()].reduce((all, one) => all + one, 0)
  console.log(`library: ${(sum / 1000).toFixed(1)} kB of at most ${listBytes / 1000}, ${bytes.size} answers`)
  expect(bytes.size).toBeGreaterThan(2)
  expect(sum).toBeLessThanOrEqual(listBytes)
  await window.close()
})
