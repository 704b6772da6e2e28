import { describe, expect, it } from 'vitest'
import { addDays, dateOf, daysBetween, endOfDay, isDate, startOfDay, today, uuidv7 } from './clock.ts'

describe('the calendar', () => {
  it('changes the day at midnight in Shanghai', () => {
    expect(today(new Date('2024-02-28T15:59:59.999Z'))).toBe('2024-02-28')
    expect(today(new Date('2024-02-28T16:00:00.000Z'))).toBe('2024-02-29')
    expect(dateOf(new Date(startOfDay('2024-02-29')))).toBe('2024-02-29')
    expect(dateOf(new Date(endOfDay('2024-02-29')))).toBe('2024-02-29')
    expect(endOfDay('2024-02-29')).toBe('2024-02-29T23:59:59.999999+08:00')
  })

  it('knows which days exist', () => {
    expect(['2024-02-29', '2000-12-31'].every(isDate)).toBe(true)
    expect(['2023-02-29', '2024-13-01', '2024-1-1', '', '2024-02-29T00:00'].some(isDate)).toBe(false)
    expect(() => endOfDay('2023-02-29')).toThrow(RangeError)
  })

  it('counts days across months and years', () => {
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01')
    expect(addDays('2024-01-01', -1)).toBe('2023-12-31')
    expect(daysBetween('2023-12-31', '2024-03-01')).toBe(61)
  })
})

describe('uuidv7', () => {
  it('has the form of version 7 and carries the time', () => {
    const id = uuidv7()
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(Math.abs(Number.parseInt(id.replace('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(1_000)
  })

  it('is always greater than the one before, within a millisecond and when the clock steps back', () => {
    const now = Date.now()
    const ids = Array.from({ length: 20_000 }, (_, index) => uuidv7(now - (index % 3)))
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
