import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { utils, read, write } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportRow } from '../../../catalogue/contract/administration/imports.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { zipOfParts } from '../../platform/package/test-zip.ts'
import { inline, partsOfBook } from '../../platform/workbook/test-workbook.ts'
import { bring, csvOf, definitionNamed, gateOf, teacherRow, viewOf } from './test-imports.ts'

let region: Region
let gate: ReturnType<typeof gateOf>
beforeAll(async () => {
  region = await testRegion('imports')
  gate = gateOf(region)
})
afterAll(() => region.close())

/** The check of a file, as the school that brought it sees it. */
async function checked(content: Buffer, name = '教师.xlsx') {
  const { school } = region.people
  const brought = await bring(region, school, { type: 'teacher', content, name })
  expect(brought.msg).toBe('ok')
  await gate.check()
  const view = await viewOf(school, brought.id)
  const url = `/api/v1/import/${brought.id}/rows?pageSize=100`
  const rows = (await school.get<{ list: ImportRow[] }>(url)).data.list
  return { view, rows }
}

const fileNamed = (name: string) => readFile(join(import.meta.dirname, 'test-files', name))
const checkedFile = async (name: string) => checked(await fileNamed(name), name)
const repairsOf = (row: ImportRow | undefined) =>
  row?.repairs.map(({ header, from, to }) => `${header}: ${from} → ${to}`)

describe('a workbook that another program wrote', () => {
  it('is brought as the template that went through SheetJS', async () => {
    const { school } = region.people
    const template = await region.app.inject({
      method: 'GET',
      url: '/api/v1/import/template/teacher',
      headers: { token: school.token },
    })
    const book = read(template.rawPayload)
    const { columns, sheet } = definitionNamed('teacher')
    const row = teacherRow()
    utils.sheet_add_aoa(book.Sheets[sheet] ?? {}, [columns.map(({ key }) => row[key] ?? '')], { origin: 2 })
    const content: Buffer = write(book, { type: 'buffer', bookType: 'xlsx' })
    const { view } = await checked(content)
    expect([view.failure, view.counts]).toEqual([null, expect.objectContaining({ new: 1, error: 0 })])
  })

  it.each([
    ['by-default-type.xlsx', 1],
    ['empty-string-cell.xlsx', 1],
    ['sheet1.xlsx', 1],
    ['heads.xlsx', 1],
    ['merged.xlsx', 3],
    ['breaks.xlsx', 2],
    ['mac-1904.xlsx', 1],
  ])('%s is read', async (name, people) => {
    const { view } = await checkedFile(name)
    expect([view.failure, view.counts]).toEqual([null, expect.objectContaining({ new: people, error: 0 })])
  })

  it('keeps its days, though a part of Excel 2013 has the name of another', async () => {
    const [row] = (await checkedFile('mac-1904.xlsx')).rows
    expect(row?.cells).toMatchObject({
      birthDate: '1985-03-12',
      workStartMonth: expect.stringMatching(/^2008-09/),
    })
  })

  it('says of each number of sixteen digits and more that its last ones are lost, whether they fit or not', async () => {
    const { rows } = await checkedFile('rounded.xlsx')
    expect(rows.map(({ faults }) => faults.map(({ code, field }) => `${code} ${field}`))).toEqual(
      Array.from({ length: 3 }, () => ['E106 idCardNo']),
    )
  })

  it('has the value of a merged cell in each of its rows, and says so', async () => {
    const { rows } = await checkedFile('merged.xlsx')
    expect(rows.map(({ cells }) => [cells['ethnicity'], cells['appointMonth'], cells['remark']])).toEqual(
      Array.from({ length: 3 }, () => ['汉族', '2015-09', '外试']),
    )
    expect(repairsOf(rows[2])).toEqual([
      '民族: （合并单元格）汉族 → 汉族',
      '岗位聘任年月: （合并单元格）2015-09 → 2015-09',
      '备注: （合并单元格）外试 → 外试',
    ])
  })

  it('has breaks and tabs in one line, and says so', async () => {
    const { rows } = await checkedFile('breaks.xlsx')
    expect(rows.map(repairsOf)).toEqual([
      ['最高学历毕业院校: 某师范大学\n数学系 → 某师范大学 数学系'],
      ['备注: 第一\t第二 → 第一 第二'],
    ])
  })

  it('is asked to be split where a cell is merged with the one to its right', async () => {
    const { columns, sheet } = definitionNamed('teacher')
    const row = teacherRow()
    const used = columns.filter(({ key }) => key === 'politicalStatus' || row[key] !== undefined)
    const letters = (at: number) => `${at < 26 ? '' : 'A'}${String.fromCharCode(65 + (at % 26))}`
    const line = (number: number, texts: readonly string[]) =>
      `<row r="${number}">${texts.map((text, at) => (text === '' ? '' : inline(`${letters(at)}${number}`, text))).join('')}</row>`
    const at = used.findIndex(({ key }) => key === 'ethnicity')
    const cells = used.map(({ key }) => (key === 'politicalStatus' ? '' : (row[key] ?? '')))
    const rows =
      line(
        1,
        used.map(({ head }) => head),
      ) + line(2, cells)
    const behind = `<mergeCells><mergeCell ref="${letters(at)}2:${letters(at + 1)}2"/></mergeCells>`
    const found = await checked(zipOfParts(partsOfBook({ sheets: [{ name: sheet, rows, behind }] })))
    expect(found.view.failure).toBeNull()
    expect(found.rows[0]?.faults.map(({ header, message }) => `${header}: ${message}`)).toEqual([
      '政治面貌: 这一格与左边的格合并了，看不出是哪一列的；请拆分单元格后分别填写',
    ])
  })

  it('comes back with its faults marked, whatever its sheet is called', async () => {
    const { school } = region.people
    const { view } = await checkedFile('sheet1.xlsx')
    const mended = await school.put(`/api/v1/import/${view.id}/rows`, {
      cells: [{ row: 2, field: 'ethnicity', value: '没有的族' }],
    })
    expect(mended.status, mended.msg).toBe(200)
    const answer = await region.app.inject({
      method: 'GET',
      url: `/api/v1/import/errorExport/${view.id}?whole=true`,
      headers: { token: school.token },
    })
    expect(answer.statusCode).toBe(200)
    const marked = read(answer.rawPayload).Sheets['Sheet1'] ?? {}
    expect(JSON.stringify(utils.sheet_to_json(marked))).toContain('错误说明')
  })
})

describe('a file whose heads do not do', () => {
  it('hears which are missing, what they may be called there, and which are known', async () => {
    const text = csvOf(definitionNamed('teacher'), [teacherRow()]).toString()
    const { view } = await checked(
      Buffer.from(text.replace('手机号码*', '手机号（家属）').replace('民族', '民族情况')),
      '教师.csv',
    )
    expect(view.failure).toContain(
      '缺少必填的列：手机号码（表里的“手机号（家属）”是不是它？）。表里认得的有“姓名”“身份证件号”',
    )
    expect(view.failure).toContain('不认得的有“民族情况”“手机号（家属）”')
  })

  it.each([
    ['姓名*', '姓名（必填）'],
    ['姓名*', '教师姓名 *'],
    ['身份证件号*', '身份证号(18位)'],
    ['身份证件号*', '"身份\n证号码"'],
    ['手机号码*', '手机【必填】'],
  ])('knows %s as %s', async (head, twin) => {
    const text = csvOf(definitionNamed('teacher'), [teacherRow()]).toString()
    const { view } = await checked(Buffer.from(text.replace(head, twin)), '教师.csv')
    expect([view.failure, view.counts]).toEqual([null, expect.objectContaining({ new: 1 })])
  })
})

describe('days, months and numbers as other programs write them', () => {
  it('a month that may be January or October is asked for; a text is what it says', async () => {
    const { rows } = await checkedFile('october.xlsx')
    expect(rows.map(({ faults }) => faults.map(({ code, message }) => [code, message]))).toEqual([
      [['E104', '表格里的数字 2008.1 看不出是 1 月还是 10 月，请写成 2008-01 或 2008-10']],
      [],
    ])
    expect(repairsOf(rows[1])).toEqual(['参加工作年月: 2008.1 → 2008-01'])
  })

  it('a day with a time behind it is that day, and the reading is shown', async () => {
    const { view, rows } = await checkedFile('with-time.xlsx')
    expect([view.failure, view.counts]).toEqual([null, expect.objectContaining({ new: 5, error: 0 })])
    expect(
      rows.map((row) =>
        repairsOf(row)
          ?.at(0)
          ?.replace(/^.* → /, ''),
      ),
    ).toEqual(Array.from({ length: 5 }, () => '2008-09'))
  })

  it('a military number is taken, others are read through blanks, apostrophes and the code of the country', async () => {
    const { view, rows } = await checkedFile('documents.csv')
    expect([view.failure, view.counts]).toEqual([null, expect.objectContaining({ new: 4, error: 0 })])
    expect(rows.map(({ repairs }) => repairs.map(({ header }) => header))).toEqual([
      [],
      ['身份证件号'],
      ['身份证件号'],
      ['手机号码'],
    ])
  })
})
