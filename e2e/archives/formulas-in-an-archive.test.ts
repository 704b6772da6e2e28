import { afterAll, expect, it } from 'vitest'
import { pageOf } from '../../catalogue/pages/entry.ts'
import { pagesFor } from '../../catalogue/pages/pages.ts'
import { callerOf } from '../tools/api.ts'
import { closeBrowser, expectAccessible, openDesk, sessionOf, shoot, type Desk } from '../tools/browser.ts'
import { unique } from '../tools/evidence.ts'

afterAll(closeBrowser)

/** Where a role reads or reviews records of a type. */
function pathFor(role: 2 | 3, kind: 'section' | 'review', id: string): string {
  const entry = pagesFor(role).find(
    (one) =>
      one.records?.includes('workSummary') &&
      (pageOf(one, 'workSummary') === 'review') === (kind === 'review'),
  )
  if (!entry) throw new Error(`${role} has no such page`)
  return `${entry.path}?${new URLSearchParams({ tab: 'workSummary', id })}`
}

/** Every formula typeset, none of it as its source, and a price left alone. */
async function expectTypeset({ page }: Desk, name: string): Promise<void> {
  const text = page
    .locator('.rich')
    .filter({ has: page.locator('.katex') })
    .first()
  await text.waitFor()
  const words = await text.innerText()
  expect(words, name).not.toMatch(/\\frac|\$r=/)
  expect(words, name).toContain('5$')
  await expectAccessible(page, name)
  await shoot(page, name)
}

it('a formula in a work summary is typeset for its teacher, in the whole archive, and at the reviewer’s desk', async () => {
  const teacher = await callerOf('teacher')
  const { data } = await teacher.post<{ id: string }>('/api/v1/records/workSummary', {
    schoolYear: 2025,
    semester: '1',
    summaryKind: `公式总结 ${unique()}`,
    title: '作业与成绩',
    content: '前后测相关 $r=0.42$，教具一份 5$。\n平均 \\(\\frac{a+b}{2}\\)。',
  })
  expect((await teacher.post(`/api/v1/records/workSummary/${data.id}/submit`, {})).status).toBe(200)
  const own = await openDesk(undefined, await sessionOf('teacher'))
  await own.page.goto(pathFor(2, 'section', data.id))
  await expectTypeset(own, 'formula-own')
  const school = await openDesk(undefined, await sessionOf('school'))
  await school.page.goto(pathFor(3, 'review', data.id))
  await expectTypeset(school, 'formula-desk')
  const reviewer = await callerOf('school')
  expect((await reviewer.post(`/api/v1/records/workSummary/${data.id}/approve`, {})).status).toBe(200)
  await own.page.goto('/teacherArchives/zhuanyeData')
  await own.page.locator(`#record-${data.id}`).getByRole('button').first().click()
  await own.page.locator('.rich .katex').first().waitFor()
  expect([...own.complaints, ...school.complaints]).toEqual([])
})
