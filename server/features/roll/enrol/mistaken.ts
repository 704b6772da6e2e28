import { caseRows } from '../../../engine/processes/index.ts'
import type { Actor } from '../../../../catalogue/access/access.ts'
import { rollType } from '../../../../catalogue/contract/archive/roll.ts'
import { AppError } from '../../../../catalogue/errors.ts'
import { forgetTeacher } from '../../../engine/directory/index.ts'
import { eraseRecords } from '../../../engine/records/index.ts'
import { note } from '../../../platform/audit/note.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { EnrolmentNeeds } from './options.ts'

interface EnrolmentTrace {
  readonly personId: number
  readonly here: boolean
  readonly used: boolean
  readonly concerned: boolean
}

const otherwise = '其余的请办理人员状态变更'

/**
 * Takes somebody out again whom the school registered by mistake: nobody signed in, nothing but the basic
 * information that the school wrote, one membership, no case. Person, account and archive are erased; the
 * audit keeps the act. 404 out of the school, 409 with the reason where the teacher has a life on the portal.
 */
export async function removeMistaken(
  { db }: Pick<EnrolmentNeeds, 'db'>,
  actor: Actor,
  teacherId: number,
): Promise<void> {
  const work = db.transaction(async (tx) => {
    const found = await tx.maybeOne<EnrolmentTrace>(sql`
      select t.person_id as "personId", t.institution_id = ${actor.institutionId} as here,
        p.last_login_at is not null as used,
        (select count(*) from membership m where m.teacher_id = t.id) > 1
          or exists (select 1 from ${caseRows} k where k.teacher_id = t.id)
          or exists (select 1 from case_person n where n.teacher_id = t.id)
          or exists (select 1 from movement l where l.teacher_id = t.id)
          or (select count(*) from identity a where a.person_id = p.id) > 1
          or exists (select 1 from person_join j where j.kept_id = t.id) as concerned
      from teacher t
      join person p on p.id = t.person_id
      where t.id = ${teacherId}
      for update of t, p`)
    if (!found?.here) throw new AppError('missing')
    if (found.used) throw new AppError('wrongState', { message: `本人已登录过，不能删除；${otherwise}` })
    const grown = await tx.maybeOne(sql`
      select 1
      from revision v
      where v.owner_id = ${teacherId} and (v.type <> ${rollType} or v.submitted_by is not null)
      limit 1`)
    if (grown) throw new AppError('wrongState', { message: `档案里已有其他记录，不能删除；${otherwise}` })
    if (found.concerned)
      throw new AppError('wrongState', { message: `办理过人事事项，不能删除；${otherwise}` })
    const records = await tx.query<{ type: string; id: string }>(sql`
      select distinct type, record_id as id from revision where owner_id = ${teacherId} and type = ${rollType}`)
    await eraseRecords(tx, teacherId, records)
    await forgetTeacher(tx, teacherId)
    await note(tx, {
      by: actor.identityId,
      action: 'teacher.removed',
      ownerId: teacherId,
      personId: found.personId,
    })
  })
  await work.catch((error: unknown) => {
    if (!isStillNamed(error)) throw error
    throw new AppError('wrongState', { message: `该教师已有办理记录，不能删除；${otherwise}` })
  })
}

/** A foreign key of some other table names the person: PostgreSQL's 23503. */
const isStillNamed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23503'
