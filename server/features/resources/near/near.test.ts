import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NearContents } from '../../../../catalogue/contract/near-contents.ts'
import type { ContentView } from '../../../../catalogue/contract/portal/contents.ts'
import { testRegion, type Person, type Region } from '../../../app/testing/test-region.ts'
import { upload } from '../../../app/testing/test-values.ts'
import { fileStore } from '../../../platform/storage/file-store.ts'
import { wordPaper } from '../bundle/test-papers.ts'
import { documentWords } from './words.ts'
import { tracing } from './traces.ts'

let region: Region
/** A teacher of the same school, and one whom the school's resources do not reach. */
let colleague: Person
let elsewhere: Person
beforeAll(async () => {
  region = await testRegion('resource-near')
  colleague = await region.add(2, region.places.school, '陆小凡')
  elsewhere = await region.add(2, region.places.sibling, '温如玉')
})
afterAll(() => region.close())

const base = '/api/v1/contents/resource'
const lesson =
  '从边到角再回到边，勾股定理把直角三角形三边的数量关系说清楚。先用方格纸拼出三个正方形，数一数面积，再猜想一般的情形；' +
  '接着用四个全等的直角三角形拼成大正方形，两种算法得到同一个面积，由此证明猜想。最后回到生活中的梯子问题，量一量，算一算。'
async function draft(who: Person, title: string, file: string): Promise<number> {
  const value = {
    title,
    resourceKind: '02',
    schoolStage: '3',
    subject: '14',
    author: '某人',
    shareScope: '1',
    file,
    isOriginal: true,
    licence: '3',
    statement: true,
  }
  return (await who.post<ContentView>(base, { value })).data.id
}
async function step(who: Person, id: number) {
  const { version } = (await who.get<ContentView>(`${base}/${id}`)).data
  return who.post(`${base}/${id}/publish`, { version })
}
const traces = async (): Promise<void> => {
  const job = tracing({ db: region.db, words: documentWords(fileStore(join(region.folder, 'files'))) })
  while (await job.run(new AbortController().signal)) continue
}
const near = async (who: Person, id: number) =>
  (await who.get<NearContents>(`/api/v1/resource/${id}/near`)).data

describe('what is like a resource before it is handed in', () => {
  const paper = (words: string): Buffer => wordPaper({ letters: 1, word: words })
  let first: number
  beforeAll(async () => {
    const { teacher, school } = region.people
    first = await draft(teacher, '勾股定理的证明', await upload(region, teacher, '勾股.docx', paper(lesson)))
    expect((await step(teacher, first)).msg).toBe('ok')
    expect((await step(school, first)).msg).toBe('ok')
    await traces()
  })

  it('a file of somebody else, byte for byte, is adapted and not handed in', async () => {
    const id = await draft(colleague, '我的一课', await upload(region, colleague, '一课.docx', paper(lesson)))
    expect(await near(colleague, id)).toMatchObject({
      list: [{ id: first, title: '勾股定理的证明', own: false, sameFile: true, textLikeness: 100 }],
      unread: 0,
    })
    const sent = await step(colleague, id)
    expect(sent.status).toBe(400)
    expect(sent.msg).toContain('与“勾股定理的证明”（某人，')
    expect(sent.msg).toContain('改编为我的')
  })

  it('near words of a document and a near title are told, and keep nobody from handing it in', async () => {
    const words = lesson.replace('方格纸', '网格纸').replace('梯子', '旗杆')
    const id = await draft(colleague, '另一课', await upload(region, colleague, '另一课.docx', paper(words)))
    const [other] = (await near(colleague, id)).list
    expect(other).toMatchObject({ id: first, sameFile: false })
    expect(other?.textLikeness).toBeGreaterThan(60)
    expect((await step(colleague, id)).msg).toBe('ok')
    const named = await draft(colleague, '勾股定理的证明', await upload(region, colleague))
    expect((await near(colleague, named)).list).toMatchObject([{ id: first, titleLikeness: 100 }])
  })

  it('of what an author cannot open he is told nothing, and the office that there is one', async () => {
    const id = await draft(elsewhere, '他校一课', await upload(region, elsewhere, '他校.docx', paper(lesson)))
    expect((await near(elsewhere, id)).list).toEqual([])
    expect((await step(elsewhere, id)).msg).toBe('ok')
    const [told, ...others] = (await near(region.people.siblingSchool, id)).list
    expect(others).toEqual([])
    expect(told).toEqual({
      id: null,
      title: null,
      author: null,
      org: null,
      own: false,
      sameFile: true,
      titleLikeness: expect.any(Number),
      textLikeness: 100,
    })
  })

  it('is asked by the author and the offices that have it alone; an own file is his to hand in again', async () => {
    const { teacher } = region.people
    expect((await colleague.get(`/api/v1/resource/${first}/near`)).status).toBe(404)
    expect((await teacher.get('/api/v1/resource/abc/near')).status).toBe(400)
    const own = await draft(teacher, '再来一次', await upload(region, teacher, '再.docx', paper(lesson)))
    expect((await near(teacher, own)).list).toMatchObject([{ id: first, own: true, sameFile: true }])
    // His own file again is his to hand in.
    expect((await step(teacher, own)).msg).toBe('ok')
  })
})
