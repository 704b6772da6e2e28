import { read, utils } from '@e965/xlsx'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellText, csvLines, csvMark, shownText, writtenText } from './sheet.ts'

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−']
const hidden = [
  '',
  ' ',
  '\t',
  '\r',
  '\n',
  '\0',
  '\u001b',
  '\u200b',
  '\ufeff',
  '\u202e',
  '\u3000',
  '\u00a0',
  '\0\t',
  ' \0\r\n',
]

/** Cells of a file as a spreadsheet opens it. */
const opened = (csv: string) => {
  const sheet = Object.values(read(Buffer.from(csv), { type: 'buffer', raw: true }).Sheets)[0]
  return utils.sheet_to_json<string[]>(sheet ?? {}, { header: 1, raw: true, defval: '' })
}

const csvCell = (text: string) => csvLines([[text]]).slice(0, -2)

describe('whoever wants a formula to run on the desk of an officer who opens an export', () => {
  it.each(signs.flatMap((sign) => hidden.map((before) => [before + sign + "cmd|'/c calc'!A0"])))(
    'does not get it by %j',
    (text) => {
      expect(cellText(text)).toMatch(/^'/)
      expect(csvCell(text)).toMatch(/^"'/)
      expect(csvCell(text)).not.toContain('\0')
    },
  )

  it('does not get it by any text', () => {
    const start = fc
      .array(fc.constantFrom(...signs, ...hidden, '"', "'", ',', '甲'))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(start, fc.string({ unit: 'binary' }), (head, rest) => {
        const cell = cellText(head + rest)
        // Whatever a spreadsheet leaves aside in front, what follows is no sign.
        expect(cell.replace(/^[\s\p{Cf}\p{Cc}]*/u, '').normalize('NFKC')).not.toMatch(/^[=+\-@\u2212]/)
        expect(cell).not.toMatch(/\0/)
        // One quoted field, however many quotes and lines the text has.
        expect(csvCell(head + rest)).toMatch(/^"(?:[^"]|"")*"$/)
      }),
      { numRuns: 2000 },
    )
  })
})

it('texts that are no formulas come through unchanged, and the file reads back as it was written', () => {
  const rows = [
    ['林疏影', '一,二', '"三"', '甲\n乙', '2024-09', '0662-3412345', 'a=b', '1+1', '】＝', '😀'],
    ['二', ' ', '。', '-', '五', '', '', '', '', '末'],
  ]
  const cells = rows.map((row) => row.map((text) => (text === '-' ? "'-" : text)))
  expect(opened(csvMark + csvLines(rows))).toEqual(cells)
})

it('the apostrophe comes off again, also where the text had one of its own', () => {
  const start = fc
    .constantFrom('', "'", "''", '"', ' ', '\t', '\n')
    .chain((before) => fc.constantFrom('', ...signs, '甲').map((sign) => before + sign))
  fc.assert(
    fc.property(start, fc.string({ unit: 'binary' }), (head, rest) => {
      expect(writtenText(cellText(head + rest))).toBe(shownText(head + rest))
    }),
    { numRuns: 2000 },
  )
})
