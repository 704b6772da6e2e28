import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type {
  PairsWaiting,
  PublicPairs,
  SupportEffects,
} from '../../../catalogue/contract/support-effects.ts'
import type { PairBoard, PairPage } from '../../../catalogue/contract/support-pairs.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { processingOf } from '../../app/processing.ts'
import { agreedPair, begunPair, pairCalls, pairCases, pairForm } from '../../app/testing/test-pair.ts'
import { actorOf, testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { moveCase } from '../../app/testing/test-studio.ts'
import { runClock } from '../../engine/processes/index.ts'
import { addDays, today, uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { agreementList } from './agreements/export.ts'
import { pairsOf } from './agreements/pairs.ts'
import { readGoals } from './agreements/readings.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('pairs')
  await region.db.execute(sql`update portal_start set opened = true`)
})
afterAll(() => region.close())

const board = async (who: Person, id: string) => (await who.get<PairBoard>(`${pairCalls}/${id}`)).data
const list = async (who: Person, query = '') => (await who.get<PairPage>(`${pairCalls}?${query}`)).data
interface Faulty {
  readonly errors?: readonly { readonly field: string; readonly message: string }[] | undefined
}
const faultsOf = (answer: { data: Faulty }) =>
  answer.data.errors?.map(({ field, message }) => `${field} ${message}`) ?? []
const stateOf = async (id: string) =>
  (await region.db.one<{ state: string }>(sql`select state from process_case where id = ${id}::uuid`)).state
const runDue = () => runClock(processingOf(region.engine), new AbortController().signal)
/** What one test leaves under way keeps no other one back. */
afterEach(() =>
  region.db.execute(sql`
    update process_case set under_way = false, open = open and state <> 'draft' where type = 'pairAgreement'`),
)
/** Figures that answer what a test says, so that readings are told apart from counting. */
const reading = (value: (key: string, on: string | null) => number) =>
  readGoals(
    {
      db: region.db,
      readFigure: async ({ key, on }) => ({ n: value(key, on), of: 100, value: value(key, on) }),
    },
    new AbortController().signal,
  )

describe('a pair agreement', () => {
  it('is proposed, signed unchanged, recorded by the nearest common authority and begun by the clock', async () => {
    const { school, siblingSchool, area, otherArea, city, teacher, otherSchool } = region.people
    const url = await begunPair(region, school, { fromDay: addDays(today(), 3) })
    const id = url.slice(pairCases.length + 1)
    // A draft is its own office's alone.
    for (const who of [siblingSchool, area]) expect((await who.get(url)).status).toBe(404)
    const proposed = await moveCase(school, url, 'propose')
    expect([proposed.data.state, proposed.data.value['title']]).toEqual([
      'pendingOther',
      '东区一中 帮扶 东区二小',
    ])
    for (const who of [otherSchool, otherArea, teacher])
      expect([(await who.get(url)).status, (await who.get(`${pairCalls}/${id}`)).status]).toEqual(
        who === teacher ? [404, 403] : [404, 404],
      )
    expect((await moveCase(school, url, 'sign', { value: { partnerContact: '柏见山' } })).status).toBe(403)
    const nameless = await moveCase(siblingSchool, url, 'sign')
    expect([nameless.status, faultsOf(nameless)]).toEqual([400, ['partnerContact 请填写对方联系人']])
    // Who signs changes nothing of what is signed.
    const changed = { value: { partnerContact: '柏见山', untilDay: '2099-01-01' } }
    expect((await moveCase(siblingSchool, url, 'sign', changed)).status).toBe(400)
    await moveCase(siblingSchool, url, 'sign', { value: { partnerContact: '柏见山' } })
    const signed = await board(siblingSchool, id)
    expect([signed.state, signed.untilDay, signed.as]).toEqual([
      'pendingRecord',
      addDays(today(), 1095),
      'supported',
    ])
    expect([signed.supporter.signedOn, signed.supported.signedOn]).toEqual([today(), today()])
    expect((await moveCase(city, url, 'record')).status).toBe(403)
    expect((await moveCase(area, url, 'record')).data.state).toBe('scheduled')
    expect((await board(area, id)).goals.map(({ label }) => label)).toEqual(['高级职称教师占比'])
    expect(await pairsOf(region.db, { from: today() })).toEqual([])
    await region.db.execute(sql`
      update process_case set acts_on = ${today()}::date, value = value || jsonb_build_object('fromDay', ${today()}::text)
      where id = ${id}::uuid`)
    await runDue()
    expect(await stateOf(id)).toBe('active')
    expect(await pairsOf(region.db, { from: today() })).toMatchObject([
      {
        caseId: id,
        supporterId: region.places.school,
        supportedId: region.places.sibling,
        supporter: '东区一中',
        fromDay: today(),
      },
    ])
    expect((await list(area)).stages).toMatchObject({ active: 1 })
    expect((await list(otherArea)).total).toBe(0)
  })

  it('that comes back is signed anew by both', async () => {
    const { school, siblingSchool, area } = region.people
    const otherClerk = await region.add(4, region.places.district, '备案二')
    const url = await begunPair(region, school)
    const id = url.slice(pairCases.length + 1)
    await moveCase(school, url, 'propose')
    const sign = { value: { partnerContact: '柏见山' } }
    await moveCase(siblingSchool, url, 'sign', sign)
    expect((await moveCase(area, url, 'return')).status).toBe(400)
    expect((await moveCase(area, url, 'return', { reason: '目标没有写期限' })).data.state).toBe('returned')
    const back = await board(school, id)
    expect(back.supported.signedOn).toBeNull()
    expect((await moveCase(siblingSchool, url, 'sign', sign)).status).toBe(409)
    await moveCase(school, url, 'propose')
    expect((await moveCase(area, url, 'record')).status).toBe(409)
    expect((await moveCase(siblingSchool, url, 'sign', sign)).data.state).toBe('pendingRecord')
    // Two clerks record at once: one of them does.
    const seen = await area.get<{ version: number }>(url)
    const both = await Promise.all(
      [area, otherClerk].map((clerk) => clerk.post(`${url}/record`, { version: seen.data.version })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('is refused in words where it cannot be', async () => {
    const { school, area } = region.people
    const { places } = region
    const refusal = async (who: Person, more: object) => {
      const url = await begunPair(region, who, more)
      const refused = await moveCase(who, url, 'propose')
      await moveCase(who, url, 'cancel')
      expect(refused.status, JSON.stringify(refused)).toBe(400)
      return faultsOf(refused).join()
    }
    expect(await refusal(school, { partner: places.school })).toContain('partner 对方单位不能是本单位')
    expect(await refusal(school, { partner: places.otherDistrict })).toContain(
      'kind 学校结对的双方都须是学校',
    )
    expect(await refusal(school, { kind: '1' })).toContain('kind 行政结对的双方都须是教育行政部门')
    expect(await refusal(school, { kind: '4', outside: '岭南大学' })).toContain('files')
    expect(await refusal(school, { untilDay: addDays(today(), 2000) })).toContain('untilDay 期限不超过 5 年')
    expect(await refusal(school, { untilDay: today() })).toContain('截止日须晚于起始日')
    expect(await refusal(school, { goals: [] })).toContain('goals')
    expect(await refusal(school, { goals: [{ goal: '99', direction: '1', target: 9 }] })).toContain(
      'goals 第 1 项目标：自报指标须写明名称、单位和起点',
    )
    expect(await refusal(area, { kind: '1', partner: places.city })).toContain('对方单位是本单位的上级或下级')
    const first = await begunPair(region, school)
    expect((await moveCase(school, first, 'propose')).status).toBe(200)
    expect(await refusal(school, {})).toContain('已有一份期限重叠的协议')
  })

  it('is terminated with a reason, and goes on where that is taken back within 30 days', async () => {
    const { school, siblingSchool } = region.people
    const id = await agreedPair(region, { fromDay: addDays(today(), -40) })
    const url = `${pairCases}/${id}`
    expect((await moveCase(siblingSchool, url, 'terminate')).status).toBe(400)
    await moveCase(siblingSchool, url, 'terminate', { reason: '支援方合并' })
    const over = await board(school, id)
    expect([over.state, over.endedOn]).toEqual(['terminated', today()])
    await reading(() => 20)
    const kinds = async () =>
      (await board(school, id)).goals[0]?.readings
        .map(({ kind }) => kind)
        .filter((kind) => kind !== 'september')
    expect(await kinds()).toEqual(['baseline', 'end'])
    expect((await moveCase(school, url, 'resume', { reason: '合并推迟' })).data.state).toBe('active')
    expect(await kinds()).toEqual(['baseline'])
    await moveCase(siblingSchool, url, 'terminate', { reason: '支援方合并' })
    await region.db.execute(sql`
      update process_case set value = value || jsonb_build_object('endedOn', ${addDays(today(), -31)}::text)
      where id = ${id}::uuid`)
    const late = await moveCase(school, url, 'resume', { reason: '合并推迟' })
    expect([late.status, late.msg]).toEqual([409, expect.stringContaining('超过 30 天')])
  })

  it('of schools stands within the one of the offices above both', async () => {
    const { area, otherArea, city, school, otherSchool } = region.people
    const { places } = region
    const url = await begunPair(region, area, { kind: '1', partner: places.otherDistrict })
    await moveCase(area, url, 'propose')
    await moveCase(otherArea, url, 'sign', { value: { partnerContact: '柏见山' } })
    await moveCase(city, url, 'record')
    const own = await begunPair(region, school, { partner: places.otherSchool })
    await moveCase(school, own, 'propose')
    await moveCase(otherSchool, own, 'sign', { value: { partnerContact: '柏见山' } })
    await moveCase(city, own, 'record')
    const id = own.slice(pairCases.length + 1)
    expect((await board(city, id)).within).toMatchObject({
      title: '东区教育局 与 西区教育局 的结对',
      mayRead: true,
    })
    expect((await board(school, id)).within?.mayRead).toBe(false)
  })
})

describe('the goals of an agreement', () => {
  it('are read on the first day, which stays, and each day after it; progress is not clipped', async () => {
    const { siblingSchool, school, city } = region.people
    const id = await agreedPair(region, {
      fromDay: addDays(today(), -400),
      untilDay: addDays(today(), 600),
      goals: [
        { goal: '01', direction: '1', target: 20 },
        { goal: '05', direction: '1', target: 60 },
      ],
    })
    const now: Record<string, number> = { senior: 17, bone: 8 }
    await reading((key, on) => (on === addDays(today(), -400) ? 10 : (now[key] ?? 0)))
    const [senior, bone] = (await board(siblingSchool, id)).goals
    expect([senior?.baseline?.value, senior?.now?.value, senior?.progress, senior?.light]).toEqual([
      10,
      17,
      70,
      'onTime',
    ])
    expect([bone?.progress, bone?.light]).toEqual([-4, 'behind'])
    expect(senior?.readings.map(({ kind }) => kind)).toContain('september')
    // A day later the number of today has moved; the baseline stands.
    now['senior'] = 21
    await region.db.execute(sql`update pair_reading set day = day - 1 where kind = 'today'`)
    await reading((key) => now[key] ?? 0)
    const [later] = (await board(school, id)).goals
    expect([later?.baseline?.value, later?.now?.value, later?.progress, later?.light]).toEqual([
      10,
      21,
      110,
      'done',
    ])
    const effects = (await city.get<SupportEffects>('/api/v1/support/effects')).data
    const own = effects.byGoal.find(({ goal }) => goal === '05')
    expect(own?.lights).toMatchObject({ behind: 1 })
    expect(effects.late[0]).toMatchObject({ id, label: '县级及以上骨干教师占比', progress: -4 })
    expect((await list(city, 'light=late')).list.map((one) => one.id)).toContain(id)
    expect((await list(city, 'light=overdue')).total).toBe(0)
    expect((await siblingSchool.get<PairsWaiting>('/api/v1/support/waiting')).data.late).toBeGreaterThan(0)
  })

  it('that cannot be read say why and are tried again', async () => {
    const { school } = region.people
    const id = await agreedPair(region, { fromDay: addDays(today(), -10) })
    const signal = new AbortController().signal
    const busy = async () => {
      throw new AppError('unavailable', { message: '统计数据正在准备，请稍后再试' })
    }
    await readGoals({ db: region.db, readFigure: busy }, signal)
    const [goal] = (await board(school, id)).goals
    expect([goal?.light, goal?.problem]).toEqual([null, '统计数据正在准备，请稍后再试'])
    await region.db.execute(
      sql`update pair_reading set read_at = read_at - interval '2 hours' where problem is not null`,
    )
    await reading(() => 12)
    expect((await board(school, id)).goals[0]).toMatchObject({ problem: null, baseline: { value: 12 } })
  })

  it('change by a supplement that the other side agrees to; the old version stays in sight', async () => {
    const { school, siblingSchool, area, otherSchool } = region.people
    const id = await agreedPair(region, { fromDay: addDays(today(), -100) })
    await reading(() => 10)
    const url = `${pairCalls}/${id}/amendment`
    const goal = { stated: null, unit: null, start: null, direction: '1', dueOn: null }
    const own = { ...goal, no: 1, goal: '01', target: 30 }
    const draft = { goals: [own, { ...goal, no: null, goal: '02', target: 90 }], reason: '新增一项学历目标' }
    const same = await school.post<Faulty>(url, { goals: [{ ...own, target: 40 }], reason: '没有变化' })
    expect(faultsOf(same)).toEqual(['goals 和现行的目标一样，没有要补充的'])
    const wrong = await school.post<Faulty>(url, { ...draft, goals: [{ ...own, target: 5 }] })
    expect(faultsOf(wrong)[0]).toContain('目标却低于起点')
    expect((await area.post(url, draft)).status).toBe(403)
    expect((await otherSchool.post(url, draft)).status).toBe(404)
    // Two proposals at once: one waits, the other is told so.
    const both = await Promise.all([school.post(url, draft), siblingSchool.post(url, draft)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const waiting = await board(school, id)
    const [mover, answerer] =
      waiting.amendments[0]?.may === 'withdraw' ? [school, siblingSchool] : [siblingSchool, school]
    expect((await mover.put(`${url}/1`, { answer: 'agreed' })).status).toBe(403)
    expect((await answerer.put(`${url}/1`, { answer: 'refused' })).status).toBe(400)
    expect((await answerer.put(`${url}/1`, { answer: 'agreed' })).status).toBe(200)
    expect((await answerer.put(`${url}/1`, { answer: 'refused', words: '再想想' })).status).toBe(409)
    await reading(() => 10)
    const after = await board(area, id)
    expect(after.goals.map(({ no, target, baseline }) => [no, target, baseline?.value])).toEqual([
      [1, 30, 10],
      [2, 90, 10],
    ])
    expect(
      after.goals[0]?.versions.map(({ version, target, toOn }) => [version, target, toOn === null]),
    ).toEqual([
      [1, 40, false],
      [2, 30, true],
    ])
    // The form that both signed is as it was.
    const signed = await area.get<{ value: { goals: { target: string }[] } }>(`${pairCases}/${id}`)
    expect(signed.data.value.goals.map(({ target }) => target)).toEqual(['40.0'])
  })

  it('that no figure knows are stated by one side and count once the other side confirmed them', async () => {
    const { school, siblingSchool, area, teacher, otherSchool } = region.people
    const stated = { goal: '99', stated: '学生实验开出率', unit: '%', start: 62, direction: '1', target: 90 }
    const id = await agreedPair(region, { fromDay: addDays(today(), -100), goals: [stated] })
    const url = `${pairCalls}/${id}/statement`
    const draft = (more: object = {}) => ({
      id: uuidv7(),
      no: 1,
      day: addDays(today(), -5),
      value: 74,
      evidence: '实验室使用登记簿，教导处逐节核对',
      ...more,
    })
    for (const [more, fault] of [
      [{ evidence: '有' }, 'evidence'],
      [{ value: -1 }, 'value'],
      [{ value: 1.23 }, 'value'],
      [{ day: addDays(today(), 1) }, 'day'],
      [{ day: addDays(today(), -300) }, 'day'],
      [{ no: 7 }, 'no'],
    ] as const) {
      const refused = await siblingSchool.post<Faulty>(url, draft(more))
      expect([refused.status, faultsOf(refused)[0]?.split(' ')[0]]).toEqual([400, fault])
    }
    const first = draft()
    expect((await area.post(url, first)).status).toBe(403)
    expect((await otherSchool.post(url, first)).status).toBe(404)
    expect((await teacher.post(url, first)).status).toBe(403)
    for (const _ of [1, 2]) expect((await siblingSchool.post(url, first)).status).toBe(200)
    const shown = await board(school, id)
    expect([shown.goals[0]?.now, shown.goals[0]?.statements.length]).toEqual([null, 1])
    expect((await siblingSchool.put(`${url}/${first.id}`, { answer: 'confirmed' })).status).toBe(403)
    expect((await school.put(`${url}/${first.id}`, { answer: 'confirmed' })).status).toBe(200)
    expect((await board(school, id)).goals[0]).toMatchObject({ now: { value: 74 }, progress: 42.9 })
    const second = draft({ value: 88 })
    await siblingSchool.post(url, second)
    expect((await school.put(`${url}/${second.id}`, { answer: 'disputed' })).status).toBe(400)
    await school.put(`${url}/${second.id}`, { answer: 'disputed', words: '登记簿是 75' })
    const goal = (await board(siblingSchool, id)).goals[0]
    expect([goal?.now?.value, goal?.statements.find(({ id: one }) => one === second.id)?.answer]).toEqual([
      74,
      '登记簿是 75',
    ])
  })
})

describe('a list of agreements', () => {
  it('is taken out as it is shown, by who may read it', async () => {
    const { school, otherSchool } = region.people
    await agreedPair(region)
    const columns = ['supporter', 'supported', 'lights.onTime', 'state']
    const taken = async (who: Person) => {
      const list = await agreementList(region.db).open(actorOf(who, 3), { stage: 'active' })
      const wanted = { columns, full: false, opened: [] }
      return list.rows(await list.keys(100), wanted)
    }
    const [first] = await taken(school)
    expect(first?.cells).toMatchObject({ supporter: '东区一中', supported: '东区二小', state: '执行中' })
    expect((await taken(school)).length).toBe((await list(school)).total)
    expect((await taken(otherSchool)).length).toBe((await list(otherSchool)).total)
  })
})

describe('what everybody reads', () => {
  it('are agreements that were recorded and the lights of confirmed numbers, of no single school', async () => {
    const answer = await region.app.inject({ method: 'GET', url: '/api/v1/support/public' })
    expect(answer.statusCode).toBe(200)
    const { data } = answer.json<{ data: PublicPairs }>()
    const { many } = await region.db.one<{ many: number }>(sql`
      select count(*)::int as many from process_case where type = 'pairAgreement' and state = 'active'`)
    expect(data.agreements).toBe(many)
    expect(JSON.stringify(data)).not.toMatch(/baseline|contact|evidence|柏见山/)
    for (const url of [pairCalls, '/api/v1/support/effects', '/api/v1/support/waiting'])
      expect((await region.app.inject({ method: 'GET', url })).statusCode).toBe(401)
  })

  it('an office finds what waits for it, and a form in its own words', async () => {
    const { school, siblingSchool, area } = region.people
    const url = await begunPair(region, school, { goals: pairForm(region).goals, docNo: '东教〔2026〕3 号' })
    await moveCase(school, url, 'propose')
    const waits = async (who: Person) => (await who.get<PairsWaiting>('/api/v1/support/waiting')).data
    const before = await waits(siblingSchool)
    expect(before.sign).toBeGreaterThan(0)
    await moveCase(siblingSchool, url, 'sign', { value: { partnerContact: '柏见山' } })
    expect((await waits(siblingSchool)).sign).toBe(before.sign - 1)
    expect((await waits(area)).record).toBeGreaterThan(0)
    expect((await list(area, 'stage=waiting')).list[0]).toMatchObject({ waits: 'record', goals: 0 })
    expect((await area.get(`${pairCalls}?stage=none`)).status).toBe(400)
  })
})
