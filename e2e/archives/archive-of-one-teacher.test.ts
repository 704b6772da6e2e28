import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, expect, it, vi } from 'vitest'
import { callerOf } from '../tools/api.ts'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
  type Desk,
} from '../tools/browser.ts'
import { countHands, handsOf } from '../tools/counted.ts'
import { expectFocused, expectText } from '../tools/form.ts'

afterAll(closeBrowser)

const pages = ['gurwUPData', 'gerenData', 'xuexiData', 'gongzuoData', 'zhuanyeData', 'chengxinData'].map(
  (name) => `/teacherArchives/${name}`,
)
const opened = async (account: string, size: typeof desk | typeof phone = desk): Promise<Desk> =>
  openDesk(size, await sessionOf(account))

/**
 * The text of each page of a PDF, as it was printed, without spaces; signs that look alike are made one (⾏
 * is 行).
 */
async function textOfPages(pdf: Buffer): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const pages: string[] = []
  for (let n = 1; n <= document.numPages; n += 1) {
    const { items } = await (await document.getPage(n)).getTextContent()
    const text = items.map((item) => ('str' in item ? item.str : '')).join('')
    pages.push(text.normalize('NFKC').replace(/\s/g, ''))
  }
  await document.destroy()
  return pages
}

/** The number of a teacher, as the list of an office knows it. */
async function numberOf(name: string): Promise<number> {
  const caller = await callerOf('area')
  const { data } = await caller.get<{ list: { teacherId: number }[] }>(
    `/api/v1/archives?q=${encodeURIComponent(name)}`,
  )
  const [found] = data.list
  if (!found) throw new Error(name)
  return found.teacherId
}

it('a teacher reads the own archive: who verified a field, another day, two days compared, what happened, the evidence', async () => {
  const window = await opened('teacher')
  const { page } = window
  await page.goto('/teacherArchives/gurwUPData')
  await expectText(page, '退回待改')
  await page.getByTestId('archive-part').filter({ hasText: '工作经历' }).getByRole('link').first().waitFor()
  await page.getByRole('link', { name: '查看完整档案' }).click()
  await expectText(page.getByTestId('archive-head'), '林疏影')

  // Who verified a field is told on demand.
  const birth = page.locator('[data-field=birthDate]')
  expect(await birth.getByText('单位登记').isVisible()).toBe(false)
  await birth.getByRole('button', { name: /出生日期/ }).click()
  await birth.getByText(/^单位登记：.+（.+），\d{4}年/).waitFor()

  // What is not simply verified is seen at a glance, and a row opens in place.
  const studies = page.getByTestId('section-studyExperience')
  const returned = studies.getByTestId('archive-record').filter({ hasText: '被退回' })
  await returned.getByRole('button').click()
  await expectText(studies, /^退回意见：/)
  await shoot(page, 'archive-document')

  // The contents bring a section into view and the focus to it.
  await page
    .getByRole('navigation', { name: '目录' })
    .getByRole('link', { name: /联系方式/ })
    .click()
  await page.locator('#section-contactInfo:focus').waitFor()

  // They are the only menu, tell where one is, and open what they lead to; folding is kept.
  const contents = page.getByRole('navigation', { name: '目录' })
  await contents.locator('[aria-current=location]', { hasText: '联系方式' }).waitFor()
  expect(await page.locator('.shell-side').isVisible()).toBe(false)
  await page.getByRole('button', { name: '联系方式', exact: true }).click()
  await contents.getByRole('button', { name: '全部收起' }).click()
  const study = page.getByTestId('section-studyExperience').getByTestId('archive-record').first()
  await study.waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('button', { name: '学习经历', exact: true }).waitFor()
  expect(await study.isVisible()).toBe(false)
  await contents.getByRole('link', { name: /学习经历/ }).click()
  await study.waitFor()
  await contents.getByRole('button', { name: '全部收起' }).click()
  await page.emulateMedia({ media: 'print' })
  expect(await study.isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })
  await contents.getByRole('button', { name: '全部展开' }).click()

  const day = page.getByRole('textbox', { name: '历史时点', exact: true })
  const show = page.getByRole('button', { name: '查看', exact: true })
  await show.click()
  await expectText(page, '请填写日期，如 2024-09-01')
  await expectFocused(page, day)
  // Enter does it, and so does one click with the cursor still in the field.
  await day.fill('2024-02-01')
  await day.press('Enter')
  await page.waitForURL(/date=2024-02-01/)
  await day.fill('2024-01-01')
  await show.click()
  await page.waitForURL(/date=2024-01-01/)
  await expectText(page, /现在看的是2024年1月1日结束时平台里有效的值/)
  expect(await page.getByTestId('section-studyExperience').getByText('被退回').count()).toBe(0)
  await page.getByRole('button', { name: '回到今天' }).click()
  await expectText(page, '含待审的改动')

  await page.getByRole('button', { name: '两期对比' }).click()
  await page.getByLabel('从哪一天', { exact: true }).fill('2024-01-01')
  await page.getByRole('button', { name: '对照', exact: true }).click()
  await expectText(page.getByTestId('comparison'), /新增 \d+ 条，变更 \d+ 条，失效 \d+ 条/)
  await page.getByTestId('comparison').getByText('新增', { exact: true }).first().click()
  await shoot(page, 'archive-compare')

  await page.getByRole('button', { name: '办理记录', exact: true }).click()
  await expectText(page.getByTestId('archive-timeline'), '学校退回修改')

  await page.getByRole('button', { name: '佐证材料', exact: true }).click()
  await page.getByTestId('archive-evidence').getByRole('listitem').nth(1).getByRole('button').click()
  await page.getByRole('dialog').getByTestId('evidence').waitFor()
  await expectAccessible(page, 'evidence viewer')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(window.complaints).toEqual([])
  await window.close()
})

it('a school reaches the archive of a past day within five clicks from its home', async () => {
  const window = await opened('school')
  const { page } = window
  await countHands(page)
  await page.goto('/school/sy')
  const clicks = [
    page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '教师管理' }),
    page.getByRole('link', { name: '档案总览' }),
    page.getByTestId('archive-line').getByRole('link').first(),
  ]
  for (const target of clicks) await target.click()
  await page.getByRole('heading', { level: 1, name: /的档案$/ }).waitFor()
  await page.getByRole('textbox', { name: '历史时点', exact: true }).click()
  await page.keyboard.type('2025.9.1')
  await page.keyboard.press('Enter')
  await expectText(page, /现在看的是2025年9月1日结束时平台里有效的值/)
  const hands = await handsOf(page)
  expect(hands.clicks).toBeLessThanOrEqual(5)
  // The day and Enter.
  expect(hands.keys).toBe(9)
  expect(window.complaints).toEqual([])
  await window.close()
})

it('prints what was chosen, with a head and without any navigation', async () => {
  const window = await opened('teacher')
  const { page } = window
  await page.addInitScript('window.printed = 0; window.print = () => { window.printed += 1 }')
  await page.goto('/teacherArchives/gerenData')
  await page.getByRole('button', { name: '打印', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page, 'print dialog')
  await dialog.getByLabel('诚信档案').uncheck()
  await dialog.getByRole('button', { name: '打印', exact: true }).click()
  await vi.waitFor(async () => expect(await page.evaluate('window.printed')).toBe(1), { timeout: 40_000 })
  await page.emulateMedia({ media: 'print' })
  await expectText(page.getByTestId('print-head'), '林疏影　教师档案')
  await expectText(page.getByTestId('print-head'), /打印日期 \d{4}-\d{2}-\d{2}　打印人 林疏影/)
  for (const gone of [
    '.shell-header',
    '.shell-side',
    '.archive-contents',
    '.x-tabs',
    '.archive-as-of',
    '.x-page-head',
    '.archive-status button',
  ])
    expect(await page.locator(gone).first().isVisible(), gone).toBe(false)
  expect(await page.locator('#archive-personal').isVisible()).toBe(true)
  expect(await page.locator('#archive-integrity').isVisible()).toBe(false)
  await shoot(page, 'archive-print')
  const paper = await textOfPages(await page.pdf({ preferCSSPageSize: true }))
  expect(paper.length).toBeGreaterThan(2)
  for (const [i, text] of paper.entries()) {
    expect(text, `page ${i + 1}`).toMatch(new RegExp(`第${i + 1}.,共${paper.length}.`))
    expect(text, `page ${i + 1}`).toMatch(/\d{4}-\d{2}-\d{2}\d{2}:\d{2}林疏影\(.+?\)打印/)
    // On the first page the head says it.
    expect(text.includes('林疏影教师档案现行值与待审的改动'), `page ${i + 1}`).toBe(i > 0)
  }
  expect(window.complaints).toEqual([])
  await window.close()
})

it('an office finds a teacher by pinyin, reads the archive with masks, and a link marks one field of one record', async () => {
  const window = await opened('area')
  const { page } = window
  await page.goto('/teacherArchives/gurwUPData')
  await page.getByLabel('姓名或拼音').fill('linshuying')
  await page.getByLabel('姓名或拼音').press('Enter')
  await page.waitForURL(/q=linshuying/)
  await expectText(page, '共 1 条')
  await page.getByTestId('archive-line').getByRole('link', { name: '林疏影' }).click()
  await page.getByRole('heading', { level: 1, name: '林疏影的档案' }).waitFor()
  expect(await page.locator('[data-field=idCardNo]').first().textContent()).toMatch(/\*{4}/)
  expect(await page.getByText('东沥学院').count(), 'a draft').toBe(0)

  const row = page.getByTestId('section-studyExperience').getByTestId('archive-record').last()
  const id = (await row.getAttribute('id'))?.replace('record-', '')
  await page.goto(
    `/teacherArchives/gerenData?teacher=${await numberOf('林疏影')}&section=studyExperience&id=${id}&field=major`,
  )
  await page.locator('[data-field=major].archive-marked:focus').waitFor()
  expect(window.complaints).toEqual([])

  await page.goto('/teacherArchives/zhuanyeData?teacher=999999')
  await expectText(page, '没有找到，或不在您的范围内')
  await page.goto('/teacherArchives/chengxinData')
  await expectText(page, '先选一位教师')
  await window.close()
})

it('an office walks from one teacher to the next as the list was narrowed, by button and by key', async () => {
  const window = await opened('area')
  const { page } = window
  await page.goto('/teacherArchives/gurwUPData?q=li')
  await page.getByTestId('archive-line').nth(2).waitFor()
  const names = await page.getByTestId('archive-line').getByRole('link').allTextContents()
  const heading = (name: string | undefined) =>
    page.getByRole('heading', { level: 1, name: `${name}的档案` }).waitFor()
  const walk = page.getByRole('navigation', { name: '名单里的前后教师' })
  await page.getByTestId('archive-line').getByRole('link').first().click()
  await heading(names[0])
  await expectText(walk, /第 1 位，共 \d+ 位/)
  expect(await walk.getByRole('button', { name: /^上一位/ }).isDisabled()).toBe(true)
  await walk.getByRole('button', { name: /^下一位/ }).click()
  await heading(names[1])
  await expectText(walk, /第 2 位/)
  await walk
    .getByRole('button', { name: /^上一位/ })
    .and(page.locator(':enabled'))
    .waitFor()
  await page.keyboard.press('j')
  await heading(names[2])
  await expectText(walk, /第 3 位/)
  await walk
    .getByRole('button', { name: /^上一位/ })
    .and(page.locator(':enabled'))
    .waitFor()
  await page.keyboard.press('k')
  await heading(names[1])
  expect(new URL(page.url()).searchParams.get('q')).toBe('li')
  // The way back leads to the list as it was narrowed.
  await page.getByRole('navigation', { name: '所在位置' }).getByRole('link', { name: '教师档案' }).click()
  await page.waitForURL(/gurwUPData\?q=li$/)
  expect(window.complaints).toEqual([])
  await window.close()
})

const views = ['view=compare&from=2024-01-01&to=2026-01-01', 'view=timeline', 'view=evidence']

/**
 * Axe takes seconds on a page as long as a whole archive: every page once, what changes on a phone there too.
 */
it.each([
  ['teacher', desk, [...pages, ...views.map((view) => `${pages[1]}?${view}`)]],
  ['teacher', phone, [pages[0], pages[4]]],
  ['area', desk, [pages[0], pages[5], `${pages[1]}?teacher=N`]],
  ['area', phone, [pages[0]]],
] as const)('the pages are sound for %s at %o', async (account, size, paths) => {
  const number = await numberOf('林疏影')
  const window = await opened(account, size)
  const { page } = window
  for (const path of paths) {
    await page.goto(String(path).replace('=N', `=${number}`))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByText('正在加载', { exact: true }).first().waitFor({ state: 'detached' })
    await expectNoSidewaysScroll(page, `${path} ${size.width}`)
    await expectAccessible(page, `${account} ${path} ${size.width}`)
  }
  expect(window.complaints).toEqual([])
  await window.close()
})
