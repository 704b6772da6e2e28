import { describe, expect, it } from 'vitest'
import { differing, isEmpty, isSame, members } from './values.ts'

describe('an answer', () => {
  it('of 0 or 否 is not empty', () => {
    expect([0, false, '0', ' '].map(isEmpty)).toEqual([false, false, false, false])
  })

  it('without anything is empty', () => {
    expect([null, undefined, '', []].map(isEmpty)).toEqual([true, true, true, true])
  })
})

describe('two values', () => {
  it('are the same to a reader when both are empty, however they are written', () => {
    expect(isSame(null, '')).toBe(true)
    expect(isSame([], undefined)).toBe(true)
    expect(isSame(0, null)).toBe(false)
    expect(isSame(false, null)).toBe(false)
  })

  it('differ by order, by kind and within lists', () => {
    expect(isSame(['a', 'b'], ['b', 'a'])).toBe(false)
    expect(isSame('1', 1)).toBe(false)
    expect(isSame([{ a: 1 }], [{ a: 1 }])).toBe(true)
    expect(isSame([{ a: 1 }], [{ a: 2 }])).toBe(false)
  })

  it('are compared only for the fields that are asked about', () => {
    expect(differing(['a', 'b'], { a: 1, b: '', c: 1 }, { a: 2, b: null, c: 2 })).toEqual(['a'])
  })
})

it('the members of a value are none, one or many', () => {
  expect(members('')).toEqual([])
  expect(members('1')).toEqual(['1'])
  expect(members(['1', '2'])).toEqual(['1', '2'])
})
