import { describe, expect, it } from 'vitest'
import { createKeeping } from './kept.ts'

describe('what is kept', () => {
  it('is made once for all who ask meanwhile, and once for each key', async () => {
    const shelf = createKeeping(60_000).open<number>(10)
    let made = 0
    const make = async () => ++made
    expect(await Promise.all([shelf.get('a', make), shelf.get('a', make), shelf.get('b', make)])).toEqual([
      1, 1, 2,
    ])
    expect(await shelf.get('a', make)).toBe(1)
  })

  it('is forgotten when it is cleared, also what was being made then', async () => {
    const keeping = createKeeping(60_000)
    const shelf = keeping.open<string>(10)
    const made = Promise.withResolvers<string>()
    const early = shelf.get('a', () => made.promise)
    keeping.clear()
    const late = shelf.get('a', async () => 'new')
    made.resolve('old')
    expect([await early, await late, await shelf.get('a', async () => 'newer')]).toEqual([
      'old',
      'new',
      'new',
    ])
  })

  it('is made again after a failure and when its time is over, and the oldest goes when there is no room', async () => {
    const shelf = createKeeping(60_000).open<string>(2)
    await expect(shelf.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    for (const key of ['a', 'b', 'c']) await shelf.get(key, async () => key)
    expect(await shelf.get('a', async () => 'again')).toBe('again')
    expect(await shelf.get('c', async () => 'again')).toBe('c')
    const short = createKeeping(0).open<string>(2)
    await short.get('a', async () => 'first')
    expect(await short.get('a', async () => 'second')).toBe('second')
  })
})
