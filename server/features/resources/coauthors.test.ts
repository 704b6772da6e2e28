import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CoauthorList } from '../../../catalogue/contract/coauthors.ts'
import type { LibraryItem } from '../../../catalogue/contract/library.ts'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import { moveCase } from '../../app/testing/test-studio.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture } from '../../app/testing/test-values.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
let colleague: Person
let elsewhere: Person
beforeAll(async () => {
  region = await testRegion('coauthors')
  colleague = await region.add(2, region.places.school, '陆小凡')
  elsewhere = await region.add(2, region.places.sibling, '温如玉')
})
afterAll(() => region.close())

const base = '/api/v1/contents/resource'
const cases = '/api/v1/resourceAuthor'
async function step(who: Person, id: number, name = 'publish') {
  const { version } = (await who.get<ContentView>(`${base}/${id}`)).data
  return who.post(`${base}/${id}/${name}`, { version })
}
async function draft(title: string, shareScope = '2'): Promise<number> {
  const { teacher } = region.people
  const value = {
    title,
    resourceKind: '02',
    schoolStage: '3',
    subject: '14',
    author: '林疏影',
    shareScope,
    file: await picture(region, teacher),
    description: '<p>先看图。</p>',
    isOriginal: true,
    licence: '3',
    statement: true,
  }
  return (await teacher.post<ContentView>(base, { value })).data.id
}
const named = () => ({ name: '陆小凡', at: region.places.school, part: '习题编写' })
const ask = (who: Person, id: number, body: object) =>
  who.post<CoauthorList>(`/api/v1/resource/${id}/author`, body)
async function asked(id: number, body: object = named()): Promise<string> {
  const answer = await ask(region.people.teacher, id, body)
  expect(answer.status, answer.msg).toBe(200)
  return answer.data.list.at(-1)?.caseId ?? ''
}
const answer = (who: Person, id: string, action: string, more: object = {}) =>
  moveCase(who, `${cases}/${id}`, action, more)
async function rowsOf(who: Person, title: string): Promise<unknown[]> {
  const url = '/api/v1/records/sharedResource?pageSize=100'
  const { list } = (await who.get<{ list: Record<string, unknown>[] }>(url)).data
  return list.filter((one) => JSON.stringify(one).includes(title))
}
async function rowText(who: Person, title: string): Promise<string> {
  const [row] = await rowsOf(who, title)
  const { id } = row as { readonly id: string }
  return JSON.stringify((await who.get(`/api/v1/records/sharedResource/${id}`)).data)
}

describe('who is named beside the author of a resource', () => {
  it('agrees for himself before it is handed in, is read on its page, and has it in the archive', async () => {
    const { teacher, school, area } = region.people
    const id = await draft('合著一')
    const caseId = await asked(id)
    // Asked twice is asked once.
    expect((await ask(teacher, id, named())).data.list).toHaveLength(1)
    const early = await step(teacher, id)
    expect([early.status, early.msg]).toEqual([
      400,
      '合作作者陆小凡尚未确认：请等本人确认，或者撤回邀请后再提交',
    ])
    expect((await answer(colleague, caseId, 'agree')).status).toBe(200)
    expect(await rowsOf(colleague, '合著一')).toEqual([])
    expect((await step(teacher, id)).msg).toBe('ok')
    expect((await step(school, id)).msg).toBe('ok')
    const { coauthors } = (await colleague.get<LibraryItem>(`/api/v1/library/resource/${id}`)).data
    expect(coauthors).toEqual([expect.objectContaining({ name: '陆小凡', part: '习题编写' })])
    expect(await rowText(colleague, '合著一')).toContain('合作作者，承担习题编写。先看图。')
    expect((await step(area, id)).msg).toBe('ok')
    expect(await rowsOf(colleague, '合著一')).toHaveLength(1)
  })

  it('is named at once in what others read already, and leaves with a mark in the archive', async () => {
    const { teacher, school } = region.people
    const id = await draft('合著二', '1')
    await step(teacher, id)
    expect((await step(school, id)).msg).toBe('ok')
    const caseId = await asked(id)
    expect((await answer(colleague, caseId, 'agree')).status).toBe(200)
    expect(await rowText(colleague, '合著二')).toContain('合作作者，承担习题编写')
    expect((await answer(colleague, caseId, 'leave')).status).toBe(400)
    expect((await answer(colleague, caseId, 'leave', { reason: '未参与终稿' })).status).toBe(200)
    expect((await colleague.get<LibraryItem>(`/api/v1/library/resource/${id}`)).data.coauthors).toEqual([])
    expect(await rowText(colleague, '合著二')).toContain('已退出署名')
  })

  it('declines or is asked no more, and the resource goes its way without the name', async () => {
    const { teacher } = region.people
    const id = await draft('合著三')
    const first = await asked(id)
    expect((await answer(colleague, first, 'decline')).status).toBe(200)
    const second = await asked(id, { name: '温如玉', at: region.places.sibling, part: '课件' })
    expect((await answer(elsewhere, second, 'agree')).status).toBe(200)
    // Nobody takes a name away that its bearer agreed to.
    expect((await answer(teacher, second, 'recall')).status).toBe(409)
    const third = await asked(id)
    expect((await answer(teacher, third, 'recall')).status).toBe(200)
    expect((await step(teacher, id)).msg).toBe('ok')
    const { list } = (await teacher.get<CoauthorList>(`/api/v1/resource/${id}/author`)).data
    expect(list.map(({ name, state }) => [name, state])).toEqual([
      ['陆小凡', 'declined'],
      ['温如玉', 'agreed'],
      ['陆小凡', 'recalled'],
    ])
  })

  it('does not agree to it as an officer', async () => {
    const { teacher } = region.people
    const id = await draft('合著四', '1')
    const person = await region.add(2, region.places.school, '方既白')
    const officer = await region.add(3, region.places.school, '同一人')
    await region.db.execute(
      sql`update identity set person_id = ${person.personId} where id = ${officer.identityId}`,
    )
    const caseId = await asked(id, { name: '方既白', at: region.places.school, part: '插图' })
    expect((await answer(person, caseId, 'agree')).status).toBe(200)
    expect((await step(teacher, id)).msg).toBe('ok')
    const own = await step(officer, id)
    expect([own.status, own.msg]).toEqual([409, '您是该资源的合作作者，须由本单位的其他人或上级审核'])
    expect((await step(region.people.school, id)).msg).toBe('ok')
  })

  it('is asked by the author alone, by a name that somebody has, and seen by nobody else', async () => {
    const { teacher, siblingSchool } = region.people
    const id = await draft('合著五')
    expect((await ask(colleague, id, named())).status).toBe(404)
    expect((await colleague.get(`/api/v1/resource/${id}/author`)).status).toBe(404)
    expect((await siblingSchool.get(`/api/v1/resource/${id}/author`)).status).toBe(404)
    expect((await ask(region.people.school, id, named())).status).toBe(403)
    const refused = [
      [{ ...named(), name: '无此人' }, '该单位没有这位在职教师，或者就是您本人：请核对姓名和单位'],
      [{ ...named(), name: '林疏影' }, '该单位没有这位在职教师，或者就是您本人：请核对姓名和单位'],
      [{ ...named(), at: 99_999_999 }, '没有这个单位，请重新选择'],
      [{ ...named(), part: '' }, '请填写承担部分'],
      [{ ...named(), name: '陆\u0000' }, '含有不能保存的字符，请删去后重试'],
    ] as const
    for (const [body, message] of refused) {
      const said = await ask(teacher, id, body)
      expect([said.status, said.msg]).toEqual([400, message])
    }
    expect((await teacher.get<CoauthorList>(`/api/v1/resource/${id}/author`)).data.list).toEqual([])
  })

  it('stands on the page of visitors with the licence, once he agreed and the resource is public', async () => {
    const { teacher, school, area, city, province } = region.people
    const id = await draft('公开合著', '9')
    const caseId = await asked(id)
    await answer(colleague, caseId, 'agree')
    const visit = (asks = id) =>
      region.app.inject({ method: 'GET', url: `/api/v1/portal/resource/${asks}/authors` })
    for (const who of [teacher, school, area, city]) {
      expect((await step(who, id)).msg).toBe('ok')
      expect((await visit()).statusCode).toBe(404)
    }
    expect((await step(province, id)).msg).toBe('ok')
    expect((await visit()).json<{ data: unknown }>().data).toEqual({
      coauthors: [{ name: '陆小凡', org: expect.any(String), part: '习题编写' }],
      licence: {
        label: 'CC BY 4.0（署名）',
        url: 'https://creativecommons.org/licenses/by/4.0/deed.zh-hans',
      },
    })
    await answer(colleague, caseId, 'leave', { reason: '未参与终稿' })
    expect((await visit()).json<{ data: { coauthors: unknown[] } }>().data.coauthors).toEqual([])
    await step(teacher, id, 'takeDown')
    expect((await visit()).statusCode).toBe(404)
    expect((await visit(99_999_999)).statusCode).toBe(404)
  })
})
