import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  bytes,
  fullDate,
  fullTime,
  listDate,
  listTime,
  sentenceDate,
  sentenceTime,
  thousands,
  today,
  waiting,
} from './format.ts'

beforeEach(() => {
  // 01:30 of the 20th in Shanghai, still the 19th in UTC.
  vi.useFakeTimers({ now: new Date('2026-11-19T17:30:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('dates are those of Shanghai', () => {
  test('in lists: without the year when it is this year', () => {
    expect(listDate('2026-11-19T17:30:00Z')).toBe('11-20')
    expect(listDate('2025-12-31T16:00:00Z')).toBe('01-01')
    expect(listDate('2025-12-31T15:59:59Z')).toBe('2025-12-31')
    expect(listTime('2026-11-18T07:06:00Z')).toBe('11-18 15:06')
  })
  test('on paper: with the year, always', () => {
    expect(fullTime('2026-11-18T07:06:00Z')).toBe('2026-11-18 15:06')
    expect(fullTime('2026-11-18')).toBe('2026-11-18')
  })
  test('in sentences', () => {
    expect(sentenceDate('2026-11-20')).toBe('11月20日')
    expect(sentenceDate('2019-03-05')).toBe('2019年3月5日')
    expect(sentenceTime('2026-11-18T07:06:00Z')).toBe('11月18日 15:06')
  })
  test('a day without an hour is that day', () => {
    expect(fullDate('2026-01-01')).toBe('2026-01-01')
    expect(listTime('2026-01-01')).toBe('01-01')
    // A minute of a field is said as it was written, wherever the computer stands.
    expect(listTime('2026-11-18T15:06')).toBe('11-18 15:06')
  })
  test('today, with the day of the week', () => {
    expect(today()).toBe('2026-11-20 周五')
  })
  test('what is no date is shown as it is', () => {
    expect(listDate('不详')).toBe('不详')
  })
})

test('figures, sizes and waiting', () => {
  expect(thousands(1208)).toBe('1,208')
  expect(thousands(-3)).toBe('−3')
  expect(bytes(800)).toBe('800 B')
  expect(bytes(348_160)).toBe('340 KB')
  expect(bytes(2_202_010)).toBe('2.1 MB')
  expect(waiting(0)).toBe('今天')
  expect(waiting(9)).toBe('等 9 天')
})
