import JSZip from 'jszip'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { everything } from '../../platform/testing/test-extent.ts'
import type { Bundle, PaperAddress } from '../../../catalogue/contract/forms.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { createLog } from '../../platform/log/log.ts'
import { readPdf } from '../../platform/pdf/test-read.ts'
import { sql } from '../../platform/db/sql.ts'
import { codeIn, enrolled, fileAt, ok, printed, verifiedAs } from './test-papers.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('forms-bundles', createLog('silent'), { jobs: true })))
afterAll(() => region.close())

const url = '/api/v1/forms/bundles'
const form = 'basicRegistration'
const mine = async (who: Person) => ok(await who.get<{ list: Bundle[] }>(url)).data.list
const begun = async (who: Person, body: object) => ok(await who.post<{ id: string }>(url, body)).data.id
const readyFor = (who: Person, id: string) =>
  vi.waitFor(
    async () => {
      const found = (await mine(who)).find((one) => one.id === id)
      expect(found?.state).toBe('ready')
      return found
    },
    { timeout: 40_000, interval: 250 },
  )

describe('one form for many people', () => {
  it('is made in the background, says whose could not be made, and comes as a zip of papers that verify', async () => {
    const people = [
      await enrolled(region, '包一'),
      await enrolled(region, '包二'),
      await enrolled(region, '包𠮷'),
    ]
    const bare = await region.add(2, region.places.school, '包空')
    const { school, school2 } = region.people
    const teacherIds = [...people.map(({ owner }) => owner.teacherId), bare.teacherId]
    const id = await begun(school, { form, teacherIds })
    const bundle = await readyFor(school, id)
    expect(bundle).toMatchObject({ title: '教师基本情况登记表', total: 4, done: 3 })
    expect(bundle?.faults).toEqual([{ name: '包空', why: '包空无基本信息，不能打印该表' }])
    expect(await mine(school2)).toEqual([])
    expect((await school2.get(`${url}/${id}/address`)).status).toBe(404)
    const { data } = ok(await school.get<PaperAddress>(`${url}/${id}/address`))
    const zip = await JSZip.loadAsync(await fileAt(region, data.url), { checkCRC32: true })
    const names = Object.keys(zip.files)
    expect(names).toEqual([
      expect.stringMatching(/^东区一中-包一-\d+\.pdf$/),
      expect.stringMatching(/^东区一中-包二/),
      expect.stringMatching(/^东区一中-包𠮷-\d+\.pdf$/u),
    ])
    const first = await readPdf(await zip.files[names[0] ?? '']!.async('uint8array'))
    expect(first.text).toContain('包一')
    expect((await verifiedAs(region, codeIn(first.text)))?.state).toBe('valid')
    const told = ok(await school.get<{ list: { title: string }[] }>('/api/v1/userSystemMessage')).data.list
    expect(told.map(({ title }) => title)).toContain('教师基本情况登记表已打包完成，共 3 份')
    const reads = (await people[0]!.owner.get<{ list: { what: string }[] }>('/api/v1/user/archiveReads')).data
      .list
    expect(reads.map(({ what }) => what)).toContain('打印的表格')
    // Papers of a bundle do not crowd the list of those that were made one by one.
    expect(ok(await school.get<{ list: unknown[] }>('/api/v1/forms/issued')).data.list).toEqual([])
    await region.db.execute(
      sql`update form_bundle set kept_until = now() - interval '1 minute' where id = ${id}::uuid`,
    )
    expect((await mine(school))[0]?.state).toBe('expired')
    expect((await school.get(`${url}/${id}/address`)).msg).toContain('保存期已过')
  })

  it('takes everybody whom a question to the roll finds', async () => {
    const { otherSchool } = region.people
    const id = await begun(otherSchool, { form: 'wholeArchive', found: {} })
    const bundle = await readyFor(otherSchool, id)
    expect(bundle?.total).toBe(1)
    expect(bundle?.done).toBe(1)
  })

  it.runIf(everything)('goes on after a kill where it was, and stops when it is told to', async () => {
    const one = await enrolled(region, '续一')
    const two = await enrolled(region, '续二')
    const { school } = region.people
    const id = await begun(school, { form, teacherIds: [one.owner.teacherId, two.owner.teacherId] })
    const bundle = await readyFor(school, id)
    expect(bundle?.done).toBe(2)
    // As if a process had been killed between two papers: only the missing one is made again.
    const { kept } = await region.db.one<{ kept: string }>(sql`
      update form_bundle_item
      set issued_id = null
      where bundle_id = ${id}::uuid and teacher_id = ${two.owner.teacherId}
      returning (select issued_id
          from form_bundle_item
          where bundle_id = ${id}::uuid and teacher_id = ${one.owner.teacherId}) as kept`)
    await region.db.execute(sql`update form_bundle set state = 'running' where id = ${id}::uuid`)
    await readyFor(school, id)
    const rows = await region.db.query<{ issued_id: string }>(
      sql`select issued_id from form_bundle_item where bundle_id = ${id}::uuid and teacher_id = ${one.owner.teacherId}`,
    )
    expect(rows).toEqual([{ issued_id: kept }])
    expect((await school.post(`${url}/${id}/cancel`, {})).status).toBe(409)
    expect((await region.people.school2.post(`${url}/${id}/cancel`, {})).status).toBe(404)
  })

  it('is refused for people outside the scope, for other forms, to teachers, and for too many', async () => {
    const { owner } = await enrolled(region, '不给包')
    const { people } = region
    const teacherIds = [owner.teacherId]
    expect((await people.otherSchool.post(url, { form, teacherIds })).status).toBe(404)
    for (const who of [owner, people.admin, people.expert])
      expect((await who.post(url, { form, teacherIds })).status).toBe(403)
    for (const bad of [
      { form: 'annualAssessment', teacherIds },
      { form: 'transferApproval', teacherIds },
      { form: 'x', teacherIds },
      { form, teacherIds: [] },
      { form, teacherIds: Array.from({ length: 2001 }, (_, i) => i + 1) },
      { form, found: { state: 'x' } },
      { form, teacherIds, purpose: 'organization' },
    ])
      expect((await people.school.post(url, bad)).status, JSON.stringify(bad).slice(0, 80)).toBe(400)
    const { n } = await region.db.one<{ n: number }>(
      sql`select count(*)::int as n from form_bundle_item where teacher_id = ${owner.teacherId}`,
    )
    expect(n).toBe(0)
  })
})

describe('the roster', () => {
  it('has everybody of the school, 25 a page under the same head, masked as the roll is', async () => {
    const { owner, idCardNo } = await enrolled(region, '花名人')
    for (let i = 0; i < 30; i += 1) await region.add(2, region.places.school, `册${i}`)
    const { school, area, otherSchool } = region.people
    const all = await printed(region, school, { form: 'roster' })
    expect(all.text).toContain('东区一中教职工花名册')
    expect(all.pages.length).toBeGreaterThanOrEqual(2)
    expect(all.pages.every((page) => page.includes('证件号码'))).toBe(true)
    expect(all.text).toContain('花名人')
    expect(all.text).not.toContain(idCardNo)
    expect(all.text).not.toContain('验证码')
    const one = await printed(region, area, { form: 'roster', teacherIds: [owner.teacherId] })
    expect(one.text).toContain('共 1 人')
    expect((await area.post('/api/v1/forms/print', { form: 'roster' })).status).toBe(400)
    expect(
      (await otherSchool.post('/api/v1/forms/print', { form: 'roster', teacherIds: [owner.teacherId] }))
        .status,
    ).toBe(404)
    expect((await owner.post('/api/v1/forms/print', { form: 'roster' })).status).toBe(403)
  })
})
