import type { Actor } from '../../../../catalogue/access/access.ts'
import type { AnyRecord } from '../../../../catalogue/define.ts'
import { missingOf } from '../../../../catalogue/rules/judge.ts'
import type { Engine } from '../../engine.ts'
import { prepared } from '../../prepared/index.ts'
import type { Values } from './codec.ts'
import { effectiveOf, openOf, type Effective, type Open } from '../read/owned.ts'

/** A gap: a field of a record, or with an empty key a whole section. */
export interface ArchiveGap {
  readonly key: string
  readonly label: string
  /** The first record that lacks it; null for the section. */
  readonly recordId: string | null
}

/** Completeness of one section; `percent` is 0–100. */
export interface SectionCompleteness {
  readonly type: string
  readonly title: string
  readonly percent: number
  readonly missing: ArchiveGap[]
}

/** Completeness of an archive and of each section that every teacher is expected to fill. */
export interface Completeness {
  readonly percent: number
  readonly sections: readonly SectionCompleteness[]
}

/**
 * Whether every teacher is expected to have a record of this type. Types that the institution records are
 * not expected.
 */
export const isExpected = (definition: AnyRecord): boolean =>
  definition.owner === 'teacher' && definition.regime !== 'recorded' && definition.cardinality !== 'many'

/** A record that counts. Its stored form is enough, because only presence matters. */
interface CountedRecord {
  readonly id: string
  readonly values: Values
  readonly attachments: number
}

/**
 * Completeness of one section: the share of required fields that are filled in the effective values or, where
 * there are none yet, in what is under review. A draft does not count, because only its writer sees it. Pure.
 */
export function sectionCompleteness(
  definition: AnyRecord,
  effective: readonly Effective[],
  open: readonly Open[],
): SectionCompleteness {
  const of = { type: definition.name, title: definition.title }
  const handedIn = open.filter(({ state }) => state === 'inReview')
  const counted: CountedRecord[] =
    effective.length > 0
      ? effective.map((row) => ({ id: row.id, values: row.stored, attachments: row.attachments.length }))
      : handedIn.map((row) => ({ id: row.recordId, values: row.value, attachments: row.attachments.length }))
  if (counted.length === 0) return { ...of, percent: 0, missing: [wholeSection(definition, open[0])] }
  const missing = new Map<string, string>()
  for (const row of counted) {
    for (const key of missingOf(definition, row.values, row.attachments))
      if (!missing.has(key)) missing.set(key, row.id)
  }
  const asked = prepared(definition).required || 1
  return {
    ...of,
    percent: Math.max(0, Math.round((1 - missing.size / asked) * 100)),
    missing: [...missing].map(([key, recordId]) => ({
      key,
      label: definition.fields[key]?.label ?? '佐证材料',
      recordId,
    })),
  }
}

/** The gap of a section without a value in force or under review. */
function wholeSection({ title }: AnyRecord, typed: Open | undefined): ArchiveGap {
  if (!typed) return { key: '', label: `未填${title}`, recordId: null }
  const how = typed.state === 'returned' || typed.mending ? '被退回，尚未重新提交' : '已填写，尚未提交'
  return { key: '', label: `${title}${how}`, recordId: typed.recordId }
}

/** Completeness of one archive from its records. Types that teachers need not fill do not count. Pure. */
export function completenessOf(
  definitions: readonly AnyRecord[],
  effective: readonly Effective[],
  open: readonly Open[],
): Completeness {
  const sections = definitions.filter(isExpected).map((definition) =>
    sectionCompleteness(
      definition,
      effective.filter(({ type }) => type === definition.name),
      open.filter(({ type }) => type === definition.name),
    ),
  )
  return {
    percent: Math.round(sections.reduce((sum, s) => sum + s.percent, 0) / Math.max(1, sections.length)),
    sections,
  }
}

/** Completeness of many archives, by owner, in two statements. */
export async function archivesCompleteness(
  engine: Engine,
  actor: Actor,
  ownerIds: readonly number[],
): Promise<Map<number, Completeness>> {
  const types = Object.values(engine.records).filter(isExpected)
  const [effective, open] = await Promise.all([
    effectiveOf(engine, actor, types, ownerIds),
    openOf(engine, actor, types, ownerIds),
  ])
  const of = <T extends { readonly ownerId: number }>(rows: readonly T[], id: number) =>
    rows.filter(({ ownerId }) => ownerId === id)
  return new Map(ownerIds.map((id) => [id, completenessOf(types, of(effective, id), of(open, id))]))
}

/** Completeness of one owner's archive. */
export async function archiveCompleteness(
  engine: Engine,
  actor: Actor,
  ownerId: number,
): Promise<Completeness> {
  return (await archivesCompleteness(engine, actor, [ownerId])).get(ownerId) ?? completenessOf([], [], [])
}
