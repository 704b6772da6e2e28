import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { boxesAlong, type ByteSource } from './boxes.ts'
import { readFilm } from './mp4.ts'
import { testFilm } from './test-film.ts'

/** Bytes in memory that note which ranges were read. */
function sourceOf(whole: Buffer): ByteSource & { readonly ranges: number[][] } {
  const ranges: number[][] = []
  const read = async (start: number, end: number) => {
    ranges.push([start, end])
    return whole.subarray(start, end)
  }
  return {
    bytes: whole.length,
    ranges,
    read,
    stream: async function* (start, end) {
      yield await read(start, end)
    },
  }
}
const written = async (whole: Buffer) => {
  const film = await readFilm(sourceOf(whole))
  return film ? buffer(Readable.from(film.pieces())) : null
}

/** Where the tracks of a film say their chunks stand. */
const offsetsOf = (whole: Buffer, type: 'stco' | 'co64') =>
  boxesAlong(whole, 0, whole.length, ['moov', 'trak', 'mdia', 'minf', 'stbl', type]).map(({ content }) =>
    Array.from({ length: whole.readUInt32BE(content + 4) }, (_, n) =>
      type === 'stco'
        ? whole.readUInt32BE(content + 8 + n * 4)
        : Number(whole.readBigUInt64BE(content + 8 + n * 8)),
    ),
  )

describe('the index of a film', () => {
  it('tells length, size and codecs of a true one with few short reads', async () => {
    const whole = await readFile(join(import.meta.dirname, '../../../e2e/files/lesson.mp4'))
    const source = sourceOf(whole)
    expect((await readFilm(source))?.facts).toMatchObject({
      width: 320,
      height: 180,
      video: 'avc1',
      audio: 'mp4a',
      bytes: whole.length,
    })
    expect(source.ranges).toEqual([
      [0, 16],
      [32, 48],
      [32, 6641],
    ])
  })

  it('says what is shown: turned pictures, no sound, another codec, length to the millisecond', async () => {
    const facts = async (film: Parameters<typeof testFilm>[0]) =>
      (await readFilm(sourceOf(testFilm(film))))?.facts
    expect(await facts({ seconds: 1260 })).toMatchObject({ ms: 1_260_000, width: 1920, height: 1080 })
    expect(await facts({ isTurned: true })).toMatchObject({ width: 1080, height: 1920 })
    expect(await facts({ video: 'hvc1', audio: null })).toMatchObject({ video: 'hvc1', audio: null })
    expect(await facts({ seconds: 0 })).toMatchObject({ ms: null })
  })

  it.each(['stco', 'co64'] as const)(
    'moves from the end to the front, and its offsets (%s) find the same bytes',
    async (offsets) => {
      const chunks = [Buffer.from('one'), Buffer.alloc(100_000, 7), Buffer.from('three')]
      const late = testFilm({ index: 'end', offsets, chunks })
      const moved = await written(late)
      expect(moved?.length).toBe(late.length)
      expect(boxesAlong(moved ?? late, 0, 100, ['ftyp'])).toHaveLength(1)
      expect(moved?.indexOf('moov')).toBeLessThan(moved?.indexOf('mdat') ?? 0)
      for (const track of offsetsOf(moved ?? late, offsets)) {
        expect(track).toHaveLength(3)
        for (const [n, at] of track.entries())
          expect(moved?.subarray(at, at + (chunks[n]?.length ?? 0)).equals(chunks[n] ?? late)).toBe(true)
      }
      // A film whose index is in front stays byte for byte.
      expect((await written(moved ?? late))?.equals(moved ?? late)).toBe(true)
    },
  )

  it('is missing in what was broken off, cut, or is no film', async () => {
    const late = testFilm({ index: 'end' })
    for (const whole of [
      late.subarray(0, late.length - 10),
      late.subarray(0, 60),
      Buffer.from('ftyp'),
      Buffer.alloc(0),
      Buffer.alloc(5000, 7),
    ])
      expect(await readFilm(sourceOf(whole))).toBeNull()
  })

  it('with a table of offsets that lies stays where it is', async () => {
    const late = testFilm({ index: 'end' })
    const at = late.indexOf('stco')
    late.writeUInt32BE(0xffff_ffff, at + 8)
    const film = await readFilm(sourceOf(late))
    expect(film?.isIndexLate).toBe(false)
    expect((await written(late))?.equals(late)).toBe(true)
  })

  it('never fails on anything else, whatever single byte is wrong', async () => {
    const late = testFilm({ index: 'end' })
    for (let at = 0; at < late.length; at += 1) {
      const wrong = Buffer.from(late)
      wrong[at] = 255 - (wrong[at] ?? 0)
      const film = await readFilm(sourceOf(wrong))
      if (film) expect((await buffer(Readable.from(film.pieces()))).length).toBe(late.length)
    }
  })
})
