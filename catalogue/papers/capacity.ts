/** Whether cells can be filled, and how: cells ask for so many families, a family fills one cell once. */
export interface Capacity {
  /** For each cell the families that fill it; fewer than asked where the pool is short. */
  readonly filled: readonly (readonly number[])[]
  readonly isEnough: boolean
}

/** Families that fit the same cells. */
interface Group {
  readonly cells: readonly number[]
  readonly families: readonly number[]
}

function groupsOf(cellsOfFamily: ReadonlyMap<number, readonly number[]>): Group[] {
  const groups = new Map<string, { cells: readonly number[]; families: number[] }>()
  for (const [family, cells] of cellsOfFamily) {
    const key = cells.join(',')
    const group = groups.get(key) ?? { cells, families: [] }
    group.families.push(family)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/**
 * A maximum flow from groups of families to cells, by augmenting paths: there are few groups and few cells,
 * however many candidates (resources.md, 6.3). Families keep the order in which they are given.
 */
export function fillCells(
  wanted: readonly number[],
  cellsOfFamily: ReadonlyMap<number, readonly number[]>,
): Capacity {
  const groups = groupsOf(cellsOfFamily)
  const flow = groups.map(() => new Map<number, number>())
  const free = groups.map(({ families }) => families.length)
  const need = [...wanted]

  /** Finds a unit for a cell: from a free family, or from one that another cell can spare. */
  const find = (cell: number, seen: Set<number>): boolean => {
    seen.add(cell)
    for (const [g, group] of groups.entries()) {
      if (!group.cells.includes(cell)) continue
      if ((free[g] ?? 0) > 0) {
        free[g] = (free[g] ?? 0) - 1
        add(g, cell, 1)
        return true
      }
      for (const other of group.cells) {
        if (seen.has(other) || (flow[g]?.get(other) ?? 0) === 0) continue
        if (find(other, seen)) {
          add(g, other, -1)
          add(g, cell, 1)
          return true
        }
      }
    }
    return false
  }
  const add = (g: number, cell: number, by: number) => flow[g]?.set(cell, (flow[g]?.get(cell) ?? 0) + by)

  // Cells that few families fit come first, so that paths stay short.
  const order = wanted
    .map((_, cell) => ({ cell, fitting: fittingOf(groups, cell) }))
    .toSorted((a, b) => a.fitting - b.fitting || a.cell - b.cell)
  for (const { cell } of order)
    while ((need[cell] ?? 0) > 0 && find(cell, new Set())) need[cell] = (need[cell] ?? 0) - 1

  const filled = wanted.map((): number[] => [])
  for (const [g, { families }] of groups.entries()) {
    let from = 0
    for (const [cell, count] of flow[g] ?? []) {
      filled[cell]?.push(...families.slice(from, from + count))
      from += count
    }
  }
  return { filled, isEnough: need.every((one) => one === 0) }
}

const fittingOf = (groups: readonly Group[], cell: number): number =>
  groups.reduce((sum, { cells, families }) => sum + (cells.includes(cell) ? families.length : 0), 0)
