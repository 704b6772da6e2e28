import type { AnyRecord } from '../../../../catalogue/define.ts'
import { kindOf } from '../../../../catalogue/kinds/kinds.ts'
import { uuidv7 } from '../../../platform/clock/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import { actorOfIdentity, ownerOf } from '../../access/index.ts'
import type { Engine, Tx } from '../../engine.ts'
import { prepared, type PreparedField } from '../../prepared/index.ts'
import { changedKeys, fromStored, summaryOf, type StoredValue, type Values } from '../value/codec.ts'
import { afterApply } from './after-apply.ts'
import { upsertRow, type Application } from './apply.ts'
import { journal } from './journal.ts'
import { insertRevision, nextNumbers } from './revision.ts'

/** Posts of teachers in what an institution keeps: the head of a group, its members. */
export const postsIn = (definition: AnyRecord): readonly PreparedField[] =>
  definition.owner === 'institution'
    ? prepared(definition).writable.filter(({ field }) => kindOf(field).names === 'teacher')
    : []

/** The teachers that a value of such a field names. */
export const holdersOf = (value: unknown): number[] =>
  [value].flat().filter((one): one is number => typeof one === 'number')

/** A post that a teacher gave up: of which record, and in which fields it stood. */
export interface Post {
  readonly teacherId: number
  readonly institutionId: number
  readonly type: string
  readonly recordId: string
  readonly keys: readonly string[]
  /** What people call the record. */
  readonly name: string
}

interface Held {
  readonly ownerId: number
  readonly recordId: string
  readonly revisionId: string
  readonly value: StoredValue
  readonly version: number
  readonly by: number
}

/** A person of an institution, by their number as a teacher. */
export interface Member {
  readonly teacherId: number
  readonly institutionId: number
}

async function heldBy(tx: Tx, definition: AnyRecord, members: readonly Member[]): Promise<Held[]> {
  const fields = postsIn(definition)
  if (fields.length === 0) return []
  const teachers = members.map(({ teacherId }) => teacherId)
  const named = fields.map(({ column, field }) =>
    field.multiple
      ? sql`${sql.id('r', column)} && ${teachers}::int[]`
      : sql`${sql.id('r', column)} = any(${teachers}::int[])`,
  )
  const rows = await tx.query<{ ownerId: number; recordId: string }>(sql`
    select r.owner_id as "ownerId", r.id as "recordId"
    from ${sql.id(prepared(definition).table)} r
    where r.voided_at is null and r.owner_id = any(${members.map(({ institutionId }) => institutionId)}::int[])
      and (${sql.join(named, ' or ')})
    order by r.owner_id, r.id
    for update`)
  return versionsOf(tx, rows)
}

const versionsOf = (tx: Tx, rows: readonly { ownerId: number; recordId: string }[]): Promise<Held[]> =>
  tx.query<Held>(sql`
    select v.owner_id as "ownerId", v.record_id as "recordId", v.id as "revisionId", v.value,
      v.edit_no as version, v.by_identity as by
    from unnest(${rows.map(({ ownerId }) => ownerId)}::int[], ${rows.map(({ recordId }) => recordId)}::uuid[])
      x (owner_id, record_id)
    join revision v on v.owner_id = x.owner_id and v.record_id = x.record_id
    where v.state = 'approved' and v.superseded_at is null
    order by v.owner_id, v.record_id`)

/**
 * Takes teachers out of the posts of the institutions they leave; each record gets a new version that says why. A
 * post with one holder is empty then.
 */
export async function leavePosts(
  engine: Engine,
  tx: Tx,
  { members, by, reason }: { members: readonly Member[]; by: number | null; reason: string },
): Promise<Post[]> {
  const left: Post[] = []
  for (const definition of Object.values(engine.records))
    for (const held of await heldBy(tx, definition, members)) {
      const gone = members.filter(({ institutionId }) => institutionId === held.ownerId)
      const posts = postsLeft(definition, held, gone)
      if (posts.length === 0) continue
      const out = new Set(posts.map(({ teacherId }) => teacherId))
      const value = changedValue(definition, held.value, (holders) => holders.filter((id) => !out.has(id)))
      await follow(engine, tx, { definition, held, value, by, reason })
      left.push(...posts)
    }
  return left
}

function postsLeft(definition: AnyRecord, held: Held, gone: readonly Member[]): Post[] {
  const fields = postsIn(definition)
  return gone.flatMap(({ teacherId, institutionId }) => {
    const keys = fields.flatMap(({ key }) => (holdersOf(held.value[key]).includes(teacherId) ? [key] : []))
    const name = summaryOf(definition, held.value)
    return keys.length === 0
      ? []
      : [{ teacherId, institutionId, type: definition.name, recordId: held.recordId, keys, name }]
  })
}

/** Gives posts back. One that got another holder since stays with them. */
export async function rejoinPosts(
  engine: Engine,
  tx: Tx,
  { posts, by, reason }: { posts: readonly Post[]; by: number | null; reason: string },
): Promise<void> {
  for (const { type, recordId, institutionId, teacherId, keys } of posts) {
    const definition = engine.records[type]
    const [held] = await versionsOf(tx, [{ ownerId: institutionId, recordId }])
    if (!definition || !held) continue
    const value = changedValue(definition, held.value, (holders, key) =>
      keys.includes(key) ? [...new Set([...holders, teacherId])] : holders,
    )
    await follow(engine, tx, { definition, held, value, by, reason })
  }
}

/** The value with other holders; of several for a post with one holder the first keeps it. */
function changedValue(
  definition: AnyRecord,
  value: StoredValue,
  change: (holders: number[], key: string) => number[],
): StoredValue {
  const changed: Values = { ...value }
  for (const { key, field } of postsIn(definition)) {
    const holders = change(holdersOf(value[key]), key)
    changed[key] = field.multiple ? (holders.length > 0 ? holders : null) : (holders[0] ?? null)
  }
  return changed
}

interface Following {
  readonly definition: AnyRecord
  readonly held: Held
  readonly value: StoredValue
  readonly by: number | null
  readonly reason: string
}

/** Brings a value into force after the one that is. The clock writes in the name of whoever recorded it last. */
async function follow(engine: Engine, tx: Tx, { definition, held, value, by, reason }: Following) {
  const owner = await ownerOf(tx, definition.owner, held.ownerId)
  const known = await actorOfIdentity(tx, by ?? held.by)
  if (!owner || !known) return
  const { actor } = known
  const { recordId } = held
  const { attachments = [], ...stored } = value
  const plain = fromStored(engine.keys, definition, recordId, stored)
  const before = fromStored(engine.keys, definition, recordId, held.value)
  await tx.execute(sql`
    update revision set superseded_at = now() where owner_id = ${owner.id} and id = ${held.revisionId}`)
  const next = await nextNumbers(tx, owner.id, recordId)
  const revisionId = uuidv7()
  const ask = { engine, actor, definition, owner, recordId, revisionId, attachments }
  const written = insertRevision({
    ...ask,
    ...next,
    values: plain,
    changed: changedKeys(definition, before, plain),
    warnings: [],
    applied: true,
    baseVersion: held.version,
    previousId: null,
  })
  const application: Application = { ...ask, stored, plain, version: next.version }
  const type = definition.name
  const action = 'amend'
  const note = { actor, type, ownerId: owner.id, recordId, revisionId, reason, action } as const
  await tx.query(sql`
    with ${written}, row as (${upsertRow(engine, application)}), ${journal({ ...note, event: 'record.edited' })} select 1 from written`)
  await afterApply(engine, tx, application, held.value)
}
