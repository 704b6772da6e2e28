import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PrivacyAnswer, RegisterAnswer } from '../../../catalogue/contract/portal/privacy.ts'
import type { ExportJob } from '../../../catalogue/contract/administration/exports.ts'
import { recordHoldings } from '../../../catalogue/privacy/holdings.ts'
import { registry } from '../../app/records.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { picture, study } from '../../app/testing/test-values.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('privacy')))
afterAll(() => region.close())

const notice = async (): Promise<PrivacyAnswer> => {
  const { statusCode, body } = await region.app.inject({ url: '/api/v1/portal/privacy' })
  expect(statusCode).toBe(200)
  return JSON.parse(body).data
}
const teachers = Object.values(registry).filter(({ owner }) => owner === 'teacher')

describe('the page about personal information', () => {
  it('names every type and field of the archives with basis, law and period', async () => {
    const { groups, consents } = await notice()
    const holdings = groups.flatMap((group) => group.holdings)
    for (const { title, fields } of teachers) {
      const holding = holdings.find((one) => one.title === title)
      expect(holding, title).toMatchObject({
        fields: Object.values(fields).map(({ label }) => expect.objectContaining({ label })),
        basis: expect.stringMatching(/./),
        law: expect.stringMatching(/./),
        kept: expect.stringMatching(/./),
      })
    }
    const basic = holdings.find(({ title }) => title === '基本信息')
    expect(basic?.fields.find(({ label }) => label === '身份证件号')?.sensitive).toBe(true)
    expect(holdings.find(({ title }) => title === '登录和操作日志')?.kept).toContain('60 个月')
    expect(consents.map(({ title }) => title)).toContain('照片公开展示')
  })

  it('has one basis for each type of a teacher, and for nothing else', () => {
    expect(Object.keys(recordHoldings).toSorted()).toEqual(teachers.map(({ name }) => name).toSorted())
  })
})

describe('the register', () => {
  const url = '/api/v1/dataRegister'

  it('says of each field its level, who reads it in full, why it is held, and how often it is filled', async () => {
    const { teacher, school, area, admin } = region.people
    const made = await teacher.post('/api/v1/records/studyExperience', {
      ...study,
      attachments: [await picture(region, teacher)],
    })
    await teacher.post(`/api/v1/records/studyExperience/${made.data.id}/submit`, {})
    for (const who of [school, area])
      await who.post(`/api/v1/records/studyExperience/${made.data.id}/approve`, {})
    const { data } = await admin.get<RegisterAnswer>(`${url}?type=studyExperience`)
    expect(data).toMatchObject({ title: '学习经历', records: 1 })
    const field = (key: string) => data.fields.find((one) => one.key === key)
    expect(field('educationSchool')).toMatchObject({ level: 'personal', filled: 1 })
    expect(field('endMonth')?.why).toContain('履行法定职责')
    const basic = await admin.get<RegisterAnswer>(`${url}?type=basicInfo`)
    expect(basic.data.fields.find(({ key }) => key === 'idCardNo')).toMatchObject({
      level: 'sealed',
      readers: '本人、正在审核的单位看到完整内容，其他有权查看的只看到一部分',
    })
    expect(data.types).toHaveLength(Object.keys(registry).length)
  })

  it('leaves as a workbook with every field', async () => {
    const { admin } = region.people
    const asked = await admin.post<ExportJob>('/api/v1/exports', {
      list: 'dataRegister',
      query: {},
      columns: ['title', 'label', 'level', 'readers', 'why', 'kept', 'records', 'filled'],
      format: 'xlsx',
      purpose: '7',
      opened: [],
    })
    expect([asked.msg, asked.data.state]).toEqual(['ok', 'ready'])
    const fields = Object.values(registry).reduce((sum, one) => sum + Object.keys(one.fields).length, 0)
    expect(asked.data.rows).toBe(fields)
  })

  it('is the administrator’s, and knows the types there are', async () => {
    const { teacher, school, province, admin } = region.people
    for (const who of [teacher, school, province]) expect((await who.get(url)).status).toBe(403)
    expect((await region.app.inject({ url })).statusCode).toBe(401)
    for (const type of ['nothing', 'constructor', '__proto__'])
      expect((await admin.get(`${url}?type=${type}`)).status, type).toBe(400)
    expect((await admin.get(`${url}?other=1`)).status).toBe(400)
  })
})
