import { describe, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { roleOfLevel, type RouteStep, type Station } from './review.ts'
import {
  appealTo,
  approveTo,
  asksReason,
  onRoute,
  requireOther,
  returnTo,
  stepOf,
  stepsAbove,
  submitTo,
  turnOf,
  undoableBy,
  undoTo,
  type Way,
} from './way.ts'

const step = (
  level: RouteStep['level'],
  institutionId: number,
  more: Partial<RouteStep> = {},
): RouteStep => ({
  level,
  institutionId,
  institution: `${level} ${institutionId}`,
  role: roleOfLevel[level],
  standsFor: [],
  ...more,
})
const route = [step('school', 3), step('area', 4), step('city', 5)]
const before: Way = { route: [], step: null, waiting: false, submitter: null, returnStep: null, notBy: null }
const waitingAt = (index: number): Way => ({ ...before, route, step: index, waiting: true, submitter: 70 })
const officer = { personId: 40, identityId: 400, role: 4, institutionId: 4 }

describe('whose turn it is', () => {
  it('belongs to the office of the step the item waits at, and to nobody when it waits for nobody', () => {
    expect(turnOf(officer, waitingAt(1))).toBe('theirs')
    expect(turnOf(officer, waitingAt(0))).toBe('other')
    expect(turnOf({ ...officer, institutionId: 9 }, waitingAt(1))).toBe('other')
    expect(turnOf(officer, { ...waitingAt(1), waiting: false })).toBe('nobody')
    expect(stepOf({ ...waitingAt(1), waiting: false })).toBeUndefined()
  })

  it('is never the submitter’s own', () => {
    expect(turnOf({ ...officer, personId: 70 }, waitingAt(1))).toBe('own')
  })

  it('is also that of roles that act beside the step’s own', () => {
    const administrator = { ...officer, role: 1 }
    expect(turnOf(administrator, waitingAt(1))).toBe('other')
    expect(turnOf(administrator, waitingAt(1), [1])).toBe('theirs')
  })

  it('tells an office on the route from one off it', () => {
    expect(onRoute(officer, route)).toBe(true)
    expect(onRoute({ ...officer, institutionId: 9 }, route)).toBe(false)
    expect(onRoute({ ...officer, role: 3 }, route)).toBe(false)
  })

  it('passes to another officer when an appeal comes back to the office that rejected', () => {
    expect(() => requireOther(officer, { notBy: 400 })).toThrow(AppError)
    expect(() => requireOther(officer, { notBy: 401 })).not.toThrow()
    expect(() => requireOther(officer, before)).not.toThrow()
  })
})

describe('a submission', () => {
  it('goes to the first step', () => {
    expect(submitTo(before, route)).toEqual({ at: 'step', index: 0, step: route[0], route })
  })

  it('arrives at once where nobody reviews', () => {
    expect(submitTo(before, [])).toEqual({ at: 'arrived' })
    expect(submitTo({ route, returnStep: 1 }, [])).toEqual({ at: 'arrived' })
  })

  it('goes straight back to the step that returned it while the route is the same', () => {
    expect(submitTo({ route, returnStep: 2 }, route)).toMatchObject({ at: 'step', index: 2, route })
    const longer = [...route, step('province', 6)]
    expect(submitTo({ route, returnStep: 2 }, longer)).toMatchObject({ index: 0, route: longer })
    expect(submitTo({ route, returnStep: null }, route)).toMatchObject({ index: 0 })
  })

  it('takes the fresh steps when it goes back to the first one', () => {
    const fresh = [step('school', 3, { reasonRequired: true }), ...route.slice(1)]
    expect(submitTo({ route, returnStep: 0 }, fresh)).toMatchObject({ index: 0, route: fresh })
  })
})

describe('an approval', () => {
  it('goes to the next step, and arrives after the last', () => {
    expect(approveTo(waitingAt(0))).toMatchObject({ at: 'step', index: 1, step: route[1] })
    expect(approveTo(waitingAt(2))).toEqual({ at: 'arrived' })
  })

  it('asks for words where the step does; a return, a rejection and an appeal always do', () => {
    expect(asksReason('approve', route[0])).toBe(false)
    expect(asksReason('approve', step('school', 3, { reasonRequired: true }))).toBe(true)
    for (const verb of ['return', 'reject', 'appeal'] as const) expect(asksReason(verb, undefined)).toBe(true)
    for (const verb of ['submit', 'withdraw', 'undo'] as const) expect(asksReason(verb, route[0])).toBe(false)
  })

  it('is undone back to the step that gave it, by who gave it, for ten minutes', () => {
    expect(undoTo({ route }, 1)).toMatchObject({ at: 'step', index: 1, step: route[1] })
    expect(() => undoTo({ route }, 7)).toThrow(AppError)
    const at = '2026-11-22T10:00:00Z'
    const last = { action: 'forward', at, by_identity: 400 }
    expect(undoableBy(last, Date.parse(at) + 9 * 60_000)).toBe(400)
    expect(undoableBy(last, Date.parse(at) + 10 * 60_000)).toBeNull()
    expect(undoableBy({ ...last, action: 'return' }, Date.parse(at))).toBeNull()
    expect(undoableBy(undefined)).toBeNull()
  })
})

describe('a return', () => {
  it('goes to the submitter, who comes back to the first step or straight to this one', () => {
    expect(returnTo(waitingAt(1), {})).toEqual({ at: 'returned', returnStep: null })
    expect(returnTo(waitingAt(1), { comeBack: true })).toEqual({ at: 'returned', returnStep: 1 })
  })

  it('goes to an earlier step, never to this one or a later one', () => {
    expect(returnTo(waitingAt(2), { toStep: 0 })).toMatchObject({ at: 'step', index: 0, step: route[0] })
    for (const toStep of [2, 3, -1]) expect(() => returnTo(waitingAt(2), { toStep })).toThrow(AppError)
  })
})

describe('an appeal', () => {
  const station = (level: Station['level'], institutionId: number, staffed = true): Station => ({
    level,
    institutionId,
    institution: level,
    staffed,
  })

  it('goes to the nearest staffed level above the one that rejected', () => {
    const stations = [station('area', 4, false), station('city', 5), station('province', 6)]
    const stop = appealTo({ route: route.slice(0, 1), step: 0 }, stations)
    expect(stop).toMatchObject({ at: 'step', index: 1, step: { level: 'city', institutionId: 5, role: 5 } })
  })

  it('comes back to the same office where nobody is above, and cuts off the steps that were left', () => {
    const stop = appealTo({ route, step: 1 }, [station('school', 3)])
    expect(stop).toMatchObject({ at: 'step', index: 2, step: route[1] })
    expect(stop.at === 'step' && stop.route).toEqual([route[0], route[1], route[1]])
    expect(() => appealTo(before, [])).toThrow(AppError)
  })
})

describe('an office’s own work', () => {
  it('is reviewed by the levels above it', () => {
    const chain = [{ level: 'school' }, { level: 'area' }, { level: 'city' }] as const
    expect(stepsAbove(chain, 'area')).toEqual([{ level: 'city' }])
    expect(stepsAbove(chain, 'province')).toEqual([])
  })
})
