import { expect, it } from 'vitest'
import { bool, dict, text } from '../../../catalogue/define.ts'
import { choices, freshCondition, joined, partsOf, type Simple } from './words.ts'

const male: Simple = { field: 'gender', in: ['1'] }
const told: Simple = { field: 'note', filled: true }

it('conditions of a step are taken apart and joined to the same again', () => {
  for (const when of [undefined, male, { all: [male, told] }, { any: [male, told] }]) {
    const { all, parts } = partsOf(when)
    expect(joined(all, parts)).toEqual(when)
  }
})

it('a field with choices is asked which, every other one whether it is filled', () => {
  expect(freshCondition('gender', dict('性别', 'gender'))).toEqual({ field: 'gender', in: [] })
  expect(freshCondition('own', bool('独生'))).toEqual({ field: 'own', in: [] })
  expect(freshCondition('note', text('说明'))).toEqual({ field: 'note', filled: true })
})

it('offers 是 and 否, or the codes of the dictionary without those left out', () => {
  expect(choices(bool('独生')).map(({ label }) => label)).toEqual(['是', '否'])
  const left = choices(dict('性别', 'gender', { excludeItems: ['1'] }))
  expect(left.map(({ value }) => value)).not.toContain('1')
  expect(left.map(({ value }) => value)).toContain('2')
  expect(choices(text('说明'))).toEqual([])
})
