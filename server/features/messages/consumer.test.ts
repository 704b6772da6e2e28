import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import type { Message } from '../../../catalogue/contract/workspace.ts'
import { sql } from '../../platform/db/sql.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture, study } from '../../app/testing/test-values.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('consumer')))
afterAll(() => region.close())

const waiting = async (who: Person) =>
  (await who.get<{ list: Message[] }>('/api/v1/userSystemMessage?kind=3&pageSize=100')).data.list.map(
    ({ title }) => title,
  )

it('a message goes to who held the item when it happened, also when it is sent after the item has gone on', async () => {
  const { teacher, school, area } = region.people
  const owner = new pg.Client({ connectionString: region.ownerUrl })
  await owner.connect()
  onTestFinished(() => owner.end())
  // As if nobody took events for a while: what happens now is sent later.
  await owner.query(`
    create table put_aside (like outbox_waiting);
    create function put_aside() returns trigger language plpgsql as $$ begin
      insert into put_aside select new.*; return null; end $$;
    create trigger put_aside before insert on outbox_waiting for each row execute function put_aside();
    grant insert on put_aside to xingtan_app`)
  await region.db.query(
    sql`insert into flow (type, version, chain)
      values ('studyExperience', 2, ${sql.json([{ level: 'school' }, { level: 'area' }])})`,
  )
  const url = '/api/v1/records/studyExperience'
  const made = await teacher.post(url, { ...study, attachments: [await picture(region, teacher)] })
  const submitted = await teacher.post(`${url}/${made.data.id}/submit`, { version: made.data.version })
  expect(submitted.msg).toBe('ok')
  const passed = await school.post(`${url}/${made.data.id}/approve`, { version: submitted.data.version })
  expect(passed.data).toMatchObject({ state: 'inReview' })
  await owner.query(
    'drop trigger put_aside on outbox_waiting; insert into outbox_waiting select * from put_aside',
  )
  await vi.waitFor(async () => expect((await waiting(area)).length).toBeGreaterThan(0), { timeout: 10_000 })
  expect(await waiting(school)).toEqual([expect.stringMatching(/提交了.*待您审核/)])
  expect(await waiting(area)).toEqual([expect.stringMatching(/已由下级通过，待您审核/)])
})
