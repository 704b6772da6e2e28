import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everything } from '../../platform/testing/test-extent.ts'
import { processes } from '../../../catalogue/processes/processes.ts'
import type { Message } from '../../../catalogue/contract/workspace.ts'
import { beginCase, runClock, type CaseNeeds } from '../../engine/processes/index.ts'
import { takeWaiting } from '../../engine/outbox/index.ts'
import { messageConsumer } from '../messages/consumer.ts'
import { holdersOf, membershipsOf, withReviews } from '../../engine/movement/test-movement.ts'
import { actorOf, idNumber, testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { processingOf } from '../../app/processing.ts'
import { picture } from '../../app/testing/test-values.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { act, begin, dayComes, look, numbered, type CaseAnswer } from './test-cases.ts'

let region: Region
let processing: CaseNeeds
beforeAll(async () => {
  region = await testRegion('personnel')
  processing = processingOf(region.engine)
})
afterAll(() => region.close())

const on = '2026-09-01'
const later = addDays(today(), 30)
const [A, B, C] = ['东区一中', '东区二小', '西区一中']
const stays = [`P(${A} 2020-09-01–)`]
const moved = (to: string) => [`P(${A} 2020-09-01–2026-08-31)`, `P(${to} 2026-09-01–)`]
const clock = async (times = 1) => {
  for (let i = 0; i < times; i += 1) await runClock(processing, new AbortController().signal)
}
const someone = () => withReviews(region, region.places.school, region.people.school)
const expectIs = async (person: Person, memberships: string[], holders: string[]) => {
  expect(await membershipsOf(region, person.teacherId ?? 0)).toEqual(memberships)
  expect(await holdersOf(region, person.teacherId ?? 0)).toEqual(holders)
}
const wanted = { kind: '1', effectiveOn: on, reason: '工作需要' }

/** A transfer begun by a school and handed in. */
async function transfer(receiver: Person, person: Person, value: object = {}): Promise<CaseAnswer> {
  const made = await begin(receiver, 'transfer', await numbered(region, person), { ...wanted, ...value })
  expect(made.msg).toBe('ok')
  return act(receiver, made, 'submit')
}

async function posting(person: Person, host: number, value: object = {}): Promise<CaseAnswer> {
  const made = await begin(
    region.people.school,
    'posting',
    { teacherId: person.teacherId ?? 0 },
    { kind: '1', toOrg: host, startOn: on, endOn: '2027-07-31', ...value },
  )
  expect(made.msg).toBe('ok')
  return act(region.people.school, made, 'submit')
}

async function statusChange(person: Person, value: object): Promise<CaseAnswer> {
  const made = await begin(
    region.people.school,
    'statusChange',
    { teacherId: person.teacherId ?? 0 },
    { effectiveOn: on, ...value },
  )
  expect(made.msg).toBe('ok')
  return act(region.people.school, made, 'submit')
}
const retirement = { kind: '1', toStatus: '01', leaveReason: '12' }
const resignation = { kind: '2', toStatus: '06', leaveReason: '41' }
const death = { kind: '7', toStatus: '03', leaveReason: '53' }

describe('rows of personnel.md section 7, through all who agree', () => {
  it('1, 7: within a district the sender and the common authority agree; late, it acts at once', async () => {
    const [person, p] = [await someone(), region.people]
    const asked = await transfer(p.siblingSchool, person)
    expect(asked.data.state).toBe('pendingSender')
    expect((await act(p.school, asked, 'agree')).data.state).toBe('pendingSenderAuthority')
    const done = await act(p.area, asked, 'agree', { reason: '同意' })
    expect(done.data).toMatchObject({ state: 'done', holder: null, moves: [{ name: 'takeBack' }] })
    expect(done.data.handover.map(({ kind, to }) => [kind, to])).toContainEqual(['待审核的记录', B])
    expect(done.data.timeline.map(({ move, by }) => [move, by])).toEqual([
      ['submit', '许邻'],
      ['agree', '周明岚'],
      ['agree', '何以宁'],
      ['effect', null],
    ])
    await expectIs(person, moved(B), [B, '东区教育局'])
    // One act, one message: what took effect in the same moment was not told as waiting first.
    const told = await region.db.query<{ title: string; n: number }>(sql`
      select title, count(*)::int as n
      from message
      where identity_id = any(${[p.siblingSchool.identityId, person.identityId]}::int[])
        and link like ${`%${asked.data.id}%`}
      group by identity_id, title`)
    const titles = told.map(({ title }) => title)
    expect(titles.filter((title) => title.includes('已批准待生效'))).toEqual([])
    expect(told.filter(({ title, n }) => title.includes('已生效') && n === 1).length).toBeGreaterThan(0)
  })

  it('2: to another district four agree, each in its turn', async () => {
    const [person, p] = [await someone(), region.people]
    const asked = await transfer(p.otherSchool, person)
    await act(p.school, asked, 'agree')
    expect((await act(p.area, asked, 'agree')).data.state).toBe('pendingReceiverAuthority')
    await expectIs(person, stays, [A, '东区教育局'])
    expect((await act(p.otherArea, asked, 'approve')).data.state).toBe('done')
    await expectIs(person, moved(C), [C, '西区教育局'])
  })

  it('4: an authority refuses, with the reason, and nothing moves', async () => {
    const [person, p] = [await someone(), region.people]
    const asked = await transfer(p.siblingSchool, person)
    await act(p.school, asked, 'agree')
    expect((await act(p.area, asked, 'reject')).data.errors?.[0]?.field).toBe('reason')
    const refused = await act(p.area, asked, 'reject', { reason: '本校缺编' })
    expect(refused.data).toMatchObject({ state: 'rejected', holder: null, moves: [] })
    expect(refused.data.timeline.at(-1)).toMatchObject({ reason: '本校缺编', institution: '东区教育局' })
    await expectIs(person, stays, [A, '东区教育局'])
  })

  it('5: a second transfer while one is open is refused; a draft is no transfer yet', async () => {
    const [person, p] = [await someone(), region.people]
    const first = await transfer(p.siblingSchool, person)
    const about = await numbered(region, person)
    const second = await begin(p.otherSchool, 'transfer', about, wanted)
    expect(second.msg).toBe('ok')
    expect((await act(p.otherSchool, second, 'submit')).msg).toBe('该教师已有一件没有办完的调动')
    await act(p.siblingSchool, first, 'cancel')
    expect((await act(p.otherSchool, second, 'submit')).data.state).toBe('pendingSender')
    await expectIs(person, stays, [A, '东区教育局'])
  })

  it('6, 9: scheduled, it waits for its day, moves once, however often the clock looks; before it may be cancelled', async () => {
    const [person, other, p] = [await someone(), await someone(), region.people]
    const [asked, cancelled] = [
      await transfer(p.otherSchool, person, { effectiveOn: later }),
      await transfer(p.otherSchool, other, { effectiveOn: later }),
    ]
    for (const one of [asked, cancelled]) {
      await act(p.school, one, 'agree')
      await act(p.area, one, 'agree')
      expect((await act(p.otherArea, one, 'approve')).data).toMatchObject({
        state: 'scheduled',
        actsOn: later,
      })
    }
    expect((await act(p.otherArea, cancelled, 'cancel', { reason: '计划有变' })).data.state).toBe('cancelled')
    await clock(2)
    expect((await look(p.otherSchool, asked)).data.state).toBe('scheduled')
    await dayComes(region, asked, 'effectiveOn', on)
    await Promise.all([clock(2), clock(2)])
    const done = await look(p.otherSchool, asked)
    expect(done.data.timeline.filter(({ move }) => move === 'effect')).toHaveLength(1)
    await expectIs(person, moved(C), [C, '西区教育局'])
    await expectIs(other, stays, [A, '东区教育局'])
  })

  it('8: it begins after the first day of the present relation', async () => {
    const [person, p] = [await someone(), region.people]
    const asked = await transfer(p.siblingSchool, person, { effectiveOn: '2020-09-01' })
    expect(asked.data.errors).toEqual([
      { field: 'effectiveOn', message: `生效日期要晚于到${A}的首日 2020-09-01` },
    ])
  })

  it('10, 11: a posting adds a teaching relation for its days; ended early it ends on that day', async () => {
    const [person, p] = [await someone(), region.people]
    const asked = await posting(person, region.places.sibling)
    await act(p.siblingSchool, asked, 'agree')
    expect((await act(p.area, asked, 'approve')).data.state).toBe('active')
    await expectIs(person, [...stays, `T(${B} 2026-09-01–2027-07-31)`], [A, '东区教育局'])
    expect((await act(p.area, asked, 'endEarly', { reason: '任务完成' })).data.errors?.[0]?.field).toBe(
      'endOn',
    )
    const early = { reason: '任务完成', value: { endOn: '2026-10-15' } }
    expect((await act(p.area, asked, 'endEarly', early)).data.state).toBe('ended')
    await expectIs(person, [...stays, `T(${B} 2026-09-01–2026-10-15)`], [A, '东区教育局'])
    const { data } = await person.get<{ list: { state: string; values: object }[] }>(
      '/api/v1/records/rotation',
    )
    expect(data.list).toHaveLength(1)
    expect(data.list[0]).toMatchObject({
      pending: 'draft',
      rotationType: '1',
      transferPersonnel: false,
      startMonth: '2026-09',
      endMonth: '2026-10',
      originUnit: A,
      targetUnit: B,
    })
  })

  it('a posting ends by itself the day after its last day, and may be extended before', async () => {
    const [person, p] = [await someone(), region.people]
    const asked = await posting(person, region.places.sibling, { endOn: addDays(today(), 10) })
    await act(p.siblingSchool, asked, 'agree')
    await act(p.area, asked, 'approve')
    const longer = addDays(today(), 20)
    const extended = await act(p.area, asked, 'extend', { reason: '学期未完', value: { endOn: longer } })
    expect(extended.data).toMatchObject({ state: 'active', actsOn: addDays(longer, 1) })
    expect((await membershipsOf(region, person.teacherId ?? 0)).at(-1)).toContain(`–${longer})`)
    await dayComes(region, asked, 'endOn', '2026-10-31', '2026-11-01')
    await clock()
    expect((await look(p.school, asked)).data).toMatchObject({ state: 'ended', holder: null })
  })

  it('12, 13: lessons at several schools go together; a second posting for the whole time does not', async () => {
    const [person, p] = [await someone(), region.people]
    for (const [host, officer, authority] of [
      [region.places.sibling, p.siblingSchool, p.area],
      [region.places.otherSchool, p.otherSchool, p.city],
    ] as const) {
      const asked = await posting(person, host, { kind: '4', weeklyHours: 4 })
      await act(officer, asked, 'agree')
      expect((await act(authority, asked, 'approve')).data.state).toBe('active')
    }
    expect(await membershipsOf(region, person.teacherId ?? 0)).toHaveLength(3)
    const other = await someone()
    const first = await posting(other, region.places.sibling)
    await act(p.siblingSchool, first, 'agree')
    const second = await posting(other, region.places.otherSchool, { kind: '3', startOn: '2026-10-01' })
    expect(second.data.errors?.[0]).toMatchObject({ field: 'startOn' })
    expect(second.msg).toContain('结束后才能再派出')
  })

  it('14, 15: a transfer ends the posting the day before, to the host as to another school', async () => {
    const p = region.people
    for (const [receiver, name] of [
      [p.siblingSchool, B],
      [p.otherSchool, C],
    ] as const) {
      const person = await someone()
      const lent = await posting(person, region.places.sibling, { startOn: '2026-03-01' })
      await act(p.siblingSchool, lent, 'agree')
      await act(p.area, lent, 'approve')
      const asked = await transfer(receiver, person)
      await act(p.school, asked, 'agree')
      await act(p.area, asked, 'agree')
      if (receiver === p.otherSchool) await act(p.otherArea, asked, 'approve')
      expect(await membershipsOf(region, person.teacherId ?? 0)).toEqual([
        ...moved(name),
        `T(${B} 2026-03-01–2026-08-31)`,
      ])
      const ended = await look(p.siblingSchool, lent)
      expect(ended.data.state).toBe('ended')
      expect(ended.data.timeline.at(-1)).toMatchObject({ reason: '因教师调动结束', by: null })
    }
  })

  it('16, 17: a retirement ends both relations, what was handed in goes on; engaged again, there is a gap', async () => {
    const [person, p] = [await someone(), region.people]
    const lent = await posting(person, region.places.sibling)
    await act(p.siblingSchool, lent, 'agree')
    await act(p.area, lent, 'approve')
    const asked = await statusChange(person, { ...retirement, effectiveOn: '2026-11-01' })
    expect(asked.data.state).toBe('pendingAuthority')
    expect((await act(p.area, asked, 'approve')).data.state).toBe('done')
    const retired = [`P(${A} 2020-09-01–2026-10-31)`, `T(${B} 2026-09-01–2026-10-31)`]
    await expectIs(person, retired, [A, '东区教育局'])
    expect((await look(p.school, lent)).data.state).toBe('ended')
    const again = await begin(p.school, 'statusChange', await numbered(region, person), {
      kind: '3',
      toStatus: '04',
      effectiveOn: '2026-10-20',
    })
    expect((await act(p.school, again, 'submit')).data.errors?.[0]?.message).toBe(
      '返聘最早从 2026-11-01 开始',
    )
    await p.school.put(`/api/v1/statusChange/${again.data.id}`, {
      version: again.data.version,
      value: { effectiveOn: '2026-11-20' },
    })
    await act(p.school, again, 'submit')
    expect((await act(p.area, again, 'approve')).data.state).toBe('done')
    await expectIs(person, [retired[0] ?? '', `P(${A} 2026-11-20–)`, retired[1] ?? ''], [A, '东区教育局'])
  })

  it('18, 19: who resigned has nothing under review, and joins another school as the same person', async () => {
    const [person, p] = [await someone(), region.people]
    const asked = await statusChange(person, { ...resignation, effectiveOn: '2026-07-01' })
    await act(p.area, asked, 'approve')
    const left = [`P(${A} 2020-09-01–2026-06-30)`]
    await expectIs(person, left, ['withdrawn', 'withdrawn'])
    const back = await transfer(p.siblingSchool, person, { kind: '2', outsideOrg: '外省某校', files: null })
    expect(back.data.errors?.[0]?.field).toBe('files')
  })

  it('20: on leave and back again the relation stays; the school does it by itself', async () => {
    const [person, p] = [await someone(), region.people]
    const ill = { kind: '4', toStatus: '14', absenceReason: '4' }
    expect((await statusChange(person, ill)).data.state).toBe('done')
    const status = () =>
      region.db.one<{ status: string }>(sql`select status from teacher where id = ${person.teacherId}`)
    expect(await status()).toEqual({ status: '14' })
    expect((await statusChange(person, { kind: '5', toStatus: '11' })).data.state).toBe('done')
    expect(await status()).toEqual({ status: '11' })
    expect((await statusChange(person, { kind: '5', toStatus: '11' })).msg).toContain('无需返岗')
    await expectIs(person, stays, [A, '东区教育局'])
    expect((await look(p.otherArea, await statusChange(await someone(), ill))).status).toBe(404)
  })

  it('21: a death reported late ends the relation that day; what was scheduled is cancelled', async () => {
    const [person, p] = [await someone(), region.people]
    const due = await transfer(p.otherSchool, person, { effectiveOn: later })
    await act(p.school, due, 'agree')
    await act(p.area, due, 'agree')
    await act(p.otherArea, due, 'approve')
    const asked = await statusChange(person, { ...death, effectiveOn: '2026-10-06' })
    expect((await act(p.area, asked, 'approve')).data.state).toBe('done')
    expect((await look(p.otherSchool, due)).data).toMatchObject({ state: 'cancelled', actsOn: null })
    await expectIs(person, [`P(${A} 2020-09-01–2026-10-05)`], ['withdrawn', 'withdrawn'])
  })

  it('27: somebody from another province comes with papers; only the receiver’s authority is asked', async () => {
    const p = region.people
    const about = { name: '外来一', number: idNumber('1985-03-02', true), outside: true as const }
    const papers = { kind: '2', outsideOrg: '邻省某中学', effectiveOn: on, reason: '人才引进' }
    expect(
      (await begin(p.siblingSchool, 'transfer', { ...about, number: '110101199001011230' }, papers)).msg,
    ).toContain('证件号不对')
    const bare = await begin(p.siblingSchool, 'transfer', about, papers)
    expect((await act(p.siblingSchool, bare, 'submit')).data.errors?.map(({ field }) => field)).toEqual([
      'files',
    ])
    const file = await picture(region, p.siblingSchool)
    await p.siblingSchool.put(`/api/v1/transfer/${bare.data.id}`, {
      version: bare.data.version,
      value: { files: [file] },
    })
    expect((await act(p.siblingSchool, bare, 'submit')).data.state).toBe('pendingReceiverAuthority')
    // Until then nobody has the person, and nobody else can name them as unknown.
    expect((await begin(p.otherSchool, 'transfer', about, papers)).data.errors).toBeUndefined()
    expect((await begin(p.otherSchool, 'transfer', { ...about, name: '外来二' }, papers)).msg).toContain(
      '已在平台登记',
    )
    expect((await act(p.area, bare, 'approve')).data.state).toBe('done')
    expect(await membershipsOf(region, bare.data.teacherId ?? 0)).toEqual([`P(${B} 2026-09-01–)`])
    const seen = () => p.siblingSchool.get(`/api/v1/membership?teacherId=${bare.data.teacherId}`)
    expect((await seen()).status).toBe(200)
    expect((await act(p.area, bare, 'takeBack', { reason: '材料不实' })).data.state).toBe('cancelled')
    expect((await seen()).status).toBe(404)
  })

  it('30: an authority without an account is stood in for by the next one above', async () => {
    const p = region.people
    const person = await withReviews(region, region.places.southSchool, p.southSchool).catch(() => null)
    const teacher = person ?? (await region.add(2, region.places.southSchool, '南师'))
    const asked = await transfer(p.otherSchool, teacher)
    const agreed = await act(p.southSchool, asked, 'agree')
    expect(agreed.data.holder).toMatchObject({ party: 'senderAuthority', institution: { name: '市教育局' } })
    expect((await act(p.city, asked, 'agree')).data.state).toBe('pendingReceiverAuthority')
    expect((await act(p.otherArea, asked, 'approve')).data.state).toBe('done')
  })
})

describe('what comes back', () => {
  it('a transfer in force is taken back by the receiving authority: relation, holders and account return', async () => {
    const [person, p] = [await someone(), region.people]
    const asked = await transfer(p.siblingSchool, person)
    await act(p.school, asked, 'agree')
    await act(p.area, asked, 'agree')
    await expectIs(person, moved(B), [B, '东区教育局'])
    const back = await act(p.area, asked, 'takeBack', { reason: '材料不实' })
    expect(back.data.state).toBe('cancelled')
    await expectIs(person, stays, [A, '东区教育局'])
  })

  it('a silent sender is urged once a day; its superior answers for it after five working days, with a reason', async () => {
    const [person, p] = [await someone(), region.people]
    const asked = await transfer(p.siblingSchool, person)
    expect((await look(p.area, asked)).data.moves).toEqual([])
    await region.db.query(sql`
      update process_case set holder_since = now() - interval '20 days' where id = ${asked.data.id}::uuid`)
    expect((await act(p.siblingSchool, asked, 'urge')).msg).toBe('ok')
    expect((await act(p.siblingSchool, asked, 'urge')).status).toBe(409)
    const seen = await look(p.area, asked)
    expect(seen.data).toMatchObject({ holder: { overdue: true }, moves: [{ name: 'answerFor' }] })
    const answered = await act(p.area, asked, 'answerFor', { reason: '电话确认同意' })
    expect(answered.data.state).toBe('pendingSenderAuthority')
  })

  it('what the clock cannot do is said where it stands, and tried again', async () => {
    const [person, p] = [await someone(), region.people]
    const asked = await transfer(p.otherSchool, person, { effectiveOn: later })
    await act(p.school, asked, 'agree')
    await act(p.area, asked, 'agree')
    await act(p.otherArea, asked, 'approve')
    await region.db.query(
      sql`update institution set closed_on = current_date where id = ${region.places.otherSchool}`,
    )
    await dayComes(region, asked, 'effectiveOn', on)
    await clock()
    expect((await look(p.school, asked)).data).toMatchObject({
      state: 'scheduled',
      heldUp: expect.stringContaining('撤销'),
      waitsFor: expect.stringContaining('没有办成'),
    })
    await region.db.query(
      sql`update institution set closed_on = null where id = ${region.places.otherSchool}`,
    )
    await region.db.query(sql`
      update process_case set held_up_at = now() - interval '2 hours' where id = ${asked.data.id}::uuid`)
    await clock()
    expect((await look(p.school, asked)).data).toMatchObject({ state: 'done', heldUp: null })
  })
})

describe('who may, and who may not', () => {
  it('a school cannot begin a transfer of somebody whose name and number it does not know', async () => {
    const [person, p] = [await someone(), region.people]
    const about = await numbered(region, person)
    for (const wrong of [
      { name: '张三', number: 'number' in about ? about.number : '' },
      { name: 'name' in about ? about.name : '', number: '110101199001011237' },
    ])
      expect((await begin(p.otherSchool, 'transfer', wrong, wanted)).data.errors).toEqual([
        { field: 'about', message: '没有找到这位教师：请核对姓名和证件号' },
      ])
    const byId = await begin(p.otherSchool, 'transfer', { teacherId: person.teacherId ?? 0 }, wanted)
    expect(byId.data.errors?.[0]?.field).toBe('about')
    expect((await begin(p.otherSchool, 'posting', { teacherId: person.teacherId ?? 0 }, {})).status).toBe(400)
    expect((await begin(p.area, 'transfer', about, wanted)).status).toBe(403)
    expect((await begin(p.teacher, 'transfer', about, wanted)).status).toBe(403)
  })

  it('a draft is its school’s alone; handed in, the parties and those above see it, nobody else', async () => {
    const [person, p] = [await someone(), region.people]
    const draft = await begin(p.siblingSchool, 'transfer', await numbered(region, person), wanted)
    for (const stranger of [p.school, p.area, p.city, person, p.otherSchool])
      expect((await look(stranger, draft)).status).toBe(404)
    await act(p.siblingSchool, draft, 'submit')
    for (const reader of [p.school, p.siblingSchool, p.area, p.city, p.province, person])
      expect((await look(reader, draft)).status).toBe(200)
    for (const stranger of [p.otherSchool, p.otherArea, p.otherCity, p.teacher]) {
      expect((await look(stranger, draft)).status).toBe(404)
      expect(
        (await stranger.get<{ total: number }>(`/api/v1/transfer?q=${encodeURIComponent('调动')}`)).data,
      ).toMatchObject({ list: expect.not.arrayContaining([expect.objectContaining({ id: draft.data.id })]) })
    }
  })

  it('nobody agrees for another party, twice, with an old version, or about themselves', async () => {
    const p = region.people
    const officer = await region.add(3, region.places.school, '兼教师')
    const person = await someone()
    await region.db.query(
      sql`update teacher set person_id = ${officer.personId} where id = ${person.teacherId}`,
    )
    const about = await numbered(region, officer)
    const asked = await begin(p.siblingSchool, 'transfer', about, wanted)
    await act(p.siblingSchool, asked, 'submit')
    expect((await act(p.siblingSchool, asked, 'agree')).status).toBe(403)
    expect((await act(p.area, asked, 'agree')).status).toBe(403)
    expect((await act(officer, asked, 'agree')).msg).toBe('该事项关于您本人，须由其他人办理')
    expect((await act(p.school, asked, 'effect')).status).toBe(404)
    expect((await act(p.school, asked, 'approve')).status).toBe(409)
    const old = (await look(p.school, asked)).data.version
    const url = `/api/v1/transfer/${asked.data.id}/agree`
    const both = await Promise.all([
      p.school.post(url, { version: old }),
      p.school2.post(url, { version: old }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('a file of somebody else cannot be shown to the parties; the own one is read by them only', async () => {
    const [person, p] = [await someone(), region.people]
    const [foreign, own] = [await picture(region, p.otherSchool), await picture(region, p.siblingSchool)]
    const about = await numbered(region, person)
    const stolen = await begin(p.siblingSchool, 'transfer', about, { ...wanted, files: [foreign] })
    expect(stolen.data.errors?.[0]).toMatchObject({ field: 'files' })
    const asked = await begin(p.siblingSchool, 'transfer', about, { ...wanted, files: [own] })
    await act(p.siblingSchool, asked, 'submit')
    const read = (who: Person) => who.get(`/api/v1/upload/file?key=${own}`)
    expect((await read(p.school)).status).toBe(200)
    expect((await read(p.otherSchool)).status).toBe(404)
    expect((await read(p.teacher)).status).toBe(404)
  })

  it('a request sent twice with one key begins one case; another body with it is refused', async () => {
    const [person, p] = [await someone(), region.people]
    const body = { about: await numbered(region, person), value: wanted }
    const send = (more: object = {}) =>
      p.siblingSchool.post('/api/v1/transfer', { ...body, ...more }, { 'idempotency-key': 'twice-000001' })
    const [one, two] = await Promise.all([send(), send()])
    expect(one.data.id).toBe(two.data.id)
    expect((await send({ value: {} })).status).toBe(422)
  })

  it('bad values get a sentence at their field, and the draft stays', async () => {
    const [person, p] = [await someone(), region.people]
    const about = await numbered(region, person)
    for (const [value, field] of [
      [{ effectiveOn: '明天' }, 'effectiveOn'],
      [{ kind: '9' }, 'kind'],
      [{ reason: 'x'.repeat(501) }, 'reason'],
      [{ teacher: 1 }, 'teacher'],
      [{ files: ['../etc/passwd'] }, 'files'],
    ] as const)
      expect((await begin(p.siblingSchool, 'transfer', about, value)).data.errors?.[0]?.field).toBe(field)
    const draft = await begin(p.siblingSchool, 'transfer', about, { kind: '1' })
    const refused = await act(p.siblingSchool, draft, 'submit')
    expect(refused.data.errors?.map(({ field }) => field)).toEqual(['effectiveOn', 'reason'])
    expect((await look(p.siblingSchool, draft)).data).toMatchObject({ state: 'draft', value: { kind: '1' } })
  })
})

it('each office finds what waits for it, with a message, a count and a task at home', async () => {
  const [person, p] = [await someone(), region.people]
  const asked = await transfer(p.siblingSchool, person)
  const told = await p.school.get<{ list: Message[] }>('/api/v1/userSystemMessage?kind=3&pageSize=100')
  expect(told.data.list.map(({ title, link }) => [title, link])).toContainEqual([
    `教师调动待办：${asked.data.name}`,
    `/setteacher/teacher?tab=transfer&case=${asked.data.id}`,
  ])
  const mine = await p.school.get<{ list: { id: string }[] }>('/api/v1/transfer?queue=mine')
  expect(mine.data.list.map(({ id }) => id)).toContain(asked.data.id)
  const waiting = await p.school.get<{ list: { type: string; count: number }[] }>('/api/v1/processes/waiting')
  expect(waiting.data.list.find(({ type }) => type === 'transfer')?.count).toBe(mine.data.list.length)
  const home = await p.school.get<{ todos: { id: string; count: number; link: string }[] }>(
    '/api/v1/workbench',
  )
  expect(home.data.todos.find(({ id }) => id === 'case transfer')).toMatchObject({
    count: mine.data.list.length,
    link: '/setteacher/teacher?tab=transfer&queue=mine',
  })
  const history = await p.school.get<{ list: unknown[] }>(`/api/v1/membership?teacherId=${person.teacherId}`)
  expect(history.data.list).toMatchObject([
    { institution: { name: A }, kind: 'personnel', from: '2020-09-01' },
  ])
})

/** As `transfer`, past the limit of calls that try numbers. */
async function transferUnlimited(person: Person): Promise<CaseAnswer> {
  const { siblingSchool } = region.people
  const id = await beginCase(processing, {
    actor: actorOf(siblingSchool, 3),
    definition: processes.transfer,
    about: await numbered(region, person),
    value: { ...wanted, effectiveOn: later },
    key: undefined,
  })
  const made = await siblingSchool.get<CaseAnswer['data']>(`/api/v1/transfer/${id}`)
  return act(siblingSchool, made, 'submit')
}

const pairs = everything ? 100 : 20
it(`of ${pairs} pairs of decisions at once one is made, and nothing is half`, async () => {
  const p = region.people
  const [person] = [await someone()]
  for (let round = 0; round < pairs; round += 1) {
    const asked = await transferUnlimited(person)
    const answers = await Promise.all([
      act(p.school, asked, 'agree'),
      act(p.school2, asked, 'reject', { reason: '不同意' }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const now = await look(p.siblingSchool, asked)
    expect(now.data.timeline).toHaveLength(2)
    await act(p.siblingSchool, asked, 'cancel')
  }
})

it('the office to which reviews pass with a teacher hears of them, once; the one that keeps its own hears nothing', async () => {
  const [person, p] = [await someone(), region.people]
  const asked = await transfer(p.siblingSchool, person)
  await act(p.school, asked, 'agree')
  await act(p.area, asked, 'agree')
  const passed = sql`o.event = 'flow.passed' and o.owner_id = ${person.teacherId}`
  const told = await region.db.query<{ holder: string }>(sql`
    select i.name as holder from outbox o join institution i on i.id = o.holder_institution_id where ${passed}`)
  expect(told).toEqual([{ holder: B }])
  const consumer = messageConsumer(region.engine.records, () => null)
  while (await takeWaiting(region.db, consumer));
  const heard = await region.db.query<{ title: string; institution: string }>(sql`
    select m.title, i.name as institution
    from message m
    join outbox o on o.id = m.event_id
    join identity a on a.id = m.identity_id
    join institution i on i.id = a.institution_id
    where ${passed}`)
  expect(heard).toMatchObject([{ institution: B }])
  expect(heard[0]?.title).toContain('随教师或机构变动转来')
})
