import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { CampaignView } from '../../../catalogue/contract/campaigns.ts'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import type { Message } from '../../../catalogue/contract/workspace.ts'
import { pagesUnder } from '../../../catalogue/pages/entry.ts'
import { campaignNames, campaignOf } from '../../../catalogue/processes/campaigns.ts'
import { checkCampaigns } from '../../../catalogue/processes/check-campaigns.ts'
import { checkProcesses } from '../../../catalogue/processes/check.ts'
import { casesPath, noticesPath } from '../../../catalogue/processes/paths.ts'
import { processNames, processOf } from '../../../catalogue/processes/processes.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { processingOf } from '../../app/processing.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { minuteIn } from '../../app/testing/test-research.ts'
import { runCampaignClock, runSweeps, type MoveEntry } from '../../engine/campaigns/index.ts'
import { entryMover, runClock } from '../../engine/processes/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { tryAnything } from '../processes/test-any-process.ts'

// Files of one worker share their modules: this one has its own, and leaves none behind.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  for (const path of ['processes/registry.gen.ts', 'processes/campaigns.gen.ts', 'pages/teacher.ts'])
    vi.doUnmock(`../../../catalogue/${path}`)
  vi.resetModules()
})
// What the how-to has a reader do: the generated registries have one name more each, the pages two lines.
vi.mock(import('../../../catalogue/processes/campaigns.gen.ts'), async (original) => {
  const { trainingCourse } = await import('../../../catalogue/processes/examples/training-course.ts')
  return { ...(await original()), trainingCourse }
})
vi.mock(import('../../../catalogue/processes/registry.gen.ts'), async (original) => {
  const { courseSignup } = await import('../../../catalogue/processes/examples/training-course.ts')
  return { ...(await original()), courseSignup }
})
vi.mock(import('../../../catalogue/pages/teacher.ts'), async (original) => {
  const { teacherPages } = await original()
  const { processNames: names } = await import('../../../catalogue/processes/processes.ts')
  const { campaignNames: notices } = await import('../../../catalogue/processes/campaigns.ts')
  const types = names.filter((name) => String(name) === 'courseSignup')
  const [own] = notices.filter((name) => String(name) === 'trainingCourse')
  const pages = pagesUnder(
    '/teacher',
    [2],
    [
      [
        '/yanxiuban',
        '研修班',
        'trainingCourse',
        { page: 'campaigns', menu: 'growth', ...(own && { notices: own }) },
      ],
      ['/yanxiubaoming', '研修报名', 'courseSignup', { page: 'cases', cases: { types }, menu: 'growth' }],
    ],
  )
  return { teacherPages: [...teacherPages, ...pages] }
})

const howTo = readFileSync('docs/how-to/add-a-campaign.md', 'utf8')
const [notices, cases] = ['/api/v1/course', '/api/v1/courseSignup']

let region: Region
let host: Person
beforeAll(async () => {
  region = await testRegion('how-to-campaign')
  host = region.people.area
})
afterAll(() => region.close())

let counter = 0
const teacher = () => region.add(2, region.places.school, `研修${(counter += 1)}`)
type TestAnswer<T> = T & { readonly errors?: readonly { readonly field: string; readonly message: string }[] }

const notice = (more: object = {}) => ({
  content: '<p>课堂提问的设计。</p>',
  timetable: [{ day: '2026-12-05', topic: '开班' }],
  signupStart: minuteIn(-60),
  signupEnd: minuteIn(600),
  workEnd: minuteIn(6000),
  ...more,
})
async function actOn(id: string, action: string, more: object = {}) {
  const { data } = await host.get<CampaignView>(`${notices}/${id}`)
  return host.post<TestAnswer<CampaignView>>(`${notices}/${id}/${action}`, { version: data.version, ...more })
}
async function opened(): Promise<CampaignView> {
  const body = { collects: 'courseSignup', title: '课堂提问研修班', value: notice() }
  const made = await host.post<CampaignView>(notices, body)
  expect(made.status, made.msg).toBe(200)
  const open = await actOn(made.data.id, 'open')
  expect([open.status, open.data.state, open.data.acts]).toEqual([200, 'recruiting', ['extend', 'cancel']])
  return open.data
}
const look = async (id: string) => (await host.get<CampaignView>(`${notices}/${id}`)).data

const goals = [{ goal: '学会追问', hours: 2.5 }]
async function act(who: Person, id: string, action: string, more: object = {}) {
  const seen = await who.get<CaseView>(`${cases}/${id}`)
  return who.post<TestAnswer<CaseView>>(`${cases}/${id}/${action}`, { version: seen.data.version, ...more })
}
async function signedUp(who: Person, campaign: string, value: object = { reason: '想学', goals }) {
  const made = await who.post<CaseView>(cases, { about: { campaign }, value })
  expect(made.status, made.msg).toBe(200)
  return act(who, made.data.id, 'submit')
}
async function confirmed(who: Person, campaign: string): Promise<string> {
  const { id } = (await signedUp(who, campaign)).data
  await act(host, id, 'admit')
  const done = await act(who, id, 'agree')
  expect(done.data.state, done.msg).toBe('confirmed')
  return id
}
const stateOf = async (id: string) =>
  (await region.db.one<{ state: string }>(sql`select state from process_case where id = ${id}::uuid`)).state

/** Lets a time of the notice be over. */
async function over(id: string, field: string) {
  await region.db.execute(sql`
    update campaign set value = value || ${sql.json({ [field]: minuteIn(-30) })} where id = ${id}::uuid`)
  await runCampaignClock(processingOf(region.engine))
}
const going = new AbortController().signal
const mover = () => entryMover(processingOf(region.engine))
async function sweepAll(move: MoveEntry = mover()) {
  while (await runSweeps(region.db, going, move)) continue
}

describe('the campaign of the how-to', () => {
  it('is the text of the page, sound, and in both registries', () => {
    const file = readFileSync('catalogue/processes/examples/training-course.ts', 'utf8')
    expect(howTo).toContain(
      file.replaceAll("from '../", "from './").replace("from './../define.ts'", "from '../define.ts'"),
    )
    expect(howTo).toContain("['/yanxiuban', '研修班', 'trainingCourse', { page: 'campaigns',")
    const all = processNames.map(processOf)
    expect(checkProcesses(all)).toEqual([])
    expect(checkCampaigns(campaignNames.map(campaignOf), all)).toEqual([])
    expect(campaignNames.map(String)).toContain('trainingCourse')
    expect(noticesPath(2, 'trainingCourse')).toBe('/teacher/yanxiuban')
    expect(casesPath(2, 'courseSignup')).toBe('/teacher/yanxiubaoming?tab=courseSignup')
  })

  it('goes through its seven states, and takes its entries along', async () => {
    const { id } = await opened()
    const [good, poor, absent, waiting] = [await teacher(), await teacher(), await teacher(), await teacher()]
    const entries = [await confirmed(good, id), await confirmed(poor, id), await confirmed(absent, id)]
    const [of, ofPoor, ofAbsent] = entries as [string, string, string]
    const open = (await signedUp(waiting, id)).data.id
    await over(id, 'signupEnd')
    expect((await look(id)).state).toBe('preparing')
    // Nobody signs up any more; what is not decided keeps the course from beginning.
    const late = await (await teacher()).post<CaseView>(cases, { about: { campaign: id }, value: {} })
    expect([late.status, late.msg]).toEqual([400, expect.stringContaining('报名已于')])
    expect((await actOn(id, 'start')).msg).toBe('还有 1 件没有办完，办完以后再开班')
    await act(host, open, 'decline', { reason: '名额已满' })
    const started = await actOn(id, 'start')
    expect([started.status, started.data.state, started.data.acts]).toEqual([200, 'ongoing', []])
    expect(started.data.sweeps).toMatchObject([{ action: 'start', total: 3, moved: 0, endedAt: null }])
    await sweepAll()
    expect((await look(id)).sweeps).toMatchObject([{ total: 3, moved: 3, refused: [] }])
    // How far it is, and whom it refused, is the office's to know.
    expect((await good.get<CampaignView>(`${notices}/${id}`)).data.sweeps).toEqual([])
    const seen = (await good.get<CaseView>(`${cases}/${of}`)).data
    expect([seen.state, seen.timeline.at(-1)?.label]).toEqual(['learning', '开班'])
    const told = (await good.get<{ list: Message[] }>('/api/v1/userSystemMessage?pageSize=20')).data.list
    expect(told.filter(({ title }) => title === '研修报名：研修中')).toHaveLength(1)

    for (const [who, entry] of [
      [good, of],
      [poor, ofPoor],
    ] as const) {
      const { version } = (await who.get<CaseView>(`${cases}/${entry}`)).data
      await who.put(`${cases}/${entry}`, { version, value: { work: '<p>一课三问。</p>' } })
      expect((await act(who, entry, 'handIn')).data.state).toBe('handedIn')
    }
    await over(id, 'workEnd')
    expect((await look(id)).state).toBe('assessing')
    expect((await act(host, of, 'grade', { value: { score: 88 } })).status).toBe(200)
    expect((await act(host, ofPoor, 'grade', { value: { score: 59 } })).status).toBe(200)
    expect((await actOn(id, 'finish')).data.state).toBe('finished')
    await sweepAll()
    expect(await Promise.all([of, ofPoor, ofAbsent, open].map(stateOf))).toEqual([
      'qualified',
      'unqualified',
      'unqualified',
      'cancelled',
    ])
  })

  it('asks for the lines of a form as its columns say', async () => {
    const { id } = await opened()
    const who = await teacher()
    const none = await signedUp(who, id, { reason: '想学', goals: [] })
    expect(none.data.errors).toMatchObject([{ field: 'goals' }])
    const four = Array.from({ length: 4 }, (_, n) => ({ goal: `目标${n}`, hours: 1 }))
    const many = await who.post<TestAnswer<CaseView>>(cases, {
      about: { campaign: id },
      value: { goals: four },
    })
    expect(many.data.errors).toMatchObject([
      { field: 'goals', message: expect.stringContaining('最多 3 行') },
    ])
  })

  it('ends a state at its minute, not a minute before', async () => {
    const { id } = await opened()
    const who = await teacher()
    const { id: entry } = (await signedUp(who, id)).data
    const admitted = (await act(host, entry, 'admit')).data
    const by = String(admitted.value['confirmBy'])
    expect([minuteIn(48 * 60 - 1), minuteIn(48 * 60)]).toContain(by)
    expect(admitted.waitsFor).toBe(`等${admitted.name}办理，${by.replace('T', ' ')} 截止`)
    const clock = () => runClock(processingOf(region.engine), going)
    const setTo = (minutes: number) =>
      region.db.execute(sql`
        update process_case
        set value = value || ${sql.json({ confirmBy: minuteIn(minutes) })}, acts_on = (now() at time zone 'Asia/Shanghai')::date,
          acts_at = ${minuteIn(minutes)}::timestamp at time zone 'Asia/Shanghai'
        where id = ${entry}::uuid`)
    await setTo(2)
    await clock()
    expect(await stateOf(entry)).toBe('toConfirm')
    await setTo(-1)
    await clock()
    expect(await stateOf(entry)).toBe('cancelled')
  })

  it('moves each entry once, wherever a batch is killed, and says which were refused', async () => {
    const { id } = await opened()
    const first = await confirmed(await teacher(), id)
    await region.db.execute(sql`
      insert into process_case (institution_id, id, type, state, value, teacher_id, subject_kind, parties, involved,
        holder_institution_id, holder_role, handed_in, under_way, by_identity, campaign_id, version)
      select institution_id, gen_random_uuid(), type, state, value, teacher_id, subject_kind, parties, involved,
        holder_institution_id, holder_role, handed_in, under_way, by_identity, campaign_id, version
      from process_case, generate_series(1, 609) where id = ${first}::uuid`)
    await over(id, 'signupEnd')
    await actOn(id, 'start')
    const moves = async () =>
      await region.db.one<{ many: number; most: number; learning: number }>(sql`
        select sum(n)::int as many, max(n)::int as most, count(*)::int as learning
        from (select count(*) as n from process_event e join process_case k on k.id = e.case_id
          where k.campaign_id = ${id}::uuid and k.state = 'learning' and e.move = 'start' group by k.id) each`)
    // The process dies in the middle of the first batch, and again in the second one.
    const dying = (at: number): MoveEntry => {
      let count = 0
      return async (tx, sweep, entry) => {
        if ((count += 1) > at) throw new Error('killed')
        return mover()(tx, sweep, entry)
      }
    }
    await expect(runSweeps(region.db, going, dying(100))).rejects.toThrow('killed')
    expect((await moves()).learning).toBe(0)
    expect(await runSweeps(region.db, going, mover())).toBe(true)
    expect(await moves()).toEqual({ many: 500, most: 1, learning: 500 })
    expect((await look(id)).sweeps).toMatchObject([{ moved: 500, total: 610, endedAt: null }])
    // While it is under way the campaign goes nowhere: neither by its office nor by the clock.
    expect((await actOn(id, 'finish')).status).toBe(409)
    await over(id, 'workEnd')
    expect((await look(id)).state).toBe('ongoing')
    await expect(runSweeps(region.db, going, dying(60))).rejects.toThrow('killed')
    let count = 0
    const refusing: MoveEntry = async (tx, sweep, entry) => {
      const moved = await mover()(tx, sweep, entry)
      if ((count += 1) === 5) throw new AppError('wrongState', { message: '这一件不行' })
      return moved
    }
    await sweepAll(refusing)
    expect(await moves()).toEqual({ many: 609, most: 1, learning: 609 })
    const [sweep] = (await look(id)).sweeps
    expect(sweep).toMatchObject({ moved: 609, total: 610, refused: [{ message: '这一件不行' }] })
    expect(sweep?.endedAt).not.toBeNull()
    expect(await stateOf(sweep?.refused[0]?.id ?? '')).toBe('confirmed')
    await runCampaignClock(processingOf(region.engine))
    expect((await look(id)).state).toBe('assessing')
  })

  it('is its office’s alone to move, and its moves are nobody’s by hand', async () => {
    const { id } = await opened()
    const entry = await confirmed(await teacher(), id)
    expect((await act(host, entry, 'start')).status).toBe(404)
    const { version } = await look(id)
    const body = { version, reason: '试' }
    for (const who of [region.people.otherArea, region.people.city, region.people.school, await teacher()])
      expect((await who.post(`${notices}/${id}/cancel`, body)).status).toBeGreaterThanOrEqual(403)
    expect((await actOn(id, 'cancel')).data.errors).toMatchObject([{ field: 'reason' }])
    expect((await actOn(id, 'cancel', { reason: '报名太少' })).data.state).toBe('cancelled')
    await sweepAll()
    expect(await stateOf(entry)).toBe('cancelled')
  })
})

tryAnything(processNames.filter((name) => String(name) === 'courseSignup'))
