import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormChoice } from '../../../catalogue/contract/forms.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture } from '../../app/testing/test-values.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { codeIn, enrolled, ok, printed, transferOf, verifiedAs } from './test-papers.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('forms-cases')))
afterAll(() => region.close())

const form = 'transferApproval'
const print = '/api/v1/forms/print'

describe('the paper of a transfer', () => {
  it('is marked, without code, until the last office agreed; then it carries every decision', async () => {
    const { owner } = await enrolled(region, '何调动')
    const { people } = region
    const { id, move } = await transferOf(region, owner, '何调动')
    const asked = { form, about: id }
    expect((await people.school.post(print, asked)).status).toBe(404)
    await move(people.otherSchool, 'submit')
    const early = await printed(region, people.school, asked)
    expect(early.text).toContain('未批准')
    expect(early.text).not.toContain('验证码')
    expect(early.text).toContain('东教调〔2026〕8号')
    await move(people.school, 'agree', '同意调出，请按时交接')
    await move(people.area, 'agree')
    await move(people.otherArea, 'approve')
    const done = await printed(region, people.school, asked)
    expect(done.text).not.toContain('未批准')
    for (const words of ['同意调出，请按时交接', '周明岚', '何以宁', '冯西', '王西', '工作需要', '东区一中'])
      expect(done.text).toContain(words)
    const code = codeIn(done.text)
    expect(await verifiedAs(region, code)).toMatchObject({
      title: '教师调动审批表',
      holder: '何＊＊',
      state: 'valid',
    })
    await move(people.otherArea, 'cancel', '情况有变')
    expect((await verifiedAs(region, code))?.state).toBe('superseded')
    const after = await printed(region, people.school, asked)
    expect(after.text).toContain('已取消')
    expect(after.text).not.toContain('验证码')
  })

  it('shows the receiving school the case and nothing of an archive that is not its own', async () => {
    const { owner, idCardNo } = await enrolled(region, '罗接收')
    const { people } = region
    const { id, move } = await transferOf(region, owner, '罗接收')
    await move(people.otherSchool, 'submit')
    const { text } = await printed(region, people.otherSchool, { form, about: id })
    expect(text).toContain('罗接收')
    expect(text).toContain('档案中的栏目由教师现单位打印时列入')
    expect(text).not.toMatch(/汉族|19\d\d\.\d\d/)
    expect(text).not.toContain(idCardNo.slice(-4))
    for (const who of [people.siblingSchool, people.citySchool, people.stranger])
      expect((await who.post(print, { form, about: id })).status).toBe(404)
    expect((await people.siblingSchool.get(`/api/v1/forms?caseId=${id}`)).status).toBe(404)
    const { list } = ok(
      await people.otherSchool.get<{ list: FormChoice[] }>(`/api/v1/forms?caseId=${id}`),
    ).data
    expect(list.map(({ title }) => title)).toEqual(['教师调动审批表'])
    expect((await people.otherSchool.post(print, { form: 'postingApproval', about: id })).status).toBe(404)
    expect((await people.otherSchool.post(print, { form })).data.errors[0]?.field).toBe('about')
  })
})

describe('the paper of a change of status', () => {
  it('is marked until the authority confirmed; then it says what was decided, by whom', async () => {
    const { owner } = await enrolled(region, '罗退休')
    const { school, area, otherSchool } = region.people
    const made = await school.post<{ id: string; version: number }>('/api/v1/statusChange', {
      about: { teacherId: owner.teacherId },
      value: { kind: '1', toStatus: '01', leaveReason: '12', effectiveOn: '2026-09-01', reason: '到龄退休' },
    })
    const id = ok(made).data.id
    const move = async (who: Person, action: string) => {
      const seen = await who.get<{ version: number }>(`/api/v1/statusChange/${id}`)
      ok(
        await who.post(`/api/v1/statusChange/${id}/${action}`, {
          version: seen.data.version,
          reason: '同意退休',
        }),
      )
    }
    const asked = { form: 'statusChangeApproval', about: id }
    await move(school, 'submit')
    expect((await printed(region, school, asked)).text).toContain('未批准')
    await move(area, 'approve')
    const { text } = await printed(region, school, asked)
    for (const words of ['教职工人员状态变更审批表', '罗退休', '退休', '到龄退休', '同意退休', '何以宁'])
      expect(text).toContain(words)
    expect(text).not.toContain('未批准')
    expect((await otherSchool.post(print, asked)).status).toBe(404)
  })
})

describe('seals', () => {
  const pictures = (bytes: Uint8Array) =>
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\/Subtype \/Image/g)?.length ?? 0
  const giveSeal = async (institution: number, who: Person) => {
    const file = await picture(region, who)
    await region.db.execute(sql`update institution set seal_file = ${file} where id = ${institution}`)
    return file
  }

  it('of the offices stand on a transfer once the last one agreed, each as it was on its day', async () => {
    const { owner } = await enrolled(region, '印章甲')
    const { people, places } = region
    await giveSeal(places.school, people.school)
    const late = await giveSeal(places.otherSchool, people.otherSchool)
    await region.db.execute(sql`update file set created_at = now() + interval '3 days' where id = ${late}`)
    const { id, move } = await transferOf(region, owner, '印章甲')
    const asked = { form, about: id }
    await move(people.otherSchool, 'submit')
    await move(people.school, 'agree')
    await move(people.area, 'agree')
    const early = await printed(region, people.school, asked)
    expect([pictures(early.bytes), early.text.includes('印章图样')]).toEqual([0, false])
    await move(people.otherArea, 'approve')
    const one = await printed(region, people.school, asked)
    expect(one.text).toContain('印章图样，以验证页为准')
    expect(pictures(one.bytes)).toBeGreaterThan(0)
    await region.db.execute(sql`update file set created_at = now() - interval '3 days' where id = ${late}`)
    expect(pictures((await printed(region, people.school, asked)).bytes)).toBeGreaterThan(pictures(one.bytes))
  })

  it('of a school stands on what it issues, and on nothing that a teacher prints', async () => {
    const { owner } = await enrolled(region, '印章乙')
    const { school } = region.people
    const of = { form: 'basicRegistration' }
    const issued = await printed(region, school, { ...of, teacherId: owner.teacherId })
    expect(pictures(issued.bytes)).toBeGreaterThan(0)
    const own = await printed(region, owner, of)
    expect([pictures(own.bytes), own.text.includes('印章图样')]).toEqual([0, false])
  })
})

describe('forms about one record', () => {
  it('print the year that was chosen, and stand for that record only', async () => {
    const { owner } = await enrolled(region, '考核人')
    const { school, otherSchool } = region.people
    const year = async (assessYear: number, comment: string) =>
      ok(
        await school.post('/api/v1/records/annualAssessment', {
          ownerId: owner.teacherId,
          assessYear,
          assessResult: '2',
          assessUnit: '东区一中',
          comment,
          attachments: [],
        }),
      ).data.id
    const [first, second] = [await year(2023, '勤勉尽责'), await year(2024, '教学有方')]
    const asked = { form: 'annualAssessment', teacherId: owner.teacherId }
    const one = await printed(region, school, { ...asked, about: first })
    expect(one.text).toContain('2023 年度')
    expect(one.text).toContain('勤勉尽责')
    expect(one.text).not.toContain('教学有方')
    await printed(region, school, { ...asked, about: second })
    expect((await verifiedAs(region, codeIn(one.text)))?.state).toBe('valid')
    const record = `/api/v1/records/annualAssessment/${first}`
    const { version } = (await school.get<{ version: number }>(record)).data
    ok(await school.put(record, { version, comment: '改过的评语' }))
    expect((await verifiedAs(region, codeIn(one.text)))?.state).toBe('superseded')
    const other = await enrolled(region, '他人的')
    expect(
      (await school.post(print, { form: 'annualAssessment', teacherId: other.owner.teacherId, about: first }))
        .status,
    ).toBe(404)
    expect((await otherSchool.post(print, { ...asked, about: first })).status).toBe(404)
  })

  it('the proof of hours adds up by year and kind', async () => {
    const { owner } = await enrolled(region, '学时人')
    const { text } = await printed(region, region.people.school, {
      form: 'trainingHours',
      teacherId: owner.teacherId,
    })
    expect(text).toContain('兹证明 学时人')
    expect(text).toMatch(/证件号后四位 [\dX]{0,4}/)
    expect(text).toContain('特此证明')
    // The last five years, also those without a row.
    const latest = Number(today().slice(0, 4))
    for (let back = 0; back < 5; back += 1) expect(text).toMatch(new RegExp(`${latest - back} [0 ]+0`))
  })
})
