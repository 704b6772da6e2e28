import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  recordPage,
  recordView,
  historyEntry,
  type AsOfView,
  type RecordPage,
  type RecordView,
} from '../../../catalogue/contract/archive/records.ts'
import type { AnyRecord, Field } from '../../../catalogue/define.ts'
import { kindOf, kinds } from '../../../catalogue/kinds/kinds.ts'
import { readsFrom } from '../../engine/records/index.ts'
import { registry } from '../records.ts'
import { idNumber, testRegion, type Person, type Region } from '../testing/test-region.ts'
import { sampleOf, type Refs } from '../testing/test-sample.ts'
import { picture } from '../testing/test-values.ts'

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

/** Of some samples the one with the most values that lists filter by. */
function widestSample(
  definition: AnyRecord,
  teachers: readonly number[],
  refs: Refs,
): Record<string, unknown> {
  const filled = (sample: Record<string, unknown>) =>
    definition.pages.list.filters.filter((key) => sample[key] !== undefined).length
  const dates = (type: AnyRecord, sample: Record<string, unknown>) =>
    Object.keys(sample)
      .filter((key) => type.fields[key]?.kind === 'date')
      .map((key) => String(sample[key]))
  // What a record points to has to be there before it.
  const before = Object.keys(refs).flatMap((ref) =>
    registry[ref] ? dates(registry[ref], sampleOf(registry[ref], 7)).sort().slice(0, 1) : [],
  )
  const samples = Array.from({ length: 24 }, (_, i) => sampleOf(definition, 7 + i, teachers, refs))
  const fitting = samples.filter((sample) =>
    dates(definition, sample).every((date) => before.every((earlier) => earlier < date)),
  )
  return (fitting.length > 0 ? fitting : samples.slice(0, 1)).reduce((best, one) =>
    filled(one) > filled(best) ? one : best,
  )
}

/** Somebody fresh per record type, so that cardinality and uniqueness of one do not disturb another. */
async function cast(
  definition: AnyRecord,
): Promise<{ owner: Person; writer: Person; body: Record<string, unknown> }> {
  const owner = await region.add(2, region.places.school, `${definition.title.slice(0, 3)}老师`)
  const { school, area } = region.people
  const byOffice = definition.regime === 'recorded' || definition.regime === 'mixed'
  const writer = definition.keptBy ? area : byOffice ? school : owner
  const body = widestSample(definition, [owner.teacherId ?? 0], await pointedTo(definition, owner))
  for (const [key, field] of Object.entries(definition.fields)) {
    if (field.ofPerson === 'idNo' && body['birthDate'])
      body[key] = idNumber(String(body['birthDate']), body['gender'] === '1')
  }
  if (definition.attachments) body['attachments'] = [await picture(region, writer)]
  if (writer !== owner && definition.owner === 'teacher') body['ownerId'] = owner.teacherId
  if (definition.keptBy) body['ownerId'] = school.institutionId
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
    written.set(definition.name, { id, values: read.data.effective ?? {} })
    const { attachments: _, ownerId: __, ...fields } = body
    for (const [key, value] of Object.entries(fields)) {
      const expected = definition.fields[key]?.schema.parse(value)
      expect(read.data.effective?.[key], key).toEqual(expected)
    }
    recordPage.parse((await reader.get(url)).data)
    historyEntry.array().parse((await reader.get(`${url}/${id}/history`)).data)
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    const then = await reader.get<AsOfView>(`${url}/${id}/asOf?date=${today}`)
    expect(then.data.values).toMatchObject(
      Object.fromEntries(Object.entries(fields).map(([k, v]) => [k, definition.fields[k]?.schema.parse(v)])),
    )
  })

  it('refuses every bad value with the field and a Chinese sentence, and unknown fields', async () => {
    const { writer, body } = await cast(definition)
    for (const [key, field] of Object.entries(definition.fields)) {
      const bad = kinds[field.kind].bad
        .map((b) => b.value)
        .find((v) => v !== null && !field.schema.safeParse(v).success)
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

  it('lists by every filter what fits and nothing else, to every office above and in its queue', async () => {
    const { school, area, city, province } = region.people
    const made = await inForce(definition)
    const waiting = definition.review ? await inReview(definition) : null
    const tested = new Set<string>()
    for (const key of definition.pages.list.filters as readonly string[]) {
      const field = definition.fields[key]
      if (!field) throw new Error(key)
      for (const [where, one, readers] of [
        ['', made, [school, area, city, province]],
        ['&queue=open', waiting, [school]],
      ] as const) {
        const value = one?.values[key] ?? null
        if (!one || value === null) continue
        if (where === '') tested.add(key)
        for (const who of readers) {
          const ids = async (asked: string) => {
            const answer = await who.get<RecordPage>(
              `${url}?pageSize=100&${key}=${encodeURIComponent(asked)}${where}`,
            )
            expect(answer.msg, `${key}=${asked}`).toBe('ok')
            return answer.data.list.map(({ id }) => id)
          }
          const { hits, misses } = askedFor(field, value)
          for (const hit of hits) expect(await ids(hit), `${key}=${hit}${where}`).toContain(one.id)
          for (const miss of misses) expect(await ids(miss), `${key}=${miss}${where}`).not.toContain(one.id)
        }
      }
    }
    const untested = definition.pages.list.filters.filter(
      (key) => !tested.has(key) && !fromElsewhere(definition, key),
    )
    expect(untested, 'a sample has a value for each filter').toEqual(unfilled[definition.name] ?? [])
  })

  it('sorts by every column, both ways, and refuses the rest', async () => {
    const { area } = region.people
    await inForce(definition)
    for (const key of definition.pages.list.columns as readonly string[]) {
      const texts = async (sort: string) => {
        const answer = await area.get<RecordPage>(`${url}?pageSize=100&sort=${sort}`)
        expect(answer.msg, sort).toBe('ok')
        expect(answer.data.list.length).toBeGreaterThan(0)
        return answer.data.list.map((row) => JSON.stringify(row[key] ?? null))
      }
      const [up, down] = [await texts(key), await texts(`-${key}`)]
      expect(
        up.filter((text) => text !== 'null'),
        key,
      ).toEqual(down.filter((text) => text !== 'null').reverse())
      if (key === definition.pages.list.order) continue
      // Rows without a value stand last, whichever way.
      for (const list of [up, down])
        expect(
          list.slice(list.filter((text) => text !== 'null').length).every((text) => text === 'null'),
          key,
        ).toBe(true)
    }
    expect((await area.get(`${url}?nothing=1`)).data.errors[0]?.field).toBe('nothing')
    expect((await area.get(`${url}?sort=nothing`)).status).toBe(400)
    expect((await area.get(`${url}?pageSize=101`)).status).toBe(400)
    expect((await area.get(`${url}?page=1&page=2`)).status).toBe(400)
  })
})

/**
 * Filters that a sample has no value for: nearly all nationalities and languages, drawn by chance, hide them.
 */
const unfilled: Readonly<Record<string, readonly string[]>> = {
  basicInfo: ['ethnicity', 'politicalStatus'],
  languageAbility: ['putonghuaLevel'],
  periodicRegistration: ['validUntil'],
}

/** Whether a value follows from records of another type, of which the owner of a sample has none. */
function fromElsewhere(definition: AnyRecord, key: string): boolean {
  const rule = definition.fields[key]?.derived
  return rule !== undefined && readsFrom(definition.name, rule) !== definition.name
}

interface Sample {
  readonly id: string
  readonly values: Readonly<Record<string, unknown>>
}

/** The records in force of the first test of each type: what is unique in a school can be written once. */
const written = new Map<string, Sample>()

/** A record in force, with its values as its owner reads them. */
async function inForce(definition: AnyRecord): Promise<Sample> {
  const known = written.get(definition.name)
  if (known) return known
  const url = `/api/v1/records/${definition.name}`
  const { owner, writer, body } = await cast(definition)
  const made = await writer.post(url, body)
  expect(made.msg, JSON.stringify(body)).toBe('ok')
  if (definition.regime === 'reviewed') await reviewed(url, made.data.id, owner)
  const read = await (definition.owner === 'teacher' ? owner : writer).get<RecordView>(
    `${url}/${made.data.id}`,
  )
  return { id: made.data.id, values: read.data.effective ?? {} }
}

/** A record of somebody new that waits with the school. */
async function inReview(definition: AnyRecord): Promise<Sample | null> {
  if (definition.regime !== 'reviewed') return null
  const url = `/api/v1/records/${definition.name}`
  const { owner, body } = await cast(definition)
  const made = await owner.post(url, body)
  expect((await owner.post(`${url}/${made.data.id}/submit`, {})).data.state).toBe('inReview')
  return { id: made.data.id, values: body }
}

/** What a filter is asked for that a value fits, and what it does not fit, as its kind allows. */
function askedFor(field: Field, value: unknown): { hits: string[]; misses: string[] } {
  const one: unknown = Array.isArray(value) ? value[0] : value
  if (field.kind === 'dict') return { hits: [String(one)], misses: ['没有该代码'] }
  const text = kindOf(field).toText(one, field)
  if (field.kind === 'bool') return { hits: [text], misses: [text === '是' ? '否' : '是'] }
  const { operators } = kindOf(field)
  if (operators.includes('contains'))
    return {
      hits: [[...text].slice(0, 60).join(''), [...text].slice(1, 61).join('') || text],
      misses: ['没有这样的内容', '%', '_\\'],
    }
  const ranges = operators.includes('range')
    ? { hits: [`${text}~${text}`, `~${text}`, `${text}~`], misses: [] }
    : { hits: [], misses: [] }
  const equal = operators.includes('equals') || operators.includes('in') ? [text] : []
  return { hits: [...equal, ...ranges.hits], misses: ranges.misses }
}

/** Submits a draft and passes it through every level that the chain names. */
async function reviewed(url: string, id: string, owner: Person): Promise<void> {
  const officers = {
    school: region.people.school,
    area: region.people.area,
    city: region.people.city,
    province: region.people.province,
  }
  let now = await owner.post(`${url}/${id}/submit`, {})
  expect(now.msg).toBe('ok')
  for (let step = 0; step < 4 && now.data.state === 'inReview'; step += 1) {
    now = await officers[now.data.level as keyof typeof officers].post(`${url}/${id}/approve`, {
      version: now.data.version,
    })
    expect(now.msg).toBe('ok')
  }
  expect(now.data.state).toBe('approved')
}
