import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HistoryEntry, RecordPage, RecordView } from '../../../catalogue/contract/archive/records.ts'
import { checkCatalogue } from '../../../catalogue/check.ts'
import { selectable } from '../../../catalogue/dictionaries/dictionaries.ts'
import { kinds, textOf, readText } from '../../../catalogue/kinds/kinds.ts'
import { createTable } from '../../engine/schema/index.ts'
import { registry } from '../records.ts'
import { everyKind } from '../testing/test-every-kind.ts'
import { testRegion, type Region } from '../testing/test-region.ts'
import { picture, study } from '../testing/test-values.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('everykind', undefined, {}, { ...registry, everyKind })
  const owner = new pg.Client({ connectionString: region.ownerUrl })
  await owner.connect()
  await owner.query(createTable(everyKind))
  await owner.end()
})
afterAll(() => region.close())

const url = '/api/v1/records/everyKind'

/** A value of every field; `second` is another record that no filter for the first may find. */
async function valuesOf(scan: string, school: number, teacherId: number, recordId: string) {
  return {
    text: '第一条',
    longText: '一行\n二行',
    richText: `<h2>标题</h2><p onclick="x()">正文 $x^2$<script>1</script><img data-file="${scan}" alt="图"></p>`,
    integer: 7,
    decimal: '12.50',
    year: 2020,
    month: '2020-05',
    date: '2020-05-06',
    dateTime: '2026-11-30T14:30',
    bool: true,
    dict: '1',
    dicts: [selectable('subject')[0]?.code ?? ''],
    area: '441702',
    areas: ['441702', '440100'],
    personName: '阿依努尔·买买提',
    phone: '13800138000',
    email: 'a@example.cn',
    url: 'https://www.example.cn/a',
    idCard: 'H1234567',
    teacher: teacherId,
    teachers: [teacherId],
    curriculum: [301],
    institution: school,
    institutions: [school],
    record: recordId,
    file: scan,
    files: [scan],
    lines: [{ share: 3, name: '张三', scan, from: '441702', role: '1' }, {}, { name: '李四' }],
  }
}

it('is a sound declaration with every kind there is', () => {
  expect(checkCatalogue({ everyKind }).filter(({ message }) => message.startsWith('everyKind'))).toEqual([
    { code: 'C112', message: 'everyKind: record: refers to studyExperience, no record type' },
  ])
  expect(new Set(Object.values(everyKind.fields).map(({ kind }) => kind))).toEqual(
    new Set(Object.keys(kinds)),
  )
})

it('goes from draft through review into force, into lists by every filter, and into history', async () => {
  const teacher = await region.add(2, region.places.school, '各类老师')
  const { school } = region.people
  const scan = await picture(region, teacher)
  const studied = await teacher.post('/api/v1/records/studyExperience', { ...study, attachments: [scan] })
  await teacher.post(`/api/v1/records/studyExperience/${studied.data.id}/submit`, {})
  for (const who of ['school', 'area', 'city', 'province'] as const) {
    const now = await teacher.get<RecordView>(`/api/v1/records/studyExperience/${studied.data.id}`)
    if (now.data.pending?.level !== who) continue
    await region.people[who].post(`/api/v1/records/studyExperience/${studied.data.id}/approve`, {
      version: now.data.version,
    })
  }
  const given = await valuesOf(scan, region.places.school, teacher.teacherId ?? 0, studied.data.id)
  const made = await teacher.post(url, given)
  expect(made.data.errors ?? made.msg).toBe('ok')
  const stored = {
    ...given,
    richText: `<h2>标题</h2><p>正文 $x^2$<img data-file="${scan}" alt="图"></p>`,
    lines: [
      { from: '441702', name: '张三', role: '1', scan, share: '3.00' },
      { from: null, name: '李四', role: null, scan: null, share: null },
    ],
  }
  const draft = await teacher.get<RecordView>(`${url}/${made.data.id}`)
  expect(draft.data.pending?.values).toEqual(stored)

  const submitted = await teacher.post(`${url}/${made.data.id}/submit`, {})
  expect(submitted.data.errors ?? submitted.msg).toBe('ok')
  // In the queue the values stand in the revision, not in columns: each filter reads them there.
  await foundBy(school, '&queue=open', stored, made.data.id)
  const passed = await school.post(`${url}/${made.data.id}/approve`, { version: submitted.data.version })
  expect(passed.msg).toBe('ok')

  const read = await teacher.get<RecordView>(`${url}/${made.data.id}`)
  expect(read.data.effective).toEqual(stored)
  expect(read.data.summary).toBe('第一条，2026-11-30 14:30')
  const other = await teacher.post(url, { text: '第二条', lines: [{ name: '王五' }] })
  await teacher.post(`${url}/${other.data.id}/submit`, {})
  await foundBy(school, '', stored, made.data.id)

  // Lines are the same lines whatever the order of their keys: only the text has changed.
  const edited = await teacher.put(`${url}/${made.data.id}`, {
    ...given,
    text: '改过',
    version: read.data.version,
  })
  expect(edited.data.errors ?? edited.msg).toBe('ok')
  const pending = await teacher.get<RecordView>(`${url}/${made.data.id}`)
  expect(pending.data.pending?.changed).toEqual(['text'])
  const again = await teacher.post(`${url}/${made.data.id}/submit`, {})
  await school.post(`${url}/${made.data.id}/approve`, { version: again.data.version })
  const history = await teacher.get<HistoryEntry[]>(`${url}/${made.data.id}/history`)
  expect(history.data.flatMap(({ diff }) => Object.keys(diff))).toEqual(
    expect.arrayContaining(['text', 'lines', 'richText', 'files', 'areas', 'institutions']),
  )
  expect(history.data[0]?.diff).toEqual({ text: { from: '第一条', to: '改过' } })
  const archive = await teacher.get(`/api/v1/archive/${teacher.teacherId}`)
  expect(JSON.stringify(archive.data)).toContain('"name":"张三"')
})

/** Every filter finds the record by its value and not by another. */
async function foundBy(
  who: Region['people']['school'],
  more: string,
  stored: Readonly<Record<string, unknown>>,
  id: string,
): Promise<void> {
  for (const key of everyKind.pages.list.filters) {
    const field = everyKind.fields[key]
    if (!field) throw new Error(key)
    const one: unknown = [stored[key]].flat()[0]
    const asked =
      field.dict || field.kind === 'bool'
        ? String(one)
        : key === 'richText'
          ? '正文'
          : textOf({ ...field, multiple: false }, one).slice(0, 40)
    const found = await who.get<RecordPage>(`${url}?${key}=${encodeURIComponent(asked)}${more}`)
    expect(found.msg, key).toBe('ok')
    expect(
      found.data.list.map((row) => row.id),
      `${key}=${asked}`,
    ).toEqual([id])
    if (kinds[field.kind].operators.includes('contains')) {
      const none = await who.get<RecordPage>(`${url}?${key}=${encodeURIComponent('h2')}${more}`)
      expect(none.data.list, key).toEqual([])
    }
  }
}

it('is refused before it is submitted when lines are missing or half filled, at the cell', async () => {
  const teacher = await region.add(2, region.places.school, '半行老师')
  const bad = await teacher.post(url, { text: '甲', lines: [{ name: '张三' }, { share: '一' }] })
  expect(bad.data.errors).toEqual([{ field: 'lines', message: '成员：第 2 行 份额：应为数字' }])
  const tooMany = await teacher.post(url, {
    text: '甲',
    lines: ['一', '二', '三', '四'].map((name) => ({ name })),
  })
  expect(tooMany.data.errors[0]?.message).toBe('成员：最多 3 行')
  const half = await teacher.post(url, { text: '甲', lines: [{ role: '1' }] })
  expect(half.msg).toBe('ok')
  const refused = await teacher.post(`${url}/${half.data.id}/submit`, {})
  expect(refused.data.errors).toEqual([{ field: 'lines', message: '成员：第 1 行 姓名未填' }])
  const nowhere = await teacher.post(url, { text: '乙', institutions: [99_999_999], areas: ['449999'] })
  const unknown = await teacher.post(`${url}/${nowhere.data.id}/submit`, {})
  expect(unknown.data.errors.map(({ message }) => message)).toEqual([
    '各地区：没有该行政区划',
    '各单位：没有该单位',
  ])
})

it('shows a text to who may read its record: cleaned, typeset, with its pictures; to others without them', async () => {
  const teacher = await region.add(2, region.places.school, '图文老师')
  const scan = await picture(region, teacher)
  const html = `<p>正文 $x^2$<img data-file="${scan}" alt="图"><b onclick="x()">粗</b></p>`
  const shown = await teacher.post<{ html: string }>('/api/v1/shownText', { html })
  expect(shown.data.html).toMatch(/class="katex/)
  expect(shown.data.html).toMatch(new RegExp(`<img src="/files/${scan}\\?`))
  expect(shown.data.html).toContain('<strong>粗</strong>')
  const stranger = await region.add(2, region.places.otherSchool, '外校老师')
  const without = await stranger.post<{ html: string }>('/api/v1/shownText', { html })
  expect(without.data.html).not.toContain('<img')
})

it('shows a plain text with its formulas typeset and its markup as it was typed; one text at a time', async () => {
  const { teacher, school } = region.people
  const url = '/api/v1/shownText'
  const text = '达标率 $p<0.05$，收入 5$\n<img src=x onerror=x()> \\(a^2\\)'
  for (const who of [teacher, school]) {
    const { data } = await who.post<{ html: string }>(url, { text })
    expect(data.html).toMatch(
      /^<p>达标率 <span class="katex">.*，收入 5\$<br>&lt;img src=x onerror=x\(\)&gt; <span class="katex">/s,
    )
    expect(data.html).not.toContain('<img')
  }
  for (const body of [
    {},
    { text, html: text },
    { text: 3 },
    { text: '长'.repeat(200_001) },
    { text, more: 1 },
  ])
    expect((await teacher.post(url, body)).status).toBe(400)
  expect((await region.app.inject({ method: 'POST', url, payload: { text } })).statusCode).toBe(401)
})

it('reads every value back from its spreadsheet text', async () => {
  const values: Readonly<Record<string, unknown>> = await valuesOf(
    '0197f1c2-0000-7000-8000-000000000001',
    1,
    2,
    '0197f1c2-0000-7000-8000-000000000002',
  )
  for (const [key, field] of Object.entries(everyKind.fields)) {
    const value = field.schema.parse(values[key])
    expect(readText(field, textOf(field, value)), key).toEqual({ value })
  }
})
