import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { RecordView } from '../../../catalogue/contract/archive/records.ts'
import {
  officeItems,
  officesPage,
  submittedPage,
  todoBatchResult,
  todoBetween,
  todoCounts,
  todoPage,
  type TodoItem,
} from '../../../catalogue/contract/todos.ts'
import type { Message, Workbench } from '../../../catalogue/contract/workspace.ts'
import { registry } from '../../app/records.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sampleOf } from '../../app/testing/test-sample.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import { sql } from '../../platform/db/sql.ts'
import { waitingReviews } from '../../engine/flows/index.ts'
import { notify } from '../messages/index.ts'
import { escalate } from './escalate.ts'
import { workOf } from './work-of.ts'

const url = '/api/v1/todo'
let region: Region
beforeAll(async () => void (region = await testRegion('todos')))
afterAll(() => region.close())

let months = 0
/** A study experience that waits for the school. */
async function submitted(who: Person, more: object = {}): Promise<string> {
  months += 1
  const startMonth = `${1990 + Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
  const made = await who.post('/api/v1/records/studyExperience', {
    ...study,
    studyMode: '3',
    startMonth,
    endMonth: '2022-06',
    attachments: [await picture(region, who)],
    ...more,
  })
  expect(made.msg).toBe('ok')
  expect((await who.post(`/api/v1/records/studyExperience/${made.data.id}/submit`, {})).msg).toBe('ok')
  return made.data.id
}
/** Something that school and district review one after the other, and that the district has. */
async function forwarded(who: Person): Promise<string> {
  const definition = registry['titleCertification']
  if (!definition) throw new Error('titleCertification')
  const records = '/api/v1/records/titleCertification'
  const attachments = [await picture(region, who)]
  const made = await who.post(records, { ...sampleOf(definition, 7), attachments })
  expect(made.msg).toBe('ok')
  expect((await who.post(`${records}/${made.data.id}/submit`, {})).msg).toBe('ok')
  expect((await region.people.school.post(`${records}/${made.data.id}/approve`, {})).data.level).toBe('area')
  return made.data.id
}
const since = (recordId: string, days: number) =>
  region.db.execute(sql`
    update revision
    set holder_since = now() - make_interval(days => ${days}), route = jsonb_set(route, array[step::text, 'days'], '5')
    where record_id = ${recordId} and state = 'inReview'`)
const list = async (who: Person, query = '') => todoPage.parse((await who.get(`${url}?${query}`)).data)
const ids = async (who: Person, query = '') => (await list(who, query)).list.map(({ id }) => id)
const counts = async (who: Person) => todoCounts.parse((await who.get(`${url}/counts`)).data)
const titles = async (who: Person, kind = 3) =>
  (await who.get<{ list: Message[] }>(`/api/v1/userSystemMessage?kind=${kind}&pageSize=100`)).data.list.map(
    ({ title }) => title,
  )
const study1 = (id: string) => `record.studyExperience.${id}`

describe('the list of to-dos', () => {
  it('has what waits for the office, overdue first, and shows it to nobody else', async () => {
    const {
      teacher,
      school,
      school2,
      area,
      otherSchool,
      otherArea,
      colleague,
      admin,
      expert,
      city,
      province,
    } = region.people
    const [first, late] = [await submitted(teacher), await submitted(teacher)]
    await since(late, 30)
    await since(first, 0)
    const seen = await list(school)
    expect(seen.list.map(({ id }) => id)).toEqual([study1(late), study1(first)])
    expect(seen.list[0]).toMatchObject({
      urgency: 'overdue',
      kind: 'archive',
      typeTitle: '学习经历',
      acts: ['approve', 'return'],
      escalatedAt: null,
    })
    expect(seen.list[0]?.dueOn).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(await ids(school2)).toEqual(await ids(school))
    for (const nobody of [area, otherSchool, otherArea, colleague, admin, expert, city, province]) {
      expect(await ids(nobody)).not.toContain(study1(late))
      const answer = await nobody.get(`${url}/${study1(late)}`)
      expect([answer.status, answer.msg]).toEqual([404, '该事项已经办结，或者不再等您办理'])
      if (nobody === otherSchool || nobody === otherArea)
        expect((await nobody.post(`${url}/${study1(late)}/approve`, {})).status).toBe(404)
    }
    for (const above of [area, city, province])
      expect((await above.post(`${url}/${study1(late)}/approve`, {})).status).toBe(403)
    expect((await teacher.post(`${url}/${study1(late)}/approve`, {})).status).toBe(403)
  })

  it('goes on from any place, forwards and backwards, without losing or repeating one', async () => {
    const { teacher, school } = region.people
    for (let n = 0; n < 5; n += 1) await submitted(teacher)
    // Several of one moment: the order among them is that of their numbers.
    await region.db.execute(
      sql`update revision set holder_since = date_trunc('day', now()) where state = 'inReview'`,
    )
    for (const order of ['urgent', 'newest']) {
      const all = await ids(school, `pageSize=100&order=${order}`)
      const read: string[] = []
      let after: string | null = ''
      while (after !== null) {
        const page = await list(
          school,
          `pageSize=2&order=${order}${after && `&after=${encodeURIComponent(after)}`}`,
        )
        read.push(...page.list.map(({ id }) => id))
        expect(page.total).toBe(all.length)
        after = page.after
      }
      expect(read).toEqual(all)
      for (const [at, id] of all.entries()) {
        const between = todoBetween.parse((await school.get(`${url}/${id}?order=${order}`)).data)
        expect([between.previous, between.next]).toEqual([all[at - 1] ?? null, all[at + 1] ?? null])
      }
    }
    expect((await school.get(`${url}?after=x`)).msg).toContain('翻页位置不对')
    expect((await school.get(`${url}?place=999999`)).status).toBe(400)
  })

  it('is narrowed by kind, type, time, place and name', async () => {
    const { school } = region.people
    const all = await ids(school, 'pageSize=100')
    expect(await ids(school, 'pageSize=100&kind=archive&type=studyExperience')).toEqual(all)
    expect(await ids(school, 'kind=case')).toEqual([])
    expect(await ids(school, 'type=nothing')).toEqual([])
    expect(await ids(school, 'urgency=overdue')).toEqual([])
    expect(await ids(school, `pageSize=100&place=${region.places.school}`)).toEqual(all)
    const { name } = await region.db.one<{ name: string }>(
      sql`select name from teacher where id = ${region.people.teacher.teacherId}`,
    )
    expect(await ids(school, `pageSize=100&q=${encodeURIComponent(name)}`)).toEqual(all)
    expect(await ids(school, `q=${encodeURIComponent('没有该人')}`)).toEqual([])
  })

  it('lets act in place, one or many, and what was done is gone for everybody of the office', async () => {
    const { teacher, school, school2 } = region.people
    const [good, bad, warned] = [
      await submitted(teacher),
      await submitted(teacher),
      await submitted(teacher, { educationLevel: '90', degreeLevel: '0', degree: null }),
    ]
    const line = (all: readonly TodoItem[], id: string) => all.find((one) => one.id === study1(id))
    expect(line((await list(school, 'pageSize=100')).list, warned)?.acts).toEqual(['return'])
    expect((await school.post(`${url}/${study1(bad)}/return`, {})).status).toBe(400)
    expect((await school.post(`${url}/${study1(bad)}/return`, { reason: '材料不清' })).msg).toBe('ok')
    expect((await school.post(`${url}/${study1(good)}/confirm`, {})).msg).toBe('请进入详情办理')
    const done = todoBatchResult.parse(
      (
        await school2.post(`${url}/batch`, {
          ids: [study1(good), study1(bad), study1(warned)],
          act: 'approve',
        })
      ).data,
    )
    expect(done.results.map(({ ok }) => ok)).toEqual([true, false, false])
    expect(done.results[2]?.message).toBe('有校验提示，请逐条打开审核')
    const left = await ids(school, 'pageSize=100')
    expect(left).not.toContain(study1(good))
    expect(left).not.toContain(study1(bad))
    expect(left).toContain(study1(warned))
    expect(
      (await teacher.get<RecordView>(`/api/v1/records/studyExperience/${bad}`)).data.pending?.state,
    ).toBe('returned')
    expect(await ids(teacher)).toContain(`own.studyExperience.${bad}`)
  })
})

describe('its counts', () => {
  it('are the sum of every source, and those of the homes', async () => {
    const { teacher, school, school2, area, admin } = region.people
    const admin2 = await region.add(1, region.places.province, '管理员二')
    const salary = registry['salary']
    const punishment = registry['punishment']
    if (!salary || !punishment) throw new Error('types')
    const paid = await school.post('/api/v1/records/salary', {
      ...sampleOf(salary, 3),
      ownerId: teacher.teacherId,
    })
    await teacher.post('/api/v1/corrections', {
      type: 'salary',
      recordId: paid.data.id,
      reason: '与工资条不符',
      fields: [{ key: 'baseSalary', should: '4210.50' }],
    })
    const punished = await school.post('/api/v1/records/punishment', {
      ...sampleOf(punishment, 2),
      attachments: [await picture(region, school)],
      ownerId: teacher.teacherId,
    })
    expect(punished.msg).toBe('ok')
    const title = await forwarded(teacher)
    await region.db.execute(sql`
      insert into export (list, query, columns, format, purpose, told, asked_by, institution_id, role, above_id,
        above_role, row_count, people_count, state, lapses_at)
      values ('roll', '{}', '{}', 'xlsx', '2', ${sql.json({ title: '教师名册', scope: '全校' })},
        ${school2.identityId}, ${school.institutionId}, 3, ${area.institutionId}, 4, 5, 5, 'approval',
        now() + interval '2 days')`)
    await region.db.execute(sql`
      insert into account_request (person_id, role, institution_id, asked_by)
      values (${teacher.personId}, 4, ${area.institutionId}, ${admin2.identityId})`)
    for (const who of [school, area, admin, teacher]) {
      const { total, kinds, types, overdue, soon } = await counts(who)
      const all = (await list(who, 'pageSize=100')).list
      expect(all).toHaveLength(total)
      expect(kinds.reduce((sum, { count }) => sum + count, 0)).toBe(total)
      expect(types.reduce((sum, { count }) => sum + count, 0)).toBe(total)
      expect(all.filter(({ urgency }) => urgency === 'overdue')).toHaveLength(overdue)
      expect(all.filter(({ urgency }) => urgency === 'soon')).toHaveLength(soon)
      const home = (await who.get<Workbench>('/api/v1/workbench')).data.todos
      const fromHome = home.reduce((sum, { count }) => sum + count, 0)
      // The homes do not count what waits for a second person.
      expect(total - (kinds.find(({ kind }) => kind === 'second')?.count ?? 0)).toBe(fromHome)
    }
    expect((await counts(school)).kinds.map(({ kind }) => kind)).toEqual(['archive', 'correction', 'second'])
    const waiting = await ids(area, 'pageSize=100')
    expect(waiting).toContain(`record.titleCertification.${title}`)
    expect(waiting.some((id) => id.startsWith('export.'))).toBe(true)
    const confirmation = `confirmation.punishment.${punished.data.id}`
    expect(waiting).toContain(confirmation)
    expect((await area.post(`${url}/${confirmation}/confirm`, {})).msg).toBe('ok')
    expect(await ids(area, 'pageSize=100')).not.toContain(confirmation)
    expect((await counts(admin)).kinds).toEqual([{ kind: 'second', count: 1 }])
    expect((await counts(admin2)).total).toBe(0)
    expect((await counts(region.people.expert)).total).toBe(0)
    const { db, engine } = region
    const said = await workOf({ db, todoSources: [waitingReviews(engine, () => null)] }, school.personId)
    expect(said).toMatch(/^现有 \d+ 件待办，最长已等 \d+ 天。$/)
  })
})

describe('what I handed in', () => {
  const submittedBy = async (who: Person, query = '') =>
    submittedPage.parse((await who.get(`${url}/submitted?${query}`)).data)

  it('says who has it, is urged by a hundred at once but once, and can be taken back', async () => {
    const { teacher, area, colleague } = region.people
    const title = await forwarded(teacher)
    const id = `record.titleCertification.${title}`
    await since(title, 3)
    const mine = (await submittedBy(teacher, 'pageSize=100')).list.find((one) => one.id === id)
    expect(mine).toMatchObject({
      standing: 'waiting',
      standingText: '待县区审核',
      level: 'area',
      acts: ['urge'],
    })
    expect(mine?.track.map(({ state }) => state).slice(0, 3)).toEqual(['done', 'done', 'current'])
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => teacher.post(`${url}/submitted/${id}/urge`, {})),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(99)
    await expect
      .poll(async () => (await titles(area)).filter((one) => one.includes('催办')).length, { timeout: 5000 })
      .toBe(1)
    expect((await colleague.post(`${url}/submitted/${id}/urge`, {})).status).toBe(404)
    const back = await submitted(teacher)
    expect((await teacher.post(`${url}/submitted/${study1(back)}/withdraw`, {})).msg).toBe('ok')
    const after = (await submittedBy(teacher, 'pageSize=100')).list.map((one) => one.id)
    expect(after).not.toContain(study1(back))
    expect((await submittedBy(teacher, 'state=ended')).list.map(({ standing }) => standing)).toContain('done')
    expect((await submittedBy(colleague)).total).toBe(0)
  })
})

describe('what is overdue', () => {
  it('is told to the office above once, however many processes look, and again when it comes back later', async () => {
    const { teacher, area, school } = region.people
    const late = await submitted(teacher)
    await since(late, 30)
    const { db, engine } = region
    const todoSources = [waitingReviews(engine, () => null)]
    const run = () => escalate({ db, todoSources, notify })
    await Promise.all([run(), run(), run()])
    await run()
    const told = (await titles(area)).filter((one) => one.includes('超过办理期限'))
    expect(told).toHaveLength(1)
    expect((await titles(school)).filter((one) => one.includes('超过办理期限'))).toEqual([])
    const line = (await list(school, 'pageSize=100')).list.find(({ id }) => id === study1(late))
    expect(line?.escalatedAt).not.toBeNull()
    await since(late, 40)
    await run()
    expect((await titles(area)).filter((one) => one.includes('超过办理期限'))).toHaveLength(2)
  })

  it('is told once by two processes whose kept jobs begin together', async () => {
    const { southTeacher, city } = region.people
    const told = async () => (await titles(city)).filter((one) => /^南区小学.*超过办理期限$/.test(one)).length
    await since(await submitted(southTeacher), 30)
    const servers = await Promise.all([1, 2].map(() => region.serveBeside({ jobs: true })))
    await vi.waitFor(async () => expect(await told()).toBeGreaterThan(0), 20_000)
    await Promise.all(servers.map((server) => server.close()))
    expect(await told()).toBe(1)
  })

  it('shows whoever is above which office is slow, with exactly the items behind each figure', async () => {
    const { area, otherArea, city, school } = region.people
    const page = officesPage.parse((await area.get(`${url}/offices`)).data)
    const own = page.list.find(({ id }) => id === school.institutionId)
    expect(own?.overdue).toBeGreaterThan(0)
    expect(own?.decided).toBeGreaterThan(0)
    expect(own?.medianDays).not.toBeNull()
    for (const figure of ['open', 'overdue', 'decided'] as const) {
      const behind = officeItems.parse(
        (await area.get(`${url}/offices/${school.institutionId}?figure=${figure}&pageSize=100`)).data,
      )
      expect(behind.total).toBe(own?.[figure])
      expect(behind.list).toHaveLength(own?.[figure] ?? -1)
    }
    expect((await city.get(`${url}/offices?place=${area.institutionId}`)).status).toBe(200)
    expect((await otherArea.get(`${url}/offices?place=${area.institutionId}`)).status).toBe(400)
    expect((await otherArea.get(`${url}/offices/${school.institutionId}`)).status).toBe(400)
    expect((await area.get(`${url}/offices?place=${city.institutionId}`)).status).toBe(400)
    expect((await school.get(`${url}/offices`)).status).toBe(403)
  })
})
