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
  type Desk,
} from '../tools/browser.ts'
import { unique } from '../tools/evidence.ts'
import { confirmWith, expectFocused, expectSaid, expectText } from '../tools/form.ts'
import { seeAll } from '../tools/review.ts'

/** A type no other journey reviews, because its chain changes under way. */
const path = '/province/shenheLiucheng?type=artwork'
const mark = unique()
const works: string[] = []
let province: Desk
let page: Page

beforeAll(async () => {
  province = await openDesk(undefined, await sessionOf('province'))
  page = province.page
})
afterAll(async () => {
  expect(province.complaints).toEqual([])
  await closeBrowser()
})

/** A work handed in by a teacher of 江城区. */
async function handIn(title: string): Promise<void> {
  const teacher = await callerOf('teacher')
  const made = await teacher.post<{ id: string }>('/api/v1/records/artwork', {
    title,
    artworkKind: '42',
    finishDate: '2024-05-01',
    projectRole: '100',
  })
  expect(made.status, made.text).toBe(200)
  expect((await teacher.post(`/api/v1/records/artwork/${made.data.id}/submit`, {})).status).toBe(200)
  works.push(made.data.id)
}

it('the province opens the list of chains from its menu', async () => {
  await handIn(`早梅${mark}`)
  await page.goto('/province/sy')
  await page.getByRole('link', { name: '机构管理' }).click()
  await page.getByRole('heading', { level: 1, name: '机构总览' }).waitFor()
  await page.getByRole('link', { name: '审核流程' }).click()
  await page.getByRole('heading', { level: 1, name: '审核流程' }).waitFor()
  await expectText(page, '文艺作品')
  await expectAccessible(page, 'list of chains')
  await shoot(page, 'journey-chains')
  await page.getByRole('button', { name: '修改文艺作品的审核流程' }).click()
  await page.getByRole('heading', { level: 1, name: '文艺作品的审核流程' }).waitFor()
})

it('adds a district step by keyboard, with a condition, days and an opinion; order is corrected with the keys', async () => {
  await page.getByRole('button', { name: '增加环节' }).press('Enter')
  await expectFocused(page, page.getByLabel('第 2 步由哪一级审核'))
  await page.getByLabel('第 2 步由哪一级审核').selectOption('县区')
  await page.getByRole('button', { name: '第 2 步加条件' }).press('Enter')
  await page.getByLabel('第 2 步条件 1的栏目').selectOption('作品类别')
  await page.getByRole('checkbox', { name: '书法' }).check()
  await page.getByRole('listitem', { name: '第 1 步' }).getByLabel('办理期限').fill('3')
  await page.getByRole('listitem', { name: '第 1 步' }).getByLabel('通过时也要写审核意见').check()
  await page.getByRole('button', { name: '第 2 步上移' }).press('Enter')
  await page.getByRole('button', { name: '预览影响并发布' }).click()
  await expectText(page, '学校应在县区之前')
  await expectText(page, '请填写变更说明')
  await expectAccessible(page, 'chain with faults')
  await page.getByRole('button', { name: '第 1 步下移' }).press('Enter')
  await page.getByLabel('变更说明').fill(`书法作品加县区审核${mark}`)
  await shoot(page, 'journey-chain-edit')
})

it('finds what was typed again after a reload, sees the impact, and publishes', async () => {
  await page.reload()
  await expectText(page, '接着上次没发布的改动')
  expect(await page.getByLabel('变更说明').inputValue()).toBe(`书法作品加县区审核${mark}`)
  await page.getByRole('button', { name: '预览影响并发布' }).click()
  const dialog = page.getByRole('dialog')
  await expectText(dialog, '学校（3 个工作日内办；通过也要写意见） → 县区（作品类别是书法时才有这一步）')
  await expectText(dialog, /条在办的不受影响，按提交时的流程走完：省第 \d+ 版/)
  await expectText(dialog, '市直属学校，条件都成立')
  await expectText(dialog, '县区没有这一级，由市审核')
  await expectAccessible(page, 'impact')
  await shoot(page, 'journey-chain-impact')
  await dialog.getByRole('button', { name: '发布', exact: true }).click()
  await expectSaid(page, '已发布，今后提交的按新流程走')
  await expectText(page, `书法作品加县区审核${mark}`)
  await expectText(page, '苏望岭')
})

it('what ran already keeps its way; what comes now needs an opinion at school and goes on to the district', async () => {
  await handIn(`新荷${mark}`)
  const school = await openDesk(undefined, await sessionOf('school'))
  const desk = school.page
  const open = (id: string | undefined) => desk.goto(`/zhuanyeaJX/zhuanyedCG?tab=artwork&id=${id}`)
  await open(works[0])
  await seeAll(desk)
  await desk.getByRole('button', { name: /^审核通过/ }).click()
  await expectSaid(desk, new RegExp(`已通过：林疏影，早梅${mark}`))
  await open(works[1])
  await seeAll(desk)
  await desk.getByRole('button', { name: /^审核通过/ }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('button', { name: '审核通过', exact: true }).click()
  await expectText(dialog, '请写明审核意见')
  await dialog.getByLabel('审核意见').fill('作品与展出证明一致')
  await dialog.getByRole('button', { name: '审核通过', exact: true }).click()
  await expectSaid(desk, new RegExp(`已通过：林疏影，新荷${mark}.*已报县区`))
  expect(school.complaints).toEqual([])
  await school.close()
  const teacher = await callerOf('teacher')
  const history = await teacher.get<{ action: string; reason: string | null }[]>(
    `/api/v1/records/artwork/${works[1]}/history`,
  )
  expect(history.data[0]).toMatchObject({ action: 'forward', reason: '作品与展出证明一致' })
})

it('a batch asks for the opinion once for all', async () => {
  await handIn(`秋声${mark}`)
  const school = await openDesk(undefined, await sessionOf('school'))
  const desk = school.page
  await desk.goto('/zhuanyeaJX/zhuanyedCG?tab=artwork')
  await desk.getByRole('checkbox', { name: new RegExp(`秋声${mark}`) }).check()
  await desk.getByRole('button', { name: '通过 1 条' }).click()
  await desk.getByRole('dialog').getByLabel('审核意见').fill('属实')
  await desk.getByRole('dialog').getByRole('button', { name: '通过 1 条' }).click()
  await expectText(desk.getByTestId('batch-outcome'), '通过了 1 条')
  expect(school.complaints).toEqual([])
  await school.close()
})

it('the city sees that it follows the province, on a phone too', async () => {
  const city = await openDesk(phone, await sessionOf('city'))
  await city.page.goto('/city/shenheLiucheng')
  await expectText(city.page, '沿用省级流程')
  await expectNoSidewaysScroll(city.page, 'list of chains')
  await city.page.goto('/city/shenheLiucheng?type=artwork')
  await expectText(city.page, '本市暂无自定流程')
  await city.page.getByRole('button', { name: '增加环节' }).click()
  await expectNoSidewaysScroll(city.page, 'chain on a phone')
  await expectAccessible(city.page, 'chain on a phone')
  await shoot(city.page, 'journey-chain-phone')
  expect(city.complaints).toEqual([])
  await city.close()
})

it('goes back to the version before', async () => {
  await page.goto(path)
  await page
    .getByRole('button', { name: /^恢复到第 \d+ 版$/ })
    .first()
    .click()
  await confirmWith(page, '恢复')
  await expectSaid(page, /已恢复到第 \d+ 版/)
  await expectText(page, /^恢复到第 \d+ 版$/)
  const { data } = await (await callerOf('province')).get<{ chain: unknown }>('/api/v1/chains/artwork')
  expect(data.chain).toEqual([{ level: 'school' }])
})

it('is no page of a district or a school', async () => {
  const area = await openDesk(undefined, await sessionOf('area'))
  await area.page.goto('/city/shenheLiucheng')
  await expectText(area.page, /没有|找不到/)
  await area.close()
})
