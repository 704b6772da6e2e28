import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormChoice, IssuedForm } from '../../../catalogue/contract/forms.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { readPdf } from '../../platform/pdf/test-read.ts'
import { sql } from '../../platform/db/sql.ts'
import { plainWords } from './verify.ts'
import { codeIn, enrolled, fileAt, ok, printed, verifiedAs } from './test-papers.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('forms')))
afterAll(() => region.close())

const form = 'basicRegistration'
const print = '/api/v1/forms/print'

describe('a printed form', () => {
  it('shows a teacher everything, an office what its screen shows, and an office with a purpose everything', async () => {
    const { owner, idCardNo } = await enrolled(region, '陈春芳')
    ok(await owner.post('/api/v1/records/familyMember', { relation: '10', name: '林家人', attachments: [] }))
    const own = await printed(region, owner, { form })
    expect(own.text).toContain(idCardNo)
    expect(own.text).not.toContain('＊已脱敏')
    expect(own.name).toBe('教师基本情况登记表 陈春芳.pdf')
    expect(own.pages).toHaveLength(2)
    const asked = { form, teacherId: owner.teacherId }
    const office = await printed(region, region.people.area, asked)
    expect(office.text).not.toContain(idCardNo)
    expect(office.text).toContain('＊已脱敏')
    expect(office.text).not.toContain('林家人')
    const whole = await printed(region, region.people.area, {
      ...asked,
      purpose: 'personnel',
      reason: '办理调动',
    })
    expect(whole.text).toContain(idCardNo)
    expect(whole.text).toContain('林家人')
    expect(whole.text).toContain('用途：人事办理')
    const reads = (await owner.get<{ list: { what: string }[] }>('/api/v1/user/archiveReads')).data.list
    expect(reads.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['打印的表格', '打印的表格（完整证件号等）']),
    )
  })

  it('is refused to everybody outside the scope, for purposes that are not theirs, and to whoever has no archive', async () => {
    const { owner } = await enrolled(region, '林外人')
    const asked = { form, teacherId: owner.teacherId }
    const { people } = region
    for (const who of [people.otherSchool, people.siblingSchool, people.stranger, people.colleague])
      expect((await who.post(print, asked)).status).toBe(404)
    for (const who of [people.admin, people.expert, people.staff])
      expect((await who.post(print, asked)).status).toBe(403)
    expect((await owner.post(print, { form, purpose: 'organization' })).status).toBe(403)
    expect((await people.school.post(print, { ...asked, purpose: 'organization' })).status).toBe(403)
    for (const [bad, field] of [
      [{ ...asked, form: 'nothing' }, 'form'],
      [{ ...asked, form: '__proto__' }, 'form'],
      [{ ...asked, purpose: 'x' }, 'purpose'],
      [{ ...asked, teacherId: -1 }, 'teacherId'],
      [{ ...asked, about: 'x' }, 'about'],
    ] as const) {
      const answer = await people.school.post(print, bad)
      expect([answer.status, answer.data?.errors?.[0]?.field], JSON.stringify(bad)).toEqual([400, field])
    }
    const fresh = await region.add(2, region.places.school, '没有档案')
    expect((await fresh.post(print, { form })).msg).toContain('没有档案无基本信息')
    expect((await people.school.get(`/api/v1/forms?teacherId=${fresh.teacherId}`)).status).toBe(200)
    expect((await people.otherSchool.get(`/api/v1/forms?teacherId=${owner.teacherId}`)).status).toBe(404)
  })

  it('is printed for everybody, whatever letters their name has', async () => {
    for (const name of ['𠮷田一', '赵𬎆', '刘𪻐', '周𡌴', '李𬭭', '㐂永']) {
      const { owner } = await enrolled(region, name)
      const paper = await printed(region, owner, { form })
      expect(paper.text).toContain(name)
      expect(paper.name).toBe(`教师基本情况登记表 ${name}.pdf`)
    }
    const unknown = await enrolled(region, '张𱍐')
    const { text } = await printed(region, unknown.owner, { form })
    expect(text).toContain('张〔U+31350〕')
    expect(text).toContain('打印字库没有〔U+31350〕，以统一码代替')
    expect(await verifiedAs(region, codeIn(text))).not.toBeNull()
    const whole = await printed(region, unknown.owner, { form: 'wholeArchive' })
    expect(whole.text).toContain('张〔U+31350〕')
  })

  it('leaves empty what was never said, and prints many records on continuation pages', async () => {
    const { owner } = await enrolled(region, '曾多条')
    const { school } = region.people
    for (let year = 2010; year < 2020; year += 1)
      ok(
        await school.post('/api/v1/records/annualAssessment', {
          ownerId: owner.teacherId,
          assessYear: year,
          assessResult: '2',
          assessUnit: '东区一中',
          attachments: [],
        }),
      )
    const { text } = await printed(region, school, { form, teacherId: owner.teacherId })
    expect(text).toContain('2019')
    expect(text).not.toContain('null')
    expect(text).not.toContain('undefined')
  })
})

describe('a paper that somebody holds', () => {
  it('is verified by its code, whole and letter by letter, and says no more than it should', async () => {
    const { owner, idCardNo } = await enrolled(region, '欧阳明月')
    const { bytes, text } = await printed(region, region.people.school, { form, teacherId: owner.teacherId })
    const code = codeIn(text)
    const paper = await verifiedAs(region, code)
    expect(paper).toMatchObject({
      title: '教师基本情况登记表',
      issuer: '东区一中',
      pages: 2,
      holder: '欧＊＊＊',
      state: 'valid',
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    expect(JSON.stringify(paper)).not.toMatch(new RegExp(`${idCardNo}|欧阳`))
    // The page says it without scripts, too.
    const said = await plainWords(region.engine, `/v/${code.replaceAll(' ', '')}?x=1`)
    expect(said).toMatch(
      /^有效。教师基本情况登记表（2026-1 版），持有人 欧＊＊＊，东区一中 \d{4}-\d{2}-\d{2} 打印，共 2 页。$/,
    )
    expect(await plainWords(region.engine, '/v/0000000000000000')).toBe('没有查到这份打印件，请核对验证码。')
    expect(await plainWords(region.engine, '/home/index')).toBe(null)
    // As people type it: capitals, hyphens, o for 0.
    for (const typed of [
      code.toUpperCase(),
      code.replaceAll(' ', '-'),
      code.replaceAll(' ', '').replaceAll('0', 'o'),
    ])
      expect((await verifiedAs(region, typed))?.state).toBe('valid')
    for (const wrong of ['', ' ', 'x', '0000 0000 0000 0000', `${code}0`, "' or 1=1--", '%00', '陈'].slice(1))
      expect(await verifiedAs(region, wrong)).toBe(null)
  })

  it('is superseded when what it says changes, and by a newer one of an office, not by the teacher’s own', async () => {
    const { owner, basic } = await enrolled(region, '方改名')
    const { school } = region.people
    const first = await printed(region, school, { form, teacherId: owner.teacherId })
    await printed(region, owner, { form })
    expect((await verifiedAs(region, codeIn(first.text)))?.state).toBe('valid')
    const { data } = await school.get<{ version: number }>(`/api/v1/records/basicInfo/${basic}`)
    ok(
      await school.put(`/api/v1/records/basicInfo/${basic}`, {
        version: data.version,
        orgEntryMonth: '2020-09',
      }),
    )
    expect((await verifiedAs(region, codeIn(first.text)))?.state).toBe('superseded')
    const second = await printed(region, school, { form, teacherId: owner.teacherId })
    expect((await verifiedAs(region, codeIn(second.text)))?.state).toBe('valid')
    const third = await printed(region, region.people.area, { form, teacherId: owner.teacherId })
    expect(await verifiedAs(region, codeIn(second.text))).toMatchObject({
      state: 'superseded',
      by: '东区教育局',
    })
    expect((await verifiedAs(region, codeIn(third.text)))?.state).toBe('valid')
  })

  it('is revoked by whoever issued it, with a reason, once', async () => {
    const { owner } = await enrolled(region, '何撤销')
    const { school, school2 } = region.people
    const { id, text, url } = await printed(region, school, { form, teacherId: owner.teacherId })
    const revoke = `/api/v1/forms/issued/${id}/revoke`
    expect((await school2.post(revoke, { reason: '误印' })).status).toBe(404)
    expect((await owner.post(revoke, { reason: '误印' })).status).toBe(404)
    expect((await school.post(revoke, { reason: ' ' })).data.errors[0]?.message).toBe('请填写撤销的原因')
    ok(await school.post(revoke, { reason: '误印' }))
    expect((await school.post(revoke, { reason: '误印' })).status).toBe(409)
    const paper = await verifiedAs(region, codeIn(text))
    expect(paper).toMatchObject({ state: 'revoked', by: '东区一中' })
    expect(JSON.stringify(paper)).not.toContain('误印')
    const mine = ok(await school.get<{ list: IssuedForm[] }>('/api/v1/forms/issued')).data.list
    expect(mine[0]).toMatchObject({
      id,
      holder: '何撤销',
      state: 'revoked',
      revokeReason: '误印',
      hasFile: true,
    })
    expect((await school2.get<{ list: IssuedForm[] }>('/api/v1/forms/issued')).data.list).toEqual([])
    // Its file again, for whoever made it and by a genuine address only.
    expect((await school2.get(`/api/v1/forms/issued/${id}/address`)).status).toBe(404)
    expect(
      (
        await fileAt(
          region,
          ok(await school.get<{ url: string }>(`/api/v1/forms/issued/${id}/address`)).data.url,
        )
      ).length,
    ).toBeGreaterThan(20_000)
    for (const bad of [
      url.replace(/sign=.{5}/, 'sign=AAAAA'),
      url.replace(/until=\d/, 'until=9'),
      `/files/paper/${id}`,
    ])
      expect((await region.app.inject({ method: 'GET', url: bad })).statusCode).toBeGreaterThanOrEqual(400)
  })

  it('is kept sealed', async () => {
    const { owner } = await enrolled(region, '密存')
    const { id } = await printed(region, owner, { form })
    const { file } = await region.db.one<{ file: string }>(
      sql`select file from issued_form where id = ${id}::uuid`,
    )
    expect(file).toMatch(/^k1\.|^\w+\.\d+\./)
    expect(Buffer.from(file, 'utf8').includes('JVBER')).toBe(false)
  })
})

it('the forms that are offered say what their purposes open', async () => {
  const { owner } = await enrolled(region, '列表人')
  const { list } = ok(
    await region.people.area.get<{ list: FormChoice[] }>(`/api/v1/forms?teacherId=${owner.teacherId}`),
  ).data
  expect(list[0]).toMatchObject({ form, title: '教师基本情况登记表', records: null })
  expect(list[0]?.purposes.map(({ label }) => label)).toEqual(['人事办理', '组织审查'])
  const own = ok(await owner.get<{ list: FormChoice[] }>('/api/v1/forms')).data.list
  expect(own[0]?.purposes.map(({ label }) => label)).toEqual(['人事办理'])
})

describe('a whole archive', () => {
  it('is a book with contents and page numbers; parts that need a purpose are opened by it alone', async () => {
    const { owner } = await enrolled(region, '全档案')
    ok(await owner.post('/api/v1/records/familyMember', { relation: '10', name: '沈家人', attachments: [] }))
    const { school, area, otherSchool } = region.people
    const asked = { form: 'wholeArchive', teacherId: owner.teacherId }
    const plain = await printed(region, school, asked)
    expect(plain.text).toContain('教师业务档案')
    expect(plain.text).toMatch(/基本信息 ?1 条 ?\d/)
    expect(plain.text).not.toContain('沈家人')
    expect(plain.pages[0]).not.toMatch(/\d{17}[\dX]/)
    expect(
      (await printed(region, area, { ...asked, purpose: 'personnel', reason: '办理调动' })).text,
    ).toContain('沈家人')
    expect((await otherSchool.post(print, asked)).status).toBe(404)
    const code = codeIn(plain.text)
    expect((await verifiedAs(region, code))?.state).toBe('superseded')
    const own = await printed(region, owner, asked)
    expect((await verifiedAs(region, codeIn(own.text)))?.state).toBe('valid')
    ok(await owner.post('/api/v1/records/familyMember', { relation: '20', name: '沈小儿', attachments: [] }))
    expect((await verifiedAs(region, codeIn(own.text)))?.state).toBe('valid')
    ok(
      await owner.post('/api/v1/records/contactInfo', {
        mobile: `199${String(owner.personId).padStart(8, '0')}`,
        attachments: [],
      }),
    )
    expect((await verifiedAs(region, codeIn(own.text)))?.state).toBe('superseded')
  })

  it('comes from the call of the specification as a file, in the parts that are asked for', async () => {
    const { owner } = await enrolled(region, '导出人')
    const file = async (query: string, token = region.people.school.token) =>
      region.app.inject({
        method: 'GET',
        url: `/api/v1/archive/export/${owner.teacherId}${query}`,
        headers: { token },
      })
    const whole = await file('?format=pdf')
    expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'application/pdf'])
    const part = await readPdf(new Uint8Array((await file('?parts=integrity')).rawPayload))
    expect(part.text).toContain('年度考核')
    expect(part.text).not.toContain('基本信息')
    expect((await file('?format=docx')).json()).toMatchObject({
      error_code: 40001,
      msg: '暂不支持导出 Word，请用 pdf',
    })
    expect((await file('?parts=x')).statusCode).toBe(400)
    expect((await file('', region.people.otherSchool.token)).statusCode).toBe(404)
    expect((await file('', region.people.admin.token)).statusCode).toBe(403)
  })
})
