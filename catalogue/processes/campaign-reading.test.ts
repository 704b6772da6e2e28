import { describe, expect, it } from 'vitest'
import { closedBecause, isDue, windowFaults } from './campaign-reading.ts'
import { declareBatch } from './declare-batch.ts'
import type { AnyCampaign, AnyCampaignMove } from './define-campaign.ts'
import { researchNotice } from './research-notice.ts'

const [notice, batch]: readonly AnyCampaign[] = [researchNotice, declareBatch]
const value = {
  applyStart: '2026-11-01T08:00',
  applyEnd: '2026-11-20T17:00',
  graceMinutes: 10,
  midtermEnd: '2027-05-01T17:00',
}

describe('a window', () => {
  it.each([
    ['draft', '2026-11-10T08:00', '本次征集没有开放'],
    ['cancelled', '2026-11-10T08:00', '本次征集没有开放'],
    ['open', '2026-11-01T07:59', '申报从 2026-11-01 08:00 开始'],
    ['open', '2026-11-01T08:00', null],
    ['open', '2026-11-20T17:10', null],
    ['open', '2026-11-20T17:11', '申报已于 2026-11-20 17:00 截止'],
    // Closed by the office before its end, and by the clock after it.
    ['closed', '2026-11-10T08:00', '申报已经截止'],
    ['closed', '2026-11-20T17:05', null],
    ['closed', '2026-11-20T17:11', '申报已于 2026-11-20 17:00 截止'],
    ['finished', '2026-11-20T17:05', '申报已经截止'],
  ])('of a campaign that is %s at %s: %s', (state, now, said) => {
    expect(closedBecause(batch!, { state, value, now }, 'application')).toBe(said)
  })

  it('of a later stage outlives the campaign, and has no end where the notice says none', () => {
    const at = (now: string) => ({ state: 'finished', value, now })
    expect(closedBecause(notice!, at('2027-04-01T08:00'), 'midterm')).toBeNull()
    expect(closedBecause(notice!, at('2027-05-01T17:11'), 'midterm')).toBe(
      '中期检查已于 2027-05-01 17:00 截止',
    )
    expect(closedBecause(notice!, at('2030-01-01T08:00'), 'closing')).toBeNull()
  })

  it('ends after it begins', () => {
    expect(windowFaults(batch!, { ...value, applyEnd: '2026-11-01T08:00' })).toEqual([
      { field: 'applyEnd', message: '申报截止时间须晚于开始时间' },
    ])
    expect(windowFaults(batch!, value)).toEqual([])
  })
})

describe('a move of the clock', () => {
  const due = (by: AnyCampaignMove['by'], now: string, said: object = value) =>
    isDue(batch!, { ...batch!.moves[0]!, by }, { state: 'open', value: { ...said }, now })

  it('comes after the last minute of a window', () => {
    expect(due({ after: 'application' }, '2026-11-20T17:00')).toBe(false)
    expect(due({ after: 'application' }, '2026-11-20T17:01')).toBe(true)
  })

  it('comes at the minute or on the day of a field, and never where that is empty or the office makes it', () => {
    expect(due({ at: 'applyStart' }, '2026-11-01T07:59')).toBe(false)
    expect(due({ at: 'applyStart' }, '2026-11-01T08:00')).toBe(true)
    const day = { quotaReturnsOn: '2026-11-05' }
    expect(due({ at: 'quotaReturnsOn' }, '2026-11-04T23:59', day)).toBe(false)
    expect(due({ at: 'quotaReturnsOn' }, '2026-11-05T00:00', day)).toBe(true)
    expect(due({ at: 'quotaReturnsOn' }, '2030-01-01T00:00', {})).toBe(false)
    expect(due('host', '2030-01-01T00:00')).toBe(false)
  })
})
