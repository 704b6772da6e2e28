import { describe, expect, it } from 'vitest'
import type { PaperAnswer } from '../../../catalogue/contract/question-import.ts'
import { readPaper } from '../../../catalogue/questions/word/read.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import type { MendingStep } from './mending-copy.ts'
import { mendedPaper, originalOf, typesetterOf } from './mending.ts'

const token = (html: string, shown: string) => ({ html, shown, kind: 'formula' as const, isLost: false })
const source = {
  blocks: [
    '1. 解 \ue000',
    'A. 1  B. 2',
    '另起一段，票价 $5',
    '2. 求 \ue001',
    '参考答案',
    '1. B',
    '2. 三',
  ].map((text) => ({
    kind: 'text' as const,
    text,
  })),
  tokens: [
    token('$x&lt;1$', '<span class="katex">x小于1</span>'),
    token('$\\pi$', '<span class="katex">π</span>'),
  ],
}
const none = {
  questionKind: 'essay' as const,
  stem: '',
  options: [],
  answer: null,
  analysis: '',
  scoringPoints: [],
  score: null,
}
/** What the server answers: here with nothing typeset, so that one sees what the page made itself. */
const paper: PaperAnswer = {
  name: '卷.docx',
  questions: readPaper(source).questions.map((question) => ({
    ...question,
    reasons: [...question.reasons],
    blocks: [...question.blocks],
    known: null,
    shown: { ...none, parts: [] },
  })),
  warnings: [],
  tray: [],
  formulas: 2,
  pictures: 0,
  paper: source,
}
type Cut = readonly [block: number, how: 'start' | 'join']
const stepsOf = (cuts: readonly Cut[]): MendingStep[] => cuts.map(([block, how]) => [block, how])
const told = (...cuts: readonly Cut[]) =>
  mendedPaper(paper, stepsOf(cuts)).questions.map(({ key, number, value, shown }) => [
    key,
    number,
    value.answer,
    shown.stem,
  ])

describe('mending a paper', () => {
  it('shows what the server read while nothing is mended', () => {
    expect(told()).toEqual([
      [0, 1, 'B', ''],
      [3, 2, '<p>三</p>', ''],
    ])
  })

  it('splits at a paragraph and merges, keys and answers stay with their questions', () => {
    expect(told([2, 'start'])).toEqual([
      [0, 1, 'B', '<p>解 <span class="katex">x小于1</span></p>'],
      [2, 1, null, '<p>另起一段，票价 $5</p>'],
      // What was not mended stays as the server showed it.
      [3, 2, '<p>三</p>', ''],
    ])
    expect(told([3, 'join']).map(([key]) => key)).toEqual([0])
  })

  it('knows a question of the bank again that nothing was mended about', () => {
    const held = {
      ...paper,
      questions: paper.questions.map((one, i) => ({ ...one, known: i === 1 ? 7 : null })),
    }
    const known = (...cuts: readonly Cut[]) =>
      mendedPaper(held, stepsOf(cuts)).questions.map((one) => one.known)
    expect(known([2, 'start'])).toEqual([null, null, 7])
    expect(known([4, 'join'])).toEqual([null, null])
  })

  it('keeps an edit of the words over the file, counts its letters and says what is still wrong', () => {
    const [first] = mendedPaper(paper, []).questions
    if (!first) throw new Error('no question')
    const edit = (value: QuestionValue): MendingStep => ({ key: 0, blocks: [0, 1, 2], value })
    const value = { ...first.value, stem: '<p>解 $x&lt;1$ 和 $y$</p>' }
    const [edited, second] = mendedPaper(paper, [edit(value)]).questions
    expect(edited).toMatchObject({ value, confidence: 'high', edited: { added: 4, removed: 0 } })
    // The formula of the file is typeset; a new one shows its source until the server answers.
    expect(edited?.shown.stem).toBe('<p>解 <span class="katex">x小于1</span> 和 $y$</p>')
    expect(second?.edited).toBeNull()
    const [wrong] = mendedPaper(paper, [edit({ ...value, stem: '', answer: 'D' })]).questions
    expect(wrong).toMatchObject({
      confidence: 'middle',
      reasons: ['请填写题干', '答案不是已有的选项，请重选'],
    })
  })

  it('says that an edit is left out where its question is split afterwards, and has it again without the split', () => {
    const [first] = mendedPaper(paper, []).questions
    if (!first) throw new Error('no question')
    const step: MendingStep = { key: 0, blocks: [...first.blocks], value: { ...first.value, stem: '改过' } }
    const after = mendedPaper(paper, [step, [2, 'start']])
    expect(after.questions.map(({ edited }) => edited)).toEqual([null, null, null])
    expect(after.warnings.join()).toContain('改动没有带上')
    expect(mendedPaper(paper, [step]).questions[0]?.value.stem).toBe('改过')
  })

  it('shows formulas as the server typeset them, and amounts as they are', () => {
    const typeset = typesetterOf(source)
    expect(typeset('<p>若 $x&lt;1$，票价 \\$5 和 \\$6，$y$</p>')).toBe(
      '<p>若 <span class="katex">x小于1</span>，票价 $5 和 $6，$y$</p>',
    )
    expect(originalOf(source).slice(0, 3)).toEqual([
      '<p>1. 解 <span class="katex">x小于1</span></p>',
      '<p>A. 1  B. 2</p>',
      '<p>另起一段，票价 $5</p>',
    ])
  })
})
