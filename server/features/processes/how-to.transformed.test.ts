import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { CasePage, CaseView } from '../../../catalogue/contract/processes.ts'
import type { Message } from '../../../catalogue/contract/workspace.ts'
import { pagesUnder, type Row } from '../../../catalogue/pages/entry.ts'
import { menuFor } from '../../../catalogue/pages/menus.ts'
import { checkProcesses } from '../../../catalogue/processes/check.ts'
import { studioMembership } from '../../../catalogue/processes/examples/studio-membership.ts'
import { casesPath } from '../../../catalogue/processes/paths.ts'
import { processNames, processOf } from '../../../catalogue/processes/processes.ts'
import { processingOf } from '../../app/processing.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { casesOfPerson, runClock } from '../../engine/processes/index.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { tryAnything } from './test-any-process.ts'

// Files of one worker share their modules: this one has its own, and leaves none behind.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('../../../catalogue/processes/registry.gen.ts')
  vi.doUnmock('../../../catalogue/pages/teacher.ts')
  vi.resetModules()
})
// What the how-to has a reader do (docs/how-to/add-a-process.md): the generated registry has one name more,
// the pages one line.
vi.mock(import('../../../catalogue/processes/registry.gen.ts'), async (original) => ({
  ...(await original()),
  ...(await import('../../../catalogue/processes/examples/studio-membership.ts')),
}))
vi.mock(import('../../../catalogue/pages/teacher.ts'), async (original) => {
  const { teacherPages } = await original()
  const { processNames: names } = await import('../../../catalogue/processes/processes.ts')
  const types = names.filter((name) => String(name) === 'studioMembership')
  const row: Row = [
    '/gongzuoshi',
    '工作室成员',
    'studioMembership',
    { page: 'cases', cases: { types }, menu: 'growth' },
  ]
  return { teacherPages: [...teacherPages, ...pagesUnder('/teacher', [2], [row])] }
})

const howTo = readFileSync('docs/how-to/add-a-process.md', 'utf8')
const url = '/api/v1/studioMembership'

let region: Region
let host: Person
beforeAll(async () => {
  region = await testRegion('how-to-process')
  host = await region.add(2, region.places.sibling, '主持甲')
})
afterAll(() => region.close())

let counter = 0
const teacher = () => region.add(2, region.places.school, `申请${(counter += 1)}`)
const form = (more: object = {}) => ({
  studio: '数学名师工作室',
  host: '主持甲',
  hostAt: region.places.sibling,
  reason: '想一起研究课堂提问。',
  ...more,
})
type TestAnswer = CaseView & {
  readonly errors?: readonly { readonly field: string; readonly message: string }[]
}
const begin = (who: Person, more: object = {}) => who.post<TestAnswer>(url, { about: {}, value: form(more) })
async function act(who: Person, id: string, action: string, more: object = {}) {
  const seen = await who.get<TestAnswer>(`${url}/${id}`)
  if (seen.status !== 200) return seen
  return who.post<TestAnswer>(`${url}/${id}/${action}`, { version: seen.data.version, ...more })
}
const applied = async (who: Person) => {
  const made = await begin(who)
  expect(made.status, made.msg).toBe(200)
  return act(who, made.data.id, 'apply')
}
const todosOf = async (who: Person) =>
  (await who.get<{ list: { title: string; link: string }[] }>('/api/v1/todo')).data.list

describe('the process of the how-to', () => {
  it('is the text of the page, sound, and in the registry', () => {
    const file = readFileSync('catalogue/processes/examples/studio-membership.ts', 'utf8')
    const placed = file
      .replaceAll("'../define.ts'", "'./define.ts'")
      .replace("'../way-up.ts'", "'./way-up.ts'")
    expect(howTo).toContain(placed.replace("'../../define.ts'", "'../define.ts'"))
    expect(howTo).toContain("'/gongzuoshi', '工作室成员', 'studioMembership', { page: 'cases',")
    expect(checkProcesses(processNames.map(processOf))).toEqual([])
    expect(processNames.map(String)).toContain('studioMembership')
  })

  it('has its page in the menu, and a button there for whoever may begin', () => {
    expect(casesPath(2, 'studioMembership')).toBe('/teacher/gongzuoshi?tab=studioMembership')
    const growth = menuFor(2).find(({ key }) => key === 'growth')
    expect(growth?.groups.flatMap(({ entries }) => entries.map(({ title }) => title))).toContain('工作室成员')
    expect(casesPath(3, 'studioMembership')).toBeNull()
  })

  it('goes from the teacher to the host in person, who agrees until a day', async () => {
    const person = await teacher()
    const sent = await applied(person)
    expect([sent.status, sent.data.state, sent.data.waitsFor]).toEqual([200, 'pendingHost', '等主持甲办理'])
    const { id } = sent.data
    // The host finds it: a message, a to-do and the case itself. Nobody else does.
    const told = (await host.get<{ list: Message[] }>('/api/v1/userSystemMessage?pageSize=20')).data.list
    expect(told.some(({ title }) => title.startsWith('工作室成员待办'))).toBe(true)
    expect(await todosOf(host)).toMatchObject([
      { link: `/teacher/gongzuoshi?tab=studioMembership&case=${id}` },
    ])
    expect((await host.get<CasePage>(`${url}?queue=mine`)).data.total).toBe(1)
    const other = await teacher()
    expect((await act(other, id, 'agree')).status).toBe(404)
    expect((await act(region.people.otherSchool, id, 'agree')).status).toBe(404)
    expect((await act(person, id, 'agree')).status).toBe(403)
    expect((await act(region.people.siblingSchool, id, 'agree')).status).toBe(403)
    expect((await act(host, id, 'agree')).data.errors?.[0]?.field).toBe('until')
    const until = addDays(today(), 30)
    const agreed = await act(host, id, 'agree', { value: { until } })
    expect([agreed.status, agreed.data.state, agreed.data.actsOn]).toEqual([200, 'member', addDays(until, 1)])
    expect(agreed.data.people).toMatchObject([{ part: 'host', name: '主持甲', state: 'agreed' }])
    expect(await todosOf(host)).toEqual([])
    await region.db.execute(sql`update process_case set acts_on = ${today()}::date,
      value = value || ${sql.json({ until: addDays(today(), -1) })} where id = ${id}::uuid`)
    await runClock(processingOf(region.engine), new AbortController().signal)
    expect((await person.get<CaseView>(`${url}/${id}`)).data.state).toBe('ended')
  })

  it('is declined with a reason, withdrawn, or left', async () => {
    const [one, two, three] = [await teacher(), await teacher(), await teacher()]
    const declined = await applied(one)
    expect((await act(host, declined.data.id, 'decline')).data.errors?.[0]?.field).toBe('reason')
    const done = await act(host, declined.data.id, 'decline', { reason: '名额已满' })
    expect([done.data.state, done.data.people[0]?.state]).toEqual(['declined', 'declined'])
    const told = (await one.get<{ list: Message[] }>('/api/v1/userSystemMessage?pageSize=20')).data.list
    expect(told[0]).toMatchObject({ title: '工作室成员“数学名师工作室”：未同意' })
    expect((await act(two, (await applied(two)).data.id, 'withdraw')).data.state).toBe('withdrawn')
    const { id } = (await applied(three)).data
    await act(host, id, 'agree', { value: { until: addDays(today(), 9) } })
    expect((await act(three, id, 'leave', { reason: '调离' })).data.state).toBe('left')
  })

  it('stays with the host who moves to another school', async () => {
    const moving = await region.add(2, region.places.sibling, '将调走')
    const person = await teacher()
    const made = await begin(person, { host: '将调走' })
    const { id } = (await act(person, made.data.id, 'apply')).data
    await region.db.transaction(async (tx) => {
      await tx.execute(sql`update membership set institution_id = ${region.places.otherSchool}
        where teacher_id = ${moving.teacherId}`)
      await tx.execute(sql`update teacher set institution_id = ${region.places.otherSchool}
        where id = ${moving.teacherId}`)
      await casesOfPerson(tx, moving.teacherId ?? 0)
    })
    const seen = (await moving.get<CaseView>(`${url}/${id}`)).data
    expect(seen.holder?.institution?.id).toBe(region.places.otherSchool)
    expect((await act(moving, id, 'agree', { value: { until: addDays(today(), 9) } })).data.state).toBe(
      'member',
    )
  })

  it('names somebody of the platform, and not the applicant', async () => {
    const person = await teacher()
    const made = await begin(person, { host: '查无此人' })
    expect((await act(person, made.data.id, 'apply')).data.errors).toEqual([
      { field: 'host', message: '该单位没有这位在职教师，请核对姓名和单位' },
    ])
    const self = await region.add(2, region.places.sibling, '自荐乙')
    const own = await begin(self, { host: '自荐乙' })
    expect((await act(self, own.data.id, 'apply')).data.errors?.[0]?.field).toBe('host')
  })

  it('is begun by the roles it says, about what it says', async () => {
    expect((await begin(region.people.school)).status).toBe(403)
    const person = await teacher()
    for (const about of [
      { teacherId: host.teacherId },
      { office: true },
      { campaign: '0197f1c2-0000-7000-8000-00000000abcd' },
    ])
      expect((await person.post(url, { about, value: form() })).status).toBe(400)
    const twice = [await begin(person), await begin(person)]
    expect(twice[0]?.data.id).toBe(twice[1]?.data.id)
    expect((await begin(person, { studio: '语文工作室' })).status).toBe(409)
  })
})

tryAnything(processNames.filter((name) => String(name) === studioMembership.name))
