import type { ActionResult } from '../../../catalogue/contract/archive/records.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { Role } from '../../../catalogue/access/roles.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import { checkDigit } from '../../../catalogue/kinds/id-card.ts'
import { tellAdded } from '../../engine/directory/index.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { keysFrom } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Server } from '../../platform/http/server.ts'
import { openSession } from '../../platform/session/session.ts'
import { sortForm } from '../sort-form.ts'
import type { Places } from './test-places.ts'

/** What a write tells, and what a refusal does; whoever reads names the shape: `get<RecordView>(url)`. */
export interface TestAnswer extends ActionResult {
  readonly errors: readonly FieldFault[]
}

/** What every answer comes in (catalogue/contract/envelope.ts). */
export interface Envelope<T = TestAnswer> {
  readonly error_code: number
  readonly msg: string
  readonly data: T
}

/**
 * One answer of the API in a test. Its shape is taken on trust; the contract tests hold answers to their
 * schemas.
 */
export interface Answer<T = TestAnswer> {
  readonly status: number
  readonly code: number
  readonly msg: string
  readonly data: T
  readonly headers: Readonly<Record<string, unknown>>
}

/** Somebody who can call the API. */
export interface Person {
  readonly identityId: number
  readonly personId: number
  readonly institutionId: number
  readonly teacherId: number | null
  readonly token: string
  readonly get: <T = TestAnswer>(url: string) => Promise<Answer<T>>
  readonly post: <T = TestAnswer>(
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer<T>>
  readonly put: <T = TestAnswer>(url: string, body: unknown) => Promise<Answer<T>>
  readonly del: <T = TestAnswer>(url: string) => Promise<Answer<T>>
}

type PersonIds = Pick<Person, 'identityId' | 'personId' | 'institutionId' | 'teacherId'>

/** Adds people of every role to the places of the test region. */
export async function buildPeople(db: Database, app: Pick<Server, 'inject'>, at: Places) {
  const add = (role: Role, institutionId: number, label: string) =>
    addPerson(db, app, role, institutionId, label)
  return {
    teacher: await add(2, at.school, '林疏影'),
    colleague: await add(2, at.school, '曾广'),
    stranger: await add(2, at.otherSchool, '单于飞'),
    cityTeacher: await add(2, at.citySchool, '陈直'),
    southTeacher: await add(2, at.southSchool, '吴南'),
    school: await add(3, at.school, '周明岚'),
    school2: await add(3, at.school, '郑副'),
    siblingSchool: await add(3, at.sibling, '许邻'),
    otherSchool: await add(3, at.otherSchool, '王西'),
    citySchool: await add(3, at.citySchool, '李直'),
    southSchool: await add(3, at.southSchool, '钱南'),
    area: await add(4, at.district, '何以宁'),
    otherArea: await add(4, at.otherDistrict, '冯西'),
    city: await add(5, at.city, '市员'),
    otherCity: await add(5, at.otherCity, '邻员'),
    province: await add(6, at.province, '省员'),
    admin: await add(1, at.province, '管理员'),
    expert: await add(99, at.province, '专家'),
    staff: await add(100, at.province, '评审甲'),
  }
}

/** Keys of every portal of the tests. */
export const masterKey = Buffer.alloc(32, 7)
export const testKeys = keysFrom(masterKey)

/** Adds a person with one identity and an open session. */
export async function addPerson(
  db: Database,
  app: Pick<Server, 'inject'>,
  role: Role,
  institutionId: number,
  label: string,
): Promise<Person> {
  const person = await db.one<{ id: number }>(sql`insert into person (name) values (${label}) returning id`)
  const identity = await db.one<{ id: number }>(sql`
    insert into identity (person_id, role, institution_id)
    values (${person.id}, ${role}, ${institutionId})
    returning id`)
  let teacherId: number | null = null
  if (role === 2) {
    const row = await db.one<{ id: number }>(sql`
      insert into teacher (person_id, name, name_sort, institution_id, district_id, city_id, province_id)
      select ${person.id}, ${label}, ${sortForm(label)}, id, district_id, city_id, province_id
      from institution
      where id = ${institutionId}
      returning id`)
    teacherId = row.id
    await tellAdded(db, [row.id])
    await db.query(sql`
      insert into membership (teacher_id, id, institution_id, kind, from_on)
      values (${row.id}, ${uuidv7()}, ${institutionId}, 'personnel', '2020-09-01')`)
  }
  const ids = { identityId: identity.id, personId: person.id, institutionId, teacherId }
  return signedIn(db, app, ids)
}

/** A person with a new session: the calls that a person makes. */
export async function signedIn(
  db: Database,
  app: Pick<Server, 'inject'>,
  { identityId, personId, institutionId, teacherId }: PersonIds,
): Promise<Person> {
  const token = await openSession(db, testKeys, identityId, { ip: '127.0.0.1', agent: 'test' })
  const send = async <T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> => {
    const response = await app.inject({
      method,
      url,
      headers: { token, ...headers },
      ...(body !== undefined && { payload: body as object }),
    })
    // A file tells nothing.
    const text = response.headers['content-type']?.toString().includes('json') ? response.body : '{}'
    const { error_code: code, msg, data }: Envelope<T> = JSON.parse(text)
    return { status: response.statusCode, code, msg, data, headers: response.headers }
  }
  return {
    identityId,
    personId,
    institutionId,
    teacherId,
    token,
    get: (url) => send('GET', url),
    post: (url, body, headers) => send('POST', url, body, headers),
    put: (url, body) => send('PUT', url, body),
    del: (url) => send('DELETE', url),
  }
}

/** A person as the engine is told who asks. */
export function actorOf({ identityId, personId, institutionId, teacherId }: Person, role: Role): Actor {
  return { identityId, personId, role, name: '', institutionId, institution: '', teacherId }
}

let counter = 0

/** An identity number that nobody has, with a right check digit. */
export function idNumber(birth: string, male: boolean): string {
  counter += 1
  const first = `449999${birth.replaceAll('-', '')}${String(10 + (counter % 89))}${male ? 1 : 2}`
  return first + checkDigit(first)
}
