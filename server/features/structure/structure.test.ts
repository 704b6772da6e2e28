import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InstitutionLine } from '../../../catalogue/contract/administration/institutions.ts'
import type {
  InstitutionHistory,
  StructureEntry,
  StructurePreview,
} from '../../../catalogue/contract/administration/structure.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { fillInstitutionForms } from '../../engine/directory/index.ts'
import { movementOf } from '../../engine/movement/index.ts'
import { holdersOf, membershipsOf, withReviews } from '../../engine/movement/test-movement.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { act, begin, look, numbered } from '../personnel/test-cases.ts'
import { carryOutDue } from './plans.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('structure')))
afterAll(() => region.close())

const url = '/api/v1/structure'
let count = 0
/** A school of its own below a district, with its officer. */
async function school(
  name: string,
  below = region.places.district,
): Promise<{ id: number; officer: Person }> {
  const { id } = await region.db.one<{ id: number }>(sql`
    insert into institution (parent_id, level, province_id, city_id, district_id, code, name, kind,
      school_type, area_code, opened_on)
    select p.id, 'school', p.province_id, p.city_id, p.district_id, ${`21440${70_000 + (count += 1)}`},
      ${`${name}${count}`}, '40', '211', '441702', '2000-09-01'
    from institution p where p.id = ${below}
    returning id`)
  return { id, officer: await region.add(3, id, `员${count}`) }
}
const nameOf = async (id: number) =>
  (await region.db.one<{ name: string }>(sql`select name from institution where id = ${id}`)).name
const base = { on: '2026-09-01', reason: '布局调整' }
const preview = (who: Person, plan: object) => who.post<StructurePreview>(`${url}/preview`, { plan })
async function carry(who: Person, plan: object, more: object = {}) {
  const { data } = await preview(who, plan)
  const { versions = {}, confirm = '' } = data ?? {}
  return who.post<StructureEntry>(url, { plan, versions, confirm, ...more })
}
const faultsOf = (answer: { data: unknown }) =>
  (answer.data as { errors?: { field: string }[] }).errors?.map(({ field }) => field)
const found = async (who: Person, q: string) =>
  (await who.get<{ list: InstitutionLine[] }>(`/api/v1/institutionManage?q=${encodeURIComponent(q)}`)).data
    .list

describe('a merge', () => {
  it('22: takes staff, reviews, groups and lessons along; the code leads to the successor; accounts end', async () => {
    const { area, otherArea } = region.people
    const a = await school('并入小学')
    const b = await school('保留小学')
    const [nameA, nameB] = [await nameOf(a.id), await nameOf(b.id)]
    const person = await withReviews(region, a.id, a.officer)
    const guest = await region.add(2, region.places.sibling, '支教者')
    const retired = await region.add(2, a.id, '退休者')
    const move = movementOf(region.engine)
    await region.db.transaction((tx) =>
      move.addTeaching(tx, {
        teacherId: guest.teacherId ?? 0,
        institutionId: a.id,
        from: '2026-02-20',
        to: '2027-07-31',
        fullTime: true,
        cause: 'posting:guest',
      }),
    )
    await region.db.transaction((tx) =>
      move.endPersonnel(tx, {
        teacherId: retired.teacherId ?? 0,
        on: '2026-07-01',
        cause: 'status:retired',
        status: '01',
        account: 'readsOwn',
        openItems: 'finish',
      }),
    )
    const group = await a.officer.post('/api/v1/records/subjectGroup', {
      name: '并入组',
      groupKind: '1',
      schoolStage: '3',
      subject: '13',
      leader: person.teacherId,
      enabled: true,
    })
    expect(group.msg).toBe('ok')

    const year = { schoolYear: 2025, schoolStage: '2', students: 300, classes: 8 }
    const pupils = await a.officer.post('/api/v1/records/studentNumbers', year)
    expect(pupils.msg).toBe('ok')

    const plan = { act: 'merge', from: [a.id], into: b.id, ...base, on: '2026-08-01' }
    const told = (await preview(area, plan)).data
    expect(told.faults).toEqual([])
    expect(told.lines.map(({ what, count: n, to }) => [what, n, to])).toEqual([
      ['教师（人事关系）', 1, nameB],
      ['退休、离职人员的档案', 1, nameB],
      ['外单位教师的任教关系', 1, nameB],
      ['待审核的记录', 2, nameB],
      ['科组', 1, nameB],
      ['办公账号', 1, '停用'],
    ])
    expect(faultsOf(await carry(area, plan, { confirm: '其他学校' }))).toEqual(['confirm'])
    expect((await carry(area, plan, { versions: { [a.id]: 99, [b.id]: 1 } })).status).toBe(409)
    const done = await carry(area, plan)
    expect([done.msg, done.data.state]).toEqual(['ok', 'done'])

    expect(await membershipsOf(region, person.teacherId ?? 0)).toEqual([
      `P(${nameA} 2020-09-01–2026-07-31)`,
      `P(${nameB} 2026-08-01–)`,
    ])
    expect(await holdersOf(region, person.teacherId ?? 0)).toEqual([nameB, '东区教育局'])
    expect(await membershipsOf(region, guest.teacherId ?? 0)).toEqual([
      'P(东区二小 2020-09-01–)',
      `T(${nameA} 2026-02-20–2026-07-31)`,
      `T(${nameB} 2026-08-01–2027-07-31)`,
    ])
    const archive = await region.db.one(sql`
      select t.institution_id as at, a.institution_id as account, a.state
      from teacher t join identity a on a.person_id = t.person_id where t.id = ${retired.teacherId}`)
    expect(archive).toEqual({ at: b.id, account: b.id, state: 'enabled' })
    const kept = await b.officer.get<{ effective: { name: string } }>(
      `/api/v1/records/subjectGroup/${group.data.id}`,
    )
    expect(kept.data.effective).toMatchObject({ name: '并入组', leader: person.teacherId })
    expect((await a.officer.get('/api/v1/records/subjectGroup')).code).toBe(22018)

    // What the school counted of itself stays its own.
    const { owner } = await region.db.one<{ owner: number }>(sql`
      select owner_id as owner from rec_student_numbers where id = ${pupils.data.id}`)
    expect(owner).toBe(a.id)

    // The old code and the old name lead to the successor, which says why.
    const [line] = await found(area, nameA)
    expect([line?.id, line?.formerly]).toEqual([b.id, nameA])
    expect(await found(otherArea, nameA)).toEqual([])

    // 22, second half: who moves on the day goes from where the merge brought them.
    await region.db.transaction((tx) =>
      move.movePersonnel(tx, {
        teacherId: person.teacherId ?? 0,
        toInstitutionId: region.places.otherSchool,
        on: '2026-09-01',
        cause: 'transfer:22',
      }),
    )
    expect(await membershipsOf(region, person.teacherId ?? 0)).toEqual([
      `P(${nameA} 2020-09-01–2026-07-31)`,
      `P(${nameB} 2026-08-01–2026-08-31)`,
      'P(西区一中 2026-09-01–)',
    ])
    expect(await holdersOf(region, person.teacherId ?? 0)).toEqual(['西区一中', '西区教育局'])
  })

  it('23: into a new school, whose office goes on with the accounts of one of them; same-day transfers go from there', async () => {
    const { area } = region.people
    const a = await school('甲校')
    const b = await school('乙校')
    const person = await withReviews(region, a.id, a.officer)
    const leaving = await region.add(2, b.id, '同日调走')
    const [nameA, nameB] = [await nameOf(a.id), await nameOf(b.id)]
    const plan = {
      act: 'merge',
      from: [a.id, b.id],
      fresh: { name: '合并新校', code: '2144099777' },
      officersOf: a.id,
      ...base,
    }
    const done = await carry(area, plan)
    expect(done.msg).toBe('ok')
    const fresh = done.data.institutions.find(({ name }) => name === '合并新校')
    expect(await membershipsOf(region, person.teacherId ?? 0)).toEqual([
      `P(${nameA} 2020-09-01–2026-08-31)`,
      'P(合并新校 2026-09-01–)',
    ])
    expect(await holdersOf(region, person.teacherId ?? 0)).toEqual(['合并新校', '东区教育局'])
    await region.db
      .transaction((tx) =>
        movementOf(region.engine).movePersonnel(tx, {
          teacherId: leaving.teacherId ?? 0,
          toInstitutionId: a.id,
          on: '2026-10-01',
          cause: 'transfer:late',
        }),
      )
      .then(
        () => expect.unreachable('the successor is where they are'),
        (error: Error) => expect(error.message).toMatch(/就在合并新校/),
      )
    await region.db.transaction((tx) =>
      movementOf(region.engine).movePersonnel(tx, {
        teacherId: leaving.teacherId ?? 0,
        toInstitutionId: region.places.sibling,
        on: '2026-09-01',
        cause: 'transfer:same',
      }),
    )
    expect(await membershipsOf(region, leaving.teacherId ?? 0)).toEqual([
      `P(${nameB} 2020-09-01–2026-08-31)`,
      'P(东区二小 2026-09-01–)',
    ])
    const history = (await area.get<InstitutionHistory>(`/api/v1/institution/${fresh?.id}/history`)).data
    expect(history.predecessors.map(({ name }) => name).toSorted()).toEqual([nameA, nameB].toSorted())
    const before = (await area.get<InstitutionHistory>(`/api/v1/institution/${b.id}/history`)).data
    expect(before.successor?.name).toBe('合并新校')
    // A school that has had nobody yet tells of today alone, not of thirty years of nobody.
    const { id: emptyId } = await school('空校')
    const empty = (await area.get<InstitutionHistory>(`/api/v1/institution/${emptyId}/history`)).data
    expect(empty.heads).toEqual([{ on: today(), count: 0 }])
    const headsOn = (day: string) => before.heads.find(({ on }) => on === day)?.count
    expect([headsOn('2025-08-31'), headsOn('2026-08-31'), headsOn(today())]).toEqual([1, 1, 0])
  })

  it('is refused with the field: itself, a centre, below others, a day before people came', async () => {
    const { area, city } = region.people
    const a = await school('错校')
    const b = await school('对校')
    for (const [plan, field] of [
      [{ from: [a.id], into: a.id }, 'into'],
      [{ from: [a.id, a.id], into: b.id }, 'from'],
      [{ from: [a.id], into: null }, 'into'],
      [{ from: [a.id], fresh: { name: '新' } }, 'from'],
      [{ from: [a.id], into: b.id, on: '1999-01-01' }, 'on'],
      [{ from: [a.id], into: b.id, on: '不是日期' }, 'plan.on'],
      [{ from: [], into: b.id }, 'plan.from'],
      [{ from: [a.id], into: b.id, reason: '' }, 'plan.reason'],
    ] as const) {
      const answer = await carry(area, { act: 'merge', ...base, ...plan })
      expect([answer.status, faultsOf(answer)?.[0]], JSON.stringify(plan)).toEqual([400, field])
    }
    const district = {
      act: 'merge',
      from: [region.places.otherDistrict],
      into: region.places.district,
      ...base,
    }
    expect(faultsOf(await carry(city, district))).toContain('from')
    await region.add(2, a.id, '晚到')
    await region.db.execute(sql`update membership set from_on = '2026-10-01' where institution_id = ${a.id}`)
    expect(faultsOf(await carry(area, { act: 'merge', from: [a.id], into: b.id, ...base }))).toEqual(['on'])
  })
})

describe('a merge beside what is going on', () => {
  it('a transfer under way goes on with the successor as its sender, and the person moves from there', async () => {
    const { area, otherSchool, otherArea } = region.people
    const [a, b] = [await school('调出校'), await school('接续校')]
    const person = await region.add(2, a.id, '正在调动')
    const wanted = { kind: '1', effectiveOn: '2026-09-10', reason: '工作需要' }
    const made = await begin(otherSchool, 'transfer', await numbered(region, person), wanted)
    expect((await act(otherSchool, made, 'submit')).data.state).toBe('pendingSender')
    expect((await carry(area, { act: 'merge', from: [a.id], into: b.id, ...base })).msg).toBe('ok')
    expect((await look(b.officer, made)).data.holder?.institution?.id).toBe(b.id)
    await act(b.officer, made, 'agree')
    await act(area, made, 'agree')
    expect((await act(otherArea, made, 'approve')).data.state).toBe('done')
    expect(await membershipsOf(region, person.teacherId ?? 0)).toEqual([
      `P(${await nameOf(a.id)} 2020-09-01–2026-08-31)`,
      `P(${await nameOf(b.id)} 2026-09-01–2026-09-09)`,
      'P(西区一中 2026-09-10–)',
    ])
  })

  it('a transfer and a merge at once: nobody stays at the school that ended, and nothing is half', async () => {
    const { area } = region.people
    const move = movementOf(region.engine)
    for (let round = 0; round < 10; round += 1) {
      const [a, b] = [await school('抢并'), await school('抢留')]
      const out = await region.add(2, a.id, '调出的')
      const into = await region.add(2, region.places.sibling, '调入的')
      const plan = { act: 'merge', from: [a.id], into: b.id, ...base }
      const { versions, confirm } = (await preview(area, plan)).data
      const moving = (person: Person, toInstitutionId: number) =>
        region.db.transaction((tx) =>
          move.movePersonnel(tx, {
            teacherId: person.teacherId ?? 0,
            toInstitutionId,
            on: '2026-09-05',
            cause: `race:${round}`,
          }),
        )
      const [merged, ...moved] = await Promise.allSettled([
        area.post(url, { plan, versions, confirm }),
        moving(out, region.places.otherSchool),
        moving(into, a.id),
      ])
      // Whoever came after the day of the merge first keeps it from being done; the office is told the name.
      const done = merged.status === 'fulfilled' && merged.value.status === 200
      if (!done && merged.status === 'fulfilled')
        expect(JSON.stringify(merged.value.data)).toContain('调入的')
      expect(moved.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
      const left = await region.db.query(sql`
        select 1 from membership where institution_id = ${a.id} and to_on is null and ${done}`)
      expect(left).toEqual([])
      const at = await region.db.one<{ name: string }>(sql`
        select i.name from teacher t join institution i on i.id = t.institution_id where t.id = ${into.teacherId}`)
      expect(at.name).toBe(await nameOf(done ? b.id : a.id))
    }
  })
})

describe('attackers', () => {
  it('change nothing outside their region, nor their own office, nor without the role', async () => {
    const { area, otherArea, teacher, school: officer, expert, city } = region.people
    const { school: own, otherSchool, sibling, district, otherDistrict } = region.places
    const merge = { act: 'merge', from: [otherSchool], into: own, ...base }
    for (const who of [area, otherArea]) expect((await preview(who, merge)).status).toBe(404)
    const order = { plan: merge, versions: {}, confirm: '西区一中' }
    expect((await area.post(url, order)).status).toBe(404)
    for (const who of [teacher, officer, expert]) {
      expect((await preview(who, merge)).status).toBe(403)
      expect((await who.post(url, order)).status).toBe(403)
      expect((await who.get(url)).status).toBe(403)
    }
    expect((await preview(area, { act: 'close', id: district, ...base })).status).toBe(403)
    const away = { act: 'move', id: own, parentId: otherDistrict, ...base }
    expect((await preview(area, away)).status).toBe(404)
    expect((await preview(city, away)).status).toBe(200)
    expect((await otherArea.get(`${url}/staff/${sibling}`)).status).toBe(404)
    expect((await otherArea.get(`/api/v1/institution/${sibling}/history`)).status).toBe(404)
    const former = { name: '假名', code: '2144011111', to: '1999-12-31' }
    expect((await otherArea.post(`/api/v1/institution/${sibling}/former`, former)).status).toBe(404)
  })
})

describe('closing, moving, splitting', () => {
  it('26: a school with staff is not closed; without, its archives and reviews go to the authority', async () => {
    const { area } = region.people
    const a = await school('撤销校')
    const person = await withReviews(region, a.id, a.officer)
    const plan = { act: 'close', id: a.id, ...base, on: today() }
    const kept = await carry(area, plan)
    expect([kept.status, kept.msg]).toEqual([
      400,
      expect.stringMatching(/^还有 1 位教师的人事关系在这里：调动/),
    ])
    await region.db.transaction((tx) =>
      movementOf(region.engine).endPersonnel(tx, {
        teacherId: person.teacherId ?? 0,
        on: '2026-09-01',
        cause: 'status:closing',
        status: '01',
        account: 'readsOwn',
        openItems: 'finish',
      }),
    )
    expect((await carry(area, plan)).msg).toBe('ok')
    expect(await holdersOf(region, person.teacherId ?? 0)).toEqual(['东区教育局', '东区教育局'])
    const row = await region.db.one(
      sql`select institution_id as at from teacher where id = ${person.teacherId}`,
    )
    expect(row).toEqual({ at: region.places.district })
  })

  it('below another district everything of a school follows, and the district of before sees it no longer', async () => {
    const { city, area, otherArea } = region.people
    const a = await school('迁校')
    const person = await withReviews(region, a.id, a.officer)
    const plan = { act: 'move', id: a.id, parentId: region.places.otherDistrict, ...base }
    expect((await carry(city, plan)).msg).toBe('ok')
    expect(await holdersOf(region, person.teacherId ?? 0)).toEqual([await nameOf(a.id), '西区教育局'])
    const manage = `/api/v1/institutionManage/${a.id}`
    expect([(await area.get(manage)).status, (await otherArea.get(manage)).status]).toEqual([404, 200])
    expect(faultsOf(await carry(city, plan))).toEqual(['parentId'])
    const rows = await region.db.one(sql`
      select t.district_id as teacher, v.district_id as record
      from teacher t join revision v on v.owner_id = t.id
      where t.id = ${person.teacherId} and v.type = 'sharedResource' limit 1`)
    const { otherDistrict } = region.places
    expect(rows).toEqual({ teacher: otherDistrict, record: otherDistrict })
  })

  it('25: a split with somebody left over is refused with the name; else people go with their groups', async () => {
    const { area } = region.people
    const a = await school('分设校')
    const stays = await region.add(2, a.id, '留下')
    const goes = await region.add(2, a.id, '要走')
    const ids = [goes.teacherId, stays.teacherId].map((id) => id ?? 0)
    const group = await a.officer.post('/api/v1/records/subjectGroup', {
      name: '走的组',
      groupKind: '1',
      schoolStage: '3',
      subject: '13',
      leader: goes.teacherId,
      enabled: true,
    })
    const staff = await area.get<{ name: string }[]>(`${url}/staff/${a.id}`)
    expect(staff.data.map(({ name }) => name).toSorted()).toEqual(['留下', '要走'].toSorted())
    const plan = { act: 'split', id: a.id, fresh: { name: '分设新校', code: null }, ...base }
    const left = await carry(area, { ...plan, goes: ids.slice(0, 1), stays: [] })
    expect([left.status, faultsOf(left)]).toEqual([400, ['stays', 'goes']])
    expect(JSON.stringify(left.data)).toContain('尚未安排：留下')
    const done = await carry(area, { ...plan, goes: ids.slice(0, 1), stays: ids.slice(1) })
    expect(done.msg).toBe('ok')
    const fresh = done.data.institutions.find(({ name }) => name === '分设新校')
    expect((await membershipsOf(region, ids[0] ?? 0)).at(-1)).toBe('P(分设新校 2026-09-01–)')
    expect(await membershipsOf(region, ids[1] ?? 0)).toHaveLength(1)
    const { owner } = await region.db.one<{ owner: number }>(sql`
      select owner_id as owner from revision where record_id = ${group.data.id} and superseded_at is null`)
    expect(owner).toBe(fresh?.id)
  })
})

describe('a day to come', () => {
  it('is kept, done once on its day, and told when it cannot be done any more; until then it is cancelled', async () => {
    const { area } = region.people
    const [a, b, c] = [await school('将并'), await school('将留'), await school('将撤')]
    const person = await region.add(2, a.id, '等日子')
    const on = addDays(today(), 30)
    const kept = await carry(area, { act: 'merge', from: [a.id], into: b.id, ...base, on })
    expect(kept.data.state).toBe('waiting')
    const other = await carry(area, { act: 'close', id: c.id, ...base, on })
    const needs = {
      db: region.db,
      engine: region.engine,
      tell: async () => void (told += 1),
    }
    let told = 0
    expect(await carryOutDue(needs)).toBe(false)
    expect(await membershipsOf(region, person.teacherId ?? 0)).toHaveLength(1)
    expect((await area.del(`${url}/${other.data.id}`)).status).toBe(200)
    expect((await area.del(`${url}/${other.data.id}`)).status).toBe(409)
    expect((await region.people.otherArea.del(`${url}/${kept.data.id}`)).status).toBe(404)
    const late = await carry(area, { act: 'close', id: c.id, ...base, on })
    await region.add(2, c.id, '后来的')
    // The clock reaches the day, however often it comes.
    await region.db.execute(sql`
      update structure_plan
      set effective_on = ${today()}, plan = jsonb_set(plan, '{on}', to_jsonb(${today()}::text))
      where state = 'waiting'`)
    await Promise.all([carryOutDue(needs), carryOutDue(needs)])
    while (await carryOutDue(needs));
    expect(await membershipsOf(region, person.teacherId ?? 0)).toEqual([
      `P(${await nameOf(a.id)} 2020-09-01–${addDays(today(), -1)})`,
      `P(${await nameOf(b.id)} ${today()}–)`,
    ])
    const entries = (await area.get<StructureEntry[]>(url)).data
    expect(entries.find(({ id }) => id === late.data.id)).toMatchObject({
      state: 'failed',
      fault: expect.stringContaining('后来的'),
    })
    expect(told).toBe(1)
  })
})

describe('names of twenty years', () => {
  it('are written down by hand, with their days; they are found, never overlap and never belong to two', async () => {
    const { area } = region.people
    await fillInstitutionForms(region.db, region.engine.sortForm)
    const { school: id } = region.places
    const add = (more: object) => area.post<InstitutionHistory>(`/api/v1/institution/${id}/former`, more)
    const first = { name: '东区初级中学', code: '2144000001', from: '1998-09-01', to: '2005-08-31' }
    const made = await add(first)
    expect(made.data.former).toEqual([first])
    expect((await found(area, '2144000001'))[0]).toMatchObject({ id, formerly: '东区初级中学' })
    expect(faultsOf(await add({ ...first, from: '2004-01-01', to: '2006-08-31' }))).toEqual(['to'])
    expect(faultsOf(await add({ ...first, from: '1998-01-01', to: '1997-08-31' }))).toEqual(['to'])
    expect(faultsOf(await add({ ...first, code: 'S2', from: null, to: '1990-08-31' }))).toEqual(['code'])
    expect(faultsOf(await add({ ...first, name: ' ' }))).toEqual(['name'])
  })
})
