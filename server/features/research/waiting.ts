import type { Actor } from '../../../catalogue/access/access.ts'
import { casesPath } from '../../../catalogue/processes/paths.ts'
import { urgencyNever, type TodoLine, type TodoSource } from '../../engine/waiting/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

const waits = (actor: Actor): Sql => sql`m.teacher_id = ${actor.teacherId} and m.state = 'asked'
  and exists (select 1 from process_case k where k.id = m.case_id and k.under_way)`

/** Projects whose leader waits for the reader to say whether to take part. */
export const waitingMemberships = (db: Database): TodoSource => ({
  name: 'member',
  kind: 'case',
  forEverybody: true,
  titleOf: () => '确认参加课题',
  waiting: (actor, { type, place, q }) =>
    actor.role !== 2 ||
    actor.teacherId === null ||
    place !== undefined ||
    q !== undefined ||
    (type !== undefined && type !== 'membership')
      ? null
      : sql`
        select m.id::text as item, 'membership' as type, m.asked_at as since, ${urgencyNever} as urgency
        from project_member m
        where ${waits(actor)}`,
  lines: async (actor, items) => {
    if (actor.role !== 2) return new Map()
    const rows = await db.query<{ id: string; title: string; leader: string; institution: string }>(sql`
      select m.id, coalesce(k.value ->> 'projectName', '') as title, t.name as leader, i.name as institution
      from project_member m
      join process_case k on k.id = m.case_id
      join teacher t on t.id = k.teacher_id
      join institution i on i.id = k.institution_id
      where m.id = any(${items.map(({ item }) => item)}::uuid[]) and ${waits(actor)}`)
    return new Map(
      rows.map(({ id, title, leader, institution }): [string, TodoLine] => [
        id,
        {
          typeTitle: '课题组成员',
          title: `确认是否参加：${title}`,
          note: `主持人 ${leader}`,
          owner: null,
          institution,
          dueOn: null,
          version: null,
          acts: [],
          link: casesPath(2, 'researchProject') ?? '/teacher/wdky',
        },
      ]),
    )
  },
})
