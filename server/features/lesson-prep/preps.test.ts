import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Prep, PrepLine } from '../../../catalogue/contract/preps.ts'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import { testRegion, type Answer, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { mondayOf } from './week.ts'

let region: Region
/** Main author, member who leads, member, and a teacher of the school who was not asked. */
let main: Person, leader: Person, member: Person, outsider: Person
beforeAll(async () => {
  region = await testRegion('preps')
  const { people, places } = region
  main = people.teacher
  leader = people.colleague
  member = await region.add(2, places.school, '研讨教师')
  outsider = await region.add(2, places.school, '旁观教师')
})
afterAll(() => region.close())

const base = '/api/v1/preps'
const blockId = (no: number) => `00000000-0000-4000-8000-00000000000${no}`
const blocks = (...texts: readonly string[]) =>
  texts.map((text, place) => ({ id: blockId(place), part: 'course', text }))
const draft = (more: object = {}) => ({
  title: '二次函数的图象',
  schoolStage: '3',
  subject: '14',
  week: '2026-12-03',
  leader: leader.teacherId,
  members: [member.teacherId],
  ...more,
})
const begin = (who: Person, more: object = {}) => who.post<{ id: string } & Faults>(base, draft(more))
interface Faults {
  readonly errors: readonly { readonly field: string; readonly message: string }[]
}
const read = async (who: Person, id: string) => (await who.get<Prep>(`${base}/${id}`)).data
/** Answers of a step that were agreed to; anything else fails the test with its sentence. */
function good<T>(answer: Answer<T>): T {
  expect(answer.msg, JSON.stringify(answer.data)).toBe('ok')
  return answer.data
}
const act = (who: Person, id: string, name: string) => who.post<Prep>(`${base}/${id}/${name}`)
const step = async (who: Person, id: string, name: string) =>
  who.post<Prep>(`${base}/${id}/${name}`, { version: (await read(who, id)).version })
const write = async (who: Person, id: string, ...texts: readonly string[]) =>
  who.put<Prep>(`${base}/${id}/text`, { blocks: blocks(...texts), version: (await read(who, id)).version })
const noteOn = (who: Person, id: string, text: string, more: object = {}) =>
  who.post<{ id: string } & Faults>(`${base}/${id}/notes`, { block: blockId(0), text, ...more })
/** A prep whose first text was laid before the group. */
async function discussed(...texts: readonly string[]): Promise<string> {
  const { id } = good(await begin(main))
  good(await write(main, id, ...texts))
  good(await step(main, id, 'discuss'))
  return id
}
async function agreed(...texts: readonly string[]): Promise<string> {
  const id = await discussed(...texts)
  good(await step(leader, id, 'agree'))
  return id
}

describe('a prep', () => {
  it('names every wrong field, and takes people of the own school only', async () => {
    const faults = async (more: object) => {
      const { status, data } = await begin(main, more)
      return [status, data.errors[0]?.field, data.errors[0]?.message]
    }
    expect(await faults({ title: ' ' })).toEqual([400, 'title', '请填写课题'])
    expect(await faults({ title: '坏\u0000字' })).toEqual([
      400,
      'title',
      expect.stringMatching(/^含有不能保存的字符/),
    ])
    expect(await faults({ subject: 'xx' })).toEqual([400, 'subject', '没有该学科'])
    expect(await faults({ week: '2026-02-30' })).toEqual([400, 'week', '没有这一天'])
    expect(await faults({ nodes: [2_000_000_000] })).toEqual([
      400,
      'nodes',
      '所选的章节不在教材目录中，请重新选择',
    ])
    const { stranger } = region.people
    for (const more of [{ members: [stranger.teacherId] }, { leader: stranger.teacherId }])
      expect(await faults(more)).toEqual([400, 'members', '所选的教师不都在本校'])
    expect(await faults({ members: [2.5] })).toEqual([400, 'members.0', expect.any(String)])
    for (const who of [region.people.school, region.people.area, region.people.expert])
      expect((await who.post(base, draft())).status).toBe(403)
  })

  it('is listed by its week for the school alone, and shown to the group before it is to the school', async () => {
    const { id } = good(await begin(main, { week: '2026-12-06' }))
    const lines = async (who: Person, query = '') =>
      (await who.get<{ list: PrepLine[] }>(`${base}?${query}`)).data.list.filter((one) => one.id === id)
    expect((await lines(outsider, 'week=2026-12-01'))[0]).toMatchObject({
      week: '2026-11-30',
      state: 'planned',
      leader: { id: leader.teacherId },
    })
    expect(await lines(outsider, 'week=2026-12-07')).toEqual([])
    expect(await lines(outsider, 'view=main')).toEqual([])
    expect(await lines(region.people.stranger)).toEqual([])
    expect((await outsider.get(`${base}?view=others`)).status).toBe(400)
    good(await write(main, id, '描点，连线'))
    expect((await read(member, id)).blocks.map(({ text }) => text)).toEqual(['描点，连线'])
    expect((await read(outsider, id)).blocks).toEqual([])
    expect((await outsider.get(`${base}/${id}/print`)).status).toBe(404)
    for (const url of ['', '/versions/1', '/others', '/print'])
      expect((await region.people.stranger.get(`${base}/${id}${url}`)).status).toBe(404)
    good(await step(main, id, 'discuss'))
    expect((await read(outsider, id)).blocks).toHaveLength(1)
    expect((await lines(member, 'view=asked')).map(({ state }) => state)).toEqual(['discussing'])
    const told = await member.get(`/api/v1/userSystemMessage?pageSize=50`)
    expect(JSON.stringify(told.data)).toContain('请研讨：二次函数的图象')
  })

  it('is written by one at a time; over a newer text nothing is written', async () => {
    const { id } = good(await begin(main))
    const { version } = good(await act(main, id, 'hold'))
    const refused = await act(member, id, 'hold')
    expect([refused.status, refused.msg]).toEqual([
      409,
      expect.stringMatching(/正在写，写完或停下 10 分钟后您可以接着写$/),
    ])
    expect((await write(member, id, '抢写')).status).toBe(409)
    expect((await read(leader, id)).holder).toMatchObject({ id: main.teacherId })
    good(await write(main, id, '甲'))
    expect((await main.put(`${base}/${id}/text`, { blocks: blocks('旧'), version })).status).toBe(409)
    good(await act(main, id, 'release'))
    good(await write(member, id, '乙'))
    // Ten minutes after the last save another one may write.
    await region.db.execute(sql`update prep set held_until = now() - interval '1 second' where id = ${id}`)
    good(await write(main, id, '丙'))
    expect((await act(outsider, id, 'hold')).status).toBe(403)
    expect((await write(outsider, id, '外人')).status).toBe(403)
    const twice = [...blocks('甲'), ...blocks('乙')]
    const wrong = await main.put<Faults>(`${base}/${id}/text`, { blocks: twice, version: 9 })
    expect([wrong.status, wrong.msg]).toEqual([400, '有两段编号相同'])
  })

  it('keeps notes on their block over versions, also where the block was deleted', async () => {
    const id = await discussed('导入', '新授')
    const { id: note } = good(await noteOn(member, id, '导入太长'))
    good(await noteOn(member, id, '可用实物', { block: blockId(1) }))
    good(await noteOn(main, id, '已压缩', { answers: note }))
    good(await act(main, id, 'hold'))
    good(
      await main.put(`${base}/${id}/text`, {
        blocks: [{ id: blockId(1), part: 'course', text: '新授，用实物' }],
        version: (await read(main, id)).version,
      }),
    )
    good(await act(main, id, 'release'))
    good(await step(leader, id, 'agree'))
    const { notes, versions } = await read(main, id)
    expect(notes.map(({ block, text, on }) => [block, text, on])).toEqual([
      [blockId(0), '导入太长', 1],
      [blockId(1), '可用实物', 1],
      [blockId(0), '已压缩', 1],
    ])
    expect(versions.map(({ no, kind }) => [no, kind])).toEqual([
      [2, 'agreed'],
      [1, 'discussed'],
    ])
    const first = await outsider.get<{ blocks: unknown[] }>(`${base}/${id}/versions/1`)
    expect(first.data.blocks).toEqual(blocks('导入', '新授'))
    expect((await outsider.get(`${base}/${id}/versions/7`)).status).toBe(404)
    expect((await outsider.get(`${base}/${id}/versions/x`)).status).toBe(400)
    expect((await read(outsider, id)).notes).toEqual([])
  })

  it('takes notes of those who take part, and lets author and main author close them', async () => {
    const id = await discussed('导入')
    expect((await noteOn(outsider, id, '看看')).status).toBe(403)
    expect((await noteOn(member, id, '')).data.errors[0]?.message).toBe('请填写批注')
    expect((await noteOn(member, id, '没有这段', { block: blockId(9) })).data.errors[0]?.field).toBe('block')
    expect((await noteOn(member, id, '回复', { answers: blockId(9) })).data.errors[0]?.field).toBe('answers')
    const { id: note } = good(await noteOn(member, id, '太长'))
    const mark = (who: Person, done: unknown, which = note) =>
      who.post(`${base}/${id}/notes/${which}`, { done })
    const marks = async (who: Person) => (await read(who, id)).notes.map(({ mayMark }) => mayMark)
    expect([await marks(member), await marks(main), await marks(leader)]).toEqual([[true], [true], [false]])
    expect((await mark(leader, true)).status).toBe(403)
    expect((await mark(main, 'ja')).status).toBe(400)
    expect((await mark(main, true, blockId(9))).status).toBe(404)
    good(await mark(main, true))
    expect((await read(member, id)).notes.map(({ done }) => done)).toEqual([true])
    good(await mark(member, false))
    good(await act(outsider, id, 'join'))
    good(await noteOn(outsider, id, '现在我也参加了'))
    expect((await act(outsider, id, 'join')).status).toBe(409)
    expect((await act(region.people.stranger, id, 'join')).status).toBe(404)
  })

  it('is fixed by its leader alone, taken up again, and archived for good', async () => {
    const { id } = good(await begin(main))
    expect((await step(main, id, 'discuss')).msg).toBe('先写初备，再请大家研讨')
    expect((await main.post(`${base}/${id}/discuss`, {})).status).toBe(400)
    good(await write(main, id, '初备'))
    expect((await step(leader, id, 'agree')).status).toBe(409)
    good(await step(main, id, 'discuss'))
    const old = (await read(leader, id)).version
    expect((await step(main, id, 'agree')).msg).toMatch(/^共案由.+在研讨后定下$/)
    good(await write(member, id, '研讨稿'))
    good(await act(member, id, 'release'))
    expect((await leader.post(`${base}/${id}/agree`, { version: old })).status).toBe(409)
    good(await step(leader, id, 'agree'))
    expect((await write(main, id, '偷改')).status).toBe(409)
    good(await step(leader, id, 'discuss'))
    good(await write(main, id, '再研讨'))
    good(await act(main, id, 'release'))
    good(await step(leader, id, 'agree'))
    expect((await main.del(`${base}/${id}`)).status).toBe(409)
    expect((await step(member, id, 'archive')).status).toBe(409)
    good(await step(main, id, 'archive'))
    expect((await noteOn(member, id, '还有话')).status).toBe(409)
    const edit = { ...draft({ title: '改名' }), version: (await read(main, id)).version }
    expect((await main.put(`${base}/${id}`, edit)).status).toBe(409)
  })

  it('is arranged anew and deleted by its main author before it was discussed', async () => {
    const { id, version } = await read(main, good(await begin(main)).id)
    expect((await member.put(`${base}/${id}`, { ...draft(), version })).status).toBe(409)
    expect((await outsider.put(`${base}/${id}`, { ...draft(), version })).status).toBe(403)
    expect((await main.put(`${base}/${id}`, { ...draft(), version: 7 })).status).toBe(409)
    const changed = good(
      await main.put<Prep>(`${base}/${id}`, {
        ...draft({ title: '顶点式', leader: null, members: [] }),
        version,
      }),
    )
    expect([changed.title, changed.leader.id, changed.members]).toEqual(['顶点式', main.teacherId, []])
    expect((await member.del(`${base}/${id}`)).status).toBe(403)
    good(await main.del(`${base}/${id}`))
    expect((await main.get(`${base}/${id}`)).status).toBe(404)
  })
})

describe('an own plan', () => {
  it('comes from the agreed version, stays when that one is fixed anew, and goes along with its teacher', async () => {
    const early = await discussed('导入')
    expect((await act(member, early, 'adapt')).status).toBe(409)
    const id = await agreed('导入', '新授')
    const { own } = good(await act(outsider, id, 'adapt'))
    expect(own).toMatchObject({ on: 2, blocks: blocks('导入', '新授'), reflection: '' })
    expect((await act(outsider, id, 'adapt')).status).toBe(409)
    const save = (more: object = {}) =>
      outsider.put<Prep>(`${base}/${id}/own`, {
        blocks: blocks('分层导入', '新授'),
        reflection: '时间不够',
        version: 1,
        ...more,
      })
    expect((await save({ version: 3 })).status).toBe(409)
    expect((await save({ reflection: '长'.repeat(2_001) })).msg).toBe('反思不超过 2000 字')
    good(await save())
    expect((await member.put(`${base}/${id}/own`, { blocks: [], reflection: '', version: 1 })).status).toBe(
      409,
    )
    good(await step(main, id, 'discuss'))
    good(await write(main, id, '全新'))
    good(await act(main, id, 'release'))
    good(await step(leader, id, 'agree'))
    expect((await read(outsider, id)).own).toMatchObject({ on: 2, blocks: blocks('分层导入', '新授') })
    // Read by those who take part; others learn who took it, and not what of it.
    const others = `${base}/${id}/others`
    expect(good(await member.get<{ list: object[] }>(others)).list).toEqual([
      expect.objectContaining({ reflection: '时间不够', on: 2 }),
    ])
    expect((await outsider.get(others)).status).toBe(403)
    expect((await read(outsider, id)).adapters).toEqual([
      expect.objectContaining({ id: outsider.teacherId, on: 2, reflected: true }),
    ])
    // As if the teacher had left the school: the prep is another school's than his.
    const belongTo = (school: number) =>
      region.db.execute(sql`update prep set institution_id = ${school} where id = ${id}`)
    await belongTo(region.places.otherSchool)
    const away = await read(outsider, id)
    expect([away.own?.reflection, away.blocks, away.notes, away.adapters]).toEqual(['时间不够', [], [], []])
    expect((await outsider.get(`${base}/${id}/versions/2`)).status).toBe(200)
    expect((await outsider.get(`${base}/${id}/versions/3`)).status).toBe(404)
    good(await save({ version: 2, reflection: '在新学校再上了一次' }))
    await belongTo(region.places.school)
  })
})

describe('an agreed plan', () => {
  it('is printed for its readers, the own one with its reflection', async () => {
    const id = await agreed('$$y=x^2$$\n第二行', '')
    good(await act(member, id, 'adapt'))
    for (const [who, text] of [
      [outsider, 'common'],
      [member, 'own'],
    ] as const) {
      const paper = await who.get(`${base}/${id}/print?text=${text}`)
      expect([paper.status, paper.headers['content-type']]).toEqual([200, 'application/pdf'])
    }
    expect((await outsider.get(`${base}/${id}/print?text=own`)).status).toBe(404)
    expect((await outsider.get(`${base}/${id}/print?text=x`)).status).toBe(400)
  })

  it('becomes one draft of a resource that names everybody who wrote, and nobody who was only asked', async () => {
    const id = await discussed('导入')
    good(await noteOn(leader, id, '很好'))
    // One who only wrote in the text is named as well.
    good(await act(outsider, id, 'join'))
    good(await act(main, id, 'release'))
    good(await write(outsider, id, '导入，用实物'))
    good(await act(outsider, id, 'release'))
    expect((await main.post(`${base}/${id}/share`)).status).toBe(409)
    good(await step(leader, id, 'agree'))
    expect((await member.post(`${base}/${id}/share`)).status).toBe(409)
    expect((await outsider.post(`${base}/${id}/share`)).status).toBe(409)
    expect((await region.people.stranger.post(`${base}/${id}/share`)).status).toBe(404)
    const share = async () => good(await main.post<{ id: number }>(`${base}/${id}/share`)).id
    const [resource, again] = await Promise.all([share(), share()])
    expect([again, await share()]).toEqual([resource, resource])
    const { value } = good(await main.get<ContentView>(`/api/v1/contents/resource/${resource}`))
    const { versions, main: author, members } = await read(main, id)
    const written = members.find(({ id: one }) => one === outsider.teacherId)?.name ?? ''
    const others = [versions[0]?.by ?? '', written].map((name) => expect.stringContaining(name))
    for (const named of [expect.stringContaining(`主备：${author.name}　参与研讨：`), ...others])
      expect(value['description']).toEqual(named)
    const asked = members.find(({ id: one }) => one === member.teacherId)?.name ?? '?'
    expect(value['description']).not.toEqual(expect.stringContaining(asked))
    expect(value['file']).toEqual(expect.any(String))
  })
})

it('a week begins on Monday', () => {
  expect(['2026-11-30', '2026-12-06', '2026-12-07'].map(mondayOf)).toEqual([
    '2026-11-30',
    '2026-11-30',
    '2026-12-07',
  ])
})
