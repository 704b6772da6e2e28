import type { Actor } from '../../../catalogue/access/access.ts'
import type { InterchangeRun } from '../../../catalogue/contract/administration/interchange.ts'
import { importNamed } from '../../../catalogue/imports/imports.ts'
import { layouts, listOfLayout, workbookOfLayout } from '../../../catalogue/interchange/layout.ts'
import { layoutImports } from '../../../catalogue/interchange/imports.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** Most runs that the page shows. */
const mostShown = 20

interface Row extends Omit<InterchangeRun, 'title'> {
  readonly name: string
}

const titleOf = ({ kind, name }: Row): string =>
  (kind === 'import'
    ? importNamed(name)?.title
    : layouts.find((layout) => listOfLayout(layout) === name)?.title) ?? name

/** What the actor took out and brought in by layouts, the newest first. Nobody else's. */
export async function runsOf(db: Queryable, actor: Actor): Promise<InterchangeRun[]> {
  const kinds = [...layouts.map(workbookOfLayout), ...layoutImports.map(({ name }) => name)]
  const rows = await db.query<Row>(sql`
    select * from (
      (select 'export' as kind, e.id, e.list as name, e.row_count as rows, null::int as left, e.asked_at as at,
          case when e.state = 'ready' and e.kept_until < now() then 'expired' else e.state end as state
        from export e
        where e.asked_by = ${actor.identityId} and e.list = any(${layouts.map(listOfLayout)}::text[])
        order by e.id desc limit ${mostShown})
      union all
      (select 'import', j.id, j.kind, coalesce(j.total, 0),
          coalesce((j.counts ->> 'error')::int, 0) + coalesce((j.counts ->> 'conflict')::int, 0), j.created_at,
          j.status
        from import_job j
        where j.by_identity = ${actor.identityId} and j.kind = any(${kinds}::text[])
        order by j.id desc limit ${mostShown})) r
    order by at desc, kind, id desc
    limit ${mostShown}`)
  return rows.map((row) => {
    const { kind, id, rows: many, left, at, state } = row
    const shown = kind === 'import' ? labelOf('importStatus', state) : state
    return { kind, id, title: titleOf(row), rows: many, left, at, state: shown }
  })
}
