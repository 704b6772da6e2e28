import type { Actor } from '../../../catalogue/access/access.ts'
import type { OwnParts, PersonState } from '../../../catalogue/contract/processes.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { PeoplePart } from '../../../catalogue/processes/define.ts'
import { processOf, type ProcessName } from '../../../catalogue/processes/processes.ts'
import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Database, Queryable } from '../engine.ts'
import type { FormValue } from '../filled-forms/index.ts'
import { nameOfCase } from './called.ts'
import { isAsked } from './named-in-case.ts'
import { personOf } from './people.ts'
import { currentDay, type CaseRow } from './row.ts'

type OwnPart = Omit<OwnParts['list'][number], 'title' | 'duty'> &
  Pick<CaseRow, 'value'> & { readonly type: ProcessName; readonly part: string }

/** Cases that name the actor as one who is asked: those that wait for an answer first. */
export async function ownPartsOf(
  db: Queryable,
  { teacherId }: Actor,
  only?: readonly string[],
): Promise<OwnParts> {
  const rows = await db.query<OwnPart>(sql`
    select m.id, k.type, k.value, m.part, coalesce(t.name, p.name) as by, i.name as institution, m.place,
      m.state, m.asked_at as "askedAt"
    from case_person m
    join process_case k on k.id = m.case_id
    left join teacher t on t.id = k.teacher_id
    join identity a on a.id = k.by_identity
    join person p on p.id = a.person_id
    join institution i on i.id = k.institution_id
    where m.teacher_id = ${teacherId} and m.state <> 'left' and (k.under_way or m.state = 'agreed') and ${isAsked}
      ${only ? sql`and m.id = any(${[...only]}::uuid[])` : sql.empty}
    order by m.state = 'asked' desc, m.asked_at desc limit 100`)
  return {
    list: rows.map(({ value, part, ...row }) => ({
      ...row,
      title: nameOfCase({ type: row.type, value }) ?? processOf(row.type).title,
      duty: dutyOf(processOf(row.type).people?.[part], value, row.place),
    })),
  }
}

function dutyOf(part: PeoplePart<string> | undefined, value: FormValue, place: number): string {
  const lines: unknown = typeof part?.from === 'string' ? value[part.from] : undefined
  const line: unknown = Array.isArray(lines) ? lines[place - 1] : undefined
  if (part?.duty === undefined || typeof line !== 'object' || line === null) return ''
  const duty: unknown = Object.entries(line).find(([key]) => key === part.duty)?.[1]
  return typeof duty === 'string' ? duty : ''
}

/**
 * The answer of somebody who is asked. Who agreed once leaves by a change of the case. Said again, it stays
 * as it is.
 */
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
      throw new AppError('wrongState', { message: `这项${definition.title}已经办完或撤回，不用再确认` })
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
