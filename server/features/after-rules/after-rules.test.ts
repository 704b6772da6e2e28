import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  AfterDryRunAnswer,
  AfterRuleView,
} from '../../../catalogue/contract/administration/after-rules.ts'
import type { TodoPage } from '../../../catalogue/contract/todos.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture } from '../../app/testing/test-values.ts'
import { takeWaiting } from '../../engine/outbox/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { afterConsumer } from './matching.ts'
import { doRun, sweep, takeRun } from './run.ts'
import { approved, kept, needsOf, records, rule, runsOf, settle, standing, url } from './test-rules.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('after_rules')))
afterAll(() => region.close())

/** Each test has a school of its own people, and an office without rules of other tests. */
async function alone(): Promise<{ owner: Person; school: Person; area: Person }> {
  const { school, area } = region.people
  await region.db.execute(sql`update after_rule set ended_at = now() where ended_at is null`)
  const owner = await region.add(2, region.places.school, '章远')
  return { owner, school, area }
}

describe('a rule of an office', () => {
  it('has a message, a to-do and a draft follow an approval that it is about, and no other', async () => {
    const { owner, school, area } = await alone()
    const { no } = await kept(area, rule())
    await approved(region, owner, school)
    await approved(region, owner, school, { degreeLevel: '0', degree: null })
    await approved(region, region.people.stranger, region.people.otherSchool)
    await settle(region)
    expect(await standing(region, owner, school)).toEqual({ messages: 1, todos: 1, drafts: 1 })
    expect(await runsOf(area, no)).toMatchObject([
      { state: 'done', owner: '章远', school: '东区一中', why: '已发消息；已列入待办；已起草交流轮岗' },
    ])
    const list = await owner.get<{ list: { values: Record<string, unknown> }[] }>('/api/v1/records/rotation')
    expect(JSON.stringify(list.data)).toContain('杏川师范大学')
    const [todo] = (await school.get<TodoPage>('/api/v1/todo?type=afterRule')).data.list
    expect(todo).toMatchObject({ title: '核对学位证书原件', owner: '章远', acts: ['confirm'] })
    // Another school of the district neither sees nor ends it.
    const { siblingSchool } = region.people
    expect((await siblingSchool.get<TodoPage>('/api/v1/todo?type=afterRule')).data.list).toEqual([])
    expect((await siblingSchool.post(`/api/v1/todo/${todo?.id}/confirm`, {})).status).toBe(404)
    expect((await school.post(`/api/v1/todo/${todo?.id}/confirm`, {})).msg).toBe('ok')
    expect((await standing(region, owner, school)).todos).toBe(0)
  })

  it('tells a person once a day, however often the record comes', async () => {
    const { owner, school, area } = await alone()
    const { no } = await kept(
      area,
      rule({ acts: [{ act: 'message', to: 'owner', text: '请核对学位证书原件' }] }),
    )
    for (let time = 0; time < 3; time += 1) await approved(region, owner, school)
    await settle(region)
    expect((await standing(region, owner, school)).messages).toBe(1)
    expect((await runsOf(area, no)).map(({ why }) => why)).toEqual([
      '今天已发过消息',
      '今天已发过消息',
      '已发消息',
    ])
  })

  it('of a record that a rule began starts nothing, and the log says why', async () => {
    const { owner, school, area } = await alone()
    await kept(area, rule())
    const second = await kept(
      area,
      rule({
        title: '轮岗以后',
        type: 'rotation',
        if: null,
        acts: [{ act: 'message', to: 'school', text: '轮岗登记了' }],
      }),
    )
    await approved(region, owner, school)
    await settle(region)
    const { list } = (
      await owner.get<{ list: { id: string; version: number }[] }>('/api/v1/records/rotation')
    ).data
    const [draft] = list
    const at = `/api/v1/records/rotation/${draft?.id}`
    const { version } = (await owner.get<{ version: number }>(at)).data
    const edited = await owner.put(at, {
      version,
      rotationType: '1',
      teacherFlow: '2',
      transferPersonnel: false,
      startMonth: '2024-09',
      endMonth: '2025-06',
      originUnit: '东区一中',
      targetUnit: '杏川师范大学',
      attachments: [await picture(region, owner)],
    })
    expect(edited.msg, JSON.stringify(edited.data)).toBe('ok')
    expect((await owner.post(`${at}/submit`, {})).msg).toBe('ok')
    await school.post(`${at}/approve`, {})
    expect((await area.post(`${at}/approve`, {})).data.state).toBe('approved')
    await settle(region)
    expect(await runsOf(area, second.no)).toMatchObject([
      { state: 'stopped', why: '该记录由规则“取得学位以后”起草，不再触发规则' },
    ])
  })
})

describe('what is killed and what is taken back', () => {
  it('happens once, wherever a process dies between the approval and the acts', async () => {
    const { owner, school, area } = await alone()
    const { no } = await kept(area, rule())
    await approved(region, owner, school)
    const needs = needsOf(region)
    // A process dies after it heard, before it wrote that down.
    const dying = { ...afterConsumer, name: afterConsumer.name }
    await expect(
      takeWaiting(region.db, {
        ...dying,
        take: async (tx, ids) => {
          await afterConsumer.take(tx, ids)
          await tx.query(sql`select pg_terminate_backend(pg_backend_pid())`)
        },
      }),
    ).rejects.toThrow()
    while (await takeWaiting(region.db, afterConsumer));
    // Another one within the acts.
    await expect(
      region.db.transaction(async (tx) => {
        const run = await takeRun(tx)
        if (!run) throw new Error('no run')
        await doRun(needs, tx, run, 2_000)
        await tx.query(sql`select pg_terminate_backend(pg_backend_pid())`)
      }),
    ).rejects.toThrow()
    expect(await standing(region, owner, school)).toEqual({ messages: 0, todos: 0, drafts: 0 })
    await settle(region)
    await settle(region)
    expect(await standing(region, owner, school)).toEqual({ messages: 1, todos: 1, drafts: 1 })
    expect((await runsOf(area, no)).length).toBe(1)
  })

  it('is all out after an undo, with one sentence after the message; a touched draft stays', async () => {
    const { owner, school, area } = await alone()
    const { no } = await kept(area, rule())
    const id = await approved(region, owner, school)
    await settle(region)
    expect((await school.post(`${records}/${id}/undo`, { reason: '点错了' })).msg).toBe('ok')
    await settle(region)
    expect(await standing(region, owner, school)).toEqual({ messages: 1, todos: 0, drafts: 0 })
    const told = await region.db.query<{ title: string }>(sql`
      select title from message where identity_id = ${owner.identityId} and title like '先前的提醒%'`)
    expect(told).toEqual([{ title: '先前的提醒不再有效：请核对学位证书原件' }])
    expect((await runsOf(area, no))[0]).toMatchObject({
      state: 'undone',
      why: '通过已撤销或已作废；待办已关闭；草稿已删除',
    })
    // Approved again it follows again; and voided, a draft that the teacher wrote on is the teacher's.
    await school.post(`${records}/${id}/approve`, {})
    await settle(region)
    const { list } = (await owner.get<{ list: { id: string }[] }>('/api/v1/records/rotation')).data
    const at = `/api/v1/records/rotation/${list[0]?.id}`
    const { version } = (await owner.get<{ version: number }>(at)).data
    expect(
      (await owner.put(at, { version, rotationType: '1', targetUnit: '本人写的', attachments: [] })).msg,
    ).toBe('ok')
    expect((await school.post(`${records}/${id}/void`, { reason: '录错' })).msg).toBe('ok')
    await settle(region)
    expect(await standing(region, owner, school)).toMatchObject({ todos: 0, drafts: 1 })
    expect((await runsOf(area, no))[0]?.why).toContain('草稿本人已修改')
  })

  it('is an earlier version’s own while that version stands', async () => {
    const { owner, school, area } = await alone()
    await kept(area, rule({ acts: [{ act: 'todo', to: 'school', text: '核对', days: 3 }] }))
    const id = await approved(region, owner, school)
    await settle(region)
    await region.db.execute(sql`
      insert into outbox (event, owner_id, record_id, revision_id, type, by_identity)
      select 'flow.undone', owner_id, record_id, id, type, ${school.identityId}
      from revision
      where owner_id = ${owner.teacherId} and record_id = ${id} and state = 'approved'`)
    await region.db.execute(sql`
      insert into outbox_waiting (consumer, event_id) select 'after-rules', max(id) from outbox`)
    await settle(region)
    expect((await standing(region, owner, school)).todos).toBe(1)
  })

  it('goes when nobody touched a draft for thirty days', async () => {
    const { owner, school, area } = await alone()
    await kept(area, rule())
    await approved(region, owner, school)
    await settle(region)
    await sweep(needsOf(region))
    expect((await standing(region, owner, school)).drafts).toBe(1)
    await region.db.execute(sql`update after_draft set at = at - interval '31 days'`)
    await sweep(needsOf(region))
    expect((await standing(region, owner, school)).drafts).toBe(0)
  })
})

describe('limits and failures', () => {
  it('pauses a rule that did too much in a day, tells the office, and goes on when it is switched on', async () => {
    const { owner, school, area } = await alone()
    const { no } = await kept(area, rule({ acts: [{ act: 'todo', to: 'school', text: '核对', days: 3 }] }))
    for (let time = 0; time < 3; time += 1) await approved(region, owner, school)
    await settle(region, 2)
    const states = (await runsOf(area, no)).map(({ state }) => state)
    expect(states).toEqual(['stopped', 'done', 'done'])
    const listed = async () =>
      (await area.get<{ list: AfterRuleView[] }>(url)).data.list.find((one) => one.no === no)
    const paused = await listed()
    expect(paused?.paused).toBe('一天超过 2 次')
    const messages = await region.db.query(sql`
      select 1 from message where identity_id = ${area.identityId} and title like '%已自动暂停'`)
    expect(messages.length).toBe(1)
    await approved(region, owner, school)
    await settle(region)
    expect((await runsOf(area, no))[0]?.state).toBe('stopped')
    expect((await area.put(`${url}/${no}/state`, { editNo: paused?.editNo, on: true })).msg).toBe('ok')
    await approved(region, owner, school)
    await settle(region)
    expect((await runsOf(area, no))[0]?.state).toBe('done')
  })

  it('writes down what was refused, and does it again from the log', async () => {
    const { owner, school, area } = await alone()
    const { no } = await kept(area, rule())
    await approved(region, owner, school)
    await region.db.execute(sql`update identity set state = 'disabled' where id = ${owner.identityId}`)
    await settle(region)
    const [failed] = await runsOf(area, no)
    expect(failed).toMatchObject({ state: 'failed', why: '本人没有可用的账号，不能起草' })
    // Nothing of it happened: the to-do before the draft went with it.
    expect((await standing(region, owner, school)).todos).toBe(0)
    await region.db.execute(sql`update identity set state = 'enabled' where id = ${owner.identityId}`)
    expect((await area.post<{ again: number }>(`${url}/${no}/again`, {})).data.again).toBe(1)
    await settle(region)
    expect(await standing(region, owner, school)).toEqual({ messages: 1, todos: 1, drafts: 1 })
  })
})

describe('a dry run', () => {
  it('counts what a rule would have done, shows the first, and does nothing', async () => {
    const { owner, school, area } = await alone()
    for (let time = 0; time < 2; time += 1) await approved(region, owner, school)
    const ask = async (who: Person, more: object = {}) =>
      (await who.post<AfterDryRunAnswer>(`${url}/dry-run`, { body: { ...rule(), ...more } })).data
    const found = await ask(area)
    expect(found.first.filter(({ owner: name }) => name === '章远').length).toBeGreaterThanOrEqual(2)
    expect(found.hears.map(({ who }) => who)).toEqual([
      '教师本人收到消息',
      '教师所在学校有一件待办',
      '教师本人有一份交流轮岗草稿',
    ])
    expect(found.hears[0]?.times).toBe(found.times)
    expect(JSON.stringify(found)).not.toContain('106684201800123')
    expect((await ask(region.people.otherCity)).times).toBe(0)
    expect((await ask(area, { place: region.places.sibling })).times).toBe(0)
    await settle(region)
    expect(await standing(region, owner, school)).toEqual({ messages: 0, todos: 0, drafts: 0 })
  })
})
