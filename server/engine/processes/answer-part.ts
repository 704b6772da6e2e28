import type { Actor } from '../../../catalogue/access/access.ts'
import type { PersonState } from '../../../catalogue/contract/processes.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { processOf } from '../../../catalogue/processes/processes.ts'
import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Database } from '../engine.ts'
import { isAsked } from './named-in-case.ts'
import { personOf } from './people.ts'
import { currentDay, type CaseRow } from './row.ts'

/** Writes the answer of a person who was asked to take part. The same answer sent again changes nothing. */
export async function answerPart(db: Database, actor: Actor, id: string, agree: boolean) {
  return db.transaction(async (tx) => {
    const row = await tx.maybeOne<
      Pick<CaseRow, 'type'> & { state: PersonState; underWay: boolean; caseId: string }
    >(sql`
      select m.state, k.under_way as "underWay", m.case_id as "caseId", k.type
      from case_person m join process_case k on k.id = m.case_id
      where m.id = ${id}::uuid and m.teacher_id = ${actor.teacherId} and m.state <> 'left' and ${isAsked}
      for update of m`)
    if (!row) throw new AppError('missing')
    const definition = processOf(row.type)
    const wanted: PersonState = agree ? 'agreed' : 'declined'
    if (row.state === wanted) return { state: wanted }
    if (!row.underWay)
      throw new AppError('wrongState', { message: `该${definition.title}已经办完或撤回，无需再确认` })
    if (row.state === 'agreed')
      throw new AppError('wrongState', {
        message: `您已确认参加；要退出的，请${personOf(definition)}申请变更成员`,
      })
    await tx.execute(sql`
      update case_person
      set state = ${wanted}, answered_at = now(), from_on = ${agree ? currentDay : sql`null`}
      where id = ${id}::uuid`)
    await note(tx, {
      by: actor.identityId,
      action: 'process.personAnswered',
      facts: { case: row.caseId, agree },
    })
    return { state: wanted }
  })
}
