import { describe, expect, it } from 'vitest'
import {
  daysText,
  fateText,
  gapText,
  hoursText,
  periodText,
  spareText,
  scoreRowsOf,
  sessionTimes,
  shortStatus,
  sourceText,
} from './words.ts'

const entry = {
  id: '1',
  title: '学科工作坊',
  organizer: '市教育局',
  from: '2025-06-20',
  to: '2025-06-24',
  category: '2' as const,
  source: 'registration',
  hours: 24,
  counted: 24,
  certificate: '',
  counters: null,
  reason: '',
  isCountered: false,
  record: null,
  at: '2025-07-01T00:00:00Z',
}

describe('hours in words', () => {
  it('say what is missing, by category', () => {
    expect(gapText({ gaps: { '1': 30, '3': 6 } })).toBe('公需 30.0、选修 6.0')
    expect(gapText({ gaps: {} })).toBe('')
  })
  it('say when a training was, and what took hours back', () => {
    expect([
      daysText(entry),
      daysText({ from: '2025-06-20', to: '2025-06-20' }),
      daysText({ from: null, to: null }),
    ]).toEqual(['06-20 至 06-24', '06-20', ''])
    const counter = { ...entry, hours: -24, counted: 0, counters: '2', reason: '培训登记已撤销' }
    expect([sourceText(entry), sourceText(counter), hoursText(counter.hours), fateText(counter)]).toEqual([
      '培训登记',
      '冲销',
      '−24.0',
      '培训登记已撤销',
    ])
  })
  it('say that a rule counts less than was stated', () => {
    expect(fateText({ ...entry, counted: 16 })).toBe('登记 24.0，按规则计 16.0')
    expect([fateText(entry), fateText({ ...entry, isCountered: true })]).toEqual(['', '已冲销'])
  })
  it('say how the five years stand', () => {
    const period = {
      from: 2022,
      to: 2026,
      line: 360,
      counted: 347.5,
      pausedMonths: 0,
      underWay: 0,
      gap: 12.5,
      years: [],
    }
    expect(periodText({ ...period, state: 'short' })).toBe('还差 12.5')
    expect(periodText({ ...period, state: 'tooLate' })).toBe('还差 12.5，到 2026 年底已补不上')
    expect(periodText({ ...period, gap: 0, state: 'met' })).toBe('已达到 360.0 学时')
    expect(periodText({ ...period, underWay: 40, state: 'inReach' })).toBe(
      '还差 12.5，在途 40.0，结业后 387.5，可达',
    )
  })
})

describe('a roster in words', () => {
  it('says when a session is, and a mark in one sign', () => {
    const session = {
      startsAt: Date.parse('2026-11-23T00:30:00Z'),
      endsAt: Date.parse('2026-11-23T04:00:00Z'),
    }
    expect(sessionTimes(session)).toBe('2026-11-23 08:30–12:00')
    expect([shortStatus('2'), shortStatus(null), shortStatus(undefined)]).toEqual(['迟', '·', ''])
  })
  it('says when an absence more is too many', () => {
    expect([2, 1, 0, -1, null].map(spareText)).toEqual(['', '还可缺 1 次', '不能再缺', '已达不到', ''])
  })
  it('reads scores as a spreadsheet copies them, with the line each stands on', () => {
    expect(scoreRowsOf('席位\t成绩\n1\t88\n\n学员二，92')).toEqual([
      { row: 2, who: '1', score: '88' },
      { row: 4, who: '学员二', score: '92' },
    ])
  })
})
