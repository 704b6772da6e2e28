import type { AnyRecord } from '../../../../catalogue/define.ts'
import { kindOf } from '../../../../catalogue/kinds/kinds.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Engine, Tx } from '../../engine.ts'
import { prepared, type TypedField } from '../../prepared/index.ts'
import { summaryOf, type StoredValue, type Values } from '../value/codec.ts'
import { amend, versionsOf, type HeldVersion } from './amend.ts'

/** Posts of teachers in what an institution keeps: the head of a group, its members. */
export const postsIn = (definition: AnyRecord): readonly TypedField[] =>
  definition.owner === 'institution'
    ? prepared(definition).typed.filter(({ field }) => !field.derived && kindOf(field).names === 'teacher')
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

/** A person of an institution, by their number as a teacher. */
export interface Member {
  readonly teacherId: number
  readonly institutionId: number
}

async function heldBy(tx: Tx, definition: AnyRecord, members: readonly Member[]): Promise<HeldVersion[]> {
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

/**
 * Takes teachers out of the posts of the institutions they leave; each record gets a new version that says
 * why. A post with one holder is empty then.
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
      await amend(engine, tx, { definition, held, value, by, reason })
      left.push(...posts)
    }
  return left
}

function postsLeft(definition: AnyRecord, held: HeldVersion, gone: readonly Member[]): Post[] {
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
    await amend(engine, tx, { definition, held, value, by, reason })
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

/** Puts one number of a human who had two in the place of the other, in the groups of an institution. */
export async function renamePosts(
  engine: Engine,
  tx: Tx,
  { member, to, by, reason }: { member: Member; to: number; by: number; reason: string },
): Promise<number> {
  let changed = 0
  for (const definition of Object.values(engine.records))
    for (const held of await heldBy(tx, definition, [member])) {
      const value = changedValue(definition, held.value, (holders) => [
        ...new Set(holders.map((id) => (id === member.teacherId ? to : id))),
      ])
      await amend(engine, tx, { definition, held, value, by, reason })
      changed += 1
    }
  return changed
}
