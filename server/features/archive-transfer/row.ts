import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  PackageJob,
  PackagePage,
  PackageQuery,
  PackageState,
} from '../../../catalogue/contract/archive-transfer.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { sealBytes } from '../../platform/crypto/sealed-file.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** A package `k` as it stands now: a term that is over counts before the job has written it down. */
const stateNow: Sql = sql`case when k.receipt_number is not null then 'transferred'
    when k.state = 'approval' and k.lapses_at < now() then 'lapsed'
    when k.state = 'ready' and k.kept_until < now() then 'expired' else k.state end`

const ofOffice = ({ institutionId, role }: Actor): Sql =>
  sql`(k.institution_id = ${institutionId} and k.role = ${role})`

/**
 * Condition that the actor may agree to a package that waits: somebody else of the same office, or of the
 * authority above. Neither who asked nor whom they stand in for (decision 0153).
 */
export function decides(actor: Actor): Sql {
  return sql`k.state = 'approval' and k.lapses_at >= now()
    and (${ofOffice(actor)} or (k.above_id = ${actor.institutionId} and k.above_role = ${actor.role}))
    and not exists (
      select 1
      from identity a
      left join identity l on l.id = a.lent_by
      where a.id = k.asked_by
        and (a.person_id = ${actor.personId} or l.person_id = ${actor.personId}
          or a.id = ${actor.standsFor ?? null}::int
          or a.person_id = (select s.person_id from identity s where s.id = ${actor.standsFor ?? null}::int)))`
}

/** Condition that the actor may see a package: of the own office, decided by the actor, or to be decided. */
const readable = (actor: Actor): Sql =>
  sql`(${ofOffice(actor)} or k.decided_by = ${actor.identityId} or (${decides(actor)}))`

interface Row extends Omit<PackageJob, 'can' | 'receipt'> {
  readonly mine: boolean
  readonly own: boolean
  readonly decides: boolean
  readonly number: string | null
  readonly receiver: string | null
  readonly day: string | null
}

function jobsStatement(actor: Actor, where: Sql, after: Sql): Sql {
  return sql`
    select k.id, k.title, ${stateNow} as state, k.record_count as records, k.people_count as people, k.done,
      k.problems, k.bytes::float8 as bytes, p.name || coalesce('（代' || lp.name || '）', '') as "askedBy",
      i.name as office, k.asked_at as "askedAt", k.lapses_at as "lapsesAt", d.name as "decidedBy", k.reason,
      k.kept_until as "keptUntil", k.fault, k.receipt_number as number, k.receipt_receiver as receiver,
      k.receipt_on::text as day, k.asked_by = ${actor.identityId} as mine, ${ofOffice(actor)} as own,
      (${decides(actor)}) as decides
    from archive_package k
    join identity a on a.id = k.asked_by
    join person p on p.id = a.person_id
    join institution i on i.id = k.institution_id
    left join identity l on l.id = a.lent_by
    left join person lp on lp.id = l.person_id
    left join identity b on b.id = k.decided_by
    left join person d on d.id = b.person_id
    where ${where} ${after}`
}

const beforeItsEnd: readonly PackageState[] = ['approval', 'queued', 'writing']

const hasFile = ({ state, keptUntil }: Row): boolean =>
  state === 'ready' || (state === 'transferred' && keptUntil !== null && Date.parse(keptUntil) > Date.now())

function verbsOf(row: Row): PackageJob['can'] {
  return [
    ...(row.mine && hasFile(row) ? (['download'] as const) : []),
    ...(row.mine && beforeItsEnd.includes(row.state) ? (['cancel'] as const) : []),
    ...(row.decides ? (['agree', 'refuse'] as const) : []),
    ...(row.own && (row.state === 'ready' || row.state === 'expired') ? (['receive'] as const) : []),
  ]
}

function jobOf(row: Row): PackageJob {
  const { mine: _mine, own: _own, decides: _decides, number, receiver, day, bytes, ...job } = row
  return {
    ...job,
    bytes: bytes === null ? null : Math.max(0, bytes - sealBytes),
    receipt: number === null || receiver === null || day === null ? null : { number, receiver, day },
    can: verbsOf(row),
  }
}

/** One package that the actor may see. @throws AppError `missing` */
export async function jobFor(db: Queryable, actor: Actor, id: number): Promise<PackageJob> {
  const row = await db.maybeOne<Row>(
    jobsStatement(actor, sql`k.id = ${id} and ${readable(actor)}`, sql.empty),
  )
  if (!row) throw new AppError('missing')
  return jobOf(row)
}

/** A page of packages, the latest first, with how many wait for the actor. */
export async function jobsFor(
  db: Queryable,
  actor: Actor,
  { which, page, pageSize }: PackageQuery,
): Promise<PackagePage> {
  const where = {
    mine: sql`${ofOffice(actor)} and k.receipt_number is null`,
    waiting: sql`(${decides(actor)})`,
    transferred: sql`${ofOffice(actor)} and k.receipt_number is not null`,
  }[which]
  const after = sql`order by k.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`
  const [rows, counts] = await Promise.all([
    db.query<Row>(jobsStatement(actor, where, after)),
    db.one<{ total: number; waiting: number }>(sql`
      select (select count(*) from archive_package k where ${where})::int as total,
        (select count(*) from archive_package k where ${decides(actor)})::int as waiting`),
  ])
  return { list: rows.map(jobOf), page, pageSize, ...counts }
}
