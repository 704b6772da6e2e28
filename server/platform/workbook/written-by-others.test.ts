import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { zipOfParts } from '../package/test-zip.ts'
import { WorkbookRefusal } from './refusal.ts'
import { rowsOfWorkbook, sheetOfWorkbook } from './rows.ts'
import { fileOf, inline, partsOfBook, textsOf } from './test-workbook.ts'
import type { WorkbookCell } from './workbook.ts'

type Parts = Record<string, string | Buffer>
const sheetMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const macroMime = 'application/vnd.ms-excel.sheet.binary.macroEnabled.main'
const plainRow = `<row r="1">${inline('A1', '姓名')}</row>`
const book = (rows = plainRow, more: Partial<Parameters<typeof partsOfBook>[0]> = {}, behind = ''): Parts =>
  partsOfBook({ sheets: [{ name: '教师信息', rows, behind }], ...more })

/** A workbook with one part written otherwise. */
function changed(parts: Parts, name: string, from: string | RegExp, to: string): Parts {
  const before = String(parts[name])
  const after = before.replace(from, to)
  if (after === before) throw new Error(`${name} has no ${from}`)
  return { ...parts, [name]: after }
}

const read = (parts: Parts) => textsOf(fileOf(zipOfParts(parts)))
const refusal = (parts: Parts) =>
  read(parts).then(
    () => 'read',
    (error: unknown) => (error instanceof WorkbookRefusal ? error.reason : error),
  )

async function rowsOf(parts: Parts): Promise<(readonly WorkbookCell[])[]> {
  const found: (readonly WorkbookCell[])[] = []
  for await (const rows of rowsOfWorkbook(fileOf(zipOfParts(parts)), { maxRows: 20_000 }))
    found.push(...rows.map(({ cells }) => cells))
  return found
}

const types = '[Content_Types].xml'
const mainOverride = /<Override PartName="\/xl\/workbook.xml"[^>]*>/
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const one = { 1: ['姓名'] }

/** Names of parts with another folder or slash, in the directory and where they are named. */
const renamed = (parts: Parts, rename: (name: string) => string): Parts =>
  Object.fromEntries(Object.entries(parts).map(([name, content]) => [rename(name), content]))

describe('a workbook of another program is read', () => {
  it('of SheetJS, which lists types of parts that it does not write', async () => {
    const made = utils.book_new()
    const rows = [
      ['姓名', '出生日期', '备注'],
      ['陈某某', new Date('1985-03-12'), ''],
    ]
    utils.book_append_sheet(made, utils.aoa_to_sheet(rows, { dateNF: 'yyyy-mm-dd' }), '教师信息')
    const content: Buffer = write(made, { type: 'buffer', bookType: 'xlsx', bookSST: true })
    expect(await textsOf(fileOf(content))).toEqual({
      1: ['姓名', '出生日期', '备注'],
      2: ['陈某某', '1985-03-12'],
    })
  })

  it.each(['openpyxl', 'xlsxwriter'])('of %s, really written by it', async (program) => {
    expect(await textsOf(join(import.meta.dirname, 'test-files', `${program}.xlsx`))).toEqual({
      1: ['姓名', '身份证件号', '出生日期', '手机号码', '备注'],
      2: ['陈某某', '449999198503120010', '1985-03-12', '13800000001', '合并'],
      3: ['王某某', '449999198503120029', '1985-03-12', '13800000002', '合并'],
    })
  })

  it.each<[string, Parts]>([
    [
      'EasyExcel and POI: types in advance',
      changed(book(), types, '<Override', `<Default Extension="bin" ContentType="${macroMime}"/><Override`),
    ],
    [
      'POI: properties by a part of their own, no style',
      {
        ...changed(book(), 'xl/_rels/workbook.xml.rels', /<Relationship Id="rId92"[^>]*>/, ''),
        'docProps/core.xml': '<x/>',
      },
    ],
    [
      'Open XML SDK: type of the main part by its ending',
      changed(
        changed(book(), types, mainOverride, ''),
        types,
        '"application/xml"',
        `"${sheetMime}.sheet.main+xml"`,
      ),
    ],
    [
      'Open XML SDK: prefixes, absolute targets, references declared where they are used',
      {
        ...changed(book(), 'xl/_rels/workbook.xml.rels', /Target="worksheets/g, 'Target="/xl/worksheets'),
        'xl/workbook.xml': `<x:workbook xmlns:x="${main}"><x:sheets><x:sheet name="教师信息" sheetId="1" r:id="rId1" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"/></x:sheets></x:workbook>`,
        'xl/worksheets/sheet1.xml': `<x:worksheet xmlns:x="${main}"><x:sheetData><x:row><x:c t="str"><x:v>姓名</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
      },
    ],
    [
      'ClosedXML: emptied cells that stay strings',
      book(
        `<row>${inline('A1', '姓名')}<c r="B1" t="s"/><c r="C1" t="s"><v/></c><c r="D1" t="b"><v> </v></c><c r="E1" t="n"/><c r="F1" t="str"><v></v></c></row>`,
      ),
    ],
    [
      'LibreOffice: columns up to the end without a value',
      book(`${plainRow}<row r="1048576"><c r="XFD1048576" s="0"/></row>`),
    ],
    [
      'WPS: properties and elements of its own',
      changed(
        changed(
          book(),
          'xl/workbook.xml',
          '<sheets>',
          '<w:sheet xmlns:w="http://www.wps.cn/x" name="别的" r:id="rId1"/><sheets>',
        ),
        'xl/worksheets/sheet1.xml',
        '</row>',
        '<w:c xmlns:w="http://www.wps.cn/x" r="A1"><w:v>不是格子</w:v></w:c></row>',
      ),
    ],
    [
      'an add-in of SAP: a part with its settings',
      {
        ...changed(
          book(),
          types,
          '<Override',
          `<Default Extension="bin" ContentType="${sheetMime}.customProperty"/><Override`,
        ),
        'xl/customProperty1.bin': 'x',
      },
    ],
    [
      'a printer, where the list calls every binary a macro',
      {
        ...changed(
          book(),
          types,
          '<Override',
          `<Default Extension="bin" ContentType="${macroMime}"/><Override`,
        ),
        'xl/printerSettings/printerSettings1.bin': 'x',
      },
    ],
    [
      '.NET before 4.6.1: names with the slash of Windows',
      renamed(book(), (name) => name.replaceAll('/', '\\')),
    ],
    [
      'a packer that puts all parts at the root',
      changed(
        changed(
          renamed(book(), (name) => name.replace(/^xl\//, '')),
          '_rels/.rels',
          'xl/workbook.xml',
          'workbook.xml',
        ),
        types,
        '/xl/workbook.xml',
        '/workbook.xml',
      ),
    ],
  ])('%s', async (_, parts) => expect(await read(parts)).toEqual(one))
})

describe('a workbook that runs something is refused', () => {
  it.each<[string, Parts]>([
    [
      'a main part with macros by its ending',
      changed(
        changed(book(), types, mainOverride, ''),
        types,
        '"application/xml"',
        '"application/vnd.ms-excel.sheet.macroEnabled.main+xml"',
      ),
    ],
    ['a macro', { ...book(), 'xl/vbaProject.bin': 'x' }],
    [
      'a macro that calls itself an add-in’s part',
      {
        ...changed(
          book(),
          types,
          '<Override',
          `<Default Extension="bin" ContentType="${sheetMime}.customProperty"/><Override`,
        ),
        'xl/vbaProject.bin': 'x',
      },
    ],
    ['a binary of which the list says nothing', { ...book(), 'xl/other.bin': 'x' }],
    [
      'a macro in the place of a printer',
      {
        ...changed(
          book(),
          types,
          '<Override',
          '<Override PartName="/xl/printerSettings/p.bin" ContentType="application/vnd.ms-office.vbaProject"/><Override',
        ),
        'xl/printerSettings/p.bin': 'x',
      },
    ],
    [
      'a macro behind the slash of Windows',
      renamed({ ...book(), 'xl/vbaProject.bin': 'x' }, (name) => name.replaceAll('/', '\\')),
    ],
  ])('%s', async (_, parts) => expect(await refusal(parts)).toBe('runs'))

  it('and one that has a part under both slashes is no workbook', async () => {
    expect(await refusal({ ...book(), 'xl\\workbook.xml': '<x/>' })).toBe('broken')
  })
})

describe('elements of another namespace are not taken for those of the same name', () => {
  const foreign = 'xmlns:f="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main"'

  it('beside what the workbook says of its days', async () => {
    const cell = '<row><c s="0"><v>29656</v></c></row>'
    const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>'
    const extended = changed(
      book(cell, { styles, since1904: true }),
      'xl/workbook.xml',
      '</workbook>',
      `<extLst><ext ${foreign}><f:workbookPr chartTrackingRefBase="1"/></ext></extLst></workbook>`,
    )
    expect(await read(extended)).toEqual({ 1: ['1985-03-12'] })
    const plain = changed(
      book(cell, { styles }),
      'xl/workbook.xml',
      '</workbook>',
      `<extLst><ext ${foreign}><f:workbookPr date1904="1"/></ext></extLst></workbook>`,
    )
    expect(await read(plain)).toEqual({ 1: ['1981-03-11'] })
  })

  it('in strings, formats, rows, relations and attributes', async () => {
    let parts = book(
      '<row r="1" f:r="9"><f:c r="A1"><f:v>7</f:v></f:c><c r="A1" f:t="e" t="s" f:s="1"><v>1</v></c><c r="B1" s="1"><v>42</v></c><f:row><f:c><f:v>8</f:v></f:c></f:row></row>',
      {
        strings: '<f:si><f:t>别的</f:t></f:si><si><t>零</t></si><si><t>一</t><f:t>二</f:t></si>',
        styles:
          '<numFmts><numFmt numFmtId="164" formatCode="000"/></numFmts><f:cellXfs><f:xf numFmtId="14"/></f:cellXfs><cellXfs><f:xf numFmtId="14"/><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs><dxfs><dxf><numFmt numFmtId="164" formatCode="yyyy"/></dxf></dxfs>',
      },
    )
    for (const [name, root] of [
      ['xl/worksheets/sheet1.xml', 'worksheet'],
      ['xl/sharedStrings.xml', 'sst'],
      ['xl/styles.xml', 'styleSheet'],
    ] as const)
      parts = changed(parts, name, `<${root} `, `<${root} ${foreign} `)
    parts = changed(
      parts,
      'xl/_rels/workbook.xml.rels',
      '<Relationship ',
      `<f:Relationship ${foreign} Id="rId1" Type="x/worksheet" Target="none.xml"/><Relationship `,
    )
    expect(await read(parts)).toEqual({ 1: ['一', '042'] })
  })
})

describe('numbers say what the file holds and what the sheet shows', () => {
  const codes = ['General', '0', '0.00', '#,##0.00', '[h]:mm', 'h:mm', 'yyyy/m/d', 'yyyy/m/d h:mm', '00000']
  const styles = `<numFmts>${codes.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs>${codes.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}</cellXfs>`
  const cellOf = async (code: string, within: string) => {
    const [row] = await rowsOf(
      book(`<row><c s="${codes.indexOf(code)}">${within}</c><c><v>1</v></c></row>`, { styles }),
    )
    return row?.[0]
  }

  it.each<[string, string, WorkbookCell]>([
    // The digits behind the fifteenth are not what was typed, and a check digit fits by chance (1 in 11).
    ['0', '449999198501080000', { text: '449999198501080000', from: 'scientific' }],
    [
      'General',
      '4.4999919850108E+17',
      { text: '4.49999E+17', from: 'scientific', number: '4.4999919850108E+17' },
    ],
    ['General', '1234567890123456', { text: '1234567890123456', from: 'scientific' }],
    ['General', '000000000000000123', { text: '000000000000000123', from: 'number' }],
    ['General', '123456789012345', { text: '123456789012345', from: 'number' }],
    // 2008.10 is this number, and shown as typed only by a format.
    ['General', '2008.1', { text: '2008.1', from: 'number' }],
    ['0.00', '2008.1', { text: '2008.1', from: 'number', shown: '2008.10' }],
    [
      '#,##0.00',
      '3456.6999999999998',
      { text: '3456.7', from: 'number', number: '3456.6999999999998', shown: '3456.70' },
    ],
    ['00000', '42', { text: '00042', from: 'number', number: '42' }],
    // A day that people see, whatever time stands behind it.
    ['yyyy/m/d', '39692.5', { text: '2008-09-01', from: 'date' }],
    ['yyyy/m/d h:mm', '39692.5', { text: '2008-09-01 12:00:00', from: 'date' }],
    ['yyyy/m/d h:mm', '39692', { text: '2008-09-01', from: 'date' }],
    ['[h]:mm', '1.1041666666666667', { text: '26:30', from: 'date' }],
    ['[h]:mm', '0.0625115740740741', { text: '01:30:01', from: 'date' }],
    ['h:mm', '1.25', { text: '06:00:00', from: 'date' }],
    ['yyyy/m/d', '0', { text: '0', from: 'number' }],
  ])('%s of %s', async (code, value, shown) => {
    expect(await cellOf(code, `<v>${value}</v>`)).toEqual(shown)
  })

  it('and a formula says no less', async () => {
    expect(await cellOf('yyyy/m/d', '<f>X9</f><v>0</v>')).toEqual({ text: '' })
    expect(await cellOf('0', '<f>A1</f><v>449999198501080000</v>')).toEqual({
      text: '449999198501080000',
      from: 'scientific',
    })
    expect(await cellOf('General', '<f>A1</f><v>2008.1</v>')).toEqual({ text: '2008.1', from: 'number' })
  })
})

describe('a merged cell', () => {
  const cells = (row: number, texts: Readonly<Record<string, string>>) =>
    `<row r="${row}">${Object.entries(texts)
      .map(([column, text]) => inline(`${column}${row}`, text))
      .join('')}</row>`
  const merged = (...refs: string[]) =>
    `<mergeCells count="${refs.length}">${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`

  it('says the same in each of its rows that has something of its own, whatever is left beneath', async () => {
    const rows =
      cells(1, { A: '姓名', B: '民族', C: '备注' }) +
      cells(2, { A: '甲', B: '汉族' }) +
      cells(3, { A: '乙', B: '藏在下面' }) +
      cells(5, { A: '丙' }) +
      cells(7, { A: '丁' })
    const found = await rowsOf(book(rows, {}, merged('B2:B6')))
    const above = { text: '汉族', merged: 'above' }
    expect(found.map((row) => row[1])).toEqual([{ text: '民族' }, { text: '汉族' }, above, above, undefined])
  })

  it('marks what it covers to its right, as far as the table reaches', async () => {
    const rows =
      cells(1, { A: '一览表' }) +
      cells(2, { A: '姓名', B: '民族', C: '政治面貌' }) +
      cells(3, { A: '甲', B: '汉族' }) +
      cells(4, { A: '乙' })
    const found = await rowsOf(book(rows, {}, merged('A1:XFD1', 'B3:C4')))
    const covered = { text: '', merged: 'left' }
    expect(found).toEqual([
      [{ text: '一览表' }],
      [{ text: '姓名' }, { text: '民族' }, { text: '政治面貌' }],
      [{ text: '甲' }, { text: '汉族' }, covered],
      [{ text: '乙' }, { text: '汉族', merged: 'above' }, covered],
    ])
  })

  it('is found behind a prefix, across pieces of the file, and not in a text that looks like one', async () => {
    const filler = Array.from({ length: 9000 }, (_, at) =>
      cells(at + 3, {
        A: `第${at}行 &lt;/sheetData&gt;&lt;mergeCell ref="A1:A9"/&gt; mergeCells> /sheetData>`,
      }),
    ).join('')
    const parts = book(
      cells(1, { A: '甲', B: '汉族' }) + cells(2, { A: '乙' }) + filler,
      {},
      '<f:mergeCells xmlns:f="x"><f:mergeCell ref="A1:A2"/></f:mergeCells>' + merged('B1:B2'),
    )
    const sheet = 'xl/worksheets/sheet1.xml'
    for (const prefix of ['', 'x:']) {
      const text = String(parts[sheet])
      const written =
        prefix === ''
          ? text
          : text.replaceAll(/<(\/?)(?=[a-zA-Z]+[\s>/])/g, '<$1x:').replace('xmlns=', 'xmlns:x=')
      const found = await rowsOf({ ...parts, [sheet]: written })
      expect(found[1]).toEqual([{ text: '乙' }, { text: '汉族', merged: 'above' }])
    }
  })
})

describe('a sheet of another name', () => {
  const fits = (rows: readonly { cells: readonly WorkbookCell[] }[]) => rows[0]?.cells[0]?.text === '姓名'
  const named = (...sheets: [string, string][]) =>
    fileOf(
      zipOfParts(
        partsOfBook({
          sheets: sheets.map(([name, text]) => ({ name, rows: `<row>${inline('A1', text)}</row>` })),
        }),
      ),
    )

  it('is taken where it stands alone, or is the only one whose heads fit', async () => {
    expect(await sheetOfWorkbook(named(['Sheet1', '别的'], ['填写说明', '姓名']), '教师信息', fits)).toBe(
      'Sheet1',
    )
    expect(await sheetOfWorkbook(named(['一', '别的'], ['二', '姓名']), '教师信息', fits)).toBe('二')
    expect(await sheetOfWorkbook(named(['一', '姓名'], ['教师信息', '别的']), '教师信息', fits)).toBe(
      '教师信息',
    )
  })

  it('is asked for where none or several fit', async () => {
    await expect(sheetOfWorkbook(named(['一', '姓名'], ['二', '姓名']), '教师信息', fits)).rejects.toThrow(
      '有 2 张工作表的表头都对得上（“一”“二”），请把要导入的那张改名为“教师信息”再传',
    )
    await expect(sheetOfWorkbook(named(['一', '甲'], ['二', '乙']), '教师信息', fits)).rejects.toThrow(
      '没有名为“教师信息”的工作表（有：一、二）',
    )
  })
})
