import { expect, it } from 'vitest'
import fc from 'fast-check'
import { questionValue } from '../value.ts'
import { editedLetters, lettersOfQuestion } from './edited.ts'
import { readPaper } from './read.ts'

const [read] = readPaper({
  blocks: ['1. 方程 2x=4 的根是', 'A. 1  B. 2', '【答案】B', '【解析】两边除以 2'].map((text) => ({
    kind: 'text',
    text,
  })),
  tokens: [],
}).questions
if (!read) throw new Error('no question')
const before = read.value

const words = fc.stringMatching(/^[方程的根 x2$<&]{0,12}$/)
const edits = fc.record({
  stem: words,
  analysis: words,
  contents: fc.array(words, { maxLength: 4 }),
  answer: fc.constantFrom('A', 'B', null),
})

it('no letter of a paper is lost by an edit without being counted', () => {
  fc.assert(
    fc.property(edits, ({ stem, analysis, contents, answer }) => {
      const options = contents.map((content, i) => ({ key: 'ABCD'.charAt(i), content }))
      const after = questionValue.parse({ ...before, stem, analysis, options, answer })
      const { added, removed } = editedLetters(before, after)
      expect(lettersOfQuestion(before) - removed + added).toBe(lettersOfQuestion(after))
      expect(editedLetters(after, after)).toEqual({ added: 0, removed: 0 })
      expect(removed).toBeLessThanOrEqual(lettersOfQuestion(before))
    }),
    { numRuns: 300 },
  )
})

it('counts only what changed of a text', () => {
  const after = { ...before, stem: before.stem.replace('2x=4', '2x=6') }
  expect(editedLetters(before, after)).toEqual({ added: 1, removed: 1 })
  expect(editedLetters(before, { ...before, answer: 'A' })).toEqual({ added: 1, removed: 1 })
})
