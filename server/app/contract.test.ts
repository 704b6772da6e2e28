import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordPage, recordView, historyEntry, type AsOfView, type RecordView } from '../../catalogue/contract/records.ts'
import type { AnyRecord } from '../../catalogue/define.ts'
import { kinds } from '../../catalogue/kinds/kinds.ts'
import { registry } from './records.ts'
import { idNumber, testRegion, type Person, type Region } from './test-region.ts'
import { sampleOf } from './test-sample.ts'
import { picture } from './test-values.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('contract')))
afterAll(() => region.close())

/** Records of the owner, in force, for the fields that must point to one. */
async function pointedTo(definition: AnyRecord, owner: Person): Promise<Record<string, string[]>> {
  const out: Record<string, string[]> = {}
  for (const { ref } of Object.values(definition.fields)) {
    const type = ref === undefined ? undefined : registry[ref]
    if (!type) continue
    const body: Record<string, unknown> = sampleOf(type, 7, [], await pointedTo(type, owner))
    if (type.attachments) body['attachments'] = [await picture(region, owner)]
    const made = await owner.post(`/api/v1/records/${type.name}`, body)
    await reviewed(`/api/v1/records/${type.name}`, made.data.id, owner)
    out[type.name] = [made.data.id]
  }
  return out
}

/** Somebody fresh per record type, so that cardinality and uniqueness of one do not disturb another. */
async function cast(definition: AnyRecord): Promise<{ owner: Person; writer: Person; body: Record<string, unknown> }> {
  const owner = await region.add(2, region.places.school, `${definition.title.slice(0, 3)}老师`)
  const writer = definition.regime === 'recorded' || definition.regime === 'mixed' ? region.people.school : owner
  const body = sampleOf(definition, 7, [owner.teacherId ?? 0], await pointedTo(definition, owner))
  for (const [key, field] of Object.entries(definition.fields)) {
    if (field.ofPerson === 'idNo' && body['birthDate']) body[key] = idNumber(String(body['birthDate']), body['gender'] === '1')
  }
  if (definition.attachments) body['attachments'] = [await picture(region, writer)]
  if (writer !== owner && definition.owner === 'teacher') body['ownerId'] = owner.teacherId
  return { owner, writer, body }
}

describe.each(Object.values(registry))('record type $name', (definition) => {
  const url = `/api/v1/records/${definition.name}`

  it('is written, read back as it was, changed, and shows its history', async () => {
    const { owner, writer, body } = await cast(definition)
    const made = await writer.post(url, body)
    expect(made, JSON.stringify(body)).toMatchObject({ status: 200 })
    const { id } = made.data
    const reader = definition.owner === 'teacher' ? owner : writer
    if (definition.regime === 'reviewed') await reviewed(url, id, owner)
    const read = await reader.get<RecordView>(`${url}/${id}`)
    recordView.parse(read.data)
    const { attachments: _, ownerId: __, ...fields } = body
    for (const [key, value] of Object.entries(fields)) {
      const expected = definition.fields[key]?.schema.parse(value)
      expect(read.data.effective?.[key], key).toEqual(expected)
    }
    recordPage.parse((await reader.get(url)).data)
    historyEntry.array().parse((await reader.get(`${url}/${id}/history`)).data)
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    const then = await reader.get<AsOfView>(`${url}/${id}/asOf?date=${today}`)
    expect(then.data.values).toMatchObject(Object.fromEntries(Object.entries(fields).map(([k, v]) => [k, definition.fields[k]?.schema.parse(v)])))
  })

  it('refuses every bad value with the field and a Chinese sentence, and unknown fields', async () => {
    const { writer, body } = await cast(definition)
    for (const [key, field] of Object.entries(definition.fields)) {
      const bad = kinds[field.kind].bad.map((b) => b.value).find((v) => v !== null && !field.schema.safeParse(v).success)
      if (bad === undefined) continue
      const answer = await writer.post(url, { ...body, [key]: bad })
      expect(answer.status, `${key} ${JSON.stringify(bad)}`).toBe(400)
      expect(answer.data.errors[0]?.field).toBe(key)
      expect(answer.data.errors[0]?.message).toMatch(/[\u4e00-\u9fff]/)
    }
    for (const key of ['role', 'id', 'state', 'institutionId', 'appliedAt', '__proto__x', 'constructor']) {
      const answer = await writer.post(url, { ...body, [key]: 1 })
      expect(answer.status, key).toBe(400)
    }
  })

  it('lists by every filter, sorts by every column, and refuses the rest', async () => {
    const { school, area, city, province } = region.people
    for (const key of definition.list.filters as readonly string[]) {
      const field = definition.fields[key]
      if (!field) continue
      const good = { dict: '1', bool: '是', month: '2020-05', date: '2020-05-15' }[field.kind as string] ?? '2020'
      for (const who of [school, area, city, province]) expect((await who.get(`${url}?${key}=${encodeURIComponent(good)}`)).status, key).toBe(200)
      if (definition.chain) expect((await school.get(`${url}?queue=open&${key}=${encodeURIComponent(good)}`)).status, key).toBe(200)
    }
    for (const key of definition.list.columns as readonly string[]) {
      expect((await area.get(`${url}?sort=${key}`)).status, key).toBe(200)
      expect((await area.get(`${url}?sort=-${key}&q=zs`)).status, key).toBe(200)
    }
    expect((await area.get(`${url}?nothing=1`)).data.errors[0]?.field).toBe('nothing')
    expect((await area.get(`${url}?sort=nothing`)).status).toBe(400)
    expect((await area.get(`${url}?pageSize=101`)).status).toBe(400)
    expect((await area.get(`${url}?page=1&page=2`)).status).toBe(400)
  })
})

/** Submits a draft and passes it through every level that the chain names. */
async function reviewed(url: string, id: string, owner: Person): Promise<void> {
  const officers = { school: region.people.school, area: region.people.area, city: region.people.city, province: region.people.province }
  let now = await owner.post(`${url}/${id}/submit`, {})
  expect(now.msg).toBe('ok')
  for (let step = 0; step < 4 && now.data.state === 'inReview'; step += 1) {
    now = await officers[now.data.level as keyof typeof officers].post(`${url}/${id}/approve`, { version: now.data.version })
    expect(now.msg).toBe('ok')
  }
  expect(now.data.state).toBe('approved')
}
