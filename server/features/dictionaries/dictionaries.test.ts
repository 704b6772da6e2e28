import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DictionaryLine, DictionaryView } from '../../../catalogue/contract/administration/dictionary.ts'
import type { RecordView } from '../../../catalogue/contract/archive/records.ts'
import {
  codeOf,
  dictNames,
  dictionary,
  applyDictChanges,
  selectable,
} from '../../../catalogue/dictionaries/dictionaries.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import { sql } from '../../platform/db/sql.ts'
import { learnDictionaries } from './learn.ts'

let region: Region
let today = ''
const shift = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
beforeAll(async () => {
  region = await testRegion('dictionaries')
  today = (
    await region.db.one<{ day: string }>(sql`select (now() at time zone 'Asia/Shanghai')::date as day`)
  ).day
})
afterAll(async () => {
  await region.close()
  applyDictChanges([], '')
})

const url = '/api/v1/dictionaryManage'
const draft = (more: object = {}) => ({
  code: 'L1',
  label: '粤方言播音',
  aliases: [],
  from: '',
  to: '',
  place: null,
  groups: [],
  ...more,
})
const edit = (more: object = {}) => ({
  label: '英语',
  aliases: [],
  from: null,
  to: null,
  place: null,
  groups: [],
  version: 0,
  ...more,
})
const item = (view: DictionaryView, code: string) => view.list.find((one) => one.code === code)
const add = (name: string, more: object = {}) =>
  region.people.admin.post<DictionaryView>(`${url}/${name}/items`, draft(more))
const change = (name: string, code: string, more: object) =>
  region.people.admin.put<DictionaryView>(`${url}/${name}/items/${code}`, edit(more))

describe('the administration of dictionaries', () => {
  it('is the administrator’s alone', async () => {
    const { admin, ...others } = region.people
    for (const who of [
      others.teacher,
      others.school,
      others.area,
      others.city,
      others.province,
      others.expert,
      others.staff,
    ]) {
      for (const path of [url, `${url}/language`, `${url}/language/usage`])
        expect((await who.get(path)).status).toBe(403)
      expect((await who.post(`${url}/language/items`, draft())).status).toBe(403)
      expect((await who.put(`${url}/language/items/eng`, edit())).status).toBe(403)
    }
    expect((await region.app.inject({ method: 'GET', url })).statusCode).toBe(401)
    expect((await admin.get(url)).status).toBe(200)
  })

  it('lists all of them with where they are used', async () => {
    const { list } = (await region.people.admin.get<{ list: DictionaryLine[] }>(url)).data
    expect(list).toHaveLength(dictNames.length)
    const degrees = list.find(({ name }) => name === 'degreeLevel')
    expect(degrees?.uses).toContainEqual(
      expect.objectContaining({ type: 'studyExperience', title: '学习经历' }),
    )
    expect(degrees?.fixed).toBe(false)
    expect(list.find(({ name }) => name === 'approvalStatus')).toMatchObject({ fixed: true, uses: [] })
  })

  it('adds an item that is accepted from its day on, by both sides’ one function, and not before', async () => {
    const { teacher } = region.people
    expect(
      (await add('studyMode', { code: 'Q7', label: '弹性学制', aliases: ['弹性'], from: shift(1) })).msg,
    ).toBe('ok')
    const post = (studyMode: string) =>
      teacher.post('/api/v1/records/studyExperience', {
        ...study,
        startMonth: '2001-09',
        endMonth: '2004-07',
        studyMode,
      })
    const field = Object.keys(study).find((key) => key === 'studyMode')
    expect(field, 'the sample has a study mode').toBe('studyMode')
    expect((await post('Q7')).data.errors).toEqual([
      { field: 'studyMode', message: expect.stringContaining('列表中没有这一项') },
    ])
    const version = 1
    expect(
      (await change('studyMode', 'Q7', { label: '弹性学制', aliases: ['弹性'], from: today, version })).msg,
    ).toBe('ok')
    expect(selectable('studyMode').map(({ code }) => code)).toContain('Q7')
    expect(codeOf('studyMode', '弹性')).toBe('Q7')
    const made = await post('Q7')
    expect(made.msg).toBe('ok')
    const full = await region.people.teacher.get<{ dicts: Record<string, [string, string][]> }>(
      '/api/v1/dictionary/full?codes=studyMode',
    )
    expect(full.data.dicts['studyMode']).toContainEqual(['Q7', '弹性学制'])
    const overlay = await region.people.teacher.get<{ day: string; changes: object[] }>(
      '/api/v1/dictionary/overlay',
    )
    expect(overlay.data).toMatchObject({
      day: today,
      changes: [{ dict: 'studyMode', code: 'Q7', from: today }],
    })
  })

  it('keeps what has ended in old values, and takes it for no new one', async () => {
    const { teacher, school } = region.people
    await add('studyMode', { code: 'Q8', label: '半脱产' })
    const file = await picture(region, teacher)
    const body = {
      ...study,
      startMonth: '1985-09',
      endMonth: '1988-07',
      studyMode: 'Q8',
      attachments: [file],
    }
    const made = await teacher.post('/api/v1/records/studyExperience', body)
    const address = `/api/v1/records/studyExperience/${made.data.id}`
    expect((await teacher.post(`${address}/submit`, {})).msg).toBe('ok')
    expect(
      (await change('studyMode', 'Q8', { label: '半脱产', to: today, version: 1 })).data.list.find(
        ({ code }) => code === 'Q8',
      )?.state,
    ).toBe('ended')
    // Under review when it ended: it goes through.
    expect((await school.post(`${address}/approve`, {})).msg).toBe('ok')
    const inForce = (await teacher.get<RecordView>(address)).data
    expect(inForce.effective?.['studyMode']).toBe('Q8')
    expect(dictionary('studyMode').items.find(({ code }) => code === 'Q8')?.label).toBe('半脱产')
    expect(selectable('studyMode').map(({ code }) => code)).not.toContain('Q8')
    const kept = await teacher.put(address, { major: '另一专业', studyMode: 'Q8', version: inForce.version })
    expect(kept.msg).toBe('ok')
    expect((await teacher.post(`${address}/submit`, {})).msg).toBe('ok')
    const anew = await teacher.post('/api/v1/records/studyExperience', {
      ...body,
      startMonth: '1975-09',
      endMonth: '1978-07',
    })
    expect(anew.data.errors).toEqual([
      { field: 'studyMode', message: expect.stringMatching(/“半脱产”已停用，请选其他一项/) },
    ])
  })

  it('refuses a draft that is submitted after its choice has ended', async () => {
    const { teacher } = region.people
    await add('studyMode', { code: 'Q9', label: '工学交替' })
    const file = await picture(region, teacher)
    const made = await teacher.post('/api/v1/records/studyExperience', {
      ...study,
      startMonth: '1965-09',
      endMonth: '1968-07',
      studyMode: 'Q9',
      attachments: [file],
    })
    await change('studyMode', 'Q9', { label: '工学交替', to: today, version: 1 })
    const sent = await teacher.post(`/api/v1/records/studyExperience/${made.data.id}/submit`, {})
    expect([sent.status, sent.data.errors[0]?.field]).toEqual([400, 'studyMode'])
  })

  it('counts what is in force by code', async () => {
    const { counts } = (
      await region.people.admin.get<{ counts: Record<string, number> }>(`${url}/studyMode/usage`)
    ).data
    expect(counts['Q8']).toBe(1)
    expect(counts['Q9']).toBeUndefined()
    for (const name of dictNames)
      expect((await region.people.admin.get(`${url}/${name}/usage`)).status, name).toBe(200)
  })

  it('asks for a reason where a code of a standard is renamed or ended, and keeps who did what', async () => {
    const before = item((await region.people.admin.get<DictionaryView>(`${url}/ethnicity`)).data, '01')
    expect(before).toMatchObject({ label: '汉族', standard: '汉族', version: 0, state: 'inForce' })
    const bare = await region.people.admin.put(`${url}/ethnicity/items/01`, edit({ label: '汉' }))
    expect(bare).toMatchObject({ status: 400, data: { errors: [{ field: 'reason' }] } })
    expect((await change('ethnicity', '01', { label: '汉族', aliases: ['汉人'] })).msg).toBe('ok')
    expect(codeOf('ethnicity', '汉人')).toBe('01')
    const renamed = await change('ethnicity', '01', {
      label: '汉',
      aliases: ['汉人'],
      version: 1,
      reason: '按新版标准',
    })
    expect(item(renamed.data, '01')).toMatchObject({ label: '汉', standard: '汉族', version: 2 })
    expect(renamed.data.history[0]).toMatchObject({ code: '01', what: ['名称'], reason: '按新版标准' })
    // The old word is still understood.
    expect(codeOf('ethnicity', '汉族')).toBe('01')
    const rows = await region.db.query(
      sql`select action, facts -> 'fields' as fields
        from audit
        where facts ->> 'dictionary' = '民族'
        order by id`,
    )
    expect(rows).toEqual([
      { action: 'dictionary.changed', fields: ['别名'] },
      { action: 'dictionary.changed', fields: ['名称'] },
    ])
    await change('ethnicity', '01', { label: '汉族', aliases: [], version: 2, reason: '改回' })
  })

  it('refuses a stale version, of two at a time one, and what changes nothing', async () => {
    const race = await Promise.all(
      ['其他甲', '其他乙'].map((label) => change('workRelation', 'x', { label })),
    )
    expect(race.map(({ status }) => status)).toEqual([404, 404])
    expect((await change('ethnicity', '02', { label: '蒙古族' })).status).toBe(400)
    const two = await Promise.all(
      ['蒙人', '蒙族'].map((alias) => change('ethnicity', '02', { label: '蒙古族', aliases: [alias] })),
    )
    expect(two.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(
      (await Promise.all(['A1', 'A1'].map((code) => add('studyMode', { code, label: `新${Math.random()}` }))))
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual([200, 409])
  })

  it.each([
    [{ code: '' }, 400, 'code'],
    [{ code: '中文' }, 400, 'code'],
    [{ label: ' ' }, 400, 'label'],
    [{ label: '长'.repeat(61) }, 400, 'label'],
    [{ aliases: ['甲'.repeat(61)] }, 400, 'aliases.0'],
    [{ from: '2026-02-30' }, 400, 'from'],
    [{ from: '2026-05-01', to: '2026-04-30' }, 400, 'to'],
    [{ place: 1.5 }, 400, 'place'],
    [{ groups: ['nothing'] }, 400, 'groups'],
    [{ code: '1' }, 409, 'code'],
    [{ label: '弹性学制' }, 409, 'label'],
    [{ aliases: ['弹性学制'] }, 409, 'aliases'],
    [{ extra: 1 }, 400, undefined],
  ])('refuses %o', async (more, status, field) => {
    const answer = await region.people.admin.post(
      `${url}/studyMode/items`,
      draft({ code: 'ZZ', label: '没有的', ...more }),
    )
    expect(answer.status).toBe(status)
    if (field !== undefined) expect(answer.data.errors.map((one) => one.field)).toContain(field)
  })

  it('answers 404 for what is no dictionary and leaves alone what the system itself uses', async () => {
    for (const name of ['nothing', 'constructor', '__proto__']) {
      expect((await region.people.admin.get(`${url}/${name}`)).status).toBe(404)
      expect((await add(name)).status).toBe(404)
    }
    expect(await add('approvalStatus')).toMatchObject({
      status: 409,
      msg: '该字典由系统本身使用，不能修改',
    })
  })

  it('asks under which parents an item may be chosen where the choice depends on another field', async () => {
    expect(await add('degree', { code: 'X9Q', label: '新学位' })).toMatchObject({
      status: 400,
      data: { errors: [{ field: 'groups' }] },
    })
    expect((await add('degree', { code: 'X9Q', label: '新学位', groups: ['3'] })).msg).toBe('ok')
    expect(selectable('degree', { within: '3' }).map(({ code }) => code)).toContain('X9Q')
    expect(selectable('degree', { within: '2' }).map(({ code }) => code)).not.toContain('X9Q')
  })

  it('reaches a process that was told nothing, by asking the table again', async () => {
    applyDictChanges([], '')
    expect(selectable('studyMode').map(({ code }) => code)).not.toContain('Q7')
    await region.db.execute(sql`
      insert into dictionary_change (by_identity, dict, code, after)
      values (${region.people.admin.identityId}, 'studyMode', 'Q7', '{}')`)
    await learnDictionaries(region.db)
    expect(selectable('studyMode').map(({ code }) => code)).toContain('Q7')
  })

  it('cannot be rewritten by the application’s role', async () => {
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: region.appUrl })
    await client.connect()
    for (const text of [
      'delete from dictionary_item',
      'delete from dictionary_change',
      `update dictionary_change set reason = 'x'`,
    ]) {
      await expect(client.query(text), text).rejects.toThrow(/permission denied/)
    }
    await client.end()
  })
})
