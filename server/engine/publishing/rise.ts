import type { AnyContent } from '../../../catalogue/contents/define.ts'
import {
  agreedReach,
  isReach,
  narrower,
  narrowestAt,
  reachKey,
  takesPlace,
  type Reach,
} from '../../../catalogue/flows/reach.ts'
import { levelLabels, type RouteStep } from '../../../catalogue/flows/review.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { tellAuthor } from './approval.ts'
import { note } from './journal.ts'
import type { Times } from './refusals.ts'
import type { ContentAct, ContentRow } from './row.ts'
import { showToReaders } from './shelving.ts'

/** How far the working copy asks to be read; null for a type without a shelf. */
export function askedReach({ shelf, sharing }: AnyContent, { value }: ContentRow): Reach | null {
  const asked = shelf && sharing !== undefined ? value[sharing] : undefined
  return isReach(asked) ? asked : null
}

/** The columns of a reach, for an update; nothing for a type without a shelf. */
export const reachColumns = (definition: AnyContent, row: ContentRow, reach: Reach | null): Sql =>
  definition.shelf && reach !== null
    ? sql`reach = ${reach}, reach_key = ${reachKey(reach, row.place)}::int,`
    : sql.empty

/**
 * How far readers get the version now: as far as the office that agreed, or, when an institution hands in
 * what it wrote, as far as its own people.
 */
function reachedBy({ definition, row }: ContentAct, agreed: RouteStep | undefined): Reach | null {
  const asked = askedReach(definition, row)
  if (asked === null) return null
  if (agreed) return agreedReach(asked, agreed.level, false)
  return row.author_person === null ? narrower(asked, narrowestAt(row.place)) : null
}

/**
 * Shows the version that is on its way to the readers whose office agreed. Where another version is read
 * further than that, it stays until the new one came as far.
 */
export async function rise(acting: ContentAct, agreed: RouteStep | undefined, times: Times): Promise<void> {
  const { tx, actor, definition, row } = acting
  const reached = reachedBy(acting, agreed)
  if (reached === null || !takesPlace(reached, row.reach)) return
  await tx.execute(sql`
    update content
    set ${reachColumns(definition, row, reached)}
      publish_at = (select case when live is not null then publish_at
        else greatest(${times.publishAt}::timestamptz, now()) end),
      take_down_at = ${times.takeDownAt}::timestamptz,
      live_no = live_no + case when live is not distinct from value then 0 else 1 end, live = value
    where id = ${row.id}`)
  await tx.execute(sql`
    insert into content_version (content_id, no, value, publish_at, take_down_at, by_identity)
    select id, live_no, live, publish_at, take_down_at, ${actor.identityId}::int
    from content
    where id = ${row.id}
    on conflict (content_id, no) do nothing`)
  await showToReaders(acting)
  await note(acting, 'content.raised', { reach: reached })
  if (agreed)
    await tellAuthor(
      acting,
      `${levelLabels[agreed.level]}已通过`,
      `“${labelOf('shareScope', reached)}”的老师现在就能用；更大范围的，等上级通过。`,
    )
}
