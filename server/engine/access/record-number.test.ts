import { describe, expect, it } from 'vitest'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { ownerIn, ownersIn, recordNumber } from './record-number.ts'

describe('the number of a record', () => {
  it('is a UUID version 8 that gives its owner back, the largest too', () => {
    for (const owner of [0, 1, 1_500_000, 0x7fff_ffff]) {
      const id = recordNumber(owner)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(ownerIn(id)).toBe(owner)
      expect(ownerIn(id.toUpperCase())).toBe(owner)
    }
    expect(() => recordNumber(0x8000_0000)).toThrow(RangeError)
    expect(() => recordNumber(-1)).toThrow(RangeError)
    expect(() => recordNumber(1.5)).toThrow(RangeError)
  })

  it('grows with time, whoever the owner is, and is never given twice', () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => recordNumber(20_000 - index))
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(Array.from({ length: 20_000 }, () => recordNumber(7))).size).toBe(20_000)
  })

  it('of before carries none, nor does what only looks like one', () => {
    expect(ownerIn(uuidv7())).toBeNull()
    expect(ownerIn('')).toBeNull()
    expect(ownerIn('no number')).toBeNull()
    expect(ownerIn('0197a000-0000-8000-8000-0000ffffffff')).toBeNull()
    expect(ownerIn('0197a000-0000-8000-8000-0000zzzzzzzz')).toBeNull()
  })

  it('says the owners of several, unless one of them says none', () => {
    expect(ownersIn([recordNumber(3), recordNumber(5), recordNumber(3)])).toEqual([3, 5])
    expect(ownersIn([recordNumber(3), uuidv7()])).toBeNull()
    expect(ownersIn([])).toEqual([])
  })
})
