import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  TalentDetail,
  TalentDifferenceView,
  TalentLine,
  TalentOutcome,
  TalentPage,
} from '../../../catalogue/contract/analysis/talents.ts'
import { talentPage, talentQuery } from '../../../catalogue/contract/analysis/talents.ts'
import { actorOf, testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { countPeople, type Countable } from '../analysis/test-counted-people.ts'
import { publishedIn } from './index.ts'
import { askedOf, keysStatement } from './list.ts'

const url = '/api/v1/esa'
let region: Region
let ids: number[]

const year = new Date().getFullYear()
type Records = Countable['records']
const basic = (over: object = {}) => [{ name: '数', gender: '2', birthDate: '1980-01-01', ...over }]
const project = (code: string, over: object = {}) => ({
  talentProject: code,
  talentLevel: code.slice(0, 1),
  selectedYear: 2020,
  issuer: '教育局',
  docNo: '〔2020〕1号',
  ...over,
})
const appointed = [{ professionalTitle: '051', appointMonth: '2012-09', appointStatus: '11' }]
const doctor = [{ educationLevel: '11', degreeLevel: '2', endMonth: '2005-07' }]

/**
 * Cases of section 7: the archive, and what the rules propose as `kind: rule`, with what has to be looked at.
 */
const cases: readonly (readonly [records: Records, expected: readonly string[]])[] = [
  [{ basicInfo: basic(), techPositionAppointment: appointed }, ['1 fullSenior']],
  [{ basicInfo: basic({ isSpecialGradeTeacher: true }) }, ['2 specialGrade']],
  [{ basicInfo: basic(), talentProject: [project('22')] }, ['2 project2 2 2020']],
  [
    { basicInfo: basic(), rewardHonor: [{ honorTitle: '06', awardDate: '2011-09-10', docNo: '粤府' }] },
    ['2 specialGradeHonor 2 2011'],
  ],
  [
    { basicInfo: basic(), talentProject: [project('24'), project('21', { selectedYear: 2016 })] },
    ['3 project3 2 2020'],
  ],
  [{ basicInfo: basic(), talentProject: [project('32')] }, ['4 project4 3 2020']],
  [
    { basicInfo: basic(), talentProject: [project('33', { docNo: null })] },
    ['5 project5 3 2020 undocumented'],
  ],
  [
    { basicInfo: basic(), talentProject: [project('41'), project('34', { selectedYear: 2018 })] },
    ['6 project6 3 2018'],
  ],
  [{ basicInfo: basic({ isBackboneTeacher: true }) }, ['7 selfReportedBackbone selfReported']],
  [{ basicInfo: basic({ isBackboneTeacher: true }), talentProject: [project('42')] }, ['7 project7 4 2020']],
  [{ basicInfo: basic(), studyExperience: doctor }, ['8 doctor']],
  // Run out, no longer in the programme, a project for an officer to judge, one that counts nowhere.
  [{ basicInfo: basic(), talentProject: [project('31', { validUntil: `${year - 1}-08-31` })] }, []],
  [{ basicInfo: basic(), talentProject: [project('34', { validUntil: `${year - 1}-08-31` })] }, []],
  [{ basicInfo: basic(), talentProject: [project('34', { isInPost: false })] }, []],
  [{ basicInfo: basic(), talentProject: [project('12'), project('43')] }, []],
]

beforeAll(async () => {
  region = await testRegion('talents')
  const people = cases.map(([records], n) => ({
    placeId: n % 2 === 0 ? region.places.school : region.places.otherSchool,
    since: '2015-09-01',
    records,
    recordedOn: '2024-01-01',
  }))
  ids = await countPeople(region, people)
})
afterAll(() => region.close())

const ok = async <T>(asked: Promise<{ msg: string; data: T }>): Promise<T> => {
  const answer = await asked
  expect(answer.msg).toBe('ok')
  return answer.data
}
const list = (who: Person, query = '') => ok(who.get<TalentPage>(`${url}/userlist?pageSize=100${query}`))
const preview = (who: Person) => ok(who.get<TalentDifferenceView>(`${url}/userlist/sync`))
const sync = (who: Person, body: object = {}) =>
  ok(
    who.post<{ added: number; updated: number; removed: number; batch: string | null }>(
      `${url}/userlist/sync`,
      body,
    ),
  )
const press = (who: Person, verb: string, lines: readonly { id: number }[], reason?: string) =>
  ok(
    who.post<TalentOutcome>(`${url}/${verb}`, {
      ids: lines.map(({ id }) => id),
      ...(reason !== undefined && { reason }),
    }),
  )
const ofKind = async (who: Person, kind: string) => (await list(who, `&kind=${kind}`)).list
const only = (lines: readonly TalentLine[]): TalentLine => {
  const [line] = lines
  if (!line || lines.length > 1) throw new Error(`${lines.length} lines`)
  return line
}
const setDay = (id: number, column: string, value: string) =>
  region.db.execute(
    sql`update rec_talent_project set ${sql.id(column)} = ${sql.raw(value)} where owner_id = ${id}`,
  )
const published = () => publishedIn(region.db, { column: 'city_id', id: region.places.city })
const teacherOf = (n: number): number => ids[n] ?? 0

describe('the lists of talents', () => {
  it('propose by the rules, show what would come, and do it once', async () => {
    const { city, area } = region.people
    const expected = cases.flatMap(([, kinds]) => kinds)
    const seen = await preview(city)
    expect(seen.counts).toEqual({ added: expected.length, changed: 0, removed: 0 })
    expect(seen.byHand.map(({ teacherId }) => teacherId)).toEqual([teacherOf(14)])
    expect((await list(city)).total).toBe(0)
    expect((await preview(area)).counts.added).toBeLessThan(expected.length)
    const done = await sync(city, { print: seen.print })
    expect(done).toMatchObject({ added: expected.length, updated: 0, removed: 0 })
    const { list: lines, counts } = await list(city)
    expect(counts).toMatchObject({ all: expected.length, synced: expected.length })
    cases.forEach(([, kinds], n) => {
      const own = lines.filter(({ teacher }) => teacher.id === teacherOf(n))
      const said = own.map(({ highLevelKind, rule, talentLevel, obtainYear, doubts }) =>
        [highLevelKind, rule, talentLevel, obtainYear, ...doubts].filter((one) => one !== null).join(' '),
      )
      expect([n, said]).toEqual([n, kinds])
    })
    expect(await sync(city)).toEqual({ added: 0, updated: 0, removed: 0, batch: null })
    expect((await preview(city)).counts).toEqual({ added: 0, changed: 0, removed: 0 })
    const stale = await city.post(`${url}/userlist/sync`, { print: seen.print })
    expect([stale.status, stale.msg]).toEqual([409, '档案刚有变化，差异与您核对的不同，请重新核对后再应用'])
    // The district sees them; they are the city's to confirm, and it proposes nobody twice.
    expect((await preview(area)).counts).toEqual({ added: 0, changed: 0, removed: 0 })
    const [first] = (await list(area)).list
    expect(first?.can).toEqual([])
  })

  it('are confirmed, published, withdrawn and given back', async () => {
    const { city } = region.people
    const line = only(await ofKind(city, '1'))
    expect((await press(city, 'publish', [line])).skipped).toEqual([
      { id: line.id, reason: '未确认，或已经发布' },
    ])
    expect((await press(city, 'confirm', [line])).affected).toBe(1)
    expect((await press(city, 'publish', [line])).affected).toBe(1)
    expect(await published()).toMatchObject({
      people: 1,
      kinds: [{ kind: '1', label: '正高级教师', people: 1, levels: [] }],
      list: [{ kind: '1', subject: null }],
    })
    const { batch } = await press(city, 'unPublish', [line], '本人要求')
    expect((await published()).people).toBe(0)
    const back = await ok(city.post<TalentOutcome>(`${url}/undo`, { batch }))
    expect(back.affected).toBe(1)
    expect(only(await ofKind(city, '1')).published).toBe(true)
    const again = await city.post(`${url}/undo`, { batch })
    expect([again.status, again.msg]).toEqual([409, '这些名单后来又有改动，不能撤销'])
    const detail = await ok(city.get<TalentDetail>(`${url}/userlist/${line.id}`))
    expect(detail.history.map(({ action }) => action)).toEqual([
      'undone',
      'withdrawn',
      'published',
      'confirmed',
      'proposed',
    ])
    expect(detail.history[1]).toMatchObject({ reason: '本人要求', by: expect.any(String) })
    expect(detail.record).toMatchObject({ type: 'basicInfo', title: '基本信息' })
    const audited = await region.db.query<{ action: string }>(sql`
      select action from audit where action like 'talent.%' order by id`)
    expect(audited.map(({ action }) => action)).toEqual([
      'talent.synced',
      'talent.confirmed',
      'talent.published',
      'talent.withdrawn',
      'talent.undone',
    ])
  })

  it('lose at once from the boards whoever left, was punished or ran out, and at the next sync from the list', async () => {
    const { city } = region.people
    const line = only(await ofKind(city, '6'))
    await press(city, 'confirm', [line])
    await press(city, 'publish', [line])
    const before = (await published()).people
    const doubts = async () => only(await ofKind(city, '6')).doubts
    const off = async (why: string) => {
      expect([why, (await published()).people]).toEqual([why, before - 1])
      expect(await doubts()).toEqual([why])
    }
    await setDay(teacherOf(7), 'valid_until', `current_date - 1`)
    expect((await preview(city)).counts).toEqual({ added: 0, changed: 1, removed: 0 })
    await setDay(teacherOf(7), 'valid_until', 'null')
    await region.db.execute(sql`update talent_entry set valid_until = current_date - 1 where id = ${line.id}`)
    await off('expired')
    await region.db.execute(sql`update talent_entry set valid_until = null where id = ${line.id}`)
    await region.db.execute(sql`update teacher set status = '01' where id = ${teacherOf(7)}`)
    await off('left')
    const [gone] = (await preview(city)).removed
    expect(gone).toMatchObject({ teacherId: teacherOf(7), basis: '退休', published: true })
    await region.db.execute(sql`update teacher set status = '11' where id = ${teacherOf(7)}`)
    // The award is taken back.
    await region.db.execute(
      sql`update rec_talent_project set voided_at = now() where owner_id = ${teacherOf(7)}`,
    )
    expect(await sync(city)).toMatchObject({ added: 0, updated: 0, removed: 1 })
    expect((await published()).people).toBe(before - 1)
    expect(only((await list(city, '&state=removed&kind=6')).list).removed).toBe('依据的记录已作废或不再符合')
    await region.db.execute(
      sql`update rec_talent_project set voided_at = null where owner_id = ${teacherOf(7)}`,
    )
    const { batch, added } = await sync(city)
    expect(added).toBe(1)
    await ok(city.post(`${url}/undo`, { batch }))
    expect(await ofKind(city, '6')).toEqual([])
    expect((await sync(city)).added).toBe(1)
  })

  it('changed by their record, have to be confirmed again; a withdrawal survives', async () => {
    const { city } = region.people
    const line = only(await ofKind(city, '4'))
    await press(city, 'confirm', [line])
    await setDay(teacherOf(5), 'selected_year', '2021')
    const seen = await preview(city)
    expect(seen.changed[0]).toMatchObject({ year: 2021, before: expect.stringContaining('2020') })
    expect((await sync(city)).updated).toBe(1)
    expect(only(await ofKind(city, '4'))).toMatchObject({ state: 'synced', obtainYear: 2021 })
    for (const verb of ['confirm', 'publish', 'unPublish']) await press(city, verb, [line])
    await setDay(teacherOf(5), 'selected_year', '2022')
    await sync(city)
    expect(only(await ofKind(city, '4'))).toMatchObject({ state: 'unpublished', obtainYear: 2022 })
  })

  it('take in by hand with a reason, keep it through a sync, and do not propose whom somebody took out', async () => {
    const { city } = region.people
    const body = { teacherId: teacherOf(14), kind: '4', reason: '双名计划名校长培养对象', year: 2019 }
    await ok(city.post(`${url}/add`, body))
    const twice = await city.post(`${url}/add`, body)
    expect([twice.status, twice.data.errors[0]?.field]).toEqual([409, 'kind'])
    expect((await preview(city)).byHand).toEqual([])
    expect(await sync(city)).toMatchObject({ batch: null })
    const own = (await ofKind(city, '4')).find(({ rule }) => rule === null)
    expect(own).toMatchObject({ teacher: { id: teacherOf(14) }, reason: body.reason, state: 'synced' })
    const line = only(await ofKind(city, '8'))
    await press(city, 'remove', [line], '学位待核')
    expect(await sync(city)).toMatchObject({ batch: null })
    const out = only((await list(city, '&state=removed&kind=8')).list)
    expect(out).toMatchObject({ id: line.id, removed: '学位待核', can: ['restore'] })
    await press(city, 'restore', [out])
    expect(only(await ofKind(city, '8')).state).toBe('synced')
  })

  it('are found by what narrows them, and a page is what the contract says', async () => {
    const { city } = region.people
    talentPage.parse(await list(city))
    const kinds = async (query: string) =>
      [...new Set((await list(city, query)).list.map(({ highLevelKind }) => highLevelKind))].join('')
    expect(await kinds('&published=1')).toBe('1')
    expect(await kinds('&level=2')).toBe('23')
    expect(await kinds('&how=manual')).toBe('4')
    expect(await kinds('&state=doubtful')).toBe('57')
    expect(await kinds(`&institutionId=${region.places.district}&kind=3`)).toBe('3')
    expect(await kinds(`&institutionId=${region.places.otherDistrict}&kind=3`)).toBe('')
    expect((await list(city, '&keyword=%E6%95%B01')).total).toBeGreaterThan(0)
    expect((await list(city, '&limit=2')).list).toHaveLength(2)
    const filter = await ok(city.get<{ kinds: string[][] }>(`${url}/userFilter`))
    expect(filter.kinds[0]).toEqual(['1', '正高级教师'])
  })
})

describe('what somebody might try', () => {
  it('only authorities have lists, and only of their region', async () => {
    const { teacher, school, expert, staff, admin, otherCity, otherArea, city } = region.people
    for (const who of [teacher, school, expert, staff, admin])
      for (const path of ['userFilter', 'userlist', 'userlist/sync'])
        expect((await who.get(`${url}/${path}`)).status, path).toBe(403)
    const line = only(await ofKind(city, '1'))
    expect((await list(otherCity)).total).toBe(0)
    expect((await otherCity.get(`${url}/userlist/${line.id}`)).status).toBe(404)
    expect((await press(otherCity, 'unPublish', [line], '试')).skipped).toEqual([
      { id: line.id, reason: '没有这一条，或不在您的范围内' },
    ])
    const foreign = await otherArea.post(`${url}/add`, { teacherId: teacherOf(0), kind: '1', reason: '试' })
    expect([foreign.status, foreign.data.errors[0]?.field]).toEqual([400, 'teacherId'])
    const narrowed = await otherArea.get(`${url}/userlist?institutionId=${region.places.school}`)
    expect(narrowed.status).toBe(400)
  })

  it('another office neither confirms nor publishes; the one above withdraws, with a reason, and says so', async () => {
    const { city, area, province } = region.people
    const line = only(await ofKind(city, '3'))
    await press(city, 'confirm', [line])
    for (const who of [area, province])
      for (const [verb, reason] of [['confirm'], ['publish'], ['unPublish', '试'], ['remove', '试']] as const)
        expect((await press(who, verb, [line], reason)).affected, verb).toBe(0)
    await press(city, 'publish', [line])
    const silent = await province.post(`${url}/unPublish`, { ids: [line.id] })
    expect([silent.status, silent.data.errors[0]?.field]).toEqual([400, 'reason'])
    expect((await press(area, 'unPublish', [line], '试')).affected).toBe(0)
    expect((await press(province, 'unPublish', [line], '材料待核')).affected).toBe(1)
    const told = await ok(city.get<{ list: { title: string }[] }>('/api/v1/userSystemMessage?pageSize=100'))
    expect(told.list.map(({ title }) => title).join()).toContain('取消发布了本单位名单里的 1 人')
    expect((await press(province, 'publish', [line])).affected).toBe(0)
    const other = await province.post(`${url}/undo`, { batch: '00000000-0000-7000-8000-000000000000' })
    expect(other.status).toBe(404)
  })

  it('what is no value is refused with its field, and quotes are words', async () => {
    const { city } = region.people
    for (const [query, field] of [
      ['kind=9x', 'kind'],
      ["kind=1'or'1'='1", 'kind'],
      ['state=all', 'state'],
      ['area_code=4417', 'area_code'],
      ['area_code=999999', 'area_code'],
      ['published=2', 'published'],
      ['sort=name', ''],
      ['institutionId=0', 'institutionId'],
    ]) {
      const answer = await city.get<{ errors: { field: string; message: string }[] }>(
        `${url}/userlist?${query}`,
      )
      expect([query, answer.status, answer.data.errors[0]?.field]).toEqual([query, 400, field])
      expect(answer.msg).toMatch(/[\u4e00-\u9fff]/)
    }
    expect((await list(city, `&keyword=${encodeURIComponent("'; drop table talent_entry --")}`)).total).toBe(
      0,
    )
    for (const [path, body, field] of [
      ['confirm', {}, 'ids'],
      ['confirm', { ids: [] }, 'ids'],
      ['confirm', { ids: ['x'] }, 'ids.0'],
      ['publish', { ids: Array.from({ length: 101 }, (_, n) => n + 1) }, 'ids'],
      ['remove', { ids: [1], reason: ' ' }, 'reason'],
      ['add', { teacherId: 1, kind: '1' }, 'reason'],
      ['undo', { batch: 'x' }, 'batch'],
      ['userlist/sync', { area_code: 'x' }, 'area_code'],
    ] as const) {
      const answer = await city.post(`${url}/${path}`, body)
      expect([path, answer.status, answer.data.errors[0]?.field]).toEqual([path, 400, field])
    }
  })

  it('the list runs along an index of its scope', async () => {
    const actor = actorOf(region.people.city, 5)
    const keys = keysStatement(await askedOf(region.engine, actor, talentQuery.parse({})), 20)
    await region.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      const plan = await tx.query<{ 'QUERY PLAN': string }>(sql`explain ${keys}`)
      const text = plan.map((row) => row['QUERY PLAN']).join('\n')
      expect(text).toContain('talent_entry_city')
      expect(text).not.toContain('Sort')
    })
  })
})
