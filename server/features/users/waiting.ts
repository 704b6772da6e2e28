import type { Actor } from '../../../catalogue/access/access.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { urgencyBefore, type TodoLine, type TodoSource } from '../../engine/waiting/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

const lapsesOn = sql`(r.expires_at at time zone 'Asia/Shanghai')::date`

/**
 * Condition that an open request waits for this administrator: neither who asked decides nor whom it
 * concerns.
 */
const decides = (actor: Actor): Sql => sql`r.state = 'open' and r.expires_at >= now()
  and r.person_id <> ${actor.personId}
  and not exists (select 1 from identity a where a.id = r.asked_by and a.person_id = ${actor.personId})`

interface Row {
  readonly id: number
  readonly role: number
  readonly name: string
  readonly institution: string
  readonly asked_name: string
  readonly due: string
}

/**
 * Weighty roles that wait for another administrator; decided on their page, with a fresh proof of who it is.
 */
export const waitingRequests = (db: Database, separateDuties: boolean): TodoSource => {
  const may = (actor: Actor): boolean =>
    actor.role === 1 && (!separateDuties || actor.duties?.includes('security') === true)
  return {
    name: 'role',
    kind: 'second',
    titleOf: () => '账号申请',
    waiting: (actor, { type, place, q }) =>
      !may(actor) || place || q || (type !== undefined && type !== 'request')
        ? null
        : sql`
          select r.id::text as item, 'request' as type, r.asked_at as since, ${urgencyBefore(lapsesOn)} as urgency
          from account_request r
          where ${decides(actor)}`,
    lines: async (actor, items) => {
      if (!may(actor)) return new Map()
      const rows = await db.query<Row>(sql`
        select r.id, r.role, p.name, i.name as institution, b.name as asked_name, ${lapsesOn} as due
        from account_request r
        join person p on p.id = r.person_id
        join institution i on i.id = r.institution_id
        join identity a on a.id = r.asked_by
        join person b on b.id = a.person_id
        where r.id = any(${items.map(({ item }) => Number(item))}::int[]) and ${decides(actor)}`)
      return new Map(
        rows.map((row): [string, TodoLine] => [
          String(row.id),
          {
            typeTitle: '账号申请',
            title: `${row.asked_name}为${row.name}申请${labelOf('userRole', String(row.role))}身份`,
            note: `${row.institution}　须由另一位管理员确认`,
            owner: row.name,
            institution: row.institution,
            dueOn: row.due,
            version: null,
            acts: [],
            link: '/appCore/accountRequests',
          },
        ]),
      )
    },
  }
}
