import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RecordView } from '../../../catalogue/contract/archive/records.ts'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture } from '../../app/testing/test-values.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('resource-archive')
})
afterAll(() => region.close())

const base = '/api/v1/contents/resource'
async function step(who: Person, id: number, name = 'publish', more: object = {}): Promise<void> {
  const { version } = (await who.get<ContentView>(`${base}/${id}`)).data
  const done = await who.post(`${base}/${id}/${name}`, { version, ...more })
  expect(done.msg, JSON.stringify(done.data)).toBe('ok')
}
async function sent(who: Person, title: string, shareScope = '2'): Promise<number> {
  const value = {
    title,
    resourceKind: '02',
    schoolStage: '3',
    subject: '14',
    author: '林疏影',
    shareScope,
    file: await picture(region, who),
    description: '<p>先看图，再说话。</p>',
    isOriginal: true,
    licence: '3',
    statement: true,
  }
  const { id } = (await who.post<ContentView>(base, { value })).data
  await step(who, id)
  return id
}
/** The rows of the teacher's archive that are in force, by the title. */
async function rows(title: string) {
  const { teacher } = region.people
  const url = '/api/v1/records/sharedResource'
  const { list } = (await teacher.get<{ list: { id: string }[] }>(`${url}?pageSize=100`)).data
  const views = await Promise.all(list.map(({ id }) => teacher.get<RecordView>(`${url}/${id}`)))
  return views.flatMap(({ data: { id, version, effective } }) =>
    effective?.['title'] === title ? [{ id, version, values: effective }] : [],
  )
}

describe('the archive row of a resource', () => {
  it('is written by the first agreement, follows the reach, and is one however many offices agree', async () => {
    const { school, area } = region.people
    const title = '档案一'
    const id = await sent(region.people.teacher, title)
    expect(await rows(title)).toEqual([])
    await step(school, id)
    const [first] = await rows(title)
    expect([first?.values['shareScope'], first?.values['description']]).toEqual(['1', '先看图，再说话。'])
    await step(area, id)
    const after = await rows(title)
    expect(after.map((row) => [row.id, row.values['shareScope']])).toEqual([[first?.id, '2']])
  })

  it('says that the resource was taken down, and stays', async () => {
    const { teacher, school } = region.people
    const title = '档案二'
    const id = await sent(teacher, title, '1')
    await step(school, id)
    await step(teacher, id, 'takeDown')
    const [row] = await rows(title)
    expect(row?.values['description']).toMatch(/^\d{4}-\d\d-\d\d 已下架。先看图，再说话。$/)
    // Shared anew, it is the same row without the mark.
    await step(teacher, id)
    await step(school, id)
    expect((await rows(title)).map(({ id: record, values }) => [record, values['description']])).toEqual([
      [row?.id, '先看图，再说话。'],
    ])
  })

  it('does not hold up an agreement while its owner changes it', async () => {
    const { teacher, school, area } = region.people
    const title = '档案三'
    const id = await sent(teacher, title)
    await step(school, id)
    const [row] = await rows(title)
    const changed = await teacher.put(`/api/v1/records/sharedResource/${row?.id}`, {
      ...row?.values,
      version: row?.version,
      title: '档案三，改',
    })
    expect([changed.status, changed.msg]).toEqual([200, 'ok'])
    await step(area, id)
    expect((await area.get<ContentView>(`${base}/${id}`)).data.state).toBe('published')
  })

  it('is none of what an office shares, or of what an author keeps for himself', async () => {
    const { teacher, school } = region.people
    await sent(teacher, '自用', '0')
    await sent(school, '学校的', '1')
    expect([await rows('自用'), await rows('学校的')]).toEqual([[], []])
  })
})
