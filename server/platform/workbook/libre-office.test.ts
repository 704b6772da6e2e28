import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { convert, hasOffice } from '../testing/test-libre-office.ts'
import { bookFile, inline, textsOf } from './test-workbook.ts'

describe.skipIf(!hasOffice('calc'))('LibreOffice', () => {
  it('writes workbooks that are read, and reads those that are written here', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'office-'))
    const csv = join(folder, '教师.csv')
    writeFileSync(csv, "\ufeff姓名,出生日期,身份证件号,工资\n陈某某,1985-03-12,'449999198503120010,3456.7\n")
    expect(await textsOf(convert(csv, 'xlsx'))).toEqual({
      1: ['姓名', '出生日期', '身份证件号', '工资'],
      2: ['陈某某', '1985-03-12', expect.stringContaining('449999198503120010'), '3456.7'],
    })
    const book = bookFile({
      sheets: [
        {
          name: '教师信息',
          rows: `<row r="1">${inline('A1', '姓名')}${inline('B1', '是否')}</row><row r="3"><c r="A3"><f>1+1</f></c><c r="B3" t="b"><v>1</v></c><c r="C3" s="1"><v>31118</v></c></row>`,
          behind: '<mergeCells count="1"><mergeCell ref="A5:B6"/></mergeCells>',
        },
      ],
      styles:
        '<fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs>',
    })
    const again = convert(book, 'xlsx')
    expect(await textsOf(again)).toEqual({ 1: ['姓名', '是否'], 3: ['2', 'TRUE', '1985-03-12'] })
    expect(readFileSync(again).subarray(0, 2).toString()).toBe('PK')
  })
})
