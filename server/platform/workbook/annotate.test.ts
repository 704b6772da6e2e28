import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { readdir, readlink } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { describe, expect, it } from 'vitest'
import { everything } from '../testing/test-extent.ts'
import { annotateWorkbook } from './annotate.ts'
import { faultHead, type CellFault } from './faults.ts'
import { openXlsx } from './open-xlsx.ts'
import { convert, hasOffice } from '../testing/test-libre-office.ts'
import { bookFile, fileOf, inline, textsOf } from './test-workbook.ts'
import { writeTemplate } from './template.ts'

const annotated = async (path: string, faults: readonly CellFault[], ending = 'xlsx', sheet?: string) =>
  fileOf(await buffer(annotateWorkbook(path, sheet, faults)), ending)

async function partsOf(path: string): Promise<Record<string, string>> {
  const book = await openXlsx(path)
  const found: Record<string, string> = {}
  for (const part of book.package.parts) {
    const pieces: Buffer[] = []
    for await (const piece of part.pieces()) pieces.push(piece)
    found[part.name] = Buffer.concat(pieces).toString()
  }
  book.package.close()
  return found
}

const styles =
  '<fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>'
const rows =
  `<row r="1" spans="1:3">${inline('A1', '姓名')}${inline('B1', '证件号')}${inline('C1', '备注')}</row>` +
  `<row r="2" spans="1:3"><c r="A2" t="s"><v>0</v></c><c r="C2"><v>7</v></c></row>` +
  `<row r="3">${inline('A3', '李&lt;四')}</row><row r="4"/><row r="5">${inline('A5', '王五')}</row>`
const book = () =>
  bookFile({
    sheets: [
      {
        name: '教师信息',
        rows,
        behind:
          '<dataValidations count="1"><dataValidation type="list" sqref="A2:A9"><formula1>字典!$A$1</formula1></dataValidation></dataValidations><pageMargins left="1" right="1" top="1" bottom="1" header="0" footer="0"/><extLst/>',
      },
      { name: '字典', rows: `<row>${inline('A1', '字典')}</row>` },
    ],
    strings: '<si><t>张三</t></si>',
    styles,
  })
const faults: readonly CellFault[] = [
  { row: 2, column: 1, message: '身份证件号必填' },
  { row: 2, column: 2, message: '备注<不对>' },
  { row: 5, column: null, message: '不在您的管辖范围' },
]

describe('a workbook with faults', () => {
  it('is the same workbook with colours, comments and one column more', async () => {
    const path = book()
    const marked = await annotated(path, faults)
    const before = await textsOf(path)
    expect(await textsOf(marked)).toEqual({
      1: ['姓名', '证件号', '备注', faultHead],
      2: ['张三', '', '7', '身份证件号必填；备注<不对>'],
      3: before[3],
      5: ['王五', '', '', '不在您的管辖范围'],
    })
    const [was, is] = [await partsOf(path), await partsOf(marked)]
    for (const name of ['xl/workbook.xml', 'xl/sharedStrings.xml', 'xl/worksheets/sheet2.xml'])
      expect(is[name]).toBe(was[name])
    const sheet = is['xl/worksheets/sheet1.xml'] ?? ''
    expect(sheet).toContain('<c r="B2" s="2"/><c r="C2" s="2">')
    expect(sheet).toContain('<dataValidation type="list" sqref="A2:A9">')
    expect(sheet).toMatch(/<legacyDrawing [^>]*\/><extLst\/>/)
    expect(is['xl/styles.xml']).toMatch(/<fills count="3">.*FFFFC9C4.*<cellXfs count="3">.*fillId="2"/)
    expect(is['xl/comments_import.xml']).toMatch(/ref="B2".*身份证件号必填.*ref="C2".*备注&lt;不对&gt;/)
    expect(is['xl/drawings/vml_import.vml']?.match(/<v:shape /g)).toHaveLength(2)
  })

  it('loses the marks of an earlier check when it is checked again, and keeps what is written', async () => {
    const once = await annotated(book(), faults)
    const twice = await annotated(once, [{ row: 3, column: 0, message: '姓名有符号' }])
    expect(await textsOf(twice)).toEqual({
      1: ['姓名', '证件号', '备注', faultHead],
      2: ['张三', '', '7'],
      3: ['李<四', '', '', '姓名有符号'],
      5: ['王五'],
    })
    const is = await partsOf(twice)
    expect(is['xl/comments_import.xml']?.match(/<comment /g)).toHaveLength(1)
    expect(is['xl/drawings/vml_import.vml']?.match(/<v:shape /g)).toHaveLength(1)
    const fills = [
      ...((is['xl/styles.xml'] ?? '').split('<cellXfs')[1] ?? '').matchAll(/fillId="(\d+)"/g),
    ].map(([, fill]) => fill)
    const red = [...(is['xl/worksheets/sheet1.xml'] ?? '').matchAll(/<c r="(\w+)" s="(\d+)"/g)]
    expect(red.filter(([, , style]) => fills[Number(style)] === '2').map(([, at]) => at)).toEqual(['A3'])
  })

  it('keeps the text format of an empty faulty cell and the choices of a template', async () => {
    const template = await writeTemplate({
      title: '教师',
      version: '1',
      sheet: '教师信息',
      columns: [
        { key: 'name', head: '姓名', required: true, note: '', example: '', asText: false, options: 'names' },
        { key: 'idCardNo', head: '证件号', required: true, note: '', example: '', asText: true },
      ],
      lists: { names: [{ name: '甲', code: '1' }] },
    })
    const marked = await annotated(fileOf(template), [{ row: 2, column: 1, message: '必填' }])
    const is = await partsOf(marked)
    expect(is['xl/worksheets/sheet2.xml']).toContain('<formula1>xt_names</formula1>')
    if (!hasOffice('calc')) return
    const again = await textsOf(convert(marked, 'xlsx'))
    expect(again[2]).toEqual(['name', 'idCardNo', '必填'])
    const comments = Object.entries(await partsOf(convert(marked, 'xlsx'))).find(([name]) =>
      /comments/.test(name),
    )
    expect(comments?.[1]).toContain('必填')
  })

  it('is written while it is read, however large', async () => {
    const rows = everything ? 60_000 : 9_000
    const path = bookFile({
      sheets: [
        {
          name: '教师信息',
          rows: Array.from(
            { length: rows },
            (_, at) =>
              `<row r="${at + 1}">${inline(`A${at + 1}`, '文字'.repeat(20))}<c r="B${at + 1}"><v>${at}</v></c></row>`,
          ).join(''),
        },
      ],
      styles,
    })
    const marked = await annotated(
      path,
      Array.from({ length: rows / 3 }, (_, at) => ({ row: at * 3 + 1, column: 1, message: `第${at}处` })),
    )
    const texts = await textsOf(marked)
    expect(Object.keys(texts)).toHaveLength(rows)
    expect(texts[rows - 2]).toEqual(['文字'.repeat(20), `${rows - 3}`, `第${rows / 3 - 1}处`])
    expect(texts[rows]).toEqual(['文字'.repeat(20), `${rows - 1}`])
  })

  it.runIf(process.platform === 'linux')('is not left open when whoever asked for it goes away', async () => {
    const path = bookFile({
      sheets: [
        {
          name: '教师',
          rows: Array.from(
            { length: 4_000 },
            (_, at) => `<row r="${at + 1}">${inline(`A${at + 1}`, randomBytes(400).toString('hex'))}</row>`,
          ).join(''),
        },
      ],
    })
    const open = async () => {
      const all = await readdir('/proc/self/fd')
      const leads = all.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => ''))
      return (await Promise.all(leads)).filter((one) => one === path)
    }
    for (const read of [0, 1, 20]) {
      const out = annotateWorkbook(path, undefined, faults)
      let pieces = 0
      if (read > 0) for await (const _ of out) if ((pieces += 1) === read) break
      await finished(out.destroy()).catch(() => {})
      await expect.poll(open, { message: `after ${read} pieces` }).toEqual([])
    }
  })

  it('is refused like when it is read', async () => {
    await expect(
      buffer(annotateWorkbook(fileOf(Buffer.from('PK\u0003\u0004')), undefined, [])),
    ).rejects.toThrow('文件打不开')
  })
})

describe('a csv file with faults', () => {
  const text = '姓名,备注\r\n"张,三",一\r\n李四\r\n'
  const told = [
    { row: 2, column: 1, message: '不对' },
    { row: 3, column: null, message: '=缺,备注' },
  ]
  const gbk = 'd0d5c3fb2cb1b8d7a20d0a22d5c52cc8fd222cd2bb0d0ac0eecbc40d0a'

  it.each([
    ['UTF-8', Buffer.from(`\ufeff${text}`)],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['GBK', Buffer.from(gbk, 'hex')],
  ])('has a column more in %s, and one only when it is checked again', async (_, content) => {
    const marked = await annotated(fileOf(content, 'csv'), told, 'csv')
    const texts = { 1: ['姓名', '备注', faultHead], 2: ['张,三', '一', '不对'], 3: ['李四', '', '=缺,备注'] }
    expect(await textsOf(marked)).toEqual(texts)
    const again = await annotated(marked, told.slice(1), 'csv')
    expect(await textsOf(again)).toEqual({ ...texts, 2: ['张,三', '一'] })
  })

  it('keeps rare letters of GB18030', async () => {
    const { toGb18030 } = await import('./gb18030.ts')
    const names = '䶮㛃𠮷玥〇ḿ，€·A'
    expect(new TextDecoder('gb18030').decode(toGb18030(names))).toBe(names)
    const path = fileOf(Buffer.from(gbk, 'hex'), 'csv')
    writeFileSync(path, toGb18030('姓名\n䶮某𠮷\n'))
    expect((await textsOf(await annotated(path, [{ row: 2, column: 0, message: '㛃' }], 'csv')))[2]).toEqual([
      '䶮某𠮷',
      '㛃',
    ])
  })
})
