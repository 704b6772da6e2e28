import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NeedPage, NeedView } from '../../../../catalogue/contract/support-needs.ts'
import type { CaseView, OwnParts } from '../../../../catalogue/contract/processes.ts'
import { processingOf } from '../../../app/processing.ts'
import { actorOf, testRegion, type Person, type Region } from '../../../app/testing/test-region.ts'
import { moveCase } from '../../../app/testing/test-studio.ts'
import {
  needCalls,
  needCases,
  needForm,
  offerCases,
  offerDraft,
  publishedNeed,
  type CaseAnswer,
  pairBetween,
} from '../../../app/testing/test-support.ts'
import { runClock } from '../../../engine/processes/index.ts'
import { addDays, today } from '../../../platform/clock/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import { needList } from './export.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('support-needs')
  const { school, otherSchool, citySchool, southSchool } = region.people
  await pairBetween(region, { supporter: otherSchool, supported: school })
  await pairBetween(region, { supporter: citySchool, supported: southSchool })
})
afterAll(() => region.close())

const listed = async (who: Person, query = '') =>
  (await who.get<NeedPage>(`${needCalls}?pageSize=100&${query}`)).data
const seen = async (who: Person, id: string) => (await who.get<NeedView>(`${needCalls}/${id}`)).data
/** Lets ten working days go by: the need is shown in the city. */
const shownInCity = (id: string) =>
  region.db.execute(sql`update support_need set city_from = ${today()}::date where case_id = ${id}::uuid`)
const offer = (who: Person, id: string) => moveCase(who, `${offerCases}/${id}`, 'offer')

describe('a need', () => {
  it('is published by who is supported alone, and bad forms are refused by field', async () => {
    const { school, siblingSchool, teacher } = region.people
    const lonely: CaseAnswer = await siblingSchool.post(needCases, {
      about: { office: true },
      value: needForm(),
    })
    const refused = await moveCase(siblingSchool, `${needCases}/${lonely.data.id}`, 'publish')
    expect([refused.status, refused.data.errors?.[0]?.message]).toEqual([
      400,
      expect.stringContaining('没有作为受援方的生效协议'),
    ])
    const bad: CaseAnswer = await school.post(needCases, {
      about: { office: true },
      value: needForm({ detail: '缺人', endOn: addDays(today(), 10) }),
    })
    const faulty = await moveCase(school, `${needCases}/${bad.data.id}`, 'publish')
    expect(faulty.data.errors?.map(({ field }) => field).toSorted()).toEqual(['detail', 'endOn'])
    await moveCase(school, `${needCases}/${bad.data.id}`, 'drop')
    for (const places of [0, 51, 1.5])
      expect(
        (await school.post(needCases, { about: { office: true }, value: needForm({ places }) })).status,
      ).toBe(400)
    expect((await teacher.post(needCases, { about: { office: true }, value: needForm() })).status).toBe(403)
    expect((await region.app.inject({ method: 'GET', url: needCalls })).statusCode).toBe(401)
    expect((await teacher.get(needCalls)).status).toBe(403)
    expect((await school.get(`${needCalls}?state=anything`)).status).toBe(400)
  })

  it('is seen by partners at once, by other supporters of the city after ten working days', async () => {
    const { school, otherSchool, citySchool, area, otherArea, city, otherCity, siblingSchool } = region.people
    const id = await publishedNeed(school)
    expect(await seen(otherSchool, id)).toMatchObject({ isPartners: true, mayOffer: true, state: 'waiting' })
    expect((await listed(otherSchool)).list[0]).toMatchObject({ id })
    for (const who of [citySchool, siblingSchool, otherArea, otherCity]) {
      expect((await who.get(`${needCalls}/${id}`)).status).toBe(404)
      expect((await listed(who)).list.some((one) => one.id === id)).toBe(false)
      expect((await who.post(`${needCalls}/${id}/offers`, {})).status).toBeGreaterThanOrEqual(403)
    }
    // Offices above read it and offer nothing.
    for (const who of [area, city])
      expect(await seen(who, id)).toMatchObject({ mayOffer: false, isPartners: false })
    expect((await area.post(`${needCalls}/${id}/offers`, {})).status).toBe(403)
    const told = await otherSchool.get<{ list: { title: string }[] }>('/api/v1/userSystemMessage')
    expect(told.data.list.some(({ title }) => title.includes('提出帮扶需求'))).toBe(true)
    await shownInCity(id)
    expect(await seen(citySchool, id)).toMatchObject({ isPartners: false, mayOffer: true })
    expect((await siblingSchool.get(`${needCalls}/${id}`)).status).toBe(404)
  })

  it('gives each place once: of two schools that offer two at once one has them (61)', async () => {
    const { school, otherSchool, citySchool } = region.people
    for (let round = 0; round < 6; round += 1) {
      const id = await publishedNeed(school)
      await shownInCity(id)
      const drafts = [
        await offerDraft(otherSchool, id, { number: 2 }),
        await offerDraft(citySchool, id, { number: 2 }),
      ]
      const answers = await Promise.all([
        offer(otherSchool, drafts[0] ?? ''),
        offer(citySchool, drafts[1] ?? ''),
      ])
      expect(answers.map(({ status }) => status === 200).toSorted()).toEqual([false, true])
      const lost = answers.find(({ status }) => status !== 200)
      expect([400, 409]).toContain(lost?.status)
      expect(`${lost?.msg}${lost?.data?.errors?.map(({ message }) => message).join('')}`).toContain(
        '需要 2，已有 2，名额已满',
      )
      expect(await seen(school, id)).toMatchObject({ taken: 2, places: 2, state: 'met' })
    }
  })

  it('gets back what is withdrawn or declined, and is counted 部分满足 in between', async () => {
    const { school, otherSchool, citySchool } = region.people
    const id = await publishedNeed(school)
    await shownInCity(id)
    const one = await offerDraft(otherSchool, id, { number: 1 })
    expect((await offer(otherSchool, one)).data.state).toBe('offered')
    expect(await seen(school, id)).toMatchObject({ taken: 1, state: 'partly' })
    // The need itself is its owner's case: a supporter reads it on its page.
    expect((await otherSchool.get<CaseView>(`${offerCases}/${one}`)).data.of).toMatchObject({
      mayRead: false,
    })
    expect((await school.get<CaseView>(`${offerCases}/${one}`)).data.of).toMatchObject({ mayRead: true })
    // Each supporter sees its own offer alone.
    expect((await seen(citySchool, id)).offers).toEqual([])
    expect((await seen(school, id)).offers).toMatchObject([{ number: 1, state: 'offered' }])
    expect((await citySchool.get(`${offerCases}/${one}`)).status).toBe(404)
    expect((await moveCase(otherSchool, `${offerCases}/${one}`, 'withdraw')).data.state).toBe('withdrawn')
    expect(await seen(school, id)).toMatchObject({ taken: 0, state: 'waiting' })
    const other = await offerDraft(citySchool, id, { number: 2 })
    await offer(citySchool, other)
    expect((await moveCase(school, `${needCases}/${id}`, 'end')).msg).toContain('还有 1 份响应')
    expect((await moveCase(otherSchool, `${offerCases}/${other}`, 'accept')).status).toBe(404)
    expect((await moveCase(school, `${offerCases}/${other}`, 'decline')).status).toBe(400)
    expect(
      (await moveCase(school, `${offerCases}/${other}`, 'decline', { reason: '时间和考试冲突' })).data.state,
    ).toBe('declined')
    expect((await moveCase(school, `${needCases}/${id}`, 'end')).data.state).toBe('ended')
    expect(await seen(school, id)).toMatchObject({ taken: 0, state: 'ended', mayOffer: false })
    expect((await otherSchool.post(`${needCalls}/${id}/offers`, {})).msg).toContain('已经结束')
    expect((await listed(school, 'state=ended')).list.map((need) => need.id)).toContain(id)
  })

  it('is 过期 by the clock; a draft of an offer is begun once, whoever clicks twice', async () => {
    const { school, otherSchool } = region.people
    const id = await publishedNeed(school)
    const draft = await offerDraft(otherSchool, id)
    const again = await otherSchool.post<{ id: string }>(`${needCalls}/${id}/offers`, {})
    expect(again.data.id).toBe(draft)
    await region.db.execute(sql`
      update process_case set acts_on = ${addDays(today(), -1)}::date,
        value = value || jsonb_build_object('endOn', ${addDays(today(), -2)}::text)
      where id = ${id}::uuid`)
    await runClock(processingOf(region.engine), new AbortController().signal)
    expect(await seen(school, id)).toMatchObject({ state: 'expired', mayOffer: false })
    expect((await offer(otherSchool, draft)).status).toBe(400)
  })
})

it('needs are taken out as a list with the rows that the office sees', async () => {
  const { school } = region.people
  const list = await needList({ db: region.db }).open(actorOf(school, 3), { state: 'ended' })
  const rows = await list.rows(await list.keys(100), { columns: ['title', 'state'], full: false, opened: [] })
  expect(rows.map(({ cells }) => cells['title'])).toEqual(
    (await listed(school, 'state=ended')).list.map(({ title }) => title),
  )
  expect(rows.length).toBeGreaterThan(0)
})

describe('an offer', () => {
  it('of a teacher for 支教 waits for the teacher, then becomes a posting before the common authority', async () => {
    const { school, otherSchool, citySchool } = region.people
    const person = await region.add(2, region.places.otherSchool, '黎远舟')
    const id = await publishedNeed(school, { needKind: '1', places: 2, title: '物理教师支教' })
    const strange = await offerDraft(otherSchool, id, {
      number: 1,
      people: [{ name: '陈直', org: '市直中学' }],
    })
    expect((await offer(otherSchool, strange)).data.errors).toMatchObject([
      { field: 'people', message: expect.stringContaining('陈直不是本单位的教师') },
    ])
    const named = { number: 1, people: [{ name: '黎远舟', org: '西区一中' }] }
    const draft = await offerDraft(otherSchool, id, named)
    expect(draft).toBe(strange)
    expect((await offer(otherSchool, draft)).data.state).toBe('offered')
    const early = await moveCase(school, `${offerCases}/${draft}`, 'accept')
    expect([early.status, early.msg]).toEqual([409, expect.stringContaining('黎远舟尚未确认')])
    const parts = (await person.get<OwnParts>('/api/v1/processes/people')).data
    expect(parts.list).toHaveLength(1)
    expect((await person.post(`/api/v1/processes/people/${parts.list[0]?.id}`, { agree: true })).status).toBe(
      200,
    )
    const accepted = await moveCase(school, `${offerCases}/${draft}`, 'accept')
    expect(accepted.data.state, accepted.msg).toBe('accepted')
    const postings = await region.db.query<{
      state: string
      teacher: number
      value: Record<string, unknown>
    }>(sql`
      select state, teacher_id as teacher, value from process_case
      where type = 'posting' and of_case = ${draft}::uuid`)
    expect(postings).toMatchObject([
      {
        state: 'pendingAuthority',
        teacher: person.teacherId,
        value: { kind: '3', toOrg: region.places.school },
      },
    ])
    const held = await moveCase(otherSchool, `${offerCases}/${draft}`, 'cancel', { reason: '临时有任务' })
    expect([held.status, held.msg]).toEqual([409, expect.stringContaining('黎远舟的临时派出')])
    expect(await seen(school, id)).toMatchObject({ taken: 1, state: 'partly' })
    expect((await citySchool.get(`${offerCases}/${draft}`)).status).toBe(404)
  })

  it('for 送教 begins the draft of an activity of the supporter that names the school', async () => {
    const { school, otherSchool } = region.people
    const id = await publishedNeed(school, { needKind: '3', places: 1, title: '浮力送教' })
    const draft = await offerDraft(otherSchool, id)
    await offer(otherSchool, draft)
    expect((await moveCase(school, `${offerCases}/${draft}`, 'accept')).data.state).toBe('accepted')
    const found = await region.db.query<{ state: string; partner: number }>(sql`
      select state, (value ->> 'supportPartner')::int as partner from campaign
      where type = 'researchActivity' and institution_id = ${region.places.otherSchool} and title like '%浮力送教%'`)
    expect(found).toEqual([{ state: 'draft', partner: region.places.school }])
  })
})
