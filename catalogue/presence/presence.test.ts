import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { absencesLeft, absencesOf, canStillReach, countStatuses, dueOf, hoursFor, isEnough } from './count.ts'
import { arrivalAt, departureAt, markAt, statusOf } from './moments.ts'
import {
  absent,
  doubtful,
  late,
  leftEarly,
  officialLeave,
  onLeave,
  present,
  presenceRules,
  presenceStatuses,
  statusIn,
  usualRules,
  type PresenceStatus,
} from './rules.ts'

const at = (time: string) => Date.parse(`2026-11-23T${time}+08:00`)
const session = { startsAt: at('08:30:00'), endsAt: at('12:00:00') }
const signingOut = { ...usualRules, signOut: true }
const times = (status: PresenceStatus, n: number): PresenceStatus[] => Array.from({ length: n }, () => status)

describe('rules of presence', () => {
  it('have usual values that are some, and close no earlier than they make late', () => {
    expect(presenceRules.parse(usualRules)).toEqual(usualRules)
    expect(presenceRules.safeParse({ ...usualRules, closesAfter: 5 }).error?.issues[0]?.message).toBe(
      '截止签到不能早于迟到起算',
    )
  })

  it('read words and codes in files, and nothing else', () => {
    expect(['出勤', ' 迟到 ', '4', '6'].map(statusIn)).toEqual([present, late, onLeave, absent])
    expect(['待核', '7', '到', '0', '出勤了'].map(statusIn)).toEqual(Array.from({ length: 5 }))
  })
})

describe('a moment', () => {
  it('is in time until 08:40:00, late until 09:10:00, then too late (21)', () => {
    expect(
      ['08:40:00', '08:40:01', '09:10:00', '09:10:01'].map((time) =>
        arrivalAt(session, usualRules, at(time)),
      ),
    ).toEqual([present, late, late, 'closed'])
    expect(['07:59:59', '08:00:00'].map((time) => arrivalAt(session, usualRules, at(time)))).toEqual([
      'early',
      present,
    ])
  })

  it('of a claim counts, whenever the person signed in (20)', () => {
    expect(markAt(session, usualRules, { moment: at('08:39:50'), arrived: false })).toEqual({
      way: 'in',
      status: present,
    })
  })

  it('is a departure from 15 minutes before the end until 30 after it', () => {
    expect(
      ['11:44:59', '11:45:00', '12:30:00', '12:30:01'].map((time) =>
        departureAt(session, signingOut, at(time)),
      ),
    ).toEqual(['early', 'out', 'out', 'closed'])
    expect(departureAt(session, usualRules, at('12:00:00'))).toBe('closed')
  })

  it('of a short session that lies in both terms is an arrival first', () => {
    const short = { startsAt: at('08:30:00'), endsAt: at('09:10:00') }
    const mark = (arrived: boolean) => markAt(short, signingOut, { moment: at('09:00:00'), arrived })
    expect([mark(false), mark(true)]).toEqual([
      { way: 'in', status: late },
      { way: 'out', status: present },
    ])
  })

  it('after the session makes absent who did not come, and leave early who did not sign out', () => {
    const status = (
      rules: typeof usualRules,
      marks: Partial<Record<'in' | 'out', PresenceStatus>>,
      now = '13:00:00',
    ) => statusOf(session, rules, { in: null, out: null, now: at(now), ...marks })
    expect([status(usualRules, {}), status(usualRules, {}, '12:00:00')]).toEqual([absent, null])
    expect(status(signingOut, {}, '12:10:00')).toBe(null)
    expect(status(signingOut, { in: late })).toBe(leftEarly)
    expect(status(signingOut, { in: late }, '12:10:00')).toBe(late)
    expect(status(signingOut, { in: late, out: present })).toBe(late)
    expect(status(signingOut, { in: onLeave })).toBe(onLeave)
    expect(status(signingOut, { in: present, out: doubtful })).toBe(doubtful)
    expect(status(signingOut, { out: present })).toBe(absent)
  })
})

describe('attendance', () => {
  const judged = (statuses: PresenceStatus[]): [number, boolean] => {
    const counts = countStatuses(statuses)
    const [due, absences] = [dueOf(counts), absencesOf(counts, usualRules)]
    return [absences, isEnough({ due, absences }, usualRules)]
  }

  it('counts three times late as one absence, and is enough at 80 % (24)', () => {
    expect(judged([...times(present, 6), ...times(late, 3), absent])).toEqual([2, true])
    expect(judged([...times(present, 5), ...times(late, 4), absent])).toEqual([2, true])
    const lenient = { latesPerAbsence: 0 }
    expect(absencesOf(countStatuses(times(late, 9)), lenient)).toBe(0)
  })

  it('leaves official leave out of what is due: 7 of 9 are too few (25)', () => {
    const counts = countStatuses([...times(present, 7), officialLeave, ...times(absent, 2)])
    expect([dueOf(counts), absencesOf(counts, usualRules)]).toEqual([9, 2])
    expect(judged([...times(present, 7), officialLeave, ...times(absent, 2)])).toEqual([2, false])
  })

  it('can be reached after two missed sessions of ten, not after three (15)', () => {
    expect(canStillReach({ due: 2, absences: 2, left: 8 }, usualRules)).toBe(true)
    expect(canStillReach({ due: 3, absences: 3, left: 7 }, usualRules)).toBe(false)
    // Of ten sessions two may be missed.
    expect(absencesLeft({ due: 2, absences: 0, left: 8 }, usualRules)).toBe(2)
    expect(absencesLeft({ due: 2, absences: 2, left: 8 }, usualRules)).toBe(0)
    expect(absencesLeft({ due: 3, absences: 3, left: 7 }, usualRules)).toBe(-1)
  })

  it('gives hours by the whole or by what was attended (26)', () => {
    const statuses: PresenceStatus[] = [...times(present, 9), absent]
    const sessions = statuses.map((status) => ({ tenths: 40, status }))
    expect([hoursFor('attended', 400, sessions), hoursFor('whole', 400, sessions)]).toEqual([360, 400])
  })

  it('is never better for one more absence', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...presenceStatuses)), (statuses) => {
        const enough = judged(statuses)[1]
        return enough || !judged([...statuses, absent])[1]
      }),
    )
  })
})
