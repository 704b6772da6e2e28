import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RecordPage } from '../../../catalogue/contract/archive/records.ts'
import { ownEffect, ownLayers, ownType, ownTypes, published } from '../../../catalogue/contract/own-fields.ts'
import { emptyBody, type OwnBody, type OwnField } from '../../../catalogue/own/body.ts'
import { actorOf, testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import { recordLists } from '../../engine/exports/index.ts'
import { sql } from '../../platform/db/sql.ts'

const type = 'studyExperience'
const own = `/api/v1/own/${type}`
const records = `/api/v1/records/${type}`
let region: Region
beforeAll(async () => {
  region = await testRegion('own_fields')
})
afterAll(() => region.close())

const body = (fields: readonly OwnField[], more: Partial<OwnBody> = {}): OwnBody => ({
  ...emptyBody,
  ...more,
  fields: [...fields],
})
const fieldOf = (key: string, given: Partial<OwnField> = {}): OwnField => ({
  key,
  label: `走教学校数${key}`,
  kind: 'integer',
  section: '学历',
  uses: ['list', 'filter'],
  why: { purpose: '核算走教津贴', basis: 'duty', keptYears: 10 },
  ...given,
})

const newKey = async (who: Person) => (await who.post<{ key: string }>(`${own}/key`, {})).data.key
const openTo = (who: Person, office: number, most = 5) => who.put('/api/v1/own-openings', { office, most })

async function drafted(who: Person, wanted: OwnBody): Promise<number> {
  const { draft } = ownType.parse((await who.get(own)).data)
  const saved = await who.put<{ editNo: number }>(`${own}/draft`, {
    body: wanted,
    editNo: draft?.editNo ?? 0,
  })
  expect(saved.msg).toBe('ok')
  return saved.data.editNo
}

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

async function publish(who: Person, wanted: OwnBody): Promise<void> {
  const editNo = await drafted(who, wanted)
  const answer = await who.post(`${own}/publish`, { editNo, note: '按新办法' })
  expect([answer.status, published.parse(answer.data).asked]).toEqual([200, false])
  await passTenSeconds()
  await who.get('/api/v1/own')
}

interface ShownRecord {
  readonly version: number
  readonly effective: Readonly<Record<string, unknown>> | null
  readonly pending: { readonly values: Record<string, unknown> } | null
}

const newRecord = async (who: Person, more: object) =>
  who.post(records, { ...study, attachments: [await picture(region, who)], ...more })
const shown = async (who: Person, id: string) => (await who.get<ShownRecord>(`${records}/${id}`)).data

describe('who may add fields', () => {
  it('is an office to which the one above opened it; nobody else reaches a call', async () => {
    const { teacher, school, admin, expert, staff, area, city } = region.people
    const calls = (who: Person) => [
      who.get('/api/v1/own'),
      who.get(own),
      who.post(`${own}/key`, {}),
      who.put(`${own}/draft`, { body: emptyBody, editNo: 0 }),
      who.del(`${own}/draft`),
      who.post(`${own}/effect`, { body: emptyBody }),
      who.post(`${own}/publish`, { editNo: 1, note: 'x' }),
      who.post(`${own}/confirm`, { editNo: 1 }),
      who.post(`${own}/refuse`, { editNo: 1, reason: 'x' }),
      who.post(`${own}/take-back`, { no: 1 }),
      who.get('/api/v1/own-openings'),
      openTo(who, region.places.district),
    ]
    for (const who of [teacher, school, admin, expert, staff])
      expect((await Promise.all(calls(who))).map(({ status }) => status)).toEqual(Array(12).fill(403))
    const closed = await area.post(`${own}/key`, {})
    expect([closed.status, closed.msg]).toEqual([403, '上级单位尚未向本单位开放自有栏目'])
    expect((await openTo(area, region.places.school)).status).toBe(403)
    for (const elsewhere of [region.places.otherCity, region.places.school, region.places.city])
      expect((await openTo(city, elsewhere)).status).toBe(404)
    const tooMany = await openTo(city, region.places.district)
    expect([tooMany.status, tooMany.data.errors[0]?.field]).toEqual([400, 'most'])
    expect((await openTo(region.people.province, region.places.city, 8)).msg).toBe('ok')
    expect((await openTo(city, region.places.district)).msg).toBe('ok')
    await openTo(region.people.province, region.places.city, 0)
    expect((await area.post(`${own}/key`, {})).status).toBe(403)
    await openTo(region.people.province, region.places.city, 8)
    const types = ownTypes.parse((await area.get('/api/v1/own')).data)
    expect([types.most, types.isTop]).toEqual([5, false])
    expect(types.list.find((one) => one.type === type)).toMatchObject({ mine: 0, state: 'none' })
  })

  it('tightens and hides only from the highest office', async () => {
    const { area, province } = region.people
    const tighter = body([], { tightened: [{ field: 'major', maxLength: 50 }], hidden: ['studyUnitType'] })
    const below = ownEffect.parse((await area.post(`${own}/effect`, { body: tighter })).data)
    expect(below.errors.map(({ field }) => field)).toEqual(['tightened.0', 'hidden.0'])
    const top = ownEffect.parse((await province.post(`${own}/effect`, { body: tighter })).data)
    expect([top.errors, top.needsSecond]).toEqual([[], true])
  })

  it.each([
    [{ label: '' }, 'fields.0.label'],
    [{ label: '所学专业' }, 'fields.0.label'],
    [{ kind: 'richText' }, 'fields.0.kind'],
    [{ kind: 'dict' }, 'fields.0.options'],
    [{ key: 'own999999' }, 'fields.0.key'],
    [{ key: 'degree' }, 'fields.0.key'],
    [{ why: { purpose: '', basis: 'duty', keptYears: 10 } }, 'fields.0.why.purpose'],
    [{ script: 'x' }, 'fields.0'],
  ] as const)('refuses %j at its field, in a sentence', async (given, field) => {
    const { area } = region.people
    const key = await newKey(area)
    const wrong = { ...emptyBody, fields: [{ ...fieldOf(key), ...given }] }
    const answer = await area.post(`${own}/effect`, { body: wrong })
    const errors = answer.data.errors as { field: string; message: string }[]
    expect(answer.status).toBeLessThan(500)
    expect(errors.map((one) => one.field.replace(/^body\./, ''))).toContain(field)
    expect(JSON.stringify(errors)).toMatch(/[\u4e00-\u9fff]/)
  })
})

describe('a field of a district', () => {
  let key = ''
  let recordId = ''

  it('is filled in, reviewed, listed, filtered, sorted and told in its history, there and above', async () => {
    const { area, teacher, school, city } = region.people
    key = await newKey(area)
    await publish(area, body([fieldOf(key)]))
    const made = await newRecord(teacher, { [key]: 3 })
    recordId = made.data.id
    expect(made.status).toBe(200)
    expect((await shown(teacher, recordId)).pending?.values[key]).toBe(3)
    await teacher.post(`${records}/${recordId}/submit`, {})
    expect((await school.post(`${records}/${recordId}/approve`, {})).status).toBe(200)
    const row = await region.db.one<{ own: object }>(sql`
      select own from rec_study_experience where id = ${recordId}`)
    expect(row.own).toEqual({ [key]: 3 })
    for (const who of [teacher, school, area, city])
      expect((await shown(who, recordId)).effective?.[key]).toBe(3)
    const list = async (query: string) => (await area.get<RecordPage>(`${records}?${query}`)).data.list
    expect((await list(`${key}=3`)).map(({ id }) => id)).toEqual([recordId])
    expect(await list(`${key}=4`)).toEqual([])
    expect((await list(`${key}=1~5&sort=-${key}`))[0]?.[key]).toBe(3)
    const history = await teacher.get<{ changed: { key: string }[] }[]>(`${records}/${recordId}/history`)
    expect(JSON.stringify(history.data)).toContain(key)
  })

  it('does not exist elsewhere: not in forms, lists, filters or orders, and no value is taken', async () => {
    const { otherArea, stranger } = region.people
    const layer = ownLayers.parse((await stranger.get('/api/v1/own/layer')).data)
    expect(layer.layers).toEqual([])
    expect((await newRecord(stranger, { [key]: 3 })).status).toBe(400)
    expect((await otherArea.get(`${records}?${key}=3`)).status).toBe(400)
    expect((await otherArea.get(`${records}?sort=${key}`)).status).toBe(400)
    const types = await otherArea.get('/api/v1/records')
    expect(JSON.stringify(types.data)).not.toContain(key)
  })

  it('stands in the archive and in lists that are taken out, for those whom it concerns', async () => {
    const { teacher, school, area, otherArea } = region.people
    for (const who of [teacher, school, area]) {
      const archive = await who.get(`/api/v1/archive/${teacher.teacherId}`)
      expect(JSON.stringify(archive.data)).toContain(`"${key}":3`)
    }
    await region.engine.own.learn()
    const list = recordLists(region.engine).find(({ name }) => name === `records/${type}`)
    const opened = await list?.open(actorOf(area, 4), {})
    expect(opened?.columns.map((column) => column.key)).toContain(key)
    const keys = (await opened?.keys(10)) ?? []
    const rows = await opened?.rows(keys, { columns: [key], full: true, opened: [] })
    expect(rows?.map(({ cells }) => String(cells[key]))).toContain('3')
    const beside = await list?.open(actorOf(otherArea, 4), {})
    expect(beside?.columns.map((column) => column.key)).not.toContain(key)
  })

  it('keeps its value through an edit that does not know it, and through mending and undoing', async () => {
    const { teacher, school } = region.people
    const before = await shown(teacher, recordId)
    const edited = await teacher.put(`${records}/${recordId}`, { major: '数学', version: before.version })
    expect(edited.status).toBe(200)
    await teacher.post(`${records}/${recordId}/submit`, {})
    await school.post(`${records}/${recordId}/approve`, {})
    expect((await shown(teacher, recordId)).effective).toMatchObject({ major: '数学', [key]: 3 })
    expect((await school.post(`${records}/${recordId}/undo`, {})).status).toBe(200)
    expect((await shown(school, recordId)).pending?.values[key]).toBe(3)
    await school.post(`${records}/${recordId}/approve`, {})
  })

  it('moves with the teacher: hidden from the new district, and there again after the return', async () => {
    const { teacher, school, otherSchool, otherArea, area } = region.people
    const move = (to: number) =>
      region.db.query(sql`
        update rec_study_experience r
        set institution_id = i.id, district_id = i.district_id, city_id = i.city_id
        from institution i
        where i.id = ${to} and r.id = ${recordId}`)
    await move(region.places.otherSchool)
    const seen = (await otherArea.get<RecordPage>(`${records}?pageSize=100`)).data.list
    expect(seen.find(({ id }) => id === recordId)).not.toHaveProperty(key)
    expect(JSON.stringify((await otherSchool.get(`${records}?pageSize=100`)).data)).not.toContain(key)
    await move(region.places.school)
    expect((await shown(school, recordId)).effective?.[key]).toBe(3)
    expect((await shown(area, recordId)).effective?.[key]).toBe(3)
    expect((await shown(teacher, recordId)).effective?.[key]).toBe(3)
  })

  it('may change its label, not its kind, and once ended is no more asked for and never lost', async () => {
    const { area, teacher } = region.people
    const other = await area.post(`${own}/effect`, { body: body([fieldOf(key, { kind: 'text' })]) })
    expect(ownEffect.parse(other.data).errors[0]?.field).toBe('fields.0.kind')
    const gone = await area.post(`${own}/effect`, { body: emptyBody })
    expect(ownEffect.parse(gone.data).errors[0]?.message).toMatch(/只能停用/)
    const ended = { from: '2026-01-01', says: '改由校历登记' }
    await publish(area, body([fieldOf(key, { label: '走教校数', ended })]))
    const view = await shown(teacher, recordId)
    expect(view.effective).not.toHaveProperty(key)
    // A form that was opened before sends the field back.
    const sent = { major: '物理', [key]: 3, version: view.version }
    expect((await teacher.put(`${records}/${recordId}`, sent)).status).toBe(200)
    const { value } = await region.db.one<{ value: Record<string, unknown> }>(sql`
      select value from revision where record_id = ${recordId} and state = 'draft' and replaced_at is null`)
    expect(value[key]).toBe(3)
    const anew = await teacher.put(`${records}/${recordId}`, { [key]: 4, version: view.version + 1 })
    expect([anew.status, anew.data.errors[0]?.field]).toEqual([400, key])
    await publish(area, body([fieldOf(key)]))
    expect((await shown(teacher, recordId)).effective?.[key]).toBe(3)
  })
})

describe('publishing', () => {
  it('asks a second person for a duty: not oneself under another identity, and refused with a reason', async () => {
    const { area } = region.people
    const { body: now } = ownType.parse((await area.get(own)).data)
    const key = await newKey(area)
    const wanted = body([...now.fields, fieldOf(key, { label: '县管校聘批次', requiredFrom: '2030-01-01' })])
    const editNo = await drafted(area, wanted)
    const asked = published.parse((await area.post(`${own}/publish`, { editNo, note: '按文件' })).data)
    expect(asked).toEqual({ no: null, countsFrom: null, asked: true })
    const waiting = ownType.parse((await area.get(own)).data).draft
    expect(waiting?.asked).toMatchObject({ by: '何以宁', note: '按文件', mine: true })
    const at = { editNo: waiting?.editNo ?? 0 }
    expect((await area.post(`${own}/confirm`, at)).status).toBe(403)
    expect((await area.put(`${own}/draft`, { body: wanted, ...at })).status).toBe(409)
    const second = await region.add(4, region.places.district, '复核')
    // A colleague lends the asker an identity: still the same human.
    const colleague = await region.add(4, region.places.district, '同事')
    await region.db.query(sql`
      update identity set person_id = ${area.personId}, lent_by = ${second.identityId},
        lent_from = current_date, lent_until = current_date + 5
      where id = ${colleague.identityId}`)
    const self = await region.signInAgain({ ...colleague, personId: area.personId })
    expect((await self.post(`${own}/confirm`, at)).status).toBe(403)
    expect((await second.post(`${own}/refuse`, { ...at, reason: '依据不足' })).msg).toBe('ok')
    const again = ownType.parse((await area.get(own)).data).draft
    expect(again?.asked).toBeNull()
    await area.post(`${own}/publish`, { editNo: again?.editNo ?? 0, note: '补了文号' })
    const last = ownType.parse((await second.get(own)).data).draft
    const confirmed = await second.post(`${own}/confirm`, { editNo: last?.editNo ?? 0 })
    expect(published.parse(confirmed.data).no).toBeGreaterThan(0)
    const audit = await region.db.one<{ facts: { confirmedBy: number } }>(sql`
      select facts from audit where action = 'own.published' order by id desc limit 1`)
    expect(audit.facts.confirmedBy).toBe(second.identityId)
  })

  it('counts before: who lacks it, what is under way, and labels that sound alike', async () => {
    const { area } = region.people
    const { body: now } = ownType.parse((await area.get(own)).data)
    const key = await newKey(area)
    const wanted = body([...now.fields, fieldOf(key, { label: '所学专业名称', requiredFrom: '2027-01-01' })])
    const effect = ownEffect.parse((await area.post(`${own}/effect`, { body: wanted })).data)
    expect(effect).toMatchObject({ errors: [], needsSecond: true, records: 1, owners: 1, drafts: 1 })
    expect(effect.lacking).toContainEqual({ key, from: '2027-01-01', count: 1 })
    expect(effect.alike).toEqual([{ key, labels: ['所学专业'] }])
  })

  it('of two colleagues on one draft the second gets 409, and nobody publishes what they did not read', async () => {
    const { area } = region.people
    const { body: now } = ownType.parse((await area.get(own)).data)
    const first = await drafted(area, now)
    const again = await area.put(`${own}/draft`, { body: now, editNo: first - 1 })
    expect(again.status).toBe(409)
    expect((await area.post(`${own}/publish`, { editNo: first - 1, note: 'x' })).status).toBe(409)
    const same = await area.post(`${own}/publish`, { editNo: first, note: 'x' })
    expect([same.status, same.data.errors[0]?.message]).toEqual([400, '和现行的一样，没有要发布的改动'])
    expect((await area.del(`${own}/draft`)).msg).toBe('ok')
  })

  it('is taken back within minutes while nobody filled it in, and not after', async () => {
    const { area, teacher } = region.people
    const { body: now } = ownType.parse((await area.get(own)).data)
    const key = await newKey(area)
    await publish(area, body([...now.fields, fieldOf(key, { label: '兼课班级数' })]))
    const { no } = ownType.parse((await area.get(own)).data)
    expect((await newRecord(teacher, { startMonth: '2019-09', [key]: 2 })).status).toBe(200)
    const used = await area.post(`${own}/take-back`, { no })
    expect([used.status, used.msg]).toEqual([409, '已有人填写新加的栏目，不能撤回，可以停用该栏目'])
    const other = await newKey(area)
    const { body: held } = ownType.parse((await area.get(own)).data)
    await publish(area, body([...held.fields, fieldOf(other, { label: '支教年数' })]))
    const last = ownType.parse((await area.get(own)).data)
    expect((await area.post(`${own}/take-back`, { no })).status).toBe(409)
    expect((await area.post(`${own}/take-back`, { no: last.no })).msg).toBe('ok')
    expect(ownType.parse((await area.get(own)).data).body.fields.map((one) => one.key)).not.toContain(other)
  })

  it('cannot be rewritten by the program: declarations and keys are only added', async () => {
    for (const statement of [
      sql`update own_declaration set body = '{}'`,
      sql`delete from own_declaration`,
      sql`delete from own_key`,
    ])
      await expect(region.db.query(statement)).rejects.toThrow(/permission denied/)
  })
})

it('another process takes a value of a field that it has not read of yet', async () => {
  const beside = await region.serveBeside()
  try {
    const { area, teacher } = region.people
    const { body: now } = ownType.parse((await area.get(own)).data)
    const key = await newKey(area)
    const editNo = await drafted(area, body([...now.fields, fieldOf(key, { label: '乡镇任教年数' })]))
    await area.post(`${own}/publish`, { editNo, note: '按新办法' })
    await passTenSeconds()
    const payload = { ...study, startMonth: '2018-09', [key]: 5, attachments: [] }
    const answer = await beside.inject({
      method: 'POST',
      url: records,
      headers: { token: teacher.token },
      payload,
    })
    expect(answer.statusCode).toBe(200)
    const never = await beside.inject({
      method: 'POST',
      url: records,
      headers: { token: teacher.token },
      payload: { ...payload, own999999: 5 },
    })
    expect(never.statusCode).toBe(400)
  } finally {
    await beside.close()
  }
})

it('a sealed own field stands in no table as text, and is masked for who may not read it', async () => {
  const { area, teacher, school } = region.people
  const { body: now } = ownType.parse((await area.get(own)).data)
  const key = await newKey(area)
  const sealed = fieldOf(key, { label: '健康证编号', kind: 'text', sealed: true, uses: [] })
  const editNo = await drafted(area, body([...now.fields, sealed]))
  const asked = await area.post(`${own}/publish`, { editNo, note: '敏感信息' })
  expect(published.parse(asked.data).asked).toBe(true)
  const second = await region.add(4, region.places.district, '再复核')
  const draft = ownType.parse((await second.get(own)).data).draft
  expect((await second.post(`${own}/confirm`, { editNo: draft?.editNo ?? 0 })).status).toBe(200)
  await passTenSeconds()
  await area.get('/api/v1/own')
  const made = await newRecord(teacher, { startMonth: '2017-09', [key]: 'HEALTH-778899' })
  const id = made.data.id
  await teacher.post(`${records}/${id}/submit`, {})
  await school.post(`${records}/${id}/approve`, {})
  const stored = await region.db.one<{ text: string }>(sql`
    select (select own::text from rec_study_experience where id = ${id})
      || (select string_agg(value::text, '') from revision where record_id = ${id})
      || coalesce((select string_agg(facts::text, '') from audit where record_id = ${id}), '')
      || coalesce((select string_agg(o::text, '') from outbox o), '') as text`)
  expect(stored.text).toContain(key)
  expect(stored.text).not.toContain('HEALTH')
  expect((await shown(teacher, id)).effective?.[key]).toBe('HEALTH-778899')
  expect((await shown(region.people.city, id)).effective?.[key]).not.toBe('HEALTH-778899')
})
