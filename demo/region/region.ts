import { accountOf, accounts } from '../accounts.ts'
import type { Random } from '../writing/random.ts'
import { institutionsOf, officeRole, type Institution } from './institutions.ts'
import { schoolPlans, type SchoolPlan } from './schools.ts'
import { liveOf, type FixedTraits, type Life } from './lives.ts'
import { inventName, specialNames } from './names.ts'
import { openRegister, type Identity, type People, type Teacher } from './people.ts'

/** The district where nobody works in the education bureau, so that a step there moves up to the city. */
export const unstaffedDistrict = '441721'

/** Institutions and people of the demo region. */
export interface Region extends People {
  readonly institutions: readonly Institution[]
  readonly schools: readonly Institution[]
  /** The one who acts for an institution: school officer, bureau officer. */
  officer(institutionId: number): Identity
  /** The identity of an account; with `role` one of several. */
  account(login: string, role?: number): Identity
  /** The teachers of a school, by the plan's key. */
  staff(key: string): readonly Teacher[]
}

/** The people the journeys know by name. */
const namedTeachers: Readonly<Record<string, readonly (FixedTraits & { login: string })[]>> = {
  senior: [
    {
      login: 'teacher',
      name: '林疏影',
      gender: '2',
      ethnicity: '01',
      subject: '13',
      first: 'university',
      age: 36,
    },
  ],
  point: [
    {
      login: 'head',
      name: '柯守田',
      gender: '1',
      ethnicity: '01',
      subject: '13',
      first: 'normalSchool',
      age: 51,
    },
  ],
  direct: [
    {
      login: 'cityteacher',
      name: '曾予安',
      gender: '2',
      ethnicity: '01',
      subject: '21',
      first: 'university',
      age: 33,
    },
  ],
}

/** Where the people with uncommon names work: school by key, second teacher there. */
const specialPlaces = ['primary', 'vocational', 'nineYear', 'junior'] as const

/**
 * People of other schools with the name, gender and birthday of somebody here: the same person twice, or not.
 * School and place in it.
 */
const lookAlikes: Readonly<
  Record<string, { readonly nth: number; readonly like: readonly [school: string, nth: number] }>
> = {
  harbour: { nth: 5, like: ['primary', 4] },
  wildGoose: { nth: 7, like: ['junior', 6] },
  tide: { nth: 9, like: ['wildGoose', 9] },
  clouds: { nth: 3, like: ['greenOcean', 8] },
  stoneArt: { nth: 4, like: ['jade', 11] },
}

type Register = ReturnType<typeof openRegister>

function likeOf(register: Register, plan: SchoolPlan, i: number): FixedTraits | null {
  const found = lookAlikes[plan.key]
  if (found?.nth !== i) return null
  const [key, nth] = found.like
  const other = register.teachers.filter((t) => t.plan.key === key)[nth]
  if (!other) throw new Error(`demo: nobody to look like in ${plan.key}`)
  const { name, gender, birthDate, first, ethnicity } = other.life
  return { name, gender, birthDate, first, ethnicity, age: 2025 - Number(birthDate.slice(0, 4)) }
}

/** A school of the same kind and city that was open when this teacher began to work. */
function formerOf(
  random: Random,
  life: Life,
  school: Institution,
  schools: readonly Institution[],
): Institution | null {
  const before = schools.filter(
    (s) =>
      s.id !== school.id &&
      s.kind === school.kind &&
      s.cityId === school.cityId &&
      s.openedOn.slice(0, 7) <= life.workStart,
  )
  return life.transferred && before.length > 0 ? random.pick(before) : null
}

function addTeachers(
  random: Random,
  register: Register,
  plan: SchoolPlan,
  school: Institution,
  schools: readonly Institution[],
): void {
  const special = specialNames[specialPlaces.indexOf(plan.key as (typeof specialPlaces)[number])]
  for (let i = 0; i < plan.teachers; i += 1) {
    const named = namedTeachers[plan.key]?.[i]
    const stage = named && plan.stages.length > 1 ? (plan.stages.at(-1) ?? '2') : random.pick(plan.stages)
    const fixed: FixedTraits = named ?? likeOf(register, plan, i) ?? (i === 1 && special ? special : {})
    const life = liveOf(random, register.teachers.length + 1, stage, plan.opened, fixed)
    register.addTeacher(life, plan, school, {
      loginName: named?.login ?? null,
      reachable: named !== undefined || random.chance(0.96),
      former: formerOf(random, life, school, schools),
    })
  }
}

function addOfficers(random: Random, register: Register, institutions: readonly Institution[]): void {
  for (const account of accounts.filter((a) => a.role !== 2)) {
    const institution = institutions.find((i) => i.code === account.at) ?? schoolOf(institutions, account.at)
    register.addOfficer(account.name, account.login, account.role, institution)
  }
  const head = register.persons.find((person) => person.loginName === 'head')
  const point = schoolOf(institutions, accountOf('head').at)
  if (!head) throw new Error('demo: no head')
  register.addIdentity(head.id, 3, point.id)
  for (const institution of institutions) {
    const role = officeRole(institution)
    const staffed = register.identities.some((i) => i.institutionId === institution.id && i.role === role)
    if (staffed || institution.code === unstaffedDistrict) continue
    const name = inventName(random, random.chance(0.5) ? '1' : '2', random.int(1972, 1992))
    register.addOfficer(name, null, role, institution)
  }
}

/**
 * Who began this term: the one teacher of whom nothing is told yet (load.ts). Last, so that nobody else's
 * chance changes.
 */
function addNewcomer(random: Random, register: Register, institutions: readonly Institution[]): void {
  const { login, name, at } = accountOf('newcomer')
  const plan = schoolPlans.find(({ key }) => key === at)
  if (!plan) throw new Error(`demo: no school ${at}`)
  const fixed = { name, gender: '2', ethnicity: '01', subject: '13', first: 'university', age: 24 } as const
  const life = liveOf(random, register.teachers.length + 1, plan.stages.at(-1) ?? '4', plan.opened, fixed)
  register.addTeacher(life, plan, schoolOf(institutions, at), {
    loginName: login,
    reachable: false,
    former: null,
  })
}

function schoolOf(institutions: readonly Institution[], key: string): Institution {
  const plan = schoolPlans.find((p) => p.key === key)
  const found = institutions.find((i) => i.name === plan?.name)
  if (!found) throw new Error(`demo: no institution ${key}`)
  return found
}

/** Invents the region. Pure: the same source of chance gives the same region. */
export function inventRegion(random: Random): Region {
  const institutions = institutionsOf()
  const register = openRegister()
  const schools = institutions.filter((i) => i.level === 'school')
  for (const plan of schoolPlans) {
    addTeachers(
      random.fork(`teachers/${plan.key}`),
      register,
      plan,
      schoolOf(institutions, plan.key),
      schools,
    )
  }
  addOfficers(random.fork('officers'), register, institutions)
  addNewcomer(random.fork('newcomer'), register, institutions)
  const { persons, identities, teachers } = register
  const identity = (matches: (i: Identity) => boolean, what: string): Identity => {
    const found = identities.find(matches)
    if (!found) throw new Error(`demo: no identity for ${what}`)
    return found
  }
  const offices = new Map(
    identities
      .filter((i) => i.role >= 3 && i.role <= 6)
      .reverse()
      .map((i) => [i.institutionId, i]),
  )
  const staff = Map.groupBy(teachers, (t) => t.plan.key)
  return {
    institutions,
    schools,
    persons,
    identities,
    teachers,
    officer: (institutionId) =>
      offices.get(institutionId) ?? identity(() => false, `office ${institutionId}`),
    account: (login, role) => {
      const person = persons.find((p) => p.loginName === login)
      return identity((i) => i.personId === person?.id && (role === undefined || i.role === role), login)
    },
    staff: (key) => staff.get(key) ?? [],
  }
}
