import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ExportAsk, ExportJob } from '../../../catalogue/contract/administration/exports.ts'
import type { ListedInstitution } from '../../../catalogue/contract/administration/institutions.ts'
import type { UserLine } from '../../../catalogue/contract/administration/users.ts'
import type { MyReviewPage } from '../../../catalogue/contract/archive/my-reviews.ts'
import { testRegion, type Person, type Region, type TestAnswer } from '../../app/testing/test-region.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('exports-lists')))
afterAll(() => region.close())
beforeEach(() =>
  region.db.execute(
    sql`update export set asked_at = (asked_at at time zone 'UTC' - interval '2 hours') at time zone 'UTC'`,
  ),
)

const url = '/api/v1/exports'
type TestAsk = Pick<ExportAsk, 'list' | 'columns'> & Partial<ExportAsk>
const ask = (who: Person, more: TestAsk) =>
  who.post<ExportJob & Pick<TestAnswer, 'errors'>>(url, { query: {}, format: 'xlsx', purpose: '1', ...more })

/** The rows of a list as a file has them, without the heads and the mark. */
async function rowsOf(who: Person, more: TestAsk): Promise<string[][]> {
  const { data: job, msg } = await ask(who, more)
  expect(msg).toBe('ok')
  expect(job.state).toBe('ready')
  const { rawPayload } = await region.app.inject({
    url: `${url}/${job.id}/file`,
    headers: { token: who.token },
  })
  const book = read(rawPayload, { type: 'buffer' })
  const sheet = book.Sheets[book.SheetNames[1] ?? ''] ?? {}
  return utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, defval: '' }).slice(1, -1)
}
const shown = async <T>(who: Person, path: string) =>
  (await who.get<{ list: T[] }>(`${path}pageSize=100`)).data.list

describe('institutions', () => {
  it('are taken out as an authority or the administrator sees them, each within the scope', async () => {
    const { area, city, admin } = region.people
    for (const who of [area, city, admin]) {
      const lines = await shown<ListedInstitution>(who, '/api/v1/institutionManage?category=school&')
      const rows = await rowsOf(who, {
        list: 'institutions',
        query: { category: 'school' },
        columns: ['name', 'code', 'above', 'beyond', 'state'],
      })
      expect(rows.map(([name, code]) => [name, code])).toEqual(lines.map(({ name, code }) => [name, code]))
    }
  })

  it('are no school’s to take out, and no other district’s', async () => {
    const { school, area } = region.people
    expect((await ask(school, { list: 'institutions', columns: ['name'] })).status).toBe(400)
    const under = String(region.places.otherSchool)
    const answer = await ask(area, { list: 'institutions', columns: ['name'], query: { under } })
    expect([answer.status, answer.data.errors?.[0]?.field]).toEqual([400, 'under'])
  })
})

describe('accounts', () => {
  it('are the administrator’s alone, in the order of the screen', async () => {
    const { admin, city, province } = region.people
    for (const sort of ['', 'name', '-name']) {
      const lines = await shown<UserLine>(admin, `/api/v1/userManage?${sort && `sort=${sort}&`}role=3&`)
      const rows = await rowsOf(admin, {
        list: 'users',
        query: { role: '3', ...(sort && { sort }) },
        columns: ['name', 'role', 'institution'],
      })
      expect(rows).toEqual(lines.map(({ name, institution }) => [name, '学校', institution]))
    }
    for (const who of [city, province])
      expect((await ask(who, { list: 'users', columns: ['name'] })).status).toBe(400)
  })
})

it('what I decided is taken out with its reasons, and the teachers concerned see that', async () => {
  const { teacher, school } = region.people
  const records = '/api/v1/records/studyExperience'
  const made = await teacher.post(records, { ...study, attachments: [await picture(region, teacher)] })
  await teacher.post(`${records}/${made.data.id}/submit`, {})
  await school.post(`${records}/${made.data.id}/return`, {
    reason: '=HYPERLINK("http://x")',
    fields: [{ key: 'endMonth', reason: '与证书不符' }],
  })
  const [line] = (await school.get<MyReviewPage>('/api/v1/reviews/mine')).data.list
  const rows = await rowsOf(school, {
    list: 'reviews/mine',
    columns: ['act', 'type', 'owner', 'summary', 'reason', 'state'],
  })
  expect(rows).toEqual([
    ['退回', '学习经历', '林疏影', line?.summary, '=HYPERLINK("http://x")；毕业年月：与证书不符', '已退回'],
  ])
  const readings = await shown<{ how: string; what: string }>(teacher, '/api/v1/user/archiveReads?')
  expect(readings.filter(({ how }) => how === 'exported').map(({ what }) => what)).toEqual([
    '我的审核记录（审核结果、栏目、教师、内容、意见、现状），用途：工作统计',
  ])
  expect((await ask(region.people.school2, { list: 'reviews/mine', columns: ['act'] })).status).toBe(400)
})

it('cases of a process are taken out by the offices that have part in them', async () => {
  const { teacher, school, siblingSchool, area } = region.people
  await region.db.query(sql`
    insert into process_case (institution_id, id, type, state, teacher_id, involved, by_identity, handed_in, under_way)
    select i.id, ${uuidv7()}::uuid, 'transfer', 'scheduled', ${teacher.teacherId},
      array_remove(array[i.id, i.district_id, i.city_id, i.province_id], null), ${school.identityId}, true, true
    from institution i where i.id = ${region.places.school}`)
  for (const who of [school, area]) {
    const rows = await rowsOf(who, {
      list: 'cases/transfer',
      query: { queue: 'open' },
      columns: ['name', 'state', 'updatedAt'],
    })
    expect(rows.map(([name]) => name)).toEqual(['林疏影'])
  }
  const none = await ask(siblingSchool, {
    list: 'cases/transfer',
    columns: ['name'],
    query: { queue: 'open' },
  })
  expect([none.status, none.msg]).toEqual([400, '列表里没有内容可以导出'])
})

it('the accounts an office keeps are taken out by that office, each within its own', async () => {
  const { school, area, siblingSchool } = region.people
  for (const who of [school, area, siblingSchool]) {
    const lines = await shown<{ name: string; institution: string }>(who, '/api/v1/accountManage?')
    if (lines.length === 0) continue
    const rows = await rowsOf(who, { list: 'accounts', columns: ['name', 'institution', 'status'] })
    expect(rows.map(([name, institution]) => [name, institution])).toEqual(
      lines.map(({ name, institution }) => [name, institution]),
    )
  }
  const other = String(region.places.otherSchool)
  const answer = await ask(area, { list: 'accounts', columns: ['name'], query: { institution: other } })
  expect(answer.status).toBe(400)
})

it('contents are taken out by whoever manages them', async () => {
  const { school, siblingSchool } = region.people
  const value = { title: '+关于放假的通知', noticeKind: '1', visibility: '2', content: '放假三天。' }
  expect((await school.post('/api/v1/contents/notice', { value })).msg).toBe('ok')
  expect(await rowsOf(school, { list: 'contents/notice', columns: ['title', '$standing', '$org'] })).toEqual([
    ['+关于放假的通知', '草稿，读者看不到', '东区一中'],
  ])
  expect((await ask(siblingSchool, { list: 'contents/notice', columns: ['title'] })).status).toBe(400)
  expect((await ask(school, { list: 'contents/banner', columns: ['title'] })).status).toBe(400)
})
