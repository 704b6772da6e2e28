import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CaseView } from '../../catalogue/contract/processes.ts'
import { z } from 'zod'
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
import { emptyPdf } from '../tools/notices.ts'
import { expectText } from '../tools/form.ts'

/** A teacher is named as a member of somebody else's project, finds it among the own research, and agrees. */
let member: Desk
let leader: Desk
let name: string
beforeAll(async () => {
  const session = await sessionOf('newcomer')
  name = z.object({ truename: z.string() }).parse(JSON.parse(session.stored)).truename
  member = await openDesk(desk, session)
  leader = await openDesk(desk, await sessionOf('cityteacher'))
})
afterAll(async () => {
  expect([...member.complaints, ...leader.complaints]).toEqual([])
  await closeBrowser()
})

const rich = '<p>如题。</p>'

/** A project of 阳江市 that is handed in, with the teacher as its first member. */
async function projectNaming(first: string): Promise<string> {
  const author = await callerOf('cityteacher')
  const notices = await author.get<{ list: { id: string; title: string }[] }>(
    '/api/v1/research/notice?page=1&pageSize=20',
  )
  const notice = notices.data.list.find(({ title }) => title.includes('阳江市教育科研课题'))
  const line = (member_: string, org: string) => ({ name: member_, org, title: null, duty: '课堂观察' })
  const path = '/api/v1/research/project'
  const made = await author.post<CaseView>(path, {
    about: { campaign: notice?.id },
    value: {
      projectName: '单元作业的过程性评价研究',
      projectCategory: '3',
      projectKind: '3',
      subject: '13',
      schoolStage: '3',
      startMonth: '2026-09',
      endMonth: '2028-08',
      members: [line(first, '江城区听潮中学'), line('高山', '外校'), line('流水', '外校')],
      ...Object.fromEntries(
        ['background', 'objective', 'content', 'method', 'schedule', 'expectedResult', 'condition'].map(
          (key) => [key, rich],
        ),
      ),
      files: [await author.upload('申请书.pdf', 'application/pdf', emptyPdf)],
    },
  })
  const sent = await author.post(`${path}/${made.data.id}/submit`, { version: made.data.version })
  expect(sent.status, sent.text).toBe(200)
  return made.data.id
}

it('agrees to take part, and the project says so', async () => {
  const id = await projectNaming(name)
  const { page } = member
  await page.goto('/teacher/wdky')
  const own = page.getByTestId('own-parts')
  await expectText(own, '单元作业的过程性评价研究')
  await settled(page)
  await shoot(page, 'memberships')
  await expectAccessible(page, 'a membership')
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page, 'a membership on a phone')
  await shoot(page, 'memberships-phone')
  await page.getByRole('button', { name: /确认参加/ }).click()
  await expectText(own, '已确认')
  await leader.page.goto(`/teacher/wdky?tab=researchProject&case=${id}`)
  const all = leader.page.getByTestId('people')
  await expectText(all, '已确认')
  await expectText(all, '平台外人员')
  await settled(leader.page)
  await all.scrollIntoViewIfNeeded()
  await shoot(leader.page, 'members')
  await expectAccessible(leader.page, 'a project with members')
})
