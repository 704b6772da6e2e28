import type { Actor } from '../../catalogue/access/access.ts'
import type { Role } from '../../catalogue/access/roles.ts'
import type { AnyRecord } from '../../catalogue/define.ts'
import type { ActionResult } from '../../catalogue/contract/archive/records.ts'
import type { FieldFault } from '../../catalogue/errors.ts'
import { checkDigit } from '../../catalogue/kinds/id-card.ts'
import { uuidv7 } from '../platform/clock/clock.ts'
import type { Config } from '../platform/config/config.ts'
import { keysFrom } from '../platform/crypto/keys.ts'
import type { Database } from '../platform/db/database.ts'
import { openSearch } from '../platform/db/search.ts'
import { openTestDatabase } from '../platform/db/test-database.ts'
import { sql } from '../platform/db/sql.ts'
import { createLog, type Log } from '../platform/log/log.ts'
import type { Limits } from '../platform/http/limits.ts'
import { openSession } from '../platform/session/session.ts'
import { isOwnToken } from '../platform/session/token.ts'
import { buildApp } from './app.ts'
import { buildEngine } from './engine.ts'
import { sortForm } from './sort-form.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a write tells, and what a refusal does; whoever reads names the shape: `get<RecordView>(url)`. */
export interface Told extends ActionResult {
  readonly errors: readonly FieldFault[]
}

/** What every answer comes in (catalogue/contract/envelope.ts). */
export interface Envelope<T = Told> {
  readonly error_code: number
  readonly msg: string
  readonly data: T
}

/**
 * One answer of the API in a test. Its shape is taken on trust; the contract tests hold answers to their
 * schemas.
 */
export interface Answer<T = Told> {
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
  readonly get: <T = Told>(url: string) => Promise<Answer<T>>
  readonly post: <T = Told>(
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer<T>>
  readonly put: <T = Told>(url: string, body: unknown) => Promise<Answer<T>>
  readonly del: <T = Told>(url: string) => Promise<Answer<T>>
}

/**
 * A small region on a real database behind the real server: province, city, two districts with a school each,
 * a school directly under the city, a district without staff with a school, and people of every role.
 */
export async function testRegion(
  name: string,
  log: Log = createLog('silent'),
  settings: Partial<Config> = {},
  records?: Readonly<Record<string, AnyRecord>>,
) {
  const database = await openTestDatabase(name)
  const folder = await mkdtemp(join(tmpdir(), 'xingtan-files-'))
  const config = {
    port: 0,
    host: '127.0.0.1',
    dataDir: folder,
    databaseUrl: undefined,
    databaseReplicaUrl: undefined,
    demo: false,
    nodeEnv: 'test',
    logLevel: 'silent',
    xingtanKey: undefined,
    dbPool: 10,
    trustProxy: false,
    publicOrigin: undefined,
    requestsPerMinute: 1200,
    addressRequestsPerMinute: 12_000,
    trustedNetworks: [],
    separateDuties: false,
    sessionsPerPerson: 5,
    unboundSessions: true,
    jobs: false,
    smsUrl: undefined,
    smsToken: undefined,
    secondFactor: 'off',
    accountCentreKey: undefined,
    smtpUrl: undefined,
    mailFrom: undefined,
    officeProgram: 'off',
    largestVideo: 500 * 1024 * 1024,
    largestAudio: 100 * 1024 * 1024,
    keepFree: 0,
    ...settings,
  } as const
  const lifecycle = {
    onStop: () => {},
    isReady: () => true,
    setReady: () => {},
    isStopping: () => false,
    stop: async () => {},
    listen: () => {},
  }
  const search = openSearch({ url: database.appUrl, max: 2 })
  const app = await buildApp({
    config,
    db: database.db,
    databaseUrl: database.appUrl,
    search,
    log,
    lifecycle,
    secrets: { masterKey },
    records,
  })
  app.startBackground()
  const { db } = database
  const places = await buildPlaces(db)
  const people = await buildPeople(db, app, places)
  return {
    app,
    db,
    ownerUrl: database.ownerUrl,
    /** DATA_DIR of the portal. */
    folder,
    appUrl: database.appUrl,
    engine: buildEngine(db, search, testKeys, records),
    places,
    people,
    /** Another person in the region. */
    add: (role: Role, institutionId: number, label: string) => addPerson(db, app, role, institutionId, label),
    async close() {
      await app.close()
      await search.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type Region = Awaited<ReturnType<typeof testRegion>>

async function buildPlaces(db: Database) {
  const add = async (
    level: string,
    code: string,
    label: string,
    up: { p?: number; c?: number; d?: number; parent?: number },
  ) => {
    const row = await db.one<{ id: number }>(sql`
      insert into institution (parent_id, level, province_id, city_id, district_id, code, name, kind,
          area_code)
      values (${up.parent ?? null}, ${level}, ${up.p ?? null}, ${up.c ?? null}, ${up.d ?? null}, ${code},
          ${label}, '40', '441702')
      returning id`)
    const own = { province: 'province_id', city: 'city_id', district: 'district_id' }[level]
    if (own) await db.query(sql`update institution set ${sql.id(own)} = id where id = ${row.id}`)
    return row.id
  }
  const province = await add('province', 'P', '省教育厅', {})
  const city = await add('city', 'C', '市教育局', { p: province, parent: province })
  const otherCity = await add('city', 'C2', '邻市教育局', { p: province, parent: province })
  const district = await add('district', 'D1', '东区教育局', { p: province, c: city, parent: city })
  const otherDistrict = await add('district', 'D2', '西区教育局', { p: province, c: city, parent: city })
  const emptyDistrict = await add('district', 'D3', '南区教育局', { p: province, c: city, parent: city })
  const school = await add('school', 'S1', '东区一中', {
    p: province,
    c: city,
    d: district,
    parent: district,
  })
  const sibling = await add('school', 'S2', '东区二小', {
    p: province,
    c: city,
    d: district,
    parent: district,
  })
  const otherSchool = await add('school', 'S3', '西区一中', {
    p: province,
    c: city,
    d: otherDistrict,
    parent: otherDistrict,
  })
  const citySchool = await add('school', 'S4', '市直中学', { p: province, c: city, parent: city })
  const southSchool = await add('school', 'S5', '南区小学', {
    p: province,
    c: city,
    d: emptyDistrict,
    parent: emptyDistrict,
  })
  return {
    province,
    city,
    otherCity,
    district,
    otherDistrict,
    emptyDistrict,
    school,
    sibling,
    otherSchool,
    citySchool,
    southSchool,
  }
}
export type Places = Awaited<ReturnType<typeof buildPlaces>>
type App = Awaited<ReturnType<typeof buildApp>>

async function buildPeople(db: Database, app: App, at: Places) {
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

let counter = 0

/** Limits of a server without the portal's calls. */
export const limitsOf = (perMinute: number): Limits => ({
  requestsPerMinute: perMinute,
  addressRequestsPerMinute: perMinute,
  isOwnToken: (token): token is string => isOwnToken(testKeys, token),
  isTrusted: () => false,
})

/** Keys of every portal of the tests. */
const masterKey = Buffer.alloc(32, 7)
export const testKeys = keysFrom(masterKey)

async function addPerson(
  db: Database,
  app: App,
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
    await db.query(sql`
      insert into membership (teacher_id, id, institution_id, kind, from_on)
      values (${row.id}, ${uuidv7()}, ${institutionId}, 'personnel', '2020-09-01')`)
  }
  const token = await openSession(db, testKeys, identity.id, { ip: '127.0.0.1', agent: 'test' })
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
    identityId: identity.id,
    personId: person.id,
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

/** An identity number that nobody has, with a right check digit. */
export function idNumber(birth: string, male: boolean): string {
  counter += 1
  const first = `449999${birth.replaceAll('-', '')}${String(10 + (counter % 89))}${male ? 1 : 2}`
  return first + checkDigit(first)
}
