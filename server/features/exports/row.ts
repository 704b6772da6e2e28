import type { Actor } from '../../../catalogue/access/access.ts'
import {
  exportPurposes,
  type ExportFormat,
  type ExportJob,
  type ExportListQuery,
  type ExportPage,
  type ExportPurpose,
  type ExportState,
} from '../../../catalogue/contract/administration/exports.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { sealBytes } from '../../platform/crypto/sealed-file.ts'

/** Description of an export in words, as it was when somebody asked for it. */
export interface ExportWords {
  readonly title: string
  readonly scope: string
  readonly filters: readonly string[]
  readonly order: string
  readonly columns: readonly string[]
  readonly masked: readonly string[]
  readonly full: readonly string[]
}

interface Row {
  readonly id: number
  readonly told: ExportWords
  readonly format: ExportFormat
  readonly purpose: ExportPurpose
  readonly purpose_text: string
  readonly row_count: number
  readonly people_count: number
  readonly state: ExportState
  readonly done: number
  readonly asked_name: string
  readonly office: string
  readonly asked_at: string
  readonly lapses_at: string | null
  readonly decided_name: string | null
  readonly decided_at: string | null
  readonly reason: string
  readonly started_at: string | null
  readonly ready_at: string | null
  readonly kept_until: string | null
  readonly bytes: number | null
  readonly fault: string | null
  readonly mine: boolean
  readonly decides: boolean
}

/**
 * Where a file stands now: what nobody agreed to in time has lapsed, and a file of yesterday's week is gone.
 */
const stateNow: Sql = sql`case when e.state = 'approval' and e.lapses_at < now() then 'lapsed'
    when e.state = 'ready' and e.kept_until < now() then 'expired' else e.state end`

const mine = (actor: Actor): Sql => sql`e.asked_by = ${actor.identityId}`

/**
 * Condition that the actor may agree to a file that waits: somebody else of the same office, or of the
 * authority above; administrators for each other. Neither who asked nor whom they stand in for.
 */
export function decides(actor: Actor): Sql {
  const office =
    actor.role === 1
      ? sql`e.role = 1`
      : sql`((e.institution_id = ${actor.institutionId} and e.role = ${actor.role})
        or (e.above_id = ${actor.institutionId} and e.above_role = ${actor.role}))`
  return sql`e.state = 'approval' and e.lapses_at >= now() and ${office}
    and not exists (
      select 1
      from identity a
      left join identity l on l.id = a.lent_by
      where a.id = e.asked_by
        and (a.person_id = ${actor.personId} or l.person_id = ${actor.personId}
          or a.id = ${actor.standsFor ?? null}::int
          or a.person_id = (select s.person_id from identity s where s.id = ${actor.standsFor ?? null}::int)))`
}

const readable = (actor: Actor): Sql =>
  sql`(${mine(actor)} or e.decided_by = ${actor.identityId} or (${decides(actor)}))`

/** Files `e` as they are shown to the actor. */
function jobsStatement(actor: Actor, where: Sql, after: Sql): Sql {
  return sql`
    select e.id, e.told, e.format, e.purpose, e.purpose_text, e.row_count, e.people_count, ${stateNow} as state, e.done,
      p.name || coalesce('（代' || lp.name || '）', '') as asked_name, i.name as office, e.asked_at, e.lapses_at,
      d.name as decided_name, e.decided_at, e.reason, e.started_at, e.ready_at, e.kept_until, e.bytes, e.fault,
      ${mine(actor)} as mine, ${decides(actor)} as decides
    from export e
      join identity a on a.id = e.asked_by
      join person p on p.id = a.person_id
      join institution i on i.id = e.institution_id
      left join identity l on l.id = a.lent_by left join person lp on lp.id = l.person_id
      left join identity b on b.id = e.decided_by left join person d on d.id = b.person_id
    where ${where} ${after}`
}

const beforeItsEnd: readonly ExportState[] = ['approval', 'queued', 'writing']

function verbsOf({ mine: own, decides: decider, state }: Row): ExportJob['can'] {
  return [
    ...(own && state === 'ready' ? (['download'] as const) : []),
    ...(own && beforeItsEnd.includes(state) ? (['cancel'] as const) : []),
    ...(decider ? (['agree', 'refuse'] as const) : []),
  ]
}

function jobOf(row: Row): ExportJob {
  const { told } = row
  return {
    id: row.id,
    title: told.title,
    scope: told.scope,
    filters: [...told.filters],
    order: told.order,
    columns: [...told.columns],
    masked: [...told.masked],
    full: [...told.full],
    format: row.format,
    purpose: exportPurposes[row.purpose].label,
    purposeText: row.purpose_text,
    rows: row.row_count,
    people: row.people_count,
    state: row.state,
    done: row.done,
    askedBy: row.asked_name,
    office: row.office,
    askedAt: row.asked_at,
    lapsesAt: row.lapses_at,
    decidedBy: row.decided_name,
    decidedAt: row.decided_at,
    reason: row.reason,
    startedAt: row.started_at,
    readyAt: row.ready_at,
    keptUntil: row.kept_until,
    bytes: row.bytes === null ? null : Math.max(0, row.bytes - sealBytes),
    fault: row.fault,
    mine: row.mine,
    can: verbsOf(row),
  }
}

/** One file that the actor asked for, decided about or may decide about. Throws missing. */
export async function jobFor(db: Queryable, actor: Actor, id: number): Promise<ExportJob> {
  const row = await db.maybeOne<Row>(
    jobsStatement(actor, sql`e.id = ${id} and ${readable(actor)}`, sql.empty),
  )
  if (!row) throw new AppError('missing')
  return jobOf(row)
}

/** The condition of each list of files. */
const listed = (actor: Actor, which: ExportListQuery['which']): Sql =>
  ({ mine: mine(actor), waiting: decides(actor), decided: sql`e.decided_by = ${actor.identityId}` })[which]

/** A page of files, the latest first, with how many wait for the actor. */
export async function jobsFor(
  db: Queryable,
  actor: Actor,
  { which, page, pageSize }: ExportListQuery,
): Promise<ExportPage> {
  const where = listed(actor, which)
  const [rows, counts] = await Promise.all([
    db.query<Row>(
      jobsStatement(actor, where, sql`order by e.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`),
    ),
    db.one<{ total: number; waiting: number }>(sql`
      select (select count(*) from export e where ${where})::int as total,
        (select count(*) from export e where ${decides(actor)})::int as waiting`),
  ])
  return { list: rows.map(jobOf), page, pageSize, ...counts }
}
