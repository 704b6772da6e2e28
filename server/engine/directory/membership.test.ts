import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { translateDbError } from '../../platform/db/errors.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('membership')))
afterAll(() => region.close())

const belongs = async (from: string, to: string | null, kind = 'personnel') => {
  const teacher = region.people.teacher.teacherId
  try {
    await region.db.query(sql`
      insert into membership (teacher_id, id, institution_id, kind, from_on, to_on)
      values (${teacher}, ${uuidv7()}::uuid, ${region.places.sibling}, ${kind}, ${from}::date, ${to}::date)`)
    return 'kept'
  } catch (error) {
    return translateDbError(error).code
  }
}

it('nobody belongs to two institutions on one day, in the past as little as now; teaching elsewhere is another thing', async () => {
  // Since 2020-09-01 the teacher belongs to the own school.
  expect(await belongs('2015-09-01', '2020-08-31')).toBe('kept')
  for (const [from, to] of [
    ['2021-09-01', '2022-08-31'],
    ['2026-01-01', null],
    ['2019-01-01', '2020-09-01'],
    ['2015-09-01', '2015-09-01'],
    ['2010-01-01', null],
  ] as const)
    expect(await belongs(from, to), `${from} to ${to}`).toBe('23P01')
  expect(await belongs('2014-09-01', '2014-08-31')).toBe('23514')
  expect(await belongs('2010-09-01', '2015-08-31')).toBe('kept')
  expect(await belongs('2021-09-01', '2022-08-31', 'teaching')).toBe('kept')
})

it('of a hundred who write the same teacher at once, one is kept', async () => {
  const teacher = region.people.colleague.teacherId
  const end = sql`update membership set to_on = '2025-08-31' where teacher_id = ${teacher}`
  await region.db.query(end)
  const answers = await Promise.allSettled(
    Array.from({ length: 100 }, () =>
      region.db.query(sql`
        insert into membership (teacher_id, id, institution_id, kind, from_on)
        values (${teacher}, ${uuidv7()}::uuid, ${region.places.sibling}, 'personnel', '2025-09-01')`),
    ),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
