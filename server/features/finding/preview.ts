import type { Actor } from '../../../catalogue/access/access.ts'
import { inScope } from '../../../catalogue/access/access.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { Preview } from '../../../catalogue/contract/finding.ts'
import type { teacherStanding } from '../../../catalogue/contract/finding.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { kindOf, textOf } from '../../../catalogue/kinds/kinds.ts'
import { ownerOf, standingOfOwner } from '../../engine/access/index.ts'
import { archiveCompleteness, openOf, seesType, type Values } from '../../engine/records/index.ts'
import type { z } from 'zod'
import type { FindingNeeds } from './options.ts'

/** As many fields of a record as are read at a glance. */
const mostFields = 6
/** As many gaps of an archive. */
const mostGaps = 4

/** A preview of facts; those without a value are left out. */
export function previewOf(
  facts: readonly (readonly [label: string, value: string | null | undefined])[],
  { text = '', teacherId = null }: Partial<Omit<Preview, 'facts'>> = {},
): Preview {
  return { facts: facts.flatMap(([label, value]) => (value ? [{ label, value }] : [])), text, teacherId }
}

/**
 * The main fields of a record in words: those of its list. Sealed and masked ones are left out, and those
 * that name something by its number.
 */
export function fieldsOf(definition: AnyRecord, values: Values): (readonly [string, string])[] {
  return definition.pages.list.columns
    .flatMap((key): (readonly [string, string])[] => {
      const field = definition.fields[key]
      const value = values[key]
      if (!field || field.sealed || field.masked || kindOf(field).names) return []
      if (value === null || value === undefined) return []
      return [[field.label, textOf(field, value)]]
    })
    .slice(0, mostFields)
}

/**
 * How full the archive of a teacher is, what it lacks, what waits and what came back. It is noted as a
 * reading, like a line of the office's list of archives.
 */
export async function standingOf(
  { engine }: FindingNeeds,
  actor: Actor,
  teacherId: number,
): Promise<z.input<typeof teacherStanding>> {
  const owner = await ownerOf(engine.db, 'teacher', teacherId)
  if (!owner || !inScope(actor, standingOfOwner(owner))) throw new AppError('missing')
  const definitions = Object.values(engine.records).filter((definition) => seesType(actor, definition))
  const [{ percent, sections }, open] = await Promise.all([
    archiveCompleteness(engine, actor, teacherId),
    openOf(engine, actor, definitions, [teacherId]),
    engine.readings.note(actor, { kind: 'roster' }, [teacherId]),
  ])
  const gaps = sections.flatMap(({ title, missing }) => missing.map(({ label }) => `${title}：${label}`))
  const inState = (...states: readonly string[]) => open.filter(({ state }) => states.includes(state)).length
  const [waiting, back] = [inState('inReview'), inState('returned', 'rejected')]
  const lacks = gaps.length === 0 ? '不缺项' : `缺 ${gaps.length} 项`
  const more = gaps.length > mostGaps ? `等 ${gaps.length} 项` : ''
  return previewOf([
    ['档案完整度', `${percent}%，${lacks}`],
    ['缺项', gaps.slice(0, mostGaps).join('；') + more],
    ['审核中', waiting > 0 ? `${waiting} 条` : '没有'],
    ['退回待改', back > 0 ? `${back} 条` : null],
  ])
}
