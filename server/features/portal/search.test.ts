import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import type { SearchAnswer } from '../../../catalogue/contract/portal/portal-search.ts'
import { testRegion, type Answer, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { askedRuns, askedWords, excerpt, gramQuery, gramsOf, marked } from '../../engine/publishing/grams.ts'
import { byIndex, cellsQuery } from './search.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('search')))
afterAll(() => region.close())

type View = Answer<ContentView>
const notice = {
  title: '关于开展暑期研修的通知',
  noticeKind: '1',
  visibility: '2',
  content: '各校：\n请组织班主任参加<b>脚本</b>学习，文号粤教〔2026〕12号。',
  files: [],
}
const make = (who: Person, value: object): Promise<View> =>
  who.post('/api/v1/contents/notice', { value: { ...notice, ...value } })
const act = (who: Person, one: ContentView, name: string, more: object = {}): Promise<View> =>
  who.post(`/api/v1/contents/notice/${one.id}/${name}`, { version: one.version, ...more })
const published = async (who: Person, value: object = {}) =>
  (await act(who, (await make(who, value)).data, 'publish')).data

async function find(query: Record<string, string>, token?: string) {
  const answer = await region.app.inject({
    method: 'GET',
    url: `/api/v1/portal/search?${new URLSearchParams(query).toString()}`,
    ...(token && { headers: { token } }),
  })
  return {
    status: answer.statusCode,
    text: answer.body,
    ...(answer.json() as { data: SearchAnswer & { errors?: { field: string; message: string }[] } }),
  }
}
const ids = async (q: string, token?: string) => (await find({ q }, token)).data.list.map(({ id }) => id)

describe('letters and words', () => {
  it('of two letters, one letter, Latin words, numbers and full-width forms are looked for', () => {
    expect(gramsOf('教师档案')).toEqual(['教师', '师档', '档案', '案'])
    expect(gramsOf('ＩＰｖ６ 与 2026年')).toEqual(['ipv6', '与', '2026', '年'])
    expect(gramQuery(['教师', '案', 'pdf'], false)).toBe("'教师' & '案':* & 'pdf':*")
    expect(gramQuery(askedRuns(`a'b\\c & !(x) |`), true)).toBe("'Ta' & 'Tb' & 'Tc' & 'Tx'")
    // One figure stands for itself, more may begin a longer number.
    expect(gramQuery(askedRuns('第5课 20'), false)).toBe("'第':* & '5' & '课':* & '20':*")
    expect(askedWords('教师培训通知')).toEqual(['教师', '培训', '通知'])
  })
  it('are marked as pieces of text, cut around the first', () => {
    expect(marked('教师的教师', ['教师'])).toEqual([
      { text: '教师', hit: true },
      { text: '的', hit: false },
      { text: '教师', hit: true },
    ])
    const cut = excerpt(`${'前'.repeat(200)}研修${'后'.repeat(300)}`, ['研修'])
    expect(cut.map(({ text }) => text).join('').length).toBeLessThan(125)
    expect(cut.find(({ hit }) => hit)?.text).toBe('研修')
    expect(
      excerpt('𠮷'.repeat(50) + '研修', ['研修'])
        .map(({ text }) => text)
        .join(''),
    ).toBe(`…${'𠮷'.repeat(24)}研修`)
  })
})

describe('the neighbours of an article', () => {
  it('are those the reader may see, in the order of the list; of what is not there nothing is said', async () => {
    const { area, teacher } = region.people
    const [oldest, hidden, middle, newest] = [
      await published(area, { title: '邻一' }),
      await published(area, { title: '邻二', visibility: '1' }),
      await published(area, { title: '邻三' }),
      await published(area, { title: '邻四' }),
    ]
    const beside = async (id: number, token?: string) => {
      const answer = await region.app.inject({
        url: `/api/v1/portal/contents/notice/${id}/neighbours`,
        ...(token && { headers: { token } }),
      })
      return {
        status: answer.statusCode,
        ...(answer.json() as { data: Record<string, { id: number } | null> }),
      }
    }
    expect((await beside(middle.id)).data).toEqual({
      before: { id: newest.id, title: '邻四' },
      behind: { id: oldest.id, title: '邻一' },
    })
    expect((await beside(middle.id, teacher.token)).data['behind']?.id).toBe(hidden.id)
    expect((await beside(newest.id)).data['before']).toBeNull()
    expect([(await beside(hidden.id)).status, (await beside(999_999)).status]).toEqual([404, 404])
    for (const one of [oldest, hidden, middle, newest]) await act(area, one, 'takeDown')
  })
})

describe('search', () => {
  it('finds what is published at once by two letters of title, body or number, marked as text, and loses it when taken down', async () => {
    const { area } = region.people
    const draft = (await make(area, {})).data
    expect(await ids('研修')).not.toContain(draft.id)
    const one = (await act(area, draft, 'publish')).data
    for (const q of ['研修', '班主任', '主任', '2026', '粤教', '研', '暑期 学习', '暑期班主任'])
      expect(await ids(q), q).toContain(one.id)
    for (const q of ['暑假', '期暑', '任主', 'xyz']) expect(await ids(q), q).not.toContain(one.id)
    const { data } = await find({ q: '脚本' })
    expect(data.list[0]?.excerpt.find(({ hit }) => hit)?.text).toBe('脚本')
    expect(data.list[0]?.excerpt.some(({ text }) => text.includes('<b>'))).toBe(true)
    expect(data.list[0]?.path).toBe(`/home/messageData/messageDetail?type=notice&id=${one.id}`)
    expect((await find({ q: '暑期班主任' })).data.relaxed).toBe(true)
    await act(area, one, 'takeDown')
    expect(await ids('研修')).not.toContain(one.id)
  })

  it('shows neither drafts nor changes being written, nor what waits or is over, and internal notices to who is signed in only', async () => {
    const { area, teacher } = region.people
    const waits = (
      await act(area, (await make(area, { title: '定时甲乙' })).data, 'publish', {
        publishAt: new Date(Date.now() + 3_600_000).toISOString(),
      })
    ).data
    const inside = await published(area, { title: '内部丙丁', visibility: '1' })
    const open = await published(area, { title: '公开戊己' })
    await area.put(`/api/v1/contents/notice/${open.id}`, {
      version: open.version,
      value: { ...notice, title: '改成庚辛' },
    })
    expect([
      await ids('甲乙'),
      await ids('丙丁'),
      await ids('庚辛'),
      await ids('戊己'),
      await ids('丙丁', teacher.token),
    ]).toEqual([[], [], [], [open.id], [inside.id]])
    expect((await find({ q: '丙丁' })).data).toMatchObject({ total: 0, types: [], areas: [], years: [] })
    await region.db.execute(
      sql`update content set publish_at = now() - interval '1 minute' where id = ${waits.id}`,
    )
    // The search's own row says later still: both have to agree.
    expect(await ids('甲乙')).toEqual([])
    await region.db.execute(sql`update content set take_down_at = now() where id = ${open.id}`)
    expect(await ids('戊己')).toEqual([])
  })

  it('has the title before the body and the newer before the older, with choices that count', async () => {
    const { area, city } = region.people
    const body = await published(area, { title: '普通一', content: '壬癸在正文' })
    const old = await published(area, { title: '壬癸旧' })
    await region.db.execute(sql`update institution set area_code = '441781' where id = ${city.institutionId}`)
    const fresh = await published(city, { title: '壬癸新' })
    expect(await ids('壬癸')).toEqual([fresh.id, old.id, body.id])
    const { data } = await find({ q: '壬癸' })
    expect(data.types).toEqual([{ code: 'notice', label: '通知公告', count: 3 }])
    expect(data.areas.map(({ count }) => count).toSorted()).toEqual([1, 2])
    const code = data.areas.find(({ count }) => count === 1)?.code ?? ''
    const narrowed = (await find({ q: '壬癸', area: code })).data
    expect([narrowed.total, narrowed.areas.length, narrowed.types[0]?.count]).toEqual([1, 2, 1])
    expect((await find({ q: '壬癸', page: '2', pageSize: '2' })).data.list.map(({ id }) => id)).toEqual([
      body.id,
    ])
    expect((await find({ q: '壬癸', year: '1999' })).data.total).toBe(0)
  })

  it('answers what nobody can look for with a sentence or nothing, never a fault', async () => {
    for (const query of [
      {},
      { q: '' },
      { q: ' ' },
      { q: 'x'.repeat(61) },
      { q: '教师', type: 'salary' },
      { q: '教师', area: '44' },
      { q: '教师', year: '二零' },
      { q: '教师', page: '0' },
    ]) {
      const answer = await find(query as Record<string, string>)
      expect([answer.status, answer.data.errors?.length], JSON.stringify(query)).toEqual([400, 1])
      expect(answer.data.errors?.[0]?.message).toMatch(/[\u4e00-\u9fff]/)
    }
    for (const q of ["'", '\\', ':*', '&|!()', '……', '𠮷', "a' | 'b", '%_', '教师:*', '<->', '\u202e教师'])
      expect((await find({ q })).status, q).toBe(200)
  })

  it('reads the index, not the table', async () => {
    await region.db.query(sql`
      insert into content (type, value, live, live_no, state, publish_at, by_identity, institution_id)
      select 'notice', '{}', '{}', 1, 'published', now(), ${region.people.school.identityId}::int,
        ${region.places.province}::int
      from generate_series(1, 3000)`)
    await region.db.query(sql`
      insert into content_search (content_id, live_no, type, area_code, audience, publish_at, year, grams)
      select id, 1, 'notice', '440000', '2', now(), 2026,
        array_to_tsvector(array['共有', '字' || id % 50, '词' || id])
      from content
      where value = '{}'`)
    await region.db.query(sql`analyze content_search`)
    // A rare word, and one that every row has.
    for (const word of ['暑期研修', '共有']) {
      const plan = await byIndex<{ 'QUERY PLAN': string }>(
        region.db,
        sql`explain ${cellsQuery(null, [word])}`,
      )
      expect(plan.map((line) => line['QUERY PLAN']).join('\n'), word).toContain('content_search_grams')
    }
  })
})
