import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseView, OwnParts } from '../../../catalogue/contract/processes.ts'
import type { Message } from '../../../catalogue/contract/workspace.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import {
  beginEntry,
  entryOf,
  move,
  openNotice,
  read,
  write,
  type CaseAnswer,
} from '../../app/testing/test-research.ts'
import { picture } from '../../app/testing/test-values.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
let p: Region['people']
let schoolName: string
beforeAll(async () => {
  region = await testRegion('project-members')
  p = region.people
  schoolName = (
    await region.db.one<{ name: string }>(
      sql`select name from institution where id = ${region.places.school}`,
    )
  ).name
})
afterAll(() => region.close())

let counter = 0
async function teacher(name = `成员${(counter += 1)}`): Promise<Person & { readonly name: string }> {
  return Object.assign(await region.add(2, region.places.school, name), { name })
}
const line = (name: string, org = schoolName) => ({ name, org, title: null, duty: '课堂观察' })
const url = '/api/v1/processes/people'
const mine = async (who: Person) => (await who.get<OwnParts>(url)).data.list
const answer = async (who: Person, agree: boolean) => {
  const [one] = await mine(who)
  return who.post<{ state: string }>(`${url}/${one?.id}`, { agree })
}
const seen = async (who: Person, entry: CaseAnswer) =>
  (await who.get<CaseView>(`/api/v1/research/project/${entry.data.id}`)).data.people

/** A project with these members, handed in. */
async function applied(members: readonly object[], rules: object = {}) {
  const leader = await teacher()
  const notice = await openNotice(p.area, { publicityDays: 0, ...rules })
  const entry = await beginEntry(leader, notice)
  await write(leader, entry, { ...(await entryOf(region, leader, 'researchProject')), members })
  const sent = await move(leader, entry, 'submit')
  return { leader, entry, sent }
}

describe('members of a project', () => {
  it('are asked when it is handed in, and no school sends it on before all of them agreed', async () => {
    const [a, b] = [await teacher(), await teacher()]
    const { leader, entry, sent } = await applied([line(a.name), line(b.name), line('校外的', '省外大学')])
    expect(sent.status, sent.msg).toBe(200)
    expect((await seen(p.school, entry)).map(({ name, state }) => [name, state])).toEqual([
      [a.name, 'asked'],
      [b.name, 'asked'],
      ['校外的', 'outside'],
    ])
    const told = (await a.get<{ list: Message[] }>('/api/v1/userSystemMessage?pageSize=20')).data.list
    expect(told.some(({ title }) => title.startsWith('请确认是否参加课题'))).toBe(true)
    const todos = await a.get<{ list: { title: string }[] }>('/api/v1/todo')
    expect(todos.data.list.some(({ title }) => title.startsWith('确认是否参加'))).toBe(true)
    expect((await answer(a, true)).data.state).toBe('agreed')
    // Said again it stays; taken back it is the leader's to change.
    expect((await answer(a, true)).status).toBe(200)
    expect((await answer(a, false)).status).toBe(409)
    const early = await move(p.school, entry, 'approve')
    expect([early.status, early.msg]).toEqual([409, `${b.name}尚未确认参加`])
    expect((await answer(b, false)).data.state).toBe('declined')
    const refused = await move(p.school, entry, 'approve')
    expect(refused.msg).toBe(`${b.name}不参加，请退回主持人修改成员`)
    expect((await move(p.school, entry, 'return', { reason: '成员有变' })).status).toBe(200)
    const c = await teacher()
    await write(leader, entry, { members: [line(a.name), line(c.name), line('校外的', '省外大学')] })
    expect((await move(leader, entry, 'submit')).status).toBe(200)
    // Who agreed is not asked once more; who is named no more has nothing to answer.
    expect((await seen(leader, entry)).map(({ state }) => state)).toEqual(['agreed', 'asked', 'outside'])
    expect(await mine(b)).toEqual([])
    await answer(c, true)
    expect((await move(p.school, entry, 'approve')).status).toBe(200)
  })

  it('who are written twice are asked once, and the leader not at all', async () => {
    const a = await teacher()
    const { entry, sent } = await applied([line(a.name), line(a.name), line('校外甲', '外校')])
    expect(sent.status, sent.msg).toBe(200)
    expect((await seen(p.school, entry)).map(({ place, name }) => [place, name])).toEqual([
      [1, a.name],
      [3, '校外甲'],
    ])
  })

  it('are each their own to answer for, and seen by whoever reads the project', async () => {
    const a = await teacher()
    const { entry } = await applied([line(a.name), line('校外甲', '外校'), line('校外乙', '外校')])
    const [own] = await mine(a)
    const other = await teacher()
    for (const who of [other, p.school, p.area])
      expect((await who.post(`${url}/${own?.id}`, { agree: true })).status).not.toBe(200)
    expect((await other.get(`/api/v1/research/project/${entry.data.id}`)).status).toBe(404)
    expect((await p.otherSchool.get(`/api/v1/research/project/${entry.data.id}`)).status).toBe(404)
    expect((await a.post(`${url}/${own?.id}`, { agree: 'ja' })).data.errors?.[0]?.field).toBe('agree')
  })

  it('count against the limit of the notice, over all levels', async () => {
    const a = await teacher()
    const first = await applied([line(a.name), line('校外甲', '外校'), line('校外乙', '外校')])
    expect(first.sent.status).toBe(200)
    const second = await applied([line(a.name), line('校外丙', '外校'), line('校外丁', '外校')], {
      mostJoined: 1,
    })
    expect(second.sent.status).toBe(400)
    expect(second.sent.data.errors?.[0]).toEqual({
      field: 'members',
      message: `${a.name}已参加 1 项没有结题的课题，本次征集要求每人最多 1 项`,
    })
    await answer(a, false)
    expect((await move(second.leader, second.entry, 'submit')).status).toBe(200)
  })

  it('who agreed have the closed project in their archives, by their places, until it is revoked', async () => {
    const [a, b] = [await teacher(), await teacher()]
    const { leader, entry } = await applied([line(a.name), line(b.name), line('校外的', '外校')])
    await answer(a, true)
    await answer(b, true)
    await region.db.execute(sql`
      update process_case set state = 'midtermPassed', holder_role = 2, holder_teacher_id = teacher_id, number = 'QX2026-0077',
        holder_institution_id = institution_id where id = ${entry.data.id}::uuid`)
    const rich = '<p>如题。</p>'
    await write(leader, entry, {
      workReport: rich,
      researchReport: rich,
      mainResult: '论文两篇',
      closingFiles: [await picture(region, leader)],
    })
    expect((await move(leader, entry, 'submitClosing')).status).toBe(200)
    const closed = await move(p.area, entry, 'approveClosing', { value: { closingGrade: '1' } })
    expect(closed.status, closed.msg).toBe(200)
    const archived = async (who: Person) =>
      (
        await who.get<{ list: { projectRole: string; awardPosition: string; state: string }[] }>(
          '/api/v1/records/researchRecord?page=1&pageSize=10',
        )
      ).data.list
    expect(await archived(leader)).toMatchObject([{ projectRole: '110', awardPosition: '1' }])
    expect(await archived(a)).toMatchObject([{ projectRole: '130', awardPosition: '2' }])
    expect(await archived(b)).toMatchObject([{ projectRole: '130', awardPosition: '3' }])
    expect((await move(p.area, entry, 'revoke', { reason: '查实造假' })).status).toBe(200)
    for (const who of [leader, a, b]) expect(await archived(who)).toMatchObject([{ state: 'voided' }])
    expect((await read(leader, entry)).data.state).toBe('terminated')
  })
})
