import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CasePage } from '../../../catalogue/contract/processes.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { moveCase } from '../../app/testing/test-studio.ts'
import { entryCalls, entryCases, written, pairBetween } from '../../app/testing/test-support.ts'
import { minuteIn } from '../../app/testing/test-research.ts'
import { sql } from '../../platform/db/sql.ts'
import { activityIn, summary } from './test-activity.ts'

let region: Region
let life: ReturnType<typeof activityIn>
beforeAll(async () => {
  region = await testRegion('support-draft')
  life = activityIn(region)
  const { school, otherSchool } = region.people
  await pairBetween(region, { supporter: school, supported: otherSchool })
})
afterAll(() => region.close())

it('an archived activity that names a partner drafts its entry; confirmed, no second row is written', async () => {
  const { school, otherSchool, citySchool } = region.people
  const lecturer = await life.teacher()
  const id = await life.opened({ signupEnd: minuteIn(-181), supportPartner: region.places.otherSchool })
  const task = { lessonTitle: '背影', lessonSubject: '13', lessonGrade: '08' }
  const invited = await life.invited(id, { teachers: [lecturer.teacherId], ...task })
  await life.act(lecturer, invited.data.done[0]?.id ?? '', 'accept')
  await life.actOn(id, 'start')
  await life.swept()
  const [first] = (await life.board(id)).data.sittings
  await life.marked(first?.id ?? '', [lecturer.name])
  await life.actOn(id, 'end')
  await life.edit(id, { summary, noSheets: '当天集体评议，没有填表。' })
  expect((await life.actOn(id, 'archive')).data.state).toBe('archived')
  await life.swept()

  const drafts = (await school.get<CasePage>(`${entryCases}?queue=begun&pageSize=20`)).data.list
  expect(drafts).toMatchObject([{ state: 'draft', value: { entryKind: '2', lessons: 1, activityId: id } }])
  const url = `${entryCases}/${drafts[0]?.id}`
  for (const who of [otherSchool, citySchool]) expect((await who.get(url)).status).toBe(404)
  await written(school, url, { attended: 31, subject: '13' })
  expect((await moveCase(school, url, 'submit')).data.state).toBe('pending')
  expect((await moveCase(otherSchool, url, 'confirm')).data.state).toBe('confirmed')
  const { many } = await region.db.one<{ many: number }>(sql`
    select count(*)::int as many from rec_lesson_record
    where owner_id = ${lecturer.teacherId} and voided_at is null`)
  expect(many).toBe(1)
  const sums = await otherSchool.get<{ entries: number; attended: number }>(`${entryCalls}/sums`)
  expect(sums.data).toMatchObject({ entries: 1, attended: 31 })

  // The activity is opened again only once its entry is out of the sums; archived again it drafts no second one.
  const refused = await life.actOn(id, 'unarchive', { reason: '漏了一个人' })
  expect([refused.status, refused.msg]).toEqual([409, expect.stringContaining('请先撤销或修改台账')])
  await moveCase(school, url, 'amend', { reason: '活动要补人' })
  expect((await life.actOn(id, 'unarchive', { reason: '漏了一个人' })).data.state).toBe('ended')
  await life.swept()
  await life.actOn(id, 'archive')
  const after = (await school.get<CasePage>(`${entryCases}?queue=begun&pageSize=20`)).data.list
  expect(after.map((one) => one.id)).toEqual(drafts.map((one) => one.id))
})

it('an activity without an agreement of its day drafts nothing', async () => {
  const { school } = region.people
  const before = (await school.get<CasePage>(`${entryCases}?queue=begun`)).data.total
  const id = await life.opened({ signupEnd: minuteIn(-181), supportPartner: region.places.citySchool })
  for (const action of ['start', 'end']) {
    await life.actOn(id, action)
    await life.swept()
  }
  await life.edit(id, { summary })
  expect((await life.actOn(id, 'archive')).data.state).toBe('archived')
  expect((await school.get<CasePage>(`${entryCases}?queue=begun`)).data.total).toBe(before)
})
