import { afterAll, expect, it } from 'vitest'
import {
  closeBrowser,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
} from '../tools/browser.ts'

afterAll(closeBrowser)

const numberIn = (text: string | null): number => Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', ''))

it('an officer reads the reports of teaching research, goes down to a district and opens what a number counts', async () => {
  const { page } = await openDesk(undefined, await sessionOf('city'))
  await page.goto('/city/jyyhtjbg')
  await page.getByTestId('figures').waitFor()
  await shoot(page, 'report-users')
  await page.getByRole('link', { name: '江城区教育局' }).first().click()
  await page.getByText(/^江城区教育局，/).waitFor()
  await page.getByRole('button', { name: '学科', exact: true }).click()
  await page.getByRole('columnheader', { name: '学科' }).waitFor()
  await page.goto('/city/jyyxtjbg')
  const first = page.getByTestId('figures').locator('dl').first()
  const times = first.locator('div', { hasText: '参与人次' }).getByRole('link')
  const many = numberIn(await times.textContent())
  expect(many).toBeGreaterThan(0)
  await page.getByText('口径', { exact: true }).click()
  await expectAccessible(page, 'report of learning')
  await shoot(page, 'report-learning')
  await times.click()
  await page.getByTestId('behind-line').first().waitFor()
  const head = await page.getByText(/^共 [\d,]+ 人次，与统计数字一致$/).textContent()
  expect(numberIn(head)).toBe(many)
  await shoot(page, 'report-list')
  await page.getByRole('link', { name: '返回统计' }).click()
  await page.goto('/city/jyzytj')
  await page.getByTestId('figures').locator('svg').first().waitFor()
  await expectAccessible(page, 'charts of resources')
  await shoot(page, 'report-charts')
  await page.goto('/city/jyzytjbg')
  await page.getByTestId('figure-row').first().waitFor()
  await shoot(page, 'report-resources')
  await page.getByRole('button', { name: '月度趋势' }).click()
  await page.getByTestId('figures').locator('svg').first().waitFor()
  const small = await openDesk(phone, await sessionOf('area'))
  for (const route of ['jyyhtjbg', 'jyyxtjbg', 'jyzytj', 'jyzytjbg']) {
    await small.page.goto(`/area/${route}`)
    await small.page.getByTestId('figures').waitFor()
    await expectNoSidewaysScroll(small.page, `${route} on a phone`)
    await shoot(small.page, `report-${route}-phone`)
  }
})
