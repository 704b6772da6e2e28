import { describe, expect, it } from 'vitest'
import { judgeQuestion } from './judge.ts'
import { written } from './test-questions.ts'
import { blanksIn, markupOf, plainOf } from './texts.ts'

const faults = (over: Readonly<Record<string, unknown>>) =>
  judgeQuestion(written(over))
    .filter(({ level }) => level === 'error')
    .map(({ code, field, message }) => `${code} ${field} ${message}`)
const options = (...contents: string[]) =>
  contents.map((content, i) => ({ key: 'ABCDEFGH'.charAt(i), content }))
const bare = { options: [], questionForm: null }

describe('a question is judged', () => {
  it('and nothing is wrong with a whole one', () => expect(faults({})).toEqual([]))

  it.each([
    [{ stem: '<p> </p>' }, ['Q104 stem 请填写题干']],
    [{ subject: null }, ['Q101 subject 请选择学科']],
    [{ questionForm: '21' }, ['Q102 questionForm 该学科没有这种题型，请另选']],
    [
      { licence: '1', shareScope: '2' },
      ['Q103 licence “仅供校内教学”的只能共享到本校，请换一种许可或缩小范围'],
    ],
    [{ options: options('甲') }, ['Q106 options 选项应为 2 到 8 项']],
    [
      {
        options: [
          { key: 'A', content: '甲' },
          { key: 'C', content: '乙' },
        ],
      },
      ['Q107 options 选项的字母应从 A 起连续'],
    ],
    [{ options: options('甲', '') }, ['Q108 options.1 选项 B 是空的']],
    [{ options: options('甲', '乙', '甲') }, ['Q109 options.2 选项 C 与 A 相同']],
    [{ answer: null }, ['Q110 answer 请选出正确选项']],
    [{ answer: 'E' }, ['Q110 answer 答案不是已有的选项，请重选']],
    [{ questionKind: 'multiple', answer: ['A'] }, ['Q111 answer 多选题的正确选项不少于 2 个']],
    [{ questionKind: 'multiple', answer: ['A', 'A'] }, ['Q111 answer 多选题的正确选项不少于 2 个']],
    [{ questionKind: 'judge', answer: true }, ['Q105 options 判断题没有选项']],
    [{ ...bare, questionKind: 'judge', answer: 'A' }, ['Q112 answer 请选择对或错']],
    [
      { ...bare, questionKind: 'blank', stem: '甲____乙____', answer: [['1']] },
      ['Q114 answer 题干有 2 个空，答案有 1 个'],
    ],
    [{ ...bare, questionKind: 'blank', stem: '甲____', answer: [[]] }, ['Q115 answer 第 1 个空无答案']],
    [{ ...bare, questionKind: 'blank', stem: '甲', answer: [] }, ['Q113 stem 填空题请用 ____ 标出空的位置']],
    [{ ...bare, questionKind: 'essay', answer: '' }, ['Q116 answer 请填写参考答案']],
    [{ ...bare, questionKind: 'composite', answer: null }, ['Q117 parts 材料题至少要有一道小题']],
  ])('%j', (over, expected) => expect(faults(over)).toEqual(expected))

  it('by its scores in tenths', () => {
    const points = (...scores: number[]) => scores.map((score) => ({ text: '写出一步', score }))
    const essay = { ...bare, questionKind: 'essay', answer: '略' }
    expect(faults({ ...essay, score: 0.3, scoringPoints: points(0.1, 0.2) })).toEqual([])
    expect(faults({ ...essay, score: 8, scoringPoints: points(3, 4) })).toEqual([
      'Q118 scoringPoints 采分点合计 7 分，与分值 8 不符',
    ])
  })

  it('with its parts, each named by its number', () => {
    const part = { questionKind: 'judge', stem: '对吗', answer: true, score: 2 }
    const material = { ...bare, questionKind: 'composite', answer: null, stem: '材料' }
    expect(faults({ ...material, score: 4, parts: [part, { ...part, answer: null }] })).toEqual([
      'Q112 parts.1.answer 第 2 小题：请选择对或错',
    ])
    expect(faults({ ...material, score: 5, parts: [part, part] })).toEqual([
      'Q120 score 小题合计 4 分，与分值 5 不符',
    ])
  })

  it('where parts share one pool of options', () => {
    const part = (answer: string) => ({ questionKind: 'single', answer })
    const pool = {
      questionKind: 'composite',
      layout: 'options',
      stem: '从 A 到 E 中选',
      options: options('甲', '乙', '丙', '丁', '戊'),
      answer: null,
      questionForm: null,
    }
    expect(faults({ ...pool, parts: [part('A'), part('E')] })).toEqual([])
    expect(faults({ ...pool, parts: [part('F')] })).toEqual([
      'Q110 parts.0.answer 第 1 小题：答案不是已有的选项，请重选',
    ])
  })

  it('by the dollar signs of its texts: a lone one is refused with its place (resources.md, test 20)', () => {
    expect(faults({ stem: '<p>用 $5$ 和 \\$5</p>' })).toEqual([])
    expect(faults({ stem: '<p>一共$5</p>' })).toEqual([
      'Q121 stem 题干第 3 个字处的 $ 没有配对；美元请写成 \\$',
    ])
    expect(faults({ options: options('<p>$a</p><p>b$</p>', '丙') })).toEqual([
      'Q121 options.0 选项 A第 1 个字处的 $ 没有配对；美元请写成 \\$',
    ])
  })

  it('by its formulas', () => {
    expect(faults({ stem: '求 $\\frac{1}{2$' })).toEqual([
      'Q122 stem 题干的公式 $\\frac{1}{2$ 有误：少了一个 }',
    ])
    const typesetter = (tex: string) => (tex === 'x' ? '不认识' : null)
    expect(judgeQuestion(written({ stem: '$x$' }), typesetter).map(({ code }) => code)).toEqual(['Q122'])
  })

  it('and warned of what others would miss', () => {
    const warned = judgeQuestion(
      written({ shareScope: '2', stem: '<p>如图<img data-file="x" alt=""></p>', questionForm: null }),
    )
    expect(warned.map(({ code, level }) => `${code} ${level}`)).toEqual([
      'Q130 warning',
      'Q131 warning',
      'Q132 warning',
    ])
  })
})

describe('texts of a question', () => {
  it.each([
    ['甲____乙__丙', 2],
    ['$x_{1}$ 是 \\blank', 1],
    ['$\\blank+1$', 1],
    ['没有', 0],
  ])('%s has %i blanks', (text, count) => expect(blanksIn(text)).toBe(count))

  it('are plain where they have lines alone, and come back the same', () => {
    for (const text of ['第一行\n第二行 $a<b$', '一 & 二', '<p>不是标签'])
      expect(plainOf(markupOf(text))).toBe(text)
    expect(plainOf('<p>甲</p><p><img data-file="x" alt=""></p>')).toBeNull()
    expect(plainOf('<p>x<sup>2</sup></p>')).toBeNull()
  })
})
