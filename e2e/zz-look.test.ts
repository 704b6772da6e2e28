import { writeFileSync } from 'node:fs'
import { afterAll, it } from 'vitest'
import { closeBrowser, openDesk, sessionOf } from './tools/browser.ts'

afterAll(closeBrowser)
it('look', async () => {
  const city = await openDesk({ width: 1920, height: 1080 }, await sessionOf('city'))
  const { page } = city
  const shots = '/tmp/boards-shots'
  const answers: Record<string, unknown> = {}
  page.on('response', async (r) => { const m = /\/api\/v1\/screen\/(\w+)\?(.*)/.exec(r.url()); if (m) answers[m[1] + '?' + m[2]] = (await r.json().catch(() => null))?.data })
  for (const [path, name] of [['/dataLarge?audience=public', 'public1'], ['/dataLarge', 'inner1'], ['/datashow?audience=public', 'show'], ['/datatrain?audience=public', 'train']] as const) {
    await page.goto(path)
    await page.getByTestId('board').or(page.locator('.bd-stage')).first().waitFor({ timeout: 60000 })
    await page.waitForTimeout(2500)
    await page.screenshot({ path: `${shots}/${name}.png` })
    if (name.endsWith('1')) { await page.keyboard.press('ArrowRight'); await page.waitForTimeout(800); await page.screenshot({ path: `${shots}/${name}-p2.png` }) }
  }
  writeFileSync(shots + "/answers.json", JSON.stringify(answers))
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto('/analysis/shujuDapin?board=dataLarge')
  await page.getByTestId('board-protection').waitFor({ timeout: 60000 })
  await page.getByTestId('board-protection').locator('summary').click()
  await page.screenshot({ path: `${shots}/settings.png`, fullPage: true })
  await page.goto('/analysis/shujuDapin')
  await page.getByRole('button', { name: '制作教师数据大屏的链接' }).click()
  await page.waitForTimeout(800)
  await page.screenshot({ path: `${shots}/share.png` })
  await page.goto('/analysis/teacher_Statistics')
  await page.waitForTimeout(2500)
  await page.screenshot({ path: `${shots}/stats.png` })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dataLarge?audience=public')
  await page.waitForTimeout(2500)
  await page.screenshot({ path: `${shots}/board-390.png` })
  await page.goto('/analysis/shujuDapin?board=dataLarge')
  await page.waitForTimeout(3500)
  await page.getByTestId('board-protection').scrollIntoViewIfNeeded()
  await page.screenshot({ path: `${shots}/settings-390.png` })
}, 240_000)
