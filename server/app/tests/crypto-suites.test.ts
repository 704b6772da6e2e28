import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson } from '../../engine/directory/index.ts'
import { learning, learnKeys, nextKey, rotate } from '../../engine/sealing/index.ts'
import { keysFrom, type Keys } from '../../platform/crypto/keys.ts'
import type { SuiteName } from '../../platform/crypto/suite.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Server } from '../../platform/http/server.ts'
import { tables } from '../records.ts'
import { sealedTables } from '../sealed-tables.ts'
import { allTables } from '../testing/test-dump.ts'
import { signedIn } from '../testing/test-people.ts'
import { idNumber, testRegion, type Person, type Region } from '../testing/test-region.ts'
import { doorOf, good, type Member } from '../testing/test-sign-in.ts'

let region: Region
let portals: Readonly<Record<SuiteName, Server>>
let door: ReturnType<typeof doorOf>
let member: Member
const masterKey = Buffer.alloc(32, 7)
const intl = keysFrom(masterKey, 'intl')
const sm = keysFrom(masterKey, 'sm')

beforeAll(async () => {
  region = await testRegion('crypto suites', undefined, { requestsPerMinute: 10_000_000 })
  portals = { intl: region.app, sm: await region.serveBeside({ cryptoSuite: 'sm' }) }
  door = doorOf(region)
  member = await door.member('商密甲')
})
afterAll(async () => {
  await portals.sm.close()
  await region.close()
})

/** The same person before the portal of a suite. */
const at = (suite: SuiteName, who: Person): Promise<Person> => signedIn(region.db, portals[suite], who)

async function signIn(suite: SuiteName, account: string, password: string): Promise<number> {
  const payload = { account, password }
  return (await portals[suite].inject({ method: 'POST', url: '/api/v1/login', payload })).statusCode
}

const passwordHash = async (): Promise<string> =>
  (
    await region.db.one<{ kept: string }>(
      sql`select password_hash as kept from person where id = ${member.personId}`,
    )
  ).kept

/** Somebody registered under a suite with an identity number. */
async function registered(keys: Keys, name: string): Promise<{ id: number; number: string }> {
  const number = idNumber('1979-05-06', true)
  const id = await region.db.transaction((tx) => addPerson(tx, { keys }, { name, idNo: number }))
  return { id, number }
}

const found = async (suite: SuiteName, number: string): Promise<number | undefined> => {
  const admin = await at(suite, region.people.admin)
  const { data } = await admin.post<{ person: { id: number } | null }>('/api/v1/people/byNumber', { number })
  return data.person?.id
}

const contact = (n: number) => ({
  mobile: `1391234${String(n).padStart(4, '0')}`,
  email: `b${n}@example.cn`,
  address: `商密巷${n}号`,
  emergencyPhone: '13811112222',
})

/** How many values and indexes of each suite stand in all tables. */
async function standing(): Promise<{ intl: number; sm: number; old: number; fresh: number }> {
  const dump = await allTables(region.ownerUrl)
  const many = (form: RegExp) => dump.match(form)?.length ?? 0
  const indexes = await region.db.one<{ old: number; fresh: number }>(sql`
    select count(*) filter (where key not like 'v2.%')::int as old,
      count(*) filter (where key like 'v2.%')::int as fresh
    from (
      select id_no_key as key from person where id_no_sealed is not null
      union all
      select mobile_key from person where mobile_sealed is not null) keys`)
  return {
    intl: many(/v1\.[1-9]\d*\.[\w-]{16}\.[\w-]{22}\./g),
    sm: many(/v2\.[1-9]\d*\.[\w-]{22}\.[\w-]{43}\./g),
    ...indexes,
  }
}

/** What `npm run keys:rotate` does, without the time that other processes have to learn the key. */
async function rotateTo(keys: Keys): Promise<number> {
  const kid = await nextKey(region.db, keys)
  await new Promise((go) => setTimeout(go, learning.lookMs + 500))
  await region.db.query(sql`update sealing_key set active_at = now()`)
  await learnKeys(region.db, keys)
  await new Promise((go) => setTimeout(go, learning.lookMs + 500))
  return rotate({ db: region.db, keys, kid }, sealedTables(tables))
}

it('keeps a password under the suite in force from the next sign-in, there and back', async () => {
  expect(await passwordHash()).toMatch(/^p1\$argon2id\$/)
  expect(await signIn('sm', member.login, 'Wrong-9-kites')).toBe(400)
  expect(await passwordHash()).toMatch(/^p1\$argon2id\$/)
  expect(await signIn('sm', member.mobile, good)).toBe(200)
  const kept = await passwordHash()
  expect(kept).toMatch(/^p2\.[\w-]{44}\$pbkdf2-sm3\$i=600000\$/)
  expect(await signIn('sm', member.login, 'Wrong-9-kites')).toBe(400)
  expect(await signIn('sm', member.login, good)).toBe(200)
  expect(await passwordHash(), 'a hash of the suite in force stays').toBe(kept)
  expect(await signIn('intl', member.login, 'Wrong-9-kites')).toBe(400)
  expect(await signIn('intl', member.login, good)).toBe(200)
  expect(await passwordHash()).toMatch(/^p2\.[\w-]{43}\$argon2id\$/)
})

it('fits nobody when it is copied into the row of somebody else', async () => {
  const other = await door.member('商密乙')
  await signIn('sm', member.login, good)
  await region.db.query(sql`
    update person set password_hash = (select password_hash from person where id = ${member.personId}),
      login_name = 'copied1x', mobile_key = null
    where id = ${other.personId}`)
  expect(await signIn('sm', 'copied1x', good)).toBe(400)
  expect(await signIn('intl', 'copied1x', good)).toBe(400)
})

describe('beside each other', () => {
  let record: { id: string; version: number }

  it('v1 and v2 are written by each portal and read by both', async () => {
    const made = await (
      await at('intl', region.people.teacher)
    ).post<{ id: string; version: number }>('/api/v1/records/contactInfo', contact(1))
    expect(made.msg).toBe('ok')
    const { colleague } = region.people
    const second = await (
      await at('sm', colleague)
    ).post<{ id: string }>('/api/v1/records/contactInfo', contact(2))
    expect(second.msg).toBe('ok')
    for (const suite of ['intl', 'sm'] as const)
      for (const [who, n, id] of [
        [region.people.teacher, 1, made.data.id],
        [colleague, 2, second.data.id],
      ] as const) {
        const read = await (
          await at(suite, who)
        ).get<{ effective: Record<string, unknown> }>(`/api/v1/records/contactInfo/${id}`)
        expect(read.data.effective).toMatchObject(contact(n))
      }
    const now = await standing()
    expect(now.intl).toBeGreaterThan(3)
    expect(now.sm).toBeGreaterThan(3)
    record = made.data
  })

  it('people are found by their number, under whichever suite it was registered', async () => {
    const [old, fresh] = [await registered(intl, '旧编'), await registered(sm, '新编')]
    for (const suite of ['intl', 'sm'] as const)
      for (const one of [old, fresh]) expect(await found(suite, one.number), suite).toBe(one.id)
    expect(await found('sm', idNumber('1979-05-07', true))).toBeUndefined()
  })

  it('nobody registers a number that another person has under the other suite', async () => {
    for (const [first, second] of [
      [intl, sm],
      [sm, intl],
    ] as const) {
      const { number } = await registered(first, '先登记')
      await expect(
        region.db.transaction((tx) => addPerson(tx, { keys: second }, { name: '后登记', idNo: number })),
      ).rejects.toMatchObject({ code: 'duplicate' })
    }
  })

  it('a phone that stays the same is no change, whichever suite its index was made with', async () => {
    const edited = await (
      await at('sm', region.people.teacher)
    ).put(`/api/v1/records/contactInfo/${record.id}`, {
      ...contact(1),
      address: '商密巷甲1号',
      version: record.version,
    })
    expect(edited.msg).toBe('ok')
  })

  it('a rotation takes every value and index over, there and back, and people are found all the while', async () => {
    const [old, fresh] = [await registered(intl, '旧编二'), await registered(sm, '新编二')]
    const everywhere = async () => {
      for (const suite of ['intl', 'sm'] as const)
        for (const one of [old, fresh]) expect(await found(suite, one.number), suite).toBe(one.id)
    }
    expect(await rotateTo(sm)).toBeGreaterThan(3)
    expect(await standing()).toMatchObject({ intl: 0, old: 0 })
    await everywhere()
    expect(await rotateTo(intl)).toBeGreaterThan(3)
    expect(await standing()).toMatchObject({ sm: 0, fresh: 0 })
    await everywhere()
    expect(await rotateTo(sm)).toBeGreaterThan(3)
    const now = await standing()
    expect(now).toMatchObject({ intl: 0, old: 0 })
    expect(now.sm).toBeGreaterThan(6)
    await everywhere()
    expect(await signIn('intl', member.mobile, good)).toBe(200)
  }, 120_000)
})
