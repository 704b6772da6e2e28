import type { Actor } from '../../../catalogue/access/access.ts'
import { boardKeys, boards, type BoardKey } from '../../../catalogue/boards/board.ts'
import { defaultLayouts } from '../../../catalogue/boards/defaults.ts'
import { boardLayout, readLayout, type BoardLayout } from '../../../catalogue/boards/layout.ts'
import { waitingPanels } from '../../../catalogue/boards/panels.ts'
import type { BoardDetail, BoardLine, LayoutSave } from '../../../catalogue/contract/analysis/boards.ts'
import { AppError, invalidFields } from '../../../catalogue/errors.ts'
import type { Queryable } from '../../engine/engine.ts'
import { note } from '../../platform/audit/note.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { isOpen } from './open-shares.ts'

/** Saves that the editor offers to go back to. */
const mostVersions = 50

/** A layout in force for an office, and whose it is. */
export interface InForce {
  readonly layout: BoardLayout
  readonly origin: BoardDetail['origin']
  /** Name of the office; null for the declared one. */
  readonly from: string | null
  readonly savedAt: string | null
}

interface Row {
  readonly board: BoardKey
  readonly institution_id: number
  readonly name: string
  readonly layout: unknown
  readonly at: string
}

/**
 * The layouts of an office: its own, else that of the nearest office above that has one, else the declared
 * one.
 */
export async function layoutsFor(db: Queryable, officeId: number): Promise<Record<BoardKey, InForce>> {
  const rows = await db.query<Row>(sql`
    select distinct on (l.institution_id, l.board) l.board, l.institution_id, i.name, l.layout, l.at
    from institution o
    join institution i on i.id in (o.id, o.district_id, o.city_id, o.province_id)
    join board_layout l on l.institution_id = i.id
    where o.id = ${officeId}
    order by l.institution_id, l.board, l.version desc`)
  const steps = await db.one<{ up: (number | null)[] }>(sql`
    select array[o.id, o.district_id, o.city_id, o.province_id] as up from institution o where o.id = ${officeId}`)
  const nearest = (board: BoardKey): InForce => {
    for (const id of steps.up) {
      const row = rows.find((one) => one.institution_id === id && one.board === board)
      // A file that a former version of the portal took and this one does not is passed over.
      const read = row && row.layout !== null ? readLayout(row.layout, board) : null
      if (row && read?.layout)
        return {
          layout: read.layout,
          origin: row.institution_id === officeId ? 'own' : 'above',
          from: row.name,
          savedAt: row.at,
        }
    }
    return { layout: defaultLayouts[board], origin: 'declared', from: null, savedAt: null }
  }
  return {
    dataLarge: nearest('dataLarge'),
    datashow: nearest('datashow'),
    datatrain: nearest('datatrain'),
  }
}

const newest = (db: Queryable, officeId: number) =>
  db.query<{ board: BoardKey; version: number }>(sql`
    select l.board, max(l.version)::int as version
    from board_layout l
    where l.institution_id = ${officeId}
    group by 1`)

/** The boards of the actor's office. */
export async function boardLinesOf(db: Database, { institutionId }: Actor): Promise<BoardLine[]> {
  const [layouts, versions, links] = await Promise.all([
    layoutsFor(db, institutionId),
    newest(db, institutionId),
    db.query<{ board: BoardKey; count: number }>(sql`
      select s.board, count(*)::int as count
      from board_share s
      where s.institution_id = ${institutionId} and ${isOpen}
      group by 1`),
  ])
  return boardKeys.map((board) => {
    const { layout, origin, from, savedAt } = layouts[board]
    return {
      board,
      title: boards[board].title,
      enabled: layout.enabled,
      refreshSeconds: layout.refreshSeconds,
      pages: layout.pages.length,
      origin,
      from,
      savedAt,
      version: versions.find((one) => one.board === board)?.version ?? 0,
      links: links.find((one) => one.board === board)?.count ?? 0,
      waiting: waitingPanels.flatMap((one) =>
        one.board === board ? [{ key: one.key, title: one.title, waitsFor: one.waitsFor }] : [],
      ),
    }
  })
}

/** The layout in force for the actor's office, and its saves. */
export async function boardDetailOf(
  db: Database,
  { institutionId }: Actor,
  board: BoardKey,
): Promise<BoardDetail> {
  const { layout, origin, from } = (await layoutsFor(db, institutionId))[board]
  const versions = await db.query<BoardDetail['versions'][number]>(sql`
    select l.version, p.name as by, l.at, l.note, l.layout is null as "isReset"
    from board_layout l
    join identity a on a.id = l.by_identity
    join person p on p.id = a.person_id
    where l.institution_id = ${institutionId} and l.board = ${board}
    order by l.version desc
    limit ${mostVersions}`)
  return { board, layout, origin, from, version: versions[0]?.version ?? 0, versions }
}

/** An earlier save of the own office; a layout of null where it went back. */
export async function versionOf(
  db: Database,
  { institutionId }: Actor,
  { key, version }: { key: BoardKey; version: number },
): Promise<{ layout: BoardLayout | null }> {
  const row = await db.maybeOne<{ layout: unknown }>(sql`
    select l.layout
    from board_layout l
    where l.institution_id = ${institutionId} and l.board = ${key} and l.version = ${version}`)
  if (!row) throw new AppError('missing')
  const read = boardLayout.safeParse(row.layout)
  return { layout: read.success ? read.data : null }
}

/** A layout that somebody wrote; its faults are refused with their places. */
export function requireLayout(given: unknown, board: BoardKey): BoardLayout {
  const { layout, faults } = readLayout(given, board)
  if (layout === null) throw invalidFields(faults)
  return layout
}

/**
 * Saves a layout of the actor's office as its next version; null goes back to what holds without one.
 * @throws AppError `invalid` with the places of what is wrong; `stale` where another save came before
 */
export async function saveLayout(
  db: Database,
  actor: Actor,
  board: BoardKey,
  { layout: given, after, note: words }: LayoutSave,
): Promise<BoardDetail> {
  const layout = given === null ? null : requireLayout(given, board)
  const { institutionId, identityId } = actor
  await db.transaction(async (tx) => {
    const saved = await tx.maybeOne<{ version: number }>(sql`
      insert into board_layout (institution_id, board, version, layout, note, by_identity)
      select ${institutionId}, ${board}, ${after + 1}, ${layout === null ? null : sql.json(layout)}::jsonb, ${words},
        ${identityId}
      where coalesce((
            select max(l.version)
            from board_layout l
            where l.institution_id = ${institutionId} and l.board = ${board}), 0) = ${after}
      on conflict do nothing
      returning version`)
    if (!saved) throw new AppError('stale', { message: '该大屏的布局刚被他人保存过，请打开最新的一版再改' })
    await note(tx, {
      by: identityId,
      action: 'board.laidOut',
      facts: { board, institution: institutionId, version: saved.version, isReset: layout === null },
    })
  })
  return boardDetailOf(db, actor, board)
}
