import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { bookFile, inline } from '../../platform/workbook/test-workbook.ts'
import { readFile } from 'node:fs/promises'
import { bring, csvOf, definitionNamed, gateOf, teacherRow, viewOf } from './test-imports.ts'

let region: Region
let gate: ReturnType<typeof gateOf>
const teachers = definitionNamed('teacher')
beforeAll(async () => {
  region = await testRegion('imports_faults')
  gate = gateOf(region)
})
afterAll(() => region.close())

async function checked(content: Buffer, name: string) {
  const { school } = region.people
  const { id, msg } = await bring(region, school, { type: 'teacher', content, name })
  expect(msg).toBe('ok')
  await gate.check()
  return viewOf(school, id)
}

async function faultBookOf(id: number) {
  const answer = await region.app.inject({
    url: `/api/v1/import/errorExport/${id}`,
    headers: { token: region.people.school.token },
  })
  expect(answer.statusCode).toBe(200)
  const book = read(answer.rawPayload, { cellStyles: true })
  const rows = (sheet: string) => utils.sheet_to_json<string[]>(book.Sheets[sheet] ?? {}, { header: 1 })
  return { content: answer.rawPayload, headers: answer.headers, book, rows }
}

it('holds the faulty rows alone, marked, with a list and sums, and is read again once mended', async () => {
  const text = csvOf(teachers, [
    teacherRow(),
    teacherRow({ name: '错民族', ethnicity: '汉汉' }),
    teacherRow({ name: '错手机', mobile: '123' }),
    teacherRow(),
  ]).toString()
  // A column that the portal does not know stays where it was.
  const lines = text
    .trim()
    .split('\n')
    .map((line, at) => `${at === 0 ? '家校联系' : `第${at}`},${line}`)
  const view = await checked(Buffer.from(`${lines.join('\n')}\n`), '教师.csv')
  const { content, headers, book, rows } = await faultBookOf(view.id)
  expect(headers['content-disposition']).toContain(encodeURIComponent('教师-错误数据.xlsx'))
  expect(book.SheetNames).toEqual(['错误数据', '错误明细', '汇总'])
  const [heads = [], ...data] = rows('错误数据')
  expect([heads[0], heads[1], heads.at(-1)]).toEqual(['家校联系', '姓名*', '错误说明'])
  expect(data.map((row) => [row[0], row[1], row.at(-1)])).toEqual([
    ['第2', '错民族', '“汉汉”不在“民族”的选项中'],
    ['第3', '错手机', '应为 11 位手机号'],
  ])
  expect(rows('错误明细')).toEqual([
    ['行号', '列', '表头', '原值', '级别', '代码', '说明'],
    [3, 'D', '民族', '汉汉', '错误', 'E102', '“汉汉”不在“民族”的选项中'],
    [4, 'G', '手机号码', '1**', '错误', 'E107', '应为 11 位手机号'],
  ])
  expect(rows('汇总')).toEqual([
    ['代码', '含义', '条数'],
    ['E102', '字典值不存在', 1],
    ['E107', '手机号格式不符', 1],
  ])
  const again = await checked(content, '教师-错误数据.xlsx')
  expect([again.failure, again.counts]).toEqual([null, expect.objectContaining({ new: 0, error: 2 })])
  expect(again.ignored).toEqual(['家校联系'])
})

it('does not make sound what was lost: rounded numbers and months that may be two stay faults', async () => {
  const row = teacherRow({ name: '丢位', workStartMonth: '2008.1' })
  const used = teachers.columns.filter(({ key }) => row[key] !== undefined)
  const at = (place: number) => `${place < 26 ? '' : 'A'}${String.fromCharCode(65 + (place % 26))}`
  const line = (number: number, cells: readonly string[]) => `<row r="${number}">${cells.join('')}</row>`
  const heads = used.map(({ head }, place) => inline(`${at(place)}1`, head))
  const cells = used.map(({ key }, place) => {
    if (key === 'idCardNo') return `<c r="${at(place)}2"><v>449999198501080000</v></c>`
    if (key === 'workStartMonth') return `<c r="${at(place)}2"><v>2008.1</v></c>`
    return inline(`${at(place)}2`, row[key] ?? '')
  })
  const path = bookFile({ sheets: [{ name: teachers.sheet, rows: line(1, heads) + line(2, cells) }] })
  const view = await checked(await readFile(path), '教师.xlsx')
  const codes = ['E106 idCardNo', 'E104 workStartMonth']
  expect(view.errors.map(({ code, field }) => `${code} ${field}`)).toEqual(codes)
  const again = await checked((await faultBookOf(view.id)).content, '教师.xlsx')
  expect(again.errors.map(({ code, field }) => `${code} ${field}`)).toEqual(codes)
})

it('names a column for a fault of one that the file does not have', async () => {
  const { qualificationNo: _, ...row } = teacherRow()
  const view = await checked(csvOf(teachers, [row]), '教师.csv')
  expect(view.errors.map(({ column, header, message }) => [column, header, message])).toEqual([
    [1, '教师资格证号码', '有教师资格证的请填写号码（表里没有“教师资格证号码”这一列）'],
  ])
})

it('warns of a stage that the school does not teach, by its declared stages or its type', async () => {
  const { places } = region
  const warnings = async (stage: string, subject: string) => {
    const view = await checked(
      csvOf(teachers, [teacherRow({ schoolStage: stage, mainSubject: subject })]),
      '教师.csv',
    )
    expect(view.counts).toMatchObject({ new: 1, error: 0 })
    return view.errors.map(({ level, header, message }) => [level, header, message])
  }
  const set = (type: string | null, stages: readonly string[] | null) =>
    region.db.execute(sql`
      update institution set school_type = ${type}, school_stages = ${stages}::text[] where id = ${places.school}`)
  await set('341', null)
  const [[level, header, message] = []] = await warnings('小学', '语文')
  expect([level, header]).toEqual(['warning', '主要任课学段'])
  expect(message).toContain('登记的学段是普通初中、普通高中，没有小学，请核对')
  expect(await warnings('普通高中', '语文')).toEqual([])
  await set('341', ['2'])
  expect(await warnings('小学', '语文')).toEqual([])
  await set(null, null)
  expect(await warnings('小学', '语文')).toEqual([])
})
