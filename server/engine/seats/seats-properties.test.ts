import { afterAll, beforeAll, expect, it } from 'vitest'
import { momentOf } from '../../../catalogue/seats/offer.ts'
import { actorOf, testRegion, type Region } from '../../app/testing/test-region.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { everything } from '../../platform/testing/test-extent.ts'
import {
  acceptOffer,
  freeSeat,
  grantPlaces,
  joinLine,
  lapseOffer,
  openSeats,
  replaceHolder,
  resizePlaces,
  returnSeats,
  serve,
  takeSeat,
  type SeatPolicy,
} from './index.ts'

/** Random acts of four levels, twelve teachers and the clock; what has to hold is asked after each of them. */
let region: Region
beforeAll(async () => void (region = await testRegion('seats-properties')))
afterAll(() => region.close())

const rules = { acceptHours: 48, lastOfferHours: 12, firstSession: '2026-12-23T08:30' }
const runs = everything ? 500 : 40
const actsOfARun = 40

/** Numbers that look random and are the same for a seed. */
function chance(seed: number) {
  let state = seed
  const below = (most: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most
  }
  return {
    below,
    pick<T>(list: readonly T[]): T | undefined {
      return list[below(list.length)]
    },
  }
}

interface Run {
  readonly eventId: string
  /** Teachers with the institution in whose name each is sent. */
  readonly teachers: readonly { readonly holder: string; readonly at: number }[]
  readonly clock: { now: number }
  readonly policy: SeatPolicy
  readonly random: ReturnType<typeof chance>
}

/** Who no longer fits, in a run; one teacher in six. */
const isUnfit = (holder: string): boolean => holder.endsWith('0')

async function begin(seed: number): Promise<Run> {
  const { school, sibling, otherSchool, citySchool, province } = region.places
  const random = chance(seed)
  const eventId = uuidv7()
  const teachers = Array.from({ length: 12 }, (_, n) => ({
    holder: uuidv7().slice(0, -1) + (n % 6),
    at: [school, sibling, otherSchool, citySchool][n % 4] ?? school,
  }))
  const total = 4 + random.below(4)
  await region.db.transaction((tx) =>
    openSeats(tx, eventId, { institutionId: province, total, rules, pooled: false }),
  )
  const policy: SeatPolicy = {
    unfit: async (_tx, _event, holder) => (isUnfit(holder) ? '不再符合条件' : null),
    offered: (tx, holder) => requireFirst(tx, eventId, holder),
  }
  const run = { eventId, teachers, clock: { now: momentOf('2026-11-19T10:12') }, policy, random }
  await grantDown(run, total)
  return run
}

/** Most of the seats lie with schools when it begins. */
async function grantDown({ eventId }: Run, total: number): Promise<void> {
  const { places, people } = region
  const each = Math.floor(total / 4)
  const grants = [
    [people.province, 6, [[places.city, total]]],
    [
      people.city,
      5,
      [
        [places.district, 2 * each],
        [places.otherDistrict, each],
        [places.citySchool, each],
      ],
    ],
    [
      people.area,
      4,
      [
        [places.school, each],
        [places.sibling, each],
      ],
    ],
    [people.otherArea, 4, [[places.otherSchool, each]]],
  ] as const
  for (const [who, role, to] of grants)
    await grantPlaces(region.db, {
      actor: actorOf(who, role),
      campaignId: eventId,
      grants: to.map(([institution, granted]) => ({ institution, granted })),
    })
}

/** I6: in the line of one institution nobody is offered before a fitting one that comes first. */
async function requireFirst(tx: Tx, eventId: string, holder: string): Promise<void> {
  const earlier = await tx.query<{ holder: string }>(sql`
    select w.holder
    from seat_waiting o
      join seat_waiting w on w.event_id = o.event_id and w.institution_id = o.institution_id and w.left_at is null
        and (w.lapses, w.order_key, w.since, w.holder) < (o.lapses, o.order_key, o.since, o.holder)
    where o.event_id = ${eventId}::uuid and o.holder = ${holder}::uuid`)
  expect(earlier.filter((one) => !isUnfit(one.holder))).toEqual([])
}

const stateOf = async ({ eventId }: Run, holder: string) =>
  (
    await region.db.maybeOne<{ state: string }>(
      sql`select state from seat where event_id = ${eventId}::uuid and holder = ${holder}::uuid`,
    )
  )?.state

/** What one act does; a refusal in words is part of the game. */
async function act(run: Run): Promise<string> {
  const { random, teachers } = run
  run.clock.now += 60_000 * random.below(600)
  const one = teachers[random.below(teachers.length)]
  if (!one) throw new Error('nobody')
  const kind = random.pick([
    'grant',
    'come',
    'come',
    'come',
    'come',
    'answer',
    'answer',
    'answer',
    'answer',
    'go',
    'go',
    'resize',
    'replace',
  ] as const)
  try {
    if (kind === 'grant') return await grant(run)
    if (kind === 'resize') return await resize(run)
    if (kind === 'replace') return await replace(run, one.holder)
    return await move(run, one, kind ?? 'come')
  } catch (error) {
    if (error instanceof AppError) return `${kind} refused`
    throw error
  }
}

async function grant({ eventId, policy, clock, random }: Run): Promise<string> {
  const { places, people } = region
  const levels = [
    { who: people.province, role: 6, to: [places.city] },
    { who: people.city, role: 5, to: [places.district, places.otherDistrict, places.citySchool] },
    { who: people.area, role: 4, to: [places.school, places.sibling] },
    { who: people.otherArea, role: 4, to: [places.otherSchool] },
  ] as const
  const level = random.pick(levels) ?? levels[0]
  const institution = random.pick<number>(level.to) ?? places.city
  await grantPlaces(region.db, {
    actor: actorOf(level.who, level.role),
    campaignId: eventId,
    grants: [{ institution, granted: random.below(5) }],
    changed: async (tx, institutions) => {
      for (const institutionId of institutions)
        await serve(tx, policy, { eventId, institutionId, at: clock.now, by: null })
    },
  })
  return 'grant'
}

async function resize({ eventId, policy, clock, random }: Run): Promise<string> {
  const { province } = region.places
  const total = 1 + random.below(9)
  await region.db.transaction(async (tx) => {
    await resizePlaces(tx, { id: eventId, institutionId: province }, total)
    await serve(tx, policy, { eventId, institutionId: province, at: clock.now, by: null })
  })
  return 'resize'
}

async function replace(run: Run, holder: string): Promise<string> {
  const { eventId, teachers, clock, random } = run
  const newcomer = random.pick(teachers)?.holder ?? holder
  if (newcomer === holder || (await stateOf(run, holder)) !== 'held') return 'nobody to replace'
  const asked = { eventId, holder, newcomer, reason: '病假', at: clock.now, by: null }
  await region.db.transaction((tx) => replaceHolder(tx, asked))
  return 'replace'
}

async function move(
  run: Run,
  { holder, at: institutionId }: Run['teachers'][number],
  kind: 'come' | 'answer' | 'go',
): Promise<string> {
  const { eventId, policy, clock, random } = run
  const moment = { eventId, holder, at: clock.now, by: null }
  const state = await stateOf(run, holder)
  return region.db.transaction(async (tx) => {
    if (kind === 'go') {
      await freeSeat(tx, policy, { ...moment, reason: '病假' })
      return 'go'
    }
    if (kind === 'answer') {
      if (state !== 'offered') return 'nothing to answer'
      const again = random.below(2) === 0
      if (random.below(2) === 0) await acceptOffer(tx, moment)
      else await lapseOffer(tx, policy, { ...moment, reason: '没有答复', again })
      return 'answer'
    }
    if (state !== undefined) return 'has one'
    if ((await takeSeat(tx, { ...moment, institutionId })) !== null) return 'takes'
    const order = { key: String(random.below(4)), because: '按需求' }
    await joinLine(tx, policy, { ...moment, institutionId, order })
    return 'waits'
  })
}

/** I1, I2, I5 and I7: counts that fit, nobody who fits waits beside a seat that is left, chains that lead to the seats. */
async function requireSound({ eventId }: Run, told: readonly string[]): Promise<void> {
  const found = await region.db.one<Record<string, number>>(sql`
    select
      (select count(*)::int from seat_pool where event_id = ${eventId}::uuid and given + used > granted) as over,
      (select coalesce(sum(used), 0)::int from seat_pool where event_id = ${eventId}::uuid)
        - (select count(*)::int from seat where event_id = ${eventId}::uuid and state <> 'free') as uncounted,
      (select count(*)::int from seat_pool p where event_id = ${eventId}::uuid and given <> (
        select coalesce(sum(b.granted), 0) from seat_pool b
        where b.event_id = p.event_id and b.granted_by = p.institution_id)) as unequal,
      (select count(*)::int from seat_waiting w
        join seat_pool p on p.event_id = w.event_id and p.institution_id = w.institution_id
        where w.event_id = ${eventId}::uuid and w.left_at is null and w.holder::text not like '%0'
          and p.granted - p.given - p.used > 0) as beside,
      (select count(*)::int from seat s where event_id = ${eventId}::uuid and not exists (
        select 1 from (
          select act, holder from seat_event e where e.event_id = s.event_id and e.seat_no = s.no
          order by e.no desc limit 1) last
        where case s.state when 'free' then last.act in ('freed', 'lapsed')
          when 'offered' then last.act = 'offered' and last.holder = s.holder
          else last.act in ('taken', 'accepted', 'replaced') and last.holder = s.holder end)) as broken`)
  expect(found, told.join(', ')).toEqual({ over: 0, uncounted: 0, unequal: 0, beside: 0, broken: 0 })
}

it('whatever offices, teachers and the clock do, counts fit, lines keep their order and no seat stays beside who waits', async () => {
  const seen = new Map<string, number>()
  for (let seed = 1; seed <= runs; seed += 1) {
    const run = await begin(seed)
    const told: string[] = [`run ${seed}`]
    for (let n = 0; n < actsOfARun; n += 1) {
      const done = await act(run)
      told.push(done)
      seen.set(done, (seen.get(done) ?? 0) + 1)
      await requireSound(run, told)
    }
    const { eventId, policy, clock } = run
    await region.db.transaction((tx) => returnSeats(tx, policy, { eventId, at: clock.now, by: null }))
    await requireSound(run, [...told, 'return'])
  }
  for (const kind of ['takes', 'waits', 'answer', 'grant', 'replace', 'go'])
    expect(seen.get(kind) ?? 0, kind).toBeGreaterThan(runs / 4)
}, 300_000)
