import { pointSets, successors, textbooks } from '../../../catalogue/curriculum/textbooks.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** Numbers below it come with the program (migration 0226). */
const firstOwn = 1_000_000

/**
 * Writes the textbooks and points that come with the program, where they are not there or were corrected by a
 * release. Nothing is deleted: resources name chapters by number.
 */
export async function keepShippedIndex(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into textbook (id, stage, subject, edition, grade, semester, title, year, source, checked_on)
      select id, stage, subject, edition, grade, semester, title, year, source, "checkedOn"
      from jsonb_to_recordset(${sql.json(textbooks)}) as t (id int, stage text, subject text, edition text,
        grade text, semester text, title text, year int, source text, "checkedOn" date)
      on conflict (id) do update set title = excluded.title, source = excluded.source,
          checked_on = excluded.checked_on
        where (textbook.title, textbook.source, textbook.checked_on)
          is distinct from (excluded.title, excluded.source, excluded.checked_on)`)
    await tx.execute(sql`
      insert into curriculum_node (id, textbook_id, kind, no, title, place, path)
      select n.id, t.id, 'chapter', n.no, n.title, n.id, array[n.id]
      from jsonb_to_recordset(${sql.json(textbooks)}) as t (id int, chapters jsonb),
        jsonb_to_recordset(t.chapters) as n (id int, no text, title text)
      on conflict (id) do update set title = excluded.title, no = excluded.no
        where (curriculum_node.title, curriculum_node.no) is distinct from (excluded.title, excluded.no)`)
    await tx.execute(sql`
      insert into knowledge_point (id, stage, subject, parent_id, title, standard, place, path)
      select p.id, s.stage, s.subject, p.parent, p.title, s.standard, p.id,
        array_remove(array[p.id, p.parent], null)
      from jsonb_to_recordset(${sql.json(pointSets)}) as s (stage text, subject text, standard text, points jsonb),
        jsonb_to_recordset(s.points) as p (id int, parent int, title text)
      order by p.parent nulls first
      on conflict (id) do update set title = excluded.title where knowledge_point.title <> excluded.title`)
    await tx.execute(sql`
      insert into successor (from_node, to_node)
      select (pair ->> 0)::int, (pair ->> 1)::int
      from jsonb_array_elements(${sql.json(successors)}::jsonb) pair
      on conflict do nothing`)
    await endGone(
      tx,
      'curriculum_node',
      textbooks.flatMap(({ chapters }) => chapters.map(({ id }) => id)),
    )
    await endGone(
      tx,
      'knowledge_point',
      pointSets.flatMap(({ points }) => points.map(({ id }) => id)),
    )
  })
}

/** Ends what came with an earlier release and does not come with this one; what hangs on it stays readable. */
const endGone = (tx: Tx, table: 'curriculum_node' | 'knowledge_point', shipped: readonly number[]) =>
  tx.execute(sql`
    update ${sql.id(table)} set ended_on = current_date
    where id < ${firstOwn} and ended_on is null and not id = any(${[...shipped]}::int[])`)
