import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CurriculumTree, IndexChoice, TextbookLine } from '../../../catalogue/contract/curriculum.ts'
import type { LibraryItem, ListedLine } from '../../../catalogue/contract/library.ts'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture, pictureBytes, upload } from '../../app/testing/test-values.ts'
import { testFilm } from '../../platform/recordings/test-film.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
/** A second teacher's school of the same district. */
let neighbour: Person
beforeAll(async () => {
  region = await testRegion('library')
  neighbour = await region.add(2, region.places.sibling, '许老师')
})
beforeEach(async () => {
  for (const table of ['shelf', 'favourite', 'rating', 'use_event', 'resource_origin', 'content'])
    await region.db.execute(sql`delete from ${sql.id(table)}`)
})
afterAll(() => region.close())

const base = '/api/v1/contents/resource'
const library = '/api/v1/library/resource'
async function step(who: Person, id: number, name = 'publish', more: object = {}): Promise<void> {
  const { version } = (await who.get<ContentView>(`${base}/${id}`)).data
  const done = await who.post(`${base}/${id}/${name}`, { version, ...more })
  expect(done.msg, JSON.stringify(done.data)).toBe('ok')
}
/** A resource of the teacher that the offices of its way agreed to. */
async function shared(more: object = {}, ...offices: readonly Person[]): Promise<number> {
  const { teacher, school } = region.people
  const value = {
    title: '面积问题的三种设元',
    resourceKind: '02',
    schoolStage: '3',
    subject: '14',
    author: '林疏影',
    shareScope: '1',
    file: await picture(region, teacher),
    isOriginal: true,
    licence: '3',
    statement: true,
    ...more,
  }
  const made = await teacher.post<ContentView>(base, { value })
  expect(made.msg, JSON.stringify(made.data)).toBe('ok')
  await step(teacher, made.data.id)
  for (const office of [school, ...offices]) await step(office, made.data.id)
  return made.data.id
}
const district = (more: object = {}) => shared({ shareScope: '2', ...more }, region.people.area)
const list = async (who: Person, query = '') =>
  (await who.get<{ list: ListedLine[] }>(`${library}?${query}`)).data.list
const titles = async (who: Person, query = '') => (await list(who, query)).map(({ title }) => title)
const item = (who: Person, id: number) => who.get<LibraryItem>(`${library}/${id}`)
const download = (who: Person, id: number) => who.get(`/api/v1/resource/${id}/download`)

describe('a list of a library', () => {
  it('shows a small copy of each cover, which only its signed address hands out', async () => {
    const { teacher, colleague } = region.people
    const cover = await upload(region, teacher, '封面.jpg', await pictureBytes())
    await shared({ cover })
    await shared({ title: '没有封面的' })
    const lines = await list(colleague)
    expect(lines.map((line) => [line.title, line.cover === null])).toEqual([
      ['没有封面的', true],
      ['面积问题的三种设元', false],
    ])
    const address = lines[1]?.cover ?? ''
    for (let time = 0; time < 2; time += 1) {
      const small = await region.app.inject(address)
      expect([small.statusCode, small.headers['content-type']]).toEqual([200, 'image/webp'])
      expect(small.rawPayload.length).toBeLessThan(4_000)
    }
    expect((await region.app.inject(address.replace('small', 'download'))).statusCode).toBe(404)
  })
})

describe('a film of a library', () => {
  it('is played with its captions and its poster; captions are WebVTT and nothing else', async () => {
    const { teacher, colleague } = region.people
    const words = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\n上课\n')
    const captions = await upload(region, teacher, '字幕.vtt', words)
    const id = await shared({
      file: await upload(region, teacher, '课.mp4', testFilm()),
      captions,
      cover: await upload(region, teacher, '封面.jpg', await pictureBytes()),
    })
    const { data } = await item(colleague, id)
    const read = await region.app.inject(data.captions ?? '')
    expect([read.statusCode, read.body.includes('上课')]).toEqual([200, true])
    expect((await region.app.inject(data.poster ?? '')).headers['content-type']).toBe('image/jpeg')
    const wrong = await teacher.post(base, {
      value: { title: '无', captions: await picture(region, teacher) },
    })
    expect([wrong.status, wrong.data.errors[0]?.field]).toEqual([400, 'captions'])
    expect((await item(colleague, await shared({ title: '没有字幕' }))).data).toMatchObject({
      captions: null,
      poster: null,
    })
  })
})

describe('a library', () => {
  it('holds what each can read: the school its own, the district what the district agreed to', async () => {
    const { teacher, colleague, school, area, stranger, city } = region.people
    await shared({ title: '给本校' })
    await district({ title: '给全区' })
    for (const who of [teacher, colleague, school]) expect(await titles(who)).toEqual(['给全区', '给本校'])
    for (const who of [neighbour, area]) expect(await titles(who)).toEqual(['给全区'])
    for (const who of [stranger, city]) expect(await titles(who)).toEqual([])
    expect(await titles(colleague, 'view=own')).toEqual(['给全区', '给本校'])
    expect(await titles(colleague, 'view=others')).toEqual([])
    expect(await titles(neighbour, 'view=others')).toEqual(['给全区'])
    expect(await titles(area, 'view=region')).toEqual(['给全区'])
  })

  it('tells nobody of what he cannot read, by its number either', async () => {
    const id = await shared()
    const { colleague, city, area, stranger } = region.people
    expect((await item(colleague, id)).data.title).toBe('面积问题的三种设元')
    for (const who of [neighbour, stranger, area, city]) {
      expect((await item(who, id)).status).toBe(404)
      expect((await download(who, id)).status).toBe(404)
      expect((await who.post(`/api/v1/resource/${id}/favorite`, {})).status).toBe(404)
      expect((await who.post(`/api/v1/resource/${id}/score`, { score: 5 })).status).toBe(404)
    }
    for (const url of [library, `${library}/${id}`, `/api/v1/resource/${id}/download`]) {
      expect((await region.app.inject({ method: 'GET', url })).statusCode).toBe(401)
      expect((await region.people.expert.get(url)).status).toBe(403)
    }
  })

  it('is narrowed by chapter, kind, subject and words, and refuses what it does not know', async () => {
    const { colleague } = region.people
    await shared({ title: '有理数的加法', nodes: [102], resourceKind: '01' })
    await shared({ title: '圆周角定理', nodes: [304, 305], points: [21] })
    expect(await titles(colleague, 'node=102')).toEqual(['有理数的加法'])
    expect(await titles(colleague, 'node=304')).toEqual(['圆周角定理'])
    // A point is found below the one above it.
    expect(await titles(colleague, 'point=20')).toEqual(['圆周角定理'])
    expect(await titles(colleague, 'form=01')).toEqual(['有理数的加法'])
    expect(await titles(colleague, `q=${encodeURIComponent('圆周角')}`)).toEqual(['圆周角定理'])
    expect(await titles(colleague, 'subject=13')).toEqual([])
    const [first] = await list(colleague, 'node=304')
    expect([first?.chapters, first?.grade, first?.format]).toEqual([
      ['第二十四章 圆', '第二十五章 概率初步'],
      '09',
      'image',
    ])
    for (const bad of ['node=x', 'node=0', 'view=all2', 'order=score', 'page=0', 'pageSize=1000', 'else=1'])
      expect((await colleague.get(`${library}?${bad}`)).status, bad).toBe(400)
  })

  it('refuses chapters that the index does not have, and too many of them', async () => {
    const { teacher } = region.people
    const value = { title: '无此章', nodes: [999_999] }
    const refused = await teacher.post<{ errors: { field: string; message: string }[] }>(base, { value })
    expect([refused.status, refused.data.errors[0]]).toEqual([
      400,
      { field: 'nodes', message: '目录中没有这一项，请重新选择' },
    ])
  })

  it('says in the own school that a newer version is on its way, and elsewhere nothing of it', async () => {
    const { teacher, colleague } = region.people
    const id = await district()
    const { version, value } = (await teacher.get<ContentView>(`${base}/${id}`)).data
    await teacher.put(`${base}/${id}`, { version, value: { ...value, title: '第二版' } })
    await step(teacher, id)
    expect((await list(colleague)).map(({ title, newer }) => [title, newer])).toEqual([
      ['面积问题的三种设元', true],
    ])
    expect((await list(neighbour)).map(({ title, newer }) => [title, newer])).toEqual([
      ['面积问题的三种设元', false],
    ])
  })
})

describe('what readers do', () => {
  it('is kept as a favourite, and stays as a tombstone when the resource is taken down', async () => {
    const id = await district()
    const like = (on?: boolean) =>
      neighbour.post(`/api/v1/resource/${id}/favorite`, on === undefined ? {} : { on })
    expect([(await like()).status, (await like()).status]).toEqual([200, 200])
    expect(await titles(neighbour, 'view=kept')).toEqual(['面积问题的三种设元'])
    await step(region.people.teacher, id, 'takeDown')
    expect(await titles(neighbour)).toEqual([])
    expect((await list(neighbour, 'view=kept')).map(({ title, gone }) => [title, gone])).toEqual([
      ['面积问题的三种设元', true],
    ])
    const stone = (await item(neighbour, id)).data
    expect([stone.gone, stone.file, stone.author]).toEqual([true, null, '林疏影'])
    expect((await download(neighbour, id)).status).toBe(409)
    expect((await item(region.people.stranger, id)).status).toBe(404)
    expect((await like(false)).status).toBe(200)
    expect(await titles(neighbour, 'view=kept')).toEqual([])
    expect((await like()).status).toBe(409)
  })

  it('is counted by month and person, without the own school', async () => {
    const id = await district()
    const { teacher, colleague, area } = region.people
    for (const who of [neighbour, neighbour, colleague, colleague, teacher, area])
      expect((await download(who, id)).status).toBe(200)
    // Nine downloads of one person on other days of the month are one use; one of last month is another.
    await region.db.execute(sql`
      update use_event set day = day - 40 where item_id = ${id} and person_id = (
        select person_id from identity where id = ${neighbour.identityId})`)
    for (let nth = 0; nth < 3; nth++) await download(neighbour, id)
    const [line] = await list(neighbour)
    expect(line?.uses).toEqual({ people: 3, institutions: 2 })
    expect((await list(neighbour, 'order=used'))[0]?.id).toBe(id)
  })

  it('is rated by who opened it, never by the author, and shown from five ratings on', async () => {
    const id = await district()
    const { teacher, colleague } = region.people
    const rate = (who: Person, score: unknown) => who.post(`/api/v1/resource/${id}/score`, { score })
    expect((await rate(colleague, 5)).status).toBe(409)
    expect((await rate(teacher, 5)).status).toBe(403)
    expect((await item(colleague, id)).data.mayRate).toBe(true)
    expect((await item(teacher, id)).data.mayRate).toBe(false)
    for (const bad of [0, 6, 2.5, '5', null]) expect((await rate(colleague, bad)).status).toBe(400)
    expect([(await rate(colleague, 2)).status, (await rate(colleague, 4)).status]).toEqual([200, 200])
    expect((await item(colleague, id)).data).toMatchObject({ ownScore: 4, score: { people: 1, value: null } })
    const others = [neighbour, region.people.school, region.people.area, region.people.siblingSchool]
    for (const who of others) {
      await item(who, id)
      await rate(who, 5)
    }
    expect((await item(colleague, id)).data.score).toEqual({ people: 5, value: 4.8 })
  })

  it('is not counted when somebody looks without a file, nor twice at once', async () => {
    const id = await district()
    await Promise.all([1, 2, 3, 4].map(() => download(neighbour, id)))
    expect((await list(neighbour))[0]?.uses.people).toBe(1)
  })
})

describe('a search', () => {
  it('finds titles by initials and by pinyin, from any letter on, also of what was shelved before', async () => {
    const id = await shared({ title: '一元二次方程的应用（重庆）' })
    const { colleague } = region.people
    const found = async (q: string) =>
      (await list(colleague, `q=${encodeURIComponent(q)}`)).map((one) => one.id)
    for (const q of ['yyecfc', 'YYEC', 'fcdyy', 'fangcheng', 'yiyuan fangcheng', 'chongqing', 'cq'])
      expect(await found(q), q).toEqual([id])
    for (const q of ['ycefc', 'zhongqing', 'angcheng']) expect(await found(q), q).toEqual([])
    await region.db.execute(sql`update shelf set shape = 0, terms = '' where item_id = ${id}`)
    expect(await found('yyecfc')).toEqual([])
    const beside = await region.serveBeside()
    await expect.poll(() => found('yyecfc'), { timeout: 10_000 }).toEqual([id])
    await beside.close()
  })
})

describe('the index', () => {
  it('is read by anybody: textbooks, chapters with what one can read, and what hangs below the edition before', async () => {
    const visitor = await region.app.inject({ method: 'GET', url: '/api/v1/curriculum/textbooks?stage=3' })
    const books = visitor.json().data.list as TextbookLine[]
    expect(books.map(({ title }) => title)).toEqual([
      '人教版 数学 七年级上册（2024）',
      '人教版 数学 七年级上册（2012）',
      '人教版 数学 九年级上册（2014）',
      '人教版 数学 九年级下册（2014）',
    ])
    await shared({ nodes: [201] })
    const { colleague } = region.people
    const tree = async (who: Person, id: number) =>
      (await who.get<CurriculumTree>(`/api/v1/curriculum/textbooks/${id}/tree`)).data
    expect((await tree(colleague, 2)).nodes[0]).toMatchObject({ title: '有理数', count: 1 })
    expect((await tree(colleague, 1)).fromBefore).toBe(1)
    expect([(await tree(neighbour, 2)).nodes[0]?.count, (await tree(neighbour, 1)).fromBefore]).toEqual([
      0, 0,
    ])
    expect((await colleague.get('/api/v1/curriculum/textbooks/77/tree')).status).toBe(404)
    expect((await colleague.get('/api/v1/curriculum/textbooks/x/tree')).status).toBe(400)
  })

  it('offers chapters with the words above them, and a region its own to those below it only', async () => {
    await region.db.execute(sql`
      insert into textbook (stage, subject, edition, grade, title, year, source, institution_id)
      values ('3', '14', '99', '07', '东区校本数学', 2025, '东区', ${region.places.district})`)
    const seen = async (who: Person) =>
      (await who.get<{ list: TextbookLine[] }>('/api/v1/curriculum/textbooks')).data.list.map(
        ({ title }) => title,
      )
    expect([
      (await seen(neighbour)).includes('东区校本数学'),
      (await seen(region.people.stranger)).length,
    ]).toEqual([true, 5])
    const choices = await neighbour.get<{ list: IndexChoice[] }>('/api/v1/curriculum/index?of=chapter')
    expect(choices.data.list.find(({ id }) => id === 304)).toMatchObject({
      name: '第二十四章 圆',
      path: '人教版 数学 九年级上册（2014）　第二十四章 圆',
    })
    const points = await neighbour.get<{ list: IndexChoice[] }>('/api/v1/curriculum/index?of=point')
    expect(points.data.list.find(({ id }) => id === 21)?.path).toBe('图形与几何　图形的性质')
    expect((await neighbour.get('/api/v1/curriculum/index?of=else')).status).toBe(400)
  })
})

describe('the public list', () => {
  it('is narrowed by chapter, holds what everybody may read only, and refuses a chapter that is none', async () => {
    const { area, city, province } = region.people
    await shared({ title: '给全网', shareScope: '9', nodes: [304] }, area, city, province)
    await shared({ title: '给本校', nodes: [304] })
    const visit = async (query: string) => {
      const url = `/api/v1/portal/contents/resource?${query}`
      return region.app.inject({ method: 'GET', url, remoteAddress: '10.9.9.8' })
    }
    const found = async (query: string) =>
      (await visit(query)).json().data.list.map(({ title }: { title: string }) => title)
    expect([await found('node=304'), await found('node=303'), await found('')]).toEqual([
      ['给全网'],
      [],
      ['给全网'],
    ])
    for (const bad of ['node=x', 'node=0', 'node=-1']) expect((await visit(bad)).statusCode, bad).toBe(400)
  })
})

describe('an adapted resource', () => {
  const adapt = (who: Person, id: number) => who.post<{ id: number }>(`/api/v1/resource/${id}/adapt`, {})
  /** Hands an adapted resource in with a licence, after its own file was added. */
  async function handIn(who: Person, id: number, licence: string) {
    const { version, value } = (await who.get<ContentView>(`${base}/${id}`)).data
    const more = { file: await picture(region, who), statement: true, licence }
    const saved = await who.put<ContentView>(`${base}/${id}`, { version, value: { ...value, ...more } })
    expect(saved.msg).toBe('ok')
    return who.post(`${base}/${id}/publish`, { version: saved.data.version })
  }

  it('names its origin, keeps to its licence, and is counted at it (12)', async () => {
    const { teacher } = region.people
    const id = await district({ licence: '4', points: null, keywords: '设元' })
    const made = await adapt(neighbour, id)
    expect(made.msg).toBe('ok')
    const draft = (await neighbour.get<ContentView>(`${base}/${made.data.id}`)).data.value
    expect(draft).toMatchObject({
      title: '面积问题的三种设元',
      keywords: '设元',
      isOriginal: false,
      licence: '4',
      shareScope: '1',
      file: null,
    })
    expect(draft['sourceNote']).toMatch(/^改编自“面积问题的三种设元”（林疏影，/)
    const refused = await handIn(neighbour, made.data.id, '3')
    expect([refused.status, JSON.stringify(refused.data)]).toEqual([
      400,
      expect.stringContaining('原作的许可是“CC BY-NC 4.0（署名，非商业）”'),
    ])
    expect((await handIn(neighbour, made.data.id, '4')).msg).toBe('ok')
    await step(region.people.siblingSchool, made.data.id)
    expect((await item(neighbour, made.data.id)).data.origin).toMatchObject({ id, readable: true })
    expect((await item(teacher, id)).data).toMatchObject({ adaptations: 1, mayAdapt: false })
    expect((await item(neighbour, id)).data.uses.people).toBe(1)
    // Its origin is taken down: the copy stays and says so.
    await step(teacher, id, 'takeDown')
    const after = (await item(neighbour, made.data.id)).data
    expect([after.gone, after.origin]).toMatchObject([false, { gone: true, readable: false }])
  })

  it('is refused where the author keeps the rights, out of reach, and to offices', async () => {
    const kept = await district({ licence: '9' })
    expect((await adapt(neighbour, kept)).status).toBe(403)
    expect((await adapt(region.people.stranger, kept)).status).toBe(404)
    expect((await adapt(region.people.teacher, kept)).status).toBe(409)
    expect((await adapt(region.people.area, kept)).status).toBe(403)
  })
})
