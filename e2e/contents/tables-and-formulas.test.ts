import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
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
import { chooseFirst, expectSaid } from '../tools/form.ts'
import { unique } from '../tools/evidence.ts'

afterAll(closeBrowser)

const body = (page: Page): Locator => page.getByRole('textbox', { name: /^正文/ })
const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: '排版' }).getByRole('button', { name, exact: true })

/** Pastes markup as a browser hands it over; answers what a copy puts on the clipboard. */
const clipboard = `window.carried = (kind, html) => {
  const clipboardData = new DataTransfer()
  if (html) clipboardData.setData('text/html', html)
  const event = new ClipboardEvent(kind, { clipboardData, bubbles: true, cancelable: true })
  const target = html ? document.querySelector('[role="textbox"].ProseMirror') : (getSelection().anchorNode?.parentElement ?? document)
  target.dispatchEvent(event)
  return { text: clipboardData.getData('text/plain'), html: clipboardData.getData('text/html'), taken: event.defaultPrevented }
}`
interface CarriedText {
  readonly text: string
  readonly html: string
  readonly taken: boolean
}

it('a table has cells that are aligned, merged and split, with and without heads; readers see it and copy formulas as their source', async () => {
  const title = `表格与公式${unique()}`
  const school = await openDesk(desk, await sessionOf('school'))
  const { page } = school
  await page.goto('/school/xinxiFabu?tab=notice&new=1')
  await page.getByLabel('标题').fill(title)
  await chooseFirst(page, '类别')
  await chooseFirst(page, '公开程度', '2')
  await body(page).click()
  await page.keyboard.type('面积为 \\(a^2+b\\) 。')
  await body(page).locator('.katex').waitFor()
  await tool(page, '插入表格').click()
  await body(page).locator('th').first().waitFor()
  await expect
    .poll(() => body(page).evaluate((editor) => editor.contains(editor.ownerDocument.activeElement)))
    .toBe(true)
  // By keyboard: words, on to the next cell, and how it stands.
  for (const word of ['学校', '人数', '备注', '听潮中学', '12', '']) {
    await page.keyboard.type(word)
    if (word !== '') await body(page).locator('th, td').getByText(word, { exact: true }).waitFor()
    await page.keyboard.press('Tab')
  }
  await body(page).getByText('人数').click()
  // The editor hears of a click a moment later; nobody's hand is faster.
  await page.waitForTimeout(150)
  await page.keyboard.press('Control+Shift+E')
  await expect.poll(() => tool(page, '单元格居中').getAttribute('aria-pressed')).toBe('true')
  await body(page).getByText('12').click()
  await page.waitForTimeout(150)
  await tool(page, '单元格靠右').click()
  expect(await tool(page, '表头行').getAttribute('aria-pressed')).toBe('true')
  // Two cells become one, are two again, and one.
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+ArrowRight')
  await tool(page, '合并单元格').click()
  await body(page).locator('td[colspan="2"]').waitFor()
  await tool(page, '拆分单元格').click()
  await body(page).locator('td[colspan="2"]').waitFor({ state: 'detached' })
  await tool(page, '合并单元格').click()
  await body(page).locator('td[colspan="2"]').waitFor()
  await tool(page, '表头行').click()
  await body(page).locator('th').first().waitFor({ state: 'detached' })
  await tool(page, '表头行').click()
  await body(page).locator('th').first().waitFor()
  await expectAccessible(page, 'table tools')
  await shoot(page, 'table-tools')
  // What other programs wrote keeps how its cells stand.
  await page.keyboard.press('Control+End')
  await page.evaluate(clipboard)
  await page.evaluate(
    `carried('paste', '<table><tr><td align="right">甲</td><td style="text-align:center">乙</td><td>丙</td></tr></table>')`,
  )
  await body(page).locator('td.align-right', { hasText: '甲' }).waitFor()
  await body(page).locator('td.align-center', { hasText: '乙' }).waitFor()
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByTestId('standing').getByText('草稿，读者看不到').waitFor()
  // What a school shows to everybody, the district agrees to first.
  await page.getByText('送审后依次由：江城区教育局（县区）').waitFor()
  await page.getByRole('button', { name: '送审', exact: true }).click()
  await page.getByTestId('standing').getByText('待县区审核').waitFor()
  await shoot(page, 'open-sent')
  const area = await openDesk(desk, await sessionOf('area'))
  await area.page.goto('/area/xinxiFabu?tab=notice&queue=mine')
  await area.page.getByRole('link', { name: title }).click()
  await area.page.getByRole('button', { name: '审核通过' }).click()
  await expectSaid(area.page, /已发布，正在显示/)
  await area.close()

  const id = /\d+$/.exec(page.url())?.[0] ?? page.url()
  for (const size of [desk, phone]) {
    const visitor = await openDesk(size)
    await visitor.page.goto(`/home/messageData/messageDetail?type=notice&id=${id}`)
    await visitor.page.getByRole('heading', { level: 1, name: title }).waitFor()
    const article = visitor.page.locator('article')
    const standing = (text: string) =>
      article
        .getByRole('cell', { name: text, exact: true })
        .or(article.getByRole('columnheader', { name: text, exact: true }))
        .locator('p')
        .evaluate(
          (cell: unknown) =>
            (
              globalThis as unknown as { getComputedStyle: (of: unknown) => { textAlign: string } }
            ).getComputedStyle(cell).textAlign,
        )
    await article.getByRole('columnheader', { name: '人数' }).waitFor()
    // Asked again where the article was drawn anew between two questions.
    const cells = async () => Promise.all(['人数', '12', '甲', '乙', '学校'].map(standing))
    await expect.poll(cells).toEqual(['center', 'right', 'right', 'center', 'start'])
    expect(await article.locator('td[colspan="2"]').textContent()).toBe('12')
    // A reader of the screen hears the formula as mathematics, once.
    expect(await article.getByRole('math').count()).toBe(1)
    await visitor.page.evaluate(clipboard)
    const whole = await visitor.page.evaluate<CarriedText>(
      `(getSelection().selectAllChildren(document.querySelector('article .rich')), carried('copy'))`,
    )
    expect(whole.text).toContain('面积为 \\(a^2+b\\) 。\n')
    expect(whole.html).toContain('面积为 \\(a^2+b\\) 。')
    expect([whole.taken, /katex|<math/.test(whole.html)]).toEqual([true, false])
    // A formula chosen in part is taken whole; without one the browser copies alone.
    const part = await visitor.page.evaluate<CarriedText>(
      `(getSelection().selectAllChildren(document.querySelector('article .katex-html .mord')), carried('copy'))`,
    )
    expect(part.text).toBe('\\(a^2+b\\)')
    expect(
      (
        await visitor.page.evaluate<CarriedText>(
          `(getSelection().selectAllChildren(document.querySelector('article th')), carried('copy'))`,
        )
      ).taken,
    ).toBe(false)
    await expectAccessible(visitor.page, 'table')
    await expectNoSidewaysScroll(visitor.page, 'table')
    await shoot(visitor.page, `table-read-${size.width}`)
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  }
  expect(school.complaints).toEqual([])
  await school.close()
})
