import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { printed } from '../../features/forms/test-papers.ts'
import { bring, gateOf, viewOf } from '../../features/imports/test-imports.ts'
import { sql } from '../../platform/db/sql.ts'
import { testRegion, type Region } from '../testing/test-region.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('rare')))
afterAll(() => region.close())

it('prints the forms of people who were imported with letters of planes 2 and 3 in their names', async () => {
  const { school } = region.people
  const gate = gateOf(region)
  const content = await readFile(join(import.meta.dirname, 'test-files', 'rare.csv'))
  const { id } = await bring(region, school, { type: 'teacher', content, name: '生僻字.csv' })
  await gate.check()
  const view = await viewOf(school, id)
  expect(view.counts, JSON.stringify(view.errors)).toMatchObject({ new: 6, error: 0 })
  const begun = await school.post('/api/v1/import/start', { id, token: view.token })
  expect(begun.msg).toBe('ok')
  await gate.write()
  const people = await region.db.query<{ id: number; name: string }>(
    sql`select id, name from teacher where name in ('𠮷田一', '赵𬎆', '刘𪻐', '张𰻝', '周𡌴', '李𬭭')`,
  )
  expect(people).toHaveLength(6)
  for (const { id: teacherId, name } of people) {
    const { text } = await printed(region, school, { form: 'basicRegistration', teacherId })
    expect(text).toContain(name)
  }
})
