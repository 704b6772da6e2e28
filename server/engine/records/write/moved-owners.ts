import type { Step } from '../../../../catalogue/define.ts'
import type { RouteStep } from '../../../../catalogue/flows/review.ts'
import { pendingStates } from '../../../../catalogue/flows/review.ts'
import { audited } from '../../../platform/audit/note.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import { institutionTypes, isTeachers } from '../../access/index.ts'
import type { Engine, Tx } from '../../engine.ts'
import { insertEvents } from '../../outbox/index.ts'
import { prepared } from '../../prepared/index.ts'
import type { StoredValue } from '../value/codec.ts'

/** The columns of a row that repeat its owner's place, taken from `o`. */
export const placeOfOwner: Sql = sql`institution_id = o.institution_id, district_id = o.district_id, city_id = o.city_id,
  province_id = o.province_id`

/**
 * Lets the records of teachers follow them to where they are kept now: what is in force, and what is not
 * settled yet. What was settled elsewhere stays where it was settled. An unsettled value gets a new edit
 * number, so that whoever acts on it from the former place is told that it changed.
 */
export async function placeRecords(engine: Engine, tx: Tx, ownerIds: readonly number[]): Promise<void> {
  const ids = [...ownerIds]
  // One statement for all tables: a move of one person would spend its time on the way to the database.
  // Owners are named in each part, which asks their shards alone then: 80 ms instead of a second where tables
  // are spread.
  const parts = Object.values(engine.records)
    .filter(({ owner }) => owner === 'teacher')
    .map(
      (definition) => sql`${sql.id(`of_${definition.name}`)} as (
        update ${sql.id(prepared(definition).table)} r
        set ${placeOfOwner}
        from teacher o
        where o.id = r.owner_id and r.owner_id = any(${ids}::int[]))`,
    )
  await tx.execute(sql`with ${sql.join(parts)} select 1`)
  await tx.execute(sql`
    update revision r
    set ${placeOfOwner}, edit_no = r.edit_no + 1
    from teacher o
    where o.id = r.owner_id and r.owner_id = any(${ids}::int[]) and r.replaced_at is null
      and r.state = any(${[...pendingStates]}::text[]) and ${isTeachers(engine.records, 'r')}`)
}

/** A record under review, as a move finds it. `value` is in stored form. */
export interface UnderReview {
  readonly ownerId: number
  readonly id: string
  readonly recordId: string
  readonly type: string
  readonly value: StoredValue
  readonly route: readonly RouteStep[]
  readonly step: number | null
  readonly appealed: boolean
  readonly submittedBy: number | null
  /** The chain it follows; null when that version is not stored any more. */
  readonly chain: readonly Step[] | null
}

type LockedReview = Omit<UnderReview, 'chain'> & { readonly flowVersion: number | null }

const isHeld = ({ records }: Engine): Sql =>
  sql`v.state = 'inReview' and v.replaced_at is null and ${isTeachers(records, 'v')}`

/** What owners have under review, locked against their reviewers. */
export async function underReview(
  engine: Engine,
  tx: Tx,
  ownerIds: readonly number[],
): Promise<UnderReview[]> {
  const waiting = await tx.query<{ id: number }>(sql`
    select distinct v.owner_id as id
    from revision v
    where v.owner_id = any(${[...ownerIds]}::int[]) and ${isHeld(engine)}
    order by v.owner_id`)
  const rows: LockedReview[] = []
  // On a distributed PostgreSQL rows of one owner can be locked, and not those of several in one statement.
  for (const { id } of waiting)
    rows.push(
      ...(await tx.query<LockedReview>(sql`
    select v.owner_id as "ownerId", v.id, v.record_id as "recordId", v.type, v.value,
      coalesce(v.route, '[]') as route, v.step, v.appealed, v.submitted_by as "submittedBy",
      v.flow_version as "flowVersion"
    from revision v
    where v.owner_id = ${id} and ${isHeld(engine)}
    order by v.id
    for update`)),
    )
  const types = [...new Set(rows.map(({ type }) => type))]
  const chains = await tx.query<{ type: string; version: number; chain: readonly Step[] | null }>(
    sql`select type, version, chain from flow where type = any(${types}::text[])`,
  )
  const chainOf = new Map(chains.map(({ type, version, chain }) => [`${type} ${version}`, chain]))
  return rows.map(({ flowVersion, ...row }) => ({
    ...row,
    chain: chainOf.get(`${row.type} ${flowVersion}`) ?? null,
  }))
}

/** The office that holds a record under review from now on, with the rest of its route. */
export interface Rehold {
  readonly ownerId: number
  readonly id: string
  readonly route: readonly RouteStep[]
  readonly step: number
  readonly holder: { readonly institutionId: number; readonly role: number }
}

/**
 * Hands records under review to other offices, where their time begins anew; each office that gets one is
 * told. Who held them is materialized: otherwise a distributed PostgreSQL reads it after the update.
 */
export async function rehold(tx: Tx, held: readonly Rehold[]): Promise<void> {
  if (held.length === 0) return
  const rows = held.map(({ holder, ...one }) => ({
    ...one,
    institution: holder.institutionId,
    role: holder.role,
  }))
  const given = sql`jsonb_to_recordset(${sql.json(rows)}) as x("ownerId" int, id uuid, route jsonb, step smallint,
    institution int, role smallint)`
  // Named beside the rows, owners say which nodes to ask.
  const owners = sql`v.owner_id = any(${[...new Set(held.map(({ ownerId }) => ownerId))]}::int[])`
  const passed = await tx.query<PassedReview>(sql`
    with held as materialized (
      select v.owner_id, v.id, v.holder_institution_id, v.holder_role
      from ${given}
      join revision v on v.owner_id = x."ownerId" and v.id = x.id and v.state = 'inReview'
      where ${owners}),
    moved as (
      update revision v
      set route = x.route, step = x.step, holder_institution_id = x.institution, holder_role = x.role,
        holder_since = now(), urged_at = null, edit_no = v.edit_no + 1, updated_at = now()
      from ${given}
      where ${owners} and v.owner_id = x."ownerId" and v.id = x.id and v.state = 'inReview'
      returning v.owner_id, v.id, v.record_id, v.type, v.by_identity as by, x.institution,
        x.role)
    select m.owner_id as "ownerId", m.id as "revisionId", m.record_id as "recordId", m.type, m.by, m.institution, m.role
    from moved m
    join held h on h.owner_id = m.owner_id and h.id = m.id
    where (h.holder_institution_id, h.holder_role) is distinct from (m.institution, m.role)
    order by m.owner_id, m.id`)
  if (passed.length === 0) return
  await insertEvents(
    tx,
    passed.map(({ institution, role, ...event }) => ({
      ...event,
      event: 'flow.passed' as const,
      holder: { institutionId: institution, role },
    })),
  )
}

/** A review that another office holds from now on. */
interface PassedReview {
  readonly ownerId: number
  readonly revisionId: string
  readonly recordId: string
  readonly type: string
  readonly by: number
  readonly institution: number
  readonly role: number
}

/** A submission that was withdrawn for its owner, as it stood before. */
export interface WithdrawnFor {
  readonly ownerId: number
  readonly id: string
  readonly step: number | null
  readonly institution: number | null
  readonly role: number | null
  readonly since: string | null
}

/**
 * Withdraws what owners have under review, because they left. The timeline names who decided it; where the
 * clock did, only the audit tells of it.
 */
export async function withdrawFor(
  engine: Engine,
  tx: Tx,
  { ownerIds, by, reason }: { ownerIds: readonly number[]; by: number | null; reason: string },
): Promise<WithdrawnFor[]> {
  const found = await tx.query<WithdrawnFor>(sql`
    select v.owner_id as "ownerId", v.id, v.step, v.holder_institution_id as institution,
      v.holder_role as role, v.holder_since as since
    from revision v
    where v.owner_id = any(${[...ownerIds]}::int[]) and v.state = 'inReview' and v.replaced_at is null
      and ${isTeachers(engine.records, 'v')}
    for update`)
  const which = sql`unnest(${found.map(({ ownerId }) => ownerId)}::int[],
    ${found.map(({ id }) => id)}::uuid[]) x (owner_id, id)`
  const moved = sql`
    moved as (
      update revision v
      set state = 'withdrawn', step = null, holder_institution_id = null, holder_role = null,
        holder_since = null, edit_no = v.edit_no + 1, updated_at = now()
      from ${which}
      where v.owner_id = any(${[...ownerIds]}::int[]) and v.owner_id = x.owner_id and v.id = x.id
      returning v.owner_id, v.id, v.record_id, v.type)`
  const line = sql`
    line as (
      insert into revision_event (owner_id, id, revision_id, record_id, by_identity, action, reason)
      select owner_id, gen_random_uuid(), id, record_id, ${by}::int, 'withdraw', ${reason}::text
      from moved
      where ${by}::int is not null)`
  const told = audited(
    {
      by,
      action: 'flow.withdrawn',
      type: sql`type`,
      ownerId: sql`owner_id`,
      recordId: sql`record_id`,
      facts: { reason },
    },
    sql`from moved`,
  )
  await tx.execute(sql`with ${moved}, ${line} ${told}`)
  return found
}

/**
 * Puts submissions back to where they waited before `withdrawFor`; what was changed since stays withdrawn.
 */
export async function submitAgainFor(tx: Tx, withdrawn: readonly WithdrawnFor[]): Promise<void> {
  if (withdrawn.length === 0) return
  await tx.execute(sql`
    update revision v
    set state = 'inReview', step = x.step, holder_institution_id = x.institution, holder_role = x.role,
      holder_since = x.since, edit_no = v.edit_no + 1, updated_at = now()
    from jsonb_to_recordset(${sql.json(withdrawn)}) as x("ownerId" int, id uuid, step smallint,
      institution int, role smallint, since timestamptz)
    where v.owner_id = any(${withdrawn.map(({ ownerId }) => ownerId)}::int[])
      and v.owner_id = x."ownerId" and v.id = x.id and v.state = 'withdrawn' and v.replaced_at is null`)
}

/** What owners have begun and not settled beside what is under review: drafts, and what came back to them. */
export async function unsettledOf(
  engine: Engine,
  tx: Tx,
  ownerIds: readonly number[],
): Promise<{ ownerId: number; type: string; state: 'draft' | 'returned' }[]> {
  return tx.query(sql`
    select v.owner_id as "ownerId", v.type, v.state
    from revision v
    where v.owner_id = any(${[...ownerIds]}::int[]) and v.state in ('draft', 'returned')
      and v.replaced_at is null and v.type <> all(${institutionTypes(engine.records)}::text[])
    order by v.owner_id, v.id`)
}
