import { sql } from '../../platform/db/sql.ts'
import type { Queryable } from '../engine.ts'

/** Records the files of a case. Readers of the case may read them; they cannot be deleted. */
export async function holdFiles(
  db: Queryable,
  at: { readonly institutionId: number; readonly id: string },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await db.execute(sql`
    insert into process_file (institution_id, case_id, file_id)
    select ${at.institutionId}::int, ${at.id}::uuid, f
    from unnest(${[...new Set(ids)]}::uuid[]) f
    on conflict
    do nothing`)
}
