import { expect, it } from 'vitest'
import { spreadOf } from './spread.ts'

const school = (n: number, ...rates: (number | null)[]) => ({ n, rates })

it('tells a rate over schools and their quartiles, whatever order they come in', () => {
  const schools = [school(30, 0.2), school(30, 0.4), school(60, 0.6), school(30, 0.8), school(30, 1)]
  const all = spreadOf(schools)
  expect(all).toEqual({
    schools: 5,
    pupils: 180,
    items: [{ p: 0.6, low: 0.4, middle: 0.6, high: 0.8 }],
  })
  expect(spreadOf(schools.toReversed())).toEqual(all)
})

it('says nothing below five schools, and counts no school with fewer than thirty pupils', () => {
  const four = [school(30, 0.2), school(30, 0.4), school(60, 0.6), school(30, 0.8)]
  expect(spreadOf([])).toBeNull()
  expect(spreadOf(four)).toBeNull()
  expect(spreadOf([...four, school(29, 1)])).toBeNull()
  expect(spreadOf([...four, school(30, null)])?.items[0]).toEqual({
    p: 0.52,
    low: 0.35,
    middle: 0.5,
    high: 0.65,
  })
})
