import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  InstitutionLine,
  InstitutionView,
} from '../../../catalogue/contract/administration/institutions.ts'
import { institutionFieldsOf } from '../../../catalogue/institutions/fields.ts'
import { kindsBelow } from '../../../catalogue/institutions/kinds.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { factColumns } from '../../engine/directory/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { lineColumns, lineRows, pathOf } from './list.ts'
import { keptBy } from './options.ts'

type Row = Omit<InstitutionLine, 'formerly'> &
  Pick<InstitutionView, 'version' | 'parentId' | 'openedOn' | 'accounts'>

/** One institution of the actor's scope; 404 outside it. */
export async function viewOf(db: Queryable, actor: Actor, id: number): Promise<InstitutionView> {
  const view = await visibleTo(db, actor, id)
  if (!view) throw new AppError('missing')
  return view
}

/** One institution of the actor's scope; undefined outside it. */
export async function visibleTo(
  db: Queryable,
  actor: Actor,
  id: number,
): Promise<InstitutionView | undefined> {
  const row = await db.maybeOne<Row>(sql`
    select ${lineColumns}, i.version, i.parent_id as "parentId", i.opened_on as "openedOn",
      (select count(*)::int from identity a
        where a.institution_id = i.id and a.state = 'enabled' and a.role <> 2) as accounts
    from ${lineRows}
    where i.id = ${id} and ${keptBy(actor, 'i')}`)
  if (!row) return undefined
  const facts = await db.one<Record<string, unknown>>(sql`
    select ${factColumns(Object.keys(institutionFieldsOf(row.kind)), 'i')}
    from institution i
    where i.id = ${id}`)
  const former = await db.query<InstitutionView['former'][number]>(sql`
    select name, code, from_on as from, to_on as to
    from institution_former
    where institution_id = ${id}
    order by to_on desc`)
  return { ...row, facts, former, path: await pathOf(db, actor, id), can: allowed(actor, row) }
}

/**
 * What the actor may do to an institution. An authority keeps those below it and not itself: its own name and
 * contact stand on the page 本单位.
 */
function allowed(actor: Actor, row: Row): InstitutionView['can'] {
  const mine = actor.role !== 1 && row.id === actor.institutionId
  if (row.closedOn !== null) return mine ? [] : ['reopen']
  const adds = kindsBelow(row.level).length > 0 ? (['add'] as const) : []
  if (mine) return [...adds]
  const isRoot = row.parentId === null
  return [
    ...adds,
    'edit',
    'rename',
    ...(isRoot ? [] : (['close'] as const)),
    ...(isRoot && actor.role === 1 && row.below === 0 ? (['level'] as const) : []),
  ]
}

/** Refuses an act on an institution that the actor may not do: 404 outside the scope, 403 within it. */
export async function requireAct(
  db: Queryable,
  actor: Actor,
  id: number,
  act: InstitutionView['can'][number],
): Promise<InstitutionView> {
  const view = await viewOf(db, actor, id)
  if (view.can.includes(act)) return view
  const byState = view.closedOn !== null || act === 'reopen' || act === 'level'
  throw new AppError(byState ? 'wrongState' : 'forbidden')
}
