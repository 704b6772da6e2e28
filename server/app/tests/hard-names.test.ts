import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ExportJob } from '../../../catalogue/contract/administration/exports.ts'
import type { RollPage } from '../../../catalogue/contract/archive/roll.ts'
import type { FindAnswer } from '../../../catalogue/contract/finding.ts'
import { nameForms } from '../../engine/names/index.ts'
import { printed } from '../../features/forms/test-papers.ts'
import {
  bring,
  csvOf,
  definitionNamed,
  gateOf,
  teacherRow,
  viewOf,
} from '../../features/imports/test-imports.ts'
import { rowsOfWorkbook } from '../../platform/workbook/index.ts'
import { hardNames } from '../testing/hard-names.ts'
import { testRegion, type Region } from '../testing/test-region.ts'

/**
 * Sixty hard names go through the whole portal (docs/decisions/0137, 0138): in, found, in order, on paper,
 * out, and in again.
 */
let region: Region
let gate: ReturnType<typeof gateOf>
const definition = definitionNamed('teacher')
const rows = hardNames.map(({ written }) => teacherRow({ name: written }))
const encoded = encodeURIComponent

async function checked(contents: typeof rows) {
  const { school } = region.people
  const { id } = await bring(region, school, { type: 'teacher', content: csvOf(definition, contents) })
  await gate.check()
  return viewOf(school, id)
}

beforeAll(async () => {
  region = await testRegion('hard_names')
  gate = gateOf(region)
})
afterAll(() => region.close())

it('are imported, each in its one form, and what was read tolerantly is shown', async () => {
  expect(hardNames).toHaveLength(60)
  const { school } = region.people
  const view = await checked(rows)
  expect(view.errors).toEqual([])
  expect(view.counts).toMatchObject({ new: 60, error: 0 })
  const { data } = await school.get<{ list: { repairs?: { from: string; to: string }[] }[] }>(
    `/api/v1/import/${view.id}/rows?pageSize=100`,
  )
  for (const { written, name } of hardNames.filter((one) => one.written !== one.name))
    expect(JSON.stringify(data.list), written).toContain(name)
  const answer = await school.post('/api/v1/import/start', { id: view.id, token: view.token })
  expect(answer.msg).toBe('ok')
  await gate.write()
  expect(await viewOf(school, view.id)).toMatchObject({ successRows: 60, errorRows: 0 })
})

it.each(hardNames)('$name is found by $by', async ({ name, by }) => {
  const { school, admin } = region.people
  for (const q of by) {
    const { data } = await school.get<{ list: { name: string }[] }>(`/api/v1/archives?q=${encoded(q)}`)
    expect(
      data.list.map((one) => one.name),
      q,
    ).toContain(name)
  }
  const q = encoded(by.at(-1) ?? '')
  const { data } = await school.get<FindAnswer>(`/api/v1/find?q=${q}`)
  const shown = data.groups.find(({ group }) => group === 'people')?.lines.map(({ title }) => title) ?? []
  expect(shown.length).toBeGreaterThan(0)
  if (shown.length < 5) expect(shown).toContain(name)
  const first = encoded(by.find((text) => name.startsWith(text)) ?? name)
  const users = await admin.get<{ list: { name: string }[] }>(`/api/v1/userManage?q=${first}`)
  expect(users.data.list.map((one) => one.name)).toContain(name)
})

it('stand in the order of their usual readings', async () => {
  const { data } = await region.people.school.get<RollPage>('/api/v1/teacher?pageSize=100')
  const hard = new Set(hardNames.map(({ name }) => name))
  const sorts = data.list.filter(({ name }) => hard.has(name)).map(({ name }) => nameForms(name).sort)
  expect(sorts).toHaveLength(60)
  expect(sorts).toEqual(sorts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
})

it('are printed with their letters, which the paper gives back as text', async () => {
  const { text } = await printed(region, region.people.school, { form: 'roster' })
  const plain = text.replaceAll(/\s/g, '')
  for (const { name } of hardNames) expect(plain).toContain(name.replaceAll(' ', ''))
  expect(text).not.toContain('〓')
})

it('leave as a workbook, and come in again equal', async () => {
  const { school } = region.people
  const asked = { list: 'roll', query: {}, columns: ['name'], purpose: '3', purposeText: '', format: 'xlsx' }
  const job = (await school.post<ExportJob>('/api/v1/exports', asked)).data
  const file = await region.app.inject({
    url: `/api/v1/exports/${job.id}/file`,
    headers: { token: school.token },
  })
  const path = join(region.folder, 'hard-names.xlsx')
  await writeFile(path, file.rawPayload)
  const taken = new Set<string>()
  for await (const part of rowsOfWorkbook(path, { sheet: '教师名册', maxRows: 200 }))
    for (const { cells } of part) taken.add(cells[0]?.text ?? '')
  for (const { name } of hardNames) expect(taken).toContain(name)
  const again = await checked(rows.map((row, place) => ({ ...row, name: hardNames[place]?.name ?? '' })))
  expect(again.errors).toEqual([])
  expect(again.counts).toMatchObject({ same: 60, new: 0, changed: 0 })
})
