import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  DeclareArchive,
  DeclareNotices,
  OwnEligibility,
  ReviewMaterial,
  ReviewMaterialPage,
} from '../../../catalogue/contract/declarations.ts'
import type { TodoPage } from '../../../catalogue/contract/todos.ts'
import { processingOf } from '../../app/processing.ts'
import { inForce } from '../../app/testing/test-records.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import {
  beginEntry,
  minuteIn,
  move,
  openNotice,
  read,
  type CaseAnswer,
} from '../../app/testing/test-research.ts'
import { runClock } from '../../engine/processes/index.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
let p: Region['people']
let [first, second, third, elsewhere]: Person[] = []
const material = '/api/v1/review/material'
const rich = '<p>如题。</p>'
const words = { mainDeeds: rich, teachingAchievement: rich, researchAchievement: rich, commitment: true }

beforeAll(async () => {
  region = await testRegion('declarations')
  p = region.people
  first = await region.add(100, region.places.city, '材料甲')
  second = await region.add(101, region.places.city, '材料乙')
  third = await region.add(102, region.places.city, '材料丙')
  elsewhere = await region.add(100, region.places.otherCity, '外市甲')
})
afterAll(() => region.close())

const year = Number(today().slice(0, 4))
const passed = [1, 2, 3].map((ago) => ({ assessYear: year - ago, assessResult: '2', assessUnit: '东区一中' }))
const ethical = passed.map(({ assessYear, assessUnit }) => ({ assessYear, assessUnit, ethicsResult: '2' }))
const basic = {
  name: '申报人',
  gender: '2',
  birthDate: '1985-05-05',
  politicalStatus: ['12'],
  staffCategory: '11',
  schoolStage: '2',
  mainSubject: '14',
  workStartMonth: '2008-09',
  teachStartMonth: '2008-09',
}
let counter = 0
/** A teacher whose archive fulfils the usual notice. */
async function teacher(records: Parameters<typeof inForce>[2] = {}): Promise<Person> {
  const who = await region.add(2, region.places.school, `申报${(counter += 1)}`)
  await inForce(region, who, {
    basicInfo: [basic],
    annualAssessment: passed,
    ethicsAssessment: ethical,
    rewardHonor: [
      { honorTitle: '99', honorName: '优秀教师', awardDate: '2024-09-10', awardUnit: '市教育局' },
    ],
    ...records,
  })
  return who
}

const notice = (more: object = {}) =>
  openNotice(p.city, {
    collects: 'declaration',
    minTeachingYears: 5,
    passedYears: 3,
    ethicsYears: 3,
    ...more,
  })
const begin = (who: Person, campaign: { id: string }, value: object = words) =>
  beginEntry(who, campaign, value, 'declaration')
const staffOf = (who: Person | undefined): Person => {
  if (!who) throw new Error('no staff')
  return who
}
const seenBy = (who: Person | undefined, { data: { id } }: CaseAnswer) =>
  staffOf(who).get<ReviewMaterial>(`${material}/${id}`)
async function check(
  who: Person | undefined,
  entry: CaseAnswer,
  action: string,
  checked = '1',
  opinion = '',
) {
  const seen = await seenBy(who, entry)
  if (seen.status !== 200) return { ...seen, data: null }
  return staffOf(who).post<unknown>(`${material}/${entry.data.id}/check`, {
    version: seen.data.case.version,
    materials: seen.data.materials.map(({ no }) => ({ no, checked, note: checked === '1' ? '' : '看不清' })),
    action,
    opinion,
  })
}
/** A declaration with one honour as evidence that lies with the first of the staff. */
async function withStaff(who: Person, campaign: { id: string }): Promise<CaseAnswer> {
  const entry = await begin(who, campaign)
  expect(entry.status, entry.msg).toBe(200)
  const archive = await who.get<DeclareArchive>(`/api/v1/declare/${entry.data.id}/archive`)
  const records = archive.data.choices
    .filter(({ type }) => type === 'rewardHonor')
    .map(({ type, record }) => ({ type, record }))
  const chosen = await who.put<DeclareArchive>(`/api/v1/declare/${entry.data.id}/materials`, { records })
  expect(chosen.data.materials.map(({ title }) => title)).toEqual([expect.stringContaining('优秀教师')])
  for (const [by, action] of [
    [who, 'submit'],
    [p.school, 'approve'],
    [p.area, 'approve'],
    [p.city, 'forward'],
  ] as const) {
    const moved = await move(by, entry, action)
    expect(moved.status, `${action} ${moved.msg} ${JSON.stringify(moved.data?.errors)}`).toBe(200)
  }
  return entry
}
const passOn = async (entry: CaseAnswer) => {
  for (const who of [first, second, third]) expect((await check(who, entry, 'pass')).status).toBe(200)
}
const clockRuns = () => runClock(processingOf(region.engine), new AbortController().signal)
/** Moves the day on which the clock acts on a case to yesterday. */
const dueNow = ({ data: { id } }: CaseAnswer, field: string) =>
  region.db.query(sql`
    update process_case
    set acts_on = current_date - 1, value = value || ${sql.json({ [field]: addDays(today(), -2) })}
    where id = ${id}::uuid`)
const projectsOf = async (who: Person) =>
  JSON.stringify((await who.get('/api/v1/records/talentProject?page=1&pageSize=10')).data)

describe('what can be declared', () => {
  it('is read by visitors: open now and soon, with conditions in words, and nothing that is a draft or over', async () => {
    const open = await notice({ titleLevels: ['1', '2'] })
    const soon = await notice({ applyStart: minuteIn(60), applyEnd: minuteIn(120) })
    const answer = await region.app.inject({ method: 'GET', url: '/api/v1/declare/open' })
    const { list } = answer.json<{ data: DeclareNotices }>().data
    expect(list.find(({ id }) => id === open.id)).toMatchObject({
      when: 'open',
      kind: '名教师',
      level: '市级',
    })
    expect(list.find(({ id }) => id === open.id)?.conditions).toEqual([
      '教龄满 5 年',
      '职称为正高级、副高级',
      '近 3 年年度考核合格以上',
      '近 3 年师德考核合格以上',
      '不在处分影响期内',
    ])
    expect(list.find(({ id }) => id === soon.id)?.when).toBe('soon')
    const one = await region.app.inject({ method: 'GET', url: `/api/v1/declare/open/${open.id}` })
    expect(one.json<{ data: { content: string } }>().data.content).toContain('请按要求申报')
    await p.city.post(`/api/v1/declare/batch/${open.id}/cancel`, {
      version: open.version,
      reason: '另行通知',
    })
    for (const url of [`/api/v1/declare/open/${open.id}`, `/api/v1/declare/open/${soon.id}/mine`])
      expect((await region.app.inject({ method: 'GET', url })).statusCode).toBe(
        url.endsWith('mine') ? 401 : 404,
      )
  })

  it('tells a teacher which condition is not met, what was read and where it is mended', async () => {
    const campaign = await notice()
    const who = await teacher({ basicInfo: [{ ...basic, teachStartMonth: `${year - 3}-01` }] })
    const own = await who.get<OwnEligibility>(`/api/v1/declare/open/${campaign.id}/mine`)
    expect(own.data.conditions.find(({ key }) => key === 'minTeachingYears')).toEqual({
      key: 'minTeachingYears',
      says: '教龄满 5 年',
      met: false,
      found: '教龄 3 年，需满 5 年',
      from: '基本信息',
      link: expect.stringContaining('/') as string,
    })
    expect(own.data).toMatchObject({ closed: null, caseId: null })
    const entry = await begin(who, campaign)
    const refused = await move(who, entry, 'submit')
    expect(refused.status).toBe(400)
    expect(refused.data.errors).toEqual([
      { field: 'conditions', message: '不符合“教龄满 5 年”：教龄 3 年，需满 5 年' },
    ])
    const far = await p.stranger.get<OwnEligibility>(
      `/api/v1/declare/open/${(await openNotice(p.area, { collects: 'declaration' })).id}/mine`,
    )
    expect(far.data.closed).toContain('范围内')
  })

  it('is blocked by a punishment for its term', async () => {
    const campaign = await notice()
    const punishment = (influenceUntil: string) => ({
      punishment: [{ punishmentKind: '1', punishDate: addDays(today(), -300), influenceUntil }],
    })
    const blocked = await teacher(punishment(addDays(today(), 9)))
    const refused = await move(blocked, await begin(blocked, campaign), 'submit')
    expect(refused.data.errors?.[0]?.message).toContain(`影响期至 ${addDays(today(), 9)}`)
    const over = await teacher(punishment(addDays(today(), -1)))
    expect((await move(over, await begin(over, campaign), 'submit')).data.state).toBe('recommending')
  })
})

describe('a declaration', () => {
  it('is filled in from the archive, and says the same as the archive when it is handed in', async () => {
    const who = await teacher()
    const entry = await begin(who, await notice())
    expect(entry.data.value).toMatchObject({
      gender: '2',
      subject: '14',
      declareKind: '1',
      declareLevel: '3',
    })
    const path = `/api/v1/declare/${entry.data.id}`
    const put = await who.put<CaseAnswer['data']>(path, { version: 1, value: { subject: '13' } })
    expect(put.status).toBe(200)
    const archive = await who.get<DeclareArchive>(`${path}/archive`)
    expect(archive.data.origins.filter(({ differs }) => differs)).toMatchObject([
      { field: 'subject', from: '基本信息', value: '14' },
    ])
    expect((await move(who, entry, 'submit')).data.errors?.[0]).toMatchObject({ field: 'subject' })
    await who.put(path, { version: 2, value: { subject: '14', commitment: false } })
    expect((await move(who, entry, 'submit')).data.errors?.[0]?.field).toBe('commitment')
  })

  it('brings records of the own archive only, with their files', async () => {
    const who = await teacher()
    const other = await teacher()
    const entry = await begin(who, await notice())
    const path = `/api/v1/declare/${entry.data.id}`
    const theirs = await begin(other, await notice())
    const choices = await other.get<DeclareArchive>(`/api/v1/declare/${theirs.data.id}/archive`)
    const stolen = choices.data.choices.slice(0, 1).map(({ type, record }) => ({ type, record }))
    expect(stolen).toHaveLength(1)
    expect((await who.put(`${path}/materials`, { records: stolen })).status).toBe(400)
    expect((await other.put(`${path}/materials`, { records: stolen })).status).toBe(404)
    expect((await other.get(`${path}/archive`)).status).toBe(404)
    expect((await p.school.get(`${path}/archive`)).status).toBe(404)
  })

  it('goes from the teacher over three checks, experts and publicity into the archive, and out of it again', async () => {
    const who = await teacher()
    const campaign = await notice({ publicityDays: 3 })
    const entry = await withStaff(who, campaign)
    expect((await seenBy(first, entry)).data.case.state).toBe('materialReview')
    await passOn(entry)
    expect((await read(p.city, entry)).data.state).toBe('expertReview')
    expect((await move(p.area, entry, 'score', { value: { totalScore: 91.5 } })).status).toBe(403)
    expect((await move(p.city, entry, 'score', { value: { totalScore: 91.5 } })).data.state).toBe('scored')
    expect((await move(p.city, entry, 'publicize')).data.state).toBe('publicity')
    const early = await move(p.city, entry, 'confirm')
    expect([early.status, early.msg]).toEqual([409, expect.stringContaining('才满')])
    const hung = await region.app.inject({
      method: 'GET',
      url: `/api/v1/declare/batch/${campaign.id}/publicity`,
    })
    expect(hung.body).toContain('申报')
    expect(hung.body).not.toContain('1985')
    await dueNow(entry, 'publicityEnd')
    await clockRuns()
    expect((await read(who, entry)).data.state).toBe('approved')
    expect(await projectsOf(who)).toContain('市级名教师')
    expect(await projectsOf(who)).not.toContain('"state":"voided"')
    const told = await who.get('/api/v1/userSystemMessage?page=1&pageSize=5')
    expect(JSON.stringify(told.data)).toContain('已认定')
    expect((await begin(who, campaign)).status).toBe(200)
    expect((await move(p.city, entry, 'revoke')).status).toBe(400)
    expect((await move(p.city, entry, 'revoke', { reason: '材料不实' })).data.state).toBe('rejected')
    expect(await projectsOf(who)).toContain('"state":"voided"')
  })

  it('is not granted by the clock while an objection is open', async () => {
    const who = await teacher()
    const campaign = await notice({ publicityDays: 3 })
    const entry = await withStaff(who, campaign)
    await passOn(entry)
    await move(p.city, entry, 'score', { value: { totalScore: 80 } })
    await move(p.city, entry, 'publicize')
    const objected = await region.app.inject({
      method: 'POST',
      url: `/api/v1/declare/batch/${campaign.id}/objection`,
      payload: {
        caseId: entry.data.id,
        name: '赵如是',
        contact: '13800001234',
        words: '所填荣誉与事实不符，请核实。',
      },
    })
    expect(objected.statusCode).toBe(200)
    await dueNow(entry, 'publicityEnd')
    await clockRuns()
    expect((await read(p.city, entry)).data).toMatchObject({
      state: 'publicity',
      heldUp: '有 1 条异议尚未答复',
    })
    expect(await projectsOf(who)).not.toContain('市级名教师')
  })
})

describe('the staff who check materials', () => {
  it('have each their own step only, in the order of their roles, and answer 404 for all else', async () => {
    const who = await teacher()
    const entry = await withStaff(who, await notice())
    for (const other of [second, third, elsewhere]) {
      expect((await seenBy(other, entry)).status).toBe(404)
      expect(
        (
          await staffOf(other).post(`${material}/${entry.data.id}/check`, {
            version: 1,
            materials: [],
            action: 'pass',
          })
        ).status,
      ).toBe(404)
    }
    const queue = async (one: Person | undefined) =>
      (await staffOf(one).get<ReviewMaterialPage>(`${material}?page=1&pageSize=50`)).data.list.map(
        ({ id }) => id,
      )
    expect(await queue(first)).toContain(entry.data.id)
    expect(await queue(second)).not.toContain(entry.data.id)
    const todo = await staffOf(first).get<TodoPage>('/api/v1/todo?pageSize=50')
    expect(todo.data.list.map(({ link }) => link).join()).toContain(
      `/home/reviewMaterialDetails?tab=declaration&case=${entry.data.id}`,
    )
    expect((await check(first, entry, 'pass', '0')).msg).toContain('没有核对为“合格”')
    expect((await check(first, entry, 'save')).status).toBe(200)
    expect((await check(first, entry, 'pass')).status).toBe(200)
    expect((await seenBy(second, entry)).data.materials[0]?.checkedBy).toContain('材料甲')
    // What one checked stays readable to them, and is not theirs to decide any more.
    expect((await seenBy(first, entry)).status).toBe(200)
    expect((await check(first, entry, 'pass')).status).toBe(409)
    expect(
      (await p.city.post(`/api/v1/declare/${entry.data.id}/pass`, { version: 1, reason: '' })).status,
    ).toBe(409)
    for (const outsider of [p.school, p.city, p.admin, p.expert, who])
      expect((await outsider.get(`${material}/${entry.data.id}`)).status).toBe(403)
    const readers = await region.db.query(sql`
      select 1 from reading where by_identity = ${staffOf(first).identityId} and ${who.teacherId} = any(owner_ids)`)
    expect(readers.length).toBeGreaterThan(0)
  })

  it('ask for more with a reason and a term; it comes back to who asked, and lapses by the clock', async () => {
    const [who, late] = [await teacher(), await teacher()]
    const campaign = await notice({ supplementDays: 2 })
    const entry = await withStaff(who, campaign)
    expect((await check(first, entry, 'pass')).status).toBe(200)
    expect((await check(second, entry, 'requestMore', '2')).status).toBe(400)
    expect((await check(second, entry, 'requestMore', '2', '证书看不清')).status).toBe(200)
    const waiting = await read(who, entry)
    expect(waiting.data).toMatchObject({ state: 'supplement', canEdit: true })
    expect(String(waiting.data.value['supplementBy']) > today()).toBe(true)
    expect(JSON.stringify((await who.get('/api/v1/todo?pageSize=20')).data)).toContain('待补正')
    expect((await move(who, entry, 'resubmit')).data.state).toBe('materialReview')
    expect((await seenBy(first, entry)).data.case.state).toBe('materialReview')
    expect((await check(first, entry, 'pass')).status).toBe(409)
    expect((await check(second, entry, 'pass')).status).toBe(200)
    const overdue = await withStaff(late, campaign)
    await check(first, overdue, 'requestMore', '2', '缺获奖证书')
    await dueNow(overdue, 'supplementBy')
    await Promise.all([clockRuns(), clockRuns()])
    const lapsed = await read(late, overdue)
    expect(lapsed.data.state).toBe('rejected')
    expect(lapsed.data.timeline.filter(({ move: name }) => name === 'lapse')).toHaveLength(1)
  })

  it('are asked for where a host has none', async () => {
    const who = await teacher()
    const entry = await begin(who, await openNotice(p.area, { collects: 'declaration' }))
    await move(who, entry, 'submit')
    await move(p.school, entry, 'approve')
    expect((await move(p.area, entry, 'forward')).msg).toContain('暂无评审工作人员')
  })
})
