import { describe, expect, it } from 'vitest'
import { WorkbookRefusal } from './refusal.ts'
import { rowsOfWorkbook } from './rows.ts'
import { bookFile, fileOf, inline, textsOf } from './test-workbook.ts'
import type { WorkbookCell } from './workbook.ts'

const one = (rows: string) => ({ sheets: [{ name: '教师信息', rows }] })

async function cellsOf(path: string): Promise<readonly WorkbookCell[]> {
  for await (const rows of rowsOfWorkbook(path, { maxRows: 10 })) return rows[0]?.cells ?? []
  return []
}

const refusalOf = async (path: string, wanted = {}) =>
  textsOf(path, wanted).then(
    () => 'read',
    (error: unknown) => (error instanceof WorkbookRefusal ? error.reason : error),
  )

describe('a workbook', () => {
  it('is read by its shared strings: runs joined, readings left out, letters by their number', async () => {
    const path = bookFile({
      ...one(
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="s"><v>2</v></c></row>',
      ),
      strings:
        '<si><t xml:space="preserve"> 陈&amp;某 </t></si><si><r><t>王</t></r><r><rPr><b/></rPr><t>小&#x660e;</t></r><rPh sb="0" eb="1"><t>ワン</t></rPh></si><si><t>一_x000A_二<![CDATA[<三>]]></t></si>',
    })
    expect(await textsOf(path)).toEqual({ 1: [' 陈&某 ', '王小明', '', '一\n二<三>'] })
  })

  it('shows numbers as people read them and says where they come from', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/><numFmt numFmtId="165" formatCode="00000"/><numFmt numFmtId="166" formatCode="[Red]#,##0.00"/></numFmts><cellXfs>' +
      [0, 14, 164, 165, 166, 22, 20].map((id) => `<xf numFmtId="${id}"/>`).join('') +
      '</cellXfs>'
    const cells: readonly [string, string, WorkbookCell][] = [
      ['', '<v>13800000000</v>', { text: '13800000000', from: 'number' }],
      ['', '<v>449999198503120010</v>', { text: '449999198503120010', from: 'scientific' }],
      [
        '',
        '<v>4.4999919850312E+17</v>',
        { text: '4.49999E+17', from: 'scientific', number: '4.4999919850312E+17' },
      ],
      ['', '<v>1.38E+10</v>', { text: '13800000000', from: 'number', number: '1.38E+10' }],
      ['', '<v>3456.6999999999998</v>', { text: '3456.7', from: 'number', number: '3456.6999999999998' }],
      ['', '<v>1E-3</v>', { text: '0.001', from: 'number', number: '1E-3' }],
      ['s="1"', '<v>31118</v>', { text: '1985-03-12', from: 'date' }],
      ['s="1"', '<v>1</v>', { text: '1900-01-01', from: 'date' }],
      ['s="2"', '<v>45536</v>', { text: '2024-09-01', from: 'date' }],
      ['s="3"', '<v>42</v>', { text: '00042', from: 'number', number: '42' }],
      ['s="4"', '<v>1200.5</v>', { text: '1200.5', from: 'number', shown: '1200.50' }],
      ['s="5"', '<v>45536.5</v>', { text: '2024-09-01 12:00:00', from: 'date' }],
      ['s="6"', '<v>0.25</v>', { text: '06:00:00', from: 'date' }],
      ['s="1"', '<v>99999999</v>', { text: '99999999', from: 'number' }],
      ['t="d"', '<v>2024-09-01T00:00:00</v>', { text: '2024-09-01', from: 'date' }],
      ['t="b"', '<v>1</v>', { text: 'TRUE' }],
      ['t="e"', '<v>#N/A</v>', { text: '#N/A' }],
      ['t="str"', '<f>A1&amp;"x"</f><v>合计</v>', { text: '合计', from: 'formula' }],
      ['s="1"', '<f>TODAY()</f><v>45536</v>', { text: '2024-09-01', from: 'date' }],
      ['t="inlineStr"', '<is><r><t>文</t></r><r><t>字</t></r></is>', { text: '文字' }],
    ]
    const row = cells.map(([attributes, within]) => `<c ${attributes}>${within}</c>`).join('')
    expect(await cellsOf(bookFile({ ...one(`<row>${row}</row>`), styles }))).toEqual(
      cells.map(([, , shown]) => shown),
    )
    const since1904 = bookFile({ ...one('<row><c s="1"><v>29656</v></c></row>'), styles, since1904: true })
    expect(await cellsOf(since1904)).toEqual([{ text: '1985-03-12', from: 'date' }])
  })

  it('leaves out rows without a text, keeps hidden ones and the numbers of all', async () => {
    const blank = Array.from(
      { length: 500 },
      (_, at) => `<row r="${at + 10}"><c r="A${at + 10}" s="0"/><c r="XFD${at + 10}" s="0"/></row>`,
    )
    const path = bookFile({
      sheets: [
        {
          name: '教师信息',
          rows: `<row r="1"><c r="A1"/></row><row r="3" hidden="1">${inline('B3', 'idCardNo')}</row><row r="4"/>${blank.join('')}<row r="70000">${inline('A70000', '末行')}</row>`,
          behind: '<mergeCells count="1"><mergeCell ref="B3:D3"/></mergeCells>',
        },
      ],
    })
    expect(await textsOf(path)).toEqual({ 3: ['', 'idCardNo'], 70000: ['末行'] })
  })

  it('is read from the sheet that is meant', async () => {
    const row = (text: string) => `<row>${inline('A1', text)}</row>`
    const sheets = [
      { name: '填写说明', rows: row('说明') },
      { name: '藏', rows: row('藏'), state: 'hidden' as const },
      { name: '教师信息 ', rows: row('数据') },
      { name: '字典', rows: row('字典') },
    ]
    const path = bookFile({ sheets })
    expect(await textsOf(path)).toEqual({ 1: ['数据'] })
    expect(await textsOf(path, { sheet: '字典' })).toEqual({ 1: ['字典'] })
    await expect(textsOf(path, { sheet: '学校' })).rejects.toThrow(
      '文件里没有名为“学校”的工作表（有：填写说明、藏、教师信息 、字典），请使用模板填写',
    )
    expect(await refusalOf(bookFile({ sheets: sheets.slice(0, 2) }))).toBe('noSheet')
  })

  it('is read in strict form, with prefixes, and beyond 65 536 rows', async () => {
    const rows = Array.from(
      { length: 66_000 },
      (_, at) => `<row>${inline(`A${at + 1}`, `第${at + 1}行`)}</row>`,
    )
    const texts = await textsOf(bookFile({ ...one(rows.join('')), strict: true }))
    expect(Object.keys(texts)).toHaveLength(66_000)
    expect(texts[66_000]).toEqual(['第66000行'])
    const { partsOfBook } = await import('./test-workbook.ts')
    const { zipOfParts } = await import('../package/test-zip.ts')
    const parts = partsOfBook(one(''))
    parts['xl/worksheets/sheet1.xml'] =
      '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData><x:row r="2"><x:c r="A2" t="inlineStr"><x:is><x:t>前缀</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>'
    expect(await textsOf(fileOf(zipOfParts(parts)))).toEqual({ 2: ['前缀'] })
  })

  it('is refused beyond the limits, and cancelled', async () => {
    const rows = Array.from({ length: 30 }, () => '<row><c><v>1</v></c></row>').join('')
    expect(await refusalOf(bookFile(one(rows)), { maxRows: 29 })).toBe('tooManyRows')
    expect(await refusalOf(bookFile(one(`<row>${inline('SG1', '列')}</row>`)))).toBe('tooManyColumns')
    const cancelled = AbortSignal.abort(new Error('取消'))
    await expect(textsOf(bookFile(one(rows)), { signal: cancelled })).rejects.toThrow('取消')
    await expect(textsOf('/nowhere/1.xlsx')).rejects.toThrow(/ENOENT/)
  })
})

describe('a csv file', () => {
  const lines = '姓名,备注\r\n陈某某,"一,\r\n""二"""\r\n\r\n="007",\'=1+1\r\n,4.5E+17\r\n'
  const texts = { 1: ['姓名', '备注'], 2: ['陈某某', '一,\r\n"二"'], 4: ['007', '=1+1'], 5: ['', '4.5E+17'] }
  const gbk = Buffer.from('d0d5c3fb2cb1b8d7a20ab3c2c4b3c4b32cd2bb0a', 'hex')

  it.each([
    ['UTF-8', Buffer.from(lines)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${lines}`)],
    ['UTF-16', Buffer.from(`\ufeff${lines}`, 'utf16le')],
    ['UTF-16, the other order', Buffer.from(`\ufeff${lines}`, 'utf16le').swap16()],
    ['UTF-8, with its separator told', Buffer.from(`sep=,\r\n${lines}`)],
    ['UTF-8 with tabs', Buffer.from(lines.replaceAll(/(?<!一),/g, '\t'))],
    ['UTF-8 with semicolons', Buffer.from(lines.replaceAll(/(?<!一),/g, ';'))],
  ])('is read in %s', async (_, content) => {
    expect(await textsOf(fileOf(content, 'csv'))).toEqual(texts)
  })

  it('is read in GBK, whatever its name', async () => {
    expect(await textsOf(fileOf(gbk, 'csv'))).toEqual({ 1: ['姓名', '备注'], 2: ['陈某某', '一'] })
    expect(await textsOf(fileOf(gbk, 'txt'))).toEqual({ 1: ['姓名', '备注'], 2: ['陈某某', '一'] })
    expect(await refusalOf(fileOf(gbk, 'xlsx'))).toBe('broken')
    expect(await refusalOf(fileOf(gbk, 'xls'))).toBe('oldFormat')
  })

  it('is refused when it is no text, and when a quote never ends', async () => {
    expect(await refusalOf(fileOf(Buffer.concat([gbk, Buffer.from([0xff, 0xff])]), 'csv'))).toBe('encoding')
    expect(await refusalOf(fileOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]), 'csv'))).toBe('unknown')
    expect(await refusalOf(fileOf(Buffer.from('姓名\n"一'), 'csv'))).toBe('broken')
    expect(await refusalOf(fileOf(Buffer.alloc(0), 'csv'))).toBe('empty')
  })
})
