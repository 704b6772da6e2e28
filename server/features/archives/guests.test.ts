import { afterAll, beforeAll, expect, it } from 'vitest'
import { archiveDocument } from '../../../catalogue/contract/archive/archive.ts'
import { guestPage } from '../../../catalogue/contract/archive/guests.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { movementOf, type Movement } from '../../engine/movement/index.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
let movement: Movement
const now = today()
beforeAll(async () => {
  region = await testRegion('guests')
  movement = movementOf(region.engine)
})
afterAll(() => region.close())

const addressesOf = (id: number) => [
  `/api/v1/archive/${id}`,
  `/api/v1/archive/${id}/head`,
  `/api/v1/archive/overview?teacher_id=${id}`,
  `/api/userdanan/teacherdetail?teacher_id=${id}`,
]
const statuses = async (who: Person, id: number) =>
  Promise.all(addressesOf(id).map(async (url) => (await who.get(url)).status))
const listed = async (who: Person, which: string) =>
  guestPage.parse((await who.get(`/api/v1/teacher/guests?which=${which}`)).data).list
const all = (status: number) => [status, status, status, status]

it('the host school reads while a posting lasts, with what is under way left out, and the reading is noted', async () => {
  const { people, places } = region
  const { siblingSchool, otherSchool } = people
  const teacher = await region.add(2, places.school, '派出的')
  const id = teacher.teacherId ?? 0
  expect(await statuses(siblingSchool, id)).toEqual(all(404))
  const posting = {
    teacherId: id,
    institutionId: places.sibling,
    from: addDays(now, -30),
    cause: 'posting:guest',
  }
  await region.db.transaction((tx) =>
    movement.addTeaching(tx, { ...posting, to: addDays(now, 30), fullTime: true }),
  )
  expect(await statuses(siblingSchool, id)).toEqual(all(200))
  // No other school, and no verb: the school where the teacher belongs writes.
  expect(await statuses(otherSchool, id)).toEqual(all(404))
  expect((await siblingSchool.get(`/api/v1/records/basicInfo?ownerId=${id}`)).data).toMatchObject({
    total: 0,
  })
  const [line] = await listed(siblingSchool, 'here')
  expect(line).toMatchObject({ teacherId: id, name: '派出的', to: addDays(now, 30) })
  expect(await listed(otherSchool, 'here')).toEqual([])
  const noted = await region.db.query(sql`
    select 1 from audit where action = 'archive.read' and owner_id = ${id} and by_identity = ${siblingSchool.identityId}`)
  expect(noted.length).toBeGreaterThan(0)
  await region.db.transaction((tx) =>
    movement.endTeaching(tx, { teacherId: id, cause: 'posting:guest', lastDay: addDays(now, -1) }),
  )
  expect(await statuses(siblingSchool, id)).toEqual(all(404))
  expect(await listed(siblingSchool, 'here')).toEqual([])
})

it('a former school reads its own years: the archive as it stood on the last day there', async () => {
  const { people, places } = region
  const { school, siblingSchool } = people
  const teacher = await region.add(2, places.school, '调走的')
  const id = teacher.teacherId ?? 0
  await region.db.transaction((tx) =>
    movement.movePersonnel(tx, {
      teacherId: id,
      toInstitutionId: places.sibling,
      on: addDays(now, -10),
      cause: 'transfer:guest',
    }),
  )
  expect(await statuses(siblingSchool, id)).toEqual(all(200))
  expect(await statuses(school, id)).toEqual(all(200))
  const last = addDays(now, -11)
  const read = async (query = '') =>
    archiveDocument.parse((await school.get(`/api/v1/archive/${id}${query}`)).data)
  expect(await read()).toMatchObject({ date: last, until: last })
  // Neither today nor a day of the next school is given, an earlier one is.
  expect((await read(`?date=${now}`)).date).toBe(last)
  expect((await read(`?date=${addDays(now, -40)}`)).date).toBe(addDays(now, -40))
  expect(await listed(school, 'former')).toMatchObject([{ teacherId: id, name: '调走的', to: last }])
  expect((await people.teacher.get('/api/v1/teacher/guests')).status).toBe(403)
})
