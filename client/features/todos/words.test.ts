import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { dueWords } from './words.ts'

/** Noon in Beijing. */
const now = Date.parse('2026-11-23T04:00:00Z')

// A date of another year is written with its year.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
afterAll(() => void vi.useRealTimers())

it('says how long there is still time, by the day in China', () => {
  const say = (dueOn: string | null, urgency: 'overdue' | 'soon' | 'later') =>
    dueWords({ dueOn, urgency }, now)
  expect(say('2026-11-21', 'overdue')).toBe('超期 2 天')
  expect(say('2026-11-23', 'soon')).toBe('今天到期')
  expect(say('2026-11-25', 'soon')).toBe('后天到期')
  expect(say('2026-11-30', 'later')).toBe('11-30 到期')
  expect(say(null, 'later')).toBe('未设期限')
  expect(dueWords({ dueOn: '2026-11-24', urgency: 'soon' }, Date.parse('2026-11-22T17:00:00Z'))).toBe(
    '明天到期',
  )
})
