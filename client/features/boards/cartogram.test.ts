import { describe, expect, it } from 'vitest'
import { boxOf, classAt, classesOf, tilesOf } from './cartogram.ts'

describe('hexagons of a region', () => {
  it.each([0, 1, 2, 5, 7, 8, 19, 40])('stand side by side without covering each other: %i', (n) => {
    const tiles = tilesOf(n)
    expect(tiles).toHaveLength(n)
    for (const [index, one] of tiles.entries()) {
      const apart = tiles
        .filter((_, other) => other !== index)
        .map((other) => Math.hypot(other.x - one.x, other.y - one.y))
      if (n > 1) expect(Math.min(...apart)).toBeCloseTo(1)
    }
  })

  it('gather around the first', () => {
    const [first, ...others] = tilesOf(7)
    expect(first).toEqual({ x: 0, y: 0 })
    for (const { x, y } of others) expect(Math.hypot(x, y)).toBeCloseTo(1)
    const [, , width, height] = boxOf(tilesOf(7))
    expect(width).toBeCloseTo(3)
    expect(height).toBeLessThan(3)
  })
})

describe('classes of a map', () => {
  it.each([
    [[], []],
    [[12, 12], ['12']],
    [
      [1536, 2207, 2610, 2874, 3588, 4126],
      ['2,000 以下', '2,000–3,000', '3,000–4,000', '4,000 以上'],
    ],
    [
      [61.8, 93.1],
      ['70 以下', '70–80', '80–90', '90 以上'],
    ],
  ])('of %j have round borders', (values, labels) => {
    expect(classesOf(values).map(({ label }) => label)).toEqual(labels)
  })

  it('take every value in', () => {
    const values = [1536, 2000, 2999, 4126]
    const classes = classesOf(values)
    expect(values.map((value) => classAt(classes, value))).toEqual([0, 1, 1, 3])
  })
})
