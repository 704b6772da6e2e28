import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { callerOf } from '../tools/api.ts'
import { closeBrowser, openDesk, sessionOf } from '../tools/browser.ts'
import { handIn, studyRow } from '../tools/study.ts'

afterAll(closeBrowser)

const queue = `/examinePage/examineaXX?f.educationSchool=${encodeURIComponent('两页学院')}`

it('two tabs and another browser show what the server counts, also after the network was gone; what one reviewed leaves every list', async () => {
  const [school, teacher] = await Promise.all([callerOf('school'), callerOf('teacher')])
  const unread = async () =>
    (await school.get<{ total: number }>('/api/v1/userSystemMessage/statistics')).data.total
  const here = await openDesk(undefined, await sessionOf('school'))
  const there = await openDesk(undefined, await sessionOf('school'))
  const [one, other] = [here.page, await here.context.newPage()]
  const pages: readonly Page[] = [one, other, there.page]
  for (const page of pages) {
    await page.goto(queue)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  const same = async (want: number) => {
    const said = want > 0 ? `消息，${want} 条未读` : '消息'
    for (const page of pages) await page.getByRole('link', { name: said, exact: true }).waitFor()
    expect(await unread()).toBe(want)
  }
  const before = await unread()
  const id = await handIn(teacher, { college: '两页学院', certNo: '106684201800991' })
  await same(before + 1)
  for (const page of pages) await studyRow(page, '两页学院').waitFor()
  await here.context.setOffline(true)
  await handIn(teacher, { college: '断网学院', certNo: '106684201800992' })
  await there.page.getByRole('link', { name: `消息，${before + 2} 条未读`, exact: true }).waitFor()
  await here.context.setOffline(false)
  await same(before + 2)
  await school.post(`/api/v1/records/studyExperience/${id}/approve`, {})
  for (const page of pages) await studyRow(page, '两页学院').waitFor({ state: 'detached' })
  await school.put('/api/v1/userSystemMessage/read/all', {})
  await same(0)
  expect([...here.complaints, ...there.complaints]).toEqual([])
  await here.close()
  await there.close()
})
