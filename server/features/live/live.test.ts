import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import { lives, videos, type Lives } from '../../../catalogue/contract/teaching/lives.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { minuteIn } from '../../app/testing/test-research.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'

const url = '/api/v1/teaching/lives'
const requests = '/api/v1/broadcastRequest'
let region: Region
beforeAll(async () => {
  region = await testRegion('live')
})
afterAll(() => region.close())

const wish = (more: object = {}) => ({
  title: '大单元教学怎样起步',
  liveKind: '1',
  lecturer: '林疏影',
  startTime: minuteIn(3 * 1440),
  endTime: minuteIn(3 * 1440 + 90),
  introduction: '<p>讲三个起步课例。</p>',
  pupilsSeen: false,
  visibility: '1',
  ...more,
})
async function asked(who: Person, more: object = {}): Promise<CaseView> {
  const made = await who.post<CaseView>(requests, { about: {}, value: wish(more) })
  expect(made.status, made.msg).toBe(200)
  return made.data
}
const act = async (who: Person, id: string, action: string, more: object = {}) => {
  const { data } = await who.get<CaseView>(`${requests}/${id}`)
  return who.post<CaseView & { errors?: { field: string }[] }>(`${requests}/${id}/${action}`, {
    version: data?.version ?? 1,
    ...more,
  })
}
/** A broadcast as it is published, from so many minutes ahead. */
async function published(title: string, { from = 60, replay = null as string | null, openness = '2' } = {}) {
  const value = {
    title,
    liveKind: '1',
    lecturer: '林疏影',
    org: '听潮中学',
    startTime: minuteIn(from),
    endTime: minuteIn(from + 60),
    watchUrl: 'https://basic.smartedu.cn/',
    replayUrl: replay,
    visibility: openness,
  }
  const { id } = await region.db.one<{ id: number }>(sql`
    insert into content (type, value, live, by_identity, institution_id, district_id, city_id, province_id, state, publish_at)
    select 'liveBroadcast', ${sql.json(value)}, ${sql.json(value)}, ${region.people.school.identityId}, i.id, i.district_id,
      i.city_id, i.province_id, 'published', now()
    from institution i where i.id = ${region.places.school}
    returning id`)
  return id
}
const seenBy = async (who: Person, query = ''): Promise<Lives['list']> => {
  const answer = await who.get(`${url}?${query}`)
  expect(answer.msg).toBe('ok')
  return lives.parse(answer.data).list
}

describe('a broadcast that a teacher asks for', () => {
  it('becomes a draft of the school with what the teacher wrote; nobody else agrees to it', async () => {
    const { teacher, school, siblingSchool, area } = region.people
    const { id } = await asked(teacher)
    expect((await act(teacher, id, 'submit')).data.state).toBe('pendingSchool')
    expect((await act(siblingSchool, id, 'agree')).status).toBe(404)
    // The district sees what its schools have, and decides nothing of it.
    expect((await act(area, id, 'agree')).status).toBe(403)
    expect((await act(school, id, 'agree')).data.state).toBe('agreed')
    const draft = await region.db.one<{
      state: string
      value: Record<string, unknown>
      institution_id: number
    }>(sql`
      select c.state, c.value, c.institution_id from content c
      join process_case k on (k.value ->> 'contentId')::int = c.id where k.id = ${id}::uuid`)
    expect(draft).toMatchObject({
      state: 'draft',
      institution_id: region.places.school,
      value: { title: '大单元教学怎样起步', lecturer: '林疏影', visibility: '1' },
    })
    // Once: the draft is not made again.
    expect((await act(school, id, 'agree')).status).toBe(409)
  })

  it('shows pupils to everybody only with the consent of their guardians (50)', async () => {
    const { teacher } = region.people
    const { id } = await asked(teacher, { pupilsSeen: true, visibility: '2' })
    const refused = await act(teacher, id, 'submit')
    expect([refused.status, refused.data.errors?.map(({ field }) => field)]).toEqual([400, ['consent']])
    await act(teacher, id, 'withdraw')
  })

  it('can be returned, mended and withdrawn', async () => {
    const { teacher, school } = region.people
    const { id } = await asked(teacher)
    await act(teacher, id, 'submit')
    expect((await act(school, id, 'return')).status).toBe(400)
    expect((await act(school, id, 'return', { reason: '时间和家长会冲突' })).data.state).toBe('returned')
    expect((await act(teacher, id, 'submit')).data.state).toBe('pendingSchool')
    expect((await act(teacher, id, 'withdraw')).data.state).toBe('withdrawn')
  })
})

describe('broadcasts of a teacher', () => {
  it('are those that he may watch, with the address that holds now', async () => {
    const { teacher } = region.people
    const [soon, running, again, over] = [
      await published('将要开始'),
      await published('正在直播', { from: -10 }),
      await published('可以回放', { from: -300, replay: 'https://basic.smartedu.cn/tchMaterial' }),
      await published('已经结束', { from: -300 }),
    ]
    const list = await seenBy(teacher)
    expect(list.map(({ id, phase }) => [id, phase])).toEqual([
      [running, '1'],
      [soon, '0'],
      [again, '3'],
    ])
    expect(list.map(({ address }) => address)).toEqual([
      'https://basic.smartedu.cn/',
      'https://basic.smartedu.cn/',
      'https://basic.smartedu.cn/tchMaterial',
    ])
    expect((await teacher.put(`${url}/${over}/kept`, { on: true })).status).toBe(200)
    expect((await seenBy(teacher, 'kept=1')).map(({ id, address }) => [id, address])).toEqual([[over, null]])
    for (const _ of [1, 2]) expect((await teacher.put(`${url}/${over}/kept`, { on: false })).status).toBe(200)
    expect(await seenBy(teacher, 'kept=1')).toEqual([])
  })

  it('are no office’s, and a hidden one is as none', async () => {
    const { teacher, school, city } = region.people
    const hidden = await published('待定')
    await region.db.execute(
      sql`update content set publish_at = now() + interval '1 day' where id = ${hidden}`,
    )
    expect((await teacher.put(`${url}/${hidden}/kept`, { on: true })).status).toBe(404)
    for (const who of [school, city]) {
      expect((await who.get(url)).status).toBe(403)
      expect((await who.put(`${url}/${hidden}/kept`, { on: true })).status).toBe(403)
      expect((await who.get('/api/v1/teaching/videos')).status).toBe(403)
    }
    expect((await teacher.put(`${url}/${hidden}/kept`, { on: 'ja' })).status).toBe(400)
    expect((await teacher.get(`${url}?kept=2`)).status).toBe(400)
    expect((await teacher.get('/api/v1/teaching/videos?origin=x')).status).toBe(400)
  })
})

describe('films of a teacher', () => {
  it('are those of own resources and recordings of broadcasts asked for; nobody else sees them', async () => {
    const { teacher, school, colleague } = region.people
    const file = uuidv7()
    await region.db.execute(sql`
      insert into file (id, sha256, bytes, mime, name, storage_key, by_identity)
      values (${file}::uuid, '\\x00', 12, 'video/mp4', '课.mp4', 'x', ${teacher.identityId})`)
    await region.db.execute(sql`
      insert into content (type, value, by_identity, author_identity, institution_id)
      values ('resource', ${sql.json({ title: '微课', file })}, ${teacher.identityId}, ${teacher.identityId}, ${region.places.school}),
        ('resource', ${sql.json({ title: '课件', file: uuidv7() })}, ${teacher.identityId}, ${teacher.identityId}, ${region.places.school})`)
    const { id } = await asked(teacher)
    await act(teacher, id, 'submit')
    const agreed = await act(school, id, 'agree')
    const content = Number(agreed.data.value['contentId'])
    await region.db.execute(sql`
      update content set live = value || '{"replayUrl": "https://basic.smartedu.cn/x"}', state = 'published', publish_at = now()
      where id = ${content}`)
    const read = async (who: Person, query = '') =>
      videos.parse((await who.get(`/api/v1/teaching/videos?${query}`)).data)
    const all = await read(teacher)
    expect(all.list.map(({ title, origin }) => [title, origin])).toEqual(
      expect.arrayContaining([
        ['大单元教学怎样起步', 'live'],
        ['微课', 'resource'],
      ]),
    )
    expect([all.total, (await read(teacher, 'origin=live')).list[0]?.address]).toEqual([
      2,
      'https://basic.smartedu.cn/x',
    ])
    expect((await read(colleague)).total).toBe(0)
  })
})
