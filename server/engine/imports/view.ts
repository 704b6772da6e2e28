import type { Actor } from '../../../catalogue/access/access.ts'
import {
  daysToUndo,
  type ImportCounts,
  type ImportView,
} from '../../../catalogue/contract/administration/imports.ts'
import type { ImportDefinition } from '../../../catalogue/imports/define.ts'
import { importNamed } from '../../../catalogue/imports/imports.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Head, ImportEngine } from './importing.ts'
import {
  lineColumns,
  lineJoins,
  lineOf,
  openedByImport,
  seesImport,
  seesRows,
  type LineRow,
} from './lines.ts'
import { faultShown, headOf } from './rows.ts'
import { openContent } from './staged.ts'

interface ViewRow extends LineRow {
  readonly head: Head | null
  readonly messages: Readonly<Record<string, string>>
  readonly done: number
  readonly failure: string | null
  readonly token: string | null
  readonly undoUntil: string | null
  readonly undone: number
  readonly kept: number
  readonly opened: number
  readonly seconds: number
  readonly ahead: number
  readonly byIdentity: number
  readonly cleared: boolean
  readonly open: boolean
}

const noCounts: ImportCounts = {
  new: 0,
  changed: 0,
  same: 0,
  conflict: 0,
  error: 0,
  warnings: 0,
  repaired: 0,
}

/** Rows of the step under way. */
const toDo = ({ importStatus, total, counts }: ViewRow): number | null =>
  importStatus === '4' ? (counts.new ?? 0) + (counts.changed ?? 0) : total

function pace(row: ViewRow): Pick<ImportView, 'rate' | 'secondsLeft' | 'progress'> {
  const all = toDo(row)
  const moving = row.importStatus === '2' || row.importStatus === '4'
  const rate = moving && row.seconds >= 1 && row.done > 0 ? Math.round(row.done / row.seconds) : null
  const left = rate && all !== null ? Math.ceil(Math.max(all - row.done, 0) / rate) : null
  const progress = !moving
    ? 100
    : all === null || all === 0
      ? 0
      : Math.min(99, Math.floor((row.done * 100) / all))
  return { rate, secondsLeft: left, progress }
}

/** One task with everything its page shows. 404 for one that the actor does not see. */
export async function viewImport(
  { engine: { db, keys } }: ImportEngine,
  actor: Actor,
  id: number,
): Promise<ImportView> {
  const row = await db.maybeOne<ViewRow>(sql`
    select ${lineColumns}, j.head, j.messages, j.done, j.failure, j.token, j.by_identity as "byIdentity",
      j.cleared_at is not null as cleared,
      case when j.started_at is not null and j.status in ('5', '6', '8') and j.undo_at is null
          and j.ended_at > now() - make_interval(days => ${daysToUndo}) and j.cleared_at is null
        then j.ended_at + make_interval(days => ${daysToUndo}) end as "undoUntil",
      (select count(*) from import_row r where r.job_id = j.id and r.written = 'undone')::int as undone,
      (select count(*) from import_row r where r.job_id = j.id and r.written = 'kept')::int as kept,
      (select count(*) from (${openedByImport(actor, id)}) o)::int as opened,
      extract(epoch from now() - j.step_at)::float as seconds, ${seesRows(actor)} as open,
      case when j.status = '2' then (select count(*)::int
        from import_job w where w.status = '2' and (w.bytes, w.id) < (j.bytes, j.id)) else 0 end as ahead
    from import_job j ${lineJoins}
    where j.id = ${id} and ${seesImport(actor)}`)
  if (!row) throw new AppError('missing')
  const definition = importNamed(row.kind)
  const first = await db.query<{ row: number; sealed: string }>(sql`
    select r.row, r.sealed
    from import_row r
    where r.job_id = ${id} and r.marks <> '{}' and ${row.open}::boolean
    order by r.row
    limit 100`)
  const errors = first.flatMap((one) => {
    const content = openContent(keys, id, one.row, one.sealed)
    return content.faults.map((fault) => ({
      row: one.row,
      ...faultShown(definition, row.head, content, fault),
    }))
  })
  const counts = { ...noCounts, ...row.counts }
  return {
    ...lineOf(row),
    status: row.importStatus,
    ...pace(row),
    done: row.done,
    total: toDo(row),
    valid: counts.new + counts.changed + counts.same,
    invalid: counts.error + counts.conflict,
    warnings: counts.warnings,
    ahead: row.ahead,
    counts,
    faultCounts: row.open ? await countFaults(db, id, definition, row.messages) : [],
    ignored: [...(row.head?.ignored ?? [])],
    failure: row.failure,
    errors: errors.slice(0, 100),
    token: row.importStatus === '3' ? row.token : null,
    annotated: row.open && !row.cleared && counts.error + counts.conflict + row.failed > 0,
    undoUntil: row.undoUntil,
    undone: row.undone,
    kept: row.kept,
    opened: row.opened,
    mine: row.byIdentity === actor.identityId,
  }
}

async function countFaults(
  db: Queryable,
  id: number,
  definition: ImportDefinition | undefined,
  messages: Readonly<Record<string, string>>,
): Promise<ImportView['faultCounts']> {
  const rows = await db.query<{ mark: string; rows: number }>(sql`
    select m as mark, count(*)::int as rows
    from import_row r, unnest(r.marks) m
    where r.job_id = ${id} and r.marks <> '{}'
    group by m
    order by 2 desc, 1
    limit 50`)
  return rows.map(({ mark, rows: count }) => {
    const [code = '', field = ''] = mark.split(':')
    return { code, field, header: headOf(definition, field), message: messages[mark] ?? '', rows: count }
  })
}
