import { describe, expect, it } from 'vitest'
import { minuteText, pointsText, secondIn, secondText } from './words.ts'

describe('words of teaching research', () => {
  it('write seconds as minutes and seconds, and read them back', () => {
    expect(secondText(450)).toBe('07:30')
    expect([secondIn('07:30'), secondIn('7：30'), secondIn('450')]).toEqual([450, 450, 450])
    expect([secondIn('7:75'), secondIn('半'), secondIn('')]).toEqual([null, null, null])
  })
  it('write moments and points', () => {
    expect(minuteText('2026-10-15T14:00')).toBe('10-15 14:00')
    expect([pointsText(86.5), pointsText(null)]).toEqual(['86.50', '–'])
  })
})
