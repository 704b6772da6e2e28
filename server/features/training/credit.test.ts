import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { creditAnswer, type CreditAnswer } from '../../../catalogue/contract/training/credit.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { postEntry } from '../../engine/ledger/index.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { addProject, enrol, learning } from '../training-figures/test-enrolments.ts'
import type { LateHours } from '../../../catalogue/contract/training/late-hours.ts'
import { postRegistrations } from './follow-registrations.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('training-credit')))
afterAll(() => region.close())

const url = '/api/v1/records/trainingRegistration'
/** A year of which schools may still post. */
const year = Number(today().slice(0, 4))
const values = {
  trainingYear: year,
  trainingKind: '02',
  projectName: '学科工作坊：群文阅读单元',
  organizer: '市教育局',
  trainingLevel: '3',
  trainingWay: '1',
  startDate: `${year}-06-20`,
  endDate: `${year}-06-24`,
  creditKind: '2',
  creditHours: 24,
}
const read = async (who: Person, query = `?year=${year}`) => {
  const answer = await who.get<CreditAnswer>(`/api/v1/train/credit${query}`)
  expect([answer.status, answer.msg]).toEqual([200, 'ok'])
  return creditAnswer.parse(answer.data)
}
const good = async <T>(asked: Promise<{ msg: string; data: T }>): Promise<T> => {
  const { msg, data } = await asked
  if (msg !== 'ok') throw new Error(`${msg} ${JSON.stringify(data)}`)
  return data
}

/** A registration that the school has passed. */
async function registered(more: Partial<typeof values> = {}): Promise<{ id: string; version: number }> {
  const { teacher, school } = region.people
  const made = await good(teacher.post<{ id: string; version: number }>(url, { ...values, ...more }))
  const sent = await good(
    teacher.post<{ version: number }>(`${url}/${made.id}/submit`, { version: made.version }),
  )
  const passed = await good(
    school.post<{ version: number }>(`${url}/${made.id}/approve`, { version: sent.version }),
  )
  return { id: made.id, version: passed.version }
}

describe('hours of a teacher', () => {
  let first: { id: string; version: number }

  it('come from a registration when the office has passed it, and not before', async () => {
    const { teacher } = region.people
    expect(await read(teacher)).toMatchObject({ counted: 0, list: [], waiting: 0, gap: 90 })
    first = await registered()
    const { list, ...answer } = await read(teacher)
    expect(answer).toMatchObject({
      raw: 24,
      counted: 24,
      target: { '1': 30, '2': 42, '3': 18 },
      earned: { '2': 24 },
      gaps: { '1': 30, '2': 18, '3': 18 },
      gap: 66,
      rule: { version: 1, closesOn: `${year + 1}-03-31` },
    })
    expect(list).toMatchObject([
      {
        title: values.projectName,
        organizer: '市教育局',
        hours: 24,
        counted: 24,
        record: first.id,
        isCountered: false,
      },
    ])
  })

  it('follow a correction by a counter and a new entry', async () => {
    const { teacher, school } = region.people
    const edited = await good(
      teacher.put<{ version: number }>(`${url}/${first.id}`, {
        ...values,
        creditHours: 16,
        version: first.version,
      }),
    )
    expect((await read(teacher)).counted).toBe(24)
    const sent = await good(
      teacher.post<{ version: number }>(`${url}/${first.id}/submit`, { version: edited.version }),
    )
    expect((await read(teacher)).waiting).toBe(1)
    await good(school.post(`${url}/${first.id}/approve`, { version: sent.version }))
    const { list, counted, raw, waiting } = await read(teacher)
    expect([counted, raw, waiting]).toEqual([16, 16, 0])
    expect(list.map(({ hours, isCountered, reason }) => [hours, isCountered, reason])).toEqual([
      [16, false, ''],
      [-24, false, '培训登记有了新内容'],
      [24, true, ''],
    ])
  })

  it('are read by the owner and the offices above, and by nobody else', async () => {
    const { teacher, school, area, city, province, stranger, siblingSchool, otherArea, otherCity } =
      region.people
    const of = `?year=${year}&teacher_id=${teacher.teacherId}`
    for (const who of [school, area, city, province]) expect((await read(who, of)).counted).toBe(16)
    for (const who of [stranger, siblingSchool, otherArea, otherCity])
      expect((await who.get(`/api/v1/train/credit${of}`)).status).toBe(404)
    const nobody = await region.app.inject({ url: `/api/v1/train/credit${of}` })
    expect(nobody.statusCode).toBe(401)
    for (const query of ['?year=25', '?year=x', '?teacher_id=x', '?teacher_id=99999999999'])
      expect((await region.people.teacher.get(`/api/v1/train/credit${query}`)).status).toBe(400)
    expect((await region.people.school.get('/api/v1/train/credit')).status).toBe(404)
    expect((await region.people.school.get('/api/v1/train/credit?teacher_id=999999')).status).toBe(404)
  })

  it('of registrations from before the ledger are posted once', async () => {
    // The first year of the five, which is this one where they have just begun.
    const { from, to } = (await read(region.people.teacher)).period
    await region.db.execute(sql`
      insert into rec_training_registration (owner_id, id, version, institution_id, recorded_by, training_year, project_name,
        organizer, start_date, end_date, credit_kind, credit_hours)
      select t.id, gen_random_uuid(), 1, t.institution_id, ${region.people.teacher.identityId}, ${from}, '信息技术提升工程',
        '省厅', ${`${from}-03-01`}::date, ${`${from}-03-09`}::date, '1', 30
      from teacher t where t.id = ${region.people.teacher.teacherId}`)
    expect(await postRegistrations(region.db)).toBe(1)
    expect(await postRegistrations(region.db)).toBe(0)
    const posted = from === year ? 46 : 30
    expect(await read(region.people.teacher, `?year=${from}`)).toMatchObject({
      counted: posted,
      earned: { '1': 30 },
    })
    const { period } = await read(region.people.teacher)
    expect(period).toMatchObject({ from, to, counted: 46 })
    expect(to - from).toBe(4)
    expect(period.years).toContainEqual({ year: from, counted: posted })
  })

  it('of a period tell what is under way, and whether it is enough (32)', async () => {
    const { teacher } = region.people
    const ownerId = teacher.teacherId ?? 0
    const { line, counted, from } = (await read(teacher)).period
    // All but forty hours of the line are there.
    await region.db.transaction((tx) =>
      postEntry(tx, {
        ownerId,
        account: 'training',
        year: from,
        category: '1',
        source: 'registration',
        tenths: Math.round(10 * (line - counted - 40)),
        from: null,
        to: null,
        certificate: '',
        of: { type: 'test', id: 'period' },
        version: 1,
        by: null,
      }),
    )
    const short = (await read(teacher)).period
    expect([short.gap, short.underWay]).toEqual([40, 0])
    expect(short.state).not.toBe('inReach')
    const endDate = `${short.to}-12-31`
    const project = await addProject(region, { creditHours: 40, endDate })
    await enrol(region, project, ownerId, learning)
    expect((await read(teacher)).period).toMatchObject({ gap: 40, underWay: 40, state: 'inReach' })
    // A training of the next period is none of this one.
    const later = await addProject(region, { creditHours: 8, endDate: `${short.to + 1}-01-02` })
    await enrol(region, later, ownerId, learning)
    expect((await read(teacher)).period.underWay).toBe(40)
  })
})

describe('hours of a year that is closed', () => {
  const old = year - 2
  const oldValues = {
    trainingYear: old,
    startDate: `${old}-06-20`,
    endDate: `${old}-06-24`,
    projectName: `${old} 年的骨干研修`,
  }
  const late = '/api/v1/train/late-hours'
  const waiting = async (who: Person) => (await who.get<LateHours>(late)).data.list
  const decide = (who: Person, of: readonly LateHours['list'][number][], more: object) =>
    who.post<LateHours & { errors: { field: string }[] }>(late, {
      of: of.map(({ teacherId, record }) => ({ teacherId, record })),
      ...more,
    })
  const query = `?year=${old}`
  const counted = async () => {
    const { list, late: open, declined } = await read(region.people.teacher, query)
    return { hours: list.map(({ hours }) => hours), late: open, declined }
  }

  it('confirmed by the school wait for the district, which posts them or says why not (36)', async () => {
    const { area, otherArea, city, school, teacher } = region.people
    const before = await counted()
    const { id } = await registered(oldValues)
    expect(await counted()).toEqual({ ...before, late: 1 })
    // The job that looks for what was forgotten leaves them, too.
    await postRegistrations(region.db)
    expect((await counted()).hours).toEqual(before.hours)
    const list = await waiting(area)
    expect(list).toMatchObject([{ record: id, year: old, hours: 24, school: '东区一中' }])
    expect([await waiting(otherArea), await waiting(city)]).toEqual([[], []])
    for (const who of [school, teacher]) expect((await who.get(late)).status).toBe(403)
    for (const who of [otherArea, city]) expect((await decide(who, list, { agrees: true })).status).toBe(404)
    const silent = await decide(area, list, { agrees: false })
    expect([silent.status, silent.data.errors[0]?.field]).toEqual([400, 'reason'])
    const twice = await Promise.all([1, 2].map(() => decide(area, list, { agrees: true })))
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect(await counted()).toEqual({ ...before, hours: [24, ...before.hours] })
    expect(await waiting(area)).toEqual([])
    const entry = await region.db.one<{ by: number }>(sql`
      select by_identity as by from ledger_entry where source_id = ${id} and tenths = 240`)
    expect(entry.by).toBe(area.identityId)
  })

  it('are declined with a reason that the teacher reads; lowered they need nobody’s word', async () => {
    const { area, teacher, school } = region.people
    const made = await registered({ ...oldValues, projectName: `${old} 年的观摩` })
    const [one] = (await waiting(area)).filter(({ record }) => record === made.id)
    if (!one) throw new Error('nothing waits')
    expect((await decide(area, [one], { agrees: false, reason: '没有结业证书' })).status).toBe(200)
    expect((await counted()).declined).toEqual(['没有结业证书'])
    expect((await decide(area, [one], { agrees: true })).status).toBe(409)
    // Of what was posted in time the school may take something back.
    const posted = (await counted()).hours
    const [known] = (
      await region.db.query<{ id: string; version: number }>(sql`
        select id, version from rec_training_registration
        where owner_id = ${teacher.teacherId} and project_name = ${oldValues.projectName}`)
    ).map((row) => row)
    const edited = await good(
      teacher.put<{ version: number }>(`${url}/${known?.id}`, {
        ...values,
        ...oldValues,
        creditHours: 8,
        version: known?.version,
      }),
    )
    const sent = await good(
      teacher.post<{ version: number }>(`${url}/${known?.id}/submit`, { version: edited.version }),
    )
    await good(school.post(`${url}/${known?.id}/approve`, { version: sent.version }))
    expect((await counted()).hours.toSorted()).toEqual([...posted, -24, 8].toSorted())
  })
})

describe('the five years of somebody who was away from the post', () => {
  it('ask for the months that were served, from the changes of status that the school made (33)', async () => {
    const { school } = region.people
    const person = await region.add(2, region.places.school, '裴病休')
    await region.db.execute(sql`
      update membership set from_on = ${`${year - 2}-09-01`}::date
      where teacher_id = ${person.teacherId} and kind = 'personnel'`)
    // The five years of last year, of which February to May are over on any day of this one.
    const query = `?year=${year - 1}`
    const full = (await read(person, query)).period
    // All sixty where somebody came before the five years began.
    const months = Math.min(60, 12 * (full.to - year + 2) + 4)
    expect([full.pausedMonths, full.line]).toEqual([0, Math.ceil(60 * months) / 10])
    const changed = async (value: object) => {
      const made = await good(
        school.post<{ id: string; version: number }>('/api/v1/statusChange', {
          about: { teacherId: person.teacherId },
          value,
        }),
      )
      await good(school.post(`/api/v1/statusChange/${made.id}/submit`, { version: made.version }))
    }
    await changed({ kind: '4', toStatus: '14', absenceReason: '4', effectiveOn: `${year - 1}-02-01` })
    await changed({ kind: '5', toStatus: '11', effectiveOn: `${year - 1}-05-01` })
    const { period } = await read(person, query)
    expect([period.pausedMonths, period.line]).toEqual([3, Math.ceil(60 * (months - 3)) / 10])
  })
})
