import type { Notice } from '../../../catalogue/contract/workspace.ts'
import { pathOfTodos } from '../../../catalogue/pages/todo-path.ts'
import { limitsNow, type TodoSource } from '../../engine/waiting/index.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { gathered } from './gathered.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'

/** Items told of in one transaction. */
const batch = 2_000

export interface EscalationNeeds {
  readonly db: Database
  readonly todoSources: readonly TodoSource[]
  readonly notify: (tx: Tx, notice: Notice) => Promise<void>
}

interface Late {
  readonly source: string
  readonly type: string
  readonly office_id: number
  readonly office: string
  readonly above_id: number | null
  readonly above_role: number | null
}

/**
 * Tells the office above, once, of what is overdue at an office: one message for each office, however much
 * there is. The row that is written first tells; another process finds it and tells nobody.
 * @returns whether there may be more
 */
export async function escalate({ db, todoSources, notify }: EscalationNeeds): Promise<boolean> {
  const limits = await limitsNow(db)
  const everywhere = sql`select id from institution where level in ('school', 'district', 'city')`
  const parts = todoSources.flatMap(({ name, held }) =>
    held
      ? [
          sql`
          select ${sql.lit(name)} as source, h.item, h.type, h.office, h.since
          from (${held.rows(limits, everywhere)}) h
          where h.urgency = 0`,
        ]
      : [],
  )
  return db.transaction(async (tx) => {
    const late = await tx.query<Late>(sql`
      with ${gathered('held', parts)},
      due as (
        select x.*
        from held x
        where not exists (
          select 1 from todo_escalated e where e.source = x.source and e.item = x.item and e.since = x.since)
        order by x.office, x.since
        limit ${batch}),
      fresh as (
        insert into todo_escalated (source, item, since, office_id, above_id)
        select d.source, d.item, d.since, d.office, above.id
        from due d
        join institution i on i.id = d.office
        left join lateral (
          select b.id
          from institution b
          where b.id in (i.district_id, i.city_id, i.province_id) and b.id <> i.id
            and exists (select 1 from identity a
              where a.institution_id = b.id and a.state = 'enabled'
                and a.role = case when b.level = 'district' then 4 when b.level = 'city' then 5 else 6 end)
          order by case when b.level = 'district' then 1 when b.level = 'city' then 2 else 3 end
          limit 1) above on true
        on conflict do nothing
        returning source, item, since, office_id, above_id)
      select f.source, d.type, f.office_id, i.name as office, f.above_id,
        case when b.level = 'district' then 4 when b.level = 'city' then 5 when b.level = 'province' then 6 end as above_role
      from fresh f
      join due d using (source, item, since)
      join institution i on i.id = f.office_id
      left join institution b on b.id = f.above_id
      order by f.office_id`)
    for (const of of Map.groupBy(late, ({ office_id }) => office_id).values())
      await tell({ todoSources, notify }, tx, of)
    return late.length === batch
  })
}

async function tell(
  { todoSources, notify }: Pick<EscalationNeeds, 'todoSources' | 'notify'>,
  tx: Tx,
  late: readonly Late[],
): Promise<void> {
  const [first] = late
  if (!first || first.above_id === null || first.above_role === null) return
  const titleOf = ({ source, type }: Late) =>
    todoSources.find(({ name }) => name === source)?.titleOf(type) ?? type
  const counted = [...Map.groupBy(late, titleOf)].map(([title, of]) => `${title} ${of.length} 件`)
  await notify(tx, {
    to: { institution: first.above_id, role: first.above_role },
    kind: '3',
    title: `${first.office}有 ${late.length} 件事超过办理期限`,
    content: `${counted.join('，')}。请督促办理。`,
    link: `${pathOfTodos(first.above_role) ?? ''}?view=offices&office=${first.office_id}&figure=overdue`,
    exceptPerson: 0,
  })
}

/** Looks every half hour. */
export const escalationJob = (escalating: EscalationNeeds): KeptJob => ({
  name: 'todos.escalate',
  label: '待办超期上报',
  every: 1800,
  run: () => escalate(escalating),
})
