import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import type { CampaignView } from '../../catalogue/contract/campaigns.ts'
import type { CaseView } from '../../catalogue/contract/processes.ts'
import type { PacketList } from '../../catalogue/contract/review/packets.ts'
import { callerOf } from '../tools/api.ts'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  settled,
  shoot,
  type Desk,
} from '../tools/browser.ts'
import { emptyPdf, minuteIn } from '../tools/notices.ts'
import { unique } from '../tools/evidence.ts'
import { chooseFirst, confirmWith, expectText } from '../tools/form.ts'

/** 阳江市 has two papers reviewed by the one expert of its pool who knows their subject. */
let city: Desk
let expert: Desk
beforeAll(async () => {
  city = await openDesk(desk, await sessionOf('city'))
  expert = await openDesk(desk, await sessionOf('expert'))
})
afterAll(async () => {
  expect([...city.complaints, ...expert.complaints]).toEqual([])
  await closeBrowser()
})

/** The subject of which the demo region's pool has one expert: the account that is shown. */
const subject = '13'
const opinion = '问题来自课堂，方法与问题对应清楚，过程材料齐全，建议补充对照。'
/** What experts score, by the template for papers. */
const paperItems = ['选题', '论证', '方法', '创新', '规范']
const both = ['单元整体教学中的作业衔接', '整本书阅读的阶段性任务设计'] as const

/** A notice of the city with two papers that wait for experts. */
async function papersCollected(): Promise<{ notice: CampaignView; paper: string }> {
  const [office, school, author] = await Promise.all(
    ['city', 'cityschool', 'cityteacher'].map((one) => callerOf(one)),
  )
  if (!office || !school || !author) throw new Error('no callers')
  const path = '/api/v1/research/notice'
  const { data: made } = await office.post<CampaignView>(path, {
    collects: 'researchPaper',
    title: `阳江市论文评选 ${unique()}`,
    value: {
      batchYear: 2026,
      noticeKind: '1',
      projectLevel: '3',
      applyStart: minuteIn(-60),
      applyEnd: minuteIn(60 * 24),
      content: '<p>匿名评审。</p>',
    },
  })
  const notice = (await office.post<CampaignView>(`${path}/${made.id}/open`, { version: made.version })).data
  let paper = ''
  for (const title of both) {
    const begun = await author.post<CaseView>('/api/v1/research/paper', {
      about: { campaign: notice.id },
      value: {
        title,
        abstract: `${title}：基于两轮课堂实践，前后测相关 $r=0.42$。`,
        subject,
        schoolStage: '3',
        paperKind: '61',
        isPublished: false,
        keywords: '作业；阅读；语文',
        file: await author.upload('论文.pdf', 'application/pdf', emptyPdf),
      },
    })
    let { version } = begun.data
    paper = begun.data.id
    for (const [who, act] of [
      [author, 'submit'],
      [school, 'approve'],
      [office, 'accept'],
    ] as const) {
      const moved = await who.post<CaseView>(`/api/v1/research/paper/${begun.data.id}/${act}`, { version })
      expect(moved.status, `${act}: ${moved.text}`).toBe(200)
      ;({ version } = moved.data)
    }
  }
  return { notice, paper }
}

/** Looks at what is shown at both sizes. */
async function look(page: Page, name: string): Promise<void> {
  await settled(page)
  await shoot(page, name)
  await expectAccessible(page, name)
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page, `${name} on a phone`)
  await expectAccessible(page, `${name} on a phone`, { contrast: false })
  await shoot(page, `${name}-phone`)
  await page.setViewportSize(desk)
}

it('an office sets up a review, an expert scores, the office closes it and decides by rank', async () => {
  const { notice, paper } = await papersCollected()
  const { page } = city
  await page.goto(`/city/xqktxx?id=${notice.id}`)
  await page.getByRole('link', { name: '组织专家评审' }).click()
  await expectText(page, '评什么')
  const review = await page.getByLabel('评审名称').inputValue()
  expect(review).toContain(notice.title)
  expect(await page.getByLabel('评分表模板').inputValue()).toBe('paper')
  await page.getByLabel('每件专家数').fill('1')
  await page.getByLabel('最少有效评分').fill('2')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expectText(page, '最少有效评分不能多于每件专家数')
  await look(page, 'review-rules')
  await page.getByLabel('最少有效评分').fill('1')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByRole('button', { name: '开始评审' }).click()
  await confirmWith(page, '开始评审')
  const lines = page.getByTestId('board-line')
  await expectText(lines.first(), '欧阳砚秋')
  await expectText(page, '还有 2 份没有提交')
  await look(page, 'review-board')

  // The expert knows numbers only, and scores the one packet better than the other.
  const scorer = await callerOf('expert')
  const { rounds } = (await scorer.get<PacketList>('/api/v1/review/expert')).data
  const own = rounds.find(({ title }) => title === review)
  expect(own?.tasks).toHaveLength(2)
  for (const [at, { id }] of (own?.tasks ?? []).entries()) {
    const sheet = expert.page
    await sheet.goto(`/zhuanjia/zhuanjiaDetail?id=${id}`)
    const fields = sheet.locator('[data-rubric]')
    await fields.first().waitFor()
    expect(await sheet.locator('.er-rubric label b').allInnerTexts()).toEqual(paperItems)
    await sheet.getByRole('navigation', { name: '所在位置' }).getByText(review).waitFor()
    // The formula of the abstract is typeset, and no source of it is to be read.
    await sheet.locator('.er-sheet .katex').waitFor()
    expect(await sheet.locator('.er-sheet').innerText()).not.toMatch(/\$|<p>/)
    for (const field of await fields.all()) await field.fill(at === 0 ? '10' : '8')
    await sheet.getByLabel('评语').fill(at === 0 ? `${opinion}见 $R^2$。` : opinion)
    await sheet.getByRole('radio').first().check()
    if (at === 1) await look(sheet, 'expert-desk')
    await sheet.getByRole('button', { name: '提交本份' }).click()
    await sheet.waitForURL((url) => url.searchParams.get('id') !== id)
  }

  await page.reload()
  await expectText(page, '都已评完，可以结束')
  await page.getByRole('button', { name: '结束评审' }).click()
  await confirmWith(page, '结束评审')
  const results = page.getByTestId('result-line')
  await results.first().waitFor()
  expect(await results.count()).toBe(2)
  await page
    .getByRole('button', { name: /查看.*评语/ })
    .first()
    .click()
  await expectText(page.getByTestId('opinions'), opinion)
  await page.getByTestId('opinions').locator('.katex').waitFor()
  await look(page, 'review-results')
  const sheet = page.waitForEvent('download')
  await page.getByRole('button', { name: '结果汇总表（PDF）' }).click()
  expect((await sheet).suggestedFilename()).toContain('结果汇总表')

  await page.goto(`/city/xqktxx?id=${notice.id}`)
  const decision = page.getByRole('form', { name: '按名次办理' })
  for (const [band, count] of [
    ['一等（名额）', '1'],
    ['二等（名额）', '1'],
    ['三等（名额）', '0'],
  ] as const)
    await decision.getByLabel(band).fill(count)
  await chooseFirst(page, '获奖级别')
  await decision.scrollIntoViewIfNeeded()
  await look(page, 'review-outcomes')
  await page.getByRole('button', { name: '确定办理' }).click()
  await expectText(page, '已通过 2 件')

  const author = await openDesk(desk, await sessionOf('cityteacher'))
  await author.page.goto(`/teacher/wdky?tab=researchPaper&case=${paper}`)
  await author.page.getByRole('button', { name: /打印/ }).first().click()
  await expectText(author.page.getByRole('dialog'), '获奖证书')
  await look(author.page, 'certificate')
  expect(author.complaints).toEqual([])
})

it('the pool says who is drawn, and changes keep to the term', async () => {
  const { page } = city
  await page.goto('/city/zhuanjiaKu')
  const line = page.getByTestId('expert-line').filter({ hasText: '欧阳砚秋' })
  await expectText(line, '在聘')
  await look(page, 'expert-pool')
  await line.getByRole('button', { name: '修改' }).click()
  await page.getByLabel('聘期止').fill('2000-01-01')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expectText(page, '聘期的止不能早于起')
  await look(page, 'expert-pool-edit')
  await page.getByLabel('聘期止').fill('')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expectText(line, '长期')
  await page.getByRole('link', { name: '聘入专家' }).click()
  await expectText(page, '人选')
  await page.getByLabel('姓名').fill('林')
  await page.getByRole('button', { name: '搜索', exact: true }).click()
  await page.getByRole('radio').first().waitFor()
  await look(page, 'expert-pool-add')
})
