import sharp from 'sharp'
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
import { countHands, handsOf } from '../tools/counted.ts'
import { chooseFirst, expectFocused, expectSaid, field, fillPolicy, linesOf } from '../tools/form.ts'
import { fromWord, fromWps } from '../tools/office-clipboard.ts'

afterAll(closeBrowser)

const picture = () =>
  sharp({ create: { width: 800, height: 400, channels: 3, background: '#a9c0d7' } })
    .png()
    .toBuffer()
const body = (page: Page): Locator => page.getByRole('textbox', { name: /^正文/ })

/** Pastes markup as a browser hands it over. */
async function paste(place: Locator, html: string) {
  await place.evaluate((element: unknown, text: string) => {
    // The compiler of these tests knows no page.
    const { DataTransfer, ClipboardEvent } = globalThis as unknown as {
      DataTransfer: new () => { setData: (type: string, text: string) => void }
      ClipboardEvent: new (name: string, with_: object) => unknown
    }
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', text)
    const target = element as { dispatchEvent: (event: unknown) => void }
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
}

it('a district writes a policy with table, picture and formula, a colleague and the city agree, everybody reads it', async () => {
  const title = `江城区教师交流轮岗经费办法 ${Date.now() % 100_000}`
  const area = await openDesk(desk, await sessionOf('area'))
  const { page } = area
  await page.goto('/area/messageList')
  await page.getByRole('link', { name: '政策、通知与动态' }).click()
  await page.getByRole('heading', { level: 1, name: '信息发布' }).waitFor()
  await expectAccessible(page, 'office list')
  await page.getByRole('link', { name: '新增政策文件' }).click()
  await page.getByRole('heading', { level: 1, name: '新增政策文件' }).waitFor()
  await fillPolicy(page, title)
  await body(page).click()
  await page.keyboard.type('补助按 $m=n\\times 200$ 计算，每人 $5 的餐费另计。')
  await page.getByRole('button', { name: '插入表格' }).click()
  await page.keyboard.type('学校')
  await page.keyboard.press('Tab')
  await page.keyboard.type('人数')
  await page.keyboard.press('Control+End')
  await page
    .getByTestId('rich-pictures')
    .setInputFiles({ name: 'map.png', mimeType: 'image/png', buffer: await picture() })
  await body(page).locator('figure img').waitFor()
  await body(page).locator('figure').dblclick()
  await page.getByLabel('替代文字').fill('轮岗学校分布图')
  await page.getByLabel('图片下方的说明').fill('图一　分布')
  await page.getByRole('button', { name: '确定' }).click()
  await page.keyboard.press('Control+End')
  await page.getByRole('button', { name: '公式', exact: true }).click()
  await page.getByLabel('公式（TeX）').fill('\\frac{a')
  await page.getByText('还不是完整的公式').waitFor()
  await page.getByLabel('公式（TeX）').fill('\\sum_{i=1}^n a_i')
  await page.getByTestId('formula-preview').locator('math').waitFor({ state: 'attached' })
  await shoot(page, 'formula')
  await page.getByRole('button', { name: '确定' }).click()
  // By keyboard: to the tools and back.
  await page.keyboard.press('Alt+F10')
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('段落样式')
  await page.keyboard.press('Escape')
  // The editor takes the focus back with the next picture.
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('textbox')
  await expectAccessible(page, 'editor')
  await shoot(page, 'editor')
  // Typed and not saved survives a reload on this computer.
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByText('上次没保存的填写已恢复').waitFor()
  // The editor asks for the address of a picture that the kept text names.
  await body(page).locator('img').first().waitFor()
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByTestId('standing').getByText('草稿，读者看不到').waitFor()
  await body(page).getByRole('img', { name: '轮岗学校分布图' }).waitFor()
  await page.getByText('预览：读者会看到的样子').click()
  await page.getByTestId('as-read').locator('math').first().waitFor({ state: 'attached' })
  await page.getByRole('button', { name: '送审' }).click()
  await page.getByTestId('standing').getByText('待县区审核').waitFor()
  await shoot(page, 'sent')

  const colleague = await openDesk(desk, await sessionOf('area3'))
  await colleague.page.goto(page.url())
  await colleague.page.getByRole('button', { name: '审核通过' }).click()
  await expectSaid(colleague.page, /待市审核/)
  await colleague.close()

  const city = await openDesk(desk, await sessionOf('city'))
  await city.page.goto('/city/xinxiFabu')
  await city.page.getByRole('link', { name: '等我审核' }).click()
  await city.page.getByRole('link', { name: title }).click()
  await city.page.getByTestId('as-read').getByRole('img', { name: '轮岗学校分布图' }).waitFor()
  await shoot(city.page, 'approve')
  await expectAccessible(city.page, 'approval')
  await city.page.getByRole('button', { name: '审核通过' }).click()
  await expectSaid(city.page, /已发布，正在显示/)

  for (const [size, name] of [
    [desk, 'desk'],
    [phone, 'phone'],
  ] as const) {
    const visitor = await openDesk(size)
    await visitor.page.goto('/home/messageData/policy')
    await visitor.page.getByRole('link', { name: title }).click()
    await visitor.page.getByRole('img', { name: '轮岗学校分布图' }).waitFor()
    expect(await visitor.page.locator('article math').count()).toBe(2)
    await visitor.page.getByText('每人 $5 的餐费另计').waitFor()
    await visitor.page.getByRole('columnheader', { name: '人数' }).waitFor()
    await visitor.page.waitForLoadState('networkidle')
    await expectAccessible(visitor.page, `policy ${name}`)
    await expectNoSidewaysScroll(visitor.page, `policy ${name}`)
    await shoot(visitor.page, `read-${name}`)
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  }
  const teacher = await openDesk(phone, await sessionOf('teacher'))
  await teacher.page.goto('/teacher/zhengceList')
  await teacher.page.getByRole('link', { name: title }).click()
  await teacher.page.getByRole('heading', { level: 1, name: title }).waitFor()
  await teacher.page.getByRole('img', { name: '轮岗学校分布图' }).waitFor()
  await expectAccessible(teacher.page, 'policy in the workspace')
  await expectNoSidewaysScroll(teacher.page, 'policy in the workspace')
  await shoot(teacher.page, 'read-workspace')

  // A later change: what went and what came, in the text.
  await page.reload()
  await body(page).getByText('计算').waitFor()
  await body(page).locator('p').first().click()
  await page.keyboard.press('Home')
  await page.keyboard.type('自本学期起，')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByTestId('standing').getByText('有未发布的修改').waitFor()
  await page.getByText('与读者看到的不同之处').click()
  await page
    .locator('.contents-diff ins')
    .filter({ hasText: /^自本学期起，$/ })
    .waitFor()
  expect(await page.locator('.contents-diff del').count()).toBe(0)
  await shoot(page, 'diff')
  await page.getByText('比较两个版本').click()
  await page.locator('.contents-compare select').first().selectOption('工作稿')
  await page.locator('.contents-compare select').last().selectOption('第 1 版')
  await page
    .locator('.contents-compare del')
    .filter({ hasText: /^自本学期起，$/ })
    .waitFor()
  await expectAccessible(page, 'differences')
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page, 'editor on a phone')
  await shoot(page, 'editor-phone')
  expect([...area.complaints, ...city.complaints, ...teacher.complaints]).toEqual([])
  await area.close()
  await city.close()
  await teacher.close()
})

it('a policy with a table and an attachment is sent in within 16 clicks, counted from the first screen', async () => {
  const window = await openDesk(desk, await sessionOf('area'))
  const { page } = window
  await countHands(page)
  await page.goto('/area/sy')
  await page.getByRole('link', { name: '政策、通知与动态' }).click()
  await page.getByRole('heading', { level: 1, name: '信息发布' }).waitFor()
  await page.getByRole('link', { name: '新增政策文件' }).click()
  await page.getByRole('heading', { level: 1, name: '新增政策文件' }).waitFor()
  // Too early: what is missing is named, and the first of it has the focus, so that typing goes on there.
  await page.getByRole('button', { name: '送审', exact: true }).click()
  await page.getByText('请填写标题').waitFor()
  await page.getByTestId('missing').getByText('送审前还缺 2 项').waitFor()
  await expectFocused(page, page.locator('#f-title'))
  await page.keyboard.insertText(`走教补助实施细则 ${Date.now() % 100_000}`)
  await field(page, '类别').click()
  await (await linesOf(page, '类别')).first().click()
  await body(page).click()
  await page.keyboard.insertText('补助按实际走教天数发放：')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '插入表格' }).click()
  for (const word of ['单程距离', '补助', '说明', '10 公里以内', '30', '含误餐']) {
    await page.keyboard.insertText(word)
    await page.keyboard.press('Tab')
  }
  const chooser = page.waitForEvent('filechooser')
  await page.locator('[data-field="files"] label.x-button').click()
  await (
    await chooser
  ).setFiles({ name: '申领表.txt', mimeType: 'text/plain', buffer: Buffer.from('走教补助申领表') })
  await page.getByRole('button', { name: /^移除\s*申领表.txt$/ }).waitFor()
  await shoot(page, 'policy-filled')
  await page.getByRole('button', { name: '送审', exact: true }).click()
  await page.getByTestId('standing').getByText('待县区审核').waitFor()
  const { clicks, keys } = await handsOf(page)
  // Two more choose the file in the window of the system.
  expect(clicks + 2, `${clicks} clicks, ${keys} keys beside the text`).toBeLessThanOrEqual(16)
  expect(keys).toBeLessThanOrEqual(10)
  expect(window.complaints).toEqual([])
  await window.close()
})

it('what is pasted from Word and WPS keeps headings, bold, lists, tables and the pictures that came along', async () => {
  const window = await openDesk(desk, await sessionOf('school'))
  const { page } = window
  await page.goto('/school/xinxiFabu?tab=notice&new=1')
  await body(page).click()
  await paste(body(page), fromWord)
  await page.getByText('有 1 张图片还在原来的电脑或网站上').waitFor()
  const word = await body(page).innerHTML()
  await shoot(page, 'word')
  expect(word).toMatch(/<h2[^>]*class="align-center"[^>]*>教师交流轮岗实施细则<\/h2>/)
  expect(word).toMatch(/<p class="indent"><strong>各学校：<\/strong>请按下列要求办理。<\/p>/)
  expect(word).toMatch(
    /<ol><li><p>报名<\/p><ul><li><p>本人申请<\/p><\/li><\/ul><\/li><li><p>审核<\/p><\/li><\/ol>/,
  )
  expect(word).toMatch(/<td colspan="2" rowspan="1"><p><strong>各校名额<\/strong><\/p><\/td>/)
  expect(word).not.toMatch(/mso|o:p|font-family|color|file:|<img(?! class="ProseMirror)/i)
  await page.keyboard.press('Control+End')
  await paste(body(page), fromWps)
  await body(page).locator('figure img[src^="blob:"]').waitFor()
  await page.getByText('正在上传…').waitFor({ state: 'detached' })
  const wps = await body(page).innerHTML()
  expect(wps).toMatch(/<h2>(<strong>)?二、时间安排/)
  expect(wps).toMatch(/<p class="align-right"><strong>九月上旬<\/strong>报名<\/p>/)
  expect(wps).toMatch(/<ol><li><p>材料齐全<\/p><\/li><li><p>按时提交<\/p><\/li><\/ol>/)
  await page.getByLabel('标题').fill('粘贴的通知')
  await chooseFirst(page, '类别')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByTestId('standing').waitFor()
  await page.getByText('预览：读者会看到的样子').click()
  // The picture was uploaded: readers get it from the portal.
  const image = page.getByTestId('as-read').locator('figure img')
  await image.waitFor()
  expect(await image.getAttribute('src')).toMatch(/^\/files\//)
  expect(window.complaints).toEqual([])
  await window.close()
})
