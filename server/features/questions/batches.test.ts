import { afterAll, beforeAll, expect, it } from 'vitest'
import { batches } from '../../../catalogue/contract/question-batches.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'

const url = '/api/v1/question/import/batches'
let region: Region
beforeAll(async () => {
  region = await testRegion('question-batches')
})
afterAll(() => region.close())

/** Drafts that came in together, so many days ago; the first `handedIn` of them were handed in. */
async function brought(who: Person, count: number, { days = 0, handedIn = 0 } = {}): Promise<string> {
  const batch = uuidv7()
  for (let n = 0; n < count; n += 1)
    await region.db.execute(sql`
      insert into question (value, title, by_identity, author_identity, institution_id, batch_id, last_no, created_at)
      values ('{}', ${`第 ${n + 1} 题`}, ${who.identityId}, ${who.identityId}, ${region.places.school}, ${batch}::uuid,
        ${n < handedIn ? 1 : 0}, now() - make_interval(days => ${days}))`)
  return batch
}

it('a teacher sees what he brought in together, and takes back what was not handed in', async () => {
  const { teacher, colleague, school } = region.people
  const old = await brought(teacher, 2, { days: 9 })
  const fresh = await brought(teacher, 3, { handedIn: 1 })
  await brought(colleague, 4)
  const read = async (who: Person) => batches.parse((await who.get(url)).data)
  expect((await read(teacher)).list).toMatchObject([
    { batch: fresh, first: '第 1 题', total: 3, drafts: 2, isOver: false },
    { batch: old, total: 2, drafts: 2, isOver: true },
  ])
  expect((await teacher.del(`/api/v1/question/import/${fresh}`)).data).toEqual({ removed: 2, kept: 1 })
  expect((await teacher.del(`/api/v1/question/import/${old}`)).data).toEqual({ removed: 0, kept: 2 })
  expect((await read(teacher)).list[0]).toMatchObject({ batch: fresh, total: 1, drafts: 0 })
  expect((await read(colleague)).total).toBe(1)
  expect((await school.get(url)).status).toBe(403)
  expect((await teacher.get(`${url}?page=0`)).status).toBe(400)
})
