import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minuteOf, momentOf } from '../../../catalogue/seats/offer.ts'
import { actorOf, testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { openDatabase, type Database, type Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  acceptOffer,
  closeSeats,
  freeSeat,
  grantPlaces,
  joinLine,
  lapseOffer,
  lineOf,
  openSeats,
  placesOf,
  replaceHolder,
  resizePlaces,
  returnSeats,
  seatHistory,
  seatOf,
  serve,
  takeSeat,
  type SeatPolicy,
} from './index.ts'

let region: Region
let crowd: Database
beforeAll(async () => {
  region = await testRegion('seats')
  crowd = openDatabase({ url: region.appUrl, max: 16, connectTimeout: 60_000 })
})
afterAll(async () => {
  await crowd.close()
  await region.close()
})

/** Holders who may not have a seat, with the reason; and who was asked until when. */
const refused = new Map<string, string>()
const asked = new Map<string, string>()
const seating: SeatPolicy = {
  unfit: async (_tx, _event, holder) => refused.get(holder) ?? null,
  offered: async (_tx, holder, { until }) => void asked.set(holder, minuteOf(until)),
}

const noon = '2026-11-19T10:12'
const rules = { acceptHours: 48, lastOfferHours: 12, firstSession: '2026-11-23T08:30' }
const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => region.db.transaction(work)
const at = (minute: string) => momentOf(minute)

/** An event of an office with so many seats. */
async function event(total: number, who: number = region.places.city, pooled = false): Promise<string> {
  const eventId = uuidv7()
  await within((tx) => openSeats(tx, eventId, { institutionId: who, total, rules, pooled }))
  return eventId
}
const grant = (who: Person, role: 4 | 5, eventId: string, grants: readonly (readonly [number, number])[]) =>
  grantPlaces(region.db, {
    actor: actorOf(who, role),
    campaignId: eventId,
    grants: grants.map(([institution, granted]) => ({ institution, granted })),
    changed: async (tx, institutions) => {
      for (const institutionId of institutions)
        await serve(tx, seating, { eventId, institutionId, at: at(noon), by: null })
    },
  })
const take = (eventId: string, institutionId: number, holder: string = uuidv7(), db: Database = region.db) =>
  db.transaction(async (tx) => ({
    holder,
    no: await takeSeat(tx, { eventId, institutionId, holder, at: at(noon), by: null }),
  }))
const wait = (eventId: string, institutionId: number, key = '', minute = noon) => {
  const holder = uuidv7()
  return within(async (tx) => {
    const order = { key, because: '按先后' }
    await joinLine(tx, seating, { eventId, institutionId, holder, order, at: at(minute), by: null })
    return holder
  })
}
const free = (eventId: string, holder: string, minute = noon) =>
  within((tx) => freeSeat(tx, seating, { eventId, holder, reason: '病假', at: at(minute), by: null }))
const lapse = (eventId: string, holder: string, minute: string, again: boolean) =>
  within((tx) =>
    lapseOffer(tx, seating, { eventId, holder, reason: '没有答复', again, at: at(minute), by: null }),
  )
const seat = async (eventId: string, holder: string) => {
  const found = await within((tx) => seatOf(tx, eventId, holder))
  return found && `${found.no} ${found.state}`
}
const places = (eventId: string, institutionId: number) => placesOf(region.db, eventId, institutionId)
const lineIn = async (eventId: string) => (await lineOf(region.db, eventId)).map(({ holder }) => holder)

/** What I1, I2 and I7 say of an event: counts that fit, and chains that lead to where the seats are. */
async function sound(eventId: string): Promise<void> {
  const counts = await region.db.one<{ used: number; taken: number; broken: number; replayed: number }>(sql`
    select (select sum(used)::int from seat_pool where event_id = ${eventId}::uuid) as used,
      (select count(*)::int from seat where event_id = ${eventId}::uuid and state <> 'free') as taken,
      (select count(*)::int from seat_pool p where event_id = ${eventId}::uuid and used <> (
        select count(*) from seat s where s.event_id = p.event_id and s.institution_id = p.institution_id
          and s.stripe = p.stripe and s.state <> 'free')) as broken,
      (select count(*)::int from seat s where event_id = ${eventId}::uuid and not exists (
        select 1 from (
          select act, holder from seat_event e where e.event_id = s.event_id and e.seat_no = s.no
          order by e.no desc limit 1) last
        where case s.state when 'free' then last.act in ('freed', 'lapsed')
          when 'offered' then last.act = 'offered' and last.holder = s.holder
          else last.act in ('taken', 'accepted', 'replaced') and last.holder = s.holder end)) as replayed`)
  expect(counts).toEqual({ used: counts.taken, taken: counts.taken, broken: 0, replayed: 0 })
}

describe('seats go down level by level (1, 2, 10, 16)', () => {
  it('a city grants 118 of 120, a district no more than it has', async () => {
    const { district, otherDistrict, emptyDistrict, citySchool, school, sibling } = region.places
    const id = await event(120)
    const parts = [
      [district, 36],
      [otherDistrict, 26],
      [emptyDistrict, 48],
      [citySchool, 8],
    ] as const
    await grant(region.people.city, 5, id, parts)
    expect(await places(id, region.places.city)).toEqual({ granted: 120, given: 118, used: 0 })
    await expect(
      grant(region.people.area, 4, id, [
        [school, 20],
        [sibling, 17],
      ]),
    ).rejects.toMatchObject({ message: expect.stringContaining('超出 1 个') })
    expect(await places(id, school)).toBeUndefined()
    expect(await places(id, district)).toEqual({ granted: 36, given: 0, used: 0 })
  })

  it('on the day of return what is held or offered stays', async () => {
    const { city, school } = region.places
    const id = await event(20, region.places.district)
    await grant(region.people.area, 4, id, [[school, 18]])
    const held = []
    for (let n = 0; n < 17; n += 1) held.push(await take(id, school))
    await take(id, school)
    const asking = await wait(id, school)
    await free(id, held[0]?.holder ?? '')
    expect(asked.get(asking)).toBe('2026-11-21T10:12')
    await free(id, held[1]?.holder ?? '')
    expect(await places(id, school)).toEqual({ granted: 18, given: 0, used: 17 })
    const back = await within((tx) => returnSeats(tx, seating, { eventId: id, at: at(noon), by: null }))
    expect(back).toBe(1)
    expect(await places(id, school)).toEqual({ granted: 17, given: 0, used: 17 })
    expect(await places(id, region.places.district)).toEqual({ granted: 20, given: 17, used: 0 })
    expect(city).not.toBe(school)
    // From then on a seat that nobody waits for goes back at once.
    await free(id, held[2]?.holder ?? '')
    expect(await places(id, school)).toEqual({ granted: 16, given: 0, used: 16 })
    await sound(id)
  })

  it('who gets seats back serves the lines below before the rest goes on', async () => {
    const { district, school, sibling, city } = region.places
    const id = await event(10)
    await grant(region.people.city, 5, id, [[district, 5]])
    await grant(region.people.area, 4, id, [
      [school, 2],
      [sibling, 1],
    ])
    await take(id, sibling)
    const waits = await wait(id, sibling)
    expect(await seat(id, waits)).toBeUndefined()
    await within((tx) => returnSeats(tx, seating, { eventId: id, at: at(noon), by: null }))
    expect(await seat(id, waits)).toBe('2 offered')
    expect(await places(id, district)).toEqual({ granted: 2, given: 1, used: 1 })
    expect(await places(id, city)).toEqual({ granted: 10, given: 2, used: 0 })
    await sound(id)
  })

  it('all seats together fall to what is taken and no further', async () => {
    const { district, city: institutionId } = region.places
    const id = await event(120)
    await grant(region.people.city, 5, id, [[district, 100]])
    for (let n = 0; n < 12; n += 1) await take(id, institutionId)
    const resized = (total: number) => within((tx) => resizePlaces(tx, { id, institutionId }, total))
    await expect(resized(110)).rejects.toMatchObject({ message: '已占 112 个，不能少于这个数' })
    await resized(112)
    expect(await places(id, institutionId)).toEqual({ granted: 112, given: 100, used: 12 })
  })
})

describe('takers at once (3, 4)', () => {
  it('of two who want the last seat one gets it', async () => {
    const id = await event(1)
    const both = await Promise.all([1, 2].map(() => take(id, region.places.city, uuidv7(), crowd)))
    expect(both.map(({ no }) => no).toSorted()).toEqual([1, null])
    expect(await places(id, region.places.city)).toEqual({ granted: 1, given: 0, used: 1 })
  })

  it('600 want 500: all seats are taken with the numbers 1 to 500, and 100 wait in places 1 to 100', async () => {
    const { city: institutionId } = region.places
    const id = await event(500, institutionId, true)
    const rows = await region.db.query<{ granted: number }>(
      sql`select granted from seat_pool where event_id = ${id}::uuid order by granted`,
    )
    expect(rows.map(({ granted }) => granted)).toEqual([...Array(12).fill(31), ...Array(4).fill(32)])
    const one = (holder: string) =>
      crowd.transaction(async (tx) => {
        const who = { eventId: id, institutionId, holder, at: at(noon), by: null }
        const no = await takeSeat(tx, who)
        if (no === null) await joinLine(tx, seating, { ...who, order: { key: '', because: '按先后' } })
        return no
      })
    const all = await Promise.all(Array.from({ length: 600 }, () => one(uuidv7())))
    const numbers = all.flatMap((no) => no ?? []).toSorted((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 500 }, (_, n) => n + 1))
    expect((await lineOf(region.db, id)).map(({ place }) => place)).toEqual(
      Array.from({ length: 100 }, (_, n) => n + 1),
    )
    await sound(id)
  })

  it.each([1, 2, 3])(
    'take and leave by chance, run %i: never too many, nobody waits beside a seat',
    async (run) => {
      const { city, district, school, sibling } = region.places
      const id = await event(12)
      await grant(region.people.city, 5, id, [[district, 8]])
      await grant(region.people.area, 4, id, [
        [school, 3],
        [sibling, 3],
      ])
      const offices = [city, district, school, sibling]
      const person = async (n: number) => {
        const [holder, institutionId] = [uuidv7(), offices[(n * run) % 4] ?? city]
        const who = { eventId: id, institutionId, holder, at: at(noon), by: null }
        await crowd.transaction(async (tx) => {
          if ((await takeSeat(tx, who)) === null)
            await joinLine(tx, seating, { ...who, order: { key: '', because: '' } })
        })
        if (n % 3 === 0) await crowd.transaction((tx) => freeSeat(tx, seating, { ...who, reason: '有事' }))
      }
      await Promise.all(Array.from({ length: 40 }, (_, n) => person(n)))
      await sound(id)
      const pools = await Promise.all(offices.map((one) => places(id, one)))
      const waiting = await lineOf(region.db, id)
      for (const [n, pool] of pools.entries()) {
        if (!pool) throw new Error('no pool')
        const left = pool.granted - pool.given - pool.used
        expect(left).toBeGreaterThanOrEqual(0)
        const own = waiting.filter(({ institutionId }) => institutionId === offices[n])
        expect(left === 0 || own.length === 0, `${offices[n]} has ${left}, ${own.length} wait`).toBe(true)
      }
    },
  )
})

describe('a seat that is left (5, 6, 7, 9, 11)', () => {
  it('goes to the first who waits, and a stranger comes behind the second', async () => {
    const id = await event(1)
    const { city } = region.places
    const first = await take(id, city)
    const [one, two] = [await wait(id, city), await wait(id, city, '', '2026-11-19T10:13')]
    const [, stranger] = await Promise.all([
      free(id, first.holder),
      take(id, city, uuidv7(), crowd).then(async ({ no }) => {
        expect(no).toBeNull()
        return wait(id, city, '', '2026-11-19T10:14')
      }),
    ])
    expect(await seat(id, one)).toBe('1 offered')
    expect(asked.get(one)).toBe('2026-11-21T10:12')
    expect(await lineIn(id)).toEqual([two, stranger])
    await lapse(id, one, '2026-11-21T10:12', true)
    expect(asked.get(two)).toBe('2026-11-22T20:30')
    expect(await lineIn(id)).toEqual([stranger, one])
    await within((tx) => acceptOffer(tx, { eventId: id, holder: two, at: at(noon), by: null }))
    expect(await seat(id, two)).toBe('1 held')
    await lapse(id, one, '2026-11-21T10:12', false)
    const chain = await seatHistory(region.db, id, 1)
    expect(chain.map(({ act }) => act).toReversed()).toEqual([
      'taken',
      'freed',
      'offered',
      'lapsed',
      'offered',
      'accepted',
    ])
    await sound(id)
  })

  it('is offered from the morning, and to nobody in the last hours', async () => {
    const id = await event(2)
    const { city } = region.places
    const [a, b] = [await take(id, city), await take(id, city)]
    const [one, two] = [await wait(id, city), await wait(id, city)]
    await free(id, a.holder, '2026-11-19T23:40')
    expect(asked.get(one)).toBe('2026-11-22T07:00')
    await free(id, b.holder, '2026-11-22T19:00')
    expect(asked.has(two)).toBe(false)
    expect(await places(id, city)).toEqual({ granted: 2, given: 0, used: 1 })
    expect(await lineIn(id)).toEqual([two])
  })

  it('of a school goes to the school first, then to the offices above', async () => {
    const { city, district, school } = region.places
    const id = await event(10)
    await grant(region.people.city, 5, id, [[district, 9]])
    await grant(region.people.area, 4, id, [[school, 9]])
    const held = []
    for (let n = 0; n < 9; n += 1) held.push(await take(id, school))
    const all = await take(id, city)
    const ofCity = await wait(id, city, '', '2026-11-18T08:00')
    const [first, second] = [await wait(id, school), await wait(id, school, '', '2026-11-19T11:00')]
    await free(id, held[3]?.holder ?? '')
    expect([await seat(id, first), await seat(id, ofCity)]).toEqual(['4 offered', undefined])
    await free(id, held[4]?.holder ?? '')
    expect(await seat(id, second)).toBe('5 offered')
    await free(id, held[5]?.holder ?? '')
    expect(await seat(id, ofCity)).toBe('6 offered')
    expect(await seat(id, all.holder)).toBe('10 held')
    await sound(id)
  })

  it('passes over who no longer fits: with the reason, and the place stays', async () => {
    const id = await event(1)
    const { city } = region.places
    const held = await take(id, city)
    const [one, two] = [await wait(id, city), await wait(id, city)]
    refused.set(one, '那几天已有其他面授培训')
    await free(id, held.holder)
    expect(await seat(id, two)).toBe('1 offered')
    expect(await lineOf(region.db, id)).toMatchObject([
      { holder: one, place: 1, passed: '那几天已有其他面授培训' },
    ])
  })

  it('lets nobody wait beside a seat that a larger quota brings; after the start nobody is asked', async () => {
    const id = await event(1)
    const { city: institutionId } = region.places
    const first = await take(id, institutionId)
    const [one, two] = [await wait(id, institutionId), await wait(id, institutionId)]
    const moment = { eventId: id, at: at(noon), by: null }
    await within(async (tx) => {
      await resizePlaces(tx, { id, institutionId }, 2)
      await serve(tx, seating, { ...moment, institutionId })
    })
    expect(await seat(id, one)).toBe('2 offered')
    await within((tx) => closeSeats(tx, id))
    await free(id, first.holder)
    expect(await seat(id, two)).toBeUndefined()
    expect(await places(id, institutionId)).toEqual({ granted: 2, given: 0, used: 1 })
  })

  it('is passed to a replacement with its number, once', async () => {
    const id = await event(1)
    const { city } = region.places
    const { holder } = await take(id, city)
    const newcomer = await wait(id, city)
    const asking = { eventId: id, holder, newcomer, reason: '调走', at: at(noon), by: null }
    expect(await within((tx) => replaceHolder(tx, asking))).toBe(1)
    expect([await seat(id, holder), await seat(id, newcomer)]).toEqual([undefined, '1 held'])
    expect(await lineIn(id)).toEqual([])
    await expect(within((tx) => replaceHolder(tx, asking))).rejects.toMatchObject({ code: 'wrongState' })
    await sound(id)
  })
})
