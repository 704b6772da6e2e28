import { createHash } from 'node:crypto'
import type pg from 'pg'
import { builtInEdition, legalTexts } from '../../catalogue/legal/texts.ts'
import type { Owner } from '../../server/engine/engine.ts'
import type { Keys } from '../../server/platform/crypto/keys.ts'
import { copyItems, type TableOf } from '../../server/platform/db/copy.ts'
import { DAY, type Moment, type Mover } from '../../server/engine/bulk/index.ts'
import { placeOf, type Institution } from './institutions.ts'
import { type SchoolPlan } from './schools.ts'
import type { Life } from './lives.ts'

/** A row of `identity`. */
export interface Identity extends Mover {
  readonly id: number
}

/** Somebody with a row in `person`. */
export interface Person {
  readonly id: number
  readonly name: string
  readonly loginName: string | null
  readonly teacher: Teacher | null
  /** Plain mobile once it is in force, which the sign-in also knows. */
  readonly mobile: string | null
  readonly idNo: string | null
}

/** A teacher: person, identity with role 2, place. */
export interface Teacher {
  readonly id: number
  readonly personId: number
  readonly life: Life
  readonly school: Institution
  readonly plan: SchoolPlan
  readonly hand: Identity
  readonly owner: Owner
  readonly staffNo: string
  /**
   * The school of the region where this teacher worked before, from the beginning of work until coming here.
   */
  readonly former: Institution | null
  /** Whether the mobile stands in the contact details, hence with the person. */
  readonly reachable: boolean
}

/** Everybody of the region. */
export interface People {
  readonly persons: readonly Person[]
  readonly identities: readonly Identity[]
  readonly teachers: readonly Teacher[]
}

/** Gathers people and gives them numbers in the order in which they come, after the given ones. */
export function openRegister(after = { persons: 0, identities: 0, teachers: 0 }) {
  const persons: Person[] = []
  const identities: Identity[] = []
  const teachers: Teacher[] = []
  const staff = new Map<number, number>()
  const addIdentity = (personId: number, role: number, institutionId: number): Identity => {
    const id = after.identities + identities.length + 1
    const identity = { id, identityId: id, personId, role, institutionId }
    identities.push(identity)
    return identity
  }
  const addPerson = (name: string, loginName: string | null, about: Partial<Person> = {}): Person => {
    const id = after.persons + persons.length + 1
    const person = { id, name, loginName, teacher: null, mobile: null, idNo: null, ...about }
    persons.push(person)
    return person
  }
  return {
    persons,
    identities,
    teachers,
    addIdentity,
    /** Somebody who works in an office and has no archive. */
    addOfficer(name: string, loginName: string | null, role: number, institution: Institution): Identity {
      return addIdentity(addPerson(name, loginName).id, role, institution.id)
    },
    addTeacher(
      life: Life,
      plan: SchoolPlan,
      school: Institution,
      about: { loginName: string | null; reachable: boolean; former: Institution | null },
    ): Teacher {
      const id = after.teachers + teachers.length + 1
      const personId = after.persons + persons.length + 1
      const hand = addIdentity(personId, 2, school.id)
      const nth = (staff.get(school.id) ?? 0) + 1
      staff.set(school.id, nth)
      const teacher: Teacher = {
        id,
        personId,
        life,
        school,
        plan,
        hand,
        owner: { id, kind: 'teacher', personId, name: life.name, ...placeOf(school) },
        staffNo: `${school.code.slice(-2)}${String(nth).padStart(3, '0')}`,
        reachable: about.reachable,
        former: about.former,
      }
      const known = { teacher, mobile: about.reachable ? life.mobile : null, idNo: life.idNo }
      addPerson(life.name, about.loginName, known)
      teachers.push(teacher)
      return teacher
    },
  }
}

const activation = (person: Person): string =>
  createHash('sha256').update(`demo-activation-${person.id}`).digest('hex')

interface Secrets {
  readonly keys: Keys
  readonly passwordHash: string | null
  readonly at: (moment: Moment) => string
}

function personTable({ keys, passwordHash, at }: Secrets): TableOf<Person> {
  const sealed = (person: Person, column: 'id_no' | 'mobile', value: string | null) =>
    value === null ? null : keys.seal(value, `person|${column}|${person.id}`)
  return {
    id: (p) => p.id,
    name: (p) => p.name,
    login_name: (p) => p.loginName,
    id_no_sealed: (p) => sealed(p, 'id_no', p.idNo),
    id_no_key: (p) => (p.idNo === null ? null : keys.blind('id_no', p.idNo)),
    mobile_sealed: (p) => sealed(p, 'mobile', p.mobile),
    mobile_key: (p) => (p.mobile === null ? null : keys.blind('mobile', p.mobile)),
    password_hash: (p) => (p.loginName === null ? null : passwordHash),
    password_changed_at: (p) => (p.loginName === null || passwordHash === null ? null : at(-30 * DAY)),
    activation_hash: (p) => (p.loginName === null ? activation(p) : null),
    created_at: () => at(-3900 * DAY),
  }
}

const tourTable: TableOf<Identity> = { person_id: (i) => i.personId, role: (i) => i.role }
/** A consent of somebody who has worked with the portal before. */
interface Consent {
  readonly identity: Identity
  readonly kind: string
  readonly act: 'agreed' | 'read'
}
const consentTable: TableOf<Consent> = {
  person_id: ({ identity }) => identity.personId,
  identity_id: ({ identity }) => identity.id,
  kind: ({ kind }) => kind,
  edition: () => builtInEdition,
  act: ({ act }) => act,
}
const consentsOf = (identity: Identity): Consent[] =>
  legalTexts.flatMap(({ name, asks }) => (asks === null ? [] : [{ identity, kind: name, act: asks }]))

const identityTable: TableOf<Identity> = {
  id: (i) => i.id,
  person_id: (i) => i.personId,
  role: (i) => i.role,
  institution_id: (i) => i.institutionId,
}

const teacherTable = (sortForm: (text: string) => string): TableOf<Teacher> => ({
  id: (t) => t.id,
  person_id: (t) => t.personId,
  name: (t) => t.life.name,
  name_sort: (t) => sortForm(t.life.name),
  institution_id: (t) => t.owner.institutionId,
  district_id: (t) => t.owner.districtId,
  city_id: (t) => t.owner.cityId,
  province_id: (t) => t.owner.provinceId,
  stage: (t) => t.life.stage,
  subject: (t) => t.life.subject,
})

interface Membership {
  readonly teacherId: number
  readonly id: string
  readonly institutionId: number
  readonly from: string
  readonly to: string | null
  readonly cause: string
}

const membershipTable: TableOf<Membership> = {
  teacher_id: (m) => m.teacherId,
  id: (m) => m.id,
  institution_id: (m) => m.institutionId,
  kind: () => 'personnel',
  from_on: (m) => m.from,
  to_on: (m) => m.to,
  cause: (m) => m.cause,
}

/** The day before a day `YYYY-MM-DD`. */
const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

/** The schools a teacher belonged to: the present one, and for some who were transferred the one before. */
export function membershipsOf(teacher: Teacher, newId: (moment: Moment) => string): Membership[] {
  const { life, school, former } = teacher
  const since = `${life.orgEntry}-01`
  const now = { teacherId: teacher.id, id: newId(0), institutionId: school.id, from: since, to: null }
  if (!former) return [{ ...now, cause: 'entry' }]
  const before = {
    teacherId: teacher.id,
    id: newId(0),
    institutionId: former.id,
    from: `${life.workStart}-01`,
    to: dayBefore(since),
  }
  return [
    { ...before, cause: 'entry' },
    { ...now, cause: 'transfer' },
  ]
}

/** Writes persons, identities, teachers and memberships. */
export async function writePeople(
  client: pg.ClientBase,
  people: People,
  context: Secrets & {
    sortForm: (text: string) => string
    newId: (m: Moment) => string
  },
): Promise<void> {
  const { newId } = context
  await copyItems(client, 'person', personTable(context), people.persons)
  await copyItems(client, 'identity', identityTable, people.identities)
  // Everybody has seen the tour of the first steps but the one who begins this term.
  const begins = people.persons.find(({ loginName }) => loginName === 'newcomer')?.id
  const seen = new Map(people.identities.map((one) => [`${one.personId}/${one.role}`, one]))
  await copyItems(
    client,
    'tour_seen',
    tourTable,
    [...seen.values()].filter(({ personId }) => personId !== begins),
  )
  const named = new Set(people.persons.flatMap(({ id, loginName }) => (loginName === null ? [] : [id])))
  const agreeing = new Map(people.identities.map((identity) => [identity.personId, identity]))
  await copyItems(
    client,
    'consent_log',
    consentTable,
    [...agreeing.values()]
      .filter(({ personId }) => named.has(personId) && personId !== begins)
      .flatMap(consentsOf),
  )
  await copyItems(client, 'teacher', teacherTable(context.sortForm), people.teachers)
  const memberships = people.teachers.flatMap((teacher) => membershipsOf(teacher, newId))
  await copyItems(client, 'membership', membershipTable, memberships)
}
