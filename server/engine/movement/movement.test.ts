import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { movementOf, repeating, type Movement } from './index.ts'
import { holdersOf, membershipsOf, withReviews } from './test-movement.ts'

let region: Region
let move: Movement
beforeAll(async () => {
  region = await testRegion('movement')
  move = movementOf(region.engine)
})
afterAll(() => region.close())

/** A: 东区一中, B: 东区二小 in X 东区; C: 西区一中 in Y 西区; the city's own school. */
const A = '东区一中'
const on = '2026-09-01'
const asked = (person: Person) => person.teacherId ?? 0
const someone = () => withReviews(region, region.places.school, region.people.school)
const transfer = (person: Person, toInstitutionId: number, day = on, cause = `transfer:${asked(person)}`) =>
  region.db.transaction((tx) =>
    move.movePersonnel(tx, { teacherId: asked(person), toInstitutionId, on: day, cause }),
  )
const posting = (person: Person, institutionId: number, cause: string, fullTime = true) =>
  region.db.transaction((tx) =>
    move.addTeaching(tx, {
      teacherId: asked(person),
      institutionId,
      from: on,
      to: '2027-07-31',
      fullTime,
      cause,
    }),
  )
const leave = (person: Person, day: string, more: object = {}) =>
  region.db.transaction((tx) =>
    move.endPersonnel(tx, {
      teacherId: asked(person),
      on: day,
      cause: `status:${asked(person)}`,
      status: '01',
      account: 'readsOwn',
      openItems: 'finish',
      ...more,
    }),
  )
const expectIs = async (person: Person, memberships: string[], holders: string[]) => {
  expect(await membershipsOf(region, asked(person))).toEqual(memberships)
  expect(await holdersOf(region, asked(person))).toEqual(holders)
}
const fieldOf = (error: unknown) =>
  (error as { facts?: { errors?: { field: string }[] } }).facts?.errors?.[0]?.field ??
  (error as Error).message

describe('rows of personnel.md section 7', () => {
  it('1: to a school of the same district: r goes to the new school, q stays at the district', async () => {
    const person = await someone()
    await expectIs(person, [`P(${A} 2020-09-01–)`], [A, '东区教育局'])
    const { handover, fromInstitutionId } = await transfer(person, region.places.sibling)
    const title = region.engine.records['sharedResource']?.title
    expect(fromInstitutionId).toBe(region.places.school)
    await expectIs(
      person,
      [`P(${A} 2020-09-01–2026-08-31)`, 'P(东区二小 2026-09-01–)'],
      ['东区二小', '东区教育局'],
    )
    expect(handover).toEqual([
      { kind: '待审核的记录', title: `${title}（待学校审核）`, from: A, to: '东区二小' },
      { kind: '待审核的记录', title: `${title}（待县区审核）`, from: '东区教育局', to: '东区教育局' },
      { kind: '账号', title: '教师账号', from: A, to: '东区二小' },
    ])
    // The new school decides, the former one no longer sees it.
    const { id, version } = await region.db.one<{ id: string; version: number }>(sql`
      select record_id as id, edit_no as version from revision
      where owner_id = ${person.teacherId} and holder_role = 3`)
    const url = `/api/v1/records/sharedResource/${id}`
    expect((await region.people.school.get(url)).status).toBe(404)
    expect((await region.people.siblingSchool.post(`${url}/approve`, { version })).msg).toBe('ok')
  })

  it('2: to another district: both go there', async () => {
    const person = await someone()
    await transfer(person, region.places.otherSchool)
    await expectIs(
      person,
      [`P(${A} 2020-09-01–2026-08-31)`, 'P(西区一中 2026-09-01–)'],
      ['西区一中', '西区教育局'],
    )
    const row = await region.db.one(sql`
      select t.institution_id, t.district_id, t.city_id, a.institution_id as account,
        v.followed
      from teacher t
      join identity a on a.person_id = t.person_id
      join (
        select owner_id, district_id, count(*)::int as followed
        from revision
        where owner_id = ${person.teacherId}
        group by 1, 2) v on v.owner_id = t.id and v.district_id = t.district_id
      where t.id = ${person.teacherId}`)
    const { otherSchool, otherDistrict, city } = region.places
    expect(row).toEqual({
      institution_id: otherSchool,
      district_id: otherDistrict,
      city_id: city,
      account: otherSchool,
      followed: 2,
    })
    // The session of the former place is over.
    region.app.forgetPerson(person.personId)
    expect((await person.get('/api/v1/records/sharedResource')).code).toBe(22018)
  })

  it('3: to a school without a district above it: the city holds what waited for the district', async () => {
    const person = await someone()
    await transfer(person, region.places.citySchool)
    await expectIs(
      person,
      [`P(${A} 2020-09-01–2026-08-31)`, 'P(市直中学 2026-09-01–)'],
      ['市直中学', '市教育局'],
    )
  })

  it('5, 8, 29: refused with a sentence and the field, and nothing changes', async () => {
    const person = await someone()
    const before = await membershipsOf(region, asked(person))
    const { sibling, school } = region.places
    for (const [to, day, field] of [
      [sibling, '2020-09-01', 'effectiveOn'],
      [sibling, '2019-09-01', 'effectiveOn'],
      [sibling, '2999-01-01', 'effectiveOn'],
      [school, on, 'toInstitutionId'],
      [999_999, on, 'toInstitutionId'],
    ] as const)
      expect(await transfer(person, to, day).catch(fieldOf)).toBe(field)
    await expectIs(person, before, [A, '东区教育局'])
    await transfer(person, sibling)
    expect(await transfer(person, sibling).catch(fieldOf)).toBe('toInstitutionId')
    expect(await transfer(person, region.places.otherSchool).catch(fieldOf)).toBe('effectiveOn')
  })

  it('7: approved late, it acts at once with the approved day', async () => {
    const person = await someone()
    await transfer(person, region.places.sibling, '2026-09-01')
    const { since } = await region.db.one<{ since: boolean }>(sql`
      select holder_since > now() - interval '1 minute' as since from revision
      where owner_id = ${person.teacherId} and holder_role = 3`)
    expect(since).toBe(true)
  })

  it('10, 11, 12: a posting leaves everything with A; ended early it ends that day; lessons at two schools go together', async () => {
    const person = await someone()
    await posting(person, region.places.sibling, 'posting:1')
    await expectIs(person, [`P(${A} 2020-09-01–)`, 'T(东区二小 2026-09-01–2027-07-31)'], [A, '东区教育局'])
    const end = (lastDay: string) =>
      region.db.transaction((tx) =>
        move.endTeaching(tx, { teacherId: asked(person), cause: 'posting:1', lastDay }),
      )
    await end('2027-02-15')
    await end('2027-02-15')
    expect((await membershipsOf(region, asked(person)))[1]).toBe('T(东区二小 2026-09-01–2027-02-15)')
    const other = await someone()
    await posting(other, region.places.sibling, 'posting:2', false)
    await posting(other, region.places.otherSchool, 'posting:3', false)
    expect(await membershipsOf(region, asked(other))).toHaveLength(3)
  })

  it('13: a second full-time posting inside the first is refused, and one at the own school', async () => {
    const person = await someone()
    await posting(person, region.places.sibling, 'posting:4')
    expect(await posting(person, region.places.otherSchool, 'posting:5').catch(fieldOf)).toMatch(
      /已在东区二小任教/,
    )
    expect(await posting(person, region.places.school, 'posting:6').catch(fieldOf)).toBe('institutionId')
  })

  it('14, 15: a transfer ends the posting the day before', async () => {
    for (const to of [region.places.sibling, region.places.otherSchool]) {
      const person = await someone()
      await region.db.transaction((tx) =>
        move.addTeaching(tx, {
          teacherId: asked(person),
          institutionId: region.places.sibling,
          from: '2026-02-20',
          to: '2027-07-31',
          fullTime: true,
          cause: 'posting:7',
        }),
      )
      const { handover } = await transfer(person, to)
      expect((await membershipsOf(region, asked(person))).at(-1)).toBe('T(东区二小 2026-02-20–2026-08-31)')
      expect(handover).toContainEqual({
        kind: '任教关系',
        title: '东区二小',
        from: '东区二小',
        to: '2026-08-31 结束',
      })
    }
  })

  it('16, 17: retirement during a posting ends both, reviews go on, the account reads; taken on again it works', async () => {
    const person = await someone()
    await posting(person, region.places.sibling, 'posting:8')
    await leave(person, '2026-11-01')
    await expectIs(
      person,
      [`P(${A} 2020-09-01–2026-10-31)`, 'T(东区二小 2026-09-01–2026-10-31)'],
      [A, '东区教育局'],
    )
    const account = () =>
      region.db.one(sql`
        select state, reads_only, reads_until, t.status from identity a join teacher t on t.person_id = a.person_id
        where t.id = ${person.teacherId}`)
    expect(await account()).toEqual({ state: 'enabled', reads_only: true, reads_until: null, status: '01' })
    await region.db.transaction((tx) =>
      move.beginPersonnel(tx, {
        teacherId: asked(person),
        institutionId: region.places.school,
        on: '2026-11-10',
        cause: 'rehire:1',
        status: '04',
      }),
    )
    expect((await membershipsOf(region, asked(person)))[1]).toBe(`P(${A} 2026-11-10–)`)
    expect(await account()).toEqual({ state: 'enabled', reads_only: false, reads_until: null, status: '04' })
  })

  it('18, 19: who resigned has everything withdrawn, and joins another school as the same person later', async () => {
    const person = await someone()
    await leave(person, '2026-07-01', { status: '07', account: 'readsDays', openItems: 'withdraw' })
    await expectIs(person, [`P(${A} 2020-09-01–2026-06-30)`], ['withdrawn', 'withdrawn'])
    await region.db.transaction((tx) =>
      move.beginPersonnel(tx, {
        teacherId: asked(person),
        institutionId: region.places.sibling,
        on,
        cause: 'hire:1',
        status: '11',
      }),
    )
    await expectIs(
      person,
      [`P(${A} 2020-09-01–2026-06-30)`, 'P(东区二小 2026-09-01–)'],
      ['withdrawn', 'withdrawn'],
    )
  })

  it('20: long sick leave and back: memberships and reviews stay', async () => {
    const person = await someone()
    for (const status of ['14', '11'])
      await region.db.transaction((tx) =>
        move.changeStatus(tx, { teacherId: asked(person), cause: `sick:${status}`, status }),
      )
    await expectIs(person, [`P(${A} 2020-09-01–)`], [A, '东区教育局'])
  })

  it('21: a death told late ends the membership that day, and the account', async () => {
    const person = await someone()
    await leave(person, '2026-10-06', { status: '03', account: 'off', openItems: 'withdraw' })
    await expectIs(person, [`P(${A} 2020-09-01–2026-10-05)`], ['withdrawn', 'withdrawn'])
    region.app.forgetPerson(person.personId)
    expect((await person.get('/api/v1/records/sharedResource')).code).toBe(22018)
  })

  it('27: somebody whom no school here had comes to B', async () => {
    const person = await region.add(2, region.places.sibling, '外来')
    await region.db.execute(sql`delete from membership where teacher_id = ${person.teacherId}`)
    await region.db.transaction((tx) =>
      move.beginPersonnel(tx, {
        teacherId: asked(person),
        institutionId: region.places.sibling,
        on,
        cause: 'hire:2',
        status: '11',
      }),
    )
    await expectIs(person, ['P(东区二小 2026-09-01–)'], [])
  })

  it('30: where the district has no account, its step is at the city, and comes back to a district that has', async () => {
    const person = await withReviews(region, region.places.southSchool, region.people.southSchool)
    await expectIs(person, ['P(南区小学 2020-09-01–)'], ['南区小学', '市教育局'])
    await transfer(person, region.places.otherSchool)
    expect(await holdersOf(region, asked(person))).toEqual(['西区一中', '西区教育局'])
  })
})

describe('what a move takes along, ends and gives back', () => {
  const takeBack = (person: Person, cause: string) =>
    region.db.transaction((tx) => move.takeBackMove(tx, { teacherId: asked(person), cause }))

  it('takes people out of their groups and of what they do for others, and puts the groups back', async () => {
    const { school } = region.people
    const person = await someone()
    const url = '/api/v1/records/subjectGroup'
    const group = await school.post(url, {
      name: '调动组',
      groupKind: '1',
      schoolStage: '3',
      subject: '13',
      enabled: true,
      leader: person.teacherId,
      members: [person.teacherId, region.people.teacher.teacherId],
    })
    expect(group.msg).toBe('ok')
    const deputy = await school.post('/api/v1/user/deputies', {
      personId: person.personId,
      from: today(),
      until: addDays(today(), 5),
    })
    expect(deputy.msg).toBe('ok')
    const effective = async () =>
      (
        await school.get<{ effective: { leader: number | null; members: number[] } }>(
          `${url}/${group.data.id}`,
        )
      ).data.effective
    const { handover } = await region.db.transaction((tx) =>
      move.movePersonnel(tx, {
        teacherId: asked(person),
        toInstitutionId: region.places.sibling,
        on,
        cause: 'transfer:groups',
        by: region.people.area.identityId,
      }),
    )
    expect(handover).toContainEqual({ kind: '科组', title: '调动组', from: A, to: '已移出' })
    expect(handover).toContainEqual({ kind: '代办', title: '代同事办理', from: A, to: '已结束' })
    expect(await effective()).toMatchObject({ leader: null, members: [region.people.teacher.teacherId] })
    const history = await school.get<{ reason: string | null }[]>(`${url}/${group.data.id}/history`)
    expect(history.data[0]?.reason).toBe('人事关系调动')
    await takeBack(person, 'transfer:groups')
    expect(await effective()).toMatchObject({
      leader: person.teacherId,
      members: [region.people.teacher.teacherId, person.teacherId],
    })
  })

  it('is taken back whole: memberships, postings, holders, account; not once something later builds on it', async () => {
    const person = await someone()
    await posting(person, region.places.otherSchool, 'posting:9')
    const before = await membershipsOf(region, asked(person))
    await transfer(person, region.places.sibling, on, 'transfer:back')
    expect(await membershipsOf(region, asked(person))).not.toEqual(before)
    await takeBack(person, 'transfer:back')
    await expectIs(person, before, [A, '东区教育局'])
    const { at } = await region.db.one<{ at: number }>(sql`
      select institution_id as at from identity where person_id = ${person.personId}`)
    expect(at).toBe(region.places.school)
    expect(await takeBack(person, 'transfer:back').catch(fieldOf)).toBe('没有可以撤销的人事变动')
    await transfer(person, region.places.sibling, on, 'transfer:one')
    await leave(person, '2026-11-01', { cause: 'status:two', openItems: 'withdraw', account: 'off' })
    expect(await takeBack(person, 'transfer:one').catch(fieldOf)).toMatch(/先撤销后面的/)
    await takeBack(person, 'status:two')
    expect(await holdersOf(region, asked(person))).toEqual(['东区二小', '东区教育局'])
    await takeBack(person, 'transfer:one')
    await expectIs(person, before, [A, '东区教育局'])
  })

  it('leaves an account that only reads: no call changes anything but the own sign-in', async () => {
    const person = await someone()
    const id = (await person.get<{ list: { id: string }[] }>('/api/v1/records/sharedResource')).data.list[0]
      ?.id
    await region.db.execute(
      sql`update identity set reads_only = true, reads_until = '2099-12-31' where id = ${person.identityId}`,
    )
    region.app.forgetPerson(person.personId)
    const view = await person.get<{ can: string[] }>(`/api/v1/records/sharedResource/${id}`)
    expect([view.status, view.data.can]).toEqual([200, []])
    for (const [url, body] of [
      [`/api/v1/records/sharedResource/${id}/withdraw`, {}],
      ['/api/v1/records/sharedResource', { title: '不该能写' }],
      ['/api/v1/corrections', {}],
    ] as const)
      expect((await person.post(url, body)).status, url).not.toBe(200)
    expect((await person.post('/api/v1/records/sharedResource', {})).msg).toMatch(/只能查看本人档案/)
    await region.db.execute(
      sql`update identity set reads_until = '2026-01-01' where id = ${person.identityId}`,
    )
    region.app.forgetPerson(person.personId)
    expect((await person.get('/api/v1/records/sharedResource')).code).toBe(22018)
  })

  it('knows every table that repeats the place of a teacher', async () => {
    const tables = await region.db.query<{ name: string }>(sql`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name in ('owner_id', 'institution_id', 'district_id', 'city_id')
      group by table_name
      having count(*) = 4`)
    // Entries of the ledger and facts of persons keep the place of their day (docs/decisions/0160, 0209).
    const known = new Set([
      'revision',
      'ledger_entry',
      'person_fact',
      ...repeating(region.engine.records).map(({ table }) => table),
    ])
    const forgotten = tables.filter(({ name }) => !name.startsWith('rec_') && !known.has(name))
    expect(forgotten).toEqual([])
  })
})

describe('races', () => {
  const settle = async (acts: readonly (() => Promise<unknown>)[]) => {
    const ends = await Promise.allSettled(acts.map((act) => act()))
    return {
      won: ends.filter(({ status }) => status === 'fulfilled').length,
      told: ends.flatMap((end) => (end.status === 'rejected' ? [fieldOf(end.reason)] : [])),
    }
  }

  it('of two moves of one person one wins and the other is told, a hundred times', async () => {
    const people: Person[] = []
    for (let i = 0; i < 10; i += 1) people.push(await region.add(2, region.places.school, `抢${i}`))
    const places = [region.places.sibling, region.places.otherSchool]
    for (let round = 0; round < 10; round += 1) {
      const day = `2026-09-${String(round + 1).padStart(2, '0')}`
      const back = (person: Person, i: number) =>
        region.db.transaction((tx) =>
          move.takeBackMove(tx, { teacherId: asked(person), cause: `race:${round}:${i}` }),
        )
      await Promise.all(
        people.map(async (person) => {
          const { won, told } = await settle(
            places.map((to, i) => () => transfer(person, to, day, `race:${round}:${i}`)),
          )
          expect([won, told.length]).toEqual([1, 1])
          expect(['effectiveOn', 'toInstitutionId']).toContain(told[0])
          await back(person, 0).catch(() => back(person, 1))
        }),
      )
    }
    for (const person of people)
      expect(await membershipsOf(region, asked(person))).toEqual([`P(${A} 2020-09-01–)`])
  })

  it('a retirement against a transfer: one wins, nothing is half', async () => {
    for (let i = 0; i < 10; i += 1) {
      const person = await someone()
      const { won, told } = await settle([
        () => transfer(person, region.places.sibling),
        () => leave(person, on),
      ])
      expect([won, told.length]).toEqual([1, 1])
      const open = (await membershipsOf(region, asked(person))).filter((one) => one.endsWith('–)'))
      expect(open.length).toBeLessThanOrEqual(1)
    }
  })
})
