import { expect, it } from 'vitest'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import { isSameQuestion } from './settled.ts'
import { bank } from './test-bank.ts'

const [choice, several, , blank, essay, material] = bank.map(({ value }) => value)
const same = (one: QuestionValue | undefined, over: Partial<QuestionValue>) =>
  one && isSameQuestion(one, { ...one, ...over }, (id) => id)

it('questions are the same however a formula is written, and whoever may read them', () => {
  expect(same(choice, { stem: '<p>方程 $x^2 - 5x+6=0$ 的根是（　　）</p>' })).toBe(true)
  expect(same(blank, { stem: '<p>圆的周长是________，面积是\\blank；$\\sqrt 4=$____。</p>' })).toBe(true)
  expect(same(choice, { shareScope: '9' })).toBe(true)
})

it('and differ by a number, a sign, an answer, a picture, what they are filed under', () => {
  expect(same(choice, { stem: '<p>方程 $x^{2}-5x+7=0$ 的根是（　　）</p>' })).toBe(false)
  expect(same(choice, { answer: 'B' })).toBe(false)
  expect(same(choice, { options: (choice?.options ?? []).toReversed() })).toBe(false)
  expect(same(choice, { difficulty: '4' })).toBe(false)
  expect(same(blank, { answer: [['$2\\pi r$'], ['$\\pi r^{2}$'], ['2', '二']] })).toBe(false)
  expect(same(essay, { scoringPoints: [] })).toBe(false)
  expect(same(material, { parts: (material?.parts ?? []).slice(1) })).toBe(false)
  expect(
    several &&
      isSameQuestion(
        several,
        {
          ...several,
          options: several.options.map((one, i) =>
            i === 0 ? { ...one, content: one.content.replace('0001', '0002') } : one,
          ),
        },
        (id) => id,
      ),
  ).toBe(false)
})
