import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PairBoard } from '../../../catalogue/contract/support-pairs.ts'
import { oneFigureBy } from '../../features/analysis/index.ts'
import { countPeople, random, recordsOf } from '../../features/analysis/test-counted-people.ts'
import { readGoals } from '../../features/support/index.ts'
import { openFigures } from '../../engine/figures/index.ts'
import { addDays, endOfDay, today } from '../../platform/clock/clock.ts'
import { createLog } from '../../platform/log/log.ts'
import { sql } from '../../platform/db/sql.ts'
import { agreedPair, pairCalls } from '../testing/test-pair.ts'
import { testRegion, type Region } from '../testing/test-region.ts'

/**
 * The baseline of a goal, recomputed by plain statements that know nothing of figures: over memberships of the
 * first day and over revisions by the time at which they were in force. Archives changed since that day.
 */
const now = today()
const firstDay = addDays(now, -200)
let region: Region
beforeAll(async () => {
  region = await testRegion('pair-baseline')
  await region.db.execute(sql`delete from membership`)
  const { said: randomSaid, pick, chance } = random(20_250_901)
  const { places } = region
  const given = Array.from({ length: 60 }, () => ({
    placeId: chance(0.75) ? places.sibling : places.school,
    since: pick(['2010-09-01', '2018-09-01', addDays(now, -120)]),
    recordedOn: pick([addDays(now, -700), addDays(now, -700), addDays(now, -90)]),
    records: recordsOf(randomSaid(), Number(now.slice(0, 4)) - 2),
    ...(chance(0.4) && { changed: { on: addDays(now, -60), values: { staffCategory: pick(['11', '12']) } } }),
  }))
  await countPeople(region, given)
})
afterAll(() => region.close())

interface Counts {
  readonly n: number
  readonly of: number
}

/** Full-time teachers of a school on a day, and those with a senior title; who holds no title is known to. */
const seniorOn = (placeId: number, day: string) =>
  region.db.one<Counts>(sql`
    with there as (
      select distinct teacher_id as id from membership
      where institution_id = ${placeId} and kind = 'personnel' and from_on <= ${day}::date
        and (to_on is null or to_on >= ${day}::date)),
    then_in_force as (
      select r.owner_id, r.type, r.value from revision r
      where r.state = 'approved' and r.applied_at <= ${endOfDay(day)}::timestamptz
        and (r.superseded_at is null or r.superseded_at > ${endOfDay(day)}::timestamptz)),
    titled as (
      select t.id, (select max(p.value ->> 'professionalTitle') from then_in_force p
        where p.owner_id = t.id and p.type = 'techPositionAppointment') as title
      from there t
        join then_in_force b on b.owner_id = t.id and b.type = 'basicInfo' and b.value ->> 'staffCategory' = '11')
    select count(*) filter (where title in ('051', '052'))::int as n, count(*)::int as of
    from titled`)

describe('a baseline', () => {
  it('is what plain statements find for the first day, and stays when the archives change', async () => {
    const { sibling } = region.places
    const needs = {
      db: region.db,
      readFigure: oneFigureBy(openFigures(region.engine, createLog('silent'))),
    }
    const id = await agreedPair(region, {
      fromDay: firstDay,
      goals: [
        { goal: '01', direction: '1', target: 99 },
        { goal: '05', direction: '1', target: 99 },
      ],
    })
    await readGoals(needs, new AbortController().signal)
    const plain = await seniorOn(sibling, firstDay)
    const goal = async () => {
      const board = (await region.people.area.get<PairBoard>(`${pairCalls}/${id}`)).data
      return board.goals[0]
    }
    const read = await goal()
    expect(plain.of).toBeGreaterThan(5)
    expect(read?.baseline).toMatchObject({ day: firstDay, n: plain.n, of: plain.of })
    expect(read?.baseline?.value).toBeCloseTo((100 * plain.n) / plain.of, 10)
    const today0 = await seniorOn(sibling, now)
    expect(read?.now).toMatchObject({ n: today0.n, of: today0.of })
    // Otherwise the test would not tell the first day from today.
    expect([today0.n, today0.of]).not.toEqual([plain.n, plain.of])
    // Somebody leaves: the number of today follows, the baseline does not.
    await region.db.execute(sql`
      update membership set to_on = ${addDays(now, -1)}::date
      where institution_id = ${sibling} and to_on is null and teacher_id % 2 = 0`)
    await region.db.execute(sql`update pair_reading set day = day - 1 where kind = 'today'`)
    await readGoals(needs, new AbortController().signal)
    expect((await goal())?.baseline).toMatchObject({ n: plain.n, of: plain.of })
  })
})
