import {
  attributeKeys,
  momentOf,
  type AttributeKey,
  type Person,
} from '../../../catalogue/figures/attributes.ts'
import { append, createColumns, sortColumns } from './columns.ts'
import type { CountedMoment } from './live.ts'
import { treeOf, type Institution } from './places.ts'

/** Numbers that look random and are the same for a seed. */
export function seeded(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
  const below = (most: number) => Math.floor(next() * most)
  /** One of these, each as often as its weight says. */
  const often = <T>(weighted: readonly (readonly [T, number])[]): T => {
    let left = next() * weighted.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [value, weight] of weighted) {
      left -= weight
      if (left < 0) return value
    }
    throw new Error('weights of nothing')
  }
  return { next, below, often, pick: <T>(list: readonly T[]): T => often(list.map((one) => [one, 1])) }
}
export type RandomSource = ReturnType<typeof seeded>

const day = '2026-11-27'
const two = (value: number): string => String(value).padStart(2, '0')

const educations = [
  ['21', 80],
  ['31', 12],
  ['14', 5],
  ['41', 2],
  ['71', 0.3],
  [null, 1],
] as const
const titles = [
  ['3', 45],
  ['2', 15],
  ['4', 28],
  ['5', 4],
  ['9', 8],
  ['1', 0.5],
  [null, 0.5],
] as const
const categories = [
  ['11', 96],
  ['13', 2],
  ['12', 1],
  ['14', 0.7],
  ['55', 1],
] as const
const stages = [
  ['1', 8],
  ['2', 50],
  ['3', 28],
  ['4', 10],
  ['5', 3],
  ['7', 1],
  [null, 0.5],
] as const
const subjects = [
  ['13', 25],
  ['14', 22],
  ['15', 14],
  ['16', 6],
  ['17', 5],
  ['18', 4],
  ['20', 3],
  ['21', 2],
  ['22', 3],
  ['23', 2],
  ['24', 1],
  ['25', 1],
  ['41', 1],
  [null, 1],
] as const

/** What somebody's archive says; most of what figures count is common, some of it rare. */
function attributesOf({ below, often, next }: RandomSource): Partial<Record<AttributeKey, string | null>> {
  const age = often([
    [22 + below(3), 2],
    [25 + below(30), 90],
    [55 + below(5), 6],
    [60 + below(4), 1],
  ])
  return {
    status: often([
      ['11', 97],
      ['14', 1],
      ['13', 1],
      ['16', 1],
    ]),
    gender: often([
      ['2', 65],
      ['1', 35],
    ]),
    birthDate: next() < 0.01 ? null : `${2025 - age}-${two(1 + below(12))}-${two(1 + below(28))}`,
    ethnicity: often([
      ['01', 97],
      ['08', 2],
      [null, 1],
    ]),
    staffCategory: often(categories),
    inEstablishment: often([
      ['true', 90],
      ['false', 10],
    ]),
    teachStartMonth: `${2025 - Math.max(0, age - 23)}-09`,
    stage: often(stages),
    subject: often(subjects),
    education: often(educations),
    degree: often([
      ['4', 80],
      ['3', 6],
      [null, 14],
    ]),
    titleLevel: often(titles),
    isClassTeacher: often([
      ['true', 30],
      ['false', 70],
    ]),
    isBackboneTeacher: often([
      ['true', 8],
      ['false', 92],
    ]),
    certificates: often([
      ['2', 50],
      ['3', 25],
      ['4', 15],
      [null, 3],
    ]),
    hours5y: often([
      ['400', 40],
      ['120', 60],
    ]),
    firstOn: often([
      ['2010-09-01', 95],
      ['2026-09-01', 3],
    ]),
  }
}

/** A person at an institution. */
export function personAt(random: RandomSource, teacherId: number, placeId: number): Person {
  const said = attributesOf(random)
  const values = attributeKeys.map((key) => [key, said[key] ?? null] as const)
  return Object.assign(
    { teacherId, placeId, taughtId: placeId },
    Object.fromEntries(values) as Record<AttributeKey, string | null>,
  )
}

const office = (id: number, parent: number | null, level: string): Institution => ({
  id,
  parent_id: parent,
  level,
  district_id: level === 'district' ? id : null,
  name: `${level}${id}`,
  closed: false,
  successor_id: null,
  urban_rural: null,
  school_run_type: null,
  school_type: null,
  school_stages: null,
})

/** A city of two to four districts, schools in each and one of the city itself. */
export function institutionsOf({ below, pick }: RandomSource): Institution[] {
  const list = [office(2, null, 'city')]
  const school = (id: number, parent: number, district: number | null): Institution =>
    Object.assign(office(id, parent, 'school'), {
      district_id: district,
      urban_rural: pick(['111', '121', '210']),
      school_run_type: '21',
      school_stages: ['2', '3'],
    })
  for (let d = 0; d < 2 + below(3); d += 1) {
    list.push(office(10 + d, 2, 'district'))
    for (let s = 0; s < 1 + below(4); s += 1) list.push(school(100 + d * 10 + s, 10 + d, 10 + d))
  }
  return [...list, school(90, 2, null)]
}

/** People and institutions as figures count them, without a database. */
export function countedOf(institutions: readonly Institution[], people: readonly Person[]): CountedMoment {
  const tree = treeOf(institutions, 'test')
  const columns = createColumns(momentOf(day), people.length)
  for (const person of people) append(columns, tree, person)
  sortColumns(columns, tree.places.length)
  return {
    columns,
    tree,
    at: `${day}T00:00:00.000Z`,
    movedAt: `${day}T00:00:00.000Z`,
    version: 1,
    leavers: true,
    students: [],
    quotas: [],
  }
}

/** A random region of so many people. */
export function randomRegion(seed: number, size: number) {
  const random = seeded(seed)
  const institutions = institutionsOf(random)
  const schools = institutions.filter(({ level }) => level === 'school').map(({ id }) => id)
  const offices = institutions.filter(({ level }) => level !== 'school').map(({ id }) => id)
  const weights = schools.map((id) => [id, 0.3 + random.next()] as const)
  const people = Array.from({ length: size }, (_, n) =>
    personAt(random, n + 1, random.next() < 0.01 ? random.pick(offices) : random.often(weights)),
  )
  return { institutions, people }
}

/** What somebody may say otherwise, alone or together. */
const varied: readonly (readonly (keyof Person)[])[] = [
  ['placeId', 'taughtId'],
  ['status'],
  ['gender'],
  ['birthDate'],
  ['teachStartMonth'],
  ['ethnicity'],
  ['staffCategory'],
  ['stage'],
  ['subject'],
  ['education'],
  ['degree'],
  ['titleLevel'],
  ['isClassTeacher'],
  ['isBackboneTeacher'],
  ['certificates'],
  ['hours5y'],
  ['firstOn'],
]

/** The same person with something said as another one says it. */
const as = (person: Person, other: Person, keys: readonly (keyof Person)[]): Person =>
  Object.assign({}, person, Object.fromEntries(keys.map((key) => [key, other[key]])))

/**
 * People like those of a region of whom one thing differs, mostly like some of them: nobody knows that they
 * are not there.
 */
export function lookalikes(
  seed: number,
  people: readonly Person[],
  like: readonly Person[],
  count: number,
): Person[] {
  const { pick, below } = seeded(seed)
  const from = Array.from({ length: count }, (_, n) => {
    const one = pick(below(3) > 0 && like.length > 0 ? like : people)
    const other = pick(people)
    const keys = varied[n % varied.length] ?? []
    // Both ways: what one of them says as the other does, the other says as the one.
    return [as(one, other, keys), as(other, one, keys)]
  })
  return from.flat().map((person, n) => Object.assign(person, { teacherId: 1_000_000 + n }))
}
