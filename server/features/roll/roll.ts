import type { Actor } from '../../../catalogue/access/access.ts'
import type { ArchiveNeighbours } from '../../../catalogue/contract/archive/archive.ts'
import {
  contactFields,
  contactType,
  rollFields,
  rollType,
  standsIn,
  type RollLine,
  type RollPage,
  type RollQuery,
} from '../../../catalogue/contract/archive/roll.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { placeWithin } from '../../engine/access/index.ts'
import { definitionOf, type Engine } from '../../engine/engine.ts'
import {
  archivesCompleteness,
  effectiveOf,
  exactUpTo,
  forReader,
  openCountsStatement,
  pick,
  type Effective,
} from '../../engine/records/index.ts'
import { isDigits, teachersByDigits } from './by-digits.ts'
import {
  alikeStatement,
  isFiltered,
  readUpTo,
  rollKeysStatement,
  rollStatement,
  scopeStatement,
  statusCountsStatement,
  teachersStatement,
  type Among,
} from './statement.ts'

type Alike = RollLine['alike'][number] & { readonly ownerId: number }

interface Row {
  readonly total: number
  readonly id: number | null
  readonly name: string
  readonly status: string
  readonly institution_id: number | null
  readonly institution: string | null
}

/** Where the list is read: all of a bounded scope, the first of a wider one. */
export async function amongOf(engine: Engine, actor: Actor, query: RollQuery, upTo: number): Promise<Among> {
  const { institutionId, keyword } = query
  const place = institutionId === undefined ? null : await placeWithin(engine.db, actor, institutionId)
  // A program could try all ends of identity numbers one after the other.
  if (actor.apiToken !== undefined && keyword && isDigits(keyword))
    throw invalid('keyword', '凭访问令牌不能按号码搜索')
  const ids = keyword && isDigits(keyword) ? await teachersByDigits(engine, actor, place, keyword) : null
  if (keyword || query.teacherId !== undefined || !isFiltered(query)) return { place, ids, first: null }
  const { count } = await engine.search.one<{ count: number }>(scopeStatement(actor, { place }, upTo))
  return { place, ids, first: count > upTo ? upTo : null }
}

/**
 * One page of the roll in the actor’s scope; a bounded number of statements, however many stand on the page.
 */
export async function rollOf(
  engine: Engine,
  actor: Actor,
  query: RollQuery,
  upTo = readUpTo,
): Promise<RollPage> {
  const among = await amongOf(engine, actor, query, upTo)
  const plain = !query.keyword && !isFiltered(query)
  const rows = await (plain ? engine.db : engine.search).query<Row>(rollStatement(actor, query, among))
  const found = rows.flatMap((row) => (row.id === null ? [] : [{ ...row, id: row.id }]))
  if (among.first !== null && found.length < query.pageSize)
    throw invalid('', `范围内的教师超过 ${upTo} 人，符合条件的很少，请先选定市、县区或学校再筛选`)
  const total = rows[0]?.total ?? 0
  return {
    list: await linesOf(engine, actor, found),
    total: Math.min(total, exactUpTo),
    ...((total > exactUpTo || among.first !== null) && { totalMore: true as const }),
    page: query.page,
    pageSize: query.pageSize,
    counts: actor.role === 3 ? await countsOf(engine, actor.institutionId) : null,
  }
}

/** The numbers of all that a question to the roll finds, `most` at most and one more where there are more. */
export async function foundIn(
  engine: Engine,
  actor: Actor,
  query: RollQuery,
  most: number,
): Promise<number[]> {
  const among = await amongOf(engine, actor, query, readUpTo)
  const rows = await engine.search.query<Row>(
    rollStatement(actor, { ...query, page: 1, pageSize: most + 1 }, among),
  )
  return rows.flatMap(({ id }) => id ?? [])
}

/**
 * Who stands before and behind a teacher in what a question to the roll finds, and at which place; all null
 * where it does not find them.
 */
export async function besideIn(
  engine: Engine,
  actor: Actor,
  teacherId: number,
  query: RollQuery,
): Promise<ArchiveNeighbours> {
  const among = await amongOf(engine, actor, query, readUpTo)
  const found = await engine.search.query<{ id: number }>(
    rollKeysStatement(actor, query, among, exactUpTo + 1),
  )
  const place = found.findIndex(({ id }) => id === teacherId)
  if (place < 0) return { place: null, total: null, previous: null, next: null }
  const ids = [found[place - 1]?.id, found[place + 1]?.id]
  const names = await engine.db.query<{ id: number; name: string }>(
    teachersStatement(
      actor,
      ids.filter((id) => id !== undefined),
    ),
  )
  const named = (id: number | undefined) => {
    const one = names.find((row) => row.id === id)
    return one ? { teacherId: one.id, name: one.name } : null
  }
  return {
    place: place + 1,
    total: found.length > exactUpTo ? null : found.length,
    previous: named(ids[0]),
    next: named(ids[1]),
  }
}

async function linesOf(
  engine: Engine,
  actor: Actor,
  rows: readonly (Row & { readonly id: number })[],
): Promise<RollLine[]> {
  const ids = rows.map(({ id }) => id)
  const definition = definitionOf(engine, rollType)
  const contact = definitionOf(engine, contactType)
  const [records, full, open, alike] = await Promise.all([
    effectiveOf(engine, actor, [definition, contact], ids),
    archivesCompleteness(engine, actor, ids),
    ids.length === 0
      ? []
      : engine.db.query<{ owner_id: number; pending: number; returned: number }>(openCountsStatement(ids)),
    ids.length === 0 ? [] : engine.db.query<Alike>(alikeStatement(actor, ids)),
    engine.readings.note(actor, { kind: 'roster' }, ids),
  ])
  const ofType = (type: string) =>
    new Map(records.flatMap((record) => (record.type === type ? [[record.ownerId, record] as const] : [])))
  const [recordBy, contactBy] = [ofType(rollType), ofType(contactType)]
  const shown = (
    one: AnyRecord,
    record: Effective | undefined,
    institutionId: number | null,
    keys: readonly string[],
  ) =>
    record
      ? pick(
          forReader(engine.keys, one, actor, { recordId: record.id, institutionId, stored: record.stored }),
          keys,
        )
      : {}
  const openBy = new Map(open.map((one) => [one.owner_id, one]))
  return rows.map((row) => {
    const record = recordBy.get(row.id)
    const completeness = full.get(row.id)
    return {
      teacherId: row.id,
      name: row.name,
      institution: row.institution ?? '',
      status: row.status,
      recordId: record?.id ?? null,
      values: {
        ...shown(definition, record, row.institution_id, rollFields),
        ...shown(contact, contactBy.get(row.id), row.institution_id, contactFields),
      },
      percent: completeness?.percent ?? 0,
      missing: (completeness?.sections ?? []).flatMap(({ title, missing }) =>
        missing.length > 0 ? [title] : [],
      ),
      pending: openBy.get(row.id)?.pending ?? 0,
      returned: openBy.get(row.id)?.returned ?? 0,
      alike: alike.filter(({ ownerId }) => ownerId === row.id).map(({ ownerId: _of, ...other }) => other),
    }
  })
}

/** How many of a school stand in each group. */
async function countsOf(engine: Engine, institutionId: number): Promise<RollPage['counts']> {
  const rows = await engine.db.query<{ status: string; count: number }>(statusCountsStatement(institutionId))
  const of = (state: Parameters<typeof standsIn>[0]) =>
    rows.reduce((sum, { status, count }) => sum + (standsIn(state, status) ? count : 0), 0)
  return {
    serving: of(undefined),
    working: of('working'),
    away: of('away'),
    retired: of('retired'),
    left: of('left'),
  }
}
