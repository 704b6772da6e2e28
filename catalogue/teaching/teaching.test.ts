import { describe, expect, it } from 'vitest'
import { meansOf, rubricOf, secondOf, totalOf, usualRubric } from './scores.ts'
import { sittingCounts } from './sittings.ts'

const at = (time: string): number => Date.parse(`2026-10-15T${time}+08:00`)

describe('a sitting', () => {
  const sitting = { startsAt: at('14:00'), endsAt: at('16:00') }
  const scanned = (time: string) => ({ status: '1', means: 'code', moment: at(time) }) as const
  it('counts when it was scanned by its half, and else by a hand that says so (38)', () => {
    expect(sittingCounts(sitting, scanned('14:59'))).toBe(true)
    expect(sittingCounts(sitting, scanned('15:01'))).toBe(false)
    expect(sittingCounts(sitting, { ...scanned('15:01'), means: 'correction' })).toBe(true)
    expect(sittingCounts(sitting, { ...scanned('14:01'), status: '7' })).toBe(false)
    expect(sittingCounts(sitting, undefined)).toBe(false)
  })
})

describe('scores of a lesson', () => {
  const one = [{ item: '全课', weight: 100, best: '好', poor: '差' }]
  it('are a mean from three sheets on (42)', () => {
    expect(meansOf(one, [[86.5], [90], [84.25]]).total).toBe(86.92)
    expect(meansOf(one, [[86.5], [90]]).total).toBeNull()
  })
  it('leave out what was not observed (43)', () => {
    const sheets = [20, 22, null].map((points) => [10, 10, points, 10, 10])
    const { items } = meansOf(usualRubric, sheets)
    expect(items[2]).toEqual({ mean: 21, of: 2 })
    expect(totalOf(usualRubric, [15, 20, null, 25, 15])).toBe(100)
    expect(totalOf(usualRubric, [null, null, null, null, null])).toBeNull()
  })
  it('go by the usual rubric where the activity has none', () => {
    expect(rubricOf(null).reduce((sum, { weight }) => sum + weight, 0)).toBe(100)
    expect(rubricOf([{ item: '提问', weight: 100, best: '好', poor: '差' }])).toHaveLength(1)
  })
  it('has remarks at the second of the recording (44)', () => {
    const [wall, started] = [at('10:12:40'), at('10:05:10')]
    expect([0, -3, -63].map((offset) => secondOf(wall, started, offset))).toEqual([450, 447, 387])
  })
})
