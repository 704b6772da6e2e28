import { urgencyBefore, type TodoLine, type TodoSource } from '../../engine/waiting/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { linkTo } from './options.ts'
import { decides, type ExportWords } from './row.ts'

const lapsesOn = sql`(e.lapses_at at time zone 'Asia/Shanghai')::date`

interface Row {
  readonly id: number
  readonly told: ExportWords
  readonly row_count: number
  readonly due: string
  readonly asked_name: string
  readonly office: string
}

/**
 * Files that wait for a second person. Agreeing wants a fresh proof of who it is, so it is done on the page
 * of exports.
 */
export const waitingExports = (db: Database): TodoSource => ({
  name: 'export',
  kind: 'second',
  titleOf: () => '导出申请',
  waiting: (actor, { type, place, q }) =>
    actor.role === 2 || actor.role > 6 || place || q || (type !== undefined && type !== 'export')
      ? null
      : sql`
        select e.id::text as item, 'export' as type, e.asked_at as since, ${urgencyBefore(lapsesOn)} as urgency
        from export e
        where ${decides(actor)}`,
  lines: async (actor, items) => {
    const rows = await db.query<Row>(sql`
      select e.id, e.told, e.row_count, ${lapsesOn} as due, p.name as asked_name, i.name as office
      from export e
      join identity a on a.id = e.asked_by
      join person p on p.id = a.person_id
      join institution i on i.id = e.institution_id
      where e.id = any(${items.map(({ item }) => Number(item))}::int[]) and ${decides(actor)}`)
    return new Map(
      rows.map((row): [string, TodoLine] => [
        String(row.id),
        {
          typeTitle: '导出申请',
          title: `${row.asked_name}申请导出${row.told.title}`,
          note: `${row.told.scope}　${row.row_count} 条，须由第二人同意`,
          owner: row.asked_name,
          institution: row.office,
          dueOn: row.due,
          version: null,
          acts: [],
          link: linkTo(row.id, 'waiting'),
        },
      ]),
    )
  },
})
