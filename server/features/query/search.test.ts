import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  advancedSearch,
  searchAnswer,
  type AdvancedSearch,
  type SearchAnswer,
} from '../../../catalogue/contract/analysis/query.ts'
import type { Condition, Element, Has, Query } from '../../../catalogue/query/query.ts'
import { idNumber, testRegion, testKeys, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { today } from '../../platform/clock/clock.ts'
import { actorOf } from '../../app/testing/test-people.ts'
import { openFigures } from '../../engine/figures/index.ts'
import { createLog } from '../../platform/log/log.ts'
import { peopleKeys } from '../../../catalogue/query/people.ts'
import { search } from './search.ts'
import { usualLimits, type Limits } from './statement/asked.ts'
import { addPeople, type TestPerson } from './test-people.ts'

const url = '/api/sanalysis/DataAdvancedSearch'
const day = today()
let region: Region
let people: TestPerson[]
let ids: number[]

/** A small generator with a seed: the same people and queries in every run. */
function seeded(seed: number) {
  let state = seed
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
  const int = (most: number) => Math.floor(next() * most)
  const of = <T>(list: readonly T[]): T => {
    const one = list[int(list.length)]
    if (one === undefined) throw new Error('nothing to choose from')
    return one
  }
  return { int, of, maybe: <T>(list: readonly T[]): T | null => (int(6) === 0 ? null : of(list)) }
}
type Chance = ReturnType<typeof seeded>

const educations = ['11', '14', '21', '31', '41', '12']
const titles = ['1', '2', '3', '4', '9']
const subjects = ['13', '14', '41', '22']
const politics = ['01', '02', '03', '13']
const pad = (n: number) => String(n).padStart(2, '0')

function randomPerson({ int, of, maybe }: Chance, at: number): TestPerson {
  const { school, sibling, otherSchool, citySchool } = region.places
  const two = maybe(politics)
  return {
    name: `测试${pad(at)}`,
    place: of([school, sibling, otherSchool, citySchool]),
    status: of(['11', '11', '11', '11', '14', '04', '01']),
    gender: of(['1', '2']),
    birthDate: maybe([`${1962 + int(40)}-${pad(1 + int(12))}-${pad(1 + int(28))}`]),
    education: maybe(educations),
    titleLevel: maybe(titles),
    subject: maybe(subjects),
    teachStart: maybe([`${1985 + int(38)}-${pad(1 + int(12))}`]),
    staffCategory: of(['11', '11', '11', '13', '14', '55']),
    inEstablishment: maybe([true, false]),
    backbone: maybe([true, false]),
    politics: two === null ? null : [two, of(politics)],
    category: maybe(['1', '1', '3', '4']),
    trainings: Array.from({ length: int(4) }, () => {
      const year = Number(day.slice(0, 4)) - int(8)
      return {
        year,
        level: of(['1', '2', '3', '4', '5']),
        hours: 20 + int(120),
        endDate: `${year}-0${1 + int(9)}-15`,
      }
    }),
  }
}

const ask = async (who: Person, body: Partial<Query> & Record<string, unknown>) => {
  const answer = await who.post<SearchAnswer>(url, { conditions: [], people: 'all', ...body })
  expect(answer.msg).toBe('ok')
  return searchAnswer.parse(answer.data)
}
const refusal = async (who: Person, body: unknown) => {
  const { status, data } = await who.post(url, body)
  return [status, data?.errors?.[0]?.field, data?.errors?.[0]?.message] as const
}

// Written without the product: what the words of figures.md, section 6, mean for one person.
const fullYears = (from: string, to: string) =>
  Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0)
const monthsOf = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1
function retirement({ birthDate, gender, category, staffCategory }: TestPerson): string | null {
  if (birthDate === null) return null
  const worker = category === '4' || (category === null && staffCategory === '14')
  const [start, base, step, cap] =
    gender === '1' ? ['1965-01', 720, 4, 36] : worker ? ['1975-01', 600, 2, 60] : ['1970-01', 660, 4, 36]
  const n = monthsOf(birthDate) - monthsOf(String(start))
  const later = n < 0 ? 0 : Math.min(Number(cap), Math.floor(n / Number(step)) + 1)
  const at = monthsOf(birthDate) + Number(base) + later
  return `${Math.floor(at / 12)}-${pad((at % 12) + 1)}`
}
function valueOf(person: TestPerson, field: string): unknown {
  const five = `${Number(day.slice(0, 4)) - 5}${day.slice(4)}`
  const known: Record<string, unknown> = {
    gender: person.gender,
    highestEducation: person.education,
    titleLevel: person.titleLevel,
    mainSubject: person.subject,
    inEstablishment: person.inEstablishment,
    isBackboneTeacher: person.backbone,
    politicalStatus: person.politics,
    name: person.name,
    age: person.birthDate === null ? null : fullYears(person.birthDate, day),
    teachingYears:
      person.teachStart === null ? null : Math.trunc((monthsOf(day) - monthsOf(person.teachStart)) / 12),
    retireMonth: retirement(person),
    hours5y: person.trainings
      .filter(({ endDate }) => endDate > five && endDate <= day)
      .reduce((sum, { hours }) => sum + hours, 0),
  }
  return known[field] ?? null
}
function meets(value: unknown, { op, value: asked }: Condition): boolean {
  const isEmpty = value === null || (Array.isArray(value) && value.length === 0)
  const list = [asked].flat()
  const within = !isEmpty && [value].flat().some((one) => list.includes(one as never))
  const compare = (to: unknown) =>
    typeof value === 'number'
      ? value - Number(to)
      : String(value) < String(to)
        ? -1
        : String(value) > String(to)
          ? 1
          : 0
  const tests: Record<string, () => boolean> = {
    eq: () => within,
    in: () => within,
    ne: () => !within,
    nin: () => !within,
    null: () => isEmpty,
    notnull: () => !isEmpty,
    gt: () => !isEmpty && compare(asked) > 0,
    ge: () => !isEmpty && compare(asked) >= 0,
    lt: () => !isEmpty && compare(asked) < 0,
    le: () => !isEmpty && compare(asked) <= 0,
    between: () => !isEmpty && compare(list[0]) >= 0 && compare(list[1]) <= 0,
    like: () => !isEmpty && String(value).includes(String(asked)),
  }
  return tests[op]?.() ?? false
}
function fulfils(person: TestPerson, element: Element): boolean {
  if ('any' in element) return element.any.length === 0 || element.any.some((one) => fulfils(person, one))
  if (!('has' in element)) return meets(valueOf(person, element.field), element)
  const count = person.trainings.filter((training) =>
    element.where.every((one) => {
      const values: Record<string, unknown> = { trainingYear: training.year, trainingLevel: training.level }
      return meets(values[one.field] ?? null, one)
    }),
  ).length
  if (element.max === 0) return count === 0
  return count >= (element.min ?? 1) && (element.max === undefined || count <= element.max)
}

const ordered = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'between', 'null', 'notnull'] as const
function condition({ int, of }: Chance): Condition {
  const one = (field: string, op: Condition['op'], values: () => string | number): Condition => {
    if (op === 'null' || op === 'notnull') return { field, op }
    if (op === 'between') {
      const pair = [values(), values()].sort((a, b) => (a < b ? -1 : 1))
      return { field, op, value: pair }
    }
    return { field, op, value: op === 'in' || op === 'nin' ? [values(), values()] : values() }
  }
  const dict = (field: string, codes: readonly string[]) => () =>
    one(field, of(['eq', 'ne', 'in', 'nin', 'null', 'notnull'] as const), () => of(codes))
  return of([
    dict('highestEducation', educations),
    dict('titleLevel', titles),
    dict('mainSubject', subjects),
    () => one('politicalStatus', of(['in', 'nin', 'null', 'notnull'] as const), () => of(politics)),
    () => one('age', of(ordered), () => 22 + int(40)),
    () => one('teachingYears', of(ordered), () => int(40)),
    () => one('retireMonth', of(ordered), () => `${2022 + int(30)}-${pad(1 + int(12))}`),
    () => one('hours5y', of(['gt', 'ge', 'lt', 'le'] as const), () => int(400)),
    (): Condition => ({ field: 'isBackboneTeacher', op: 'eq', value: of([true, false]) }),
    (): Condition => ({ field: 'inEstablishment', op: of(['null', 'null']) }),
    (): Condition => ({ field: 'name', op: 'like', value: of(['测试', '试1', '%_', '试%']) }),
  ])()
}
function has(chance: Chance): Has {
  const { int, of } = chance
  const where: Condition[] = [
    { field: 'trainingLevel', op: of(['in', 'nin']), value: of([['1', '2', '3'], ['4'], ['5', '1']]) },
    { field: 'trainingYear', op: of(['ge', 'lt', 'eq']), value: Number(day.slice(0, 4)) - int(6) },
  ]
  const range = of([{ min: 1 }, { min: 2 }, { max: 0 }, { min: 1, max: 2 }, {}])
  return Object.assign({ has: 'trainingRegistration', where: where.slice(0, int(3)) }, range)
}
const plainElement = (chance: Chance) => (chance.int(4) === 0 ? has(chance) : condition(chance))
const element = (chance: Chance): Element =>
  chance.int(9) === 0 ? { any: [plainElement(chance), plainElement(chance)] } : plainElement(chance)

beforeAll(async () => {
  region = await testRegion('query')
  const chance = seeded(7)
  people = Array.from({ length: 60 }, (_, at) => randomPerson(chance, at))
  ids = await addPeople(region, people)
})
afterAll(() => region.close())

describe('a query', () => {
  it('finds exactly whom a naive evaluation finds, with what remains after each condition', async () => {
    const { area, city } = region.people
    const { school, sibling } = region.places
    const chance = seeded(99)
    for (let run = 0; run < 120; run += 1) {
      const groups = Array.from({ length: 1 + chance.int(2) }, () =>
        Array.from({ length: 1 + chance.int(3) }, () => element(chance)),
      )
      const who = chance.of([area, city])
      const inScope = (one: TestPerson) => who === city || one.place === school || one.place === sibling
      const expected = people.flatMap((one, at) =>
        inScope(one) && groups.some((group) => group.every((part) => fulfils(one, part))) ? [ids[at]] : [],
      )
      const found = await ask(who, { conditions: [[{ field: 'name', op: 'like', value: '测试' }]] })
      expect(found.base).toBeGreaterThanOrEqual(found.total)
      const answer = await ask(who, {
        conditions: groups,
        limit: 100,
        columns: ['name', 'age', 'retireMonth'],
      })
      const ours = answer.list.map(({ id }) => id).filter((id) => ids.includes(id))
      expect(ours.toSorted(), JSON.stringify(groups)).toEqual(expected.toSorted())
      expect(answer.total, 'the total is the length of the list').toBe(answer.list.length)
      const last = (groups[0]?.length ?? 1) - 1
      if (groups.length === 1) expect(answer.remaining[`conditions.0.${last}`]).toBe(answer.total)
      expect(answer.places.reduce((sum, { count }) => sum + count, 0)).toBe(answer.total)
      for (const { id, values } of answer.list) {
        const person = people[ids.indexOf(id)]
        if (person)
          expect([values['age'], values['retireMonth']]).toEqual([valueOf(person, 'age'), retirement(person)])
      }
    }
  }, 180_000)

  it('says the same of a large region, where everybody is asked in memory before records are read', async () => {
    const { engine } = region
    const figures = openFigures(engine, createLog('silent'))
    const city = actorOf(region.people.city, 5)
    const { school, district } = region.places
    const chance = seeded(311)
    const told = async (limits: Limits, body: AdvancedSearch) => {
      const { at: _at, took: _took, ...answer } = await search({ engine, figures, limits }, city, body)
      return answer
    }
    for (let run = 0; run < 150; run += 1) {
      const body = advancedSearch.parse({
        conditions: Array.from({ length: chance.int(3) }, () =>
          Array.from({ length: chance.int(4) }, () => element(chance)),
        ),
        people: chance.of(peopleKeys),
        place: chance.of([null, null, district, school]) ?? undefined,
        within: chance.of([null, null, school]) ?? undefined,
        sort: chance.of([[], [], [['age', 'desc']], [['school', 'asc']]]),
        page: 1 + chance.int(3),
        limit: 20,
      })
      const plain = await told({ ...usualLimits, wideFrom: 1_000_000 }, body)
      const few = { wideFrom: 0, mostCandidates: chance.of([3, 15, 1000]), fewToSort: chance.of([0, 5]) }
      expect(await told(few, body), JSON.stringify(body)).toEqual(plain)
    }
  })

  it('follows in memory what takes effect, also when the database is lost meanwhile', async () => {
    // What is read again of people who changed fails so many times.
    let cuts = 0
    const { db } = region.engine
    const query: typeof db.query = async (asked) => {
      if (cuts === 0 || !/r"?\."?owner_id"? = any\(/.test(asked.text)) return db.query(asked)
      cuts -= 1
      throw new Error('connection lost')
    }
    const engine = { ...region.engine, db: { ...db, query } }
    const figures = openFigures(engine, createLog('silent'))
    const area = actorOf(region.people.area, 4)
    const body = advancedSearch.parse({
      conditions: [[{ field: 'mainSubject', op: 'eq', value: '41' }]],
      people: 'all',
    })
    const limits = { ...usualLimits, wideFrom: 0 }
    const found = async () => (await search({ engine, figures, limits }, area, body)).list.map(({ id }) => id)
    const before = await found()
    const at = people.findIndex(({ place, subject }) => place === region.places.school && subject === '13')
    const id = ids[at] ?? 0
    await region.db.execute(sql`update rec_basic_info set main_subject = '41' where owner_id = ${id}`)
    await region.db.execute(sql`
      insert into outbox (event, type, owner_id, record_id, revision_id, by_identity)
      values ('record.applied', 'basicInfo', ${id}, gen_random_uuid(), gen_random_uuid(), ${area.identityId})`)
    cuts = 3
    await expect.poll(found, { timeout: 10_000, interval: 300 }).toContain(id)
    expect(cuts).toBe(0)
    expect(await found()).toHaveLength(before.length + 1)
    await region.db.execute(sql`update rec_basic_info set main_subject = '13' where owner_id = ${id}`)
  })

  it('asks the three examples of the domain as they are written there', async () => {
    const { city } = region.people
    const K: Condition[] = [
      { field: 'org.urbanRural', op: 'in', value: ['210', '220'] },
      { field: 'isBackboneTeacher', op: 'eq', value: true },
    ]
    const examples: [Element[][], string][] = [
      [
        [
          [
            { field: 'staffCategory', op: 'eq', value: '11' },
            { field: 'age', op: 'le', value: 35 },
            { field: 'highestEducation', op: 'in', value: ['11', '14', '17', '21'] },
            { field: 'mainSubject', op: 'eq', value: '14' },
            {
              has: 'rewardHonor',
              min: 1,
              where: [
                {
                  field: 'adminLevel',
                  op: 'in',
                  value: ['10', '21', '22', '23', '31', '32', '33', '41', '42'],
                },
                { field: 'awardDate', op: 'ge', value: '2023-09-01' },
              ],
            },
          ],
        ],
        '教职工类别为专任教师，并且年龄不大于 35 岁，并且最高学历属于本科及以上，并且主要任教学科为数学，并且有至少 1 条奖励与荣誉（荣誉级别属于市级及以上、荣誉发生日期不早于 2023-09-01）的人。',
      ],
      [
        [
          [
            { field: 'inEstablishment', op: 'eq', value: true },
            { field: 'titleLevel', op: 'in', value: ['1', '2'] },
            { field: 'retireMonth', op: 'le', value: '2027-08' },
          ],
        ],
        '是否在编为是，并且现任职称级别属于高级（正高、副高），并且到龄年月不晚于 2027-08 的人',
      ],
      [
        [
          [
            ...K,
            {
              has: 'trainingRegistration',
              max: 0,
              where: [
                { field: 'trainingLevel', op: 'in', value: ['1', '2', '3'] },
                { field: 'trainingYear', op: 'ge', value: 2022 },
              ],
            },
          ],
          [...K, { field: 'hours5y', op: 'lt', value: 360 }],
        ],
        '或者（学校城乡分类属于乡村，并且是否县级及以上骨干教师为是，并且近五年培训学时小于 360 学时）',
      ],
    ]
    for (const [conditions, words] of examples) {
      const answer = await ask(city, { conditions })
      expect(answer.sentence.map(({ text }) => text).join('')).toContain(words)
    }
  })

  it('lists in the order asked for, by a district when one is clicked, page by page', async () => {
    const { city } = region.people
    const numbers = await ask(city, { columns: ['name', 'idCardNo'] })
    expect(numbers.columns.map(({ sorts }) => sorts)).toEqual([true, false])
    const all = await ask(city, { columns: ['name', 'age'], sort: [['age', 'desc']], limit: 100 })
    const ages = all.list.flatMap(({ values }) => (typeof values['age'] === 'number' ? [values['age']] : []))
    expect(ages).toEqual(ages.toSorted((a, b) => b - a))
    const one = all.places[0]
    const part = await ask(city, { within: one?.id, limit: 100 })
    expect([part.total, part.list.length]).toEqual([one?.count, one?.count])
    const pages = await Promise.all([1, 2].map((page) => ask(city, { page, limit: 20 })))
    expect(new Set(pages.flatMap(({ list }) => list.map(({ id }) => id))).size).toBe(40)
  })

  it('counts records of the conditions in columns of their own', async () => {
    const { city } = region.people
    const answer = await ask(city, {
      conditions: [[{ has: 'trainingRegistration', where: [], min: 1 }]],
      columns: ['name', 'count1'],
      limit: 100,
    })
    for (const { id, values } of answer.list)
      if (ids.includes(id)) expect(values['count1']).toBe(people[ids.indexOf(id)]?.trainings.length)
  })
})

describe('the basis of a query', () => {
  it('says by which institution somebody is looked at, and brings in nobody from beyond the scope', async () => {
    const { area, city, stranger } = region.people
    const { school, sibling, otherSchool } = region.places
    const at = people.findIndex(({ place }) => place === school)
    await region.db.query(sql`
      insert into membership (teacher_id, id, institution_id, kind, from_on)
      values (${ids[at] ?? 0}, gen_random_uuid(), ${sibling}, 'teaching', '2024-09-01'),
        (${stranger.teacherId}, gen_random_uuid(), ${sibling}, 'teaching', '2024-09-01')`)
    const seen = async (who: Person, basis: Query['basis'], place: number) =>
      (await ask(who, { basis, place, limit: 100 })).list.map(({ id }) => id)
    expect(await seen(area, 'personnel', school)).toContain(ids[at])
    expect(await seen(area, 'teaching', school)).not.toContain(ids[at])
    expect(await seen(area, 'teaching', sibling)).toContain(ids[at])
    expect(await seen(area, 'teaching', sibling)).not.toContain(stranger.teacherId)
    expect(await seen(city, 'teaching', sibling)).toContain(stranger.teacherId)
    expect(await seen(city, 'teaching', otherSchool)).not.toContain(stranger.teacherId)
  })
})

describe('the day of a query', () => {
  it('counts what was in force on it, with what is derived', async () => {
    const { school, area, teacher } = region.people
    const study = { startMonth: '2001-09', endMonth: '2005-06', educationLevel: '21' }
    const owner = teacher.teacherId ?? 0
    await region.db.query(sql`
      insert into revision (owner_id, id, type, record_id, no, value, state, applied_at, superseded_at, edit_no, by_identity)
      values
        (${owner}, gen_random_uuid(), 'basicInfo', '0197f1c2-0000-7000-8000-0000000000a1', 1,
          ${sql.json({ birthDate: '1980-05-05', gender: '2', mainSubject: '13', staffCategory: '11' })}, 'approved',
          '2024-03-01', '2025-03-01', 1, ${school.identityId}),
        (${owner}, gen_random_uuid(), 'basicInfo', '0197f1c2-0000-7000-8000-0000000000a1', 2,
          ${sql.json({ birthDate: '1980-05-05', gender: '2', mainSubject: '14', staffCategory: '11' })}, 'approved',
          '2025-03-01', null, 1, ${school.identityId}),
        (${owner}, gen_random_uuid(), 'studyExperience', '0197f1c2-0000-7000-8000-0000000000a2', 1,
          ${sql.json(study)}, 'approved', '2024-03-02', null, 1, ${school.identityId})`)
    const asOf = async (date: string, element: Element) =>
      (await ask(area, { asOf: date, conditions: [[element]] })).list.some(({ id }) => id === owner)
    const subject = (code: string): Element => ({ field: 'mainSubject', op: 'eq', value: code })
    expect(await asOf('2024-01-01', subject('13'))).toBe(false)
    expect(await asOf('2024-06-01', subject('13'))).toBe(true)
    expect(await asOf('2025-06-01', subject('13'))).toBe(false)
    expect(await asOf('2025-06-01', subject('14'))).toBe(true)
    const graduate: Element = { field: 'highestEducation', op: 'eq', value: '21' }
    expect(await asOf('2024-03-01', graduate)).toBe(false)
    expect(await asOf('2024-03-02', graduate)).toBe(true)
    const age = (years: number): Element => ({ field: 'age', op: 'eq', value: years })
    expect(await asOf('2025-05-04', age(44))).toBe(true)
    expect(await asOf('2025-05-05', age(45))).toBe(true)
    const shown = await ask(area, {
      asOf: '2024-06-01',
      conditions: [[subject('13')]],
      columns: ['name', 'mainSubject'],
    })
    expect(shown.list.find(({ id }) => id === owner)?.values['mainSubject']).toBe('语文')
    expect(await refusal(area, { conditions: [], asOf: '2099-01-01' })).toEqual([
      400,
      'asOf',
      '截至日期不能晚于今天',
    ])
  })
})

describe('what an attacker would try', () => {
  it('only authorities ask, and nobody beyond the own scope', async () => {
    const { teacher, school, admin, expert, staff, area, otherArea, city } = region.people
    for (const who of [teacher, school, admin, expert, staff])
      expect((await who.post(url, { conditions: [] })).status).toBe(403)
    const seen = async (who: Person) => new Set((await ask(who, { limit: 100 })).list.map(({ id }) => id))
    const [own, other, both] = await Promise.all([seen(area), seen(otherArea), seen(city)])
    expect([...own].filter((id) => other.has(id))).toEqual([])
    expect([...own].every((id) => both.has(id))).toBe(true)
    expect(await refusal(area, { conditions: [], place: region.places.otherSchool })).toEqual([
      400,
      'place',
      '范围内没有该单位',
    ])
    expect((await refusal(area, { conditions: [], within: region.places.otherDistrict }))[0]).toBe(400)
  })

  it('gets a sentence with its place for whatever is malformed, and never a fault of the server', async () => {
    const { city } = region.people
    const one = (condition: unknown) => ({ conditions: [[condition]] })
    for (const [body, field] of [
      [{}, 'conditions'],
      [{ conditions: 'x' }, 'conditions'],
      [{ conditions: [{}] }, 'conditions.0'],
      [one('x'), 'conditions.0.0'],
      [one(null), 'conditions.0.0'],
      [one({ field: 'age' }), 'conditions.0.0.op'],
      [one({ field: 'age', op: 'drop', value: 1 }), 'conditions.0.0.op'],
      [one({ field: 'age; drop table teacher', op: 'eq', value: 1 }), 'conditions.0.0.field'],
      [one({ field: 'constructor', op: 'eq', value: 1 }), 'conditions.0.0.field'],
      [one({ field: 'nothing', op: 'eq', value: 1 }), 'conditions.0.0.field'],
      [one({ field: 'healthStatus', op: 'eq', value: '1' }), 'conditions.0.0.field'],
      [one({ field: 'maritalStatus', op: 'null' }), 'conditions.0.0.field'],
      [one({ field: 'idCardNo', op: 'like', value: '4499' }), 'conditions.0.0.op'],
      [one({ field: 'idCardNo', op: 'gt', value: '4499' }), 'conditions.0.0.op'],
      [one({ field: 'age', op: 'eq', value: '四十' }), 'conditions.0.0.value'],
      [one({ field: 'age', op: 'eq', value: 1e99 }), 'conditions.0.0.value'],
      [one({ field: 'age', op: 'between', value: [40, 30] }), 'conditions.0.0.value'],
      [one({ field: 'age', op: 'between', value: [40] }), 'conditions.0.0.value'],
      [one({ field: 'age', op: 'eq', value: { yearsAgo: 3 } }), 'conditions.0.0.value'],
      [one({ field: 'mainSubject', op: 'eq', value: "14' or '1'='1" }), 'conditions.0.0.value'],
      [one({ field: 'mainSubject', op: 'in', value: [] }), 'conditions.0.0.value'],
      [one({ field: 'mainSubject', op: 'null', value: '14' }), 'conditions.0.0.value'],
      [one({ field: 'name', op: 'like', value: '张' }), 'conditions.0.0.value'],
      [one({ field: 'name', op: 'like', value: 'a\u0000b' }), 'conditions.0.0.value'],
      [one({ has: 'salary', where: [] }), 'conditions.0.0.has'],
      [one({ has: 'familyMember', where: [] }), 'conditions.0.0.has'],
      [one({ has: '__proto__', where: [] }), 'conditions.0.0.has'],
      [one({ has: 'basicInfo', where: [] }), 'conditions.0.0.has'],
      [one({ has: 'rewardHonor', min: 0, where: [] }), 'conditions.0.0.min'],
      [one({ has: 'rewardHonor', min: 3, max: 2, where: [] }), 'conditions.0.0.max'],
      [
        one({ has: 'rewardHonor', where: [{ field: 'age', op: 'eq', value: 3 }] }),
        'conditions.0.0.where.0.field',
      ],
      [one({ any: [{ field: 'x', op: 'null' }] }), 'conditions.0.0.any.0.field'],
      [one({ any: [{ any: [] }] }), 'conditions.0.0.any.0.field'],
      [{ conditions: [[], [], [], [], [], []] }, 'conditions'],
      [
        { conditions: [Array.from({ length: 20 }, () => ({ any: [{ field: 'age', op: 'null' }] }))] },
        'conditions',
      ],
      [{ conditions: [], columns: ['name; drop'] }, 'columns.0'],
      [{ conditions: [], columns: ['salary'] }, 'columns'],
      [{ conditions: [], columns: ['healthStatus'] }, 'columns'],
      [{ conditions: [], sort: [['idCardNo', 'asc']] }, 'sort'],
      [{ conditions: [], sort: [['age', 'desc; drop table x']] }, 'sort.0.1'],
      [{ conditions: [], page: 0 }, 'page'],
      [{ conditions: [], limit: 101 }, 'limit'],
      [{ conditions: [], asOf: '2026-02-30' }, 'asOf'],
      [{ conditions: [], people: 'x' }, 'people'],
      [{ conditions: [], basis: "x'" }, 'basis'],
    ] as const) {
      const [status, place, message] = await refusal(city, body)
      expect([status, place], JSON.stringify(body)).toEqual([400, field])
      expect(message, JSON.stringify(body)).toMatch(/[\u4e00-\u9fff]/)
    }
  })

  it('finds nothing more with what looks like SQL', async () => {
    const { area } = region.people
    for (const value of ["测试' or '1'='1", '测试%', "'; drop table teacher; --", '\\', '$1', '测试_'])
      expect((await ask(area, { conditions: [[{ field: 'name', op: 'eq', value }]] })).total, value).toBe(0)
    expect((await ask(area, {})).base).toBeGreaterThan(0)
  })

  it('asks for a whole number of a person only, and the audit says so', async () => {
    const { area, teacher } = region.people
    const number = idNumber('1988-08-08', true)
    await region.db.execute(sql`
      update person set id_no_key = ${testKeys.blind('id_no', number)} where id = ${teacher.personId}`)
    const found = await ask(area, { conditions: [[{ field: 'idCardNo', op: 'eq', value: number }]] })
    expect(found.list.map(({ id }) => id)).toEqual([teacher.teacherId])
    const { n } = await region.db.one<{ n: number }>(sql`
      select count(*)::int as n from audit where action = 'number.asked' and owner_id = ${teacher.teacherId} and by_identity = ${area.identityId}`)
    expect(n).toBe(1)
    expect(JSON.stringify(found)).not.toContain(number)
    await region.db.query(sql`
      insert into rec_contact_info (owner_id, id, version, institution_id, district_id, city_id, province_id, recorded_by)
      select id, gen_random_uuid(), 1, institution_id, district_id, city_id, province_id, 1
      from teacher
      where id = ${teacher.teacherId}`)
    await region.db.execute(sql`
      update person set mobile_key = ${testKeys.blind('mobile', '13800000000')} where id = ${teacher.personId}`)
    const where = (value: string): Condition[] => [{ field: 'mobile', op: 'eq', value }]
    const phone = async (value: string) =>
      (await ask(area, { conditions: [[{ has: 'contactInfo', where: where(value) }]] })).list.map(
        ({ id }) => id,
      )
    expect(await phone('13800000000')).toEqual([teacher.teacherId])
    expect(await phone('13800000001')).toEqual([])
  })
})

it('takes the words of the model, and names what it does not know', async () => {
  const { area } = region.people
  const asked = { conditions: [], columns: ['name', 'age'], sort: [['age', 'asc']], export: false, limit: 5 }
  const model = await area.post(url, asked)
  expect([model.status, searchAnswer.parse(model.data).pageSize]).toEqual([200, 5])
  expect(searchAnswer.parse((await area.post(url, { conditions: [], pageSize: 7 })).data).pageSize).toBe(7)
  const unknown = await area.post(url, { conditions: [], colums: ['name'] })
  expect([unknown.status, unknown.msg]).toEqual([400, expect.stringContaining('“colums”')])
  const file = await area.post(url, { conditions: [], export: true })
  expect([file.status, file.data.errors[0]?.field]).toEqual([400, 'export'])
})

it('shows how people are reached masked, and neither asks nor sorts by it', async () => {
  const { city } = region.people
  const shown = await ask(city, { columns: ['name', 'mobile', 'email'] })
  expect(shown.columns.map(({ key, sorts }) => [key, sorts])).toEqual([
    ['name', true],
    ['mobile', false],
    ['email', false],
  ])
  for (const { values } of shown.list) expect(String(values['mobile'] ?? '*')).toContain('*')
  const sorted = await city.post(url, {
    conditions: [],
    columns: ['name', 'mobile'],
    sort: [['mobile', 'asc']],
  })
  expect(sorted.status).toBe(400)
})

it('takes the body of the model: its word for the school, the order by birth date, limit and export', async () => {
  const body = { columns: ['name', 'org', 'age'], limit: 100, export: false }
  const oldest = await ask(region.people.city, { ...body, sort: [['birthDate', 'asc']] })
  const ages = oldest.list.flatMap(({ values }) => (typeof values['age'] === 'number' ? [values['age']] : []))
  expect(ages.length).toBeGreaterThan(10)
  expect(ages).toEqual(ages.toSorted((a, b) => b - a))
  expect(oldest.columns.map(({ key }) => key)).toEqual(['name', 'school', 'age'])
  const refused = async (more: object) => {
    const { status, msg, data } = await region.people.city.post(url, { conditions: [], ...body, ...more })
    return [status, msg, data.errors[0]?.field]
  }
  expect(await refused({ sort: [['nothing', 'asc']] })).toEqual([
    400,
    '没有“nothing”这一列，或者您不能查看它',
    'sort',
  ])
  expect((await refused({ export: true })).slice(0, 2)).toEqual([400, '导出请走“导出”，写明用途'])
  expect((await refused({ another: 1 })).slice(0, 2)).toEqual([400, '没有“another”这样的栏目'])
})
