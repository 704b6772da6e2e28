import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PairsWaiting, SupportEffects } from '../../../catalogue/contract/support-effects.ts'
import type { PairBeside, PairPlanDraft, PairTasks } from '../../../catalogue/contract/support-plans.ts'
import type { SupportHome } from '../../../catalogue/contract/support.ts'
import type { TodoPage } from '../../../catalogue/contract/todos.ts'
import { agreedPair, pairCalls, pairCases } from '../../app/testing/test-pair.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { moveCase } from '../../app/testing/test-studio.ts'
import { entryCases, entryDraft, publishedNeed } from '../../app/testing/test-support.ts'
import { addDays, today, uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { escalate } from '../todos/escalate.ts'
import { todoSourcesOf } from '../../app/todo-sources.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('pair plans')
  await region.db.execute(sql`update portal_start set opened = true`)
})
afterAll(() => region.close())
/** What one test leaves under way keeps no other one back. */
afterEach(() =>
  region.db.execute(sql`
    update process_case set under_way = false, open = false, state = 'ended' where type = 'pairAgreement'`),
)

type Task = PairPlanDraft['tasks'][number]
const task = (more: Partial<Task> = {}): Task => ({
  measure: '1',
  label: '',
  unit: '',
  target: 20,
  side: 'supporter',
  dueOn: null,
  ...more,
})
const meeting = task({ measure: 'stated', label: '联席会议', unit: '次', target: 1, side: 'both' })

interface Faulty {
  readonly errors?: readonly { readonly field: string; readonly message: string }[] | undefined
}
const faultOf = (answer: { data: Faulty }) => {
  const [first] = answer.data.errors ?? []
  return first ? `${first.field} ${first.message}` : ''
}
const tasksOf = async (who: Person, id: string, query = '') =>
  (await who.get<PairTasks>(`${pairCalls}/${id}/tasks${query}`)).data
const proposed = async (who: Person, id: string, tasks: readonly Task[], year = 1) => {
  const answer = await who.post<{ id: string }>(`${pairCalls}/${id}/plan`, { year, tasks })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer))
  return answer.data.id
}
const planned = async (id: string, tasks: readonly Task[]) => {
  const plan = await proposed(region.people.school, id, tasks)
  await region.people.siblingSchool.put(`${pairCalls}/${id}/plan/${plan}`, { answer: 'agreed' })
}
const todos = async (who: Person) =>
  (await who.get<TodoPage>('/api/v1/todo?kind=case&pageSize=100')).data.list
const ofPairs = async (who: Person) => (await todos(who)).filter(({ id }) => id.startsWith('pair.'))

describe('the tasks of a year of an agreement', () => {
  it('are proposed by one side and in force once the other side agreed to them', async () => {
    const { school, siblingSchool, area, otherSchool, teacher } = region.people
    const id = await agreedPair(region, { untilDay: addDays(today(), 1000) })
    const none = await tasksOf(school, id)
    expect([none.year?.no, none.years.length, none.tasks, none.mayPlan]).toEqual([1, 3, [], true])
    const plan = await proposed(school, id, [task(), meeting])
    expect((await tasksOf(area, id)).tasks).toEqual([])
    const url = `${pairCalls}/${id}/plan/${plan}`
    expect((await school.put(url, { answer: 'agreed' })).status).toBe(403)
    expect((await area.put(url, { answer: 'agreed' })).status).toBe(403)
    expect((await otherSchool.put(url, { answer: 'agreed' })).status).toBe(404)
    expect((await teacher.get(`${pairCalls}/${id}/tasks`)).status).toBe(403)
    expect((await otherSchool.get(`${pairCalls}/${id}/tasks`)).status).toBe(404)
    expect((await siblingSchool.put(url, { answer: 'refused' })).status).toBe(400)
    expect((await siblingSchool.put(url, { answer: 'agreed' })).status).toBe(200)
    expect((await siblingSchool.put(url, { answer: 'refused', words: '次数太多' })).status).toBe(409)
    const agreed = await tasksOf(area, id)
    expect(
      agreed.tasks.map(({ label, unit, target, done, side }) => [label, unit, target, done, side]),
    ).toEqual([
      ['送教', '节', 20, 0, 'supporter'],
      ['联席会议', '次', 1, 0, 'both'],
    ])
    expect([agreed.mayPlan, (await tasksOf(school, id)).mayPlan]).toEqual([false, true])
  })

  it('one proposal of a year waits at a time, and is taken back by its own side alone', async () => {
    const { school, siblingSchool } = region.people
    const id = await agreedPair(region)
    const send = (who: Person) => who.post(`${pairCalls}/${id}/plan`, { year: 1, tasks: [task()] })
    const both = await Promise.all([send(school), send(siblingSchool)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [waiting] = (await tasksOf(school, id)).proposals
    const [own, others] = waiting?.may === 'withdraw' ? [school, siblingSchool] : [siblingSchool, school]
    const url = `${pairCalls}/${id}/plan/${waiting?.id ?? ''}`
    expect((await others.put(url, { answer: 'withdrawn' })).status).toBe(403)
    expect((await own.put(url, { answer: 'withdrawn' })).status).toBe(200)
    expect((await tasksOf(own, id)).mayPlan).toBe(true)
  })

  it('are refused in words where they cannot be', async () => {
    const { school, area } = region.people
    const id = await agreedPair(region)
    const refusal = async (body: object) => {
      const refused = await school.post<Faulty>(`${pairCalls}/${id}/plan`, {
        year: 1,
        tasks: [task()],
        ...body,
      })
      expect(refused.status, JSON.stringify(refused)).toBe(400)
      return faultOf(refused)
    }
    expect(await refusal({ tasks: [] })).toContain('tasks 至少一项任务')
    expect(await refusal({ tasks: [task({ target: 0 })] })).toContain('目标须大于 0')
    expect(await refusal({ tasks: [task({ target: 1.25 })] })).toContain('至多一位小数')
    expect(await refusal({ tasks: [{ ...task(), measure: '77' }] })).toContain('没有这种计数')
    expect(await refusal({ tasks: [task({ measure: 'stated' })] })).toContain('须写明任务名称')
    expect(await refusal({ tasks: [{ ...meeting, unit: '' }] })).toContain('须写明单位')
    expect(await refusal({ tasks: [task(), task()] })).toContain('第 2 项任务：和前面的任务重复')
    expect(await refusal({ tasks: [task({ dueOn: addDays(today(), 500) })] })).toContain('期限须在')
    expect(await refusal({ year: 6 })).toContain('year 协议没有该年度')
    expect((await area.post(`${pairCalls}/${id}/plan`, { year: 1, tasks: [task()] })).status).toBe(403)
    expect((await school.get(`${pairCalls}/${id}/tasks?year=x`)).status).toBe(400)
    expect((await school.get(`${pairCalls}/${id}/tasks?year=6`)).status).toBe(400)
    expect((await school.put(`${pairCalls}/${id}/plan/nothing`, { answer: 'agreed' })).status).toBe(400)
  })

  it('of a year that is over stay as they are; the next year may be written ahead', async () => {
    const { school } = region.people
    const id = await agreedPair(region, { fromDay: addDays(today(), -400), untilDay: addDays(today(), 600) })
    const answer = await school.post<Faulty>(`${pairCalls}/${id}/plan`, { year: 1, tasks: [task()] })
    expect([answer.status, faultOf(answer)]).toEqual([400, 'year 该年度已经结束，任务不再改'])
    expect((await tasksOf(school, id)).year?.no).toBe(2)
    await proposed(school, id, [task()], 3)
    expect((await tasksOf(school, id, '?year=3')).proposals.map(({ state }) => state)).toEqual(['waiting'])
  })

  it('count confirmed entries of the year alone', async () => {
    const { school, siblingSchool } = region.people
    const id = await agreedPair(region, { fromDay: addDays(today(), -400), untilDay: addDays(today(), 600) })
    const plan = await proposed(school, id, [task({ target: 4 })], 2)
    await siblingSchool.put(`${pairCalls}/${id}/plan/${plan}`, { answer: 'agreed' })
    const entry = async (day: string) => {
      const made = await entryDraft(school, id, {
        fromOn: day,
        toOn: day,
        lessons: 2,
        people: [{ name: '黎远舟', org: '东区一中', hours: null, task: null }],
      })
      const sent = await moveCase(school, `${entryCases}/${made}`, 'submit')
      expect(sent.data.state, JSON.stringify(sent)).toBe('pending')
      return made
    }
    const first = await entry(addDays(today(), -3))
    expect((await tasksOf(school, id)).tasks[0]?.done).toBe(0)
    await moveCase(siblingSchool, `${entryCases}/${first}`, 'confirm')
    const before = await entry(addDays(today(), -390))
    await moveCase(siblingSchool, `${entryCases}/${before}`, 'confirm')
    const [counted] = (await tasksOf(siblingSchool, id)).tasks
    expect([counted?.done, counted?.light]).toEqual([2, 'onTime'])
    // What is amended goes out of the count until it is confirmed anew.
    await moveCase(school, `${entryCases}/${first}`, 'amend', { reason: '少写一节' })
    expect((await tasksOf(school, id)).tasks[0]?.done).toBe(0)
  })

  it('that nothing counts are stated with evidence, and done once the other side confirmed', async () => {
    const { school, siblingSchool, city } = region.people
    const id = await agreedPair(region, { fromDay: addDays(today(), -200), untilDay: addDays(today(), 600) })
    await planned(id, [{ ...meeting, dueOn: addDays(today(), -1) }, task()])
    const url = `${pairCalls}/${id}/statement`
    const late = (await city.get<SupportEffects>('/api/v1/support/effects')).data.tasks
    expect([
      late.many,
      late.unplanned,
      late.late.map(({ label, light }) => `${label} ${light}`).toSorted(),
    ]).toEqual([2, 0, ['联席会议 overdue', '送教 behind']])
    const draft = {
      id: uuidv7(),
      no: 1,
      year: 1,
      day: addDays(today(), -5),
      value: 1,
      evidence: '会议纪要和双方签到表各一份',
    }
    expect(faultOf(await school.post<Faulty>(url, { ...draft, no: 2 }))).toContain('no 该年度没有')
    expect(faultOf(await school.post<Faulty>(url, { ...draft, year: 2 }))).toContain('no 该年度没有')
    expect(faultOf(await school.post<Faulty>(url, { ...draft, day: addDays(today(), -300) }))).toContain(
      'day',
    )
    expect((await school.post(url, draft)).status).toBe(200)
    expect((await tasksOf(school, id)).tasks[0]?.done).toBe(0)
    expect((await siblingSchool.put(`${url}/${draft.id}`, { answer: 'confirmed' })).status).toBe(200)
    const [done] = (await tasksOf(city, id)).tasks
    expect([done?.done, done?.light, done?.statements.length]).toEqual([1, 'done', 1])
    // The number of a task is none of a goal.
    const goals = (
      await school.get<{ goals: { now: unknown; statements: unknown[] }[] }>(`${pairCalls}/${id}`)
    ).data
    expect(goals.goals.map(({ now, statements }) => [now, statements.length])).toEqual([[null, 0]])
    const waits = (await school.get<PairsWaiting>('/api/v1/support/waiting')).data
    expect([waits.lateTasks, waits.unplanned]).toEqual([1, 0])
  })

  it('end with the agreement: a proposal that waits is withdrawn', async () => {
    const { school } = region.people
    const id = await agreedPair(region)
    await proposed(school, id, [task()])
    await moveCase(school, `${pairCases}/${id}`, 'terminate', { reason: '支援方合并' })
    const over = await tasksOf(school, id)
    expect([over.mayPlan, over.proposals.map(({ state }) => state)]).toEqual([false, ['withdrawn']])
  })
})

describe('what stands beside the goals of an agreement', () => {
  it('are needs of the supported side, entries that wait for the reader, and who was posted', async () => {
    const { school, siblingSchool, area, otherSchool, teacher } = region.people
    const id = await agreedPair(region, { fromDay: addDays(today(), -200), untilDay: addDays(today(), 600) })
    const url = `${pairCalls}/${id}/beside`
    const read = async (who: Person) => (await who.get<PairBeside>(url)).data
    expect(await read(school)).toEqual({
      needs: [],
      needsInAll: 0,
      exchanges: [],
      waits: { entries: 0, needs: 0 },
    })
    expect([(await otherSchool.get(url)).status, (await teacher.get(url)).status]).toEqual([404, 403])
    await publishedNeed(siblingSchool, { title: '物理讲座：浮力' })
    const entry = await entryDraft(school, id, {
      people: [{ name: '黎远舟', org: '东区一中', hours: null, task: null }],
    })
    await moveCase(school, `${entryCases}/${entry}`, 'submit')
    const [own, theirs] = [await read(school), await read(siblingSchool)]
    expect([own.needs.map(({ title, mayOffer }) => [title, mayOffer]), own.waits]).toEqual([
      [['物理讲座：浮力', true]],
      { entries: 0, needs: 1 },
    ])
    expect([theirs.needs.map(({ mayOffer }) => mayOffer), theirs.waits]).toEqual([
      [false],
      { entries: 1, needs: 0 },
    ])
    expect((await read(area)).waits).toEqual({ entries: 0, needs: 0 })
    // Somebody of one side who teaches at the other one; a posting to a third school is no exchange of theirs.
    const person = await region.add(2, region.places.school, '梁砚秋')
    const posted = async (toOrg: number, startOn: string) => {
      const made = await school.post<{ id: string; version: number }>('/api/v1/posting', {
        about: { teacherId: person.teacherId },
        value: { kind: '3', toOrg, startOn, endOn: addDays(today(), 200) },
      })
      expect(made.status, made.msg).toBe(200)
      await moveCase(school, `/api/v1/posting/${made.data.id}`, 'submit')
      return made.data.id
    }
    const posting = await posted(region.places.sibling, addDays(today(), 5))
    expect((await read(school)).exchanges).toEqual([])
    await moveCase(siblingSchool, `/api/v1/posting/${posting}`, 'agree')
    expect((await read(siblingSchool)).exchanges).toMatchObject([
      { kind: 'posting', name: '梁砚秋', from: '东区一中', to: '东区二小', isAhead: true },
    ])
  })

  it('the home of a city shows which area supports which, as many as the agreements that run', async () => {
    const { city, otherArea } = region.people
    await agreedPair(region)
    const { pairs } = (await city.get<SupportHome>('/api/v1/support/home')).data
    const [way] = pairs.ways
    expect([pairs.ways.length, way?.agreements, way?.from === way?.to]).toEqual([1, 1, true])
    expect(pairs.areas.map(({ id, supports, supported }) => [id, supports, supported])).toEqual([
      [region.places.district, 1, 1],
    ])
    expect((await otherArea.get('/api/v1/support/home')).status).toBe(403)
  })
})

describe('the to-dos of a side of an agreement', () => {
  const goal = {
    stated: null,
    unit: null,
    start: null,
    direction: '1',
    dueOn: null,
    no: 1,
    goal: '01',
    target: 30,
  }
  const stated = { goal: '99', stated: '学生实验开出率', unit: '%', start: 62, direction: '1', target: 90 }

  it('are what the other side proposed or stated, and what came back to the own one', async () => {
    const { school, siblingSchool, area, otherSchool } = region.people
    const id = await agreedPair(region, { goals: [stated] })
    await proposed(school, id, [task()])
    const draft = {
      id: uuidv7(),
      no: 1,
      day: today(),
      value: 74,
      evidence: '实验室使用登记簿，教导处逐节核对',
    }
    await school.post(`${pairCalls}/${id}/statement`, draft)
    const amended = { ...goal, ...stated, no: 1, dueOn: null, target: 95 }
    const supplement = await school.post(`${pairCalls}/${id}/amendment`, {
      goals: [amended],
      reason: '目标提高',
    })
    expect(supplement.status, JSON.stringify(supplement)).toBe(200)
    const waiting = await ofPairs(siblingSchool)
    expect(waiting.map(({ type }) => type).toSorted()).toEqual(['pairAmendment', 'pairPlan', 'pairStatement'])
    expect(waiting[0]).toMatchObject({ title: '东区一中 帮扶 东区二小', institution: '东区一中' })
    expect(waiting[0]?.link).toContain(`tab=pairs&pair=${id}`)
    for (const who of [school, area, otherSchool]) expect(await ofPairs(who)).toEqual([])
    // The page of one, and the link to it, are for the holder alone.
    const one = `/api/v1/todo/${waiting[0]?.id ?? ''}`
    expect([(await siblingSchool.get(one)).status, (await otherSchool.get(one)).status]).toEqual([200, 404])
    await siblingSchool.put(`${pairCalls}/${id}/amendment/1`, { answer: 'agreed' })
    await siblingSchool.put(`${pairCalls}/${id}/statement/${draft.id}`, {
      answer: 'disputed',
      words: '登记簿是 70',
    })
    expect((await ofPairs(siblingSchool)).map(({ type }) => type)).toEqual(['pairPlan'])
    const back = await ofPairs(school)
    expect(back.map(({ type, note }) => [type, note])).toEqual([['pairDisputed', '东区二小：登记簿是 70']])
    await school.post(`${pairCalls}/${id}/statement`, { ...draft, id: uuidv7(), value: 70 })
    expect(await ofPairs(school)).toEqual([])
  })

  it('a disputed number that is taken back is done with', async () => {
    const { school, siblingSchool } = region.people
    const id = await agreedPair(region, { goals: [stated] })
    const draft = {
      id: uuidv7(),
      no: 1,
      day: today(),
      value: 74,
      evidence: '实验室使用登记簿，教导处逐节核对',
    }
    const url = `${pairCalls}/${id}/statement/${draft.id}`
    await school.post(`${pairCalls}/${id}/statement`, draft)
    await siblingSchool.put(url, { answer: 'disputed', words: '登记簿是 70' })
    expect((await ofPairs(school)).length).toBe(1)
    expect((await siblingSchool.put(url, { answer: 'withdrawn' })).status).toBe(403)
    expect((await school.put(url, { answer: 'withdrawn' })).status).toBe(200)
    expect(await ofPairs(school)).toEqual([])
  })

  it('are overdue after ten working days of silence, and the office above is told once', async () => {
    const { school, siblingSchool, area } = region.people
    const id = await agreedPair(region)
    const plan = await proposed(school, id, [task()])
    await region.db.execute(sql`update pair_plan set at = at - interval '40 days' where id = ${plan}::uuid`)
    expect((await ofPairs(siblingSchool)).map(({ urgency }) => urgency)).toEqual(['overdue'])
    const { db, engine } = region
    const publishing = {
      db,
      keys: {},
      types: {},
      fileAddress: () => '',
      notify: async () => {},
      onChanged: () => {},
    }
    const told: string[] = []
    const sources = todoSourcesOf({ config: { separateDuties: false }, db, engine, publishing } as never)
    const notify = async (_: unknown, { content }: { content: string }) => void told.push(content)
    for (const _ of [1, 2])
      await escalate({ db, todoSources: sources.filter(({ name }) => name === 'pair'), notify })
    expect(told).toEqual(['答复结对年度任务 1 件。请督促办理。'])
    const offices = await area.get<{ list: { id: number; overdue: number }[] }>('/api/v1/todo/offices')
    expect(offices.data.list.find(({ id: office }) => office === region.places.sibling)?.overdue).toBe(1)
    // Silence agrees to nothing.
    expect((await tasksOf(school, id)).tasks).toEqual([])
  })
})
