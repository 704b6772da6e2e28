import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type {
  TaskPage,
  TaskPerson,
  TaskPreview,
  TaskSubject,
  TaskView,
} from '../../../catalogue/contract/archive-tasks.ts'
import type { TodoPage } from '../../../catalogue/contract/todos.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { Query } from '../../../catalogue/query/query.ts'
import { inForce } from '../../app/testing/test-records.ts'
import { testRegion, type Answer, type Person, type Region } from '../../app/testing/test-region.ts'
import { actorOn } from '../../app/session-hook.ts'
import { openFigures } from '../../engine/figures/index.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { createLog } from '../../platform/log/log.ts'
import { insertMessages, placeOf } from '../messages/index.ts'
import { keptQueryOf, metBy, standingBy } from '../query/index.ts'
import { countNext } from './count.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('archive tasks')
})
afterAll(() => region.close())
beforeEach(() => region.db.execute(sql`update archive_task set ended_at = now() where ended_at is null`))

const url = '/api/v1/archive-task'
const log = createLog('silent')
const day = (days: number) => addDays(today(), days)
const missing: TaskSubject = { type: 'languageAbility' }
const language = { language: '01', masteryLevel: '2' }

const begun = async (who: Person, more: object = {}): Promise<string> => {
  const answer = await who.post<{ id: string }>(url, {
    subject: missing,
    title: '补齐语言能力',
    dueOn: day(20),
    ...more,
  })
  expect(answer.msg).toBe('ok')
  return answer.data.id
}
const viewOf = async (who: Person, id: string) => (await who.get<TaskView>(`${url}/${id}`)).data
const tasksOf = async (who: Person, query = '') => (await who.get<TaskPage>(`${url}${query}`)).data
const todosOf = async (who: Person) =>
  (await who.get<TodoPage>('/api/v1/todo?kind=archive&pageSize=100')).data.list.filter(({ id }) =>
    id.startsWith('archivetask.'),
  )
const messagesOf = async (who: Person) =>
  (await who.get<{ list: { title: string }[] }>('/api/v1/userSystemMessage?pageSize=100')).data.list.map(
    ({ title }) => title,
  )
const faultOf = ({ data, msg }: Answer) =>
  data.errors?.map(({ field, message }) => `${field} ${message}`).join() ?? msg

const searching = () => ({ engine: region.engine, figures: openFigures(region.engine, log) })
const needs = () => ({
  db: region.db,
  engine: region.engine,
  log,
  actorOn,
  placeOf,
  insertMessages,
  keptQueryOf,
  metBy: (actor: Actor, query: Query, most: number) => metBy(searching(), actor, query, most),
  standingBy: (actor: Actor, query: Query, only: readonly number[]) =>
    standingBy(searching(), actor, query, only),
})
/** Counts every open task, as the job does when its time has come. */
async function counted(): Promise<void> {
  await region.db.execute(sql`update archive_task set looked_at = now() - interval '1 hour'`)
  while (await countNext(needs()));
}

describe('a task', () => {
  it('names who has no record of a type, tells them and their schools, and is done when the record counts', async () => {
    const { city, area, otherArea, school, otherSchool, teacher, colleague, cityTeacher } = region.people
    const preview = await city.post<TaskPreview>(`${url}/preview`, { subject: missing })
    expect(preview.data).toMatchObject({ people: 5, tooMany: false })
    expect(preview.data.sentence).toContain('语言能力')
    expect(preview.data.places).toContainEqual({ name: '东区教育局', people: 2 })
    const id = await begun(city, { note: '含普通话等级' })
    expect(await viewOf(city, id)).toMatchObject({
      mine: true,
      people: 5,
      waiting: 5,
      done: 0,
      note: '含普通话等级',
    })
    // An office below sees its own part, a school its own, by name.
    expect(await viewOf(area, id)).toMatchObject({ mine: false, people: 2, waiting: 2 })
    expect((await viewOf(area, id)).places).toEqual([
      { id: region.places.school, name: '东区一中', people: 2, done: 0, left: 0, waiting: 2 },
    ])
    const own = await school.get<{ list: TaskPerson[]; total: number }>(`${url}/${id}/people`)
    expect(own.data.list.map(({ name }) => name).toSorted()).toEqual(['林疏影', '曾广'].toSorted())
    expect((await otherArea.get<{ total: number }>(`${url}/${id}/people`)).data.total).toBe(1)
    expect((await tasksOf(otherSchool)).list.map(({ people }) => people)).toEqual([1])
    expect(await messagesOf(school)).toContain(`市教育局要求补齐：补齐语言能力，本校 2 人，期限 ${day(20)}`)
    expect(await messagesOf(teacher)).toContain(`市教育局要求补齐：补齐语言能力，期限 ${day(20)}`)
    expect(await todosOf(school)).toMatchObject([
      { title: '补齐语言能力', note: '本校 2 人；含普通话等级', dueOn: day(20) },
    ])
    const [ownTodo] = await todosOf(teacher)
    expect(ownTodo?.link).toContain('languageAbility')

    await inForce(region, teacher, { languageAbility: [language] })
    await counted()
    expect(await todosOf(teacher)).toEqual([])
    expect(await todosOf(colleague)).toHaveLength(1)
    expect((await todosOf(school))[0]?.note).toBe('本校 1 人；含普通话等级')
    expect(await viewOf(city, id)).toMatchObject({ people: 5, done: 1, waiting: 4, left: 0 })
    // Who leaves the region has completed nothing; who retires does not have to.
    await region.db.execute(sql`update teacher set status = '21' where id = ${cityTeacher.teacherId}`)
    await counted()
    expect(await viewOf(city, id)).toMatchObject({ people: 5, done: 1, waiting: 3, left: 1 })
    await region.db.execute(sql`update teacher set status = '11' where id = ${cityTeacher.teacherId}`)
    await counted()
    expect(await viewOf(city, id)).toMatchObject({ waiting: 4, left: 0 })
  })

  it('is changed, urged once a day and ended by its office alone; a version that is not the newest is refused', async () => {
    const { city, otherCity, area, school, teacher, province } = region.people
    const id = await begun(city)
    const change = { version: 1, title: '补齐语言能力（二）', note: '请尽快', dueOn: day(40) }
    for (const other of [otherCity, area, province])
      expect([
        (await other.put(`${url}/${id}`, change)).status,
        (await other.post(`${url}/${id}/end`, { version: 1 })).status,
      ]).toEqual([404, 404])
    expect((await city.put<TaskView>(`${url}/${id}`, change)).data).toMatchObject({
      title: '补齐语言能力（二）',
      dueOn: day(40),
      version: 2,
    })
    expect((await city.put(`${url}/${id}`, change)).status).toBe(409)
    const told = await city.post<{ offices: number; people: number }>(`${url}/${id}/urge`)
    expect(told.data.people).toBeGreaterThan(0)
    expect(await messagesOf(school)).toContain(
      `催办（${day(40)} 前）：补齐语言能力（二），本校 1 人，期限 ${day(40)}`,
    )
    expect((await messagesOf(teacher)).some((title) => title.startsWith('催办'))).toBe(false)
    expect((await city.post(`${url}/${id}/urge`)).msg).toBe('今天已催办过，明天可以再次催办')
    expect((await city.post<TaskView>(`${url}/${id}/end`, { version: 2 })).data.endedOn).toBe(today())
    expect(await todosOf(school)).toEqual([])
    expect((await city.post(`${url}/${id}/urge`)).msg).toBe('该任务已结束')
    expect((await tasksOf(city, '?state=ended')).list.map((one) => one.id)).toContain(id)
  })

  it('asks schools alone for what the school keeps', async () => {
    const { city, school, teacher } = region.people
    const id = await begun(city, { subject: { type: 'employmentContract' }, title: '补齐聘用合同' })
    expect((await todosOf(school)).map(({ title }) => title)).toContain('补齐聘用合同')
    expect(await todosOf(teacher)).toEqual([])
    expect((await messagesOf(teacher)).some((title) => title.includes('补齐聘用合同'))).toBe(false)
    expect((await viewOf(city, id)).people).toBeGreaterThan(0)
  })

  it('follows a kept query of the office, as it was when the task began', async () => {
    const { area } = region.people
    const kept = await area.post<{ id: number }>('/api/v1/analysis/query', {
      name: '没有语言能力',
      query: { conditions: [[{ has: 'languageAbility', max: 0 }]] },
      columns: ['name'],
    })
    const id = await begun(area, { subject: { queryId: kept.data.id } })
    expect(await viewOf(area, id)).toMatchObject({ people: 1, type: null })
    const otherOffice = await region.people.otherArea.post(url, {
      subject: { queryId: kept.data.id },
      title: '别人的查询',
      dueOn: day(5),
    })
    expect(otherOffice.status).toBe(404)
  })

  it('is refused in words', async () => {
    const { city, school, teacher } = region.people
    const { places } = region
    const refusal = async (more: object) =>
      faultOf(await city.post(url, { subject: missing, title: '补齐', dueOn: day(3), ...more }))
    expect(await refusal({ subject: {} })).toContain('subject 请选择缺哪类档案')
    expect(await refusal({ subject: { type: 'languageAbility', queryId: 1 } })).toContain('subject 请选择')
    expect(await refusal({ subject: { type: 'constructor' } })).toBe('subject.type 没有该类档案')
    expect(await refusal({ subject: { type: 'establishment' } })).toBe('subject.type 没有该类档案')
    expect(await refusal({ subject: { ...missing, place: places.otherCity } })).toContain('范围内没有该单位')
    expect(await refusal({ dueOn: day(-1) })).toBe('dueOn 期限不能早于今天')
    expect(await refusal({ dueOn: '2026-02-30' })).toContain('dueOn')
    expect(await refusal({ title: ' ' })).toContain('title 请填写任务名称')
    expect(await refusal({ title: '字'.repeat(61) })).toContain('title')
    for (const who of [school, teacher])
      expect((await who.post(url, { subject: missing, title: '补齐', dueOn: day(3) })).status).toBe(403)
    expect((await teacher.get(url)).status).toBe(403)
    expect((await city.get(`${url}/00000000-0000-4000-8000-000000000000`)).status).toBe(404)
    expect((await city.get(`${url}/x`)).status).toBe(400)
  })

  it('tells an office nothing of people outside its scope', async () => {
    const { city, area, otherArea, otherCity, southSchool } = region.people
    const id = await begun(area, { subject: { ...missing, place: region.places.school } })
    for (const other of [otherArea, otherCity, southSchool])
      expect([
        (await other.get(`${url}/${id}`)).status,
        (await other.get(`${url}/${id}/people`)).status,
        (await tasksOf(other)).list.some((one) => one.id === id),
      ]).toEqual([404, 404, false])
    expect((await city.get(`${url}/${id}`)).status).toBe(200)
    const wide = await begun(city)
    const asked = await otherArea.get(`${url}/${wide}/people?place=${region.places.school}`)
    expect(asked.status).toBe(400)
  })

  it('keeps its last count where its account may no longer ask', async () => {
    const { places } = region
    const clerk = await region.add(4, places.district, '经办')
    const id = await begun(clerk)
    await region.db.execute(sql`update identity set state = 'disabled' where id = ${clerk.identityId}`)
    await counted()
    expect(await viewOf(region.people.area, id)).toMatchObject({ people: 1, waiting: 1 })
  })
})

it('begins no task for nobody', async () => {
  const { city, southTeacher } = region.people
  await inForce(region, southTeacher, { languageAbility: [language] })
  const refused = await city.post(url, {
    subject: { ...missing, place: region.places.southSchool },
    title: '补齐语言能力',
    dueOn: day(1),
  })
  expect(faultOf(refused)).toBe('subject 没有符合条件的人员，不需要下达任务')
})
