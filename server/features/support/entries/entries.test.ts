import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  agreementEntries,
  type ConfirmedSums,
  type EntryPairs,
  type SilentPage,
} from '../../../../catalogue/contract/support-entries.ts'
import { processingOf } from '../../../app/processing.ts'
import { testRegion, type Person, type Region } from '../../../app/testing/test-region.ts'
import { moveCase } from '../../../app/testing/test-studio.ts'
import {
  entryCalls,
  entryCases,
  entryDraft,
  written,
  pairBetween,
} from '../../../app/testing/test-support.ts'
import { addDays, today } from '../../../platform/clock/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import { tellOfSilence } from './silence.ts'

let region: Region
let agreement = ''
/** A teacher of the supporting school, and one of the supported one. */
let guest: Person
let learner: Person
beforeAll(async () => {
  region = await testRegion('support-entries')
  const { school, otherSchool } = region.people
  agreement = await pairBetween(region, { supporter: otherSchool, supported: school })
  guest = await region.add(2, region.places.otherSchool, '黎远舟')
  learner = await region.add(2, region.places.school, '司徒望舒')
})
afterAll(() => region.close())

const url = (id: string) => `${entryCases}/${id}`
const sums = async (who: Person, query = '') =>
  (await who.get<ConfirmedSums>(`${entryCalls}/sums?${query}`)).data
/** What everybody reads. */
const shown = async (): Promise<ConfirmedSums> => {
  const answer = await region.app.inject({ method: 'GET', url: '/api/v1/support/public' })
  return answer.json<{ data: { ledger: ConfirmedSums } }>().data.ledger
}
const withGuest = (hours: number | null, more: object = {}) => ({
  people: [{ name: '黎远舟', org: '西区一中', hours, ...more }],
})
const rows = (who: Person, table: string) =>
  region.db.query<Record<string, unknown>>(
    sql`select * from ${sql.id(table)} where owner_id = ${who.teacherId} and voided_at is null`,
  )
const facts = (who: Person) =>
  region.db.query<{ tenths: number }>(
    sql`select tenths from person_fact where owner_id = ${who.teacherId} and kind = 'entry'`,
  )
const confirmedEntry = async (value: object) => {
  const { school, otherSchool } = region.people
  const id = await entryDraft(school, agreement, value)
  expect((await moveCase(school, url(id), 'submit')).data.state).toBe('pending')
  const done = await moveCase(otherSchool, url(id), 'confirm')
  expect(done.data.state, JSON.stringify(done)).toBe('confirmed')
  return id
}
const silent = { db: () => region.db }

describe('an entry of the ledger', () => {
  it('is begun for an own agreement alone, and refused where days, people or kind are wrong', async () => {
    const { school, otherSchool, citySchool, area, teacher } = region.people
    const own = (await otherSchool.get<EntryPairs>(`${entryCalls}/pairs`)).data
    expect(own.list).toMatchObject([{ agreement, partner: '东区一中', isSupported: false }])
    expect((await citySchool.get<EntryPairs>(`${entryCalls}/pairs`)).data.list).toEqual([])
    const begin = (who: Person, body: object) => who.post(entryCalls, body)
    expect((await begin(citySchool, { agreement, kind: '1' })).data.errors).toMatchObject([
      { field: 'agreement' },
    ])
    expect((await begin(school, { agreement, kind: '77' })).data.errors).toMatchObject([{ field: 'kind' }])
    expect((await begin(school, { agreement: 'x', kind: '1' })).status).toBe(400)
    expect((await begin(teacher, { agreement, kind: '1' })).status).toBe(403)
    const id = await entryDraft(school, agreement, {
      ...withGuest(2),
      fromOn: addDays(today(), -900),
      toOn: addDays(today(), -900),
    })
    expect((await moveCase(school, url(id), 'submit')).data.errors).toMatchObject([
      { field: 'fromOn', message: expect.stringContaining('不在双方协议的期限内') },
    ])
    await written(school, url(id), { toOn: addDays(today(), 3), fromOn: today() })
    expect((await moveCase(school, url(id), 'submit')).data.errors).toMatchObject([{ field: 'toOn' }])
    // Nobody writes into the archives of a third school.
    await written(school, url(id), {
      fromOn: today(),
      toOn: today(),
      people: [{ name: '陈直', org: '市直中学' }],
    })
    expect((await moveCase(school, url(id), 'submit')).data.errors).toMatchObject([
      { field: 'people', message: '陈直不是双方单位的教师，请核对姓名和单位' },
    ])
    // What was not handed in is its office's alone.
    for (const who of [otherSchool, area, citySchool]) expect((await who.get(url(id))).status).toBe(404)
    await moveCase(school, url(id), 'withdraw')
  })

  it('confirmed, amended from 6 to 4 hours: out of the sums till confirmed anew, one lesson in the archive (60)', async () => {
    const { school, otherSchool, citySchool, city, otherCity, area } = region.people
    const id = await entryDraft(school, agreement, withGuest(6))
    expect((await sums(school)).entries).toBe(0)
    await moveCase(school, url(id), 'submit')
    expect((await sums(school)).entries).toBe(0)
    expect((await moveCase(school, url(id), 'confirm')).status).toBe(403)
    expect((await moveCase(citySchool, url(id), 'confirm')).status).toBe(404)
    expect((await moveCase(otherSchool, url(id), 'confirm')).data.state).toBe('confirmed')
    for (const who of [school, otherSchool, area, city])
      expect(await sums(who)).toMatchObject({ entries: 1, lessons: 2, hours: 6, personDays: 1 })
    expect(await sums(city, `agreement=${agreement}`)).toMatchObject({ entries: 1, byKind: [{ kind: '1' }] })
    for (const who of [citySchool, otherCity]) expect((await sums(who)).entries).toBe(0)
    expect(await shown()).toMatchObject({ entries: 1, lessons: 2 })
    expect(await rows(guest, 'rec_lesson_record')).toMatchObject([
      { lesson_kind: '6', title: '送教：浮力演示实验' },
    ])
    expect(await facts(guest)).toEqual([{ tenths: 60 }])
    expect((await moveCase(school, url(id), 'amend')).status).toBe(400)
    const amended = await moveCase(school, url(id), 'amend', { reason: '学时多记了' })
    expect(amended.data.state).toBe('amending')
    expect(await sums(school)).toMatchObject({ entries: 0, hours: 0 })
    expect((await shown()).entries).toBe(0)
    expect([await rows(guest, 'rec_lesson_record'), await facts(guest)]).toEqual([[], []])
    await written(school, url(id), withGuest(4))
    await moveCase(school, url(id), 'submit')
    expect((await sums(school)).entries).toBe(0)
    expect((await moveCase(otherSchool, url(id), 'confirm')).data.state).toBe('confirmed')
    expect(await sums(school)).toMatchObject({ entries: 1, hours: 4 })
    expect(await rows(guest, 'rec_lesson_record')).toHaveLength(1)
    expect(await facts(guest)).toEqual([{ tenths: 40 }])
    await moveCase(school, url(id), 'withdraw', { reason: '和活动重复' })
    expect((await sums(school)).entries).toBe(0)
    expect(await rows(guest, 'rec_lesson_record')).toEqual([])
  })

  it('is objected to with a reason, mended and confirmed; two who confirm at once confirm once', async () => {
    const { school, otherSchool } = region.people
    const id = await entryDraft(school, agreement, { ...withGuest(1), title: '送教：压强' })
    await moveCase(school, url(id), 'submit')
    expect((await moveCase(otherSchool, url(id), 'dispute')).data.errors).toMatchObject([{ field: 'reason' }])
    expect((await moveCase(otherSchool, url(id), 'dispute', { reason: '只上了一节' })).data.state).toBe(
      'disputed',
    )
    await written(school, url(id), { lessons: 1 })
    await moveCase(school, url(id), 'submit')
    const second = await region.add(3, region.places.otherSchool, '确认二')
    const both = await Promise.all([otherSchool, second].map((who) => moveCase(who, url(id), 'confirm')))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await sums(school)).toMatchObject({ entries: 1, lessons: 1 })
    const objected = await moveCase(otherSchool, url(id), 'object', { reason: '日期写错了' })
    expect(objected.data.state).toBe('disputed')
    expect((await sums(school)).entries).toBe(0)
    await moveCase(school, url(id), 'withdraw')
  })

  it('stands beside the agreement for its sides and those above, once it was handed in, and for nobody else', async () => {
    const { school, otherSchool, citySchool, area, city, otherCity, teacher } = region.people
    const query = `${entryCalls}/of?agreement=${agreement}`
    const listed = async (who: Person) => agreementEntries.parse((await who.get(query)).data)
    const before = (await listed(school)).total
    const id = await entryDraft(school, agreement, withGuest(1))
    expect((await listed(school)).total).toBe(before)
    await moveCase(school, url(id), 'submit')
    for (const who of [school, otherSchool, city])
      expect((await listed(who)).list.find((one) => one.id === id)).toMatchObject({
        state: 'pending',
        holder: '西区一中',
        person: '黎远舟',
        people: 1,
      })
    // Whoever may open an entry finds it here, and nobody else does.
    for (const who of [area, citySchool, otherCity]) {
      const mayOpen = (await who.get(url(id))).status === 200
      expect((await listed(who)).list.some((one) => one.id === id)).toBe(mayOpen)
    }
    expect((await listed(citySchool)).total).toBe(0)
    expect((await teacher.get(query)).status).toBe(403)
    expect((await school.get(`${entryCalls}/of?agreement=x`)).status).toBe(400)
    await moveCase(school, url(id), 'withdraw')
  })

  it('of 跟岗 writes a learning record with hours for who was there, and takes both back', async () => {
    const { school } = region.people
    const id = await confirmedEntry({
      entryKind: '3',
      title: '跟岗：备课组长工作',
      fromOn: addDays(today(), -30),
      toOn: addDays(today(), -26),
      people: [
        { name: '司徒望舒', org: '东区一中', hours: 20 },
        { name: '黎远舟', org: '西区一中', hours: 0 },
      ],
    })
    expect(await rows(learner, 'rec_learning_record')).toMatchObject([
      { training_way: '4', organizer: '西区一中' },
    ])
    expect(await rows(guest, 'rec_learning_record')).toEqual([])
    const counted = () =>
      region.db.query<{ tenths: number }>(sql`
        select sum(tenths)::int as tenths from ledger_entry where owner_id = ${learner.teacherId}`)
    expect(await counted()).toEqual([{ tenths: 200 }])
    expect(await sums(school)).toMatchObject({
      entries: 1,
      byKind: [{ kind: '3', personDays: 10, hours: 20 }],
    })
    await moveCase(school, url(id), 'withdraw', { reason: '人员写错' })
    expect([await counted(), await rows(learner, 'rec_learning_record')]).toEqual([[{ tenths: 0 }], []])
  })

  it('is not taken back once the archive row was changed: that is said', async () => {
    const { school } = region.people
    const id = await confirmedEntry({ entryKind: '4', title: '讲座：班级共读', ...withGuest(2) })
    const [row] = await rows(guest, 'rec_activity_record')
    // As if a change of it had come into force since.
    await region.db.execute(sql`
      update case_result set version = version - 1 where case_id = ${id}::uuid and record_id = ${String(row?.['id'])}::uuid`)
    const refused = await moveCase(school, url(id), 'amend', { reason: '人数' })
    expect([refused.status, refused.msg]).toEqual([409, expect.stringContaining('在确认以后改过')])
    expect((await sums(school)).entries).toBe(1)
  })

  it('that nobody answers for 25 working days is not in the sums, and the authority sees it (62)', async () => {
    const { school, otherSchool, city, citySchool, otherCity } = region.people
    const before = (await sums(school)).entries
    const id = await entryDraft(school, agreement, { ...withGuest(3), title: '送教：没有人答复' })
    await moveCase(school, url(id), 'submit')
    const lie = (days: number) =>
      region.db.execute(
        sql`update process_case set holder_since = now() - make_interval(days => ${days}) where id = ${id}::uuid`,
      )
    const tell = () =>
      tellOfSilence(
        { db: silent.db(), notify: processingOf(region.engine).notify },
        new AbortController().signal,
      )
    const told = async (who: Person, word: string) =>
      (
        await who.get<{ list: { title: string }[] }>('/api/v1/userSystemMessage?pageSize=100')
      ).data.list.filter(({ title }) => title.includes(word)).length
    await tell()
    expect([await told(otherSchool, '请确认帮扶台账'), await told(city, '没有确认帮扶台账')]).toEqual([0, 0])
    await lie(17)
    for (let turn = 0; turn < 2; turn += 1) await tell()
    expect([await told(otherSchool, '请确认帮扶台账'), await told(city, '没有确认帮扶台账')]).toEqual([1, 0])
    await lie(60)
    for (let turn = 0; turn < 2; turn += 1) await tell()
    expect(await told(city, '没有确认帮扶台账')).toBe(1)
    for (const who of [school, otherSchool, city]) {
      const { list } = (await who.get<SilentPage>(`${entryCalls}/silent`)).data
      expect(list).toMatchObject([{ id, other: '西区一中', recorder: '东区一中' }])
      expect(list[0]?.days).toBeGreaterThanOrEqual(25)
    }
    for (const who of [citySchool, otherCity])
      expect((await who.get<SilentPage>(`${entryCalls}/silent`)).data.total).toBe(0)
    expect((await sums(school)).entries).toBe(before)
    expect((await city.get<{ state: string }>(url(id))).data.state).toBe('pending')
  })
})
