import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { CasePage, CaseView } from '../../../catalogue/contract/processes.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'

// Files of one worker share their modules: this one has its own, and leaves none behind.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('../../../catalogue/processes/registry.gen.ts')
  vi.resetModules()
})
// No process of the portal is about an institution or an own content: two of the tests' own are.
vi.mock(import('../../../catalogue/processes/registry.gen.ts'), async (original) => ({
  ...(await original()),
  inspection,
  contentFix,
}))
const { inspection, contentFix } = await vi.hoisted(async () => {
  const { longText: words } = await import('../../../catalogue/define.ts')
  const { defineProcess: define } = await import('../../../catalogue/processes/define.ts')
  const shared = {
    fields: { reason: words('事由', { required: true, maxLength: 100 }) },
    form: [{ title: '事由', fields: ['reason'] }],
    parties: {
      office: { label: '单位', is: 'starter' },
      authority: { label: '主管', is: 'authorityOf', of: 'office' },
    },
    states: {
      draft: { label: '草稿', heldBy: 'office' },
      pending: { label: '待主管审核', heldBy: 'authority', days: 5 },
      done: { label: '已办结', final: 'done' },
    },
    initial: 'draft',
    moves: [
      { name: 'submit', label: '提交', from: ['draft'], to: 'pending', by: 'office', handsIn: true },
      { name: 'approve', label: '同意', from: ['pending'], to: 'done', by: 'authority' },
    ],
    list: { columns: ['reason'], filters: [] },
  } as const
  return {
    inspection: define({
      ...shared,
      name: 'inspection',
      title: '自查',
      beginLabel: '上报自查',
      begins: [{ by: [3], about: 'office' }],
      oneOpen: '已有一件没有办完的自查',
      dueOrder: 30,
    }),
    contentFix: define({
      ...shared,
      name: 'contentFix',
      title: '内容更正',
      beginLabel: '申请更正',
      begins: [{ by: [3], about: 'content' }],
      dueOrder: 31,
    }),
  }
})

let region: Region
let p: Region['people']
beforeAll(async () => {
  region = await testRegion('case-subjects')
  p = region.people
})
afterAll(() => region.close())

const url = (type: string) => `/api/v1/${type}`
async function act(who: Person, type: string, { id }: CaseView, action: string) {
  const seen = await who.get<CaseView>(`${url(type)}/${id}`)
  return who.post<CaseView>(`${url(type)}/${id}/${action}`, { version: seen.data.version })
}
const value = { reason: '例行' }

describe('a case about an institution', () => {
  it('has its name, goes its way, and is found by it', async () => {
    const made = await p.school.post<CaseView>(url('inspection'), { about: { office: true }, value })
    expect(made.status, made.msg).toBe(200)
    const { name } = await region.db.one<{ name: string }>(
      sql`select name from institution where id = ${region.places.school}`,
    )
    expect([made.data.name, made.data.teacherId]).toEqual([name, null])
    expect((await act(p.school, 'inspection', made.data, 'submit')).data.state).toBe('pending')
    const found = async (q: string) =>
      (await p.area.get<CasePage>(`${url('inspection')}?queue=mine&q=${encodeURIComponent(q)}`)).data.total
    expect([await found(name), await found('没有这所')]).toEqual([1, 0])
    const todos = await p.area.get<{ list: { title: string }[] }>('/api/v1/todo?kind=case')
    expect(todos.data.list.some(({ title }) => title.startsWith(name))).toBe(true)
    expect((await p.otherSchool.get(`${url('inspection')}/${made.data.id}`)).status).toBe(404)
    // One at a time about one institution.
    const second = await p.school.post<CaseView>(url('inspection'), { about: { office: true }, value })
    expect((await act(p.school, 'inspection', second.data, 'submit')).status).toBe(409)
    expect((await act(p.area, 'inspection', made.data, 'approve')).data.state).toBe('done')
    expect((await act(p.school, 'inspection', second.data, 'submit')).data.state).toBe('pending')
  })

  it('is begun by its office only, and not about a teacher', async () => {
    const body = { about: { office: true }, value }
    expect((await p.area.post(url('inspection'), body)).status).toBe(403)
    const person = await region.add(2, region.places.school, '不是单位')
    const wrong = { about: { teacherId: person.teacherId }, value }
    expect((await p.school.post(url('inspection'), wrong)).status).toBe(400)
  })
})

describe('a case about a content', () => {
  it('has its title; contents of others are not found', async () => {
    const notice = await p.school.post<{ id: number }>('/api/v1/contents/notice', {
      value: { title: '关于放假的通知', noticeKind: '1', visibility: '2', content: '放假三天。' },
    })
    const about = { content: notice.data.id }
    const made = await p.school.post<CaseView>(url('contentFix'), { about, value })
    expect([made.status, made.data.name]).toEqual([200, '关于放假的通知'])
    expect((await act(p.school, 'contentFix', made.data, 'submit')).data.state).toBe('pending')
    expect((await p.otherSchool.post(url('contentFix'), { about, value })).status).toBe(400)
  })
})
