import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { bring, csvOf, definitionNamed, gateOf, teacherRow, viewOf } from '../imports/test-imports.ts'
import { teacherHooks } from './hooks.ts'
import { titleLevelsJob } from './title-levels.ts'

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
  await region.db.transaction((tx) =>
    hooks.applied(tx, { ...record, values: later, before: earlier, byRole: 3 }),
  )
  expect(await row()).toEqual({ name: '林疏影', person: '林疏影', stage: '3' })
  await region.db.transaction((tx) => hooks.voided(tx, { ...record, before: later, now: earlier }))
  expect(await row()).toEqual({ name: '林影', person: '林影', stage: '2' })
  await region.db.transaction((tx) => hooks.voided(tx, { ...record, before: earlier, now: null }))
  expect(await row()).toEqual({ name: '林影', person: '林影', stage: '2' })
})

it('the teacher’s row repeats the level of the title, whichever way it came and went', async () => {
  const gate = gateOf(region)
  const { school } = region.people
  const brought = async (row: Readonly<Record<string, string>>): Promise<number> => {
    const content = csvOf(definitionNamed('teacher'), [row])
    const { id } = await bring(region, school, { type: 'teacher', content })
    await gate.check()
    const { token } = await viewOf(school, id)
    expect((await school.post('/api/v1/import/start', { id, token })).msg).toBe('ok')
    await gate.write()
    return id
  }
  const level = async () =>
    (
      await region.db.one<{ level: string | null }>(sql`
      select title_level as level from teacher where name = '有职称'`)
    ).level
  const row = teacherRow({ name: '有职称' })
  await brought(row)
  expect(await level()).toBe('3')
  // An appointment of another level, and the import that brought it taken back.
  const second = await brought({ ...row, professionalTitle: '高级教师', titleAppointMonth: '2022-12' })
  expect(await level()).toBe('2')
  await school.post(`/api/v1/import/${second}/undo`)
  await gate.write()
  expect(await level()).toBe('3')
  // As a row was before it repeated the level.
  await region.db.execute(sql`update teacher set title_level = null where name = '有职称'`)
  const { run } = titleLevelsJob(region.db)
  while (await run(new AbortController().signal));
  expect(await level()).toBe('3')
})
