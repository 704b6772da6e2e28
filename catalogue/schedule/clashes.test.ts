import { expect, it } from 'vitest'
import { clashesOf } from './clashes.ts'

const one = (ref: string, startsAt: number, endsAt: number, isCancelled = false) => ({
  ref,
  startsAt,
  endsAt,
  isCancelled,
})

it('two things at once clash, both ways; what follows, and what was cancelled, does not', () => {
  const found = clashesOf([
    one('late', 8, 12),
    one('long', 0, 10),
    one('inside', 2, 3),
    one('after', 10, 11),
    one('off', 0, 20, true),
  ])
  expect(Object.fromEntries(found)).toEqual({
    long: ['inside', 'late'],
    inside: ['long'],
    late: ['long', 'after'],
    after: ['late'],
  })
})
