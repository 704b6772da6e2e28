import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ExportAsk, ExportJob } from '../../../catalogue/contract/administration/exports.ts'
import type { Analysis, CountedPersons } from '../../../catalogue/contract/analysis/figures.ts'
import { testRegion, type Person, type Region, type TestAnswer } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('analysis-people')))
afterAll(() => region.close())
beforeEach(() =>
  region.db.execute(
    sql`update export set asked_at = (asked_at at time zone 'UTC' - interval '2 hours') at time zone 'UTC'`,
  ),
)

const everybody = { report: 'teacher_Statistics', panel: 'staff', row: 'all', column: 'all' }
const ask = (who: Person, query: ExportAsk['query'], columns = ['name', 'institution', 'value0']) =>
  who.post<ExportJob & Pick<TestAnswer, 'errors'>>('/api/v1/exports', {
    list: 'analysis/persons',
    format: 'xlsx',
    purpose: '1',
    query,
    columns,
  })

it('the people behind a figure are taken out as the list shows them, as many as the figure says', async () => {
  const { city } = region.people
  const { data } = await city.get<Analysis>('/api/v1/analysis/teacher_Statistics')
  const figure = data.panels
    .find(({ key }) => key === 'staff')
    ?.cells.find(({ row, column }) => row === 'all' && column === 'all')
  const list = await city.get<CountedPersons>(
    '/api/v1/analysis/teacher_Statistics/persons?panel=staff&row=all&column=all&pageSize=100',
  )
  const { data: job, msg } = await ask(city, everybody)
  expect([msg, job.state, job.rows]).toEqual(['ok', 'ready', figure?.value])
  const { rawPayload } = await region.app.inject({
    url: `/api/v1/exports/${job.id}/file`,
    headers: { token: city.token },
  })
  const book = read(rawPayload, { type: 'buffer' })
  const sheet = book.Sheets[book.SheetNames[1] ?? ''] ?? {}
  const [, ...rows] = utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, defval: '' })
  expect(rows.slice(0, -1)).toEqual(
    list.data.list.map(({ name, institution, values }) => [name, institution, values[0]]),
  )
})

it('are not taken out of another region, nor by a school, nor of a cell that is not there', async () => {
  const { area, school } = region.people
  const beyond = { ...everybody, institution: String(region.places.otherSchool) }
  expect((await ask(area, beyond)).status).toBe(404)
  expect((await ask(school, everybody)).status).toBe(400)
  expect((await ask(area, { ...everybody, panel: 'nothing' })).data.errors?.[0]?.field).toBe('panel')
  expect((await ask(area, { ...everybody, report: 'nothing' })).data.errors?.[0]?.field).toBe('report')
  expect((await ask(area, { ...everybody, page: 'x' })).status).toBe(400)
})
