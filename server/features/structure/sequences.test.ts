import { afterAll, beforeAll, expect, it } from 'vitest'
import { AppError } from '../../../catalogue/errors.ts'
import type { StructurePlan } from '../../../catalogue/contract/administration/structure.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { joinPeople, movementOf, takeTwins, type Movement, type Turn } from '../../engine/movement/index.ts'
import { withReviews } from '../../engine/movement/test-movement.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { carryOut } from './carry-out.ts'

let region: Region
let move: Movement
beforeAll(async () => {
  region = await testRegion('sequences')
  move = movementOf(region.engine)
})
afterAll(() => region.close())

/** A repeatable stream of numbers (mulberry32). */
function randomOf(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    below: (most: number) => Math.floor(next() * most),
    pick: <T>(list: readonly T[]): T => {
      const one = list[Math.floor(next() * list.length)]
      if (one === undefined) throw new Error('nothing to pick from')
      return one
    },
  }
}
type Random = ReturnType<typeof randomOf>

let count = 0
async function world() {
  const { district, otherDistrict, city } = region.places
  const schools: number[] = []
  for (const parent of [district, district, otherDistrict, otherDistrict, city]) {
    const { id } = await region.db.one<{ id: number }>(sql`
      insert into institution (parent_id, level, province_id, city_id, district_id, code, name, kind, area_code,
        opened_on)
      select p.id, 'school', p.province_id, p.city_id, p.district_id, ${`W${(count += 1)}`}, ${`校${count}`}, '40',
        '441702', '2000-09-01'
      from institution p where p.id = ${parent} returning id`)
    schools.push(id)
  }
  const people: Person[] = []
  for (const id of schools) {
    const officer = await region.add(3, id, `官${id}`)
    people.push(await withReviews(region, id, officer), await withReviews(region, id, officer))
  }
  return { schools, people }
}
type World = Awaited<ReturnType<typeof world>>

const act = (work: Parameters<Region['db']['transaction']>[0]) => region.db.transaction(work)

/** One random act on a day; which of them are possible decides the room. */
function someAct(random: Random, { schools, people }: World, day: string, n: number): () => Promise<unknown> {
  const teacherId = random.pick(people).teacherId ?? 0
  const institutionId = random.pick(schools)
  const cause = `random:${n}`
  const by = { identityId: region.people.admin.identityId, personId: region.people.admin.personId }
  const plan = (given: StructurePlan) => () =>
    act((tx) =>
      carryOut({ engine: region.engine, tx, by }, given, { cause: `structure:${n}`, versions: null }),
    )
  const shared = { on: day, reason: '随机' }
  switch (random.below(13)) {
    case 0:
    case 1:
    case 2:
      return () =>
        act((tx) => move.movePersonnel(tx, { teacherId, toInstitutionId: institutionId, on: day, cause }))
    case 3:
      return () =>
        act((tx) =>
          move.addTeaching(tx, {
            teacherId,
            institutionId,
            from: day,
            to: addDays(day, 90),
            fullTime: random.below(2) === 0,
            cause,
          }),
        )
    case 4:
      return () =>
        act((tx) =>
          move.endPersonnel(tx, {
            teacherId,
            on: day,
            cause,
            status: '01',
            account: random.pick(['readsOwn', 'readsDays', 'off']),
            openItems: random.pick(['finish', 'withdraw']),
          }),
        )
    case 5:
    case 6:
      return () =>
        act((tx) => move.beginPersonnel(tx, { teacherId, institutionId, on: day, cause, status: '11' }))
    case 7:
      return () => act((tx) => move.changeStatus(tx, { teacherId, cause, status: '14' }))
    case 8:
      return () => act((tx) => move.takeBackMove(tx, { teacherId, cause: `random:${n - 1}` }))
    case 9:
      return plan({
        act: 'merge',
        from: [institutionId],
        into: random.pick(schools),
        fresh: null,
        officersOf: null,
        ...shared,
      })
    case 11: {
      const joinedId = random.pick(people).teacherId ?? 0
      const turn =
        random.below(3) === 0 ? null : { present: random.pick(['kept', 'joined'] as const), on: day }
      return () => join(teacherId, joinedId, turn, by.identityId)
    }
    case 10:
      return plan({ act: 'move', id: institutionId, parentId: random.pick(parents()), ...shared })
    default:
      return async () => {
        const staff = await region.db.query<{ id: number }>(sql`
          select teacher_id as id from membership
          where institution_id = ${institutionId} and kind = 'personnel' and to_on is null order by 1`)
        const ids = staff.map(({ id }) => id)
        return plan({
          act: 'split',
          id: institutionId,
          fresh: { name: `分${n}校${institutionId}`, code: null },
          goes: ids.slice(0, 1),
          stays: ids.slice(1),
          ...shared,
        })()
      }
  }
}

/** Two of the people turn out to be one; refused where they are the same number, or one was joined before. */
const join = (keptId: number, joinedId: number, turn: Turn | null, by: number) =>
  act(async (tx) => {
    if (keptId === joinedId) throw new AppError('invalid')
    const taken = await takeTwins(tx, keptId, joinedId)
    const order = { keptId, joinedId, turn, voided: [], amended: [], by, reason: '随机', chosen: {} }
    await joinPeople(region.engine, tx, taken, order)
    joins += 1
  })
let joins = 0
const parents = () => [region.places.district, region.places.otherDistrict, region.places.city]

/** What must hold whatever happened; each query names who breaks it. */
const rules: readonly Sql[] = [
  sql`
    select 'two at once: ' || a.teacher_id as fault
    from membership a join membership b on b.teacher_id = a.teacher_id and b.id > a.id and b.kind = a.kind
    where a.kind = 'personnel' and daterange(a.from_on, a.to_on, '[]') && daterange(b.from_on, b.to_on, '[]')`,
  sql`
    select 'nowhere between: ' || m.teacher_id as fault
    from (select teacher_id, from_on, cause, lag(to_on) over (partition by teacher_id order by from_on) as before
      from membership where kind = 'personnel') m
    where m.before is not null and m.from_on > m.before + 1
      and not exists (select 1 from movement l
        where l.teacher_id = m.teacher_id and l.act = 'begin' and l.cause = m.cause)`,
  sql`
    select 'archive elsewhere: ' || t.id as fault
    from teacher t join membership m on m.teacher_id = t.id and m.kind = 'personnel' and m.to_on is null
    where m.institution_id <> t.institution_id`,
  sql`
    select 'kept by a closed school: ' || t.id as fault
    from teacher t join institution i on i.id = t.institution_id where i.closed_on is not null`,
  sql`
    select 'place of the row: ' || t.id as fault
    from teacher t join institution i on i.id = t.institution_id
    where (t.district_id, t.city_id) is distinct from (i.district_id, i.city_id)`,
  sql`
    select 'place of a review: ' || t.id as fault
    from teacher t join revision v on v.owner_id = t.id and v.type = 'sharedResource' and v.replaced_at is null
    where v.state in ('inReview', 'withdrawn')
      and (v.institution_id, v.district_id) is distinct from (t.institution_id, t.district_id)`,
  sql`
    select 'held by nobody: ' || v.owner_id as fault
    from revision v
    left join institution h on h.id = v.holder_institution_id and h.closed_on is null
    join teacher t on t.id = v.owner_id
    where v.state = 'inReview' and v.type = 'sharedResource' and (h.id is null
      or v.route -> v.step::int ->> 'institutionId' is distinct from h.id::text
      or h.id not in (t.institution_id, coalesce(t.district_id, 0), t.city_id, t.province_id))`,
  sql`
    select 'teaches at home: ' || a.teacher_id as fault
    from membership a join membership b on b.teacher_id = a.teacher_id and b.institution_id = a.institution_id
    where a.kind = 'personnel' and b.kind = 'teaching' and a.to_on is null and b.from_on >= a.from_on`,
  sql`
    select 'account elsewhere: ' || t.id as fault
    from teacher t join identity a on a.person_id = t.person_id and a.role = 2 and a.state = 'enabled'
    where a.institution_id <> t.institution_id`,
  sql`
    select 'an alias has something: ' || t.id as fault
    from teacher t
    where t.joined_into is not null and (t.institution_id is not null
      or exists (select 1 from membership m where m.teacher_id = t.id)
      or exists (select 1 from identity a where a.person_id = t.person_id and a.state = 'enabled')
      or exists (select 1 from teacher k where k.id = t.joined_into and k.joined_into is not null))`,
  sql`
    select 'an alias has a record: ' || t.id as fault
    from revision v join teacher t on t.id = v.owner_id
    where t.joined_into is not null and v.type = 'sharedResource'`,
  sql`
    select 'figures of a district: ' || d.id as fault
    from institution d
    where d.level = 'district' and (select count(*) from membership m join institution s on s.id = m.institution_id
        where s.district_id = d.id and m.kind = 'personnel' and m.to_on is null)
      <> (select count(*) from teacher t where t.district_id = d.id and exists (select 1 from membership m
        where m.teacher_id = t.id and m.kind = 'personnel' and m.to_on is null))`,
]

/** Who breaks a rule. */
async function faults(): Promise<string[]> {
  const rows: { fault: string }[] = []
  // Tables of several nodes meet in statements of their own only.
  for (const rule of rules) rows.push(...(await region.db.query<{ fault: string }>(rule)))
  return rows.map(({ fault }) => fault)
}

/** Heads by school on a day, and how many people that are. */
const headsOn = (day: string) =>
  region.db.one<{ rows: number; people: number }>(sql`
    select count(*)::int as rows, count(distinct teacher_id)::int as people
    from membership
    where kind = 'personnel' and from_on <= ${day}::date and (to_on is null or to_on >= ${day}::date)`)

it('whatever happens in whatever order, nobody is nowhere or twice, and every review has one holder who exists', async () => {
  const kinds = new Map<string, number>()
  for (let seed = 1; seed <= 3; seed += 1) {
    const random = randomOf(seed)
    const here = await world()
    let day = '2026-01-10'
    for (let n = seed * 1000; n < seed * 1000 + 45; n += 1) {
      day = addDays(day, random.below(12))
      if (day > today()) break
      // Often two at once.
      const acts = [
        someAct(random, here, day, n),
        ...(n % 3 === 0 ? [someAct(random, here, day, n + 500)] : []),
      ]
      const ends = await Promise.allSettled(acts.map((one) => one()))
      for (const end of ends) {
        if (end.status === 'rejected' && !(end.reason instanceof AppError)) throw end.reason
        const word = end.status === 'fulfilled' ? 'done' : 'refused'
        kinds.set(word, (kinds.get(word) ?? 0) + 1)
      }
      expect(await faults(), `seed ${seed}, act ${n}`).toEqual([])
    }
    for (const one of ['2025-12-31', '2026-05-01', '2026-09-01', today()]) {
      const { rows, people } = await headsOn(one)
      expect(rows).toBe(people)
    }
  }
  expect(kinds.get('done') ?? 0).toBeGreaterThan(50)
  expect(joins).toBeGreaterThan(3)
})
