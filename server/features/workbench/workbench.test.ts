import { afterAll, beforeAll, expect, it } from 'vitest'
import { workbench, type Workbench } from '../../../catalogue/contract/workspace.ts'
import { registry } from '../../app/records.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sampleOf } from '../../app/testing/test-sample.ts'
import { picture } from '../../app/testing/test-values.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('workbench')))
afterAll(() => region.close())

const benchOf = async (who: Person): Promise<Workbench> =>
  workbench.parse((await who.get('/api/v1/workbench')).data)

/** A record of the teacher's that waits since so many days. */
async function handIn(type: string, days: number, seed = 3): Promise<string> {
  const definition = registry[type]
  if (!definition) throw new Error(type)
  const { teacher } = region.people
  const made = await teacher.post(`/api/v1/records/${type}`, {
    ...sampleOf(definition, seed),
    ...(definition.attachments && { attachments: [await picture(region, teacher)] }),
  })
  expect(made.msg).toBe('ok')
  const sent = await teacher.post(`/api/v1/records/${type}/${made.data.id}/submit`, {
    version: made.data.version,
  })
  expect(sent.msg).toBe('ok')
  await region.db.execute(sql`
    update revision
    set holder_since = now() - make_interval(days => ${days}), route = jsonb_set(route, '{0,days}', '7')
    where record_id = ${made.data.id} and state = 'inReview'`)
  return made.data.id
}

it('what waits longest stands first, and the review begins with it', async () => {
  const { school } = region.people
  await handIn('workSummary', 2)
  const oldest = await handIn('languageAbility', 40)
  await handIn('rewardHonor', 9)
  const bench = await benchOf(school)
  expect(bench.greeting).toBe('周明岚，有 3 条待审核，1 条已超时限')
  expect(bench.queues.map(({ type, archive, oldestDays }) => [type, archive, oldestDays])).toEqual([
    ['languageAbility', 'personal', 40],
    ['rewardHonor', 'integrity', 9],
    ['workSummary', 'professional', 2],
  ])
  expect(bench.longest).toMatchObject({ title: '语言能力', owner: '林疏影', waitingDays: 40, overdue: true })
  expect(bench.longest?.link).toBe(`/examinePage/examineeYY?tab=languageAbility&id=${oldest}`)
  const limit = bench.deadlines.find(({ title }) => title === '工作总结审核 1 条')
  expect(limit?.daysLeft).toBeGreaterThanOrEqual(0)
  expect(bench.deadlines.some(({ title }) => title.startsWith('语言能力'))).toBe(false)
})

it.each([
  ['worked', '2'],
  ['free', '1'],
])('the day of a limit is the last on which the item is in time, on a day that is %s', async (_, kind) => {
  const { school } = region.people
  const today = await region.db.one<{ day: string }>(
    sql`select (now() at time zone 'Asia/Shanghai')::date as day`,
  )
  await region.db.execute(sql`
    insert into calendar_day (day, kind, name) values (${today.day}::date, ${kind}, '')
    on conflict (day) do update set kind = excluded.kind`)
  const id = await handIn('paper', 0)
  for (let days = 0; days < 30; days += 1) {
    await region.db.execute(sql`
      update revision set holder_since = now() - make_interval(days => ${days}) where record_id = ${id}`)
    const bench = await benchOf(school)
    const queue = bench.queues.find(({ type }) => type === 'paper')
    const limit = bench.deadlines.find(({ id: one }) => one.startsWith('limit paper'))
    expect([days, limit !== undefined && limit.day >= today.day]).toEqual([days, queue?.overdue === 0])
  }
  await region.people.teacher.post(`/api/v1/records/paper/${id}/withdraw`, {})
  await region.db.execute(sql`delete from calendar_day where day = ${today.day}::date`)
})

it('whoever is retired or gone is on no page among those who serve, in the same moment', async () => {
  const { school, area, city, province, colleague } = region.people
  const said = async () =>
    Promise.all(
      [school, area, city, province].map(async (who) => {
        const { figures } = await benchOf(who)
        const roll = await who.get<{ total: number }>('/api/v1/teacher?pageSize=1')
        const home = figures.find(({ key }) => key === 'teachers')?.value
        expect(home).toBe(roll.data.total)
        return home ?? 0
      }),
    )
  const before = await said()
  await region.db.execute(sql`update teacher set status = '01' where id = ${colleague.teacherId ?? 0}`)
  expect(await said()).toEqual(before.map((count) => count - 1))
  await region.db.execute(sql`update teacher set status = '11' where id = ${colleague.teacherId ?? 0}`)
})

it('every figure and every part has a list of exactly that many rows', async () => {
  const { school, area } = region.people
  const returned = await handIn('writing', 1)
  const forwarded = await handIn('rewardHonor', 1, 4)
  expect(
    (
      await school.post(`/api/v1/records/writing/${returned}/return`, {
        reason: '请补书号',
        fields: [{ key: 'title', reason: '请补书号' }],
      })
    ).msg,
  ).toBe('ok')
  expect((await school.post(`/api/v1/records/rewardHonor/${forwarded}/approve`, {})).msg).toBe('ok')
  for (const who of [school, area]) {
    const { figures } = await benchOf(who)
    const of = (key: string) => figures.find((figure) => figure.key === key)
    const roll = await who.get<{ total: number }>('/api/v1/teacher?pageSize=1')
    expect(of('teachers')?.value).toBe(roll.data.total)
    for (const [key, queue] of [
      ['returned', 'returned'],
      ['forwarded', 'forwarded'],
    ] as const) {
      const figure = of(key)
      expect(figure?.parts.reduce((sum, { value }) => sum + value, 0)).toBe(figure?.value)
      for (const part of figure?.parts ?? []) {
        const type = new URL(part.link, 'http://x').searchParams.get('tab') ?? ''
        const list = await who.get<{ total: number }>(`/api/v1/records/${type}?queue=${queue}`)
        expect([part.label, list.data.total]).toEqual([part.label, part.value])
      }
    }
  }
  expect((await benchOf(school)).figures.find(({ key }) => key === 'returned')?.value).toBe(1)
})

it('what I decided last is there with its outcome, and goes when it is undone', async () => {
  const { school, area } = region.people
  const recent = (await benchOf(school)).recent
  expect(recent.map(({ outcome, title }) => [outcome, title])).toEqual([
    ['forwarded', '奖励与荣誉'],
    ['returned', '著作'],
  ])
  expect(recent[0]).toMatchObject({ owner: '林疏影' })
  expect(recent[0]?.link).toContain('state=forwarded')
  expect((await benchOf(area)).recent).toEqual([])
})

it('an archive is built in steps: what everybody has one of first, with one verb, waiting steps with their reason', async () => {
  const newcomer = await region.add(2, region.places.school, '新来的')
  const first = await benchOf(newcomer)
  expect(first.greeting).toBe('新来的老师，先从填写联系方式开始')
  const steps = first.building?.steps ?? []
  expect(steps.slice(0, 3).map(({ type, state, verb }) => [type, state, verb])).toEqual([
    ['basicInfo', 'waits', '查看'],
    ['contactInfo', 'open', '填写'],
    ['studyExperience', 'open', '填写'],
  ])
  expect(steps[0]?.note).toMatch(/^等学校先登记/)
  expect(steps[1]).toMatchObject({
    note: '手机号码',
    review: '保存就生效，无需审核',
    link: '/mandata/manjOther?tab=contactInfo&new=1',
  })
  expect(steps[2]?.note).toContain('附佐证材料')
  expect(steps[2]?.review).toMatch(/^提交后由学校审核/)
  expect(new Set(steps.map(({ type }) => type)).size).toBe(first.completeness?.sections.length)
  expect(first.building?.registered.map(({ type, count }) => [type, count])).toEqual([
    ['employmentContract', 0],
    ['salary', 0],
  ])
  expect(first.building?.later.every(({ link }) => link !== '')).toBe(true)
  // What is begun goes on where it was; what is handed in or effective asks for nothing more.
  const study = registry['studyExperience']
  if (!study) throw new Error('studyExperience')
  const made = await newcomer.post('/api/v1/records/studyExperience', sampleOf(study, 3))
  const stateOf = async () =>
    (await benchOf(newcomer)).building?.steps.find(({ type }) => type === study.name)
  expect(await stateOf()).toMatchObject({
    state: 'begun',
    verb: '继续填写',
    link: `/mandata/manbXuexi?tab=studyExperience&id=${made.data.id}&edit=1`,
  })
  const changed = await newcomer.put(`/api/v1/records/studyExperience/${made.data.id}`, {
    attachments: [await picture(region, newcomer)],
    version: made.data.version,
  })
  expect(
    (
      await newcomer.post(`/api/v1/records/studyExperience/${made.data.id}/submit`, {
        version: changed.data.version,
      })
    ).msg,
  ).toBe('ok')
  expect((await stateOf())?.state).toBe('handedIn')
})
