import type { AnyRecord } from '../../../catalogue/define.ts'
import { soundRow, type Refs } from '../../../catalogue/rules/sample.ts'
import { checkContext } from '../../engine/records/index.ts'

export type { Refs }

/** A small seeded generator, so that a sample that fails can be made again. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** A sound row of a type for tests; throws where there is none. */
export function sampleOf(
  definition: AnyRecord,
  seed: number,
  teachers: readonly number[] = [],
  refs: Refs = {},
): Record<string, unknown> {
  const random = seeded(seed)
  const year = () => 1990 + Math.floor(random() * 35)
  const row = soundRow(definition, { random, year, context: checkContext(), teachers, refs })
  if (row === null) throw new Error(`no sound sample of ${definition.name} in a thousand tries`)
  return row
}
