import { createHash } from 'node:crypto'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { IndexPreview, OwnTextbook, TextbookDraft } from '../../../catalogue/contract/curriculum.ts'
import {
  planIndex,
  type IndexPlan,
  type IndexRow,
  type KeptNode,
  type PlannedNode,
} from '../../../catalogue/curriculum/plan.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import type { Database, Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { note } from '../../platform/audit/note.ts'
import { lineColumns, lines } from './read.ts'

/** Begins a textbook of the actor's institution. Answers its number. */
export function beginTextbook(db: Database, actor: Actor, draft: TextbookDraft): Promise<number> {
  const { stage, subject, edition, grade, semester, title, year, source } = draft
  return db.transaction(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into textbook (stage, subject, edition, grade, semester, title, year, institution_id, source)
      values (${stage}, ${subject}, ${edition}, ${grade}, ${semester}, ${title}, ${year}, ${actor.institutionId},
        ${source})
      returning id`)
    await note(tx, { by: actor.identityId, action: 'curriculum.begun', facts: { textbook: id, title } })
    return id
  })
}

/** The textbooks that the actor's institution keeps, the newest first. */
export const ownTextbooks = (db: Queryable, actor: Actor): Promise<OwnTextbook[]> =>
  db.query<OwnTextbook>(sql`
    select ${lineColumns},
      (select count(*)::int from curriculum_node n where n.textbook_id = t.id and n.ended_on is null) as nodes
    from ${lines}
    where t.institution_id = ${actor.institutionId} and t.state = 'live'
    order by t.id desc
    limit 500`)

/**
 * The chapters of a textbook with what hangs on each.
 * @throws AppError `missing` for a textbook that is not the institution's own; those that ship are read-only
 */
export async function keptNodes(
  db: Queryable,
  actor: Actor,
  id: number,
): Promise<{ readonly title: string; readonly nodes: readonly (KeptNode & { readonly level: number })[] }> {
  const textbook = await db.maybeOne<{ title: string }>(
    sql`select title from textbook where id = ${id} and institution_id = ${actor.institutionId}`,
  )
  if (!textbook) throw new AppError('missing')
  const nodes = await db.query<Omit<KeptNode, 'uses'> & { level: number }>(sql`
    select id, parent_id as "parentId", no, title, ended_on is not null as ended, cardinality(path) as level
    from curriculum_node
    where textbook_id = ${id}
    order by place, id`)
  const ids = sql`${nodes.map((node) => node.id)}::int[]`
  const uses = await db.query<{ node: number; count: number }>(sql`
    select n as node, count(*)::int as count
    from shelf s, unnest(s.node_ids) n
    where s.node_ids && ${ids} and n = any(${ids}) and s.gone_at is null
    group by n`)
  const counts = new Map(uses.map(({ node, count }) => [node, count]))
  return {
    title: textbook.title,
    nodes: nodes.map((node) => ({ ...node, uses: counts.get(node.id) ?? 0 })),
  }
}

/** What says that nothing changed between preview and act: the plan itself. */
const markOf = (plan: IndexPlan): string => createHash('sha256').update(JSON.stringify(plan)).digest('hex')

/** What a workbook would change of an own textbook. */
export async function previewIndex(
  db: Queryable,
  actor: Actor,
  id: number,
  rows: readonly IndexRow[],
): Promise<IndexPreview> {
  const { nodes } = await keptNodes(db, actor, id)
  const plan = planIndex(rows, nodes)
  return {
    seen: markOf(plan),
    changes: plan.changes.map((one) => ({ ...one })),
    faults: plan.faults.map((one) => ({ ...one })),
  }
}

/**
 * Carries out what was previewed, in one transaction.
 * @throws AppError `stale` where the textbook or the workbook says something else than was previewed
 */
export function applyIndex(
  db: Database,
  actor: Actor,
  id: number,
  { rows, seen }: { readonly rows: readonly IndexRow[]; readonly seen: string },
): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.query(sql`select 1 from textbook where id = ${id} for update`)
    const { nodes } = await keptNodes(tx, actor, id)
    const plan = planIndex(rows, nodes)
    const [fault] = plan.faults
    if (fault) throw invalid('fileId', fault.message)
    if (markOf(plan) !== seen)
      throw new AppError('stale', { message: '目录或文件在预览之后有变化，请重新预览' })
    await write(tx, id, plan)
    const count = (change: string) => plan.changes.filter((one) => one.change === change).length
    await note(tx, {
      by: actor.identityId,
      action: 'curriculum.changed',
      facts: { textbook: id, added: count('new'), changed: count('changed'), ended: count('ended') },
    })
  })
}

async function write(tx: Tx, textbook: number, { nodes, gone }: IndexPlan): Promise<void> {
  const numbers = await tx.query<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('curriculum_node', 'id'))::int as id
    from generate_series(1, ${nodes.filter(({ id }) => id === null).length})`)
  const placed: { readonly id: number; readonly path: readonly number[] }[] = []
  const rows = nodes.map((node, at) => {
    const id = node.id ?? numbers.shift()?.id ?? 0
    const above = node.parent === null ? [] : (placed[node.parent]?.path ?? [])
    placed.push({ id, path: [...above, id] })
    return { ...rowOf(node), id, place: at + 1, path: [...above, id], parent: above.at(-1) ?? null }
  })
  await tx.execute(sql`
    insert into curriculum_node (id, textbook_id, parent_id, kind, no, title, place, path, ended_on)
    select x.id, ${textbook}::int, x.parent, x.kind, x.no, x.title, x.place,
      array(select jsonb_array_elements_text(x.path)::int), case when x.ended then current_date end
    from jsonb_to_recordset(${sql.json(rows)})
      as x(id int, parent int, kind text, no text, title text, place int, path jsonb, ended boolean)
    order by x.place
    on conflict (id) do update
    set parent_id = excluded.parent_id, kind = excluded.kind, no = excluded.no, title = excluded.title,
      place = excluded.place, path = excluded.path,
      ended_on = case when excluded.ended_on is null then null
        else coalesce(curriculum_node.ended_on, excluded.ended_on) end`)
  await tx.execute(sql`
    update curriculum_node set ended_on = current_date
    where textbook_id = ${textbook} and id = any(${[...gone]}::int[]) and ended_on is null`)
  const pairs = nodes.flatMap(({ id, successor }) =>
    id === null || successor === null ? [] : [[id, successor]],
  )
  await tx.execute(sql`
    insert into successor (from_node, to_node)
    select (pair ->> 0)::int, (pair ->> 1)::int
    from jsonb_array_elements(${sql.json(pairs)}::jsonb) pair
    on conflict do nothing`)
}

const rowOf = ({ level, no, title, ended }: PlannedNode) => ({
  kind: level === 1 ? 'chapter' : level === 2 ? 'section' : 'lesson',
  no,
  title,
  ended,
})
