import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { callerOf } from '../tools/api.ts'
import { Between } from '../../server/app/testing/between.ts'
import {
  closeBrowser,
  expectAccessible,
  openBrowser,
  openDesk,
  portalUrl,
  sessionOf,
} from '../tools/browser.ts'
import { confirmWith } from '../tools/form.ts'
import { handIn, studyRow } from '../tools/study.ts'

afterAll(closeBrowser)

const queue = `/examinePage/examineaXX?f.educationSchool=${encodeURIComponent('两页学院')}`

it('two tabs and another browser show what the server counts, also after the network was gone; what one reviewed leaves every list', async () => {
  const [school, teacher] = await Promise.all([callerOf('school'), callerOf('teacher')])
  const unread = async () =>
    (await school.get<{ total: number }>('/api/v1/userSystemMessage/statistics')).data.total
  const here = await openDesk(undefined, await sessionOf('school'))
  const there = await openDesk(undefined, await sessionOf('school'))
  const [one, other] = [here.page, await here.context.newPage()]
  const pages: readonly Page[] = [one, other, there.page]
  for (const page of pages) {
    await page.goto(queue)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  const same = async (want: number) => {
    const said = want > 0 ? `消息，${want} 条未读` : '消息'
    for (const page of pages) await page.getByRole('link', { name: said, exact: true }).waitFor()
    expect(await unread()).toBe(want)
  }
  const before = await unread()
  const id = await handIn(teacher, { college: '两页学院', certNo: '106684201800991' })
  await same(before + 1)
  for (const page of pages) await studyRow(page, '两页学院').waitFor()
  await here.context.setOffline(true)
  await handIn(teacher, { college: '断网学院', certNo: '106684201800992' })
  await there.page.getByRole('link', { name: `消息，${before + 2} 条未读`, exact: true }).waitFor()
  await here.context.setOffline(false)
  await same(before + 2)
  await school.post(`/api/v1/records/studyExperience/${id}/approve`, {})
  for (const page of pages) await studyRow(page, '两页学院').waitFor({ state: 'detached' })
  await school.put('/api/v1/userSystemMessage/read/all', {})
  await same(0)
  expect([...here.complaints, ...there.complaints]).toEqual([])
  await here.close()
  await there.close()
})

it('a page whose line is cut while the browser knows nothing of it shows the count of the database once it is mended', async () => {
  const [school, area] = await Promise.all([callerOf('school'), callerOf('area')])
  const between = new Between([Number(new URL(portalUrl()).port)])
  const origin = await between.listen()
  const { stored } = await sessionOf('school')
  const context = await (
    await openBrowser()
  ).newContext({
    baseURL: origin,
    serviceWorkers: 'block',
    locale: 'zh-CN',
    storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: 'userInfo', value: stored }] }] },
  })
  const tabs = [await context.newPage(), await context.newPage()]
  const unread = async () =>
    (await school.get<{ total: number }>('/api/v1/userSystemMessage/statistics')).data.total
  const badge = (page: Page, want: number) =>
    page.getByRole('link', { name: want > 0 ? `消息，${want} 条未读` : '消息', exact: true })
  const before = await unread()
  for (const page of tabs) {
    await page.goto(queue)
    await badge(page, before).waitFor()
  }
  between.break()
  for (const n of [1, 2])
    await area.post('/api/v1/userSystemMessage', {
      key: randomUUID(),
      roles: [3],
      title: `断线时 ${n}`,
      content: '断线时发出。',
    })
  expect(await unread()).toBe(before + 2)
  for (const page of tabs) await badge(page, before).waitFor()
  between.mend()
  // The browser says so where it notices; without it the page tries again after growing pauses.
  for (const page of tabs) await page.evaluate('window.dispatchEvent(new Event("online"))')
  for (const page of tabs) await badge(page, before + 2).waitFor()
  await context.close()
  await between.close()
})

it('a district writes to its schools and teachers; a page that is open shows it, the district sees who read it and takes it back', async () => {
  const area = await openDesk(undefined, await sessionOf('area'))
  const teacher = await openDesk(undefined, await sessionOf('teacher'))
  await teacher.page.goto('/teacher/xiaoxiList')
  await teacher.page.getByRole('heading', { level: 1 }).waitFor()
  await area.page.goto('/area/messageList')
  await area.page.getByRole('button', { name: '群发消息' }).click()
  const dialog = area.page.getByRole('dialog', { name: '群发消息' })
  await dialog.getByRole('button', { name: '发出' }).click()
  await dialog.getByText('请选择发给谁').waitFor()
  await dialog.getByLabel('教师', { exact: true }).check()
  await dialog.getByLabel('标题').fill('台风停课一天')
  await dialog.getByLabel('内容').fill('明天停课，复课另行通知。')
  await dialog.getByLabel(/^须确认收到/).check()
  await dialog.getByRole('button', { name: '存为模板' }).click()
  await dialog.getByLabel('模板名称').fill('台风停课')
  await dialog.getByRole('button', { name: '保存模板' }).click()
  await dialog
    .getByLabel('套用模板')
    .locator('option', { hasText: '台风停课' })
    .waitFor({ state: 'attached' })
  await expectAccessible(area.page, 'writing to many')
  // A computer is shared: what was typed and not sent lies sealed on its disk.
  await dialog.getByRole('button', { name: '取消' }).click()
  const stored = await area.page.evaluate<string>('JSON.stringify({ ...localStorage })')
  expect(stored).toContain('message-to-many')
  expect(stored).not.toContain('复课另行通知')
  await area.page.reload()
  await area.page.getByRole('button', { name: '群发消息' }).click()
  await dialog.getByRole('button', { name: /^发给 \d+ 个账号$/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await teacher.page.getByRole('button', { name: /台风停课一天/ }).click()
  await teacher.page.getByText('明天停课，复课另行通知。').waitFor()
  await expectAccessible(teacher.page, 'a message that asks to be confirmed')
  await teacher.page.getByRole('button', { name: '确认收到' }).click()
  await teacher.page.getByText('您已确认收到').waitFor()
  await area.page.goto('/area/messageList?tab=sent')
  const sent = area.page.getByRole('listitem').filter({ hasText: '台风停课一天' })
  await sent.getByText(/，1 个已读，1 个已确认收到/).waitFor()
  await sent.getByRole('button', { name: '送达与确认' }).click()
  await sent.getByRole('row').nth(1).waitFor()
  await expectAccessible(area.page, 'who has not confirmed')
  await sent.getByRole('button', { name: '提醒未确认的人员' }).click()
  await sent.getByText(/^上次提醒：/).waitFor()
  await sent.getByRole('button', { name: '撤回' }).click()
  await confirmWith(area.page, '撤回')
  await sent.getByText(/^已于 .* 撤回$/).waitFor()
  await teacher.page.goto('/teacher/xiaoxiList?tab=all')
  await teacher.page.getByRole('heading', { level: 1 }).waitFor()
  await teacher.page.getByRole('button', { name: /台风停课一天/ }).waitFor({ state: 'detached' })
  expect([...area.complaints, ...teacher.complaints]).toEqual([])
  await area.close()
  await teacher.close()
})
