import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { read, utils, type WorkBook } from '@e965/xlsx'
import JSZip from 'jszip'
import { describe, expect, it } from 'vitest'
import { shownText, writtenText } from '../../../catalogue/rules/sheet.ts'
import { writeCsv, writeWorkbook, type Cell, type Sheet } from './write.ts'

const columns = [
  { head: '姓名', kind: 'text', width: 12 },
  { head: '人数', kind: 'number' },
  { head: '日期', kind: 'date' },
] as const

const sheetOf = (rows: readonly (readonly Cell[])[], more: Partial<Sheet> = {}): Sheet => ({
  name: '名册',
  columns,
  rows: (async function* () {
    yield* rows
  })(),
  ...more,
})

const opened = (bytes: Buffer): WorkBook => read(bytes, { type: 'buffer', cellDates: false, cellNF: true })
/** What a workbook shows in a sheet, as texts and numbers. */
const cellsOf = (book: WorkBook, name = '名册') =>
  utils.sheet_to_json<Cell[]>(book.Sheets[name] ?? {}, {
    header: 1,
    raw: true,
    defval: null,
    blankrows: true,
  })

const signs = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '−']
const hostile = signs.flatMap((sign) =>
  ['', ' ', '"', "'"].map((before) => `${before}${sign}HYPERLINK("http://x")`),
)

const plain: readonly (readonly Cell[])[] = [
  ['林疏影', 12, '2026-01-31'],
  ['𠮷田，“三” & <四>', -5.25, '1900-01-01'],
  [' 前后空格 ', 0, '2018-09'],
  ['两\n行', null, null],
  ['_x0041_', 1e12, '不是日期'],
  ['001234567890123456', null, '2026-02-30'],
  [null, null, null],
  ['442000199001011234', 3, '9999-12-31'],
]

describe('a written workbook', () => {
  it('reads back as it was written: texts, numbers and days, on every sheet', async () => {
    const book = opened(
      await buffer(
        writeWorkbook([
          sheetOf([['1 条', null, null]], { name: '封面', above: [['导出封面']], below: () => [['完']] }),
          sheetOf(plain),
        ]),
      ),
    )
    expect(book.SheetNames).toEqual(['封面', '名册'])
    expect(cellsOf(book, '封面')).toEqual([
      ['导出封面', null, null],
      ['姓名', '人数', '日期'],
      ['1 条', null, null],
      ['完', null, null],
    ])
    const [heads, ...rows] = cellsOf(book)
    expect(heads).toEqual(['姓名', '人数', '日期'])
    expect(rows.map(([first]) => first)).toEqual(plain.map(([first]) => first))
    expect(rows.map(([, second]) => second)).toEqual(plain.map(([, second]) => second))
    // A day is a number with the format of a day; what is none stays the text it was.
    expect(book.Sheets['名册']?.['C2']).toMatchObject({ t: 'n', v: 46_053, w: '2026-01-31' })
    expect(rows.slice(1, 3).map(([, , day]) => day)).toEqual(['1900-01-01', '2018-09'])
    expect(rows[4]?.[2]).toBe('不是日期')
  })

  it('tells in front what came behind: the first sheet is written last', async () => {
    let rows = 0
    const list = sheetOf([], {
      rows: (async function* () {
        for (; rows < 5; rows += 1) yield [`第 ${rows}`, rows, null] as const
      })(),
    })
    const cover = sheetOf([], {
      name: '封面',
      rows: (async function* () {
        yield [`共 ${rows} 条`, rows, null] as const
      })(),
    })
    expect(cellsOf(opened(await buffer(writeWorkbook([cover, list]))), '封面')[1]?.[0]).toBe('共 5 条')
  })

  it('has a head and a foot on every printed page, and repeats the heads of the columns', async () => {
    const bytes = await buffer(
      writeWorkbook([sheetOf(plain, { pageHead: '何以宁 & 8 2026-11-23 导出 12', pageFoot: '仅供核对' })]),
    )
    const zip = await JSZip.loadAsync(bytes)
    const xml = await zip.file('xl/worksheets/sheet1.xml')?.async('text')
    expect(xml).toContain('<oddHeader>&amp;L&amp;8 何以宁 &amp;&amp; 8 2026-11-23 导出 12</oddHeader>')
    expect(xml).toContain('仅供核对')
    expect(await zip.file('xl/workbook.xml')?.async('text')).toContain("'名册'!$1:$1")
  })
})

describe('whoever hides a formula in a value', () => {
  it(`finds a text in every cell of a workbook, and itself unchanged (${hostile.length} cells)`, async () => {
    const bytes = await buffer(writeWorkbook([sheetOf(hostile.map((text) => [text, null, null]))]))
    const sheet = opened(bytes).Sheets['名册'] ?? {}
    for (const [i, text] of hostile.entries()) {
      const cell: unknown = sheet[`A${i + 2}`]
      expect(cell).toMatchObject({ t: 's' })
      expect(cell).not.toHaveProperty('f')
      expect(cell).toHaveProperty('v', text)
    }
    const xml = (await (await JSZip.loadAsync(bytes)).file('xl/worksheets/sheet1.xml')?.async('text')) ?? ''
    expect(xml).not.toContain('<f>')
    // Excel leaves such a cell a text, also after somebody opened it to type.
    expect(xml.match(/ s="3" t="inlineStr"/g)).toHaveLength(hostile.length)
  })

  it(`finds an apostrophe before it in comma-separated values, which comes off again (${hostile.length} cells)`, async () => {
    const text = (await buffer(writeCsv(sheetOf(hostile.map((one) => [one, -1, null]))))).toString()
    const sheet = Object.values(read(text, { type: 'string', raw: true }).Sheets)[0]
    const cells = utils.sheet_to_json<string[]>(sheet ?? {}, { header: 1, raw: true, defval: '' }).slice(1)
    for (const [i, [cell = '', number]] of cells.entries()) {
      expect(cell.startsWith("'")).toBe(true)
      expect(writtenText(cell)).toBe(shownText(hostile[i] ?? ''))
      expect(number).toBe('-1')
    }
    expect(cells).toHaveLength(hostile.length)
  })

  it('breaks no file by letters that XML has none for', async () => {
    const bytes = await buffer(writeWorkbook([sheetOf([['a\0b\u001bc\ud800d\ufffee', null, null]])]))
    expect(cellsOf(opened(bytes))[1]?.[0]).toBe('abc�de')
  })
})

it('comma-separated values begin with a byte-order mark and read back equal', async () => {
  const bytes = await buffer(writeCsv(sheetOf(plain, { below: () => [['【导出标记】', '何以宁']] })))
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  const sheet = Object.values(read(bytes, { type: 'buffer', raw: true }).Sheets)[0]
  const rows = utils.sheet_to_json<string[]>(sheet ?? {}, { header: 1, raw: true, defval: '' })
  expect(rows[1]).toEqual(['林疏影', '12', '2026-01-31'])
  expect(rows[2]?.[0]).toBe('𠮷田，“三” & <四>')
  expect(rows.at(-1)?.slice(0, 2)).toEqual(['【导出标记】', '何以宁'])
})

describe('a stream of many rows', () => {
  /** Rows without end, and how many were taken. */
  function endless() {
    const seen = { taken: 0, ended: false }
    const rows = (async function* () {
      try {
        for (;;) {
          seen.taken += 1
          yield [`教师 ${seen.taken} ${Math.random()}`, seen.taken, '2026-01-31'] as const
        }
      } finally {
        seen.ended = true
      }
    })()
    return { seen, rows }
  }

  it.each([
    ['workbook', (sheet: Sheet) => writeWorkbook([sheet])],
    ['comma-separated values', (sheet: Sheet) => writeCsv(sheet)],
  ])('a %s waits for whoever takes it, and ends when they go', async (_, write) => {
    const { seen, rows } = endless()
    const stream = write(sheetOf([], { rows }))
    await new Promise((done) => void stream.once('readable', () => done(undefined)))
    // However long nobody reads, no more is asked for than the buffers hold.
    await expect
      .poll(async () => {
        const before = seen.taken
        await pause(50)
        return seen.taken - before
      })
      .toBe(0)
    expect(seen.taken).toBeLessThan(100_000)
    stream.destroy()
    await expect.poll(() => seen.ended).toBe(true)
  })

  it('keeps an error that comes before anybody takes it', async () => {
    const failing = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('一开始')) }) }
    const stream = writeWorkbook([sheetOf([], { rows: failing })])
    await expect.poll(() => stream.errored).not.toBeNull()
    await expect(buffer(stream)).rejects.toThrow('一开始')
  })

  it('ends with the error of its rows, or when it is called off', async () => {
    const failing = (async function* () {
      yield ['甲', 1, null] as const
      throw new Error('读到一半')
    })()
    await expect(buffer(writeWorkbook([sheetOf([], { rows: failing })]))).rejects.toThrow('读到一半')
    const { seen, rows } = endless()
    const stop = new AbortController()
    const all = buffer(writeWorkbook([sheetOf([], { rows })], stop.signal))
    await expect.poll(() => seen.taken).toBeGreaterThan(100)
    stop.abort()
    await expect(all).rejects.toThrow(/abort/i)
    await expect.poll(() => seen.ended).toBe(true)
  })
})
