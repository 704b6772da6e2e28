import type { CurriculumNode } from '../../../catalogue/contract/curriculum.ts'

/** A part of the index: the chapters to show, among them those that hold nothing. */
export interface Gaps {
  /** Lowest chapters without an item that the reader can use; ended ones are left out. */
  readonly count: number
  /** These chapters and all above them, in the order of the index. */
  readonly nodes: readonly CurriculumNode[]
}

/** The lowest chapters of a textbook that hold nothing, with the chapters that lead to them. */
export function gapsOf(nodes: readonly CurriculumNode[]): Gaps {
  const parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]))
  const above = new Set(nodes.map(({ parentId }) => parentId))
  const empty = nodes.filter(({ id, count, ended }) => count === 0 && !ended && !above.has(id))
  const shown = new Set<number>()
  for (const { id } of empty)
    for (let at: number | null | undefined = id; at != null; at = parents.get(at)) shown.add(at)
  return { count: empty.length, nodes: nodes.filter(({ id }) => shown.has(id)) }
}
