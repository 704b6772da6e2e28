import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CampaignView, ObjectionList, PublicityList } from '../../../catalogue/contract/campaigns.ts'
import type { TodoPage } from '../../../catalogue/contract/todos.ts'
import { processingOf } from '../../app/processing.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture } from '../../app/testing/test-values.ts'
import { runCampaignClock } from '../../engine/campaigns/index.ts'
import { runClock } from '../../engine/processes/index.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  actOn,
  beginEntry,
  entryOf,
  handedIn,
  minuteIn,
  move,
  openNotice,
  read,
  write,
  type CaseAnswer,
} from '../../app/testing/test-research.ts'

let region: Region
let p: Region['people']
beforeAll(async () => {
  region = await testRegion('research')
  p = region.people
})
afterAll(() => region.close())

const notice = '/api/v1/research/notice'
let counter = 0
const teacherAt = (place: number): Promise<Person> => region.add(2, place, `申报${(counter += 1)}`)

/** Lets the clock run with everything that is due. */
const clockRuns = () => runClock(processingOf(region.engine), new AbortController().signal)

async function approvedUpTo(entry: CaseAnswer, ...offices: readonly Person[]): Promise<CaseAnswer> {
  let last = entry
  for (const office of offices) {
    last = await move(office, entry, 'approve')
    expect(last.status, last.msg).toBe(200)
  }
  return last
}

describe('a project from the notice to the archive', () => {
  it('climbs from the school to the province, hangs out, is numbered, opened, checked, closed and archived', async () => {
    const campaign = await openNotice(p.province, { publicityDays: 5 })
    const leader = await teacherAt(region.places.school)
    const entry = await handedIn(region, leader, campaign)
    expect(entry.data).toMatchObject({ state: 'recommending', title: '小学数学课堂提问的实证研究' })
    expect(entry.data.value['projectLevel']).toBe('2')
    // Nobody but the next one holds it; those above see where it stands and may not act.
    expect((await move(p.area, entry, 'approve')).status).toBe(403)
    expect((await move(p.province, entry, 'reject', { reason: '不行' })).status).toBe(409)
    await approvedUpTo(entry, p.school, p.area, p.city)
    expect((await read(p.province, entry)).data.holder?.institution?.id).toBe(region.places.province)
    expect((await move(p.province, entry, 'approve')).status).toBe(409)
    expect((await move(p.province, entry, 'assign')).data.state).toBe('expertReview')
    expect((await move(p.province, entry, 'establish')).status).toBe(409)
    const hung = await move(p.province, entry, 'publicize')
    expect(hung.data).toMatchObject({ state: 'publicity' })
    expect(hung.data.actsOn! > addDays(today(), 5)).toBe(true)
    await region.db.query(
      sql`update process_case set acts_on = current_date, value = value || ${sql.json({ publicityEnd: addDays(today(), -2) })} where id = ${entry.data.id}::uuid`,
    )
    await clockRuns()
    const established = await read(leader, entry)
    expect(established.data).toMatchObject({
      state: 'established',
      number: 'YJ2026-0001',
      opens: ['opening'],
    })

    const files = [await picture(region, leader)]
    const rich = '<p>如题。</p>'
    expect((await move(leader, entry, 'submitOpening')).data.errors?.map(({ field }) => field)).toContain(
      'openDate',
    )
    await write(leader, entry, {
      openDate: '2026-10-10',
      openPlace: '报告厅',
      openMode: '1',
      openExperts: '张、李',
      openReport: rich,
      openOpinion: '同意开题',
      openFiles: files,
    })
    // What was handed in at first is closed.
    expect((await write(leader, entry, { projectName: '另一个题目' })).status).toBe(400)
    expect((await move(leader, entry, 'submitOpening')).data.state).toBe('openingPending')
    expect((await move(p.province, entry, 'returnOpening')).status).toBe(400)
    expect((await move(p.province, entry, 'returnOpening', { reason: '补专家签名' })).data.state).toBe(
      'established',
    )
    await move(leader, entry, 'submitOpening')
    expect((await move(p.province, entry, 'approveOpening')).data.state).toBe('inProgress')
    await write(leader, entry, {
      progress: rich,
      stageResult: rich,
      problem: '样本少',
      nextPlan: '扩大样本',
      midtermFiles: files,
    })
    await move(leader, entry, 'submitMidterm')
    await move(p.province, entry, 'approveMidterm')
    await write(leader, entry, {
      workReport: rich,
      researchReport: rich,
      mainResult: '论文两篇',
      closingFiles: files,
    })
    await move(leader, entry, 'submitClosing')
    expect((await move(p.province, entry, 'approveClosing')).data.errors?.map(({ field }) => field)).toEqual([
      'closingGrade',
    ])
    expect(
      (await move(p.province, entry, 'approveClosing', { value: { closingGrade: '1' } })).data.state,
    ).toBe('closed')
    const archived = await leader.get<{ list: { value: Record<string, unknown> }[] }>(
      '/api/v1/records/researchRecord?page=1&pageSize=10',
    )
    expect(JSON.stringify(archived.data.list)).toContain('YJ2026-0001')
    const again = await openNotice(p.province)
    expect((await handedIn(region, leader, again)).data.state).toBe('recommending')
  })

  it('of a school stays in the school', async () => {
    const campaign = await openNotice(p.school, { projectLevel: '5' })
    const leader = await teacherAt(region.places.school)
    const entry = await handedIn(region, leader, campaign)
    expect((await move(p.area, entry, 'approve')).status).toBe(403)
    expect((await move(p.school, entry, 'approve')).data).toMatchObject({ state: 'established' })
    // Nobody of another school may enter.
    expect((await beginEntry(p.stranger, campaign)).status).toBe(400)
    expect((await p.otherSchool.get(`${notice}/${campaign.id}`)).status).toBe(404)
  })

  it('waits for the person who was sent back, tells them, and stands among what they handed in', async () => {
    const campaign = await openNotice(p.area)
    const leader = await teacherAt(region.places.school)
    const entry = await handedIn(region, leader, campaign)
    expect((await move(p.school, entry, 'return', { reason: '缺签名' })).data.state).toBe('returned')
    const waiting = await leader.get<TodoPage>('/api/v1/todo?pageSize=20')
    expect(waiting.data.list.map(({ title }) => title).join()).toContain('小学数学课堂提问')
    const told = await leader.get<{ list: { title: string }[] }>(
      '/api/v1/userSystemMessage?page=1&pageSize=5',
    )
    expect(JSON.stringify(told.data)).toContain('退回修改')
    expect((await read(p.area, entry)).data.canEdit).toBe(false)
    expect((await move(leader, entry, 'submit')).data.state).toBe('recommending')
    expect((await move(leader, entry, 'withdraw')).data.state).toBe('draft')
  })
})

describe('who sees a draft, and who may begin one', () => {
  it('a draft is its author’s alone', async () => {
    const campaign = await openNotice(p.area)
    const leader = await teacherAt(region.places.school)
    const entry = await beginEntry(leader, campaign)
    expect(entry.status, entry.msg).toBe(200)
    for (const other of [p.school, p.area, p.city, p.colleague, p.admin, p.expert])
      expect((await read(other, entry)).status).toBeGreaterThanOrEqual(403)
    const path = `/api/v1/research/project/${entry.data.id}`
    const stolen = await p.school.put(path, { version: entry.data.version, value: { projectName: '他人的' } })
    expect(stolen.status).toBe(404)
    expect((await read(p.colleague, entry)).status).toBe(404)
  })

  it('a notice that is a draft, closed, or of somewhere else takes nothing', async () => {
    const made = await p.area.post<CampaignView>(notice, { collects: 'researchProject', title: '没开放' })
    expect((await beginEntry(p.teacher, made.data)).status).toBe(400)
    expect((await p.teacher.get(`${notice}/${made.data.id}`)).status).toBe(404)
    const west = await openNotice(p.otherArea)
    expect((await beginEntry(p.teacher, west)).msg).toBe('未找到本次征集')
    expect((await actOn(p.area, west, 'close')).status).toBe(404)
    expect((await actOn(p.city, west, 'close')).status).toBe(404)
    expect((await actOn(p.otherSchool, west, 'close')).status).toBe(403)
  })

  it('one person leads as many projects as the rules say, over all levels', async () => {
    const leader = await teacherAt(region.places.school)
    await handedIn(region, leader, await openNotice(p.school, { projectLevel: '5' }))
    const second = await beginEntry(
      leader,
      await openNotice(p.area),
      await entryOf(region, leader, 'researchProject'),
    )
    const refused = await move(leader, second, 'submit')
    expect(refused.data.errors?.[0]?.message).toContain('最多主持 1 项')
  })
})

describe('windows', () => {
  it('close by the clock, take what is handed in within the grace, and go on after an extension with a reason', async () => {
    const campaign = await openNotice(p.area, { graceMinutes: 10 })
    const leader = await teacherAt(region.places.school)
    const entry = await beginEntry(leader, campaign, await entryOf(region, leader, 'researchProject'))
    const endsAt = (minutes: number) =>
      region.db.query(
        sql`update campaign set value = value || ${sql.json({ applyEnd: minuteIn(minutes) })} where id = ${campaign.id}::uuid`,
      )
    await endsAt(-30)
    const late = await move(leader, entry, 'submit')
    expect([late.status, late.msg]).toEqual([409, expect.stringContaining('截止')])
    expect((await read(leader, entry)).data.value['projectName']).toBe('小学数学课堂提问的实证研究')
    await Promise.all([1, 2, 3].map(() => runCampaignClock(processingOf(region.engine))))
    const closed = await p.area.get<CampaignView>(`${notice}/${campaign.id}`)
    expect(closed.data.state).toBe('closed')
    expect(closed.data.timeline.filter(({ action }) => action === 'close')).toHaveLength(1)
    expect((await actOn(p.area, closed.data, 'extend', { until: minuteIn(60) })).status).toBe(400)
    const extended = await actOn(p.area, closed.data, 'extend', { until: minuteIn(60), reason: '系统检修' })
    expect(extended.data).toMatchObject({ state: 'open', closed: null })
    await endsAt(-3)
    await runCampaignClock(processingOf(region.engine))
    expect((await move(leader, entry, 'submit')).data.state).toBe('recommending')
  })

  it('rules are frozen once it is open', async () => {
    const campaign = await openNotice(p.area)
    const put = (value: object) =>
      p.area.put<{ errors: { field: string }[] }>(`${notice}/${campaign.id}`, {
        version: campaign.version,
        title: campaign.title,
        value,
      })
    const refused = await put({ mostLed: 3, publicityDays: 0, applyEnd: minuteIn(9999) })
    expect(refused.data.errors.map(({ field }) => field).toSorted()).toEqual([
      'applyEnd',
      'mostLed',
      'publicityDays',
    ])
    expect((await put({ content: '<p>补充说明</p>' })).status).toBe(200)
  })
})

describe('quota', () => {
  interface Row {
    readonly granted: number
    readonly given: number
    readonly used: number
  }
  const held = (campaign: { id: string }, place: number) =>
    region.db.one<Row>(sql`
      select granted, given, used from seat_pool
      where event_id = ${campaign.id}::uuid and institution_id = ${place}`)
  const grant = (who: Person, { id }: { id: string }, grants: readonly (readonly [number, number])[]) =>
    who.put(`${notice}/${id}/quota`, {
      grants: grants.map(([institution, granted]) => ({ institution, granted })),
    })

  it('goes down level by level, never more than there is, and comes back on its day', async () => {
    const { places } = region
    const campaign = await openNotice(p.province, { quota: 20, quotaReturnsOn: addDays(today(), 1) })
    expect(
      (
        await grant(p.province, campaign, [
          [places.city, 12],
          [places.otherCity, 9],
        ])
      ).status,
    ).toBe(400)
    expect(
      (
        await grant(p.province, campaign, [
          [places.city, 12],
          [places.otherCity, 8],
        ])
      ).status,
    ).toBe(200)
    expect((await grant(p.province, campaign, [[places.district, 1]])).status).toBe(400)
    expect(
      (
        await grant(p.city, campaign, [
          [places.district, 5],
          [places.otherDistrict, 8],
        ])
      ).status,
    ).toBe(400)
    expect((await grant(p.city, campaign, [[places.district, 5]])).status).toBe(200)
    expect((await grant(p.area, campaign, [[places.school, 2]])).status).toBe(200)
    expect((await grant(p.city, campaign, [[places.district, 1]])).status).toBe(400)
    const leader = await teacherAt(places.school)
    const entry = await handedIn(region, leader, campaign)
    await approvedUpTo(entry, p.school)
    expect(await held(campaign, places.school)).toEqual({ granted: 2, given: 0, used: 1 })
    await region.db.query(
      sql`update campaign set value = value || ${sql.json({ quotaReturnsOn: today() })} where id = ${campaign.id}::uuid`,
    )
    await Promise.all([1, 2].map(() => runCampaignClock(processingOf(region.engine))))
    expect(await held(campaign, places.school)).toEqual({ granted: 1, given: 0, used: 1 })
    expect(await held(campaign, places.district)).toEqual({ granted: 1, given: 1, used: 0 })
    expect(await held(campaign, places.city)).toEqual({ granted: 1, given: 1, used: 0 })
    expect(await held(campaign, places.province)).toEqual({ granted: 20, given: 1, used: 0 })
  })

  it('every way out gives the place back', async () => {
    const { places } = region
    const campaign = await openNotice(p.city, { quota: 3, mostLed: 9 })
    await grant(p.city, campaign, [[places.district, 2]])
    await grant(p.area, campaign, [[places.school, 1]])
    const leader = await teacherAt(places.school)
    for (const [out, by] of [
      ['return', p.area],
      ['return', p.city],
      ['reject', p.city],
    ] as const) {
      const entry = await handedIn(region, leader, campaign)
      await approvedUpTo(entry, p.school, ...(by === p.city ? [p.area] : []))
      expect((await held(campaign, places.school)).used).toBe(1)
      const second = await handedIn(region, await teacherAt(places.school), campaign)
      const refused = await move(p.school, second, 'approve')
      expect(refused.msg).toBe('推荐名额已经用完：共 1 个，已推荐 1 个')
      expect((await move(by, entry, out, { reason: '换一项' })).status).toBe(200)
      expect((await held(campaign, places.school)).used).toBe(0)
      if (out === 'return')
        await move(leader, entry, 'submit').then(() => move(p.school, entry, 'return', { reason: '再改' }))
    }
    const rows = await region.db.query(
      sql`select 1 from campaign_place where campaign_id = ${campaign.id}::uuid`,
    )
    expect(rows).toEqual([])
  })

  it('of 200 who recommend at once, exactly as many as there are places do', async () => {
    const { places } = region
    const campaign = await openNotice(p.area, { quota: 20 })
    await grant(p.area, campaign, [[places.school, 20]])
    const entries: string[] = []
    for (let i = 0; i < 200; i += 1) {
      const who = await teacherAt(places.school)
      const row = await region.db.one<{ id: string }>(sql`
        insert into process_case (institution_id, id, type, state, teacher_id, parties, involved, by_identity,
          holder_institution_id, holder_role, handed_in, under_way, campaign_id)
        values (${places.school}, gen_random_uuid(), 'researchProject', 'recommending', ${who.teacherId},
          ${sql.json({ leader: places.school, school: places.school, host: places.district })},
          ${[places.school, places.district, places.city, places.province]}::int[], ${who.identityId},
          ${places.school}, 3, true, true, ${campaign.id}::uuid)
        returning id`)
      entries.push(row.id)
    }
    // They wait in one line for the quota. Who waited longer than the portal lets is told to come again.
    const recommend = async (id: string): Promise<{ readonly status: number }> => {
      const answer = await p.school.post(`/api/v1/research/project/${id}/approve`, { version: 1, reason: '' })
      return answer.status === 503 ? recommend(id) : answer
    }
    const answers = await Promise.all(entries.map(recommend))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(180)
    expect(await held(campaign, places.school)).toEqual({ granted: 20, given: 0, used: 20 })
    const list = await p.school.get<{ list: { id: string }[] }>(`${notice}/${campaign.id}/ranking`)
    const order = list.data.list.map(({ id }) => id).toReversed()
    expect(order).toHaveLength(20)
    expect((await p.school.put(`${notice}/${campaign.id}/ranking`, { order: order.slice(1) })).status).toBe(
      409,
    )
    const ranked = await p.school.put<{ list: { id: string }[] }>(`${notice}/${campaign.id}/ranking`, {
      order,
    })
    expect(ranked.data.list.map(({ id }) => id)).toEqual(order)
  })
})

describe('publicity', () => {
  it('shows visitors what hangs out, takes objections, and holds the project until they are answered', async () => {
    const campaign = await openNotice(p.area, { publicityDays: 3 })
    const leader = await teacherAt(region.places.school)
    const entry = await handedIn(region, leader, campaign)
    await approvedUpTo(entry, p.school)
    await move(p.area, entry, 'assign')
    await move(p.area, entry, 'publicize')
    const visitor = async <T>(method: 'GET' | 'POST', url: string, payload?: object) => {
      const answer = await region.app.inject({ method, url, ...(payload && { payload }) })
      return { status: answer.statusCode, body: answer.body, data: answer.json<{ data: T }>().data }
    }
    const hung = await visitor<PublicityList>('GET', `${notice}/${campaign.id}/publicity`)
    expect(hung.data.list.map(({ title }) => title)).toEqual(['小学数学课堂提问的实证研究'])
    expect(hung.body).not.toContain('"members"')
    const objection = {
      caseId: entry.data.id,
      name: '赵如是',
      contact: '13800001234',
      words: '该课题与已有成果雷同，请核实。',
    }
    const send = (more: object) =>
      visitor('POST', `${notice}/${campaign.id}/objection`, { ...objection, ...more })
    expect((await send({ words: '不服' })).status).toBe(400)
    expect((await send({ caseId: '00000000-0000-7000-8000-000000000000' })).status).toBe(400)
    expect((await send({})).status).toBe(200)
    await region.db.query(
      sql`update process_case set acts_on = current_date, value = value || ${sql.json({ publicityEnd: addDays(today(), -2) })} where id = ${entry.data.id}::uuid`,
    )
    await clockRuns()
    expect((await read(p.area, entry)).data).toMatchObject({
      state: 'publicity',
      heldUp: '有 1 条异议尚未答复',
    })
    const list = await p.area.get<ObjectionList>(`${notice}/${campaign.id}/objections`)
    expect(list.data.list[0]).toMatchObject({ contact: '13800001234', title: '小学数学课堂提问的实证研究' })
    for (const other of [p.school, p.city, p.otherArea])
      expect((await other.get(`${notice}/${campaign.id}/objections`)).status).toBe(404)
    const answer = await p.area.put(`${notice}/${campaign.id}/objections/${list.data.list[0]?.id}`, {
      answer: '经核实确有雷同。',
      upheld: true,
    })
    expect(answer.status).toBe(200)
    expect((await move(p.area, entry, 'object', { reason: '异议成立' })).data.state).toBe('notApproved')
  })
})

describe('papers and teaching cases', () => {
  it('are collected, recommended, accepted and awarded', async () => {
    const campaign = await openNotice(p.area, { collects: 'teachingCase' })
    const author = await teacherAt(region.places.school)
    const entry = await handedIn(region, author, campaign, 'teachingCase')
    await approvedUpTo(entry, p.school)
    expect((await move(p.area, entry, 'accept')).data.state).toBe('accepted')
    const won = await move(p.area, entry, 'award', { value: { adminLevel: '43', awardRank: '2' } })
    expect(won.data).toMatchObject({ state: 'awarded', title: '一堂好课' })
    // A notice that collects cases takes no projects.
    expect((await beginEntry(author, campaign)).status).toBe(400)
  })
})
