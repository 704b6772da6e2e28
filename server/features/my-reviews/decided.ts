import type { Actor } from '../../../catalogue/access/access.ts'
import {
  type DecisionAct,
  decisionActs,
  type DecisionFilter,
  decisionFilters,
  type MyReview,
} from '../../../catalogue/contract/archive/my-reviews.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { type RouteStep, type State, undoMinutes } from '../../../catalogue/flows/review.ts'
import { undoableBy } from '../../../catalogue/flows/way.ts'
import { joinOwnerOfType } from '../../engine/access/index.ts'
import type { Engine } from '../../engine/engine.ts'
import type { PlaceOf } from '../../engine/feature.ts'
import { decisionsBy } from '../../engine/flows/index.ts'
import { exactUpTo, levelOfStep, summaryOf, type Values } from '../../engine/records/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** A checked request for a page of decisions. */
export interface DecisionQuery {
  readonly page: number
  readonly pageSize: number
  /** Record types whose decisions are asked for. */
  readonly types: readonly string[]
  readonly decision?: DecisionFilter | undefined
  /** Days 'YYYY-MM-DD' in Asia/Shanghai, both included. */
  readonly from: string | null
  readonly to: string | null
}

export interface Reader {
  readonly engine: Engine
  readonly placeOf: PlaceOf
  readonly actor: Actor
}

interface Row {
  total: number
  id: string | null
  at: string
  action: DecisionAct
  level: MyReview['level']
  reason: string | null
  fields: { key: string; reason: string }[]
  by_identity: number
  type: string
  owner_id: number
  record_id: string
  value: Values
  owner_name: string | null
  institution_name: string | null
  state: State
  route: RouteStep[] | null
  step: number | null
  is_last: boolean
}

function fromDecided(actor: Actor, asked: Omit<DecisionQuery, 'page' | 'pageSize'>): Sql {
  const acts = asked.decision ? decisionFilters[asked.decision].acts : decisionActs
  return decisionsBy(actor, { ...asked, acts })
}

/**
 * The statement of one page of what an identity decided within its scope of today, newest first, with the
 * total in every row.
 */
export function decidedStatement(
  { engine, actor }: Pick<Reader, 'engine' | 'actor'>,
  asked: DecisionQuery,
  ids?: readonly string[],
): Sql {
  const decided = fromDecided(actor, asked)
  const from = ids === undefined ? decided : sql`${decided} and e.id = any(${[...ids]}::uuid[])`
  return sql`
    with x as materialized (
      select e.id, e.at, e.action, e.level, e.reason, e.fields, e.by_identity, v.type, v.owner_id, e.record_id,
        v.value ${from}
      order by e.at desc, e.id desc
      limit ${asked.pageSize}
      offset ${(asked.page - 1) * asked.pageSize}),
    c as materialized (select count(*)::int as total from (select 1 ${from} limit ${exactUpTo + 1}) n),
    standing as materialized (
      select distinct on (r.owner_id, r.record_id) r.owner_id, r.record_id, r.state, r.route, r.step
      from (select distinct owner_id, record_id from x) k
      join revision r on r.owner_id = k.owner_id and r.record_id = k.record_id
      where r.state not in ('draft', 'withdrawn')
      order by r.owner_id, r.record_id, r.id desc),
    latest as materialized (
      select distinct on (n.owner_id, n.record_id) n.owner_id, n.record_id, n.id
      from (select distinct owner_id, record_id from x) k
      join revision_event n on n.owner_id = k.owner_id and n.record_id = k.record_id
      where n.action <> 'urge'
      order by n.owner_id, n.record_id, n.at desc, n.id desc)
    select c.total, x.*, owner.name as owner_name, i.name as institution_name,
      s.state, s.route, s.step, l.id = x.id as is_last
    from c
    left join x on true
    ${joinOwnerOfType(engine.records, 'x')}
    left join institution i on i.id = owner.institution_id
    left join standing s on s.owner_id = x.owner_id and s.record_id = x.record_id
    left join latest l on l.owner_id = x.owner_id and l.record_id = x.record_id
    order by x.at desc, x.id desc`
}

const labelOfKey = ({ fields }: AnyRecord, key: string): string =>
  key === 'attachments' ? '佐证材料' : (fields[key]?.label ?? key)

function shown({ engine, placeOf, actor }: Reader, row: Row): MyReview | null {
  const definition = engine.records[row.type]
  if (row.id === null || !definition) return null
  const undoable = row.is_last && undoableBy(row) === actor.identityId
  const waitsHere = row.state === 'inReview' && row.route?.[row.step ?? -1]?.role === actor.role
  const link = placeOf(row.type, row.record_id, 'review', actor.role)
  return {
    id: row.id,
    at: row.at,
    act: row.action,
    level: row.level,
    reason: row.reason,
    fields: row.fields.map(({ key, reason }) => ({ label: labelOfKey(definition, key), reason })),
    type: row.type,
    title: definition.title,
    recordId: row.record_id,
    ownerName: row.owner_name ?? '',
    institutionName: row.institution_name ?? '',
    summary: summaryOf(definition, row.value),
    state: row.state,
    stateLevel: row.state === 'inReview' ? levelOfStep(row.route, row.step) : null,
    undoUntil: undoable ? new Date(Date.parse(row.at) + undoMinutes * 60_000).toISOString() : null,
    // The desk shows what waits for this office; the rest is read on the page of what was passed.
    link: link === null || waitsHere ? link : `${link}&state=done`,
  }
}

/** One page of what the actor decided. Which teachers stand on it is noted as a reading. */
export async function decidedBy(reader: Reader, asked: DecisionQuery) {
  const { engine, actor } = reader
  const rows = await engine.search.query<Row>(decidedStatement(reader, asked))
  const list = rows.flatMap((row) => shown(reader, row) ?? [])
  const types = [...new Set(list.map(({ type }) => type))]
  await Promise.all(
    types
      .filter((type) => engine.records[type]?.owner === 'teacher')
      .map((type) =>
        engine.readings.note(
          actor,
          { kind: 'queue', type },
          rows.filter((row) => row.type === type).map((row) => row.owner_id),
        ),
      ),
  )
  const total = rows[0]?.total ?? 0
  return {
    list,
    total: Math.min(total, exactUpTo),
    ...(total > exactUpTo && { totalMore: true as const }),
    page: asked.page,
    pageSize: asked.pageSize,
  }
}

/** What the actor decided, newest first, at most so many: ids, each with the owner of its record. */
export async function decidedKeys({ engine, actor }: Reader, asked: DecisionQuery, most: number) {
  const rows = await engine.search.query<{ id: string; owner_id: number; type: string }>(sql`
    select e.id, v.owner_id, v.type ${fromDecided(actor, asked)}
    order by e.at desc, e.id desc
    limit ${most}`)
  return rows.map(({ id, owner_id, type }) => ({
    id,
    teacher: engine.records[type]?.owner === 'teacher' ? owner_id : null,
  }))
}

/** These decisions, newest first. */
export async function decidedByIds(
  reader: Reader,
  asked: DecisionQuery,
  ids: readonly string[],
): Promise<MyReview[]> {
  const page = { ...asked, page: 1, pageSize: Math.max(1, ids.length) }
  const rows = await reader.engine.db.query<Row>(decidedStatement(reader, page, ids))
  return rows.flatMap((row) => shown(reader, row) ?? [])
}
