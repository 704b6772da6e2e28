import type { Actor } from '../../../catalogue/access/access.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import type { AnyContent } from '../../../catalogue/contents/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { urgencyBefore, type TodoLine, type TodoSource } from '../../engine/waiting/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { asking, asksActor, confirmRead, readAt, until } from './confirmations.ts'

const byName: Readonly<Record<string, AnyContent>> = contents

const acts = ({ role }: Actor): boolean => role >= 3 && role <= 6
const each = (part: (definition: AnyContent) => Sql): Sql => sql.join(asking.map(part), ' union all ')

interface Row {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly from: string
  readonly until: string
}

/** Published contents that the actor's institution is asked to confirm having read (decision 0018). */
export const waitingReadings = (db: Database): TodoSource => ({
  name: 'reading',
  kind: 'content',
  titleOf: (type) => `确认${byName[type]?.title ?? type}`,
  waiting: (actor, { type, place, q }) =>
    !acts(actor) || place || q
      ? null
      : sql`
        select w.item, w.type, w.since, ${urgencyBefore(sql`w.until::date`)} as urgency
        from (${each(
          (definition) => sql`
            select c.id::text as item, c.type, c.publish_at as since, ${until} as until
            ${asksActor(actor, definition)}`,
        )}) w
        ${type ? sql`where w.type = ${type}` : sql.empty}`,
  lines: async (actor, items) => {
    if (!acts(actor)) return new Map()
    const rows = await db.query<Row>(sql`
      select w.* from (${each(
        (definition) => sql`
          select c.id, c.type, c.live ->> ${definition.headline}::text as title, o.name as from, ${until} as until
          ${asksActor(actor, definition)}`,
      )}) w
      where w.id = any(${items.map(({ item }) => Number(item))}::int[])`)
    return new Map(
      rows.flatMap((row): [string, TodoLine][] => {
        const definition = byName[row.type]
        if (!definition) return []
        return [
          [
            String(row.id),
            {
              typeTitle: definition.title,
              title: `请确认已读：${row.title}`,
              note: `${row.from}要求确认，本单位一人确认即可`,
              owner: null,
              institution: row.from,
              dueOn: row.until,
              version: null,
              acts: ['confirm'],
              link: readAt(definition, row.id),
            },
          ],
        ]
      }),
    )
  },
  does: {
    confirm: async (actor, { type, item }) => {
      const definition = byName[type]
      if (!definition) throw new AppError('missing')
      await confirmRead(db, actor, definition, Number(item))
    },
  },
})
