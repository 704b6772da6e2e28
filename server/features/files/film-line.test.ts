import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { openFilmLine } from './film-line.ts'

const second = 1_000
/** A line of 8 Mbit/s, which is a million bytes a second, with a clock of its own. */
function line() {
  let clock = 1_800_000_000_000
  const films = openFilmLine(8, () => clock)
  const played = async (viewer: string, bytes: number) =>
    (await buffer(await films.through(viewer, async () => Readable.from([Buffer.alloc(bytes)])))).length
  return { played, wait: (ms: number) => void (clock += ms) }
}
const full = { code: 'tooOften', facts: { retryAfter: 20 } }

describe('the line of recordings', () => {
  it('hands out every byte, and asks who comes new to wait once it is full', async () => {
    const { played, wait } = line()
    expect(await played('a', 10_000_000)).toBe(10_000_000)
    await expect(played('b', 1)).rejects.toMatchObject(full)
    // Whoever plays goes on, with another part too, however full the line is.
    expect(await played('a', 1_000)).toBe(1_000)
    wait(11 * second)
    expect(await played('b', 1_000)).toBe(1_000)
  })

  it('lets nobody in by the hundred before the first bytes went', async () => {
    const { played } = line()
    const answers = await Promise.allSettled(Array.from({ length: 100 }, (_, n) => played(`${n}`, 10)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
  })

  it('knows who paused for some minutes, and forgets who went', async () => {
    const { played, wait } = line()
    await played('a', 1_000)
    wait(290 * second)
    await played('b', 10_000_000)
    expect(await played('a', 10)).toBe(10)
    wait(301 * second)
    await played('c', 10_000_000)
    await expect(played('a', 10)).rejects.toMatchObject(full)
  })

  it('passes on that the storage broke off', async () => {
    const films = openFilmLine(8)
    const broken = new Readable({ read: () => undefined })
    const body = await films.through('a', async () => broken)
    broken.destroy(new Error('the storage is away'))
    await expect(buffer(body)).rejects.toThrow()
    await expect(films.through('a', () => Promise.reject(new Error('no such file')))).rejects.toThrow(
      'no such',
    )
  })
})
