import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ExportJob, ExportPreview } from '../../../catalogue/contract/administration/exports.ts'
import { testRegion, type Person, type Region, type TestAnswer } from '../../app/testing/test-region.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import { packageRefusals } from '../../platform/documents/refusal.ts'
import { partsOf } from '../../platform/package/zip.ts'

let region: Region
const records = '/api/v1/records/studyExperience'
const files = new Map<string, Buffer>()
beforeAll(async () => {
  region = await testRegion('exports-files')
  const { teacher, school, area, stranger, otherSchool, otherArea } = region.people
  await approved(teacher, [school, area])
  await approved(stranger, [otherSchool, otherArea])
})
afterAll(() => region.close())

/** A record with evidence, approved by these. */
async function approved(teacher: Person, offices: readonly Person[]): Promise<void> {
  const made = await teacher.post(records, { ...study, attachments: [await picture(region, teacher)] })
  expect((await teacher.post(`${records}/${made.data.id}/submit`, {})).msg).toBe('ok')
  for (const office of offices) await office.post(`${records}/${made.data.id}/approve`, {})
}

const url = '/api/v1/exports'
const wanted = {
  list: 'records/studyExperience',
  query: {},
  columns: ['$owner', 'educationSchool'],
  format: 'zip',
}
const ask = (who: Person, more: object = {}) =>
  who.post<ExportJob & Pick<TestAnswer, 'errors'>>(url, { ...wanted, purpose: '5', ...more })

/** The parts of the zip by their names. */
async function partsIn(who: Person, id: number): Promise<ReadonlyMap<string, Buffer>> {
  const { rawPayload } = await region.app.inject({ url: `${url}/${id}/file`, headers: { token: who.token } })
  files.clear()
  for await (const part of partsOf(rawPayload, { bytes: 50_000_000, parts: 50 }, packageRefusals)) {
    const pieces: Buffer[] = []
    for await (const piece of part.pieces()) pieces.push(piece)
    files.set(part.name, Buffer.concat(pieces))
  }
  return files
}

it('a list comes with the evidence of its rows, each named by office, person and row, and with nobody else’s', async () => {
  const { area } = region.people
  const preview = await area.post<ExportPreview>(`${url}/preview`, { ...wanted, purpose: '5' })
  expect(preview.data.formats).toEqual(['xlsx', 'csv', 'zip'])
  expect(preview.data.full).toContain('附件')
  const { data: job, msg } = await ask(area)
  expect([msg, job.state]).toEqual(['ok', 'ready'])
  const parts = await partsIn(area, job.id)
  const names = [...parts.keys()]
  expect(names).toHaveLength(2)
  expect(names[1]).toMatch(/^附件\/[^/]+\/林疏影-第1行-1 [^/]+\.(png|jpg)$/)
  const book = read(parts.get('清单.xlsx') ?? Buffer.alloc(0), { type: 'buffer' })
  const rows = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[1] ?? ''] ?? {}, { header: 1 })
  expect(rows[1]?.[0]).toBe('林疏影')
  expect((parts.get(names[1] ?? '') ?? Buffer.alloc(0)).length).toBeGreaterThan(50)
})

it('the city has those of both districts; a list without files says so', async () => {
  const { city, school } = region.people
  const { data: job } = await ask(city)
  expect((await partsIn(city, job.id)).size).toBe(3)
  const roll = await ask(school, { list: 'roll', columns: ['name'] })
  expect([roll.status, roll.data.errors?.[0]]).toEqual([
    400,
    { field: 'format', message: '该列表没有附件，请导出为 xlsx' },
  ])
})
