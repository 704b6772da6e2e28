import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { testRegion, type Region } from '../testing/test-region.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('paging')))
afterAll(() => region.close())

interface Page {
  readonly list: readonly unknown[]
  readonly total: number
  readonly page: number
  readonly pageSize: number
}

const rows = 25

it.each([
  ['a list of records', '/api/v1/records/studyExperience'],
  ['a review queue', '/api/v1/records/studyExperience?queue=open'],
  ['messages', '/api/v1/userSystemMessage'],
  ['policies of the portal', '/api/v1/policy'],
  ['notices of the portal', '/api/v1/notice'],
])('%s: as many rows as asked, by pageSize and by limit; 20 if nothing was said', async (_, url) => {
  const { db, places, people } = region
  const { school, teacher } = people
  await db.query(sql`delete from rec_study_experience`)
  await db.query(sql`delete from revision`)
  await db.query(sql`
    insert into rec_study_experience (owner_id, id, version, institution_id, recorded_by, sort_key)
    select ${teacher.teacherId}, gen_random_uuid(), 1, ${places.school}, ${school.identityId}, n::text
    from generate_series(1, ${rows}) n`)
  await db.query(sql`
    insert into revision (owner_id, id, type, record_id, no, value, state, edit_no, by_identity,
        institution_id, holder_institution_id, holder_role, holder_since, step, route)
    select ${teacher.teacherId}, gen_random_uuid(), 'studyExperience', gen_random_uuid(), 1, '{}', 'inReview',
      1, 1, ${places.school}, ${places.school}, 3, now(), 0, '[]'
    from generate_series(1, ${rows}) n`)
  await db.query(
    sql`insert into message (identity_id, kind, title)
      select ${school.identityId}, '1', n::text
      from generate_series(1, ${rows}) n`,
  )
  await db.query(sql`
    insert into content (type, value, live, live_no, state, publish_at, by_identity, institution_id)
    select t, '{}', '{"title": "某文", "visibility": "2"}', 1, 'published', now(), 1, ${places.city}
    from generate_series(1, ${rows}) n, unnest(array['policy', 'notice']) t`)
  const ask = async (more: string) =>
    (await school.get<Page>(`${url}${url.includes('?') ? '&' : '?'}${more}`)).data
  expect(await ask('page=1')).toMatchObject({ list: { length: 20 }, pageSize: 20 })
  for (const name of ['pageSize', 'limit']) {
    expect(await ask(`${name}=7`), name).toMatchObject({ list: { length: 7 }, pageSize: 7 })
    expect((await ask(`${name}=100`)).list.length, name).toBeGreaterThanOrEqual(rows)
    expect((await school.get(`${url}${url.includes('?') ? '&' : '?'}${name}=101`)).status).toBe(400)
  }
})
