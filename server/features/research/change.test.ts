import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { beginChange, move, projectUnderWay, read, type CaseAnswer } from '../../app/testing/test-research.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
let p: Region['people']
beforeAll(async () => {
  region = await testRegion('project-change')
  p = region.people
})
afterAll(() => region.close())

let counter = 0
async function teacherAt(place: number): Promise<Person & { readonly name: string }> {
  const name = `变更${(counter += 1)}`
  return Object.assign(await region.add(2, place, name), { name })
}
const change = '/api/v1/research/change'

async function asked(leader: Person, project: CaseAnswer, value: object): Promise<CaseAnswer> {
  const begun: CaseAnswer = await leader.post(change, {
    about: { case: project.data.id },
    value: { reason: '工作需要', ...value },
  })
  expect(begun.status, begun.msg).toBe(200)
  const sent = await move(leader, begun, 'submit')
  return sent.status === 200 ? begun : sent
}

async function approved(leader: Person, project: CaseAnswer, value: object): Promise<CaseView> {
  const sent = await asked(leader, project, value)
  expect((await move(p.school, sent, 'approve')).data.state).toBe('pendingOwner')
  const done = await move(p.province, sent, 'approve')
  expect([done.status, done.msg, done.data.state]).toEqual([200, 'ok', 'approved'])
  return (await read(p.province, project)).data
}

describe('a change of a project', () => {
  it('is written back once whoever established it approves, with a line in the project’s timeline', async () => {
    const leader = await teacherAt(region.places.school)
    const project = await projectUnderWay(region, leader)
    expect((await read(leader, project)).data.mayBegin).toEqual(['projectChange'])
    const titled = await approved(leader, project, { kind: '3', projectName: '小学数学提问的行动研究' })
    expect(titled.title).toBe('小学数学提问的行动研究')
    expect(titled.timeline.at(-1)).toMatchObject({
      label: '课题变更',
      reason: '课题名称变更为《小学数学提问的行动研究》',
    })
    expect(titled.changes).toMatchObject([{ type: 'projectChange', kind: '3', state: 'approved' }])
    const delayed = await approved(leader, project, { kind: '4', delayedTo: '2029-02' })
    expect(delayed).toMatchObject({ state: 'delayed' })
    expect(delayed.value['delayedTo']).toBe('2029-02')
    const again = await asked(leader, project, { kind: '4', delayedTo: '2030-02' })
    expect(again.data.errors?.[0]?.message).toContain('已经延期过')
  })

  it('hands the project over to another leader, who works on it from then on', async () => {
    const [leader, next] = [await teacherAt(region.places.school), await teacherAt(region.places.sibling)]
    const project = await projectUnderWay(region, leader)
    const value = { kind: '1', newLeader: next.name, newLeaderAt: region.places.sibling }
    expect((await read(next, project)).status).toBe(404)
    const changed = await approved(leader, project, value)
    expect(changed.name).toBe(next.name)
    expect(changed.parties.find(({ party }) => party === 'school')?.institution?.id).toBe(
      region.places.sibling,
    )
    expect((await read(next, project)).data).toMatchObject({
      state: 'inProgress',
      opens: ['midterm', 'closing'],
    })
    expect((await read(leader, project)).status).toBe(404)
    // The school of the new leader sees it, too.
    expect((await read(p.siblingSchool, project)).status).toBe(200)
    expect(JSON.stringify((await next.get('/api/v1/userSystemMessage?page=1&pageSize=5')).data)).toContain(
      '您已成为课题主持人',
    )
  })

  it('names a leader who is there, has an account and leads no more than the rules say', async () => {
    const leader = await teacherAt(region.places.school)
    const project = await projectUnderWay(region, leader)
    const begun: CaseAnswer = await leader.post(change, {
      about: { case: project.data.id },
      value: { kind: '1', newLeader: '查无此人', newLeaderAt: region.places.sibling, reason: '调离' },
    })
    const refusal = async (newLeader: string, newLeaderAt: number) => {
      const { version } = (await read(leader, begun)).data
      await leader.put(`${change}/${begun.data.id}`, { version, value: { newLeader, newLeaderAt } })
      return (await move(leader, begun, 'submit')).data.errors?.[0]?.message
    }
    expect(await refusal('查无此人', region.places.sibling)).toContain('没有这位在职教师')
    expect(await refusal(leader.name, region.places.school)).toContain('现在的主持人')
    const busy = await teacherAt(region.places.sibling)
    await projectUnderWay(region, busy)
    expect(await refusal(busy.name, region.places.sibling)).toContain('最多主持 1 项')
  })

  it('is asked for once at a time, by the leader, while the project is under way', async () => {
    const leader = await teacherAt(region.places.school)
    const first = await beginChange(region, leader)
    const { of } = (await read(leader, first)).data
    const again = (about: string) => (): Promise<CaseAnswer> =>
      leader.post(change, { about: { case: about }, value: {} })
    expect((await again(of?.id ?? '')()).status).toBe(409)
    expect((await p.colleague.post(change, { about: { case: of?.id }, value: {} })).status).toBe(400)
    expect((await p.school.post(change, { about: { case: of?.id }, value: {} })).status).toBe(403)
    for (const other of [p.school, p.province, p.colleague])
      expect((await read(other, first)).status).toBe(404)
    await move(leader, first, 'submit')
    expect((await move(p.area, first, 'approve')).status).toBe(403)
    expect((await move(p.school, first, 'return')).status).toBe(400)
    expect((await move(leader, first, 'withdraw')).data.state).toBe('withdrawn')
    const answers = await Promise.all([1, 2, 3].map(again(of?.id ?? '')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    await region.db.execute(
      sql`update process_case set state = 'closed', open = false where id = ${of?.id}::uuid`,
    )
    const late = answers.find(({ status }) => status === 200)
    if (!late) throw new Error('none began')
    await leader.put(`${change}/${late.data.id}`, {
      version: late.data.version,
      value: { kind: '9', matter: '其他', reason: '其他' },
    })
    await move(leader, late, 'submit')
    await move(p.school, late, 'approve')
    const refused = await move(p.province, late, 'approve')
    expect([refused.status, refused.msg]).toEqual([409, expect.stringContaining('不能再变更')])
    expect((await read(leader, late)).data.state).toBe('pendingOwner')
  })
})
