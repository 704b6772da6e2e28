import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CampaignStandings, CampaignView } from '../../../catalogue/contract/campaigns.ts'
import type { ActivityBoard, CandidatesFound } from '../../../catalogue/contract/teaching/activities.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { runningStudio } from '../../app/testing/test-studio.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { activities, activityIn, type Faulty } from './test-activity.ts'

let region: Region
let life: ReturnType<typeof activityIn>
beforeAll(async () => {
  region = await testRegion('teaching-leads')
  life = activityIn(region)
})
afterAll(() => region.close())

/** A teacher of the school whom the district keeps as a researcher. */
async function researcher(endDate: string | null = null): Promise<Person> {
  const who = await life.teacher()
  await region.db.execute(sql`
    insert into rec_research_team (owner_id, id, version, institution_id, recorded_by, applied_at, team_kind,
      school_stage, subject, start_date, end_date)
    values (${who.teacherId}, gen_random_uuid(), 1, ${who.institutionId}, ${region.people.area.identityId}, now(), '2',
      '3', '13', '2025-09-01', ${endDate}::date)`)
  return who
}
const ends = (who: Person, day: string) =>
  region.db.execute(
    sql`update rec_research_team set end_date = ${day}::date where owner_id = ${who.teacherId}`,
  )

const body = () => ({ collects: 'activityPlace', title: '片区听评课', value: life.valueOf(life.ahead) })
const begun = (who: Person, more: object = {}) =>
  who.post<Faulty<CampaignView>>(activities, { ...body(), ...more })
const leads = async (who: Person) => (await who.get<CampaignStandings>(`${activities}/standings`)).data
const version = async (who: Person, id: string) =>
  (await who.get<CampaignView>(`${activities}/${id}`)).data.version

/** Every call with which an activity is changed or worked on, in an order in which each can be made. */
async function everyCall(who: Person, id: string, as: Person = who) {
  const one = `${activities}/${id}`
  const { data } = await as.get<CampaignView>(one)
  const { teacherId } = await life.teacher()
  const answers = {
    edit: await who.put(one, { version: data.version, title: '改了', value: data.value }),
    close: await who.post(`${one}/close`, { version: await version(as, id) }),
    board: await who.get(`${one}/board`),
    candidates: await who.get(`${one}/candidates`),
    invite: await who.post(`${one}/invitations`, { teachers: [teacherId] }),
    walkIn: await who.post(`${one}/walk-ins`, { teachers: [teacherId] }),
    copy: await who.post(`${one}/copies`, { days: 7 }),
  }
  return Object.fromEntries(Object.entries(answers).map(([call, { status }]) => [call, status]))
}

describe('a researcher', () => {
  it('starts activities in the name of who keeps the record, and works on them', async () => {
    const who = await researcher()
    expect((await leads(who)).offices).toEqual([
      { id: region.places.district, name: '东区教育局', because: '教研员' },
    ])
    const made = await begun(who)
    expect([made.status, made.data.host, made.data.mine]).toEqual([
      200,
      { id: region.places.district, name: '东区教育局' },
      true,
    ])
    const { id } = made.data
    // A draft of somebody else's is nobody's.
    expect((await (await researcher()).get(`${activities}/${id}`)).status).toBe(404)
    expect((await who.post(`${activities}/${id}/open`, { version: made.data.version })).status).toBe(200)
    expect(await everyCall(who, id)).toEqual({
      edit: 200,
      close: 200,
      board: 200,
      candidates: 200,
      invite: 200,
      walkIn: 200,
      copy: 200,
    })
    // Invites within the area of the office, and sees no archive.
    await life.teacher(region.places.sibling)
    const found = await who.get<CandidatesFound>(`${activities}/${id}/candidates?pageSize=100`)
    expect(found.data.list.some(({ institution }) => institution === '东区二小')).toBe(true)
    expect(found.data.list.some(({ institution }) => institution === '西区一中')).toBe(false)
    const other = await life.teacher()
    expect((await who.get(`/api/v1/archive/${other.teacherId}`)).status).toBeGreaterThanOrEqual(403)
    expect((await leads(who)).list).toMatchObject([{ mayAct: true }, { id, mayAct: true }])
  })

  it('whose term ends today starts none tomorrow, and what is open stays with the office (test 54)', async () => {
    const { area } = region.people
    const who = await researcher(today())
    const made = await begun(who)
    const { id } = made.data
    expect((await who.post(`${activities}/${id}/open`, { version: made.data.version })).status).toBe(200)
    const left = await begun(who)
    // It is tomorrow: the term ended yesterday.
    await ends(who, addDays(today(), -1))
    expect((await leads(who)).offices).toEqual([])
    const refused = await begun(who)
    expect([refused.status, refused.msg]).toEqual([403, '现任教研员、科组长、教研组长和工作室主持人才能发起'])
    expect(await everyCall(who, id, area)).toEqual(
      Object.fromEntries(
        ['edit', 'close', 'board', 'candidates', 'invite', 'walkIn', 'copy'].map((call) => [call, 403]),
      ),
    )
    expect((await who.get<CampaignView>(`${activities}/${id}`)).data).toMatchObject({ mine: false, acts: [] })
    expect((await who.get(`${activities}/${left.data.id}`)).status).toBe(404)
    expect((await leads(who)).list.every(({ mayAct }) => !mayAct)).toBe(true)
    // The office goes on with it, and names another one.
    expect(await everyCall(area, id)).toMatchObject({ edit: 200, board: 200, invite: 200 })
    const next = await researcher()
    const named = (teacherId: number | null, by = area) => by.put(`${activities}/${id}/lead`, { teacherId })
    expect((await named(who.teacherId)).status).toBe(400)
    const before = await area.get<ActivityBoard>(`${activities}/${id}/board`)
    expect(before.data.lead).toMatchObject({ teacherId: who.teacherId, mayAct: false })
    expect((await named(next.teacherId, region.people.otherArea)).status).toBe(404)
    expect((await named(next.teacherId, region.people.school)).status).toBe(403)
    expect((await named(next.teacherId, next)).status).toBe(403)
    expect((await named(next.teacherId)).status).toBe(200)
    const lead = async () => (await area.get<ActivityBoard>(`${activities}/${id}/board`)).data.lead
    expect(await lead()).toMatchObject({ teacherId: next.teacherId, mayAct: true })
    expect((await next.get<ActivityBoard>(`${activities}/${id}/board`)).data.mine).toBe(true)
    expect((await who.get(`${activities}/${id}/board`)).status).toBe(403)
    expect((await named(null)).status).toBe(200)
    expect((await next.get(`${activities}/${id}/board`)).status).toBe(403)
  })

  it('acts for no other institution, and nobody does without a fact', async () => {
    const { teacher, stranger, area } = region.people
    const who = await researcher()
    const elsewhere = await begun(who, { office: region.places.city })
    expect([elsewhere.status, elsewhere.data.errors?.[0]?.field]).toEqual([400, 'office'])
    for (const bad of ['x', 0, 1.5]) expect((await begun(who, { office: bad })).status).toBe(400)
    expect((await begun(teacher)).status).toBe(403)
    expect((await leads(teacher)).offices).toEqual([])
    const own = await begun(area)
    const opened = await area.post<CampaignView>(`${activities}/${own.data.id}/open`, {
      version: own.data.version,
    })
    // An activity that another one holds for the same office is read like any other one, and not worked on.
    const calls = await everyCall(who, own.data.id, area)
    expect(new Set(Object.values(calls))).toEqual(new Set([403]))
    expect((await stranger.get(`${activities}/${own.data.id}/board`)).status).toBe(404)
    expect(opened.status).toBe(200)
    // Other campaigns are the offices' alone.
    const notice = { collects: 'researchProject', title: '征集', value: {} }
    expect((await who.post('/api/v1/research/notice', notice)).status).toBe(403)
  })
})

describe('leaders and hosts', () => {
  it('start activities in the name of their school, while they lead', async () => {
    const leader = await life.teacher()
    const group = sql`
      insert into rec_subject_group (owner_id, id, version, institution_id, recorded_by, applied_at, name, leader, enabled)
      values (${region.places.school}, gen_random_uuid(), 1, ${region.places.school}, ${region.people.school.identityId},
        now(), '语文组', ${leader.teacherId}, true)`
    await region.db.execute(group)
    expect((await leads(leader)).offices).toMatchObject([{ id: region.places.school, because: '科组长' }])
    const made = await begun(leader)
    expect(made.data.host.id).toBe(region.places.school)
    await region.db.execute(
      sql`update rec_subject_group set enabled = false where leader = ${leader.teacherId}`,
    )
    expect((await begun(leader)).status).toBe(403)
    const host = await life.teacher()
    expect((await begun(host)).status).toBe(403)
    const studio = await runningStudio(region, host)
    expect((await leads(host)).offices).toMatchObject([{ id: region.places.school, because: '工作室主持人' }])
    expect((await begun(host)).status).toBe(200)
    await region.db.execute(
      sql`update process_case set state = 'closed', open = false where id = ${studio}::uuid`,
    )
    expect((await begun(host)).status).toBe(403)
  })
})
