import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  AsOfView,
  HistoryEntry,
  RecordPage,
  RecordView,
} from '../../../../catalogue/contract/archive/records.ts'
import { idNumber, testRegion, type Region } from '../../../app/testing/test-region.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('regimes')))
afterAll(() => region.close())

const contact = {
  mobile: '13912345678',
  email: 'lin@example.cn',
  address: '东区一中宿舍 3 号',
  officeTel: '0662-3412345',
}
const pay = {
  year: 2024,
  annualIncome: '120000',
  baseSalary: '5000.5',
  performanceSalary: '3000',
  ruralSubsidy: '0',
  otherSubsidy: '200',
  otherIncome: '0',
  insurance: ['1', '2'],
}
const basic = (birth: string) => ({
  name: '林疏影',
  gender: '2',
  idCardType: '1',
  idCardNo: idNumber(birth, false),
  birthDate: birth,
  staffCategory: '11',
  inEstablishment: true,
  contractKind: '1',
  orgEntryMonth: '2018-08',
  workStartMonth: '2018-08',
  teachStartMonth: '2018-08',
  politicalStatus: ['13'],
  teacherSource: '11',
  schoolStage: '4',
  mainSubject: '13',
  isNormalGraduate: true,
  hasSpecialEdTraining: false,
  hasSpecialEdCertificate: false,
  itCapability: '1',
  isSpecialGradeTeacher: false,
  isBackboneTeacher: false,
  isMentalHealthTeacher: false,
})

describe('records the owner keeps (own)', () => {
  it('take effect at once, keep their history and answer as of a day', async () => {
    const { teacher, school } = region.people
    const url = '/api/v1/records/contactInfo'
    const made = await teacher.post(url, contact)
    expect(made.status).toBe(200)
    expect((await teacher.post(url, contact)).status).toBe(409)
    const changed = await teacher.put(`${url}/${made.data.id}`, {
      officeTel: '0662-3400000',
      version: made.data.version,
    })
    expect(changed.status).toBe(200)
    expect(
      (await teacher.put(`${url}/${made.data.id}`, { officeTel: '0662-3400001', version: made.data.version }))
        .status,
    ).toBe(409)
    const history = await teacher.get<HistoryEntry[]>(`${url}/${made.data.id}/history`)
    expect(history.data[0]?.diff).toEqual({ officeTel: { from: '0662-3412345', to: '0662-3400000' } })
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    expect(
      (await teacher.get<AsOfView>(`${url}/${made.data.id}/asOf?date=${today}`)).data.values?.officeTel,
    ).toBe('0662-3400000')
    expect(
      (await teacher.get<AsOfView>(`${url}/${made.data.id}/asOf?date=2020-01-01`)).data.values,
    ).toBeNull()
    const masked = await school.get<RecordView>(`${url}/${made.data.id}`)
    expect(masked.data.effective).toMatchObject({
      mobile: '139****5678',
      email: 'l***@example.cn',
      officeTel: '0662-3400000',
    })
    expect((await school.put(`${url}/${made.data.id}`, { officeTel: '1', version: 2 })).status).toBe(403)
  })

  it('refuse a mobile number that another teacher has', async () => {
    const answer = await region.people.colleague.post('/api/v1/records/contactInfo', contact)
    expect(answer).toMatchObject({ status: 409, data: { errors: [{ field: 'mobile' }] } })
  })
})

describe('records the institution keeps (recorded)', () => {
  const url = '/api/v1/records/salary'
  it('are written by the school and its superiors, never by the teacher', async () => {
    const { teacher, school, area, otherSchool, siblingSchool } = region.people
    expect((await teacher.post(url, { ...pay, ownerId: teacher.teacherId })).status).toBe(403)
    expect((await school.post(url, pay)).data.errors[0]?.field).toBe('ownerId')
    const made = await school.post(url, { ...pay, ownerId: teacher.teacherId })
    expect(made.status).toBe(200)
    expect((await school.post(url, { ...pay, ownerId: teacher.teacherId })).status).toBe(400)
    expect((await otherSchool.post(url, { ...pay, year: 2023, ownerId: teacher.teacherId })).status).toBe(404)
    expect((await teacher.put(`${url}/${made.data.id}`, { baseSalary: '9', version: 1 })).status).toBe(403)
    expect((await teacher.post(`${url}/${made.data.id}/void`, { reason: 'x' })).status).toBe(403)
    expect((await siblingSchool.get<RecordView>(`${url}/${made.data.id}`)).status).toBe(404)
    expect((await teacher.get<RecordView>(`${url}/${made.data.id}`)).data.effective?.baseSalary).toBe(
      '5000.50',
    )
    expect((await area.get<RecordView>(`${url}/${made.data.id}`)).data.effective).toMatchObject({
      baseSalary: '***',
      year: 2024,
    })
    const edited = await school.put(`${url}/${made.data.id}`, {
      baseSalary: '5100',
      version: made.data.version,
    })
    expect(edited.status).toBe(200)
    expect((await school.post(`${url}/${made.data.id}/void`, {})).data.errors[0]?.field).toBe('reason')
    expect((await school.post(`${url}/${made.data.id}/void`, { reason: '录错人' })).data.state).toBe('voided')
    expect((await teacher.get<RecordPage>(url)).data.list).toMatchObject([{ state: 'voided', can: [] }])
  })

  it('of a school itself: subject groups with members of that school only', async () => {
    const { school, teacher, colleague, stranger, area } = region.people
    const group = {
      name: '语文组',
      groupKind: '1',
      schoolStage: '4',
      subject: '13',
      leader: teacher.teacherId,
      members: [colleague.teacherId],
    }
    const wrong = await school.post('/api/v1/records/subjectGroup', { ...group, leader: stranger.teacherId })
    expect(wrong.data.errors).toEqual([{ field: 'leader', message: '科组长：只能从本单位的教师中选' }])
    const made = await school.post('/api/v1/records/subjectGroup', group)
    expect(made.status).toBe(200)
    expect(
      (await school.post('/api/v1/records/subjectGroup', { ...group, members: [] })).data.errors[0]?.message,
    ).toBe('本校已有同名的科组')
    expect(
      (await school.post('/api/v1/records/subjectGroup', { ...group, name: '语文二组' })).data.errors[0]
        ?.message,
    ).toContain('同类科组')
    expect((await area.get<RecordPage>('/api/v1/records/subjectGroup')).data.list).toHaveLength(1)
    expect((await teacher.get<RecordPage>('/api/v1/records/subjectGroup')).data.list).toEqual([])
    expect((await teacher.post('/api/v1/records/subjectGroup', group)).status).toBe(403)
  })
})

describe('records with two writers (mixed)', () => {
  const url = '/api/v1/records/basicInfo'
  it('take the institution’s fields at once and the teacher’s after review', async () => {
    const { teacher, school } = region.people
    const made = await school.post(url, { ...basic('1990-05-06'), ownerId: teacher.teacherId })
    expect(made.msg).toBe('ok')
    const refused = await teacher.put(`${url}/${made.data.id}`, { name: '林某', version: 1 })
    expect(refused.data.errors[0]).toEqual({ field: 'name', message: '姓名不由您填写' })
    const edit = await teacher.put(`${url}/${made.data.id}`, { formerName: '林小影', version: 1 })
    const sent = await teacher.post(`${url}/${made.data.id}/submit`, { version: edit.data.version })
    expect(sent.data).toMatchObject({ state: 'inReview', level: 'school' })
    const meanwhile = await school.put(`${url}/${made.data.id}`, {
      contractKind: '2',
      version: sent.data.version,
    })
    expect(meanwhile.status).toBe(200)
    const now = await school.get<RecordView>(`${url}/${made.data.id}`)
    expect(now.data.effective).toMatchObject({ contractKind: '2', formerName: null })
    expect(now.data.effective?.idCardNo).toBe('*'.repeat(18))
    const passed = await school.post(`${url}/${made.data.id}/approve`, {})
    expect(passed.data.state).toBe('approved')
    expect((await teacher.get<RecordView>(`${url}/${made.data.id}`)).data.effective).toMatchObject({
      contractKind: '2',
      formerName: '林小影',
    })
  })

  it('send masked values back untouched without losing the real ones', async () => {
    const { school, colleague } = region.people
    const made = await school.post(url, {
      ...basic('1985-01-02'),
      name: '曾广',
      ownerId: colleague.teacherId,
    })
    const shown = (await school.get<RecordView>(`${url}/${made.data.id}`)).data.effective
    expect(shown?.idCardNo).toContain('*')
    const edit = await school.put(`${url}/${made.data.id}`, {
      idCardNo: shown?.idCardNo,
      contractKind: '2',
      version: 1,
    })
    expect(edit.status).toBe(200)
    expect((await colleague.get<RecordView>(`${url}/${made.data.id}`)).data.effective?.idCardNo).toMatch(
      /^44999919850102\d{3}[\dX]$/,
    )
  })
})
