import { reroute } from '../../../catalogue/flows/reroute.ts'
import { levelLabels } from '../../../catalogue/flows/review.ts'
import type { Place } from '../../../catalogue/access/access.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { isTeachers } from '../access/index.ts'
import type { Engine, Tx } from '../engine.ts'
import {
  placeOfOwner,
  placeRecords,
  rehold,
  underReview,
  unsettledOf,
  type Rehold,
  type UnderReview,
} from '../records/index.ts'
import { stationsOfAll } from '../ways/index.ts'
import type { HandoverLine } from './act.ts'

/**
 * Tables of features that repeat the place of a teacher, with the rows that follow. What was answered stays
 * where it was answered. A test looks for tables that nobody lets follow.
 */
export const repeating = (
  records: Engine['records'],
): readonly { readonly table: string; readonly which: Sql }[] => [
  { table: 'correction', which: sql`r.state = 'open' and ${isTeachers(records, 'r')}` },
  { table: 'quality_finding', which: isTeachers(records, 'r') },
  { table: 'quality_check', which: sql`true` },
  { table: 'talent_entry', which: sql`true` },
]

/** What became of open matters, by teacher. */
export type Lines = Map<number, HandoverLine[]>

/** Adds a line to those of a teacher. */
export function tell(lines: Lines, teacherId: number, line: HandoverLine): void {
  lines.set(teacherId, [...(lines.get(teacherId) ?? []), line])
}

/**
 * Lets everything that repeats the place of teachers follow their rows, and hands what they have under review
 * to the offices above them now. Drafts stay with them.
 */
export async function letFollow(engine: Engine, tx: Tx, teacherIds: readonly number[]): Promise<Lines> {
  await placeRecords(engine, tx, teacherIds)
  for (const { table, which } of repeating(engine.records))
    await tx.execute(sql`
      update ${sql.id(table)} r
      set ${placeOfOwner}
      from teacher o
      where o.id = r.owner_id and r.owner_id = any(${[...teacherIds]}::int[]) and ${which}`)
  const lines: Lines = new Map()
  await handOver(engine, tx, teacherIds, lines)
  for (const { ownerId, type, state } of await unsettledOf(engine, tx, teacherIds))
    tell(lines, ownerId, {
      kind: state === 'draft' ? '草稿' : '退回待改的记录',
      title: titleOf(engine, type),
      from: '本人',
      to: '本人',
    })
  return lines
}

const titleOf = (engine: Engine, type: string): string => engine.records[type]?.title ?? type

interface PlacedTeacher extends Place {
  readonly id: number
}

async function handOver(engine: Engine, tx: Tx, teacherIds: readonly number[], lines: Lines): Promise<void> {
  const open = await underReview(engine, tx, teacherIds)
  if (open.length === 0) return
  const places = await tx.query<PlacedTeacher>(sql`
    select id, institution_id as "institutionId", district_id as "districtId", city_id as "cityId",
      province_id as "provinceId"
    from teacher
    where id = any(${open.map(({ ownerId }) => ownerId)}::int[])`)
  const placeOf = new Map(places.map((place) => [place.id, place]))
  const stations = await stationsOfAll(tx, places)
  const held: Rehold[] = []
  for (const item of open) {
    const place = placeOf.get(item.ownerId)
    if (!place) continue
    const next = reroute({ ...item, values: item.value }, stations(place, item.submittedBy))
    if (next) held.push(...reheld(item, next))
    tell(lines, item.ownerId, lineOf(engine, item, next?.route ?? item.route))
  }
  await rehold(tx, held)
}

function reheld(
  { ownerId, id }: UnderReview,
  { route, step }: NonNullable<ReturnType<typeof reroute>>,
): Rehold[] {
  const holder = route[step]
  return holder ? [{ ownerId, id, route, step, holder }] : []
}

function lineOf(engine: Engine, item: UnderReview, route: UnderReview['route']): HandoverLine {
  const at = item.step ?? 0
  const before = item.route[at]
  const after = route[at]
  return {
    kind: '待审核的记录',
    title: before
      ? `${titleOf(engine, item.type)}（待${levelLabels[before.level]}审核）`
      : titleOf(engine, item.type),
    from: before?.institution ?? '',
    to: after?.institution ?? '',
  }
}
