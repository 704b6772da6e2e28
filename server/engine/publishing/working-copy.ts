import { hostsOf } from '../kinds/index.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { writesForSelf } from '../../../catalogue/contents/agreement.ts'
import type { AnyContent } from '../../../catalogue/contents/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { contentBefore, isClash, rememberContent, repeatable } from '../records/index.ts'
import { travel } from '../ways/index.ts'
import { decided, mayWrite, requireWriter, traveller } from './approval.ts'
import { note, type About } from './journal.ts'
import type { PublishingNeeds } from './publishing.ts'
import { changing, rowOf, type ContentAct, type Change } from './row.ts'
import { filesIn, judgeReach, readValue, type ValueDemand, type Value } from './value.ts'

/** A creation. The same request sent twice, with one Idempotency-Key, creates one content. */
interface Creation {
  readonly actor: Actor
  readonly definition: AnyContent
  readonly body: Value
  readonly key: string | string[] | undefined
  /** Whether gaps are refused at once; a draft may have them. */
  readonly asked?: ValueDemand
}

/** Creates a content from a body. Returns its number, and whether an earlier request created it. */
export async function create(
  publishing: PublishingNeeds,
  { actor, definition, body, key, asked }: Creation,
): Promise<{ readonly id: number; readonly repeated: boolean }> {
  const { db, keys } = publishing
  const request = repeatable(keys, key?.toString(), `content ${definition.name}`, body)
  const value = readValue(definition, body, await hostsOf(db), asked)
  try {
    const id = await db.transaction(async (tx) => {
      await judgeReach(tx, { actor, definition, value, before: {} })
      const made = await insert(tx, actor, definition, value)
      await rememberContent(tx, actor, request, made)
      return made
    })
    return { id, repeated: false }
  } catch (error) {
    const id = isClash(error) ? await contentBefore(db, actor, request) : null
    if (id !== null) return { id, repeated: true }
    throw error
  }
}

/** Creates a draft in the transaction of what it comes from; gaps are left to its writers. Returns its number. */
export async function draft(
  tx: Tx,
  { db }: Pick<PublishingNeeds, 'db'>,
  { actor, definition, body }: Pick<Creation, 'actor' | 'definition' | 'body'>,
): Promise<number> {
  const value = readValue(definition, body, await hostsOf(db))
  await judgeReach(tx, { actor, definition, value, before: {} })
  return insert(tx, actor, definition, value)
}

async function insert(tx: Tx, actor: Actor, definition: AnyContent, value: Value): Promise<number> {
  if (definition.single) {
    // Two windows may create the only content of a type at the same time. The second waits here and is then
    // refused.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`content.${definition.name}`}))`)
    if (await tx.maybeOne(sql`select 1 from content where type = ${definition.name}`))
      throw new AppError('duplicate', { message: `${definition.title}已经有了，请修改原来的` })
  }
  const author = writesForSelf(definition, actor.role) ? actor.identityId : null
  const row = await tx.maybeOne<{ id: number }>(sql`
    insert into content
      (type, value, by_identity, author_identity, institution_id, district_id, city_id, province_id)
    select ${definition.name}, ${sql.json(value)}, ${actor.identityId}, ${author}::int, id, district_id, city_id, province_id
    from institution
    where id = ${actor.institutionId}
    returning id`)
  if (!row) throw new AppError('forbidden')
  const about = { tx, actor, definition, row: { id: row.id, value } }
  await holdFiles(about)
  await note(about, 'content.created')
  return row.id
}

/**
 * Writes the working copy of a content. It checks that the actor manages the content before it reads the
 * body.
 */
export async function edit(
  publishing: PublishingNeeds,
  change: Change,
  body: Value,
  asked?: ValueDemand,
): Promise<void> {
  const { actor, definition, id } = change
  await rowOf(publishing.db, actor, definition, id)
  const value = readValue(definition, body, await hostsOf(publishing.db), asked)
  await changing(publishing, change, async (acting) => {
    await judgeReach(acting.tx, { actor, definition, value, before: acting.row.value })
    await writeValue(acting, value, 'content.edited')
  })
}

/**
 * Writes a value into the working copy; readers keep seeing the live value. A content that waited for
 * approval is withdrawn and has to be submitted again.
 */
export async function writeValue(acting: ContentAct, value: Value, action: string): Promise<void> {
  const { tx, actor, definition, row } = acting
  requireWriter(actor, row)
  if (!mayWrite(actor, row))
    throw new AppError('wrongState', { message: '正在审核的内容只有送审的人可以改；请写意见退回' })
  await travel(
    tx,
    traveller(row),
    { at: 'withdrawn' },
    {
      also: sql`value = ${sql.json(value)}, remark = null, by_identity = ${actor.identityId}`,
      parts: row.route === null ? [] : [decided(actor, 'withdrawn', '内容改过了')],
    },
  )
  const about = { tx, actor, definition, row: { id: row.id, value } }
  await holdFiles(about)
  await note(about, action)
}

/** Stores which files a content holds: those of the working copy and of every version. */
async function holdFiles({ tx, definition, row: { id, value } }: About): Promise<void> {
  const versions = await tx.query<{ value: Value }>(
    sql`select value from content_version where content_id = ${id}`,
  )
  const held = [
    ...new Set([value, ...versions.map((one) => one.value)].flatMap((one) => filesIn(definition, one))),
  ]
  await tx.execute(sql`delete from content_file where content_id = ${id} and file_id <> all(${held}::uuid[])`)
  await tx.execute(
    sql`insert into content_file (content_id, file_id)
      select ${id}::int, f
      from unnest(${held}::uuid[]) f
      on conflict
      do nothing`,
  )
}
