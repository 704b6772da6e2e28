import type { Actor } from '../../../catalogue/access/access.ts'
import {
  copyKeptDays,
  mostCopiesADay,
  type PersonalCopy,
} from '../../../catalogue/contract/account/personal-copy.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sealBytes } from '../../platform/crypto/sealed-file.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** Copies that are shown: those of the last weeks. */
const mostListed = 20

/** The state of `personal_copy c` now: a file whose days are over counts as gone before it is removed. */
const stateNow = sql`case when c.state = 'ready' and c.kept_until < now() then 'expired' else c.state end`

const copiesWhere = async (db: Queryable, where: Sql): Promise<PersonalCopy[]> => {
  const rows = await db.query<PersonalCopy>(sql`
    select c.id, ${stateNow} as state, c.asked_at as "askedAt", c.kept_until as "keptUntil",
      c.bytes::float8 as bytes, c.fault
    from personal_copy c
    where ${where}
    order by c.asked_at desc, c.id desc
    limit ${sql.lit(mostListed)}`)
  return rows.map((row) => ({
    ...row,
    bytes: row.bytes === null ? null : Math.max(0, row.bytes - sealBytes),
  }))
}

/** The own copies, the latest first. */
export const copiesOf = (db: Queryable, { personId }: Actor): Promise<PersonalCopy[]> =>
  copiesWhere(db, sql`c.person_id = ${personId}`)

/**
 * Asks for a copy. One that is under way is answered as it is, so that a request that is sent again is one.
 * @throws AppError `tooOften` beyond the most of a day
 */
export async function askForCopy(db: Database, actor: Actor): Promise<PersonalCopy> {
  const mine = sql`c.person_id = ${actor.personId}`
  const id = await db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('personal-copy'), ${actor.personId})`)
    const open = await tx.maybeOne<{ id: string }>(
      sql`select c.id from personal_copy c where ${mine} and c.state in ('queued', 'writing')`,
    )
    if (open) return open.id
    const { many } = await tx.one<{ many: number }>(sql`
      select count(*)::int as many from personal_copy c
      where ${mine} and c.asked_at > now() - interval '1 day'`)
    if (many >= mostCopiesADay)
      throw new AppError('tooOften', {
        message: `一天内至多生成 ${mostCopiesADay} 份，请明天再试；已生成的 ${copyKeptDays} 天内可以下载`,
        retryAfter: 3600,
      })
    const fresh = uuidv7()
    await tx.execute(sql`
      insert into personal_copy (id, person_id, by_identity)
      values (${fresh}, ${actor.personId}, ${actor.identityId})`)
    await note(tx, {
      by: actor.identityId,
      action: 'copy.asked',
      personId: actor.personId,
      facts: { copy: fresh },
    })
    return fresh
  })
  const [copy] = await copiesWhere(db, sql`${mine} and c.id = ${id}::uuid`)
  if (!copy) throw new AppError('missing')
  return copy
}

/** A copy whose bytes may be sent now. */
export interface ReadyCopy {
  readonly storageKey: string
  readonly sealedKey: string
  readonly bytes: number
  readonly askedAt: string
}

/** The file of an own copy. @throws AppError `missing` for somebody else's, `wrongState` with what to do */
export async function readyCopy(db: Queryable, { personId }: Actor, id: string): Promise<ReadyCopy> {
  const row = await db.maybeOne<ReadyCopy & { readonly state: PersonalCopy['state'] }>(sql`
    select ${stateNow} as state, c.storage_key as "storageKey", c.key_sealed as "sealedKey",
      c.bytes::float8 as bytes, c.asked_at as "askedAt"
    from personal_copy c
    where c.id = ${id}::uuid and c.person_id = ${personId}`)
  if (!row) throw new AppError('missing')
  if (row.state !== 'ready')
    throw new AppError('wrongState', {
      message: row.state === 'expired' ? '该副本已过保存期限，请重新生成' : '该副本尚未生成',
    })
  return row
}
