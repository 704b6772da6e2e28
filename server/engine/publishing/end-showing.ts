import type { Actor } from '../../../catalogue/access/access.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { note } from './journal.ts'
import { takeDown } from './publish.ts'
import { typeOf, type PublishingNeeds } from './publishing.ts'
import { rowOf, type ContentAct } from './row.ts'
import { showToReaders } from './shelving.ts'
import { filesIn, type Value } from './value.ts'

/** A live content that shows somebody who withdrew the consent to it. */
export interface WithdrawnShowing {
  readonly id: number
  readonly type: string
  /** What stands in place of the person, by field; null: all of it is taken down. */
  readonly instead: Readonly<Record<string, string | null>> | null
}

/**
 * Takes a person out of a live content, whoever keeps it: the law gives them the word, not the office. The change
 * is a version of its own, so that whoever puts an earlier one back sees what went. The caller drops caches
 * (`onChanged`) after its commit.
 */
export async function endShowing(
  publishing: PublishingNeeds,
  tx: Tx,
  person: Actor,
  { id, type, instead }: WithdrawnShowing,
): Promise<void> {
  await tx.query(sql`select 1 from content where id = ${id} for update`)
  // In the reach of an administrator: the person is none of those who keep the content.
  const actor: Actor = { ...person, role: 1 }
  const definition = typeOf(publishing.types, type)
  const acting: ContentAct = {
    publishing,
    tx,
    actor,
    definition,
    row: await rowOf(tx, actor, definition, id),
  }
  const { live } = acting.row
  if (live === null) return
  await withhold(
    tx,
    person,
    id,
    filesIn(definition, instead === null ? live : pick(live, Object.keys(instead))),
  )
  if (instead === null) return takeDown(acting)
  await tx.execute(sql`
    update content
    set live = live || ${sql.json(instead)}, value = value || ${sql.json(instead)}, live_no = live_no + 1,
      version = version + 1
    where id = ${id}`)
  await tx.execute(sql`
    insert into content_version (content_id, no, value, publish_at, take_down_at, by_identity)
    select id, live_no, live, publish_at, take_down_at, ${actor.identityId}::int
    from content
    where id = ${id}`)
  await showToReaders({ ...acting, row: await rowOf(tx, actor, definition, id) })
  await note(acting, 'content.consentWithdrawn', { fields: Object.keys(instead) })
}

const pick = (value: Value, keys: readonly string[]): Value =>
  Object.fromEntries(keys.map((key) => [key, value[key] ?? null]))

/** Ends the addresses of published files, which anybody may use for a day or two. */
async function withhold(tx: Tx, { personId }: Actor, id: number, files: readonly string[]): Promise<void> {
  if (files.length > 0)
    await tx.execute(sql`
      update content_file
      set withheld_for = ${personId}
      where content_id = ${id} and file_id = any(${[...files]}::uuid[])`)
}

/** Lets the files be shown again that were withheld for a person. */
export async function releaseFiles(tx: Tx, { personId }: Actor): Promise<void> {
  await tx.execute(sql`update content_file set withheld_for = null where withheld_for = ${personId}`)
}

/** Condition that the file with this id is withheld for somebody. */
export const isWithheld = (file: Sql): Sql => sql`exists (
  select 1 from content_file own_w where own_w.file_id = ${file} and own_w.withheld_for is not null)`
