import { expect, it } from 'vitest'
import fc from 'fast-check'
import { lettersOf, type PaperBlock } from './lines.ts'
import { segmentsOf } from './segments.ts'

/** Lines as papers have them, and some that only look so. */
const lines = [
  '一、选择题（共2小题，每小题3分，共6分）',
  '二、解答题',
  '1. 方程的根是（ B ）',
  '2．如图，A、B两点相距3千米',
  '3、求面积',
  '(4) 化简',
  '3.14×2 是多少',
  '2024．年',
  'A. 甲  B. 乙',
  'C．丙\tD．丁',
  'D. 不定',
  '(1) 求边长',
  '接着说',
  '【答案】B',
  '【解析】代入',
  '故选：B',
  '阅读下文，完成2～3题。',
  '参考答案',
  '1-2 BC',
  '1. B 2. A',
  '   ',
]
const block = fc.oneof(
  fc.constantFrom(...lines).map((text): PaperBlock => ({ kind: 'text', text })),
  fc
    .array(
      fc.array(fc.constantFrom('A. 圆', 'B. 方', '题号', '1', 'B', ''), { minLength: 1, maxLength: 3 }),
      {
        minLength: 1,
        maxLength: 2,
      },
    )
    .map((rows): PaperBlock => ({ kind: 'table', rows: rows.map((row) => row.map((cell) => [cell])) })),
)
/** What somebody mended, sensible or not. */
const cuts = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 24 }), fc.constantFrom('start' as const, 'join' as const)),
  {
    maxLength: 4,
  },
)
const textOf = (one: PaperBlock | undefined): string =>
  one?.kind === 'text' ? one.text : (one?.rows.flat(2).join('') ?? '')

it('every block of a paper has one place, and every letter of it is kept or a label', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 25 }), cuts, (blocks, mended) => {
      const found = segmentsOf({ blocks, tokens: [] }, new Map(mended))
      expect(Object.keys(found.places)).toHaveLength(blocks.length)
      const owners = found.questions.flatMap((question) => question.blocks)
      expect(new Set(owners).size).toBe(owners.length)
      const before = found.places.indexOf('answers')
      for (const question of found.questions) {
        const own = [question.analysis, question.points, question.difficulty, question.source]
        // Answers of the end come from other blocks.
        if (before < 0) own.push(question.answer ?? '')
        const kept = [question.stem, ...question.options.map(({ text }) => text), question.dropped, ...own]
        const inPaper = lettersOf(question.blocks.map((at) => textOf(blocks[at])).join(''))
        if (before < 0) expect(lettersOf(kept.join(''))).toBe(inPaper)
      }
      for (const { block: at } of found.tray) expect(found.places[at]).not.toBe('question')
    }),
    { numRuns: 400 },
  )
})
