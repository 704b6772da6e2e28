import type { DictItem } from './dictionaries.ts'

/**
 * An administrator's change of one code: an added item, or other words and dates for an item of the standard.
 * Days are 'YYYY-MM-DD'.
 */
export interface DictChange {
  readonly dict: string
  readonly code: string
  readonly label: string
  /** Other words that searches and imports take for it. */
  readonly aliases: readonly string[]
  /** First day it may be chosen; null: always. */
  readonly from: string | null
  /** First day it may no longer be chosen; null: never. */
  readonly to: string | null
  /** Position among the others, which stand at 10, 20, 30 … */
  readonly place: number | null
  /** Values of the parent field it may be chosen under, in a dictionary that depends on another field. */
  readonly groups: readonly string[]
}

/** Whether a change is in force on a day, has ended, or has not begun. */
export function stateOn(
  { from, to }: Pick<DictChange, 'from' | 'to'>,
  day: string,
): 'inForce' | 'ended' | 'coming' {
  if (to !== null && to <= day) return 'ended'
  return from !== null && from > day ? 'coming' : 'inForce'
}

/**
 * The items of a table with the changes of a day. Items that have not begun are left out; ended ones stay,
 * because old records hold them.
 */
export function withChanges(
  items: readonly DictItem[],
  changes: readonly DictChange[],
  day: string,
): readonly DictItem[] {
  if (changes.length === 0) return items
  const all = new Map(items.map((item, i) => [item.code, { item, place: (i + 1) * 10 }]))
  for (const change of changes) {
    const state = stateOn(change, day)
    const known = all.get(change.code)
    if (!known && state === 'coming') continue
    const { code, label, aliases, groups } = change
    const before = known?.item ?? { code, label, selectable: true, ...(groups.length > 0 && { groups }) }
    all.set(code, {
      item: {
        ...before,
        label,
        aliases,
        ...(state === 'ended' && { selectable: false, ended: true as const }),
      },
      place: change.place ?? known?.place ?? (all.size + 1) * 10,
    })
  }
  return [...all.values()].toSorted((a, b) => a.place - b.place).map(({ item }) => item)
}
