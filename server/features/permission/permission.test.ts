import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Why } from '../../../catalogue/contract/archive/permission.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
let record = ''
beforeAll(async () => {
  region = await testRegion('permission')
  const { teacher } = region.people
  const file = await picture(region, teacher)
  record = (await teacher.post('/api/v1/records/studyExperience', { ...study, attachments: [file] })).data.id
  await teacher.post(`/api/v1/records/studyExperience/${record}/submit`, {})
})
afterAll(() => region.close())

const url = '/api/v1/permission/why'
const why = async (viewer: Person, type = '') =>
  (
    await region.people.admin.get<Why>(
      `${url}?identityId=${viewer.identityId}&subjectId=${region.people.teacher.identityId}${type && `&type=${type}`}`,
    )
  ).data

describe('why somebody sees an archive', () => {
  it('is asked by the administrator alone, and leaves a line', async () => {
    const { admin, ...others } = region.people
    const path = `${url}?identityId=${others.school.identityId}&subjectId=${others.teacher.identityId}`
    for (const who of [others.teacher, others.school, others.province, others.expert])
      expect((await who.get(path)).status).toBe(403)
    expect((await admin.get(path)).status).toBe(200)
    const line = await region.db.one(
      sql`select action, person_id from audit where action = 'permission.explained' order by id desc limit 1`,
    )
    expect(line).toEqual({ action: 'permission.explained', person_id: others.school.personId })
  })

  it('agrees with what the API itself answers, for every principal', async () => {
    const p = region.people
    for (const [name, who] of Object.entries(p)) {
      const said = await why(who, 'studyExperience')
      const archive = await who.get(`/api/v1/archive/${p.teacher.teacherId}`)
      expect(said.allowed, name).toBe(archive.status === 200)
      const asked = await who.get(`/api/v1/records/studyExperience/${record}`)
      const one = said.records.find(({ id }) => id === record)
      expect(one?.sees ?? false, name).toBe(asked.status === 200)
      if (asked.status === 200)
        expect(one?.can, name).toEqual((asked.data as unknown as { can: string[] }).can)
    }
  })

  it('names the step at which it ends', async () => {
    const p = region.people
    const last = async (who: Person) => (await why(who)).steps.at(-1)
    expect(await last(p.admin)).toMatchObject({ title: '角色', ok: false })
    expect(await last(p.otherSchool)).toMatchObject({
      title: '范围',
      ok: false,
      text: '该教师的人事关系在东区一中，不是西区一中',
    })
    expect(await last(p.area)).toMatchObject({ title: '范围', ok: true })
    expect(await last(p.colleague)).toMatchObject({ title: '范围', ok: false, text: '这不是本人的档案' })
    await region.db.execute(sql`update identity set state = 'disabled' where id = ${p.stranger.identityId}`)
    expect(await why(p.stranger)).toMatchObject({ allowed: false, steps: [{ title: '身份', ok: false }] })
    await region.db.execute(sql`update identity set state = 'enabled' where id = ${p.stranger.identityId}`)
  })

  it('says who holds the step, what may be done and what is masked', async () => {
    const { school, area, teacher } = region.people
    const [held] = (await why(school, 'studyExperience')).records
    expect(held?.text).toContain('在东区一中审核')
    expect(held?.can).toContain('approve')
    expect((await why(area, 'studyExperience')).records[0]?.can).not.toContain('approve')
    const masked = (await why(area, 'basicInfo')).steps.find(({ title }) => title === '栏目')?.text
    expect(masked).toMatch(/证件号码?.*只显示首尾/)
    expect((await why(teacher, 'basicInfo')).steps.find(({ title }) => title === '栏目')?.text).toBe(
      '各栏都可看全部内容',
    )
    await teacher.post('/api/v1/records/studyExperience', {
      ...study,
      startMonth: '2001-09',
      endMonth: '2004-06',
    })
    const drafts = (await why(school, 'studyExperience')).records.filter(({ sees }) => !sees)
    expect(drafts[0]?.text).toContain('没有提交的改动只有本人看得到')
  })

  it.each([
    ['identityId=x&subjectId=1', 'identityId'],
    ['identityId=999999&subjectId=1', 'identityId'],
    ['identityId=1&subjectId=999999', 'subjectId'],
    ['identityId=1', 'subjectId'],
  ])('refuses %s', async (query, field) => {
    const answer = await region.people.admin.get(`${url}?${query}`)
    expect([answer.status, answer.data.errors[0]?.field]).toEqual([400, field])
  })

  it('refuses a type that is none, or none of a teacher', async () => {
    for (const type of ['nothing', 'constructor', 'subjectGroup']) {
      const answer = await region.people.admin.get(
        `${url}?identityId=${region.people.school.identityId}&subjectId=${region.people.teacher.identityId}&type=${type}`,
      )
      expect([answer.status, answer.data.errors[0]?.field], type).toEqual([400, 'type'])
    }
  })
})
