import { describe, expect, it } from 'vitest'
import type { Membership } from '../../directory/index.ts'
import { joinedMemberships, type Turn } from './memberships.ts'

const [A, B, C] = [1, 2, 3]
let count = 0
const membership = (
  kind: Membership['kind'],
  institutionId: number,
  [from, to]: readonly [string, (string | null)?],
  fullTime = false,
): Membership => ({
  id: `m${(count += 1)}`,
  teacherId: 7,
  institutionId,
  kind,
  from,
  to: to ?? null,
  fullTime,
  cause: null,
})
const P = (at: number, ...days: [string, (string | null)?]) => membership('personnel', at, days)
const T = (at: number, days: [string, (string | null)?], full = false) =>
  membership('teaching', at, days, full)

const told = (kept: Membership[], joined: Membership[], turn: Turn | null = null) => {
  const { list, fault, overlaps } = joinedMemberships(kept, joined, turn)
  const days = list
    .toSorted((a, b) => a.kind.localeCompare(b.kind) || a.from.localeCompare(b.from))
    .map(
      ({ kind, institutionId, from, to }) =>
        `${kind === 'personnel' ? 'P' : 'T'}${institutionId} ${from}–${to ?? ''}`,
    )
  return { days, fault, overlaps: overlaps.map(({ from, to }) => `${from}–${to ?? ''}`) }
}

describe('memberships of two archives of one human', () => {
  it('stand one after the other as they are (row 28)', () => {
    expect(told([P(A, '2015-09-01', '2024-08-31')], [P(B, '2024-09-01')])).toEqual({
      days: ['P1 2015-09-01–2024-08-31', 'P2 2024-09-01–'],
      fault: null,
      overlaps: [],
    })
  })

  it('need a day where both go on at different schools (row 29); the day ends the one and begins the other', () => {
    const both = [[P(A, '2015-09-01')], [P(B, '2020-09-01')]] as const
    expect(told([...both[0]], [...both[1]])).toMatchObject({ fault: 'needsTurn', overlaps: ['2020-09-01–'] })
    expect(told([...both[0]], [...both[1]], { present: 'joined', on: '2024-09-01' }).days).toEqual([
      'P1 2015-09-01–2024-08-31',
      'P2 2024-09-01–',
    ])
    expect(told([...both[0]], [...both[1]], { present: 'kept', on: '2024-09-01' }).days).toEqual([
      'P1 2015-09-01–2020-08-31',
      'P2 2020-09-01–2024-08-31',
      'P1 2024-09-01–',
    ])
  })

  it('refuse a day on which the present one has not begun: somebody would be nowhere', () => {
    expect(
      told([P(A, '2015-09-01')], [P(B, '2020-09-01')], { present: 'joined', on: '2019-09-01' }).fault,
    ).toBe('gap')
  })

  it('at one school are one, from the first day to the last', () => {
    expect(told([P(A, '2018-09-01')], [P(A, '2015-09-01', '2020-08-31')]).days).toEqual(['P1 2015-09-01–'])
  })

  it('lose no day of the past on which only one archive tells of something', () => {
    const kept = [P(A, '2012-01-01', '2020-12-31')]
    const joined = [P(B, '2010-01-01', '2015-12-31'), P(C, '2021-01-01')]
    expect(told(kept, joined, { present: 'joined', on: '2021-01-01' }).days).toEqual([
      'P2 2010-01-01–2011-12-31',
      'P1 2012-01-01–2020-12-31',
      'P3 2021-01-01–',
    ])
  })

  it('have lessons never at home, and one for the whole time a day', () => {
    const { days } = told(
      [P(A, '2015-09-01', '2024-08-31'), T(C, ['2023-09-01', '2024-07-31'], true)],
      [P(B, '2024-09-01'), T(A, ['2020-09-01', '2026-07-31']), T(C, ['2024-03-01', '2024-12-31'])],
    )
    expect(days.filter((one) => one.startsWith('T'))).toEqual([
      'T3 2023-09-01–2024-12-31',
      'T1 2024-09-01–2026-07-31',
    ])
  })
})
