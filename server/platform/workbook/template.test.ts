import { describe, expect, it } from 'vitest'
import { openXlsx } from './open-xlsx.ts'
import { convert, hasOffice } from '../testing/test-libre-office.ts'
import { fileOf, textsOf } from './test-workbook.ts'
import { writeTemplate, type Template, type TemplateColumn } from './template.ts'

const column = (key: string, head: string, more: Partial<TemplateColumn> = {}): TemplateColumn => ({
  key,
  head,
  required: false,
  note: '',
  example: '',
  asText: false,
  ...more,
})
const many = Array.from({ length: 300 }, (_, at) => ({ name: `第${at}种民族`, code: String(at) }))
const template: Template = {
  title: '教师信息导入模板',
  version: '2026.1',
  sheet: '教师信息',
  columns: [
    column('name', '姓名', { required: true, note: '汉字、字母、间隔号 & 30 字以内', example: '陈某某' }),
    column('idCardNo', '身份证件号', { required: true, asText: true }),
    column('ethnicity', '民族', { required: 'conditional', options: 'ethnicity' }),
    column('schoolStage', '主要任课学段', { options: 'stage' }),
    column('mainSubject', '主要任教学科', { options: 'subject', dependsOn: 'schoolStage' }),
    column('remark', '备注'),
  ],
  lists: {
    ethnicity: many,
    stage: [
      { name: '小学', code: '2' },
      { name: '普通初中', code: '31' },
    ],
    subject: [
      { name: '语文', code: 'a' },
      { name: '物理', code: 'b', groups: ['31'] },
      { name: '道德与法治（小学）', code: 'c', groups: ['2'] },
    ],
  },
}

async function partOf(path: string, name: string): Promise<string> {
  const book = await openXlsx(path)
  try {
    const pieces: Buffer[] = []
    for await (const piece of book.part(name)?.pieces() ?? []) pieces.push(piece)
    return Buffer.concat(pieces).toString()
  } finally {
    book.package.close()
  }
}

describe('a template', () => {
  it('has a head, hidden keys and nothing else on the sheet that is read', async () => {
    const path = fileOf(await writeTemplate(template))
    expect(await textsOf(path)).toEqual({
      1: ['姓名*', '身份证件号*', '民族', '主要任课学段', '主要任教学科', '备注'],
      2: template.columns.map(({ key }) => key),
    })
    const sheet = await partOf(path, 'xl/worksheets/sheet2.xml')
    expect(sheet).toContain('<row r="2" hidden="1">')
    expect(sheet).toMatch(/<col min="2" max="2"[^>]* style="1"\/>/)
    expect(sheet).toContain('prompt="必填；汉字、字母、间隔号 &amp; 30 字以内；示例：陈某某"')
  })

  it('explains every column, with its version and an example', async () => {
    const texts = Object.values(await textsOf(fileOf(await writeTemplate(template)), { sheet: '填写说明' }))
    expect(texts.slice(0, 2)).toEqual([['教师信息导入模板'], ['模板版本', '2026.1']])
    expect(texts).toContainEqual(['姓名', '必填', '汉字、字母、间隔号 & 30 字以内', '陈某某'])
    expect(texts).toContainEqual(['民族', '视情况必填'])
  })

  it('offers choices by ranges, however many, and those that depend on another column by its code', async () => {
    const path = fileOf(await writeTemplate(template))
    const sheet = await partOf(path, 'xl/worksheets/sheet2.xml')
    const formulas = [...sheet.matchAll(/sqref="(\w+:\w+)"><formula1>([^<]*)/g)].map(([, at, text]) => [
      at,
      text,
    ])
    expect(formulas).toEqual([
      ['C3:C200002', 'xt_ethnicity'],
      ['D3:D200002', 'xt_stage'],
      [
        'E3:E200002',
        'INDIRECT(&quot;xt_subject_by_stage_&quot;&amp;INDEX(xt_code_stage,MATCH($D3,xt_stage,0)))',
      ],
    ])
    const book = await partOf(path, 'xl/workbook.xml')
    expect(book).toContain('<definedName name="xt_ethnicity">字典!$A$2:$A$301</definedName>')
    expect(book).toContain('<definedName name="xt_subject_by_stage_31">下拉!$B$2:$B$3</definedName>')
    expect(await textsOf(path, { sheet: '下拉' })).toEqual({
      1: ['小学', '普通初中'],
      2: ['语文', '语文'],
      3: ['道德与法治（小学）', '物理'],
    })
  })

  it.skipIf(!hasOffice('calc'))('opens in LibreOffice, which keeps its choices', async () => {
    const path = fileOf(await writeTemplate(template))
    const again = convert(path, 'xlsx')
    expect((await textsOf(again))[1]?.[0]).toBe('姓名*')
    const sheet = await partOf(again, 'xl/worksheets/sheet2.xml')
    expect(sheet.match(/<dataValidation [^>]*type="list"/g)).toHaveLength(3)
    expect(sheet).toMatch(
      /INDIRECT\(&quot;xt_subject_by_stage_&quot;&amp;INDEX\(xt_code_stage,MATCH\(\$D3,xt_stage,0\)\)\)/,
    )
  })
})
