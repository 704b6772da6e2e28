import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { severally } from './severally.ts'

/** Numbers from 0; tells how many were asked for, and whether it was ended. */
function numbers(most: number, failAt = Infinity) {
  const told = { asked: 0, ended: false }
  async function* all() {
    try {
      for (let number = 0; number < most; number += 1) {
        told.asked += 1
        await turn()
        if (number === failAt) throw new Error(`source at ${number}`)
        yield number
      }
    } finally {
      told.ended = true
    }
  }
  return { told, all: all() }
}
/** Resolves when it is told to. */
const gate = () => Promise.withResolvers<undefined>()

describe('severally', () => {
  it('does each once, so many at a time and no more', async () => {
    const done: number[] = []
    let [under, most] = [0, 0]
    const all = Array.from({ length: 50 }, (_, at) => at)
    await severally(all, { atOnce: 4 }, async (number) => {
      most = Math.max(most, (under += 1))
      for (let turns = number % 5; turns >= 0; turns -= 1) await turn()
      under -= 1
      done.push(number)
    })
    expect(done.toSorted((one, other) => one - other)).toEqual(all)
    expect(most).toBe(4)
    const words: string[] = []
    await severally(new Set(['a', 'b']), { atOnce: 8 }, async (word) => void words.push(word))
    expect(words).toEqual(['a', 'b'])
  })

  it('begins nothing after a failure, waits for what is under way, and throws the first failure', async () => {
    const { told, all } = numbers(1000)
    const [slow, later] = [gate(), gate()]
    const begun: number[] = []
    const finished: number[] = []
    const work = severally(all, { atOnce: 3 }, async (number) => {
      begun.push(number)
      // The first in order fails last.
      if (number === 0) await later.promise.then(() => Promise.reject(new Error('second failure')))
      if (number === 1) await slow.promise
      if (number === 2) throw new Error('first failure')
      finished.push(number)
    })
    let isOver = false
    const over = work.catch((error: unknown) => error).finally(() => void (isOver = true))
    for (let turns = 0; turns < 20; turns += 1) await turn()
    expect([begun, isOver]).toEqual([[0, 1, 2], false])
    slow.resolve(undefined)
    for (let turns = 0; turns < 20; turns += 1) await turn()
    expect([finished, isOver]).toEqual([[1], false])
    later.resolve(undefined)
    expect(await over).toEqual(new Error('first failure'))
    expect(begun).toEqual([0, 1, 2])
    expect(told).toMatchObject({ ended: true })
    expect(told.asked).toBeLessThan(6)
  })

  it('throws what its source throws', async () => {
    const done: number[] = []
    const { all } = numbers(10, 5)
    const work = severally(all, { atOnce: 2 }, async (number) => void done.push(number))
    await expect(work).rejects.toThrow('source at 5')
    expect(done).toEqual([0, 1, 2, 3, 4])
  })

  it('ends without a failure when it is stopped', async () => {
    const { told, all } = numbers(1000)
    const stop = new AbortController()
    const done: number[] = []
    await severally(all, { atOnce: 2, stopping: stop.signal }, async (number) => {
      done.push(number)
      if (number === 3) stop.abort()
    })
    expect(done.length).toBeLessThan(6)
    expect(told).toMatchObject({ ended: true })
  })
})
