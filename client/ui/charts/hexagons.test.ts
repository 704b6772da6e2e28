import { describe, expect, it } from 'vitest'
import { boxOf, tilesOf } from './hexagons.ts'

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
