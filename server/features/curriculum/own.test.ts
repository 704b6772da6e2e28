import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CurriculumTree, IndexPreview, OwnTextbook } from '../../../catalogue/contract/curriculum.ts'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { upload } from '../../app/testing/test-values.ts'
import { workbookOf, rowsOf, type WrittenNode } from './workbook.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('own-curriculum')
})
afterAll(() => region.close())

const url = '/api/v1/curriculum/own'
const draft = {
  stage: '3',
  subject: '14',
  edition: '01',
  grade: '07',
  semester: null,
  title: '校本数学',
  year: 2026,
  source: '学校教务处编',
}
type NewNode = Omit<WrittenNode, 'id'> & { readonly id?: number | null }
/** The id of a workbook with these chapters that somebody uploaded. */
async function book(who: Person, nodes: readonly NewNode[]): Promise<string> {
  const rows = nodes.map((node) => ({ id: null, ...node }))
  const content = await workbookOf('目录', rows)
  const texts = (await rowsOf(content)).map(({ row }) => row)
  expect(texts).toHaveLength(nodes.length)
  return upload(region, who, '目录.xlsx', await workbookOf('目录', rows))
}
const node = (level: number, no: string, title: string, id?: number): NewNode => ({
  level,
  no,
  title,
  ended: false,
  ...(id !== undefined && { id }),
})
/** A resource of the teacher below a chapter, which the school agreed to. */
async function hungBelow(chapter: number | undefined): Promise<number> {
  const { teacher, school } = region.people
  const value = {
    title: '幻方',
    resourceKind: '02',
    schoolStage: '3',
    subject: '14',
    author: '林疏影',
    shareScope: '1',
    nodes: [chapter],
    file: await upload(region, teacher),
    isOriginal: true,
    licence: '3',
    statement: true,
  }
  const { id } = (await teacher.post<ContentView>('/api/v1/contents/resource', { value })).data
  for (const who of [teacher, school]) {
    const { version } = (await who.get<ContentView>(`/api/v1/contents/resource/${id}`)).data
    expect((await who.post(`/api/v1/contents/resource/${id}/publish`, { version })).msg).toBe('ok')
  }
  return id
}
const preview = (who: Person, id: number, fileId: string) =>
  who.post<IndexPreview>(`${url}/${id}/preview`, { fileId })
const apply = (who: Person, id: number, fileId: string, seen: string) =>
  who.post(`${url}/${id}/apply`, { fileId, seen })
const chapters = (id: number) =>
  region.db.query<{ id: number; title: string; ended: boolean; parent: number | null }>(sql`
    select id, title, ended_on is not null as ended, parent_id as parent
    from curriculum_node where textbook_id = ${id} order by place`)

describe('the textbooks of an institution', () => {
  it('go out and in as a workbook whose changes are seen before they are made', async () => {
    const { school, teacher, area } = region.people
    const begun = await school.post<{ id: number }>(url, draft)
    expect(begun.status, begun.msg).toBe(200)
    const { id } = begun.data
    const first = await book(school, [
      node(1, '第一章', '数与形'),
      node(2, '1.1', '三角形数'),
      node(1, '第二章', '幻方'),
    ])
    const seen = (await preview(school, id, first)).data
    expect([seen.changes.map(({ change }) => change), seen.faults]).toEqual([['new', 'new', 'new'], []])
    expect(await chapters(id)).toEqual([])
    expect((await apply(school, id, first, seen.seen)).status).toBe(200)
    const [one, below, two] = await chapters(id)
    expect([one?.parent, below?.parent, two?.title]).toEqual([null, one?.id, '幻方'])
    // The school's teachers hang things there; what something hangs on is not left out.
    await hungBelow(two?.id)
    const without = await book(school, [
      node(1, '第一章', '数与形（新）', one?.id),
      node(2, '1.1', '三角形数', below?.id),
    ])
    const refused = (await preview(school, id, without)).data
    expect(refused.faults.map(({ message }) => message)).toEqual([
      '“第二章 幻方”有 1 件在用，不能删去：保留该行，“停用”填“是”，并填接替它的章节的系统号',
    ])
    expect((await apply(school, id, without, refused.seen)).status).toBe(400)
    expect((await chapters(id)).map(({ title }) => title)).toEqual(['数与形', '三角形数', '幻方'])
    // Nobody above or beside keeps it, and teachers keep none.
    expect((await area.get(`${url}/${id}/workbook`)).status).toBe(404)
    expect((await preview(area, id, first)).status).toBe(404)
    expect((await teacher.post(url, draft)).status).toBe(403)
    const own = (await school.get<{ list: OwnTextbook[] }>(url)).data.list
    expect(own.map(({ title, nodes }) => [title, nodes])).toEqual([['校本数学', 3]])
  })

  it('change their edition below 1 000 items without losing one (acceptance 11)', async () => {
    const { school, teacher } = region.people
    const { id } = (await school.post<{ id: number }>(url, { ...draft, title: '校本数学（两版）' })).data
    const imported = async (nodes: readonly NewNode[]) => {
      const fileId = await book(school, nodes)
      const seen = (await preview(school, id, fileId)).data
      if (seen.faults.length === 0) await apply(school, id, fileId, seen.seen)
      return seen
    }
    const named = (edition: string) =>
      Array.from({ length: 40 }, (_, i) => node(1, `第${i + 1}章`, `${edition}第 ${i + 1} 章`))
    await imported(named('旧版'))
    const old = await chapters(id)
    const first = await hungBelow(old[0]?.id)
    // 999 more of the same kind, 25 below each chapter.
    await region.db.execute(sql`
      insert into shelf
      select (jsonb_populate_record(s, jsonb_build_object(
        'item_id', 1000000 + n, 'node_ids', jsonb_build_array((${old.map((one) => one.id)}::int[])[1 + n % 40])))).*
      from shelf s, generate_series(1, 999) n
      where s.kind = 'resource' and s.item_id = ${first}`)
    const keptOld = old.map((one, i) => node(1, `第${i + 1}章`, one.title, one.id))
    await imported([...keptOld, ...named('新版')])
    const fresh = (await chapters(id)).slice(40)
    const renewed = fresh.map((one, i) => node(1, `第${i + 1}章`, one.title, one.id))
    const ended = keptOld.map((one) => ({ ...one, ended: true }))
    expect((await imported([...ended, ...renewed])).faults).toHaveLength(40)
    const changes = (
      await imported([...ended.map((one, i) => ({ ...one, successor: fresh[i]?.id ?? 0 })), ...renewed])
    ).changes.filter(({ change }) => change === 'ended')
    expect(changes.reduce((sum, { uses }) => sum + uses, 0)).toBe(1000)
    const tree = (await teacher.get<CurriculumTree>(`/api/v1/curriculum/textbooks/${id}/tree`)).data
    expect(tree.fromBefore).toBe(1000)
    expect(tree.nodes.filter((one) => one.ended).map(({ count }) => count)).toEqual(old.map(() => 25))
    const below = await teacher.get<{ total: number }>(`/api/v1/library/resource?node=${old[7]?.id}`)
    expect(below.data.total).toBe(25)
  })

  it('are not changed by what was previewed before they changed; those that ship by nobody', async () => {
    const { area } = region.people
    const { id } = (await area.post<{ id: number }>(url, { ...draft, title: '地方教材' })).data
    const fileId = await book(area, [node(1, '第一章', '家乡的桥')])
    const { seen } = (await preview(area, id, fileId)).data
    expect((await apply(area, id, fileId, seen)).status).toBe(200)
    const again = await apply(area, id, fileId, seen)
    expect([again.status, again.msg]).toEqual([409, '目录或文件在预览之后有变化，请重新预览'])
    const [shipped] = await region.db.query<{ id: number }>(sql`
      select id from textbook where institution_id is null order by id limit 1`)
    expect((await preview(area, shipped?.id ?? 1, fileId)).status).toBe(404)
  })

  it('refuse forms and files that are none, with the field', async () => {
    const { area, school } = region.people
    const { id } = (await area.post<{ id: number }>(url, draft)).data
    const wrong = [
      [{ stage: 'x' }, '请选择学段'],
      [{ title: '' }, '请填写书名'],
      [{ year: 1800 }, '年份从 1990 起'],
      [{ source: '' }, '请填写依据'],
    ] as const
    for (const [part, message] of wrong) {
      const answer = await area.post(url, { ...draft, ...part })
      expect([answer.status, answer.msg]).toEqual([400, message])
    }
    const picture = await upload(region, area)
    expect((await preview(area, id, picture)).msg).toBe('请上传 Excel 表格（.xlsx）；旧的 .xls 请先另存')
    const others = await book(school, [node(1, '第一章', '一')])
    expect((await preview(area, id, others)).msg).toBe('没有找到这个文件，请重新上传')
    expect((await preview(area, 0, picture)).status).toBe(400)
  })
})
