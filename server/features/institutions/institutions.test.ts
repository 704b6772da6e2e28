import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  InstitutionLine,
  InstitutionRowsAnswer,
  InstitutionTree,
  InstitutionView,
} from '../../../catalogue/contract/administration/institutions.ts'
import { institutionFieldsOf } from '../../../catalogue/institutions/fields.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { fillInstitutionForms } from '../../engine/directory/index.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('institutions')
  await fillInstitutionForms(region.db, region.engine.sortForm)
})
afterAll(() => region.close())

const url = '/api/v1/institutionManage'
let count = 0
/** Ten digits nobody has. */
const freshCode = () => `21440${String(10_000 + (count += 1))}`
const school = (more: object = {}) => ({
  parentId: region.places.district,
  kind: '40',
  name: `新办小学${(count += 1)}`,
  code: freshCode(),
  facts: { schoolType: '211', areaCode: '441702' },
  ...more,
})
const add = async (who: Person, more: object = {}): Promise<InstitutionView> => {
  const made = await who.post<InstitutionView>(url, school(more))
  expect(made.msg).toBe('ok')
  return made.data
}
const faultsOf = (answer: { data: unknown }) =>
  (answer.data as { errors: { field: string }[] }).errors[0]?.field
const view = async (who: Person, id: number) => (await who.get<InstitutionView>(`${url}/${id}`)).data
const names = async (who: Person, query: string) =>
  (await who.get<{ list: InstitutionLine[] }>(`${url}?pageSize=100&${query}`)).data.list.map(
    ({ name }) => name,
  )

describe('who keeps institutions', () => {
  it('authorities in their region and the administrator; nobody else asks', async () => {
    const { area, city, province, admin, ...others } = region.people
    for (const who of [others.teacher, others.school, others.expert, others.staff])
      expect((await who.get(url)).status).toBe(403)
    expect((await region.people.otherArea.get(`${url}/${region.places.school}`)).status).toBe(404)
    for (const who of [area, city, province, admin])
      expect((await who.get(`${url}/${region.places.school}`)).status).toBe(200)
  })

  it('a district adds no school in the next district, edits none there, and not itself', async () => {
    const { area } = region.people
    const { otherDistrict, otherSchool, district, city } = region.places
    for (const parentId of [otherDistrict, city, 999_999]) {
      const answer = await area.post(url, school({ parentId }))
      expect([answer.status, faultsOf(answer)]).toEqual([400, 'parentId'])
    }
    const edit = { version: 1, facts: { principal: '外人' } }
    expect((await area.put(`${url}/${otherSchool}`, edit)).status).toBe(404)
    expect((await area.put(`${url}/${district}`, edit)).status).toBe(403)
    const close = { version: 1, on: today(), reason: '不该能办' }
    expect((await area.put(`${url}/${otherSchool}/close`, close)).status).toBe(404)
    expect((await area.put(`${url}/${district}/close`, close)).status).toBe(403)
    const level = { version: 1, kind: '20' }
    expect((await area.put(`${url}/${district}/level`, level)).status).toBe(403)
  })

  it('each kind stands where it may: no city below a district, no district below a school', async () => {
    const { admin } = region.people
    const facts = { areaCode: '441702' }
    for (const [kind, parentId, field] of [
      ['20', region.places.district, 'kind'],
      ['10', region.places.province, 'kind'],
      ['30', region.places.school, 'parentId'],
    ] as const) {
      const answer = await admin.post(url, { parentId, kind, name: `不合适${kind}`, facts })
      expect([answer.status, faultsOf(answer)]).toEqual([400, field])
    }
    expect(
      (await admin.post(url, { parentId: region.places.city, kind: '30', name: '北区教育局', facts })).msg,
    ).toBe('ok')
  })
})

describe('a new school', () => {
  it('stands in the tree, is found by name, pinyin, initials and code, and takes teachers', async () => {
    const { area, city, admin } = region.people
    const made = await add(area, { name: '沙湾小学', code: '2144099001' })
    expect(made).toMatchObject({ level: 'school', above: '东区教育局', version: 1 })
    expect(made.path.map(({ name }) => name)).toEqual(['东区教育局', '沙湾小学'])
    for (const q of ['沙湾', 'shawan', 'swxx', '2144099001'])
      expect(await names(city, `q=${encodeURIComponent(q)}`)).toContain('沙湾小学')
    expect(await names(region.people.otherArea, 'q=swxx')).toEqual([])
    const tree = (await area.get<InstitutionTree>(`${url}/tree`)).data
    expect(tree.children.map(({ name }) => name)).toContain('沙湾小学')
    const given = await admin.post('/api/v1/userManage', {
      name: '新老师',
      loginName: 'new_of_shawan',
      idNo: '',
      mobile: '',
      role: 2,
      institutionId: made.id,
    })
    expect(given.msg).toBe('ok')
    expect((await view(area, made.id)).teachers).toBe(1)
  })

  it('is refused with the field: name, code, type, phone and an unknown field', async () => {
    const { area } = region.people
    const taken = await add(area)
    const facts = school().facts
    for (const [more, field] of [
      [{ name: ' ' }, 'name'],
      [{ name: taken.name }, 'name'],
      [{ code: taken.code }, 'code'],
      [{ code: '441702' }, 'code'],
      [{ code: '12' }, 'code'],
      [{ facts: { ...facts, schoolType: '' } }, 'schoolType'],
      [{ facts: { ...facts, phone: '12' } }, 'phone'],
      [{ facts: { ...facts, areaCode: '999999' } }, 'areaCode'],
      [{ facts: { ...facts, password: 'x' } }, 'password'],
      [{ kind: '77' }, 'kind'],
      [{ openedOn: '2020-02-30' }, 'openedOn'],
    ] as const) {
      const answer = await area.post(url, school(more))
      expect([answer.status >= 400 && answer.status < 500, faultsOf(answer)], JSON.stringify(more)).toEqual([
        true,
        field,
      ])
    }
  })

  it('two at once with one code: one is added, the other is told', async () => {
    const { area } = region.people
    const code = freshCode()
    const answers = await Promise.all([area.post(url, school({ code })), area.post(url, school({ code }))])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('many schools pasted', () => {
  const row = (name: string, code: string) => ({ name, code, schoolType: '211', areaCode: '441702' })
  it('names every fault at its row, writes nothing then, and all of them once they are right', async () => {
    const { area } = region.people
    const { district: parentId } = region.places
    const paste = async (rows: object[], check: boolean) =>
      (await area.post<InstitutionRowsAnswer>(`${url}/many`, { parentId, kind: '40', check, rows })).data
    const code = freshCode()
    const bad = [row('甲村小学', code), row('乙村小学', code), { ...row('', ''), schoolType: '998' }]
    const told = await paste(bad, false)
    expect(told.added).toBe(0)
    expect(told.rows.map(({ faults }) => faults.map(({ field }) => field))).toEqual([
      [],
      ['code'],
      ['name', 'schoolType'],
    ])
    expect(await names(area, `q=${encodeURIComponent('甲村')}`)).toEqual([])
    const good = [row('甲村小学', code), row('乙村小学', freshCode())]
    expect((await paste(good, true)).added).toBe(0)
    expect(await names(area, `q=${encodeURIComponent('甲村')}`)).toEqual([])
    expect((await paste(good, false)).added).toBe(2)
    // Sent again after a lost answer it adds nothing twice.
    expect((await paste(good, false)).added).toBe(0)
    expect(await names(area, `q=${encodeURIComponent('甲村')}`)).toEqual(['甲村小学'])
  })
})

describe('areas by name', () => {
  it('are read beside codes, near the parent first; a name of nowhere is a fault of its cell', async () => {
    const { area, city } = region.people
    const paste = async (areaCode: string) => {
      const row = { name: `按名称${freshCode()}`, code: freshCode(), schoolType: '211', areaCode }
      const body = { parentId: region.places.district, kind: '40', check: false, rows: [row] }
      const { data } = await area.post<InstitutionRowsAnswer>(`${url}/many`, body)
      const [told] = data.rows
      return told?.id ? (await view(city, told.id)).facts['areaCode'] : told?.faults.map(({ field }) => field)
    }
    expect(await paste('江城区')).toBe('441702')
    expect(await paste('江城')).toBe('441702')
    expect(await paste('广东省/阳江市/阳东区')).toBe('441704')
    expect(await paste('无何有之乡')).toEqual(['areaCode'])
  })
})

describe('the root of an empty tree', () => {
  it('gets level, name, area and code by one call, by the administrator alone; nothing where one is wrong', async () => {
    const { admin, area } = region.people
    const { id: root } = await region.db.one<{ id: number }>(sql`
      insert into institution (level, code, name, kind, area_code)
      values ('province', null, '平台', '10', '000000') returning id`)
    await region.db.execute(sql`update institution set province_id = id where id = ${root}`)
    const said = { version: 1, kind: '20', name: '阳江市教育局', code: '441700', areaCode: '441700' }
    expect((await area.put(`${url}/${root}/level`, said)).status).toBe(403)
    for (const [more, field] of [
      [{ name: '' }, 'name'],
      [{ code: '12' }, 'code'],
      [{ areaCode: '999999' }, 'areaCode'],
      [{ areaCode: '' }, 'areaCode'],
      [{ kind: '40' }, 'kind'],
    ] as const) {
      const answer = await admin.put(`${url}/${root}/level`, { ...said, ...more })
      expect([answer.status, faultsOf(answer)]).toEqual([400, field])
    }
    const { data } = await admin.put<InstitutionView>(`${url}/${root}/level`, said)
    expect(data).toMatchObject({ name: said.name, code: said.code, kind: '20', level: 'city' })
    expect(data.facts['areaCode']).toBe('441700')
    expect((await admin.put(`${url}/${root}/level`, said)).status, 'an older version').toBe(409)
  })
})

describe('changes', () => {
  it('of what is said keep the rest, want the version, and note the values before', async () => {
    const { area } = region.people
    const { id } = await add(area)
    const edit = { version: 1, facts: { principal: '沈砚', staffQuota: 60, urbanRural: '210' } }
    const after = (await area.put<InstitutionView>(`${url}/${id}`, edit)).data
    expect(after).toMatchObject({ version: 2, principal: '沈砚', staffQuota: 60 })
    expect(after.facts).toMatchObject({ schoolType: '211', urbanRural: '210' })
    expect((await area.put(`${url}/${id}`, edit)).status).toBe(409)
    const { facts } = await region.db.one<{ facts: { before: object } }>(sql`
      select facts from audit where action = 'institution.described' order by id desc limit 1`)
    expect(facts.before).toMatchObject({ principal: null, staffQuota: null })
  })

  it('of the name keep the former one with its days; both find it, and its code is never given again', async () => {
    const { area } = region.people
    const { id, code } = await add(area, { name: '红旗小学', openedOn: '1990-09-01' })
    const newCode = freshCode()
    const to = { version: 1, name: '育才小学', code: newCode, from: '2020-09-01' }
    for (const [more, status] of [
      [{ from: '2999-01-01' }, 400],
      [{ from: '1980-01-01' }, 400],
      [{ name: '东区一中' }, 409],
      [{ code: 'abc' }, 400],
    ] as const)
      expect((await area.put(`${url}/${id}/name`, { ...to, ...more })).status).toBe(status)
    const renamed = (await area.put<InstitutionView>(`${url}/${id}/name`, to)).data
    expect(renamed.former).toEqual([{ name: '红旗小学', code, from: '1990-09-01', to: '2020-08-31' }])
    for (const q of ['红旗', '育才', code])
      expect(await names(area, `q=${encodeURIComponent(q ?? '')}`)).toContain('育才小学')
    const again = await area.post(url, school({ code }))
    expect([again.status, faultsOf(again)]).toEqual([409, 'code'])
    // The next day it was only a slip of the pen: no third name appears.
    // A code that is not sent stays.
    const slip = { version: renamed.version, name: '育材小学', from: '2020-09-01' }
    const last = (await area.put<InstitutionView>(`${url}/${id}/name`, slip)).data
    expect([last.former.length, last.code]).toEqual([1, newCode])
  })
})

describe('closing', () => {
  it('waits for teachers, those below and open reviews; then accounts end and the code stays taken', async () => {
    const { area, admin } = region.people
    const { school: full, district } = region.places
    const { version } = await view(area, full)
    const kept = await area.put(`${url}/${full}/close`, { version, on: today(), reason: '并入他校' })
    expect([kept.status, kept.msg]).toEqual([409, expect.stringMatching(/^东区一中还有 \d+ 位教师/)])
    const above = await view(region.people.city, district)
    const full2 = { version: above.version, on: today(), reason: '撤区' }
    expect((await region.people.city.put(`${url}/${district}/close`, full2)).msg).toMatch(/下级机构/)

    const { id, code } = await add(area, { openedOn: '2000-09-01' })
    const officer = await region.add(3, id, '末任员')
    expect((await officer.get('/api/v1/organization')).status).toBe(200)
    const close = { version: 1, on: today(), reason: '生源不足，已分流' }
    const closed = (await area.put<InstitutionView>(`${url}/${id}/close`, close)).data
    expect(closed).toMatchObject({ closedOn: today(), accounts: 0, can: ['reopen'] })
    expect((await officer.get('/api/v1/organization')).status).toBe(401)
    expect((await area.post(url, school({ code }))).status).toBe(409)
    expect(await names(area, `q=${code}`)).toEqual([])
    expect(await names(area, `q=${code}&state=closed`)).toHaveLength(1)
    const edit = { version: closed.version, facts: { principal: '某' } }
    expect((await area.put(`${url}/${id}`, edit)).status).toBe(409)
    const given = await admin.post('/api/v1/userManage', {
      name: '迟来者',
      loginName: 'late_comer',
      idNo: '',
      mobile: '',
      role: 2,
      institutionId: id,
    })
    expect(given.status).toBe(400)

    const back = { version: closed.version, reason: '撤销有误' }
    const open = (await area.put<InstitutionView>(`${url}/${id}/reopen`, back)).data
    expect([open.closedOn, open.code]).toEqual([null, code])
  })
})

describe('the fields of the declaration', () => {
  it('each has its column and comes back as it was written', async () => {
    const { area } = region.people
    const samples: Record<string, unknown> = {
      schoolType: '218',
      centralSchool: region.places.school,
      schoolRunType: '21',
      schoolSponsor: '831',
      urbanRural: '122',
      schoolStages: ['2', '3'],
      foundYear: 1998,
      areaCode: '441702',
      uscc: '12441702MB2C123456',
      principal: '沈砚',
      contact: '顾声',
      phone: '0662-3210000',
      address: '江城区东门路 1 号',
      postcode: '529500',
      staffQuota: 120,
      introduction: '一到三年级',
    }
    expect(Object.keys(institutionFieldsOf('40')).toSorted()).toEqual(Object.keys(samples).toSorted())
    const { id } = await add(area, { facts: samples })
    expect((await view(area, id)).facts).toEqual(samples)
    const same = await area.post(url, school({ facts: samples }))
    expect([same.status, faultsOf(same)]).toEqual([409, 'uscc'])
  })
})

describe('a teaching point', () => {
  it('names the school that runs it: one of the region, not itself; another type names none', async () => {
    const { area } = region.people
    const made = await add(area, { facts: { ...school().facts, schoolType: '218' } })
    const put = async (version: number, facts: object) =>
      area.put<InstitutionView>(`${url}/${made.id}`, { version, facts })
    for (const centralSchool of [made.id, region.places.otherSchool, region.places.district, 999_999]) {
      const answer = await put(1, { centralSchool })
      expect([answer.status, faultsOf(answer)], String(centralSchool)).toEqual([400, 'centralSchool'])
    }
    const { school: central } = region.places
    expect((await put(1, { centralSchool: central })).data.facts['centralSchool']).toBe(central)
    expect((await put(2, { schoolType: '211' })).data.facts['centralSchool']).toBeNull()
    const plain = await area.post<InstitutionView>(
      url,
      school({ facts: { ...school().facts, centralSchool: central } }),
    )
    expect(plain.data.facts['centralSchool']).toBeNull()
  })
})

describe('a code unlike the type', () => {
  it('is a warning of a pasted row and refuses nothing', async () => {
    const rows = [
      { name: '像的', code: '2144097001', schoolType: '211', areaCode: '441702' },
      { name: '不像的', code: '3144097002', schoolType: '211', areaCode: '441702' },
    ]
    const sent = { parentId: region.places.district, kind: '40', check: false, rows }
    const { data } = await region.people.area.post<InstitutionRowsAnswer>(`${url}/many`, sent)
    expect(data.added).toBe(2)
    expect(data.rows.map(({ warnings }) => warnings.map(({ field }) => field))).toEqual([[], ['code']])
    expect(data.rows[1]?.warnings[0]?.message).toContain('初中')
  })
})
