import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  analysis,
  countedPersons,
  type Analysis,
  type Panel,
  type Report,
} from '../../../catalogue/contract/analysis/figures.ts'
import { actorOf, testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { archivesCompleteness } from '../../engine/records/index.ts'
import { examineOwners } from '../quality/index.ts'
import { countPeople, random, recordsOf, type Countable, type ArchiveSaying } from './test-counted-people.ts'

/**
 * Random people, places, filters and days: each figure equals what a naive recount finds that knows nothing
 * of marks, dimensions or columns, each list has as many rows as its figure, and levels add up.
 */
const seed = Number(process.env['SEED'] ?? 20_260_901)
const { below, chance, pick, day, said: randomSaid } = random(seed)
const now = today()
const thisYear = Number(now.slice(0, 4))
/** Before anything changed, between, and now. */
const changedOn = addDays(now, -200)
const days = [addDays(now, -400), addDays(now, -100), now]
const recordedOn = addDays(now, -900)

interface FixturePerson extends Countable {
  readonly said: ArchiveSaying
  readonly id: number
}

let region: Region
let made: FixturePerson[]
let asker: Readonly<Record<number, Person>>
/** Districts, cities and provinces of every institution, itself included. */
const above = new Map<number, readonly number[]>()

beforeAll(async () => {
  region = await testRegion('figures-recount')
  const { db, places, people: p } = region
  // Only the random people are counted.
  await db.execute(sql`delete from membership`)
  for (const one of await db.query<{ id: number; up: number[] }>(
    sql`select id, array_remove(array[id, district_id, city_id, province_id], null) as up from institution`,
  ))
    above.set(one.id, one.up)
  const schools = [places.school, places.sibling, places.otherSchool, places.citySchool, places.southSchool]
  const given = Array.from({ length: 400 }, () => {
    const said = randomSaid()
    const placeId = pick(chance(0.04) ? [places.district, places.city] : schools)
    const moved = chance(0.15)
    const other = pick(schools.filter((id) => id !== placeId))
    const left = chance(0.12)
    return {
      said,
      placeId,
      since: moved ? addDays(now, -250) : day(2000, 2020),
      status: left
        ? pick(['01', '01', '03', '05', '06', '11'])
        : pick(['11', '11', '11', '11', '12', '14', '16', '01', '04', '05']),
      ...(left && { until: addDays(now, -1 - below(240)) }),
      ...(moved && { before: [{ placeId: other, from: '2019-09-01', to: addDays(now, -251) }] }),
      ...(chance(0.1) && { posted: { placeId: other, from: addDays(now, -300) } }),
      recordedOn,
      records: recordsOf(said, thisYear - 2),
      ...(chance(0.3) && {
        changed: { on: changedOn, values: { mainSubject: '25', staffCategory: '11', inEstablishment: true } },
      }),
    }
  })
  const ids = await countPeople(region, given)
  made = given.map((one, n) => ({ ...one, id: ids[n] ?? 0 }))
  asker = {
    [places.district]: p.area,
    [places.otherDistrict]: p.otherArea,
    [places.city]: p.city,
    [places.province]: p.province,
  }
})
afterAll(() => region.close())

interface Query {
  readonly place: number
  readonly basis: 'personnel' | 'teaching'
  readonly stage: string | undefined
  readonly on: string
}

/** Somebody on a day, as plainly as can be said. */
function stateOf(one: FixturePerson, { on, basis }: Query) {
  const personnel =
    one.since <= on
      ? one.until !== undefined && one.until < on
        ? undefined
        : one.placeId
      : one.before?.find(({ from, to }) => from <= on && on <= to)?.placeId
  const taught = one.posted && one.posted.from <= on ? one.posted.placeId : personnel
  const at = basis === 'personnel' ? personnel : taught
  const isChanged = one.changed !== undefined && one.changed.on <= on
  const { said } = one
  const category = isChanged ? '11' : said.category
  const status = one.status ?? '11'
  const years = (from: string | null) => {
    if (from === null) return null
    let full = 0
    while (`${Number(from.slice(0, 4)) + full + 1}${from.slice(4)}` <= on) full += 1
    return full
  }
  const levels = ['11 14 17', '21', '28 31', '41 44 47 61', '71 81'].map((codes) => codes.split(' '))
  const level =
    said.education === null ? null : levels.findIndex((codes) => codes.includes(said.education ?? ''))
  return {
    at,
    status,
    sex: said.sex,
    stage: said.stage,
    subject: isChanged ? '25' : said.subject,
    age: years(said.birth),
    taughtMonths: said.teaching === null ? null : (years(`${said.teaching}-01`) ?? 0) * 12,
    level,
    title: said.title,
    backbone: said.backbone,
    certificate: said.certificate,
    hours: thisYear - 2 > Number(on.slice(0, 4)) ? 0 : said.hours,
    established: isChanged || said.established === true,
    staff: /^1[1-7]$/.test(status) && !['55', '56', '59'].includes(category ?? ''),
    fulltime: category === '11' && /^1[1-5]$/.test(status),
    category,
  }
}
type State = ReturnType<typeof stateOf>

const ages = [24, 29, 34, 39, 44, 49, 54, 59]
const ageKey = ({ age }: State) =>
  age === null
    ? 'none'
    : (ages.map(String).find((most) => age <= Number(most)) ?? 'over').replace(/^(\d)/, 'to$1')
const bandKey = ({ level }: State) =>
  level === null ? 'none' : (['graduate', 'bachelor', 'college', 'secondary', 'below'][level] ?? 'unclear')
const minimum: Readonly<Record<string, number>> = { '1': 3, '2': 3, '3': 2, '4': 1 }
const upper: Readonly<Record<string, number>> = { '1': 2, '2': 1, '3': 1, '4': 0 }
const reaches = ({ level, stage }: State, least: Readonly<Record<string, number>>) =>
  level !== null && level >= 0 && level <= (least[stage ?? ''] ?? -1)

/** Naive rules of some indicators: in whose figure somebody is, above the line, and where in the table. */
interface Rule {
  readonly report: Report
  readonly among: (s: State) => boolean
  readonly of?: (s: State) => boolean
  readonly sum?: (s: State) => number
  readonly row?: (s: State) => string
  readonly column?: (s: State) => string
}
const full = (s: State) => s.fulltime
const rules: Readonly<Record<string, Rule>> = {
  staff: { report: 'teacher_Statistics', among: (s) => s.staff },
  fulltime: { report: 'teacher_analysis', among: full },
  'fulltime.stage': {
    report: 'teacher_analysis',
    among: full,
    row: (s) => s.stage ?? 'none',
    column: (s) => s.sex,
  },
  staffMix: { report: 'teacher_Statistics', among: (s) => s.staff, row: (s) => s.category ?? 'none' },
  estab: { report: 'teacher_Statistics', among: full, of: (s) => s.established },
  eduOk: {
    report: 'teacher_Statistics',
    among: (s) => full(s) && s.level !== null && minimum[s.stage ?? ''] !== undefined,
    of: (s) => reaches(s, minimum),
  },
  eduUp: {
    report: 'teacher_Statistics',
    among: (s) => full(s) && s.level !== null && upper[s.stage ?? ''] !== undefined,
    of: (s) => reaches(s, upper),
    row: (s) => s.stage ?? 'none',
  },
  artPE: {
    report: 'teacher_Statistics',
    among: (s) => full(s) && ['22', '23', '24', '25'].includes(s.subject ?? ''),
    row: (s) => s.stage ?? 'none',
  },
  cert: {
    report: 'teacher_Statistics',
    among: (s) => full(s) && s.stage !== null,
    of: (s) =>
      ({ '1': ['1'], '2': ['2', '3', '4'], '3': ['3', '4'], '4': ['4'] })[s.stage ?? '']?.includes(
        s.certificate,
      ) ?? false,
  },
  senior: { report: 'teacher_analysis', among: full, of: (s) => s.title === '1' || s.title === '2' },
  bone: { report: 'teacher_analysis', among: full, of: (s) => s.backbone },
  h360: {
    report: 'teacher_analysis',
    among: (s) => full(s) && (s.taughtMonths ?? -1) >= 60,
    of: (s) => s.hours >= 360,
  },
  avgAge: { report: 'teacherage', among: (s) => full(s) && s.age !== null, sum: (s) => s.age ?? 0 },
  young: { report: 'teacherage', among: (s) => full(s) && s.age !== null, of: (s) => (s.age ?? 99) <= 35 },
  ageBand: { report: 'teacherage', among: full, row: ageKey, column: (s) => s.sex },
  'ageBand.subject': { report: 'teacherage', among: full, row: (s) => s.subject ?? 'none', column: ageKey },
  'titleMix.age': { report: 'teacherecharts', among: full, row: (s) => s.title, column: ageKey },
  eduMix: { report: 'teacherecharts', among: full, row: (s) => s.stage ?? 'none', column: bandKey },
  'annual.staff': { report: 'nianbao', among: (s) => s.staff, column: (s) => s.category ?? 'none' },
  'annual.staff.women': {
    report: 'nianbao',
    among: (s) => s.staff && s.sex === '2',
    column: (s) => s.category ?? 'none',
  },
  'annual.education': { report: 'nianbao', among: full, row: bandKey, column: (s) => s.title },
  'annual.education.women': {
    report: 'nianbao',
    among: (s) => full(s) && s.sex === '2',
    row: bandKey,
    column: (s) => s.title,
  },
  'annual.age': { report: 'nianbao', among: full, row: ageKey, column: (s) => s.title },
  'annual.age.education': { report: 'nianbao', among: full, row: ageKey, column: bandKey },
  'annual.subject': {
    report: 'nianbao',
    among: full,
    row: (s) => s.subject ?? 'none',
    column: (s) => s.stage ?? 'none',
  },
  female: {
    report: 'teacherecharts',
    among: full,
    of: (s) => s.sex === '2',
    row: (s) => s.stage ?? 'none',
  },
}

const addressOf = ({ place, basis, stage, on }: Query) =>
  `institution=${place}&basis=${basis}&on=${on}${stage === undefined ? '' : `&stage=${stage}`}`

const whoFor = (place: number): Person => {
  const found = (above.get(place) ?? []).map((id) => asker[id]).find((one) => one !== undefined)
  if (!found) throw new Error('nobody asks')
  return found
}

async function read(report: Report, query: Query): Promise<Analysis> {
  const answer = await whoFor(query.place).get(`/api/v1/analysis/${report}?${addressOf(query)}`)
  expect([report, query, answer.msg]).toEqual([report, query, 'ok'])
  return analysis.parse(answer.data)
}

/** The row of somebody in a panel by place: the child of the place below which they stand. */
function placeRow(page: Analysis, at: number): string {
  const line = above.get(at) ?? []
  const child = page.places.find(({ id }) => line.includes(id))
  return `p${child?.id ?? page.place.id}`
}

function expectRecounted(page: Analysis, panel: Panel, rule: Rule, query: Query): void {
  const inside = made
    .map((one) => stateOf(one, query))
    .filter(({ at }) => at !== undefined && (above.get(at) ?? []).includes(query.place))
    .filter(({ stage }) => query.stage === undefined || stage === query.stage)
    .filter(rule.among)
  const rowOf = rule.row ?? ((s: State) => placeRow(page, s.at ?? 0))
  const columnOf = rule.column ?? (() => 'all')
  let told = 0
  for (const cell of panel.cells) {
    const isRow = (s: State) => cell.row === 'all' || rowOf(s) === cell.row
    const isSum = rule.column !== undefined && cell.column === 'all'
    const own = inside.filter((s) => isRow(s) && (isSum || columnOf(s) === cell.column))
    const line = rule.column && panel.unit === '%' ? inside.filter(isRow) : own
    const what = [panel.key, cell.row, cell.column, query]
    if (panel.unit === '%') {
      const above = rule.of ? own.filter(rule.of) : own
      expect([what, cell.numerator, cell.denominator]).toEqual([what, above.length, line.length])
      const exact = (above.length * 100) / line.length
      expect(Math.abs((cell.value ?? exact) - exact) <= 0.05 + 1e-9 || line.length === 0).toBe(true)
    } else if (rule.sum) {
      const sum = own.reduce((all, s) => all + (rule.sum?.(s) ?? 0), 0)
      expect([what, cell.numerator, cell.denominator]).toEqual([what, sum, own.length])
    } else expect([what, cell.value]).toEqual([what, own.length])
    if (cell.row !== 'all' && !isSum) told += own.length
  }
  // Nobody falls out between the rows.
  expect([panel.key, query, told]).toEqual([panel.key, query, inside.length])
}

const countIn = ({ unit }: Panel, cell: Panel['cells'][number]) =>
  unit === '岁' || unit === '年' ? cell.denominator : (cell.numerator ?? cell.denominator ?? cell.value)

function randomQuery(): Query {
  const { places } = region
  return {
    place: pick([
      places.district,
      places.otherDistrict,
      places.city,
      places.city,
      places.province,
      places.school,
      places.citySchool,
    ]),
    basis: pick(['personnel', 'teaching']),
    stage: chance(0.3) ? pick(['1', '2', '3']) : undefined,
    on: pick(days),
  }
}

describe(`figures of random people (SEED=${seed})`, () => {
  it('equal a naive recount, in every panel that has a naive rule', async () => {
    for (let round = 0; round < 12; round += 1) {
      const query = randomQuery()
      for (const report of [
        'teacher_analysis',
        'teacher_Statistics',
        'teacherage',
        'teacherecharts',
        'nianbao',
      ] as const) {
        const page = await read(report, query)
        for (const [key, rule] of Object.entries(rules)) {
          if (rule.report !== report) continue
          const panel = page.panels.find((one) => one.key === key)
          if (!panel) throw new Error(key)
          expectRecounted(page, panel, rule, query)
        }
      }
    }
  })

  it('open lists of as many people, each once', async () => {
    for (let round = 0; round < 40; round += 1) {
      const query = randomQuery()
      const report = pick([
        'teacher_analysis',
        'teacher_Statistics',
        'teacherage',
        'teacherecharts',
        'nianbao',
      ] as const)
      const page = await read(report, query)
      const panel = pick(page.panels.filter(({ cells }) => cells.some(({ opens }) => opens)))
      const cell = pick(panel.cells.filter(({ opens }) => opens))
      const url = `/api/v1/analysis/${report}/persons?${addressOf(query)}&panel=${panel.key}&row=${cell.row}&column=${cell.column}`
      const ids: number[] = []
      for (let number = 1; ids.length < (countIn(panel, cell) ?? 0); number += 1) {
        const list = countedPersons.parse(
          (await whoFor(query.place).get(`${url}&page=${number}&pageSize=100`)).data,
        )
        expect([url, list.total]).toEqual([url, countIn(panel, cell)])
        ids.push(...list.list.map(({ teacherId }) => teacherId))
        if (list.list.length === 0) break
      }
      expect([url, new Set(ids).size]).toEqual([url, countIn(panel, cell)])
    }
  })

  it('tell who came, who left and why, as a naive recount of memberships does', async () => {
    for (let round = 0; round < 16; round += 1) {
      const query: Query = { ...randomQuery(), basis: 'personnel' }
      const { place, stage, on } = query
      const opens = `${Number(on.slice(0, 4)) - (on.slice(5) < '09-01' ? 1 : 0)}-09-01`
      const people = made.map((one) => {
        const state = stateOf(one, query)
        const home = stateOf(one, { ...query, on: addDays(opens, -1) }).at
        return { ...state, home, isOfStage: stage === undefined || state.stage === stage }
      })
      const page = await read('teacher_analysis', query)
      const panelOf = (key: string) => page.panels.find((one) => one.key === key)
      const isIn = (at: number | undefined, row: string) => {
        if (at === undefined || !(above.get(at) ?? []).includes(place)) return false
        return row === 'all' || placeRow(page, at) === row
      }
      const was = (one: (typeof people)[number], row: string) =>
        one.isOfStage &&
        one.category === '11' &&
        isIn(one.home, row) &&
        (one.at === undefined || /^1[1-7]$/.test(one.status))
      const counts: Readonly<Record<string, (row: string) => number>> = {
        inflow: (row) =>
          people.filter((one) => one.isOfStage && one.fulltime && isIn(one.at, row) && !isIn(one.home, row))
            .length,
        outflow: (row) => people.filter((one) => was(one, row) && !isIn(one.at, row)).length,
        turnover: (row) =>
          people.filter(
            (one) => was(one, row) && !isIn(one.at, row) && !['01', '02', '03'].includes(one.status),
          ).length,
        'outflow.cause': (row) =>
          people.filter(
            (one) =>
              was(one, 'all') &&
              !isIn(one.at, 'all') &&
              (/^(04|1.)$/.test(one.status) ? 'moved' : one.status) === row,
          ).length,
      }
      for (const [key, recount] of Object.entries(counts))
        for (const cell of panelOf(key)?.cells ?? []) {
          const what = [key, query, cell.row]
          expect([what, cell.numerator ?? cell.value]).toEqual([what, recount(cell.row)])
          if (key === 'turnover')
            expect([what, cell.denominator]).toEqual([
              what,
              people.filter((one) => was(one, cell.row)).length,
            ])
        }
      const lines = (await read('teacherage', query)).panels.find(({ key }) => key === 'renewal')
      const yearOf = (day: string) => `s${Number(day.slice(0, 4)) - (day.slice(5) < '09-01' ? 1 : 0)}`
      for (const { row, column, value } of lines?.cells ?? []) {
        if (column === 'expected' || value === null) continue
        const own = made.filter((one, n) => {
          const person = people[n]
          if (!person?.isOfStage) return false
          if (column === 'entered')
            return (
              person.staff && isIn(person.at, 'all') && yearOf(one.before?.[0]?.from ?? one.since) === row
            )
          const isGone = person.at === undefined && one.until !== undefined && one.until < on
          return (
            isGone &&
            ['01', '02'].includes(person.status) &&
            isIn(one.placeId, 'all') &&
            yearOf(one.until) === row
          )
        })
        const what = [column, row, query]
        expect([what, value]).toEqual([what, own.length])
      }
    }
  })

  it('of how complete archives are, follow each examination and know nothing of past days', async () => {
    const { db, engine, places } = region
    const query: Query = { place: places.city, basis: 'personnel', stage: undefined, on: now }
    const panelOn = async (on: string) => {
      const { panels } = await read('teacher_analysis', { ...query, on })
      const found = panels.find(({ key }) => key === 'archive')
      if (!found) throw new Error('no panel')
      return found
    }
    const staff = made.map((one) => ({ one, state: stateOf(one, query) })).filter(({ state }) => state.staff)
    const inCity = staff.filter(({ state }) => (above.get(state.at ?? 0) ?? []).includes(places.city))
    expect((await panelOn(now)).excluded[0]?.persons).toBe(inCity.length)
    await db.transaction((tx) =>
      examineOwners(
        engine,
        tx,
        inCity.map(({ one }) => one.id),
      ),
    )
    await expect.poll(async () => (await panelOn(now)).excluded, { timeout: 5000 }).toEqual([])
    const percents = await archivesCompleteness(
      engine,
      actorOf(region.people.city, 5),
      inCity.map(({ one }) => one.id),
    )
    for (const { row, value, denominator } of (await panelOn(now)).cells) {
      const page = await read('teacher_analysis', query)
      const own = inCity.filter(({ state }) => row === 'all' || placeRow(page, state.at ?? 0) === row)
      const sum = own.reduce((all, { one }) => all + (percents.get(one.id)?.percent ?? 0), 0)
      expect([row, denominator, value]).toEqual([row, own.length, Math.round((sum / own.length) * 10) / 10])
    }
    expect((await panelOn(days[0] ?? '')).cells.every(({ value }) => value === null)).toBe(true)
  })

  it('stand beside those of another place, within the scope', async () => {
    const { district, otherDistrict, city } = region.places
    const url = '/api/v1/analysis/teacherecharts'
    const ask = async (query: string) =>
      analysis.parse((await region.people.city.get(`${url}?institution=${query}`)).data)
    const [own, other] = [await ask(`${district}&versus=${otherDistrict}`), await ask(String(otherDistrict))]
    expect(own.versus?.id).toBe(otherDistrict)
    expect(own.besides.map(({ id }) => id)).toEqual(expect.arrayContaining([city, otherDistrict]))
    let compared = 0
    for (const panel of own.panels) {
      const beside = other.panels.find(({ key }) => key === panel.key)
      expect(panel.beside).toBe(own.versus?.name)
      for (const { row, column, before } of panel.cells) {
        const same = beside?.cells.find((cell) => cell.row === row && cell.column === column)
        expect([panel.key, row, before]).toEqual([panel.key, row, same?.value ?? null])
        if (same) compared += 1
      }
    }
    expect(compared).toBeGreaterThan(50)
    expect((await region.people.area.get(`${url}?versus=${otherDistrict}`)).status).toBe(404)
    const both = await region.people.city.get<{ errors: { field: string }[] }>(
      `${url}?versus=${otherDistrict}&compare=${days[1]}`,
    )
    expect([both.status, both.data.errors[0]?.field]).toEqual([400, 'versus'])
  })

  it('add up from level to level', async () => {
    const { places } = region
    for (const basis of ['personnel', 'teaching'] as const) {
      const ofPlace = async (place: number) => {
        const page = await read('teacher_analysis', { place, basis, stage: undefined, on: now })
        const { cells = [] } = page.panels.find(({ key }) => key === 'fulltime') ?? {}
        return new Map(cells.map(({ row, value }) => [row, value ?? 0]))
      }
      for (const [whole, parts] of [
        [places.province, [places.city, places.otherCity]],
        [places.city, [places.district, places.otherDistrict, places.emptyDistrict, places.citySchool]],
        [places.district, [places.school, places.sibling]],
      ] as const) {
        const all = await ofPlace(whole)
        const sum = [...all].reduce((total, [row, value]) => (row === 'all' ? total : total + value), 0)
        expect(sum).toBe(all.get('all'))
        for (const part of parts)
          expect([part, (await ofPlace(part)).get('all')]).toEqual([part, all.get(`p${part}`) ?? 0])
      }
    }
  })
})
