import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CollectionDetail, CollectionLine } from '../../../catalogue/contract/collections.ts'
import type { OpenCollection, OpenCollectionLine } from '../../../catalogue/contract/portal/resources.ts'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import { carryCollections } from '../../engine/sharing/index.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { upload } from '../../app/testing/test-values.ts'

let region: Region
let colleague: Person
let elsewhere: Person
/** A resource of the district, one of the school, and one that its author keeps. */
let wide: number, near: number, own: number
beforeAll(async () => {
  region = await testRegion('collections')
  const { people, places } = region
  colleague = await region.add(2, places.school, '陆小凡')
  elsewhere = await region.add(2, places.sibling, '温如玉')
  wide = await shared('全区的', '2', people.school, people.area)
  near = await shared('本校的', '1', people.school)
  own = await shared('自用的', '0')
})
afterAll(() => region.close())

const base = '/api/v1/contents/resource'
const url = '/api/v1/collection'
async function shared(title: string, shareScope: string, ...offices: readonly Person[]): Promise<number> {
  const { teacher } = region.people
  const value = {
    title,
    resourceKind: '02',
    schoolStage: '3',
    subject: '14',
    author: '林疏影',
    shareScope,
    file: await upload(region, teacher),
    isOriginal: true,
    licence: shareScope === '2' ? '2' : '3',
    statement: true,
  }
  const { id } = (await teacher.post<ContentView>(base, { value })).data
  for (const who of [teacher, ...offices]) await act(who, id, 'publish')
  return id
}
async function act(who: Person, id: number, name: string): Promise<void> {
  const { version } = (await who.get<ContentView>(`${base}/${id}`)).data
  expect((await who.post(`${base}/${id}/${name}`, { version })).msg).toBe('ok')
}
const made = async (who: Person, items: readonly number[], more: object = {}): Promise<number> => {
  const body = {
    title: '复习专题',
    description: '',
    shared: true,
    items: items.map((id) => ({ id })),
    ...more,
  }
  const answer = await who.post<{ id: number }>(url, body)
  expect(answer.status, answer.msg).toBe(200)
  return answer.data.id
}
const read = (who: Person, id: number) => who.get<CollectionDetail>(`${url}/${id}`)
const titles = async (who: Person, id: number): Promise<string[]> =>
  (await read(who, id)).data.items.map(({ title }) => title)

describe('a collection', () => {
  it('keeps its order and its notes; each reader sees of it what he reads anyway', async () => {
    const { area, teacher } = region.people
    const id = await made(teacher, [near, wide], { shared: false })
    expect((await read(colleague, id)).status).toBe(404)
    const { version } = (await read(teacher, id)).data
    const items = [{ id: wide, note: '先看' }, { id: near }]
    const changed = await teacher.put<CollectionDetail>(`${url}/${id}`, {
      title: '复习专题一',
      shared: true,
      items,
      version,
    })
    expect(changed.data.items.map(({ title, note }) => [title, note])).toEqual([
      ['全区的', '先看'],
      ['本校的', ''],
    ])
    expect(await titles(colleague, id)).toEqual(['全区的', '本校的'])
    // Of a school's collection nobody outside knows.
    expect((await read(elsewhere, id)).status).toBe(404)
    const regional = await made(area, [wide], { title: '全区推荐' })
    expect(await titles(elsewhere, regional)).toEqual(['全区的'])
    const listed = async (who: Person, view: string) =>
      (await who.get<{ list: CollectionLine[] }>(`${url}?view=${view}`)).data.list.map(({ title }) => title)
    expect([await listed(colleague, 'shared'), await listed(teacher, 'own')]).toEqual([
      ['全区推荐', '复习专题一'],
      ['复习专题一'],
    ])
  })

  it('shows a tombstone of what was taken down, and hides what a reader cannot read', async () => {
    const { area, teacher, school } = region.people
    const gone = await shared('将下架的', '2', school, area)
    const id = await made(area, [gone, wide])
    await act(teacher, gone, 'takeDown')
    const items = (await read(elsewhere, id)).data.items.map(({ title, gone: isGone }) => [title, isGone])
    expect(items).toEqual([
      ['将下架的', true],
      ['全区的', false],
    ])
    // The school puts its own beside it: the neighbour is told only that there is more.
    const mixed = await made(school, [near, wide])
    await region.db.transaction((tx) => carryCollections(tx, region.places.school, region.places.sibling))
    const seen = (await read(elsewhere, mixed)).data
    expect([seen.items.map(({ title }) => title), seen.hidden]).toEqual([['全区的'], 1])
    await region.db.transaction((tx) => carryCollections(tx, region.places.sibling, region.places.school))
  })

  it('is changed and dropped by its maker alone, at the version that he read', async () => {
    const { teacher, school } = region.people
    const id = await made(teacher, [near])
    const body = { title: '改', shared: true, items: [{ id: near }], version: 1 }
    for (const who of [colleague, school]) {
      expect((await who.put(`${url}/${id}`, body)).status).toBe(404)
      expect((await who.del(`${url}/${id}`)).status).toBe(404)
    }
    expect((await teacher.put(`${url}/${id}`, body)).status).toBe(200)
    expect((await teacher.put(`${url}/${id}`, body)).status).toBe(409)
    expect((await teacher.del(`${url}/${id}`)).status).toBe(200)
    expect((await read(teacher, id)).status).toBe(404)
  })

  it('refuses what its maker cannot read, and forms that are no forms, with the field', async () => {
    const refused = [
      [{ title: '' }, '请填写名称'],
      [{ items: [{ id: own }] }, `编号 ${own} 的资源不在您可用的资源里，不能收入合集`],
      [{ items: [{ id: 99_999_999 }] }, '编号 99999999 的资源不在您可用的资源里，不能收入合集'],
      [{ items: [{ id: near }, { id: near }] }, '同一件资源只能收一次'],
      [{ items: [{ id: 'x' }] }, '应为资源编号'],
      [{ title: '字'.repeat(61) }, '名称不超过 60 个字'],
    ] as const
    for (const [part, message] of refused) {
      const answer = await colleague.post(url, { title: '合集', ...part })
      expect([answer.status, answer.msg]).toEqual([400, message])
    }
    expect((await colleague.get(`${url}/abc`)).status).toBe(400)
    expect((await colleague.get(`${url}?view=x`)).msg).toBe('没有这个分组')
  })

  it('is opened to visitors by an office above schools, with what is public in it and nothing else', async () => {
    const { teacher, school, area, city, province } = region.people
    const everybodys = await shared('公开的', '9', school, area, city, province)
    const later = await shared('将下架的公开资源', '9', school, area, city, province)
    const id = await made(area, [wide, everybodys, later], { title: '全区精品', open: true })
    const visit = async <T>(path: string) => {
      const answer = await region.app.inject({ method: 'GET', url: `/api/v1/portal/collections${path}` })
      return { status: answer.statusCode, data: answer.json<{ data: T }>().data }
    }
    const one = await visit<OpenCollection>(`/${id}`)
    expect(one.data).toMatchObject({
      title: '全区精品',
      items: [{ title: '公开的', author: '林疏影' }, { title: '将下架的公开资源' }],
    })
    expect(JSON.stringify(one.data)).not.toContain('全区的')
    const lists = async () =>
      (await visit<{ list: OpenCollectionLine[] }>('')).data.list.map(({ title, items }) => [title, items])
    expect(await lists()).toEqual([['全区精品', 2]])
    await act(teacher, later, 'takeDown')
    expect(await lists()).toEqual([['全区精品', 1]])
    // Others of the portal read it among the collections of others, each what he reads.
    expect(await titles(region.people.stranger, id)).toContain('公开的')
    const { version } = (await read(area, id)).data
    const closed = { title: '全区精品', shared: true, items: [{ id: everybodys }], version }
    expect((await area.put<CollectionDetail>(`${url}/${id}`, closed)).data).toMatchObject({ open: false })
    expect([await lists(), (await visit(`/${id}`)).status]).toEqual([[], 404])
    const noted = await region.db.query<{ action: string }>(
      sql`select action from audit where action like 'collection.%' order by id`,
    )
    expect(noted.map(({ action }) => action)).toEqual(['collection.opened', 'collection.closed'])
    // One that holds nothing public is no collection for visitors.
    await made(area, [wide], { title: '内部的', open: true })
    expect(await lists()).toEqual([])
    for (const who of [teacher, school]) {
      const refused = await who.post(url, { title: '公开吗', open: true })
      expect([refused.status, refused.data.errors[0]?.field]).toEqual([400, 'open'])
    }
    expect((await area.post(url, { title: '公开吗', open: 'ja' })).msg).toBe('是否公开应为是或否')
    for (const bad of ['/x', '/0', '?page=0', '?else=1']) expect((await visit(bad)).status, bad).toBe(400)
  })
})
