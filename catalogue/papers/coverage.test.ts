import { expect, it } from 'vitest'
import { coverageOf, isMet } from './coverage.ts'
import { blueprint, paperValue } from './value.ts'

const facts = [
  { rate: 900, cognitive: '1', under: [10, 1] },
  { rate: 500, cognitive: '3', under: [11, 1] },
  { rate: 300, cognitive: null, under: [] },
]
const plan = blueprint.parse({
  rows: [
    { form: '01', count: 2, score: 3 },
    { form: '06', count: 2, score: 9 },
  ],
  rate: 500,
  tolerance: 60,
  cognitive: { '1': 3, '4': 6 },
  points: [{ point: 1, score: 6 }],
})
const value = paperValue.parse({
  title: '卷',
  blueprint: plan,
  sections: [
    { form: '01', scorePer: 3, items: [0, 1].map((question) => ({ question: question + 1, no: 1 })) },
    { form: '06', scorePer: 9, items: [{ question: 3, no: 1 }] },
  ],
})

it('a paper is held against its blueprint, whatever way its questions came; points count below their own', () => {
  const covered = coverageOf(value, (question) => facts[question - 1])
  expect(covered.map(({ kind, key, wanted, reached }) => [kind, key, wanted, reached])).toEqual([
    ['row', '0', 2, 2],
    ['row', '1', 2, 1],
    ['rate', '', 500, 460],
    ['cognitive', '1', 3, 3],
    ['cognitive', '4', 6, 0],
    ['point', '1', 6, 6],
  ])
  expect(covered.map(isMet)).toEqual([true, false, true, true, false, true])
  expect(coverageOf({ ...value, blueprint: null }, () => undefined)).toEqual([])
  // A question that cannot be read counts nowhere, and an empty paper divides by nothing.
  expect(coverageOf(value, () => undefined).find(({ kind }) => kind === 'rate')?.reached).toBe(0)
})
