import { describe, expect, it } from 'vitest'
import { createTally } from './tally.ts'

describe('what a player tells', () => {
  it('goes on where the last claim ended, in whole seconds', () => {
    const tally = createTally()
    tally.begin(0, 1)
    tally.reach(15.3)
    expect(tally.due()).toEqual({ seq: 1, claims: [[0, 15, 1]] })
    tally.heard(1)
    tally.reach(30.1)
    expect(tally.due()).toEqual({ seq: 2, claims: [[15, 30, 1]] })
  })

  it('is told again until it was heard, with what came after', () => {
    const tally = createTally()
    tally.begin(0, 1)
    tally.reach(15)
    tally.due()
    tally.reach(31)
    expect(tally.due().claims).toEqual([
      [0, 15, 1],
      [15, 31, 1],
    ])
    tally.heard(2)
    expect([tally.isDue(), tally.due().claims]).toEqual([false, []])
  })

  it('keeps what came while the first beat was on its way', () => {
    const tally = createTally()
    tally.begin(0, 1)
    tally.reach(15)
    tally.due()
    tally.end(20)
    tally.heard(1)
    expect(tally.due().claims).toEqual([[15, 20, 1]])
  })

  it('begins anew after a jump and with another rate, and says nothing of less than a second', () => {
    const tally = createTally()
    tally.begin(0, 1)
    tally.end(6.4)
    tally.begin(600.4, 1)
    tally.reach(609.2)
    tally.begin(609.2, 2)
    tally.end(609.9)
    expect(tally.due().claims).toEqual([
      [0, 6, 1],
      [600, 609, 1],
    ])
    tally.heard(1)
    expect(tally.isDue()).toBe(false)
  })

  it('loses no second at a pause, nor where the rate changes', () => {
    const tally = createTally()
    tally.begin(0, 1)
    tally.end(10.6)
    tally.begin(10.6, 1)
    tally.reach(20.7)
    tally.begin(20.7, 1.5)
    tally.reach(30)
    expect(tally.due().claims).toEqual([
      [0, 20, 1],
      [20, 30, 1.5],
    ])
  })
})
