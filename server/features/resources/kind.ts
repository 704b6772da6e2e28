import type { LibraryKind } from '../../engine/sharing/index.ts'
import { sql } from '../../platform/db/sql.ts'

/** Resources as the library lists them. */
export const resourceKind: LibraryKind = {
  kind: 'resource',
  pending: sql`exists (
    select 1 from content c
    where c.id = s.item_id and c.type = s.kind and c.state = 'inReview' and c.live is distinct from c.value)`,
  cover: sql`(
    select c.live ->> 'cover' from content c
    where c.id = s.item_id and c.type = s.kind and s.gone_at is null)`,
}
