import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  chainImpact,
  chainList,
  chainView,
  type ChainImpact,
} from '../../../catalogue/contract/archive/chains.ts'
import type { HistoryEntry, PreviewView, RecordPage } from '../../../catalogue/contract/archive/records.ts'
import type { Workbench } from '../../../catalogue/contract/workspace.ts'
import { testRegion, type Answer, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import { sql } from '../../platform/db/sql.ts'

const url = '/api/v1/chains/studyExperience'
const records = '/api/v1/records/studyExperience'
let region: Region
beforeAll(async () => void (region = await testRegion('chains')))
afterAll(() => region.close())

let months = 0
/** A submitted study experience; studies at another mode and month each time draw no warning. */
async function submitted(who: Person): Promise<Answer> {
  months += 1
  const startMonth = `${1990 + Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
  const made = await who.post(records, {
    ...study,
    studyMode: '3',
    startMonth,
    attachments: [await picture(region, who)],
  })
  return who.post(`${records}/${made.data.id}/submit`, {})
}
const levelsOf = async (who: Person) =>
  (await who.post<PreviewView>(`${records}/preview`, { ...study })).data.steps.map((s) => s.level)
const inForce = async (who: Person): Promise<number> => (await who.get(url)).data.version
const publish = async (who: Person, chain: unknown, note = '按新办法调整') =>
  who.post(url, { chain, basedOn: await inForce(who), note })

describe('who may change review chains', () => {
  it('is the province and a city; nobody else even reads them', async () => {
    const p = region.people
    for (const who of [p.teacher, p.school, p.area, p.admin, p.expert, p.staff]) {
      const body = { chain: [{ level: 'school' }], basedOn: 1, note: 'x' }
      const answers = [
        await who.get('/api/v1/chains'),
        await who.get(url),
        await who.post(`${url}/preview`, body),
        await who.post(url, body),
        await who.post(`${url}/restore`, { version: 1, basedOn: 1, note: 'x' }),
      ]
      expect(answers.map((a) => a.status)).toEqual([403, 403, 403, 403, 403])
    }
    const list = chainList.parse((await p.province.get('/api/v1/chains')).data).list
    expect(list.find(({ type }) => type === 'studyExperience')).toMatchObject({
      chain: [{ level: 'school' }],
      version: 1,
      own: true,
    })
    expect(list.some(({ type }) => type === 'salary')).toBe(false)
    for (const type of ['salary', 'nothing', 'constructor'])
      expect((await p.province.get(`/api/v1/chains/${type}`)).status).toBe(404)
  })

  it('a city cannot name another scope, nor take the province’s step away or put one on', async () => {
    const { city, province } = region.people
    const body = { chain: [{ level: 'school' }, { level: 'city' }], basedOn: 1, note: 'x' }
    expect((await city.post(url, { ...body, cityId: region.places.otherCity })).status).toBe(400)
    expect((await publish(city, [{ level: 'school' }, { level: 'province' }])).data.errors).toMatchObject([
      { field: 'chain', message: /由省决定/ },
    ])
    const type = '/api/v1/chains/paper'
    const when = { field: 'isFirstAuthor', filled: true }
    const definition = (await province.get(type)).data
    const field = region.engine.records['paper']?.pages.list.filters[0] ?? ''
    const withProvince = [{ level: 'school' }, { level: 'province', when: { ...when, field } }]
    expect(
      (await province.post(type, { chain: withProvince, basedOn: definition.version, note: '省审' })).status,
    ).toBe(200)
    const { version } = (await city.get(type)).data
    const without = await city.post(type, { chain: [{ level: 'school' }], basedOn: version, note: 'x' })
    expect(without.status).toBe(400)
    const keys = [
      { level: 'school', days: 3 },
      { when: { filled: true, field }, level: 'province' },
    ]
    expect((await city.post(type, { chain: keys, basedOn: version, note: 'x' })).msg).toBe('ok')
  })
})

describe('a chain that makes no sense', () => {
  it.each([
    [[], 'chain', /至少要有一步/],
    [[{ level: 'area' }, { level: 'school' }], 'chain.1.level', /学校应在县区之前/],
    [[{ level: 'school' }, { level: 'school' }], 'chain.1.level', /出现了两次/],
    [[{ when: { field: 'degreeLevel', filled: true } }], 'chain.0.level', /哪一级/],
    [[{ level: 'county' }], 'chain.0.level', /哪一级/],
    [[{ level: 'school', when: { field: 'nothing', filled: true } }], 'chain.0.when', /没有该栏目/],
    [[{ level: 'school', when: { field: 'toString', filled: true } }], 'chain.0.when', /没有该栏目/],
    [[{ level: 'school', when: { field: 'degreeLevel', in: ['99'] } }], 'chain.0.when', /没有这一项/],
    [[{ level: 'school', when: { field: 'degreeLevel', in: [] } }], 'chain.0.when', /未选择/],
    [[{ level: 'school', when: { field: 'major', in: ['x'] } }], 'chain.0.when', /已填还是未填/],
    [[{ level: 'school', when: { all: [] } }], 'chain.0.when.all', /至少写一个条件/],
    [[{ level: 'school', when: 'true' }], 'chain.0.when', /./],
    [[{ level: 'school', days: 0 }], 'chain.0.days', /至少 1/],
    [[{ level: 'school', days: 61 }], 'chain.0.days', /至多 60/],
    [[{ level: 'school', days: 1.5 }], 'chain.0.days', /整数/],
    [[{ level: 'school', role: 6 }], 'chain.0', /./],
  ] as const)('%j is refused at %s', async (chain, field, message) => {
    for (const answer of [
      await region.people.province.post(`${url}/preview`, { chain }),
      await publish(region.people.province, chain),
    ]) {
      expect(answer.status).toBe(400)
      expect(answer.data.errors.map((e) => e.field)).toContain(field)
      expect(JSON.stringify(answer.data.errors)).toMatch(message)
      expect(JSON.stringify(answer.data.errors)).toMatch(/[\u4e00-\u9fff]/)
    }
  })

  it('depends on no sealed and no derived field, whatever the type', async () => {
    let tried = 0
    for (const definition of Object.values(region.engine.records)) {
      for (const [key, field] of Object.entries(definition.fields)) {
        if (!definition.review || (!field.sealed && !field.derived)) continue
        const chain = [{ level: 'school', when: { field: key, filled: true } }]
        const answer = await region.people.province.post(`/api/v1/chains/${definition.name}/preview`, {
          chain,
        })
        expect([answer.status, answer.data.errors[0]?.field], `${definition.name}.${key}`).toEqual([
          400,
          'chain.0.when',
        ])
        tried += 1
      }
    }
    expect(tried).toBeGreaterThan(3)
  })

  it('is not published without a reason, nor when nothing changed', async () => {
    const { province } = region.people
    expect((await publish(province, [{ level: 'school', days: 9 }], ' ')).data.errors).toMatchObject([
      { field: 'note', message: '请填写变更说明' },
    ])
    expect((await publish(province, [{ level: 'school' }])).data.errors).toMatchObject([
      { field: 'chain', message: /和现行的审核流程一样/ },
    ])
  })
})

describe('publishing', () => {
  it('shows first what it means: open items by version, and the way of a school of each kind', async () => {
    const { province, teacher } = region.people
    await submitted(teacher)
    const chain = [{ level: 'school' }, { level: 'area', when: { field: 'degreeLevel', in: ['2'] } }]
    const before = await inForce(province)
    const impact = chainImpact.parse((await province.post(`${url}/preview`, { chain })).data)
    expect(impact.open).toMatchObject([{ version: 1, label: '省第 1 版', count: 1 }])
    expect(impact.ways.map((w) => [w.kind, w.when, w.steps.map((s) => s.level).join()])).toEqual([
      ['县区所属学校', 'holds', 'school,area'],
      ['县区所属学校', 'fails', 'school'],
      ['市直属学校', 'holds', 'school,city'],
      ['市直属学校', 'fails', 'school'],
    ])
    expect(await inForce(province)).toBe(before)
  })

  it('takes what is submitted from then on; what runs finishes on the version it started with', async () => {
    const { province, teacher, school, area } = region.people
    const early = await submitted(teacher)
    expect((await publish(province, [{ level: 'school' }, { level: 'area' }])).msg).toBe('ok')
    expect(await levelsOf(teacher)).toEqual(['school', 'area'])
    const late = await submitted(teacher)
    expect((await school.post(`${records}/${early.data.id}/approve`, {})).data.state).toBe('approved')
    expect((await school.post(`${records}/${late.data.id}/approve`, {})).data).toMatchObject({
      state: 'inReview',
      level: 'area',
    })
    expect((await area.post(`${records}/${late.data.id}/approve`, {})).data.state).toBe('approved')
    // Who decided last may void; the school did not.
    expect((await school.post(`${records}/${late.data.id}/void`, { reason: '录错' })).status).toBe(403)
    expect((await area.post(`${records}/${late.data.id}/void`, { reason: '录错' })).status).toBe(200)
  })

  it('of one of two who started from the same version fails with 409, and so does a stale one', async () => {
    const { province } = region.people
    const basedOn = await inForce(province)
    const both = await Promise.all(
      [4, 5].map((days) => province.post(url, { chain: [{ level: 'school', days }], basedOn, note: '并发' })),
    )
    expect(both.map((a) => a.status).sort()).toEqual([200, 409])
    expect((await province.post(url, { chain: [{ level: 'area' }], basedOn, note: '旧' })).status).toBe(409)
  })

  it('of a city is for the schools directly under it and nobody else', async () => {
    const { city, otherCity, province, teacher, cityTeacher, southTeacher, citySchool } = region.people
    const before = await levelsOf(teacher)
    expect(
      (
        await publish(city, [
          { level: 'school', days: 2 },
          { level: 'city', days: 5 },
        ])
      ).msg,
    ).toBe('ok')
    expect(await levelsOf(cityTeacher)).toEqual(['school', 'city'])
    expect(await levelsOf(teacher)).toEqual(before)
    expect(await levelsOf(southTeacher)).toEqual(before)
    expect((await otherCity.get(url)).data).toMatchObject({ own: false, versions: [] })
    expect(
      (await province.post<ChainImpact>(`${url}/preview`, { chain: [{ level: 'school' }] })).data.ownCities,
    ).toEqual(['市教育局'])
    const item = await submitted(cityTeacher)
    expect((await publish(province, [{ level: 'area' }])).msg).toBe('ok')
    expect(await levelsOf(cityTeacher)).toEqual(['school', 'city'])
    const back = await city.post(`${url}/restore`, {
      version: null,
      basedOn: await inForce(city),
      note: '随省',
    })
    expect(back.msg).toBe('ok')
    expect((await city.get(url)).data).toMatchObject({
      own: false,
      versions: [{ no: 2, chain: null, by: '市员', note: '随省' }, { no: 1 }],
    })
    expect(await levelsOf(cityTeacher)).toEqual(['city'])
    expect((await citySchool.post(`${records}/${item.data.id}/approve`, {})).data).toMatchObject({
      level: 'city',
      state: 'inReview',
    })
    expect((await city.post(`${records}/${item.data.id}/approve`, {})).data.state).toBe('approved')
  })

  it('goes back to an earlier version by publishing it again, of one’s own scope only', async () => {
    const { city, province, teacher } = region.people
    const { versions } = chainView.parse((await province.get(url)).data)
    const first = versions.at(-1)
    expect(first).toMatchObject({ no: 1, version: 1, by: null })
    const back = await province.post(`${url}/restore`, {
      version: 1,
      basedOn: await inForce(province),
      note: '恢复',
    })
    expect(back.msg).toBe('ok')
    expect((await province.get(url)).data).toMatchObject({
      chain: [{ level: 'school' }],
      version: back.data.version,
    })
    expect(await levelsOf(teacher)).toEqual(['school'])
    expect(
      (await city.post(`${url}/restore`, { version: 1, basedOn: await inForce(city), note: 'x' })).status,
    ).toBe(404)
    expect(
      (await province.post(`${url}/restore`, { version: null, basedOn: await inForce(province), note: 'x' }))
        .status,
    ).toBe(400)
    const audit = await region.db.query<{ facts: object }>(
      sql`select facts
        from audit
        where action = 'chain.published' and type = 'studyExperience'
        order by id desc`,
    )
    expect(audit[0]?.facts).toMatchObject({
      version: back.data.version,
      restored: 1,
      note: '恢复',
      city: null,
    })
    await expect(
      region.db.query(sql`update flow set chain = '[]' where type = 'studyExperience'`),
    ).rejects.toThrow(/permission denied/)
  })
})

describe('what a step asks for', () => {
  it('is an opinion in words, when passing too, singly and in a batch', async () => {
    const { province, teacher, school } = region.people
    await publish(province, [{ level: 'school', days: 3, reasonRequired: true }])
    const one = await submitted(teacher)
    const row = async () =>
      (await school.get<RecordPage>(`${records}?queue=open&pageSize=100`)).data.list.find(
        (r) => r.id === one.data.id,
      )
    expect(await row()).toMatchObject({ reasonRequired: true })
    const bare = await school.post(`${records}/${one.data.id}/approve`, {})
    expect([bare.status, bare.data.errors]).toEqual([
      400,
      [{ field: 'reason', message: '这一步通过也要写审核意见' }],
    ])
    const batch = await school.post(`${records}/batch`, { ids: [one.data.id], action: 'approve' })
    expect(batch.data).toMatchObject({
      success: 0,
      results: [{ ok: false, message: '这一步通过也要写审核意见' }],
    })
    expect(
      (await school.post(`${records}/${one.data.id}/approve`, { reason: '证书已核验' })).data.state,
    ).toBe('approved')
    expect((await teacher.get<HistoryEntry[]>(`${records}/${one.data.id}/history`)).data[0]).toMatchObject({
      action: 'approve',
      reason: '证书已核验',
    })
  })

  it('is to be done within working days: weekends and holidays do not count', async () => {
    const { teacher, school } = region.people
    const { data } = await submitted(teacher)
    const held = async (since: string) => {
      await region.db.query(
        sql`update revision
          set holder_since = (${since}::date + time '10:00') at time zone 'Asia/Shanghai'
          where record_id = ${data.id}`,
      )
      const list = (await school.get<RecordPage>(`${records}?queue=open&pageSize=100`)).data.list
      return list.find((r) => r.id === data.id)?.overdue === true
    }
    const days = await region.db.query<{ day: string }>(sql`
      select d::date::text as day
      from generate_series((now() at time zone 'Asia/Shanghai')::date - 20,
          (now() at time zone 'Asia/Shanghai')::date, interval '1 day') d
      where extract(isodow from d) < 6 or d = (now() at time zone 'Asia/Shanghai')::date
      order by d desc`)
    const back = (n: number) => days[n]?.day ?? ''
    // After the day it came, exactly n working days have begun.
    for (const n of [1, 2, 3, 4, 5]) expect(await held(back(n)), `${n}`).toBe(n > 3)
    const bench = (await school.get<Workbench>('/api/v1/workbench')).data
    expect(bench.queues.find((q) => q.type === 'studyExperience')?.overdue).toBe(1)
    expect(bench.todos.find((t) => t.id === 'studyExperience')?.lines).toContain(
      '有 1 条超过办理期限，请先办',
    )
    await region.db.query(
      sql`insert into calendar_day (day, kind, name)
        select ${back(1)}::date, '1', '放假'
        union all
        select ${back(2)}::date, '1', '放假'`,
    )
    expect(await held(back(5))).toBe(false)
    expect(await held(back(6))).toBe(true)
  })
})
