import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
import { confirmWith, expectFocused, expectSaid, expectText, pick } from '../tools/form.ts'
import { seeAll } from '../tools/review.ts'
import { handIn, studyRow } from '../tools/study.ts'

const word = unique()
const colleges = ['甲', '乙', '丙', '丁'].map((one) => `汀洲师范学院${one}${word}`)
const [passed = '', returned = '', onPhone = '', left = ''] = colleges

beforeAll(async () => {
  const teacher = await callerOf('teacher')
  for (const college of colleges) await handIn(teacher, { college, certNo: '991011201806000613' })
})
afterAll(closeBrowser)

const waitingTab = (page: Page) =>
  page.getByRole('navigation', { name: '审核状态' }).getByRole('button', { name: /^待我审/ })
const numberIn = async (text: Promise<string | null>) => Number(/\d+/.exec((await text) ?? '')?.[0])

it('passes all that is free of warnings at once, item by item told, and takes it back', async () => {
  const school = await openDesk(undefined, await sessionOf('school'))
  const { page } = school
  await page.goto('/examinePage/examineaXX')
  const rows = page.getByTestId('record-row')
  await rows.first().waitFor()
  const all = await rows.count()
  const warned = await rows
    .filter({ hasText: /[1-9] 条/ })
    .filter({ hasNotText: '没有提示' })
    .count()
  expect(warned).toBeGreaterThan(0)
  await expect.poll(() => numberIn(waitingTab(page).textContent())).toBeGreaterThan(0)
  const before = await numberIn(waitingTab(page).textContent())
  await page.getByRole('checkbox', { name: '全选本页' }).check()
  await expectText(page.getByTestId('batch-note'), `已选 ${all} 条`)
  await expectText(page.getByTestId('batch-note'), `其中 ${warned} 条有校验提示，须逐条打开`)
  await shoot(page, 'journey-batch')
  const free = all - warned
  await page.getByRole('button', { name: `通过 ${free} 条，跳过 ${warned} 条` }).click()
  await expectText(page.getByRole('dialog'), `有校验提示的 ${warned} 条留下，须逐条打开。10 分钟内可以撤销。`)
  await confirmWith(page, `通过 ${free} 条`)
  const outcome = page.getByTestId('batch-outcome')
  await expectText(outcome, `通过了 ${free} 条`)
  await outcome.getByText('逐条结果').click()
  expect(await outcome.getByRole('listitem').count()).toBe(free)
  await expect.poll(() => numberIn(waitingTab(page).textContent())).toBe(before - free)
  await expectAccessible(page, 'after a batch')
  await shoot(page, 'journey-batch-done')
  await page.getByTestId('undo-bar').getByRole('button', { name: '撤销' }).click()
  await expectSaid(page, `已撤销 ${free} 条，回到待我审`)
  await expect.poll(() => numberIn(waitingTab(page).textContent())).toBe(before)
  // One by one, on a low screen, A waits until the warnings below the fields were seen.
  await page.setViewportSize({ width: 1366, height: 520 })
  const withWarning = rows.filter({ hasText: /[1-9] 条/ }).filter({ hasNotText: '没有提示' })
  await withWarning.first().getByRole('button', { name: /^审核/ }).click()
  await page.getByTestId('diff').waitFor()
  const place = page.getByText(/^第 \d+ 条，共/).filter({ visible: true })
  const at = await place.textContent()
  await page.keyboard.press('a')
  await expectSaid(page, /^还没看过 1 条校验提示.*已为您翻到/)
  const box = await page.getByTestId('warnings').boundingBox()
  expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThan(520)
  expect(await place.textContent()).toBe(at)
  expect(school.complaints).toEqual([])
  await school.close()
})

it('works through the queue by keyboard: J K S A R, numbers for reasons, letters in a field are letters', async () => {
  const school = await openDesk(undefined, await sessionOf('school'))
  const { page } = school
  await page.goto(`/examinePage/examineaXX?f.educationSchool=${encodeURIComponent(word)}`)
  await studyRow(page, passed).waitFor()
  const total = await page.getByTestId('record-row').count()
  expect(total).toBe(colleges.length)
  await page.getByTestId('record-row').first().focus()
  await page.keyboard.press('Enter')
  const queue = page.getByRole('navigation', { name: '待审队列' })
  const place = (n: number) => expectText(queue, `第 ${n} 条，共 ${total} 条`)
  await place(1)
  await page.getByTestId('diff').waitFor()
  // The record that came is said by a screen reader: its heading has the focus.
  const heading = page.getByRole('heading', { level: 1 })
  await expectFocused(page, heading)
  for (const [key, n] of [
    ['j', 2],
    ['j', 3],
    ['k', 2],
    ['k', 1],
    ['s', 2],
  ] as const) {
    await page.keyboard.press(key)
    await place(n)
    await expectText(page.getByTestId('diff'), colleges[n - 1] ?? '')
    await expectFocused(page, heading)
  }
  await page.getByLabel('另写意见').fill('')
  await page.getByLabel('另写意见').pressSequentially('ars')
  await place(2)
  await page.getByLabel('另写意见').fill('')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('r')
  await expectSaid(page, '请先选或写一条退回意见')
  await expectFocused(page, page.getByLabel('另写意见'))
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('1')
  await expectText(page.getByTestId('reasons').getByRole('status'), '已选 1 条')
  await page.keyboard.press('r')
  await expectSaid(page, new RegExp(`已退回：林疏影，.*${returned}`))
  await place(3)
  await page.keyboard.press('k')
  await place(2)
  await page.getByTestId('diff').waitFor()
  await page.keyboard.press('k')
  await place(1)
  await expectText(page.getByTestId('diff'), passed)
  // A chosen reason says so, to everybody; the others do not.
  const reason = page.getByTestId('reasons').getByRole('button', { name: /证书照片看不清/ })
  expect(await reason.getAttribute('aria-pressed')).toBe('false')
  await page.keyboard.press('2')
  await reason.and(page.locator('[aria-pressed=true]')).waitFor()
  await page.keyboard.press('2')
  // The whole archive opens beside, and the place at the desk stays.
  const beside = school.context.waitForEvent('page')
  await page.keyboard.press('o')
  const archive = await beside
  await archive.getByRole('heading', { level: 1, name: '林疏影的档案' }).waitFor()
  await archive.close()
  await place(1)
  await page.getByRole('img', { name: '林疏影的照片' }).or(page.getByTitle('没有照片')).waitFor()
  await seeAll(page)
  await page.keyboard.press('a')
  await expectSaid(page, new RegExp(`已通过：林疏影，.*${passed}`))
  await page.getByRole('button', { name: /全部快捷键/ }).click()
  await expectText(page.getByRole('dialog'), '暂缓')
  await expectAccessible(page, 'shortcuts')
  expect(school.complaints).toEqual([])
  await school.close()
})

it('goes two further when J is pressed twice, however long the record in between takes to load', async () => {
  const school = await openDesk(undefined, await sessionOf('school'))
  const { page } = school
  await page.goto('/examinePage/examineaXX')
  await page.getByTestId('record-row').first().getByRole('button', { name: /^审核/ }).click()
  await page.getByTestId('diff').waitFor()
  // The queue comes by a call of its own: before it there is no next record.
  await expectText(page.getByRole('navigation', { name: '待审队列' }), /第 1 条/)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expectText(page.getByRole('navigation', { name: '待审队列' }), /第 3 条，共 \d+ 条/)
  expect(school.complaints).toEqual([])
  await school.close()
})

it('keeps the number pressed while the next record is on its way, and takes back only what was passed last', async () => {
  const school = await openDesk(undefined, await sessionOf('school'))
  const { page } = school
  await page.goto('/examinePage/examineaXX')
  await page.getByTestId('record-row').first().getByRole('button', { name: /^审核/ }).click()
  await page.getByTestId('diff').waitFor()
  // The next record is held back until the key was pressed.
  let release = () => {}
  const pressed = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/api\/v1\/records\/studyExperience\/[0-9a-f-]{36}$/, async (route) => {
    await pressed
    await route.continue()
  })
  await page.keyboard.press('j')
  await page.getByTestId('diff').waitFor({ state: 'detached' })
  await page.keyboard.press('1')
  release()
  await expectText(page.getByTestId('reasons'), '已选 1 条')
  await page.keyboard.press('1')
  const items = page.getByRole('navigation', { name: '待审队列' }).getByRole('listitem')
  const saysPassed = (n: number) => items.nth(n - 1).getByText('通过', { exact: true })
  await seeAll(page)
  await page.keyboard.press('a')
  await saysPassed(2).waitFor()
  await expectText(page.getByRole('navigation', { name: '待审队列' }), /第 3 条/)
  await seeAll(page)
  await page.keyboard.press('a')
  await saysPassed(3).waitFor()
  const bar = page.getByTestId('undo-bar')
  await bar.getByText('更早通过的 1 条').waitFor()
  await bar.getByRole('button', { name: '撤销', exact: true }).click()
  await expectSaid(page, '已撤销 1 条，回到待我审')
  await saysPassed(3).waitFor({ state: 'detached' })
  expect(await saysPassed(2).count()).toBe(1)
  await bar.getByRole('button', { name: '撤销', exact: true }).click()
  await saysPassed(2).waitFor({ state: 'detached' })
  expect(school.complaints).toEqual([])
  await school.close()
})

it('on a phone reviews with the thumb', async () => {
  const school = await openDesk(phone, await sessionOf('school'))
  const { page } = school
  await page.goto(`/examinePage/examineaXX?f.educationSchool=${encodeURIComponent(word)}`)
  await studyRow(page, onPhone).getByRole('checkbox').check()
  await expectText(page.getByTestId('batch-note'), '已选 1 条')
  await expectNoSidewaysScroll(page, 'cards')
  await shoot(page, 'journey-phone-cards')
  await page.getByRole('button', { name: '清除', exact: true }).click()
  await studyRow(page, onPhone).getByRole('button').first().click()
  const pass = page.getByRole('button', { name: /^审核通过/ })
  const back = page.getByRole('button', { name: /^退回修改/ })
  for (const button of [pass, back]) {
    const box = await button.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(phone.height)
    expect(box?.y).toBeGreaterThan(phone.height - 160)
  }
  await expectNoSidewaysScroll(page, 'desk')
  await shoot(page, 'journey-phone-desk')
  // The evidence stands below: the first press shows it and says so, the second passes.
  await pass.click()
  await expectSaid(page, /还没看过 1 份佐证，已为您翻到/)
  await seeAll(page)
  await shoot(page, 'journey-phone-evidence')
  await pass.click()
  await expectSaid(page, new RegExp(`已通过：林疏影，.*${onPhone}`))
  await expectText(page.getByTestId('diff'), left)
  await page
    .getByTestId('reasons')
    .getByRole('button', { name: /证书照片看不清/ })
    .click()
  await page.getByRole('button', { name: /^退回修改，1 条意见/ }).click()
  await expectSaid(page, new RegExp(`已退回：林疏影，.*${left}`))
  expect(school.complaints).toEqual([])
  await school.close()
})

it('finds again what was decided, with what became of it, and takes an approval back from there', async () => {
  const school = await openDesk(undefined, await sessionOf('school'))
  const { page } = school
  await page.goto('/examinePage/examineaXX')
  await page.getByRole('link', { name: '我的审核记录' }).click()
  await page.getByRole('heading', { level: 1, name: '我的审核记录' }).waitFor()
  const line = (college: string) => page.getByTestId('my-review').filter({ hasText: college })
  await expectText(line(left).first(), '退回修改')
  await pick(page, '审核结果', '通过')
  await page.waitForURL(/decision=passed/)
  await line(left).waitFor({ state: 'detached' })
  await expectAccessible(page, 'my reviews')
  await shoot(page, 'journey-my-reviews')
  await line(onPhone).getByRole('button', { name: /^撤销/ }).click()
  await expectSaid(page, new RegExp(`已撤销：林疏影，.*${onPhone}`))
  await expectText(line(onPhone), '待学校审核')
  expect(await line(onPhone).getByRole('button').count()).toBe(0)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page, 'my reviews')
  await shoot(page, 'journey-my-reviews-320')
  expect(school.complaints).toEqual([])
  await school.close()
})

it('keeps a view of the queue under a name, and finds the list in it on another computer', async () => {
  const as = await sessionOf('school')
  const school = await openDesk(undefined, as)
  const { page } = school
  const name = `久等的${word}`
  await page.goto('/examinePage/examineaXX')
  await page.getByTestId('record-row').first().waitFor()
  const first = () => page.getByTestId('record-row').first().getAttribute('data-id')
  const longest = await first()
  await page.getByRole('columnheader', { name: '等待' }).click()
  await page.waitForURL(/sort=waiting/)
  await expect.poll(first).not.toBe(longest)
  await page.getByPlaceholder('姓名、拼音首字母').fill('lsy')
  await page.getByPlaceholder('姓名、拼音首字母').press('Enter')
  await page.waitForURL(/q=lsy/)
  await page.getByRole('button', { name: '存为视图' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '保存视图' }).click()
  await expectText(dialog, '请填写视图名称')
  await dialog.getByLabel('视图名称').fill(name)
  await dialog.getByLabel('打开该名单时默认用它').check()
  await expectAccessible(page, 'keeping a view')
  await page.keyboard.press('Enter')
  await expectSaid(page, `已存为视图“${name}”`)
  await page.getByRole('navigation', { name: '常用视图' }).getByRole('button', { name }).waitFor()
  await shoot(page, 'journey-view')
  await school.close()

  const elsewhere = await openDesk(phone, as)
  const there = elsewhere.page
  const asked: string[] = []
  there.on('request', (request) => {
    // Not the call that counts for the tabs.
    if (/records\/studyExperience\?(?!.*pageSize=1(&|$))/.test(request.url())) asked.push(request.url())
  })
  await there.goto('/examinePage/examineaXX')
  await there.waitForURL(/q=lsy/)
  await there.getByTestId('record-row').first().waitFor()
  // The list is asked for once, with the view.
  expect(asked.map((url) => new URL(url).searchParams.get('q'))).toEqual(['lsy'])
  const views = there.getByRole('navigation', { name: '常用视图' })
  await views.getByRole('button', { name: '全部' }).click()
  await there.waitForURL(/view=all/)
  await expectNoSidewaysScroll(there, 'views')
  await shoot(there, 'journey-view-phone')
  await there.getByText('管理视图', { exact: true }).click()
  await there.getByRole('list', { name: '管理视图' }).getByRole('button', { name: /^删除/ }).click()
  await expectSaid(there, `已删除视图“${name}”`)
  await views.waitFor({ state: 'detached' })
  expect([...school.complaints, ...elsewhere.complaints]).toEqual([])
  await elsewhere.close()
})

it('urges at once what it passed on and what waits above for more than a day', async () => {
  const school = await openDesk(undefined, await sessionOf('school'))
  const { page } = school
  await page.goto('/examinePage/examinejZC?state=forwarded')
  const rows = page.getByTestId('record-row')
  await rows.first().waitFor()
  const all = await rows.count()
  await page.getByRole('checkbox', { name: '全选本页' }).check()
  await expectText(page.getByTestId('batch-note'), `已选 ${all} 条`)
  await shoot(page, 'journey-urge')
  await page.getByRole('button', { name: `催办 ${all} 条` }).click()
  await expectText(page.getByTestId('batch-outcome'), `催办了 ${all} 条`)
  await rows.first().getByRole('button', { name: /^查看/ }).click()
  await expectText(page.getByTestId('timeline'), '催办')
  // Once a day is enough.
  await page.getByRole('button', { name: '催办', exact: true }).click()
  await expectSaid(page, '送到这一步或上次催办还不满 24 小时，请稍后再催')
  expect(school.complaints).toEqual([])
  await school.close()
})
