import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ItemCandidates, Results, RoundView } from '../../../catalogue/contract/review/rounds.ts'
import { usualRules } from '../../../catalogue/contract/review/rules.ts'
import { drawn } from './assignment/lot.ts'
import { applicationTo, memberCases, moveCase, runningStudio } from '../../app/testing/test-studio.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Person } from '../../app/testing/test-region.ts'
import { expireOne, flagConflicts, remind } from './clock.ts'
import {
  boardOf,
  expertsOf,
  good,
  itemOf,
  listOf,
  marks,
  openedRound,
  openWorld,
  packetOf,
  score,
  url,
  viewOf,
  type World,
} from './test-review.ts'

let world: World
beforeAll(async () => {
  world = await openWorld('expert_review', 8)
})
afterAll(() => world.region.close())

/** The expert of a task on the board. */
const expertOf = (name: string): Person => {
  const found = world.experts[Number(name.slice(2)) - 1]
  if (!found) throw new Error(name)
  return found
}
const tasksOf = async (round: string) =>
  (await boardOf(world.region, round)).list.flatMap(({ tasks }) => tasks)
const messagesOf = async (person: Person) =>
  (await good(person.get<{ list: { title: string }[] }>('/api/v1/userSystemMessage?pageSize=100'))).list.map(
    ({ title }) => title,
  )

describe('a round of expert review', () => {
  let round: RoundView

  it('freezes its rules, draws by a seed that anybody can repeat, and gives each item its experts', async () => {
    const { teacher, stranger, cityTeacher, province, otherCity } = world.region.people
    world.source.items_ = [itemOf(teacher, '甲题'), itemOf(stranger, '乙题'), itemOf(cityTeacher, '丙题')]
    round = await openedRound(world, { perItem: 3, least: 2, dropFrom: null, arbitrationAbove: 2000 })
    expect(round).toMatchObject({ state: 'open', assigning: false, shortfall: [], items: 3, tasks: 9 })
    const { seed, candidates, panel } = round.lot ?? { seed: '', candidates: [], panel: [] }
    expect(candidates).toHaveLength(8)
    expect(drawn(seed, candidates)).toEqual(panel)
    const board = await boardOf(world.region, round.id)
    expect(board.list.map(({ tasks }) => new Set(tasks.map(({ expertId }) => expertId)).size)).toEqual([
      3, 3, 3,
    ])
    expect(Math.max(...(await expertsOf(world.region, round.id)).map(({ open }) => open))).toBe(2)
    expect(JSON.stringify(board)).not.toMatch(/"(scores|opinion|conclusion)"/)
    const late = await province.put(`${url}/rounds/${round.id}`, {
      title: '别的',
      source: 'test',
      scope: 'one',
      rules: usualRules,
      version: round.version,
    })
    expect([late.status, late.msg]).toEqual([409, '评审已经开始，规则不能再改'])
    expect((await otherCity.get(`${url}/rounds/${round.id}`)).status).toBe(404)
  })

  it('shows an expert facts as facts and texts as cleaned text with formulas, never their source', async () => {
    const file = '0197f1c2-0000-7000-8000-0000c0de0001'
    const { teacher } = world.region.people
    const before = world.source.items_
    world.source.items_ = [
      itemOf(teacher, '丁题', {
        sections: [
          { label: '学段', text: '普通初中', form: 'fact' },
          {
            label: '研究方法',
            text: `<p>前后测，效应量 $d=0.5$<script>x()</script></p><p><img data-file="${file}" alt="图"></p>`,
            form: 'rich',
          },
          { label: '经费', text: '<b>约</b> 5$\n公式 \\(a^2\\)', form: 'plain' },
          // As rounds have it that were opened before forms were kept.
          { label: '研究目标', text: '<p>形成可以推广的做法。</p>' },
        ],
      }),
    ]
    const { id } = await openedRound(world, { perItem: 1, least: 1, dropFrom: null, arbitrationAbove: null })
    world.source.items_ = before
    const [task] = await tasksOf(id)
    const expert = expertOf(task?.expert ?? '')
    const { facts, texts } = await packetOf(expert, task?.id ?? '')
    expect(facts).toEqual([{ label: '学段', text: '普通初中' }])
    const [method, money, aim] = texts
    expect(method).toMatchObject({ label: '研究方法', left: 1 })
    expect(method?.html).toMatch(/^<p>前后测，效应量 <span class="katex">/)
    expect(method?.html).not.toMatch(/script|data-file|0197f1c2|\$d=/)
    expect(money?.html).toMatch(/^<p>&lt;b&gt;约&lt;\/b&gt; 5\$<br>公式 <span class="katex">/)
    expect(aim).toEqual({ label: '研究目标', html: '<p>形成可以推广的做法。</p>', left: 0 })
  })

  it('lets an expert score a packet while typing, and refuses what is wrong with its field', async () => {
    const [task] = await tasksOf(round.id)
    const expert = expertOf(task?.expert ?? '')
    // The expert may have drawn the packet of the other round as well; it stands first in the list.
    const id = task?.id ?? ''
    expect((await listOf(expert)).map((line) => line.id)).toContain(id)
    const packet = await packetOf(expert, id)
    expect(packet).toMatchObject({ state: 'reviewing', scores: {}, version: 2 })
    const put = (body: object) => expert.put(`${url}/expert/${id}`, { ...marks(packet, 0.8), ...body })
    const wrong = async (body: object) => {
      const answer = await put(body)
      return [answer.status, answer.data.errors[0]?.field, answer.msg]
    }
    expect(await wrong({ version: 2, scores: { teaching: 3600 } })).toEqual([
      400,
      'scores.teaching',
      '“教育教学”满分 35 分',
    ])
    expect(await wrong({ version: 2, scores: { none: 1 } })).toEqual([400, 'scores.none', '没有该评分项'])
    expect(await wrong({ version: 2, conclusion: '4' })).toEqual([400, 'conclusion', '没有该评审结论'])
    const half = await good(put({ version: 2, scores: { teaching: 3000 }, opinion: '未完' }))
    expect(half).toMatchObject({ version: 3, total: null, ready: false })
    expect((await put({ version: 2 })).msg).toBe('该评分在别处改动过，请刷新后再改')
    const early = await expert.post(`${url}/expert/${id}/submit`, { version: 3 })
    expect([early.status, early.data.errors[0]?.field]).toEqual([400, 'scores.ethics'])
    expect(await packetOf(expert, id)).toMatchObject({ scores: { teaching: 3000 }, opinion: '未完' })
    const full = await good(put({ version: 3 }))
    expect(full).toMatchObject({ version: 4, total: 8000, ready: true })
    await good(expert.post(`${url}/expert/${id}/submit`, { version: 4 }))
    // A repeated press answers the same, and nothing changes any more.
    await good(expert.post(`${url}/expert/${id}/submit`, { version: 4 }))
    expect((await put({ version: 5 })).status).toBe(409)
    const stranger = world.experts.find((one) => one !== expert)
    expect((await stranger?.get(`${url}/expert/${id}`))?.status).toBe(404)
  })

  it('replaces an expert who avoids an item by the next one, who never had it', async () => {
    const before = await tasksOf(round.id)
    const task = before.find(({ state }) => state === 'assigned')
    const expert = expertOf(task?.expert ?? '')
    const silent = await expert.post(`${url}/expert/${task?.id}/avoid`, { reason: ' ' })
    expect([silent.status, silent.data.errors[0]?.field]).toEqual([400, 'reason'])
    await good(expert.post(`${url}/expert/${task?.id}/avoid`, { reason: '认出了作者' }))
    expect((await expert.get(`${url}/expert/${task?.id}`)).status).toBe(409)
    const item = (await boardOf(world.region, round.id, '&show=avoided')).list[0]
    expect(item?.covered).toBe(3)
    expect(new Set(item?.tasks.map(({ expertId }) => expertId)).size).toBe(4)
    expect(item?.tasks.find(({ state }) => state === 'avoided')?.reason).toBe('认出了作者')
  })

  it('ends overdue tasks once, however many processes serve, and asks the next expert', async () => {
    const task = (await tasksOf(round.id)).find(({ state }) => state === 'assigned')
    await world.region.db.execute(sql`
      update review_task set due_at = now() + interval '2 days', issued_at = now() - interval '9 days'
      where id = ${task?.id}::uuid`)
    await Promise.all([remind(world.o), remind(world.o)])
    await remind(world.o)
    const expert = expertOf(task?.expert ?? '')
    expect(
      (await messagesOf(expert)).filter((title) => title.startsWith('还有 1 份评审材料即将截止')),
    ).toHaveLength(1)
    await world.region.db.execute(sql`
      update review_task set due_at = now() - interval '1 second' where id = ${task?.id}::uuid`)
    const moved = await Promise.all([expireOne(world.o), expireOne(world.o), expireOne(world.o)])
    expect(moved.filter(Boolean)).toHaveLength(1)
    const now = (await boardOf(world.region, round.id)).list.find(({ tasks }) =>
      tasks.some(({ id }) => id === task?.id),
    )
    expect(now?.covered).toBe(3)
    expect(now?.tasks.filter(({ state }) => state === 'expired')).toHaveLength(1)
    expect((await expert.get(`${url}/expert/${task?.id}`)).msg).toBe('该材料已经逾期，由其他专家评审')
  })

  it('lets the office extend, urge, replace and send back, and nobody else', async () => {
    const { province, city } = world.region.people
    const [task] = (await tasksOf(round.id)).filter(({ state }) => state === 'assigned')
    const at = (path: string) => `${url}/rounds/${round.id}/tasks/${task?.id}/${path}`
    const past = await province.post(at('extend'), { until: '2020-01-01', version: task?.version })
    expect([past.status, past.data.errors[0]?.field]).toEqual([400, 'until'])
    expect((await city.post(at('extend'), { until: '2099-01-01', version: task?.version })).status).toBe(404)
    await good(province.post(at('extend'), { until: '2099-01-01', version: task?.version }))
    expect((await province.post(at('replace'), { reason: '请假', version: task?.version })).status).toBe(409)
    await good(province.post(at('replace'), { reason: '请假', version: (task?.version ?? 0) + 1 }))
    const gone = await expertOf(task?.expert ?? '').get(`${url}/expert/${task?.id}`)
    expect(gone.status).toBe(404)
    expect(await good(province.post<{ experts: number }>(`${url}/rounds/${round.id}/urge`))).toMatchObject({
      experts: expect.any(Number),
    })
    expect((await province.post(`${url}/rounds/${round.id}/urge`)).msg).toBe('一小时内已经催办过')
    const done = (await tasksOf(round.id)).find(({ state }) => state === 'submitted')
    const back = `${url}/rounds/${round.id}/tasks/${done?.id}/sendBack`
    const returned = await good(
      province.post<{ version: number }>(back, { reason: '评语请写具体', version: done?.version }),
    )
    const owner = expertOf(done?.expert ?? '')
    await good(owner.post(`${url}/expert/${done?.id}/submit`, { version: returned.version }))
  })

  it('asks one more expert where scores lie far apart, once, then closes and tells the source', async () => {
    const { province } = world.region.people
    const view = await viewOf(world.region, round.id)
    expect((await province.post(`${url}/rounds/${round.id}/close`, { version: view.version })).msg).toMatch(
      /^现在不能结束：还有 \d 份没有提交$/,
    )
    const open = (await boardOf(world.region, round.id)).list.flatMap(({ tasks }, at) =>
      tasks.filter(({ state }) => state === 'assigned').map((task) => ({ task, at })),
    )
    const [wide] = open
    for (const { task, at } of open)
      await score(expertOf(task.expert), task.id, task === wide?.task ? 0.3 : 0.8 + at / 100)
    const arbitration = (await tasksOf(round.id)).filter(({ kind }) => kind === 'arbitration')
    expect(arbitration.map(({ state }) => state)).toEqual(['assigned'])
    expect((await viewOf(world.region, round.id)).closingBlocked).toEqual(['还有 1 份加评没有提交'])
    await score(expertOf(arbitration[0]?.expert ?? ''), arbitration[0]?.id ?? '', 0.8)
    const now = await viewOf(world.region, round.id)
    expect(now.closingBlocked).toEqual([])
    const closing = () => province.post(`${url}/rounds/${round.id}/close`, { version: now.version })
    const pressed = await Promise.all([closing(), closing()])
    expect(pressed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const results = await good(province.get<Results>(`${url}/rounds/${round.id}/results`))
    expect(results.list.map(({ rank }) => rank)).toEqual([1, 2, 3])
    const [heard] = world.source.heard
    expect(heard).toHaveLength(3)
    expect(heard?.map(({ rank, code }) => [rank, code])).toEqual(
      results.list.map(({ rank, code }) => [rank, code]),
    )
    expect(JSON.stringify(results)).not.toContain('专家1')
    const sheet = await world.region.app.inject({
      method: 'GET',
      url: `${url}/rounds/${round.id}/sheet`,
      headers: { token: province.token },
    })
    expect([sheet.statusCode, sheet.headers['content-type']]).toEqual([200, 'application/pdf'])
    const task = open[0]?.task
    expect((await expertOf(task?.expert ?? '').get(`${url}/expert/${task?.id}`)).msg).toBe(
      '该评审已经结束，材料不再开放',
    )
    const audited = await world.region.db.query<{ action: string }>(sql`
      select distinct action from audit where action like 'review.%' order by action`)
    expect(audited.map(({ action }) => action)).toEqual([
      'review.assigned',
      'review.avoided',
      'review.extended',
      'review.recalled',
      'review.roundClosed',
      'review.roundCreated',
      'review.roundOpened',
      'review.sentBack',
      'review.submitted',
      'review.urged',
    ])
  })
})

const yearsAgo = (years: number) => addDays(today(), -365 * years)

describe('conflicts of interest', () => {
  it('keep an expert from an item, and the office reads why', async () => {
    const { teacher, colleague, province } = world.region.people
    const { db, places } = world.region
    const pool = async (person: Person) => {
      const row = await good(
        province.post<{ id: number }>(`${url}/experts`, {
          personId: person.personId,
          subjects: [],
          stages: [],
          from: '2020-01-01',
          to: null,
          note: '',
        }),
      )
      return row.id
    }
    const mate = await pool(colleague)
    const old = await region8(places.otherSchool)
    await db.execute(sql`
      insert into membership (teacher_id, id, institution_id, kind, from_on, to_on)
      values (${old.teacherId}, gen_random_uuid(), ${places.school}, 'teaching', '2019-09-01', current_date - 300)`)
    const former = await pool(old)
    world.source.items_ = [itemOf(teacher, '丁题')]
    const round = await openedRound(world, { perItem: 9, least: 2 })
    expect(round.shortfall[0]?.sentence).toBe(
      '还缺 1 位：该材料只有 8 位专家可选：1 位现同单位回避，1 位曾同单位回避',
    )
    const [item] = (await boardOf(world.region, round.id)).list
    const { list } = await good(
      province.get<ItemCandidates>(`${url}/rounds/${round.id}/items/${item?.id}/candidates`),
    )
    const of = (id: number) => list.find(({ expertId }) => expertId === id)?.refusal
    expect([of(mate), of(former)]).toEqual(['应当回避：现同单位', '应当回避：曾同单位'])
    const forced = await province.post(`${url}/assign`, {
      roundId: round.id,
      itemId: item?.id,
      expertId: mate,
    })
    expect([forced.status, forced.data.errors[0]?.message]).toEqual([400, '应当回避：现同单位'])
  })

  it('are kept by a studio for three years after it was left (test 53)', async () => {
    const { province } = world.region.people
    const { db, places } = world.region
    const host = await world.region.add(2, places.sibling, '主持人')
    const studio = await runningStudio(world.region, host)
    const pooled: number[] = []
    for (const [at, left] of [
      [places.southSchool, yearsAgo(2)],
      [places.otherSchool, yearsAgo(4)],
    ] as const) {
      const person = await region8(at)
      const membership = await applicationTo(person, studio)
      for (const [who, action] of [
        [person, 'apply'],
        [host, 'approve'],
      ] as const)
        expect((await moveCase(who, `${memberCases}/${membership}`, action)).status).toBe(200)
      await db.execute(sql`
        update process_case set state = 'left', value = value || jsonb_build_object('leftOn', ${left}::text)
        where id = ${membership}::uuid`)
      const made = await good(
        province.post<{ id: number }>(`${url}/experts`, {
          personId: person.personId,
          subjects: [],
          stages: [],
          from: '2020-01-01',
          to: null,
          note: '',
        }),
      )
      pooled.push(made.id)
    }
    world.source.items_ = [itemOf(host, '工作室年度总结')]
    const round = await openedRound(world, { perItem: 1, least: 1 })
    const [item] = (await boardOf(world.region, round.id)).list
    const { list } = await good(
      province.get<ItemCandidates>(`${url}/rounds/${round.id}/items/${item?.id}/candidates`),
    )
    // Whom the lot gave the item is refused for that; what counts is whether he has to keep away.
    const refusals = pooled.map((id) => list.find(({ expertId }) => expertId === id)?.refusal ?? '')
    expect(refusals[0]).toBe('应当回避：同一工作室（周期内和以后 3 年）')
    expect(refusals[1]).not.toContain('应当回避')
    await db.execute(sql`update review_expert set ended_at = now() where id = any(${pooled}::int[])`)
  })

  it('that archives show later flag open tasks, once, without a word to the expert', async () => {
    const { teacher, province } = world.region.people
    const { db } = world.region
    const newcomer = await region8(world.region.places.southSchool)
    await good(
      province.post(`${url}/experts`, {
        personId: newcomer.personId,
        subjects: [],
        stages: [],
        from: '2020-01-01',
        to: null,
        note: '',
      }),
    )
    await db.execute(sql`
      update review_expert set paused = true where person_id <> ${newcomer.personId}`)
    world.source.items_ = [itemOf(teacher, '戊题')]
    const round = await openedRound(world, { perItem: 1, least: 1 })
    expect(await flagConflicts(world.o, round.id)).toBe(0)
    await db.execute(sql`
      insert into rec_research_record (owner_id, id, version, recorded_by, approval_no)
      values (${teacher.teacherId}, gen_random_uuid(), 1, ${teacher.identityId}, 'GD-1'),
        (${newcomer.teacherId}, gen_random_uuid(), 1, ${teacher.identityId}, 'GD-1')`)
    expect(await flagConflicts(world.o, round.id)).toBe(1)
    expect(await flagConflicts(world.o, round.id)).toBe(0)
    const board = await boardOf(world.region, round.id, '&show=conflict')
    expect(board.list[0]?.tasks[0]?.conflicts).toEqual(['coMember'])
    await db.execute(sql`update review_expert set paused = false`)
  })
})

const region8 = (institution: number) => world.region.add(2, institution, `教师${institution}`)
