import { AppError } from '../../../catalogue/errors.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { pathOfTodos } from '../../../catalogue/pages/todo-path.ts'
import type { PlaceOf } from '../../engine/feature.ts'
import { urgencyBefore, type TodoLine, type TodoSource } from '../../engine/waiting/index.ts'
import { namedLike } from '../../engine/access/index.ts'
import { note } from '../../platform/audit/note.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

const title = '办结之后的事项'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface Row {
  readonly id: string
  readonly words: string
  readonly type: string
  readonly record_id: string
  readonly owner: string
  readonly school: string | null
  readonly dueOn: string
}

/** What rules gave the actor's office to do. */
const mine = ({ institutionId, role }: Actor): Sql =>
  sql`d.institution_id = ${institutionId} and d.role = ${role} and d.ended_at is null`

/** To-dos that rules after an approval made; whoever of the office has done one confirms it. */
export const waitingAfter = (db: Database, placeOf: PlaceOf): TodoSource => ({
  name: 'after',
  kind: 'archive',
  titleOf: () => title,
  waiting: (actor, { type, place, q }) => {
    if (actor.role < 3 || actor.role > 6 || (type !== undefined && type !== 'afterRule')) return null
    return sql`
      select d.id::text as item, 'afterRule' as type, d.at as since, ${urgencyBefore(sql`d.due_on`)} as urgency
      from after_todo d
      join teacher t on t.id = d.owner_id
      where ${mine(actor)} and ${place === undefined ? sql`true` : sql`${sql.id('t', place.column)} = ${place.id}`}
        and ${q === undefined ? sql`true` : namedLike('t', q)}`
  },
  lines: async (actor, items) => {
    const rows = await db.query<Row>(sql`
      select d.id, d.words, d.type, d.record_id, t.name as owner, i.name as school, d.due_on::text as "dueOn"
      from after_todo d
      join teacher t on t.id = d.owner_id
      left join institution i on i.id = t.institution_id
      where d.id = any(${items.flatMap(({ item }) => (uuid.test(item) ? [item] : []))}::uuid[]) and ${mine(actor)}`)
    return new Map(
      rows.map((row): [string, TodoLine] => [
        row.id,
        {
          typeTitle: title,
          title: row.words,
          note: `${row.owner}，${row.school ?? ''}`,
          owner: row.owner,
          institution: row.school,
          dueOn: row.dueOn,
          version: null,
          acts: ['confirm'],
          link: placeOf(row.type, row.record_id, 'office', actor.role) ?? pathOfTodos(actor.role) ?? '',
        },
      ]),
    )
  },
  does: {
    confirm: async (actor, { item }) => {
      await db.transaction(async (tx) => {
        const ended = await tx.execute(sql`
          update after_todo d set ended_at = now(), ended_by = ${actor.identityId}
          where d.id::text = ${item} and ${mine(actor)}`)
        if (ended === 0) throw new AppError('missing')
        await note(tx, { by: actor.identityId, action: 'after.done', facts: { todo: item } })
      })
    },
  },
})
