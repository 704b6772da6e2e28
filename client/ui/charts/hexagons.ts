/** A hexagon of a cartogram: its middle, in widths of a hexagon. */
export interface Tile {
  readonly x: number
  readonly y: number
}

/** Steps around a ring, in axial coordinates of hexagons with a point on top. */
const around = [
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
  [1, 0],
] as const

const height = Math.sqrt(3) / 2

/** Where the `n` hexagons stand around the first one: ring after ring, each beginning in the east. */
export function tilesOf(n: number): Tile[] {
  const places: (readonly [number, number])[] = n > 0 ? [[0, 0]] : []
  for (let ring = 1; places.length < n; ring += 1) {
    let [q, r] = [0, ring]
    for (const [dq, dr] of around)
      for (let step = 0; step < ring && places.length < n; step += 1) {
        places.push([q, r])
        q += dq
        r += dr
      }
  }
  return places.map(([q, r]) => ({ x: q + r / 2, y: r * height }))
}

/** The corners of a hexagon that is one wide, around its middle. */
export const corners: readonly Tile[] = Array.from({ length: 6 }, (_, n) => {
  const angle = (Math.PI / 3) * n - Math.PI / 2
  return { x: Math.cos(angle) / Math.sqrt(3), y: Math.sin(angle) / Math.sqrt(3) }
})

/** The box that holds hexagons one wide: left, top, width, height. */
export function boxOf(tiles: readonly Tile[]): readonly [number, number, number, number] {
  const xs = tiles.map(({ x }) => x)
  const ys = tiles.map(({ y }) => y)
  const [left, right] = [Math.min(...xs) - 0.5, Math.max(...xs) + 0.5]
  const half = 1 / Math.sqrt(3)
  const [top, bottom] = [Math.min(...ys) - half, Math.max(...ys) + half]
  return [left, top, right - left, bottom - top]
}
