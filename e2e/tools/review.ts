import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Looks at what the desk wants to have been seen before it passes: the warnings, and every file of the
 * evidence, by E.
 */
export async function seeAll(page: Page): Promise<void> {
  await page.getByTestId('diff').waitFor()
  const unseen = page.getByRole('region', { name: '审核', exact: true }).getByText(/还没看过/)
  const warnings = page.getByTestId('warnings')
  if ((await warnings.count()) > 0) await warnings.scrollIntoViewIfNeeded()
  // A file counts once it is drawn, so the next one waits a moment.
  let looks = 0
  const lookOn = async () => {
    looks += 1
    if (looks % 4 === 0) await page.keyboard.press('e')
    return unseen.count()
  }
  await expect.poll(lookOn, { timeout: 40_000, interval: 150 }).toBe(0)
}
