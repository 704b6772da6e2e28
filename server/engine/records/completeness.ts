import type { Actor } from '../../../catalogue/access/access.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { missingOf } from '../../../catalogue/rules/judge.ts'
import type { Engine } from '../engine.ts'
import { listSection } from './section.ts'

/** How full one section of an archive is; `percent` 0–100, `missing` the fields (or, with an empty key, the section) that are not there. */
export interface SectionCompleteness {
  readonly type: string
  readonly title: string
  readonly percent: number
  readonly missing: { key: string; label: string }[]
}

/** Whether every teacher is expected to have this: one record exactly, or at least one. What others write is not theirs to complete. */
export const isExpected = (definition: AnyRecord): boolean =>
  definition.owner === 'teacher' && definition.regime !== 'recorded' && definition.cardinality !== 'many'

/**
 * Completeness of an owner's archive: of each type that is expected, the share of required fields that are filled in the
 * effective values (or, where there are none yet, in what is under way).
 */
export async function archiveCompleteness(
  engine: Engine,
  actor: Actor,
  ownerId: number,
): Promise<{ readonly percent: number; readonly sections: readonly SectionCompleteness[] }> {
  const types = Object.values(engine.records).filter(isExpected)
  const sections = await Promise.all(types.map((definition) => sectionCompleteness(engine, actor, definition, ownerId)))
  const percent = Math.round(sections.reduce((sum, s) => sum + s.percent, 0) / Math.max(1, sections.length))
  return { percent, sections }
}

async function sectionCompleteness(engine: Engine, actor: Actor, definition: AnyRecord, ownerId: number): Promise<SectionCompleteness> {
  const query = { page: 1, pageSize: 100, sort: { key: '', descending: false }, q: null, ownerId, queue: null, filters: [], counts: false }
  const { list } = await listSection(engine, actor, definition, ownerId, query)
  const alive = list.filter((row) => row.state !== 'voided')
  const of = { type: definition.name, title: definition.title }
  if (alive.length === 0) return { ...of, percent: 0, missing: [{ key: '', label: `还没有填${definition.title}` }] }
  // A draft beside effective records is work in hand, not a gap of the archive.
  const inForce = alive.filter((row) => row.effective)
  const counted = inForce.length > 0 ? inForce : alive
  const missing = [...new Set(counted.flatMap((row) => missingOf(definition, row, row.attachmentCount)))]
  const asked = Object.values(definition.fields).filter((f) => f.required).length || 1
  return {
    ...of,
    percent: Math.max(0, Math.round((1 - missing.length / asked) * 100)),
    missing: missing.map((key) => ({ key, label: definition.fields[key]?.label ?? '佐证材料' })),
  }
}
