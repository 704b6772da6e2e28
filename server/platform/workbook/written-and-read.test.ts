import { createWriteStream, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describe, expect, it } from 'vitest'
import { exportCover, exportMark } from '../../../catalogue/rules/sheet.ts'
import { convert, hasOffice } from '../testing/test-libre-office.ts'
import { textsOf } from './test-workbook.ts'
import { writeCsv, writeWorkbook, type Cell, type Sheet } from './write.ts'

const columns = [
  { head: '姓名', kind: 'text' },
  { head: '人数', kind: 'number' },
  { head: '日期', kind: 'date' },
] as const
const rows: readonly (readonly [string, number, string])[] = [
  ['林疏影', 12, '2026-01-31'],
  ['449999198503120010', -5.25, '1985-03-12'],
  ['=HYPERLINK("http://x")', 0, '2018-09'],
  ["'=1+1", 3, '9999-12-31'],
  ["'单引号", 4, '2024-02-29'],
  ['-', 5, '1900-03-01'],
  [' "＝', 6, '2000-01-01'],
  ['两\n行，“三” & <四>', 7, '待定'],
  ['_x0041_ 𠮷', 8, '2000-01-01'],
  ['0123', 9, '2000-01-01'],
]
const listOf = (): Sheet => ({
  name: '名册',
  columns,
  rows: (async function* (): AsyncGenerator<readonly Cell[]> {
    yield* rows
  })(),
  below: () => [[`${exportMark}何以宁，共 ${rows.length} 条`]],
})
const cover = (): Sheet => ({
  name: exportCover,
  columns: [{ head: '项目', kind: 'text' }],
  rows: (async function* (): AsyncGenerator<readonly Cell[]> {
    yield ['不是名册']
  })(),
})

async function fileOf(stream: Readable, ending: string): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'written-')), `名册.${ending}`)
  await pipeline(stream, createWriteStream(path))
  return path
}

const expected = {
  1: ['姓名', '人数', '日期'],
  ...Object.fromEntries(rows.map(([name, count, day], i) => [i + 2, [name, String(count), day]])),
}

describe('what was written is read back equal, without cover and mark', () => {
  it('as a workbook', async () => {
    expect(await textsOf(await fileOf(writeWorkbook([cover(), listOf()]), 'xlsx'))).toEqual(expected)
  })

  it('as comma-separated values', async () => {
    expect(await textsOf(await fileOf(writeCsv(listOf()), 'csv'))).toEqual(expected)
  })
})

describe.skipIf(!hasOffice('calc'))('LibreOffice', () => {
  it('opens a written workbook, runs no formula of it, and saves what it had', async () => {
    const path = await fileOf(writeWorkbook([cover(), listOf()]), 'xlsx')
    expect(await textsOf(convert(path, 'xlsx'))).toEqual(expected)
  })
})
