import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExportJob } from '../../../catalogue/contract/administration/exports.ts'
import type {
  InterchangeLayout,
  InterchangeRun,
  InterchangeSheet,
} from '../../../catalogue/contract/administration/interchange.ts'
import { layouts } from '../../../catalogue/interchange/layout.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { layoutLists } from '../../engine/exports/index.ts'
import { prepared } from '../../engine/prepared/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { rowsOfWorkbook } from '../../platform/workbook/index.ts'
import { writing } from '../exports/clock.ts'
import { exportingOf } from '../exports/test-exporting.ts'
import { bring, csvOf, definitionNamed, gateOf, teacherRow, viewOf } from '../imports/test-imports.ts'

let region: Region
let gate: ReturnType<typeof gateOf>
const url = '/api/v1/interchange'
const [national] = layouts
if (!national) throw new Error('no layout')
beforeAll(async () => {
  region = await testRegion('interchange')
  gate = gateOf(region)
})
afterAll(() => region.close())

const allSheets = [...national.sheets.map(({ type }) => type), 'others']

async function rowsIn(path: string, sheet: string): Promise<string[][]> {
  const found: string[][] = []
  for await (const rows of rowsOfWorkbook(path, { sheet, maxRows: 100_000 }))
    found.push(...rows.map(({ cells }) => cells.map(({ text }) => text)))
  return found
}

/** Takes everything out by the layout, and puts the file on the disk. */
async function takenOut(
  who: Person,
  purpose: string,
  second?: Person,
): Promise<{ path: string; bytes: Buffer }> {
  const body = { list: 'interchange/national', query: {}, columns: allSheets, purpose, format: 'xlsx' }
  const asked = await who.post<ExportJob>('/api/v1/exports', body)
  expect(asked.msg).toBe('ok')
  const { id } = asked.data
  if (asked.data.state === 'approval') {
    expect((await second?.post<ExportJob>(`/api/v1/exports/${id}/agree`, {}))?.msg).toBe('ok')
  }
  const o = { ...exportingOf(region), exportLists: () => layoutLists(region.engine) }
  await writing(o).run(new AbortController().signal)
  const { state, fault } = (await who.get<ExportJob>(`/api/v1/exports/${id}`)).data
  expect([state, fault]).toEqual(['ready', null])
  const file = await region.app.inject({ url: `/api/v1/exports/${id}/file`, headers: { token: who.token } })
  expect(file.statusCode).toBe(200)
  const path = join(region.folder, `interchange-${id}.xlsx`)
  await writeFile(path, file.rawPayload)
  return { path, bytes: file.rawPayload }
}

/** The sums that a report says of all sheets together. */
function sumsOf(report: readonly string[][]) {
  const sum = (what: string) =>
    report
      .filter(([, field, state]) => field === '（全部）' && state === what)
      .reduce((n, row) => n + Number(row[3]), 0)
  const counted = report.filter(([, field, , , archive]) => field !== '（全部）' && (archive ?? '') === '')
  const named = report.filter(([, field, , , archive]) => field !== '（全部）' && Number(archive) > 0)
  return {
    filled: sum('已填'),
    carried: sum('已带出'),
    left: sum('未完整带出'),
    counted: counted.filter(([sheet]) => sheet !== '（其余）').reduce((n, row) => n + Number(row[3]), 0),
    named:
      named.length +
      counted.filter(([sheet]) => sheet === '（其余）').reduce((n, row) => n + Number(row[3]), 0),
  }
}

/** Filled fields of teachers of one school, counted in the tables themselves. */
async function filledInTables(institutionId: number): Promise<number> {
  let filled = 0
  for (const definition of Object.values(region.engine.records)) {
    if (definition.owner !== 'teacher') continue
    const { table, typed } = prepared(definition)
    const columns = typed.filter(({ key }) => !definition.fields[key]?.derived).map(({ column }) => column)
    if (columns.length === 0) continue
    const sums = sql.join(
      columns.map((column) => sql`count(nullif(nullif(${sql.id('r', column)}::text, '{}'), ''))`),
      ' + ',
    )
    const { n } = await region.db.one<{ n: number }>(sql`
      select (${sums})::int as n
      from ${sql.id(table)} r join teacher t on t.id = r.owner_id
      where t.institution_id = ${institutionId} and r.voided_at is null`)
    filled += n
  }
  return filled
}

describe('layouts', () => {
  it('are read by schools and offices, and by nobody else', async () => {
    const { school, area, city, province, teacher, admin } = region.people
    for (const who of [school, area, city, province]) {
      const { status, data } = await who.get<{ list: InterchangeLayout[] }>(`${url}/layouts`)
      expect(status).toBe(200)
      expect(data.list[0]).toMatchObject({ name: 'national', checked: false })
      const basic = data.list[0]?.types.find(({ type }) => type === 'basicInfo')
      expect(basic).toMatchObject({ sheet: '基本信息', into: true })
      expect(basic?.without).toContain('个人照片')
      expect(data.list[0]?.types.find(({ type }) => type === 'familyMember')).toMatchObject({ sheet: null })
    }
    for (const path of ['layouts', 'runs', 'sheet?layout=national&type=basicInfo']) {
      for (const who of [teacher, admin]) expect((await who.get(`${url}/${path}`)).status, path).toBe(403)
      expect((await region.app.inject({ url: `${url}/${path}` })).statusCode, path).toBe(401)
    }
  })

  it('a sheet says where its codes are from', async () => {
    const { school } = region.people
    const { data } = await school.get<InterchangeSheet>(`${url}/sheet?layout=national&type=basicInfo`)
    const of = (head: string) => data.columns.find((one) => one.head === head)
    expect(of('性别')).toMatchObject({ item: 'XBM', codes: 'GB/T 2261.1', withoutCodes: [] })
    expect(of('用人形式')).toMatchObject({ codes: '按该系统的公开资料推定' })
    expect(of('身份证件类型')?.withoutCodes).toHaveLength(2)
  })

  it.each([
    ['layout=nobody&type=basicInfo', 404],
    ['layout=national&type=familyMember', 404],
    ['layout=national&type=constructor', 404],
    ['layout=national', 400],
    ['layout=../x&type=basicInfo', 400],
    ['layout=national&type=basicInfo&more=1', 400],
  ])('%s is answered with %i', async (query, status) => {
    expect((await region.people.school.get(`${url}/sheet?${query}`)).status).toBe(status)
  })

  it('take out and bring in nothing for those who may not', async () => {
    const { teacher, admin, school } = region.people
    const wanted = { list: 'interchange/national', query: {}, columns: ['basicInfo'], purpose: '1' }
    expect((await teacher.post('/api/v1/exports/preview', wanted)).status).toBe(403)
    expect((await admin.post('/api/v1/exports/preview', wanted)).status).toBe(400)
    const narrowed = Object.assign({}, wanted, { query: { name: 'x' } })
    expect((await school.post('/api/v1/exports/preview', narrowed)).status).toBe(400)
    const content = Buffer.from('姓名,证件号\n某某,1\n')
    for (const who of [teacher, admin])
      expect((await bring(region, who, { type: 'interchange.national', content })).status).toBe(403)
    const unknown = await bring(region, school, { type: 'interchange.nobody', content })
    expect(unknown).toMatchObject({ status: 400, msg: '没有这种导入' })
    const noSheet = await bring(region, school, { type: 'interchange.national', content })
    expect(noSheet.status).toBe(400)
    expect(noSheet.msg).toContain('没有找到“基本信息”等工作表')
  })
})

async function addTeachers(who: Person, many: number): Promise<void> {
  const definition = definitionNamed('teacher')
  const rows = Array.from({ length: many }, (_, at) => teacherRow({ name: `对接${'甲乙丙丁戊'[at % 5]}` }))
  const { id } = await bring(region, who, { type: 'teacher', content: csvOf(definition, rows) })
  await gate.check()
  const view = await viewOf(who, id)
  await who.post('/api/v1/import/start', { id, token: view.token, skip_errors: true })
  await gate.write()
  expect(await viewOf(who, id)).toMatchObject({ successRows: many })
}

it('24: 1 000 archives go out and come back: carried + reported = filled, and nothing is changed', async () => {
  const { otherSchool, otherArea } = region.people
  await addTeachers(otherSchool, 1000)
  const { path, bytes } = await takenOut(otherSchool, '1', otherArea)
  const report = sumsOf(await rowsIn(path, '对接报告'))
  expect(report.carried + report.left).toBe(report.filled)
  expect(report.counted, 'counts by field').toBe(report.left)
  expect(report.named, 'cell by cell, or counted as the rest').toBe(report.left)
  expect(report.filled).toBeGreaterThan(20_000)
  expect(report.filled, 'no table has more').toBe(await filledInTables(otherSchool.institutionId))

  const brought = await bring(region, otherSchool, {
    type: 'interchange.national',
    content: bytes,
    name: '全国系统.xlsx',
  })
  expect(brought.msg).toBe('ok')
  await gate.check()
  const { data } = await otherSchool.get<{ list: InterchangeRun[] }>(`${url}/runs`)
  const views = await Promise.all(
    data.list.filter(({ kind }) => kind === 'import').map(({ id }) => viewOf(otherSchool, id)),
  )
  const filled = views.filter(({ failure }) => failure === null)
  expect(filled.length).toBeGreaterThanOrEqual(5)
  let complete = 0
  for (const { kindTitle, counts, errors } of filled) {
    // An archive that lacks what is required of it is refused for that, and for nothing else.
    const others = errors.filter(({ code, value }) => code !== 'E101' || value !== '')
    expect([kindTitle, others]).toEqual([kindTitle, []])
    complete += counts.error === 0 ? 1 : 0
    expect([kindTitle, counts]).toEqual([
      kindTitle,
      expect.objectContaining({ new: 0, changed: 0, conflict: 0 }),
    ])
  }
  expect(complete, 'sheets without a fault').toBeGreaterThanOrEqual(4)
  // An empty sheet is refused as one, and that is all that is said of it.
  expect(new Set(views.flatMap(({ failure }) => failure ?? []))).toEqual(new Set(['表里没有数据']))
  expect(data.list.some(({ kind, state }) => kind === 'export' && state === 'ready')).toBe(true)
  const others = await otherArea.get<{ list: InterchangeRun[] }>(`${url}/runs`)
  expect(others.data.list, 'nobody else’s runs').toEqual([])
})

describe('25: the code of a school', () => {
  const definition = definitionNamed('interchange.national.basicInfo')
  const keyOf = (head: string) => definition.columns.find((column) => column.head === head)?.key ?? head
  const sheetOf = (code: string, archiveNo: number) =>
    csvOf(definition, [
      { [keyOf('档案号')]: String(archiveNo), [keyOf('学校标识码')]: code, [keyOf('曾用名')]: '曾某' },
    ])

  it('is known by its former one, which is told of nobody else', async () => {
    const { school } = region.people
    const teacherId = region.people.teacher.teacherId ?? 0
    await region.db.execute(sql`
      insert into institution_former (institution_id, name, code, from_on, to_on)
      values (${school.institutionId}, '旧名小学', '4499999901', '1990-09-01', '2010-08-31')`)
    const type = 'interchange.national.basicInfo'
    const outcome = async (code: string) => {
      const brought = await bring(region, school, { type, content: sheetOf(code, teacherId) })
      expect(brought.msg).toBe('ok')
      await gate.check()
      const { failure, errors } = await viewOf(school, brought.id)
      expect(failure).toBeNull()
      return errors.filter(({ header }) => header === '学校标识码').map(({ message }) => message)
    }
    expect(await outcome('4499999901')).toEqual([])
    expect(await outcome('4499999902')).toEqual(['不是平台上该教师所在学校的标识码，曾用的也不是'])
  })
})
