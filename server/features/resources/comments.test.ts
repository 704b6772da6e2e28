import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CommentLine } from '../../../catalogue/contract/comments.ts'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import { testRegion, type Answer, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture } from '../../app/testing/test-values.ts'

let region: Region
/** A resource that the district agreed to, and one that the school keeps. */
let district: number, school: number
/** A teacher of another school of the district. */
let neighbour: Person
beforeAll(async () => {
  region = await testRegion('comments')
  neighbour = await region.add(2, region.places.sibling, '许老师')
  const { people } = region
  district = await shared('2', people.school, people.area)
  school = await shared('1', people.school)
})
afterAll(() => region.close())

async function shared(shareScope: string, ...offices: readonly Person[]): Promise<number> {
  const { teacher } = region.people
  const base = '/api/v1/contents/resource'
  const value = {
    title: '面积问题的三种设元',
    resourceKind: '02',
    schoolStage: '3',
    subject: '14',
    author: '林疏影',
    shareScope,
    file: await picture(region, teacher),
    isOriginal: true,
    licence: '3',
    statement: true,
  }
  const { id } = (await teacher.post<ContentView>(base, { value })).data
  for (const who of [teacher, ...offices]) {
    const { version } = (await who.get<ContentView>(`${base}/${id}`)).data
    expect((await who.post(`${base}/${id}/publish`, { version })).msg).toBe('ok')
  }
  return id
}
const at = (id: number) => `/api/v1/resource/${id}/comments`
interface Refusal {
  readonly id: string
  readonly errors: readonly { readonly field: string; readonly message: string }[]
}
const say = (
  who: Person,
  text: string,
  answers: string | null = null,
  id = district,
  comment: string = randomUUID(),
) => who.post<Refusal>(at(id), { id: comment, text, answers })
const said = async (who: Person, text: string, answers: string | null = null): Promise<string> => {
  const answer = await say(who, text, answers)
  expect(answer.msg).toBe('ok')
  return answer.data.id
}
const list = async (who: Person, query = '') =>
  (await who.get<{ list: CommentLine[]; total: number; mayHide: boolean }>(`${at(district)}?${query}`)).data
const line = async (who: Person, id: string) =>
  (await list(who, 'pageSize=100')).list.find((one) => one.id === id)
const hide = (who: Person, id: string, reason = '与资源无关'): Promise<Answer<Refusal>> =>
  who.post<Refusal>(`${at(district)}/${id}/hide`, { reason })
const messages = async (who: Person) =>
  JSON.stringify((await who.get('/api/v1/userSystemMessage?pageSize=50')).data)

describe('comments of a resource', () => {
  it('are written and read by its readers, answered once deep, and paged', async () => {
    const { teacher, stranger, expert } = region.people
    const first = await said(neighbour, '第二种设元更好懂')
    await said(teacher, '谢谢', first)
    await said(neighbour, '又一条')
    const page = await list(teacher, 'pageSize=1&page=2')
    expect([
      page.total,
      page.list.map(({ text, answers }) => [text, answers.map((one) => one.text)]),
    ]).toEqual([2, [['第二种设元更好懂', ['谢谢']]]])
    for (const who of [stranger, region.people.city]) {
      expect((await who.get(at(district))).status).toBe(404)
      expect((await say(who, '看不到')).status).toBe(404)
    }
    expect((await neighbour.get(at(school))).status).toBe(404)
    expect((await expert.get(at(district))).status).toBe(403)
    const deep = (await line(teacher, first))?.answers[0]?.id ?? ''
    expect((await say(teacher, '再回复', deep)).data.errors[0]?.field).toBe('answers')
    expect((await say(teacher, '别处的', await said(teacher, '乙'), school)).status).toBe(404)
  })

  it('sent again after a lost answer are said once, and take no number of another one', async () => {
    const { teacher } = region.people
    const comment = randomUUID()
    for (let times = 0; times < 2; times += 1)
      expect((await say(neighbour, '只说一次', null, district, comment)).data.id).toBe(comment)
    const { list: lines } = await list(teacher, 'pageSize=100')
    expect(lines.filter(({ text }) => text === '只说一次')).toHaveLength(1)
    expect((await say(teacher, '冒用', null, district, comment)).data.errors[0]?.field).toBe('id')
  })

  it('refuse what cannot be said, with its field', async () => {
    const fault = async (text: unknown) => {
      const { status, data } = await region.people.teacher.post<Refusal>(at(district), {
        id: randomUUID(),
        text,
      })
      return [status, data.errors[0]?.field, data.errors[0]?.message]
    }
    expect(await fault(' ')).toEqual([400, 'text', '请填写评论'])
    expect(await fault(7)).toEqual([400, 'text', '请填写评论'])
    expect(await fault('长'.repeat(501))).toEqual([400, 'text', '评论不超过 500 个字'])
    for (const text of ['打 13812345678 问他', '他是44170219800101123X'])
      expect(await fault(text)).toEqual([400, 'text', '评论里有手机号或身份证号，请删去后再发'])
    expect((await region.people.teacher.get(`${at(district)}?page=0`)).status).toBe(400)
  })

  it('are hidden by the office that gave the reach, for a reason that their author alone is told', async () => {
    const { teacher, colleague, area } = region.people
    const id = await said(neighbour, '买课件请找我')
    await said(teacher, '请不要做广告', id)
    expect((await list(area)).mayHide).toBe(true)
    for (const who of [teacher, colleague, region.people.school])
      expect([(await list(who)).mayHide, (await hide(who, id)).status]).toEqual([false, 403])
    expect((await hide(area, id, ' ')).data.errors[0]?.field).toBe('reason')
    expect((await hide(area, id)).msg).toBe('ok')
    expect((await hide(area, id)).status).toBe(409)
    const shown = async (who: Person) => {
      const one = await line(who, id)
      return [one?.text, one?.reason, one?.answers.length]
    }
    expect(await shown(teacher)).toEqual([null, null, 1])
    expect(await shown(neighbour)).toEqual(['买课件请找我', '与资源无关', 1])
    expect(await shown(area)).toEqual(['买课件请找我', '与资源无关', 1])
    expect(await messages(neighbour)).toContain('您的一条资源评论被隐藏：与资源无关')
    expect((await say(teacher, '还有话', id)).status).toBe(409)
  })

  it('are reported once a person, told to staff and to nobody else', async () => {
    const { teacher, colleague, area } = region.people
    const id = await said(neighbour, '抄来的')
    const report = (who: Person, reason = '不实') => who.post(`${at(district)}/${id}/report`, { reason })
    expect((await report(neighbour)).status).toBe(409)
    expect((await report(region.people.stranger)).status).toBe(404)
    expect((await report(teacher, '')).status).toBe(400)
    for (const who of [teacher, teacher, colleague]) expect((await report(who)).msg).toBe('ok')
    expect((await line(area, id))?.reports).toBe(2)
    const toTeacher = await line(teacher, id)
    expect([toTeacher?.reports, toTeacher?.reported]).toEqual([0, true])
    expect((await messages(area)).match(/资源评论被举报：不实/g)).toHaveLength(1)
    expect(await messages(region.people.school)).not.toContain('资源评论被举报')
  })

  it('are taken back by their author, and are gone with the resource', async () => {
    const { teacher } = region.people
    const id = await said(neighbour, '写错了')
    const remove = (who: Person) => who.del(`${at(district)}/${id}`)
    expect((await remove(teacher)).status).toBe(403)
    expect((await remove(neighbour)).msg).toBe('ok')
    expect((await remove(neighbour)).status).toBe(409)
    expect((await line(teacher, id))?.text).toBe(null)
    const base = `/api/v1/contents/resource/${district}`
    const { version } = (await teacher.get<ContentView>(base)).data
    expect((await teacher.post(`${base}/takeDown`, { version })).msg).toBe('ok')
    expect((await neighbour.get(at(district))).status).toBe(409)
    expect((await say(neighbour, '还在吗')).status).toBe(409)
  })
})
