import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { countPeople } from '../analysis/test-counted-people.ts'
import { followAnew, followFacts } from './follow.ts'
import {
  addProject,
  confirmed,
  enrol,
  failed,
  followed,
  learning,
  moveOn,
  passed,
} from './test-enrolments.ts'

let region: Region
let people: number[] = []
beforeAll(async () => {
  region = await testRegion('training-facts')
  const { school, sibling } = region.places
  const of = (placeId: number, n: number) => ({
    placeId,
    since: '2015-09-01',
    recordedOn: '2020-01-01',
    records: {
      basicInfo: [
        {
          name: '数',
          birthDate: `19${80 + n}-01-01`,
          staffCategory: '11',
          schoolStage: '3',
          mainSubject: '14',
        },
      ],
    },
  })
  people = await countPeople(region, [of(school, 1), of(school, 2), of(sibling, 3), of(sibling, 4)])
  await region.db.execute(sql`update institution set urban_rural = '210' where id = ${school}`)
})
afterAll(() => region.close())

const person = (index: number): number => people[index] ?? 0
const factOf = (id: string) =>
  region.db.maybeOne<Record<string, unknown>>(sql`
    select state, institution_id as place, stage, subject, age_band as age, urban, due, attended, came, tenths, score
    from training_fact where case_id = ${id}::uuid`)
const allFacts = () =>
  region.db.query(sql`
    select to_jsonb(f) - 'change_no' as fact from training_fact f order by campaign_id, case_id`)

describe('facts of enrolments', () => {
  it('say who took part, where, and what came of it, as of the day on which the course started', async () => {
    const id = await enrol(region, await addProject(region), person(0), passed)
    await followed(region)
    expect(await factOf(id)).toMatchObject({
      state: 'qualified',
      place: region.places.school,
      stage: '3',
      subject: '14',
      urban: 'country',
      tenths: 400,
      score: 88,
    })
    // The place stays when the person moves on afterwards.
    await region.db.execute(sql`
      update teacher set institution_id = ${region.places.sibling} where id = ${person(0)}`)
    await moveOn(region, id, 'unqualified')
    await followed(region)
    expect(await factOf(id)).toMatchObject({ state: 'unqualified', place: region.places.school, tenths: 0 })
    await region.db.execute(sql`
      update teacher set institution_id = ${region.places.school} where id = ${person(0)}`)
  })

  it('are of confirmed enrolments only, and stay when one is cancelled', async () => {
    const project = await addProject(region)
    const never = await enrol(region, project, person(1), [{ to: 'recommending' }, { to: 'cancelled' }])
    const left = await enrol(region, project, person(2), confirmed)
    await followed(region)
    expect(await factOf(never)).toBeUndefined()
    expect(await factOf(left)).toMatchObject({ state: 'confirmed', place: null })
    await moveOn(region, left, 'cancelled')
    await followed(region)
    expect(await factOf(left)).toMatchObject({ state: 'cancelled', place: null })
  })

  it('follow marks, and sessions that end', async () => {
    const project = await addProject(region)
    const id = await enrol(region, project, person(3), learning, region.places.sibling)
    await followed(region)
    expect(await factOf(id)).toMatchObject({ due: 0, came: false })
    const [first, second, mark] = [uuidv7(), uuidv7(), uuidv7()]
    await region.db.execute(sql`
      insert into presence_book (event_id, rules) values (${project}, ${sql.json({ lateAfter: 10, closesAfter: 40, latesPerAbsence: 3, signOut: false, leastAttendance: 80 })})`)
    await region.db.execute(sql`
      insert into presence_session (event_id, id, starts_at, ends_at, place, tenths)
      select ${project}::uuid, x.id, now() - interval '4 hours', now() - interval '1 hour', '报告厅', 40
      from unnest(${[first, second]}::uuid[]) as x(id)`)
    await region.db.execute(sql`
      insert into presence_mark (event_id, id, session_id, teacher_id, way, status, means, moment)
      values (${project}, ${mark}, ${first}, ${person(3)}, 'in', '1', 'code', now() - interval '4 hours')`)
    await region.db.execute(sql`
      insert into presence_event (event_id, mark_id, no, act, means, status, moment)
      values (${project}, ${mark}, 1, 'made', 'code', '1', now())`)
    await followed(region)
    // Nobody called the roll of the second one: it is due for nobody, as on the roster.
    expect(await factOf(id)).toMatchObject({ due: 1, attended: 1, came: true })
    const markOf = async (session: string, who: number, moment = uuidv7()) => {
      await region.db.execute(sql`
        insert into presence_mark (event_id, id, session_id, teacher_id, way, status, means, moment)
        values (${project}, ${moment}, ${session}, ${who}, 'in', '1', 'code', now() - interval '4 hours')`)
      await region.db.execute(sql`
        insert into presence_event (event_id, mark_id, no, act, means, status, moment)
        values (${project}, ${moment}, 1, 'made', 'code', '1', now())`)
    }
    // Somebody else came to the second one.
    await markOf(second, person(2))
    await followed(region)
    expect(await factOf(id)).toMatchObject({ due: 2, attended: 1 })
    // It is one of another class: due for its learners alone.
    await region.db.execute(sql`
      insert into training_session (campaign_id, id, title, lecturer, class_name, mode)
      values (${project}, ${second}, '研磨', '陶叙白', '二班', '1')`)
    await region.db.execute(sql`
      update process_case set version = version + 1, updated_at = now(), value = value || '{"className": "一班"}'
      where id = ${id}::uuid`)
    await followed(region)
    expect(await factOf(id)).toMatchObject({ due: 1, attended: 1 })
  })

  it('write nothing while nothing happens', async () => {
    while (await followFacts(region.engine));
    const writes = async () =>
      (
        await region.db.one<{ at: string }>(
          sql`select string_agg(xmin::text || xmax::text, ',' order by source) as at from training_followed`,
        )
      ).at
    const before = await writes()
    await followFacts(region.engine)
    expect(await writes()).toBe(before)
  })

  it('rebuilt are equal, whatever happened to the enrolments', async () => {
    const projects = [await addProject(region), await addProject(region)]
    const ends = [confirmed, learning, passed, failed, [...confirmed, { to: 'cancelled' }]]
    const history = fc.record({
      project: fc.constantFrom(...projects),
      who: fc.integer({ min: 0, max: 3 }),
      steps: fc.constantFrom(...ends),
      later: fc.option(fc.constantFrom('cancelled', 'qualified', 'unqualified', 'learning')),
      seen: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(history, { minLength: 1, maxLength: 6 }), async (histories) => {
        for (const { project, who, steps, later, seen } of histories) {
          const id = await enrol(region, project, person(who), steps)
          if (seen) await followed(region)
          if (later !== null) await moveOn(region, id, later)
        }
        await followed(region)
        const before = await allFacts()
        await region.db.execute(sql`delete from training_fact`)
        await followAnew(region.engine)
        await followed(region)
        expect(await allFacts()).toEqual(before)
      }),
      { numRuns: 12 },
    )
  })
})
