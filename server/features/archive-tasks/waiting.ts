import type { Engine } from '../../engine/engine.ts'
import type { PlaceOf } from '../../engine/feature.ts'
import { urgencyBefore, type TodoLine, type TodoSource } from '../../engine/waiting/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { schoolTypes, taskPath } from './place.ts'

const title = '补齐档案'

interface Row {
  readonly item: string
  readonly title: string
  readonly office: string
  readonly note: string
  readonly type: string | null
  readonly dueOn: string
  readonly people: number
}

/** What a teacher, or a school for its teachers, has to complete for tasks of the offices above. */
export const waitingTasks = (engine: Engine, placeOf: PlaceOf): TodoSource => ({
  name: 'archivetask',
  kind: 'archive',
  titleOf: () => title,
  forEverybody: true,
  waiting: (actor, { type, place, q }) => {
    if (type !== undefined && type !== 'archiveTask') return null
    if (place !== undefined || (actor.role !== 2 && actor.role !== 3)) return null
    const concerned =
      actor.role === 2
        ? sql`p.teacher_id = ${actor.teacherId} and coalesce(k.type, '') <> all(${schoolTypes(engine)}::text[])`
        : sql`t.institution_id = ${actor.institutionId}`
    return sql`
      select k.id::text as item, 'archiveTask' as type, k.began_at as since, ${urgencyBefore(sql`k.due_on`)} as urgency
      from archive_task k
      where k.ended_at is null ${q === undefined ? sql.empty : sql`and position(${q} in k.title) > 0`}
        and exists (
          select 1 from archive_task_person p join teacher t on t.id = p.teacher_id
          where p.task_id = k.id and p.state = 'waiting' and ${concerned})`
  },
  lines: async (actor, items) => {
    const own = actor.role === 2
    const rows = await engine.db.query<Row>(sql`
      select k.id::text as item, k.title, i.name as office, k.note, k.type, k.due_on::text as "dueOn", n.people
      from archive_task k join institution i on i.id = k.office_id
        cross join lateral (
          select count(*)::int as people from archive_task_person p join teacher t on t.id = p.teacher_id
          where p.task_id = k.id and p.state = 'waiting'
            and ${own ? sql`p.teacher_id = ${actor.teacherId}` : sql`t.institution_id = ${actor.institutionId}`}) n
      where k.id::text = any(${items.map(({ item }) => item)}::text[]) and n.people > 0`)
    return new Map(
      rows.map((row): [string, TodoLine] => [
        row.item,
        {
          typeTitle: title,
          title: row.title,
          note: [own ? '' : `本校 ${row.people} 人`, row.note.slice(0, 80)].filter(Boolean).join('；'),
          owner: null,
          institution: row.office,
          dueOn: row.dueOn,
          version: null,
          acts: [],
          link:
            (own ? placeOf(row.type ?? 'basicInfo', null, 'section', 2) : taskPath(actor.role, row.item)) ??
            '',
        },
      ]),
    )
  },
})
