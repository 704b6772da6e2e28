import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { MendAnswer, mendBody, replaceBody } from '../../../catalogue/contract/administration/imports.ts'
import { importNamed } from '../../../catalogue/imports/imports.ts'
import { tidied } from '../../../catalogue/imports/read-row.ts'
import { AppError } from '../../../catalogue/errors.ts'
import {
  countRows,
  jobById,
  mendCells,
  requireOwnImport,
  rowShown,
  sameTexts,
} from '../../engine/imports/index.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ImportNeeds } from './index.ts'

type MendedCells = Awaited<ReturnType<typeof mendCells>>

async function answerOf({ db }: ImportNeeds, id: number, { rows, token }: MendedCells): Promise<MendAnswer> {
  const job = await jobById(db, id)
  if (!job) throw new AppError('missing')
  const definition = importNamed(job.kind)
  const shown = rows.map((staged) =>
    rowShown(
      definition,
      job.head,
      { row: staged.row, outcome: staged.outcome, written: null, reason: null },
      staged,
    ),
  )
  return { rows: shown, changed: rows.length, counts: await countRows(db, id), token }
}

/** Changes single cells of a dry run. */
export async function mend(
  needs: ImportNeeds,
  actor: Actor,
  id: number,
  cells: z.output<typeof mendBody>['cells'],
): Promise<MendAnswer> {
  await requireOwnImport(needs.db, actor, id)
  return answerOf(needs, id, await mendCells(needs.importing, id, async () => cells))
}

/**
 * The same correction wherever a column has this text; kept for the institution's later files where it is
 * asked.
 */
export async function replace(
  needs: ImportNeeds,
  actor: Actor,
  id: number,
  { field, from, to, remember }: z.output<typeof replaceBody>,
): Promise<MendAnswer> {
  await requireOwnImport(needs.db, actor, id)
  const { keys } = needs
  const mended = await mendCells(needs.importing, id, async (tx) => {
    const rows = await sameTexts(tx, keys, id, { field, text: from })
    return rows.map((row) => ({ row, field, value: to }))
  })
  if (remember) await keepReading(needs.db, actor, id, { field, from, to })
  return answerOf(needs, id, { ...mended, rows: mended.rows.slice(0, 200) }).then((answer) => ({
    ...answer,
    changed: mended.rows.length,
  }))
}

async function keepReading(
  db: Database,
  actor: Actor,
  id: number,
  { field, from, to }: { readonly field: string; readonly from: string; readonly to: string },
): Promise<void> {
  await db.execute(sql`
    insert into import_reading (institution_id, kind, column_key, written, read_as, by_identity)
    select ${actor.institutionId}::int, j.kind, ${field}, ${tidied(from)}, ${tidied(to)}, ${actor.identityId}::int
    from import_job j where j.id = ${id}
    on conflict (institution_id, kind, column_key, written)
    do update set read_as = excluded.read_as, by_identity = excluded.by_identity, at = excluded.at`)
}

/** Corrections that an institution had remembered, by kind and column. */
export async function listReadings(db: Queryable, actor: Actor) {
  const rows = await db.query<{ id: number; kind: string; column: string; from: string; to: string }>(sql`
    select id, kind, column_key as "column", written as "from", read_as as "to"
    from import_reading
    where institution_id = ${actor.institutionId}
    order by kind, column_key, written
    limit 1000`)
  return rows.map(({ id, kind, column, from, to }) => {
    const definition = importNamed(kind)
    const header = definition?.columns.find(({ key }) => key === column)?.head ?? column
    return { id, kindTitle: definition?.title ?? kind, header, from, to }
  })
}

/** Forgets one of the own institution; 404 for any other. */
export async function forgetReading(db: Queryable, actor: Actor, id: number): Promise<void> {
  const gone = await db.maybeOne(sql`
    delete from import_reading where id = ${id} and institution_id = ${actor.institutionId} returning 1 as gone`)
  if (!gone) throw new AppError('missing')
}
