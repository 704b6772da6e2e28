import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RecordPage } from '../../../catalogue/contract/archive/records.ts'
import type { Message } from '../../../catalogue/contract/workspace.ts'
import { ownEffect, ownType, ownTypes, published } from '../../../catalogue/contract/own-fields.ts'
import { emptyBody, type OwnBody, type OwnField } from '../../../catalogue/own/body.ts'
import type { OwnTypeShape } from '../../../catalogue/own/type-body.ts'
import { actorOf, testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture } from '../../app/testing/test-values.ts'
import { recordLists } from '../../engine/exports/index.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { enrolled, printed } from '../forms/test-papers.ts'
import { bring, csvOf, definitionNamed, gateOf, viewOf } from '../imports/test-imports.ts'
import { insertMessages } from '../messages/index.ts'
import { remind } from '../reminders/remind.ts'

let region: Region
let second: Person
/** The slot of 健康证, and the keys of its fields: number, day of issue, hospital. */
let type = ''
let keys: readonly [string, string, string] = ['', '', '']
beforeAll(async () => {
  region = await testRegion('own_types')
  second = await region.add(6, region.places.province, '省复核')
})
afterAll(() => region.close())

const begin = (who: Person, title: string, more: object = {}) =>
  who.post<{ type: string }>('/api/v1/own-types', { title, owner: 'teacher', regime: 'reviewed', ...more })

const field = (key: string, label: string, given: Partial<OwnField> = {}): OwnField => ({
  key,
  label,
  kind: 'text',
  section: '证件',
  uses: ['list', 'filter'],
  why: { purpose: '从业人员健康检查', basis: 'duty', keptYears: 5 },
  ...given,
})

const record = (given: Partial<OwnTypeShape> = {}): OwnTypeShape => ({
  title: '健康证',
  archive: 'integrity',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  chain: ['school', 'area'],
  attachments: { maxCount: 3, required: false },
  expires: { label: '有效期至', section: '证件', required: true, latestOnly: true },
  order: keys[1],
  descending: true,
  summary: [keys[0]],
  unique: { within: 'owner', fields: [keys[0]] },
  checks: [
    { form: 'notBefore', field: 'expiresOn', other: keys[1] },
    { form: 'notLater', field: keys[1] },
  ],
  ...given,
})

const health = (more: Partial<OwnTypeShape> = {}): OwnBody => ({
  ...emptyBody,
  fields: [
    field(keys[0], '健康证号', { requiredFrom: '2026-01-01' }),
    field(keys[1], '发证日期', { kind: 'date', requiredFrom: '2026-01-01' }),
    field(keys[2], '体检医院', { uses: ['list'] }),
  ],
  record: record(more),
})

/** Counts at once what was published, as if ten seconds had passed. */
async function passTenSeconds() {
  const { default: pg } = await import('pg')
  const owner = new pg.Client({ connectionString: region.ownerUrl })
  await owner.connect()
  await owner.query(
    `update own_declaration set counts_from = least(counts_from, now() - interval '1 second')`,
  )
  await owner.end()
}

async function drafted(body: OwnBody): Promise<number> {
  const { province } = region.people
  const { draft } = ownType.parse((await province.get(`/api/v1/own/${type}`)).data)
  const answer = await province.put<{ editNo: number }>(`/api/v1/own/${type}/draft`, {
    body,
    editNo: draft?.editNo ?? 0,
  })
  expect(answer.msg, JSON.stringify(answer.data)).toBe('ok')
  return answer.data.editNo
}

/** Publishes by two people; counts at once. */
async function publish(body: OwnBody): Promise<void> {
  const editNo = await drafted(body)
  const at = `/api/v1/own/${type}`
  const asked = await region.people.province.post(`${at}/publish`, { editNo, note: '按新办法' })
  expect([asked.msg, published.parse(asked.data).asked]).toEqual(['ok', true])
  const { draft } = ownType.parse((await second.get(at)).data)
  const confirmed = await second.post(`${at}/confirm`, { editNo: draft?.editNo ?? 0 })
  expect(confirmed.msg, JSON.stringify(confirmed.data)).toBe('ok')
  await passTenSeconds()
  await region.people.province.get('/api/v1/own')
}

const records = () => `/api/v1/records/${type}`
const values = (no: string, given: object = {}) => ({
  [keys[0]]: no,
  [keys[1]]: '2026-01-15',
  [keys[2]]: '江城区人民医院',
  expiresOn: addDays(today(), 80),
  ...given,
})

interface ShownRecord {
  readonly version: number
  readonly effective: Readonly<Record<string, unknown>> | null
  readonly pending: { readonly values: Record<string, unknown>; readonly state: string } | null
}

describe('a type of a region’s own', () => {
  it('is begun by the highest office alone', async () => {
    const { teacher, school, area, city, admin, province } = region.people
    for (const who of [teacher, school, admin, area, city])
      expect((await begin(who, '健康证')).status).toBe(403)
    const wrong = await province.post('/api/v1/own-types', { title: '', owner: 'teacher', regime: 'own' })
    const places = wrong.data.errors.map((one) => one.field)
    expect([wrong.status, places]).toEqual([400, ['title', 'regime']])
    const made = await begin(province, '健康证')
    type = made.data.type
    expect((await begin(province, '健康证')).data.type).toBe(type)
    const key = async () => (await province.post<{ key: string }>(`/api/v1/own/${type}/key`, {})).data.key
    keys = [await key(), await key(), await key()]
    for (const path of [`/api/v1/own/${type}`, '/api/v1/own/own12'])
      expect((await area.get(path)).status).toBe(403)
    expect((await province.get('/api/v1/own/own12')).status).toBe(404)
    const list = ownTypes.parse((await province.get('/api/v1/own')).data).list
    expect(list.find((one) => one.type === type)).toMatchObject({
      title: '健康证',
      isOwn: true,
      state: 'draft',
    })
    expect((await teacher.get(records())).status).toBe(404)
  })

  it.each([
    [{ title: '教师资格' }, 'record.title'],
    [{ chain: [] }, 'record.chain'],
    [{ chain: ['area', 'school'] }, 'record.chain'],
    [{ owner: 'institution' }, 'record.regime'],
    [{ order: 'own999999' }, 'record.order'],
    [{ summary: [] }, 'record.summary'],
    [{ checks: [{ form: 'notLater', field: 'own999999' }] }, 'record.checks.0'],
    [{ regime: 'mixed' }, 'record.regime'],
    [{ script: 'x' }, 'record'],
  ] as const)('is refused with %j, in a sentence at its place', async (given, at) => {
    const body = { ...health(), record: { ...record(), ...given } }
    const answer = await region.people.province.post(`/api/v1/own/${type}/effect`, { body })
    const errors = answer.data.errors as { field: string; message: string }[]
    expect(answer.status).toBeLessThan(500)
    expect(errors.map((one) => one.field.replace(/^body\./, ''))).toContain(at)
    expect(JSON.stringify(errors)).toMatch(/[\u4e00-\u9fff]/)
  })

  it('is served by another process from when it counts, without a start', async () => {
    const beside = await region.serveBeside()
    try {
      const { province, teacher } = region.people
      const found = await province.post(`/api/v1/own/${type}/effect`, { body: health() })
      expect(ownEffect.parse(found.data)).toMatchObject({ errors: [], needsSecond: true, records: 0 })
      const asked = (method: 'GET' | 'POST', payload?: object) =>
        beside.inject({
          method,
          url: records(),
          headers: { token: teacher.token },
          ...(payload && { payload }),
        })
      expect((await asked('GET')).statusCode).toBe(404)
      await publish(health())
      const made = await asked('POST', values('粤阳健0001'))
      expect([made.statusCode, made.body.slice(0, 200)]).toEqual([200, expect.stringContaining('ok')])
      expect((await asked('GET')).json<{ data: RecordPage }>().data.list).toHaveLength(1)
      const layer = await teacher.get('/api/v1/own/layer')
      expect(JSON.stringify(layer.data)).toContain('健康证')
    } finally {
      await beside.close()
    }
  })

  it('goes from draft over reviews to archive, list, history and an earlier day', async () => {
    const { teacher, school, area, otherArea, stranger } = region.people
    const [row] = (await teacher.get<RecordPage>(records())).data.list
    const id = row?.id ?? ''
    const bad = await teacher.put(`${records()}/${id}`, {
      [keys[1]]: addDays(today(), 30),
      version: row?.version ?? 0,
    })
    expect(bad.msg).toBe('ok')
    const refused = await teacher.post(`${records()}/${id}/submit`, {})
    expect([refused.status, JSON.stringify(refused.data)]).toEqual([
      400,
      expect.stringContaining('发证日期不能晚于今天'),
    ])
    const view = (await teacher.get<ShownRecord>(`${records()}/${id}`)).data
    const mended = await teacher.put(`${records()}/${id}`, {
      [keys[1]]: '2026-01-15',
      attachments: [await picture(region, teacher)],
      version: view.version,
    })
    expect(mended.msg).toBe('ok')
    expect((await teacher.post(`${records()}/${id}/submit`, {})).msg).toBe('ok')
    expect((await stranger.get(`${records()}/${id}`)).status).toBe(404)
    expect((await otherArea.get(`${records()}/${id}`)).status).toBe(404)
    expect((await school.post(`${records()}/${id}/approve`, {})).msg).toBe('ok')
    expect((await school.post(`${records()}/${id}/approve`, {})).status).toBeGreaterThanOrEqual(403)
    expect((await area.post(`${records()}/${id}/approve`, {})).data.state).toBe('approved')
    const now = (await area.get<ShownRecord>(`${records()}/${id}`)).data
    expect(now.effective).toMatchObject(values('粤阳健0001'))
    const list = (await area.get<RecordPage>(`${records()}?${keys[0]}=${encodeURIComponent('粤阳健')}`)).data
      .list
    expect(list.map((one) => one.id)).toEqual([id])
    const history = await teacher.get(`${records()}/${id}/history`)
    expect(JSON.stringify(history.data)).toContain(keys[0])
    const then = await area.get(`${records()}/${id}/asOf?date=${today()}`)
    expect(JSON.stringify(then.data)).toContain('粤阳健0001')
    const archive = await area.get(`/api/v1/archive/${teacher.teacherId}`)
    expect(JSON.stringify(archive.data)).toContain('江城区人民医院')
    const twin = await teacher.post(records(), values('粤阳健0001'))
    const again = await teacher.post(`${records()}/${twin.data.id}/submit`, {})
    expect([again.status, JSON.stringify(again.data)]).toEqual([400, expect.stringContaining('健康证号')])
    expect((await teacher.del(`${records()}/${twin.data.id}`)).status).toBe(200)
  })

  it('is imported by its template, taken out as a list, printed, and reminded of', async () => {
    const { school, teacher } = region.people
    const { owner: colleague } = await enrolled(region, '叶知秋')
    await region.engine.own.learn()
    const gate = gateOf(region)
    const definition = definitionNamed(type)
    const day = addDays(today(), 20)
    const content = csvOf(definition, [
      {
        archiveNo: String(colleague.teacherId),
        [keys[0]]: '粤阳健0002',
        [keys[1]]: '2026-02-01',
        [keys[2]]: '阳江市人民医院',
        expiresOn: day,
      },
    ])
    const { id, msg } = await bring(region, school, { type, content, name: '健康证.csv' })
    expect(msg).toBe('ok')
    await gate.check()
    const checked = await viewOf(school, id)
    expect(checked, JSON.stringify(checked)).toMatchObject({ total: 1, valid: 1, invalid: 0 })
    expect((await school.post('/api/v1/import/start', { id, token: checked.token })).msg).toBe('ok')
    await gate.write()
    const held = await region.db.query<{ expires_on: string; own: Record<string, unknown> }>(sql`
      select expires_on::text, own from ${sql.id(`rec_${type}`)} where owner_id = ${colleague.teacherId}`)
    expect(held).toEqual([{ expires_on: day, own: expect.objectContaining({ [keys[0]]: '粤阳健0002' }) }])

    const list = recordLists(region.engine).find(({ name }) => name === `records/${type}`)
    const opened = await list?.open(actorOf(school, 3), {})
    const rows = await opened?.rows((await opened?.keys(10)) ?? [], {
      columns: ['$owner', keys[0], 'expiresOn'],
      full: true,
      opened: [],
    })
    expect(rows?.map(({ cells }) => String(cells[keys[0]])).toSorted()).toEqual(['粤阳健0001', '粤阳健0002'])

    const paper = await printed(region, region.people.area, {
      form: 'wholeArchive',
      teacherId: colleague.teacherId,
    })
    expect(paper.text).toContain('健康证')
    expect(paper.text).toContain('粤阳健0002')

    const told = async (who: Person) =>
      (await who.get<{ list: Message[] }>('/api/v1/userSystemMessage?kind=3&pageSize=100')).data.list
        .map((one) => one.title)
        .filter((title) => title.includes('健康证'))
    const messaging = { linkOf: () => '/there', insertMessages }
    expect(await remind(region.db, region.engine.records, messaging)).toBe(2)
    expect(await remind(region.db, region.engine.records, messaging)).toBe(0)
    expect((await told(colleague))[0]).toMatch(/健康证.*粤阳健0002.*还有 20 天到期/)
    expect(await told(teacher)).toHaveLength(1)
  })

  it('changes its fields and not what records rest on', async () => {
    const { province } = region.people
    const effect = async (given: Partial<OwnTypeShape>) =>
      ownEffect
        .parse((await province.post(`/api/v1/own/${type}/effect`, { body: health(given) })).data)
        .errors.map((one) => one.field)
    expect(await effect({ regime: 'recorded', chain: [] })).toContain('record.regime')
    expect(await effect({ cardinality: 'one' })).toContain('record.cardinality')
    expect(await effect({ order: keys[0] })).toContain('record.order')
    expect(await effect({ expires: undefined, checks: [] })).toContain('record.expires')
    expect(await effect({ title: '从业健康证' })).toEqual([])
    const { versions } = ownType.parse((await province.get(`/api/v1/own/${type}`)).data)
    const back = await province.post(`/api/v1/own/${type}/take-back`, { no: versions[0]?.no ?? 0 })
    expect([back.status, back.msg]).toEqual([409, expect.stringContaining('已有人填写')])
  })
})

describe('what an institution registers', () => {
  it('takes effect at once, and is read by the teacher alone', async () => {
    const { province, school, teacher, stranger, otherSchool } = region.people
    const health = { type, keys }
    type = (await begin(province, '兼职备案', { regime: 'recorded' })).data.type
    const key = (await province.post<{ key: string }>(`/api/v1/own/${type}/key`, {})).data.key
    keys = [key, '', '']
    await publish({
      ...emptyBody,
      fields: [field(key, '兼职单位')],
      record: {
        title: '兼职备案',
        archive: 'personal',
        owner: 'teacher',
        regime: 'recorded',
        cardinality: 'one',
        chain: [],
        order: key,
        descending: false,
        summary: [key],
        checks: [],
      },
    })
    expect((await teacher.post(records(), { [key]: '甲公司' })).status).toBe(403)
    expect((await otherSchool.post(records(), { [key]: '甲公司', ownerId: teacher.teacherId })).status).toBe(
      404,
    )
    const made = await school.post(records(), { [key]: '甲公司', ownerId: teacher.teacherId })
    expect(made.msg, JSON.stringify(made.data)).toBe('ok')
    const more = { [key]: '乙公司', ownerId: teacher.teacherId }
    expect((await school.post(records(), more)).status).toBe(409)
    expect((await teacher.get<ShownRecord>(`${records()}/${made.data.id}`)).data.effective?.[key]).toBe(
      '甲公司',
    )
    expect((await stranger.get(`${records()}/${made.data.id}`)).status).toBe(404)
    type = health.type
    keys = health.keys
  })

  it('of itself stands in a table of its own', async () => {
    const { province, school, teacher, otherSchool } = region.people
    const health = { type, keys }
    type = (await begin(province, '食堂备案', { owner: 'institution', regime: 'recorded' })).data.type
    const key = (await province.post<{ key: string }>(`/api/v1/own/${type}/key`, {})).data.key
    await publish({
      ...emptyBody,
      fields: [field(key, '许可证号')],
      record: {
        title: '食堂备案',
        archive: 'personal',
        owner: 'institution',
        regime: 'recorded',
        cardinality: 'many',
        chain: [],
        order: key,
        descending: false,
        summary: [key],
        checks: [],
      },
    })
    const made = await school.post(records(), { [key]: 'JY3440001' })
    expect(made.msg, JSON.stringify(made.data)).toBe('ok')
    expect((await school.get<RecordPage>(records())).data.list).toHaveLength(1)
    expect((await otherSchool.get<RecordPage>(records())).data.list).toHaveLength(0)
    expect((await teacher.get(`${records()}/${made.data.id}`)).status).toBeGreaterThanOrEqual(403)
    type = health.type
    keys = health.keys
  })
})

it('ends with a sentence where the twelve tables are taken, and one that was taken back is free again', async () => {
  const { province } = region.people
  const made: string[] = []
  for (let i = 0; i < 9; i += 1) made.push((await begin(province, `备用档案${i}`)).data.type)
  expect(new Set(made).size).toBe(9)
  const thirteenth = await begin(province, '第十三类')
  expect([thirteenth.status, thirteenth.msg]).toEqual([409, expect.stringContaining('至多 12 类')])
  const last = made.at(-1) ?? ''
  expect((await province.del(`/api/v1/own/${last}/draft`)).status).toBe(200)
  expect((await begin(province, '第十三类')).data.type).toBe(last)
  const types = await province.get('/api/v1/records')
  expect(JSON.stringify(types.data)).not.toContain('备用档案')
})
