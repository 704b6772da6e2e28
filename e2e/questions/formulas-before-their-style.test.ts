import { afterAll, expect, it } from 'vitest'
import { closeBrowser, expectNoSidewaysScroll, openDesk, sessionOf } from '../tools/browser.ts'

afterAll(closeBrowser)

it('formulas whose style has not arrived do not stretch the page', async () => {
  const { page } = await openDesk(undefined, await sessionOf('teacher'))
  let held = 0
  await page.route(/katex[^/]*\.css/, (route) => {
    held += 1
    return route.abort()
  })
  await page.goto('/teacher/bxst')
  await page.locator('.rich .katex').first().waitFor()
  await expectNoSidewaysScroll(page, 'questions without the style of formulas')
  expect(held).toBeGreaterThan(0)
})
