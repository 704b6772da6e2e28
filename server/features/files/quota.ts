import type { Actor } from '../../../catalogue/access/access.ts'
import { usualRoom, type Room } from '../../../catalogue/contract/file-quota.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { sizeText } from '../../../catalogue/kinds/file-types.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** Roles whose files count: teachers and their schools. */
const counted: readonly number[] = [2, 3]

/** Bytes of the files and unfinished uploads of some identities: equal files once. */
export const takenBy = (identities: Sql): Sql => sql`(
  coalesce((select sum(own_x.bytes) from (
    select distinct own_f.sha256, own_f.bytes from file own_f where own_f.by_identity in (${identities})) own_x), 0)
  + coalesce((select sum(own_u.bytes) from resumable_upload own_u
    where own_u.identity_id in (${identities}) and own_u.refusal is null), 0))::bigint`

const identitiesOf = (institution: Sql): Sql =>
  sql`select own_a.id from identity own_a where own_a.institution_id = ${institution} and own_a.role in (2, 3)`

const grantedTo = (institution: Sql): Sql =>
  sql`coalesce((select own_q.bytes from file_quota own_q where own_q.institution_id = ${institution}), ${usualRoom.school})::bigint`

/** What a school has and what of it is taken, with the name of the office that can raise it. */
export const schoolRoom = (db: Queryable, institutionId: number): Promise<Room & { raisedBy: string }> =>
  db.one<Room & { raisedBy: string }>(sql`
    select ${takenBy(identitiesOf(sql`${institutionId}`))} as used, ${grantedTo(sql`${institutionId}`)} as granted,
      coalesce((
        select up.name
        from institution i
        join institution up on up.id = i.parent_id
        where i.id = ${institutionId}), '') as "raisedBy"`)

export async function ownRoom(db: Queryable, { identityId }: Actor): Promise<Room> {
  return db.one<Room>(sql`
    select ${takenBy(sql`${identityId}::integer`)} as used, coalesce(
      (select bytes from teacher_quota where identity_id = ${identityId}), ${usualRoom.teacher})::bigint as granted`)
}

/** Schools right below an institution with their rooms, by name, and how many there are. */
export async function roomsBelow(
  db: Queryable,
  institutionId: number,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
) {
  const schools = sql`institution s where s.parent_id = ${institutionId} and s.level = 'school' and s.closed_on is null`
  const [list, { total }] = await Promise.all([
    db.query<Room & { id: number; name: string }>(sql`
      select s.id, s.name, ${takenBy(identitiesOf(sql`s.id`))} as used, ${grantedTo(sql`s.id`)} as granted
      from ${schools}
      order by s.name, s.id
      limit ${pageSize}
      offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from ${schools}`),
  ])
  return { list, total, page, pageSize }
}

/**
 * Refuses an upload for which the teacher or the school has no room left, and says who raises it. Uploads of
 * offices above schools are not counted.
 * @throws AppError `quotaFull`
 */
export async function requireQuota(db: Queryable, actor: Actor, bytes: number): Promise<void> {
  if (!counted.includes(actor.role)) return
  const lacks = ({ used, granted }: Room) => used + bytes > granted
  const said = ({ used, granted }: Room) => `已用 ${sizeText(used)}，共 ${sizeText(granted)}`
  if (actor.role === 2) {
    const own = await ownRoom(db, actor)
    if (lacks(own))
      throw new AppError('quotaFull', {
        message: `您的文件空间放不下该文件（${said(own)}）。请在“我的资源”里删除不用的文件，或请学校调高`,
      })
  }
  const { raisedBy, ...room } = await schoolRoom(db, actor.institutionId)
  if (lacks(room))
    throw new AppError('quotaFull', {
      message: `学校的文件空间放不下该文件（${said(room)}）。请联系${raisedBy || '系统管理员'}调高`,
    })
}
