import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { nameFound } from '../../engine/names/index.ts'
import type { Ground } from '../../engine/feature.ts'
import { urgencyNever, type TodoLine, type TodoSource } from '../../engine/waiting/index.ts'
import { placeCondition, type Place } from '../../engine/access/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { centrePath, decide, mayDecide, requests, waitsFor } from './requests.ts'

interface Row {
  readonly id: number
  readonly app: string
  readonly reason: string
  readonly person: string
  readonly role: number
  readonly institution: string
}

/** Condition on the institution `i` of who asks. */
const within = (place: Place): Sql =>
  place.column === 'institution_id' ? sql`i.id = ${place.id}` : placeCondition(place, 'i')

/** Requests for apps that wait for an office; decided in the list. */
export const waitingAppRequests = ({ db, notify }: Pick<Ground, 'db' | 'notify'>): TodoSource => ({
  name: 'app',
  kind: 'app',
  titleOf: () => '应用使用申请',
  waiting: (actor, { type, place, q }) =>
    !mayDecide(actor) || (type !== undefined && type !== 'request')
      ? null
      : sql`
        select r.id::text as item, 'request' as type, r.asked_at as since, ${urgencyNever} as urgency
        from ${requests}
        where ${waitsFor(actor)}
          ${place ? sql`and ${within(place)}` : sql.empty}
          ${q ? sql`and ${nameFound('person', 'person', q)}` : sql.empty}`,
  lines: async (actor, items) => {
    if (!mayDecide(actor)) return new Map()
    const rows = await db.query<Row>(sql`
      select r.id, p.name as app, r.reason, person.name as person, a.role, i.name as institution
      from ${requests}
      where r.id = any(${items.map(({ item }) => Number(item))}::int[]) and ${waitsFor(actor)}`)
    return new Map(
      rows.map((row): [string, TodoLine] => [
        String(row.id),
        {
          typeTitle: '应用使用申请',
          title: `${row.person}申请使用“${row.app}”`,
          note: `${row.institution}　${labelOf('userRole', String(row.role))}　用途：${row.reason}`,
          owner: row.person,
          institution: row.institution,
          dueOn: null,
          version: null,
          acts: ['confirm'],
          link: actor.role === 1 ? '/appRole?tab=requests' : `${centrePath}?tab=requests`,
        },
      ]),
    )
  },
  does: {
    // Refusing wants a reason and stands on the page that the item opens.
    confirm: async (actor, { item }, { reason = '' }) =>
      void (await decide({ db, notify }, actor, { id: Number(item), verb: 'grant', reason })),
  },
})
