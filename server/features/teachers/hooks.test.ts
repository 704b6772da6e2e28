import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { teacherHooks } from './hooks.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('teacher_hooks')))
afterAll(() => region.close())

it('the teacher’s row follows the basic information, and goes back with a version that stands again', async () => {
  const ownerId = region.people.teacher.teacherId ?? 0
  const hooks = teacherHooks()
  const row = () =>
    region.db.one(sql`
      select t.name, p.name as person, t.stage
      from teacher t
      join person p on p.id = t.person_id
      where t.id = ${ownerId}`)
  const record = { type: 'basicInfo', ownerId, recordId: '' }
  const earlier = { name: '林影', schoolStage: '2' }
  const later = { name: '林疏影', schoolStage: '3' }
  await region.db.transaction((tx) => hooks.applied(tx, { ...record, values: later, before: earlier }))
  expect(await row()).toEqual({ name: '林疏影', person: '林疏影', stage: '3' })
  await region.db.transaction((tx) => hooks.voided(tx, { ...record, before: later, now: earlier }))
  expect(await row()).toEqual({ name: '林影', person: '林影', stage: '2' })
  await region.db.transaction((tx) => hooks.voided(tx, { ...record, before: earlier, now: null }))
  expect(await row()).toEqual({ name: '林影', person: '林影', stage: '2' })
})
