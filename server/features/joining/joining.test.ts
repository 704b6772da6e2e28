import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CandidatePage } from '../../../catalogue/contract/archive/joining.ts'
import { holdersOf, membershipsOf, withReviews } from '../../engine/movement/test-movement.ts'
import { namings } from '../../engine/movement/index.ts'
import { joinRecords } from '../../engine/records/index.ts'
import { act, begin, look, numbered } from '../personnel/test-cases.ts'
import { sweepOf } from '../quality/sweep.ts'
import { actorOf, idNumber, testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import { openPlanReader, plansAreSpread } from '../../platform/db/testing/test-plans.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { candidateStatement } from './candidates.ts'
import { basic, compare, join, url } from './test-joining.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('joining')
})
afterAll(() => region.close())

const [A, B] = ['东区一中', '东区二小']
const number = (person: Person) => person.teacherId ?? 0
const atA = () => withReviews(region, region.places.school, region.people.school)
const atB = () => region.add(2, region.places.sibling, '调动重')
const setDays = (person: Person, from: string, to: string | null) =>
  region.db.execute(sql`
    update membership set from_on = ${from}::date, to_on = ${to}::date where teacher_id = ${person.teacherId}`)

describe('rows 28 and 29 of personnel.md', () => {
  it('28: one after the other, both memberships are one person’s, and reviews go to where that person is', async () => {
    const [left, came] = [await atA(), await atB()]
    await setDays(left, '2015-09-01', '2024-08-31')
    await setDays(came, '2024-09-01', null)
    const done = await join(region.people.area, came, left)
    expect(done.msg).toBe('ok')
    expect(await membershipsOf(region, number(came))).toEqual([
      `P(${A} 2015-09-01–2024-08-31)`,
      `P(${B} 2024-09-01–)`,
    ])
    expect(await membershipsOf(region, number(left))).toEqual([])
    expect(await holdersOf(region, number(came))).toEqual([B, '东区教育局'])
    expect(done.data.handover.map(({ to }) => to)).toContain(B)
  })

  it('29: both open it is refused until a day is chosen, and nothing changes', async () => {
    const [one, other] = [await atA(), await atB()]
    const refused = await join(region.people.area, one, other)
    expect(refused.data.errors[0]).toMatchObject({ field: 'on' })
    expect(await membershipsOf(region, number(one))).toEqual([`P(${A} 2020-09-01–)`])
    expect(await membershipsOf(region, number(other))).toEqual([`P(${B} 2020-09-01–)`])
    expect(await holdersOf(region, number(one))).toEqual([A, '东区教育局'])
    const turn = { present: 'joined', on: '2024-09-01' } as const
    expect((await join(region.people.area, one, other, { turn })).msg).toBe('ok')
    expect(await membershipsOf(region, number(one))).toEqual([
      `P(${A} 2020-09-01–2024-08-31)`,
      `P(${B} 2024-09-01–)`,
    ])
    expect(await holdersOf(region, number(one))).toEqual([B, '东区教育局'])
  })

  it('29: neither a day to come nor one on which the present school had nobody', async () => {
    const [one, other] = [await atA(), await atB()]
    for (const on of ['2019-01-01', '2099-01-01']) {
      const turn = { present: 'joined', on } as const
      expect((await join(region.people.area, one, other, { turn })).data.errors[0]?.field).toBe('on')
    }
  })
})

/** Two people of one school with one name and birthday, both with basic information. */
async function doubles(): Promise<readonly [Person, Person]> {
  const people = [
    await region.add(2, region.places.school, '重登记'),
    await region.add(2, region.places.school, '重登记'),
  ] as const
  for (const [i, person] of people.entries())
    await basic(person, region.people.school, {
      name: '重登记',
      idCardNo: idNumber(`198${i}-05-17`, true),
      birthDate: `198${i}-05-17`,
      nativePlace: '441702',
      formerName: i === 0 ? null : '重曾用',
    })
  return people
}

async function assessed(person: Person, year: number, comment: string): Promise<string> {
  const made = await region.people.school.post('/api/v1/records/annualAssessment', {
    ownerId: person.teacherId,
    assessYear: year,
    assessResult: '2',
    assessUnit: A,
    comment,
  })
  expect(made.msg).toBe('ok')
  return made.data.id
}

describe('two archives become one', () => {
  it('equal records are there once, what one person has once is chosen field by field, nothing is lost', async () => {
    const [kept, joined] = await doubles()
    await assessed(kept, 2021, '两份一样')
    await assessed(joined, 2021, '两份一样')
    await assessed(kept, 2022, '保留的')
    const theirs = await assessed(joined, 2022, '另一份的')
    const only = await assessed(joined, 2023, '只有另一份')
    const seen = await compare(region.people.area, kept, joined)
    expect(seen.msg).toBe('ok')
    expect(seen.data.faults).toEqual([])
    expect(seen.data.singles.map(({ type }) => type)).toEqual(['basicInfo'])
    expect(seen.data.singles[0]?.keys).toEqual(
      expect.arrayContaining(['idCardNo', 'birthDate', 'formerName', 'staffNo']),
    )
    expect(seen.data.told[0]).toMatch(/证件号.*不同，请核对证件原件/)
    expect(seen.data.collisions.map(({ joinedId, keys }) => [joinedId, keys])).toEqual([
      [theirs, ['comment']],
    ])
    expect(seen.data.lines.find(({ what }) => what === '年度考核')).toEqual({
      what: '年度考核',
      passes: 1,
      twice: 2,
    })
    const fields = ['basicInfo.idCardNo', 'basicInfo.birthDate', 'basicInfo.formerName']
    const done = await join(region.people.area, kept, joined, { fields, records: [theirs] })
    expect(done.msg).toBe('ok')
    const years = await region.db.query<{ id: string; year: number; comment: string }>(sql`
      select id, assess_year as year, comment from rec_annual_assessment
      where owner_id = ${kept.teacherId} and voided_at is null
      order by assess_year`)
    expect(years.map(({ year, comment }) => [year, comment])).toEqual([
      [2021, '两份一样'],
      [2022, '另一份的'],
      [2023, '只有另一份'],
    ])
    expect(years.map(({ id }) => id)).toEqual(expect.arrayContaining([theirs, only]))
    const info = await region.db.query(sql`
      select former_name, birth_date, staff_no from rec_basic_info
      where owner_id = ${kept.teacherId} and voided_at is null`)
    expect(info).toEqual([
      { former_name: '重曾用', birth_date: '1981-05-17', staff_no: `N${kept.teacherId}` },
    ])
    const history = await region.people.school.get<{ list: { action: string }[] }>(
      `/api/v1/records/annualAssessment/${only}/history`,
    )
    expect(history.status).toBe(200)
    const given = await region.db.query<{ state: string }>(sql`
      select v.state from revision v
      where v.owner_id = ${number(kept)} and v.type = 'annualAssessment' and v.superseded_at is not null`)
    expect(given).toHaveLength(2)
  })

  it('the identity number that was chosen is what the person is known by, and the other one is free', async () => {
    const [kept, joined] = await doubles()
    const keyOf = (person: Person) =>
      region.db.one<{ key: string | null }>(
        sql`select id_no_key as key from person where id = ${person.personId}`,
      )
    const { key } = await keyOf(joined)
    expect(key).not.toBeNull()
    await join(region.people.area, kept, joined, { fields: ['basicInfo.idCardNo', 'basicInfo.birthDate'] })
    expect([(await keyOf(kept)).key, (await keyOf(joined)).key]).toEqual([key, null])
  })

  it('the old number leads to the one archive, in a document, in the roll and to a stranger nowhere', async () => {
    const [kept, joined] = await doubles()
    await join(region.people.area, kept, joined)
    const { area, otherArea, school } = region.people
    for (const who of [area, school]) {
      const head = await who.get<{ teacherId: number }>(`/api/v1/archive/${joined.teacherId}/head`)
      expect([head.status, JSON.stringify(head.data).includes('重登记')]).toEqual([200, true])
    }
    expect((await otherArea.get(`/api/v1/archive/${joined.teacherId}/head`)).status).toBe(404)
    const roll = await school.get<{ list: { teacherId: number }[] }>(
      `/api/v1/teacher?teacherId=${joined.teacherId}`,
    )
    expect(roll.data.list.map(({ teacherId }) => teacherId)).toEqual([kept.teacherId])
    const all = await school.get<{ list: { teacherId: number }[] }>(
      '/api/v1/teacher?keyword=重登记&pageSize=50',
    )
    expect(all.data.list.map(({ teacherId }) => teacherId)).not.toContain(joined.teacherId)
  })

  it('a look back at a day before shows one of what a person has once', async () => {
    const [kept, joined] = await doubles()
    await region.db.execute(sql`
      update revision set applied_at = (applied_at at time zone 'UTC' - interval '3 days') at time zone 'UTC'
      where owner_id in (${kept.teacherId}, ${joined.teacherId})`)
    await join(region.people.area, kept, joined, { fields: ['basicInfo.formerName'] })
    const day = today(new Date(Date.now() - 86_400_000))
    const then = await region.people.school.get<{ sections: { type: string; records: unknown[] }[] }>(
      `/api/v1/archive/${kept.teacherId}?date=${day}`,
    )
    expect(then.status).toBe(200)
    const basics = then.data.sections.filter(({ type }) => type === 'basicInfo')
    expect(basics.flatMap(({ records }) => records)).toHaveLength(1)
  })

  it('one account remains with its password; the other one ends, its messages go along', async () => {
    const [kept, joined] = await doubles()
    await region.db.execute(sql`
      update person set login_name = 'twin' || id, password_hash = 'x' || id
      where id in (${kept.personId}, ${joined.personId})`)
    await region.db.execute(sql`
      insert into message (identity_id, kind, title) values (${joined.identityId}, '1', '给另一个账号的')`)
    await join(region.people.area, kept, joined)
    expect((await joined.get('/api/v1/archive/overview')).code).toBe(22018)
    const people = await region.db.query<{ login: string | null; hash: string | null; teachers: number }>(sql`
      select p.login_name as login, p.password_hash as hash, (select count(*)::int from identity a
        where a.person_id = p.id and a.role = 2 and a.state = 'enabled') as teachers
      from person p where p.id in (${kept.personId}, ${joined.personId}) order by p.id`)
    expect(people).toEqual([
      { login: `twin${kept.personId}`, hash: `x${kept.personId}`, teachers: 1 },
      { login: null, hash: null, teachers: 0 },
    ])
    const inbox = await kept.get<{ list: { title: string }[] }>('/api/v1/userSystemMessage?pageSize=50')
    const titles = inbox.data.list.map(({ title }) => title)
    expect(titles).toEqual(expect.arrayContaining(['给另一个账号的', '您的两份档案已合并为一份']))
  })

  it('evidence, drafts and what is under review go along; the teacher goes on with them', async () => {
    const [kept, joined] = [await atB(), await region.add(2, region.places.sibling, '调动重')]
    const file = await picture(region, joined)
    const made = await joined.post('/api/v1/records/studyExperience', { ...study, attachments: [file] })
    expect(made.msg).toBe('ok')
    await join(region.people.area, kept, joined)
    const mine = await kept.get<{ pending: { values: Record<string, unknown> } }>(
      `/api/v1/records/studyExperience/${made.data.id}`,
    )
    expect(mine.data.pending.values).toMatchObject({ educationSchool: study.educationSchool })
    expect((await kept.get(`/api/v1/upload/file?key=${file}`)).status).toBe(200)
    expect((await kept.post(`/api/v1/records/studyExperience/${made.data.id}/submit`, {})).msg).toBe('ok')
    expect(
      (await region.people.siblingSchool.post(`/api/v1/records/studyExperience/${made.data.id}/approve`, {}))
        .msg,
    ).toBe('ok')
  })

  it('a group of the school names the one who goes on, and no group names anybody twice', async () => {
    const [kept, joined] = [await atB(), await region.add(2, region.places.sibling, '调动重')]
    const group = await region.people.siblingSchool.post('/api/v1/records/subjectGroup', {
      name: `数学组${joined.teacherId}`,
      groupKind: '1',
      schoolStage: '4',
      subject: '13',
      leader: joined.teacherId,
      members: [kept.teacherId, joined.teacherId],
    })
    expect(group.msg, JSON.stringify(group.data)).toBe('ok')
    expect((await join(region.people.area, kept, joined)).msg).toBe('ok')
    const row = await region.db.one<{ leader: number; members: number[] }>(
      sql`select leader, members from rec_subject_group where id = ${group.data.id}::uuid`,
    )
    expect(row).toEqual({ leader: kept.teacherId, members: [kept.teacherId] })
  })

  it('cases go along; a move that is under way has to be over first', async () => {
    const [kept, joined] = [await atB(), await region.add(2, region.places.sibling, '调动重')]
    const asked = await begin(region.people.school, 'transfer', await numbered(region, joined), {
      kind: '1',
      effectiveOn: '2026-09-01',
      reason: '工作需要',
    })
    await act(region.people.school, asked, 'submit')
    const refused = await join(region.people.area, kept, joined)
    expect(refused.data.errors[0]?.message).toMatch(/没有办完的教师调动，先办结或取消/)
    await act(region.people.school, asked, 'cancel')
    expect((await join(region.people.area, kept, joined)).msg).toBe('ok')
    expect((await look(region.people.school, asked)).data.state).toBe('cancelled')
    const { of } = await region.db.one<{ of: number }>(
      sql`select teacher_id as of from process_case where id = ${asked.data.id}::uuid`,
    )
    expect(of).toBe(kept.teacherId)
  })

  it('keeps in its ledger what both were and which rows went where', async () => {
    const [kept, joined] = await doubles()
    await join(region.people.area, kept, joined)
    const line = await region.db.one<{ before: { memberships: object }; moved: { records: unknown[] } }>(
      sql`select before, moved from person_join where joined_id = ${joined.teacherId}`,
    )
    expect(Object.keys(line.before)).toEqual(
      expect.arrayContaining(['memberships', 'accounts', 'names', 'kept', 'joined']),
    )
    expect(line.moved.records).toHaveLength(1)
    const audited = await region.db.query(
      sql`select 1 from audit where action = 'person.joined' and owner_id = ${kept.teacherId}`,
    )
    expect(audited).toHaveLength(1)
  })

  it('what had passed and comes back is found at the old number again', async () => {
    const [kept, joined] = await doubles()
    const theirs = await assessed(joined, 2020, '合并前的')
    const at = `/api/v1/records/annualAssessment/${theirs}`
    const ownerOf = async () => (await region.people.area.get<{ ownerId: number }>(at)).data.ownerId
    expect(await ownerOf()).toBe(joined.teacherId)
    await join(region.people.area, kept, joined)
    expect(await ownerOf()).toBe(kept.teacherId)
    // A join is taken apart by hand (docs/how-to/undo-a-join.md): the archive goes back, and who it was
    // belongs somewhere again.
    const { engine, places } = region
    await region.db.execute(sql`
      update teacher set joined_into = null, institution_id = ${places.school}, district_id = ${places.district},
        city_id = ${places.city}, province_id = ${places.province}
      where id = ${joined.teacherId}`)
    const back = { from: number(kept), to: number(joined), voided: [], by: 0, reason: '' }
    await engine.db.transaction((tx) => joinRecords(engine, tx, back))
    expect(await ownerOf()).toBe(joined.teacherId)
    expect(await region.db.query(sql`select 1 from record_passed where record_id = ${theirs}`)).toEqual([])
  })
})

describe('candidates', () => {
  it('a pair stands in the list of those above both, once, and no longer after it was joined', async () => {
    const [kept, joined] = [
      await region.add(2, region.places.school, '双成对'),
      await region.add(2, region.places.otherSchool, '双成对'),
    ]
    const { school, otherSchool, area, city, otherCity } = region.people
    await basic(kept, school, { name: '双成对', idCardNo: idNumber('1980-05-17', true) })
    await basic(joined, otherSchool, { name: '双成对', idCardNo: idNumber('1980-05-17', false), gender: '2' })
    const sweep = sweepOf(region.engine)
    while (await sweep());
    await sweep()
    const of = async (who: Person) =>
      (await who.get<CandidatePage>(url)).data.list
        .filter(({ one }) => one.name === '双成对')
        .map(({ one, other }) => [one.teacherId, other.teacherId])
    expect(await of(city)).toEqual([[kept.teacherId, joined.teacherId]])
    expect(await of(area)).toEqual([])
    expect(await of(otherCity)).toEqual([])
    await join(city, kept, joined, { turn: { present: 'kept', on: '2024-09-01' } })
    expect(await of(city)).toEqual([])
  })

  it.skipIf(plansAreSpread)('are found along the index of the scope', async () => {
    await region.db.execute(sql`
      insert into quality_finding (owner_id, kind, type, field, message, other_id, city_id)
      select n, case when n % 200 = 0 then 'duplicate' else 'missing' end, 'basicInfo', 'name', '', n + 1,
        case when n % 2 = 0 then ${region.places.city}::int else ${region.places.otherCity}::int end
      from generate_series(100000, 140000) n`)
    await region.db.execute(sql`analyze quality_finding`)
    const plans = await openPlanReader(region.ownerUrl)
    const plan = await plans.planOf(
      candidateStatement(actorOf(region.people.city, 5), { page: 1, pageSize: 20 }),
    )
    await plans.close()
    expect(plan).toMatch(/quality_finding_city/)
  })
})

describe('what an attacker would try', () => {
  it('a school, a teacher, an administrator and an expert join nobody', async () => {
    const [kept, joined] = await doubles()
    const { school, teacher, admin, expert } = region.people
    for (const who of [school, teacher, admin, expert]) {
      expect((await compare(who, kept, joined)).status).toBe(403)
      expect((await join(who, kept, joined)).status).toBe(403)
    }
  })

  it('an authority takes nobody of another region into one of its own', async () => {
    const { area, otherArea, city, stranger, colleague } = region.people
    for (const [who, kept, joined] of [
      [area, colleague, stranger],
      [area, stranger, colleague],
      [otherArea, colleague, stranger],
      [region.people.otherCity, colleague, stranger],
    ] as const)
      expect((await join(who, kept, joined)).status).toBe(404)
    expect((await compare(city, colleague, stranger)).status).toBe(200)
  })

  it('an account above the office is not taken over by way of an archive', async () => {
    const [kept, joined] = await doubles()
    const { area, city } = region.people
    await region.db.execute(sql`
      insert into identity (person_id, role, institution_id) values (${joined.personId}, 5, ${region.places.city})`)
    const refused = await join(area, kept, joined)
    expect(refused.data.errors[0]?.message).toMatch(/不由本单位管理的账号/)
    expect((await join(city, kept, joined)).data.errors[0]?.message).toMatch(/不由本单位管理的账号/)
    expect((await join(region.people.province, kept, joined)).msg).toBe('ok')
    const { at } = await region.db.one<{ at: number }>(
      sql`select person_id as at from identity where role = 5 and person_id in (${kept.personId}, ${joined.personId})`,
    )
    expect(at).toBe(kept.personId)
  })

  it('nobody joins somebody of the own office', async () => {
    const own = await region.add(2, region.places.district, '局内人')
    const refused = await join(region.people.area, own, region.people.colleague)
    expect(refused.data.errors.some(({ message }) => /本单位的人，由上级机构办理/.test(message))).toBe(true)
  })

  it('not without the name, not with what was looked at before, not oneself, not twice', async () => {
    const [kept, joined] = await doubles()
    const { area, school } = region.people
    expect((await join(area, kept, joined, { confirm: '他人' })).data.errors[0]?.field).toBe('confirm')
    const before = await compare(area, kept, joined)
    await assessed(joined, 2020, '刚登记的')
    expect((await join(area, kept, joined, { version: before.data.version })).status).toBe(409)
    expect((await compare(area, kept, kept)).status).toBe(400)
    expect((await join(area, kept, joined, { fields: ['basicInfo.gender'] })).status).toBe(409)
    expect((await join(area, kept, joined)).msg).toBe('ok')
    expect((await join(area, kept, joined)).status).toBe(404)
    expect(
      (await school.post('/api/v1/records/annualAssessment', { ownerId: joined.teacherId })).status,
    ).toBe(404)
  })

  it('a chosen number of staff that a colleague has is refused with its sentence, and nothing is half', async () => {
    const [kept, joined] = [await atB(), await atA()]
    const { school, siblingSchool, area } = region.people
    const name = '调动重'
    await basic(kept, siblingSchool, {
      name,
      idCardNo: idNumber('1977-05-17', true),
      birthDate: '1977-05-17',
    })
    await basic(joined, school, {
      name,
      idCardNo: idNumber('1977-05-17', false),
      birthDate: '1977-05-17',
      gender: '2',
      staffNo: 'TAKEN',
    })
    const colleague = await region.add(2, region.places.sibling, '同事')
    await basic(colleague, siblingSchool, {
      name: '同事',
      staffNo: 'TAKEN',
      idCardNo: idNumber('1980-05-17', true),
      birthDate: '1980-05-17',
    })
    const turn = { present: 'kept', on: '2024-09-01' } as const
    const refused = await join(area, kept, joined, { turn, fields: ['basicInfo.staffNo'] })
    expect(refused.msg).toBe('本校已有教师用了该教职工号')
    expect(await membershipsOf(region, number(joined))).toEqual([`P(${A} 2020-09-01–)`])
  })
})

describe('at once', () => {
  it('two joins of one pair, a join against a transfer: one wins, the other is told, nothing is half', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = [await atB(), await region.add(2, region.places.sibling, '调动重')]
      const ends = await Promise.all([
        join(region.people.area, one, other),
        join(region.people.city, other, one),
      ])
      expect(ends.filter(({ msg }) => msg === 'ok')).toHaveLength(1)
      expect(ends.filter(({ status }) => status === 404 || status === 409)).toHaveLength(1)
    }
  })
})

it('knows every table that names a teacher or a person', async () => {
  const columns = await region.db.query<{ table: string; column: string }>(sql`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c
    join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema
    join pg_class k on k.oid = format('public.%I', c.table_name)::regclass and not k.relispartition
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and (c.column_name in ('teacher_id', 'owner_id', 'person_id')
        or (c.table_name, c.column_name) in (select conrelid::regclass::text, a.attname
          from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
          where k.contype = 'f' and k.confrelid in ('teacher'::regclass, 'person'::regclass)))`)
  const known = new Set(namings.map(({ table, column }) => `${table}.${column}`))
  const own = ['teacher.joined_into', 'person_join.kept_id', 'person_join.joined_id']
  const forgotten = columns
    .filter(({ table }) => !table.startsWith('rec_'))
    .map(({ table, column }) => `${table}.${column}`)
    .filter((one) => !known.has(one) && !own.includes(one))
  expect(forgotten).toEqual([])
})
