import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { forgetting } from '../forgetting.ts'
import { testRegion, type Region } from '../testing/test-region.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('forgetting')))
afterAll(() => region.close())

const kept = { messagesKeptDays: 730, sessionsKeptDays: 180, eventsKeptDays: 30 }
const count = async () =>
  region.db.one<object>(sql`
    select (select count(*)::int from message where title = '旧的') as messages,
      (select count(*)::int from message where title = '新的') as new_messages,
      (select count(*)::int from session where agent = '旧的') as sessions,
      (select count(*)::int from outbox where event = 'test.old') as events,
      (select count(*)::int from idempotency where key like 'old-%') as repeats`)

it('forgets what is kept no longer, many in several steps, and nothing that is', async () => {
  const { db } = region
  const identity = (await db.one<{ id: number }>(sql`select min(id) as id from identity`)).id
  await db.execute(sql`
    insert into message (identity_id, kind, title, created_at)
    select ${identity}::int, 'notice', case when n <= 12000 then '旧的' else '新的' end,
      now() - case when n <= 12000 then interval '731 days' else interval '729 days' end
    from generate_series(1, 12010) n`)
  await db.execute(sql`
    insert into session (token_hash, family, identity_id, expires_at, agent)
    select sha256(n::text::bytea), gen_random_uuid(), ${identity}::int, now() - n * interval '1 day', '旧的'
    from generate_series(171, 190) n`)
  await db.execute(sql`
    insert into outbox (event, owner_id, record_id, revision_id, type, by_identity, at)
    select 'test.old', 1, gen_random_uuid(), gen_random_uuid(), 'x', ${identity}::int, now() - interval '31 days'
    from generate_series(1, 10) n`)
  // One of them somebody has not heard of yet.
  await db.execute(sql`
    insert into outbox_waiting (consumer, event_id)
    select 'slow', min(id) from outbox where event = 'test.old'`)
  await db.execute(sql`
    insert into idempotency (identity_id, key, body_mac, content_id, version, at)
    select ${identity}::int, 'old-' || n, '', 1, 1, now() - n * interval '1 day' from generate_series(26, 35) n`)
  const { run } = forgetting(db, kept)
  const going = new AbortController().signal
  while (await run(going)) continue
  // Of the newest event nobody knows that it is old: it stays as a mark.
  expect(await count()).toEqual({ messages: 0, new_messages: 10, sessions: 9, events: 2, repeats: 4 })
})
