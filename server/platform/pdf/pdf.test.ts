import { describe, expect, it } from 'vitest'
import { fallbackFor } from './fallback.ts'
import { layOut } from './layout.ts'
import { lettersOf, lineWidth, wrap } from './letters.ts'
import print from './print-worker.ts'
import { papers, type Cell, type Part, type Sheet } from './sheet.ts'
import { readCodeOn, readPdf } from './test-read.ts'

const sheet = (parts: readonly Part[], more: Partial<Sheet> = {}): Sheet => ({
  title: '试印',
  heading: '试 印 表',
  above: ['', ''],
  paper: 'portrait',
  units: 12,
  parts,
  foot: [],
  watermark: null,
  mark: null,
  ...more,
})
const cell = (text: string, span: number, more: Partial<Cell> = {}): Cell => ({
  text,
  span,
  look: 'value',
  ...more,
})
const rows = (count: number, most: number | null, height = 8): Part => ({
  part: 'table',
  title: '工作经历',
  head: [cell('起止', 2, { look: 'label' }), cell('单位', 10, { look: 'label' })],
  rows: Array.from({ length: count }, (_, i) => [
    cell(`${i + 1}`, 2, { height }),
    cell(`第${i + 1}所学校`, 10, { height }),
  ]),
  least: most ?? 0,
  most,
})

async function printed(given: Sheet) {
  const outcome = await print(given)
  return { ...outcome, ...(await readPdf(outcome.bytes)) }
}

describe('a printed sheet', () => {
  it('carries its text, title and language, is tagged, and numbers its pages', async () => {
    const { text, info, isTagged, bytes, pages } = await printed(
      sheet([{ part: 'grid', rows: [[cell('姓名', 2, { look: 'label' }), cell('㐂永·阿依', 10)]] }]),
    )
    expect(text).toContain('试 印 表')
    expect(text).toContain('㐂永·阿依')
    expect(text).toContain('第 1 页 共 1 页')
    expect(info).toMatchObject({ Title: '试印', Language: 'zh-CN' })
    expect(isTagged).toBe(true)
    expect(pages).toHaveLength(1)
    // Two fonts of 15 MB, of which a sheet holds the letters it needs.
    expect(bytes.length).toBeLessThan(60_000)
  })

  it.each([...'𠮷𬎆𪻐𡌴𬒍𬭭'])(
    'draws %s from the second font, and its text gives it back',
    async (letter) => {
      const { text, fonts } = await printed(sheet([{ part: 'grid', rows: [[cell(`王${letter}小`, 12)]] }]))
      expect(text).toContain(`王${letter}小`)
      expect(fonts.some((name) => name.includes('HanaMin'))).toBe(true)
      expect(lettersOf('regular').has(letter)).toBe(false)
      expect(pathOf(letter)).toBeGreaterThan(20)
    },
  )

  it('draws 𰻝 of plane 3 from the third font', async () => {
    const { text, fonts } = await printed(sheet([{ part: 'grid', rows: [[cell('张𰻝', 12)]] }]))
    expect(text).toContain('张𰻝')
    expect(fonts.some((name) => name.includes('NotoSansSC'))).toBe(true)
  })

  it('prints the code point where no font has the letter, and says so at the foot', async () => {
    const { text, fonts } = await printed(sheet([{ part: 'grid', rows: [[cell('张𱍐', 12)]] }]))
    expect(text).toContain('张〔U+31350〕')
    expect(text).toContain('打印字库没有〔U+31350〕，以统一码代替')
    expect(fonts.some((name) => name.includes('HanaMin'))).toBe(false)
  })

  it('prints whatever else a text holds: emoji, marks without a shape, halves of letters', async () => {
    const odd = '甲😀乙\u0007丙\ud842丁葛\u{e0100}戊\t己\r\n庚👨‍👩‍👧辛'
    const { text } = await printed(
      sheet([{ part: 'grid', rows: [[cell(odd, 12)]] }], { heading: odd, watermark: odd, foot: [odd] }),
    )
    expect(text).toContain('乙〔U+0007〕丙〔U+D842〕丁葛戊 己')
  })

  it('puts the rows that find no place on continuation pages, under the same head', async () => {
    const few = await printed(sheet([rows(3, 8)]))
    expect(few.pages).toHaveLength(1)
    expect(few.text).not.toContain('续表')
    const many = await printed(sheet([rows(60, 8), { part: 'grid', rows: [[cell('末行', 12)]] }]))
    expect(many.pages[0]).toContain('末行')
    expect(many.pages[0]).toContain('（共 60 条，余见续表）')
    expect(many.pages[1]).toContain('（续表）工作经历 共 60 条')
    for (let i = 1; i <= 60; i += 1) expect(many.text.match(new RegExp(`第${i}所学校`, 'g'))).toHaveLength(1)
    expect(many.pages.slice(1).every((page) => page.includes('起止 单位'))).toBe(true)
  })

  it('repeats the head of a table that flows, so many rows a page as it says', async () => {
    const table = rows(60, null, 6)
    if (table.part !== 'table') throw new Error('a table')
    const { pages } = await printed(sheet([{ ...table, perPage: 25 }], { paper: 'landscape', heading: '' }))
    expect(pages).toHaveLength(3)
    expect(pages[0]).toContain('第25所学校')
    expect(pages[0]).not.toContain('第26所学校')
  })

  it('cuts nothing: letters shrink, rows grow, what is longer than a page goes on', async () => {
    const letters = Array.from({ length: 6000 }, (_, i) => String.fromCodePoint(0x4e00 + (i % 500))).join('')
    const long = sheet([{ part: 'grid', rows: [[cell('总结', 1, { look: 'label' }), cell(letters, 11)]] }])
    const { text, pages } = await printed(long)
    expect(pages.length).toBeGreaterThan(1)
    expect([...text].filter((letter) => letters.includes(letter)).join('')).toContain(letters.slice(0, 40))
    expect([...text.replace(/[^\u4e00-\u9fff]/g, '')].length).toBeGreaterThanOrEqual(6000)
    const { height, bottom } = papers.portrait
    for (const page of layOut(long))
      for (const { y, height: tall } of page.boxes)
        expect(y + tall).toBeLessThanOrEqual(height - bottom + 0.5)
  })

  it('keeps a cell’s lines within the cell', () => {
    const words =
      '中华人民共和国教育部、ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@example.com，完'
    for (const size of [10.5, 9, 7.5]) {
      const lines = wrap(lettersOf('regular'), words, size, 70)
      expect(lines.join('')).toBe(words)
      for (const line of lines)
        expect(lineWidth(lettersOf('regular'), line, size)).toBeLessThanOrEqual(70.01 + size)
      expect(lines.some((line) => /^[、，]/.test(line))).toBe(false)
    }
  })

  it('prints an unapproved paper with its words across, and no code', async () => {
    const { text } = await printed(sheet([cellGrid()], { watermark: '未批准' }))
    expect(text.match(/未批准/g)).toHaveLength(2)
    const marked = await printed(
      sheet([cellGrid()], {
        mark: { address: 'https://x.example/v/0123456789abcdef', code: '0123 4567 89ab cdef' },
      }),
    )
    expect(marked.text).toContain('0123 4567 89ab cdef')
    expect(marked.text).toContain('https://x.example/v/0123456789abcdef')
    expect(await readCodeOn(marked.bytes)).toBe('https://x.example/v/0123456789abcdef')
  })
})

const cellGrid = (): Part => ({ part: 'grid', rows: [[cell('内容', 12)]] })
/** Steps of the outline that the second font has for a letter; its empty box has fewer. */
const pathOf = (letter: string) =>
  fallbackFor(letter)?.font.glyphForCodePoint(letter.codePointAt(0) ?? 0).path.commands.length ?? 0
