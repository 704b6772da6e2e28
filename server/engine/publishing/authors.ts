import type { Actor } from '../../../catalogue/access/access.ts'
import { teacher } from '../../../catalogue/contents/agreement.ts'
import type { AnyContent } from '../../../catalogue/contents/define.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { scopeCondition } from '../access/index.ts'

/** The author of a content; null where an institution owns it. */
interface AuthorColumn {
  readonly author_person: number | null
}

/**
 * Whether the actor writes a content that he manages: an institution's own always, a teacher's as its author
 * alone.
 */
export const isWriter = (actor: Actor, { author_person }: AuthorColumn): boolean =>
  author_person === null || isAuthor(actor, { author_person })

/** Whether the actor is the author. An officer's identity of the same person is not. */
export const isAuthor = (actor: Pick<Actor, 'role' | 'personId'>, { author_person }: AuthorColumn): boolean =>
  actor.role === teacher && author_person === actor.personId

/**
 * Condition that the actor is the author of `content c`, through whichever of his identities he wrote it: the
 * work stays his when he moves to another school.
 */
export const writtenBy = (actor: Pick<Actor, 'role' | 'personId'>): Sql =>
  actor.role === teacher
    ? sql`c.author_identity in (select a.id from identity a where a.person_id = ${actor.personId})`
    : sql`false`

/** Condition that an office of the way that `content c` is on has the actor in it. */
const onItsWay = (actor: Actor): Sql =>
  actor.role === 1
    ? sql`c.state = 'inReview'`
    : sql`(c.state = 'inReview' and c.route @> jsonb_build_array(
        jsonb_build_object('institutionId', ${actor.institutionId}::int)))`

/** Condition that the published version `content_version v` was shared with others than its author. */
export const sharedWithOthers = ({ sharing }: Pick<AnyContent, 'sharing'>): Sql =>
  sql`v.value ->> ${sharing ?? ''}::text is distinct from '0'`

/** Condition that the newest published version of `content c` was shared with others than its author. */
const wasShared = (definition: Pick<AnyContent, 'sharing'>): Sql =>
  sql`exists (
    select 1
    from content_version v
    where v.content_id = c.id and v.no = c.live_no and ${sharedWithOthers(definition)})`

/**
 * Condition that the actor's office agreed to `content c`, or sent it back, and its author did not change it
 * since.
 */
const cameBack = (actor: Actor): Sql =>
  sql`c.state = 'draft' and c.remark is not null and c.live_no = 0 and exists (
    select 1
    from content_decision d
    join identity w on w.id = d.by_identity
    where d.content_id = c.id and d.verdict in ('approved', 'sentBack') and w.institution_id = ${actor.institutionId})`

/**
 * Condition that the actor manages `content c` of a type: an author his own, an office those of its region,
 * administrators those of all regions. Of what a teacher wrote offices see what is on its way to them, what
 * they sent back, and what is or was published for others.
 */
export function reachOf(actor: Actor, definition: Pick<AnyContent, 'sharing'>): Sql {
  if (actor.role === teacher) return writtenBy(actor)
  const region = actor.role === 1 ? sql`true` : scopeCondition(actor, 'c')
  return sql`${region} and (c.author_identity is null or ${onItsWay(actor)} or (${cameBack(actor)})
    or ((c.live is not null or c.state = 'takenDown') and ${wasShared(definition)}))`
}

/** Condition that the working copy of `content c` is its author's alone, and the actor is not the author. */
const isClosed = (actor: Actor): Sql =>
  actor.role === teacher
    ? sql`false`
    : sql`(c.author_identity is not null and c.live_no > 0 and not ${onItsWay(actor)})`

/**
 * The value of `content c` that the actor reads: in place of an author's working copy the newest published
 * version.
 */
export const valueFor = (actor: Actor): Sql =>
  sql`(case when ${isClosed(actor)}
    then coalesce(c.live, (select v.value from content_version v where v.content_id = c.id and v.no = c.live_no))
    else c.value end)`

/**
 * The state of `content c` for the actor: what an author changes on his own stays published to the offices.
 */
export const stateFor = (actor: Actor): Sql =>
  sql`(case when ${isClosed(actor)} and c.live is not null then 'published' else c.state end)`
