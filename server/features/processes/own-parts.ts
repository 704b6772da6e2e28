import type { Actor } from '../../../catalogue/access/access.ts'
import type { OwnParts } from '../../../catalogue/contract/processes.ts'
import type { PeoplePart } from '../../../catalogue/processes/define.ts'
import { processOf, type ProcessName } from '../../../catalogue/processes/processes.ts'
import type { Queryable } from '../../engine/engine.ts'
import type { FormValue } from '../../engine/filled-forms/index.ts'
import { caseRows, isAsked, nameOfCase, type CaseRow } from '../../engine/processes/index.ts'
import { sql } from '../../platform/db/sql.ts'

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
    join ${caseRows} k on k.id = m.case_id
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
