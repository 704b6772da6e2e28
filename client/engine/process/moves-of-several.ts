import type { CaseLine, CaseMove } from '../../../catalogue/contract/processes.ts'

/** A move with those of the chosen cases that it is open for. */
export interface MoveOfSeveral extends Pick<CaseMove, 'name' | 'label' | 'reason' | 'tone'> {
  readonly items: readonly { readonly id: string; readonly version: number }[]
}

const strictness = ['none', 'optional', 'required'] as const

/**
 * What can be done with chosen cases at once, what goes on last, as everywhere. A move that is open for some of them is
 * made for those; where one of them wants words, all are asked for them.
 */
export function movesOfSeveral(
  lines: readonly Pick<CaseLine, 'id' | 'version' | 'moves'>[],
): MoveOfSeveral[] {
  const byName = new Map<string, MoveOfSeveral>()
  for (const { id, version, moves = [] } of lines)
    for (const { name, label, reason, tone } of moves) {
      const known = byName.get(name)
      const stricter = strictness.indexOf(reason) > strictness.indexOf(known?.reason ?? 'none')
      byName.set(name, {
        name,
        label,
        tone,
        reason: stricter || !known ? reason : known.reason,
        items: [...(known?.items ?? []), { id, version }],
      })
    }
  return [...byName.values()].toSorted((a, b) => Number(a.tone === 'forward') - Number(b.tone === 'forward'))
}
