import { seesPending, type Actor } from '../../../../catalogue/access/access.ts'
import type { AnyRecord } from '../../../../catalogue/define.ts'
import type { RouteStep, State } from '../../../../catalogue/flows/review.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import type { Engine } from '../../engine.ts'
import { prepared } from '../../prepared/index.ts'
import { serverKind } from '../../kinds/index.ts'
import { fromRow, type StoredValue, type Values } from '../value/codec.ts'
import { scopeCondition } from '../../access/index.ts'

/** A value in force, whatever its type. `stored` is in stored form. */
export interface Effective {
  readonly type: string
  readonly ownerId: number
  readonly id: string
  readonly appliedAt: string
  readonly attachments: readonly string[]
  readonly stored: Values
}

/** A pending revision. `value` is in stored form. */
export interface Open {
  readonly type: string
  readonly ownerId: number
  readonly recordId: string
  readonly revisionId: string
  readonly state: State
  /** Whether the draft mends a returned revision. The return stands until the draft is submitted. */
  readonly mending: boolean
  readonly value: Values
  readonly attachments: readonly string[]
  readonly changed: readonly string[]
  readonly route: readonly RouteStep[] | null
  readonly step: number | null
  readonly holderInstitutionId: number | null
  readonly holderRole: number | null
  readonly holder: string | null
  readonly holderSince: string | null
  readonly submittedAt: string | null
}

/** The whole typed row as JSON. Amounts become text, because a JSON number would lose their zeros. */
function rowAsJson(definition: AnyRecord): Sql {
  const amounts = prepared(definition).typed.flatMap(({ column, field }) =>
    serverKind(field).textInJson && !field.sealed ? [sql`${sql.lit(column)}, r.${sql.id(column)}::text`] : [],
  )
  return amounts.length === 0
    ? sql`to_jsonb(r)`
    : sql`to_jsonb(r) || jsonb_build_object(${sql.join(amounts)})`
}

/**
 * The statement of every value in force of some owners, all types in one. Each branch finds its rows by the
 * owner.
 */
export function effectiveStatement(
  actor: Actor,
  definitions: readonly AnyRecord[],
  ownerIds: readonly number[],
): Sql {
  const branch = (definition: AnyRecord) => sql`
    select ${sql.lit(definition.name)}::text as type, r.owner_id, r.id, r.applied_at, r.attachments,
      r.sort_key, r.institution_id,
      r.district_id, r.city_id, r.province_id, ${rowAsJson(definition)} as row
    from ${sql.id(prepared(definition).table)} r where r.voided_at is null`
  return sql`
    select x.type, x.owner_id, x.id, x.applied_at, x.attachments, x.row
    from (${sql.join(definitions.map(branch), ' union all ')}) x
    where x.owner_id = any(${[...ownerIds]}::int[]) and ${scopeCondition(actor, 'x')}
    order by x.type, x.sort_key, x.id`
}

/**
 * Values in force of these owners in the actor's scope, in one statement, each type in the order of its sort
 * key.
 */
export async function effectiveOf(
  engine: Engine,
  actor: Actor,
  definitions: readonly AnyRecord[],
  ownerIds: readonly number[],
): Promise<Effective[]> {
  if (ownerIds.length === 0 || definitions.length === 0) return []
  const rows = await engine.db.query<{
    type: string
    owner_id: number
    id: string
    applied_at: string
    attachments: string[]
    row: Values
  }>(effectiveStatement(actor, definitions, ownerIds))
  const byName = new Map(definitions.map((definition) => [definition.name, definition]))
  return rows.flatMap((row) => {
    const definition = byName.get(row.type)
    if (!definition) return []
    return [
      {
        type: row.type,
        ownerId: row.owner_id,
        id: row.id,
        appliedAt: row.applied_at,
        attachments: row.attachments,
        stored: fromRow(definition, row.row),
      },
    ]
  })
}

interface OpenRow {
  type: string
  owner_id: number
  record_id: string
  id: string
  state: State
  mending: boolean
  value: StoredValue
  changed: string[]
  route: RouteStep[] | null
  step: number | null
  holder_institution_id: number | null
  holder_role: number | null
  holder: string | null
  holder_since: string | null
  submitted_at: string | null
}

/** The statement of pending revisions of some owners. */
export function openStatement(
  actor: Actor,
  definitions: readonly AnyRecord[],
  ownerIds: readonly number[],
): Sql {
  return sql`
    select v.type, v.owner_id, v.record_id, v.id, v.state, b.id is not null as mending, v.value, v.changed,
      v.route, v.step, v.holder_institution_id, v.holder_role,
      h.name as holder, v.holder_since, v.submitted_at
    from revision v left join institution h on h.id = v.holder_institution_id
      left join revision b on b.owner_id = v.owner_id
        and b.id = v.previous_id
        and v.state = 'draft'
        and b.state = 'returned'
    where v.owner_id = any(${[...ownerIds]}::int[])
      and v.type = any(${definitions.map((d) => d.name)}::text[])
      and v.replaced_at is null
      and v.state in ('draft', 'inReview', 'returned', 'rejected', 'withdrawn')
        and ${scopeCondition(actor, 'v')}
    order by v.updated_at desc`
}

/**
 * Pending revisions of these owners that the actor may see, latest first. Drafts are visible to their owner
 * only.
 */
export async function openOf(
  engine: Engine,
  actor: Actor,
  definitions: readonly AnyRecord[],
  ownerIds: readonly number[],
): Promise<Open[]> {
  if (ownerIds.length === 0 || definitions.length === 0) return []
  const rows = await engine.db.query<OpenRow>(openStatement(actor, definitions, ownerIds))
  return rows
    .filter((row) => seesPending(actor, row.state))
    .map(({ value: { attachments = [], ...value }, ...row }) => ({
      type: row.type,
      ownerId: row.owner_id,
      recordId: row.record_id,
      revisionId: row.id,
      state: row.state,
      mending: row.mending,
      value,
      attachments,
      changed: row.changed,
      route: row.route,
      step: row.step,
      holderInstitutionId: row.holder_institution_id,
      holderRole: row.holder_role,
      holder: row.holder,
      holderSince: row.holder_since,
      submittedAt: row.submitted_at,
    }))
}
