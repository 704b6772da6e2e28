import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { everything } from '../../platform/testing/test-extent.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { bring, csvOf, definitionNamed, gateOf, teacherRow, viewOf } from './test-imports.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('imports_killed')))
afterAll(() => region.close())

const kills = Number(process.env['KILLS'] ?? (everything ? 4 : 1))
const rows = kills * 1200

const written = async () =>
  (
    await region.db.one<{ n: number }>(
      sql`select count(*)::int as n from import_row where written = 'written'`,
    )
  ).n

/** Lets a process write, and kills it once it wrote some rows more. */
async function writeUntilKilled(): Promise<void> {
  const before = await written()
  const script = new URL('./test-import-process.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, region.appUrl, region.folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  await expect.poll(written, { timeout: 30_000, interval: 15 }).toBeGreaterThan(before)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

it(`an import that is killed ${kills} times goes on, nothing is half or twice`, async () => {
  const { school } = region.people
  const gate = gateOf(region)
  const content = csvOf(
    definitionNamed('teacher'),
    Array.from({ length: rows }, () => teacherRow()),
  )
  const { id, msg } = await bring(region, school, { type: 'teacher', content })
  expect(msg).toBe('ok')
  await gate.check()
  const view = await viewOf(school, id)
  expect(view.counts).toMatchObject({ new: rows })
  expect((await school.post('/api/v1/import/start', { id, token: view.token })).msg).toBe('ok')
  const before = await region.db.one<{ n: number }>(sql`select count(*)::int as n from person`)
  for (let kill = 0; kill < kills; kill += 1) await writeUntilKilled()
  expect(await written()).toBeLessThan(rows)
  await gate.write()
  expect(await viewOf(school, id)).toMatchObject({ importStatus: '5', successRows: rows, done: rows })
  const found = await region.db.one(sql`
    select (select count(*) from person)::int - ${before.n}::int as people,
      (select count(*) from membership where cause = ${`import:${id}`})::int as memberships,
      (select count(*) from revision)::int as revisions,
      (select count(*) from rec_basic_info)::int as basic,
      (select count(*) from audit where action = 'import.opened')::int as noted`)
  expect(found).toEqual({ people: rows, memberships: rows, revisions: rows * 6, basic: rows, noted: rows })
}, 180_000)
