import type { Actor } from '../../../catalogue/access/access.ts'
import { urgencyBefore, type TodoLine, type TodoSource } from '../../engine/waiting/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { packetPath } from './options.ts'

const dueDay = sql`(k.due_at at time zone 'Asia/Shanghai')::date`
const waits = (
  actor: Actor,
): Sql => sql`k.person_id = ${actor.personId} and k.state in ('assigned', 'reviewing')
  and exists (select 1 from review_round r where r.id = k.round_id and r.state = 'open')`

/** Packets that wait for their expert. Each is scored on its page. */
export const waitingPackets = (db: Database): TodoSource => ({
  name: 'packet',
  kind: 'review',
  forEverybody: true,
  titleOf: () => '专家评审',
  waiting: (actor, { type, place, q }) =>
    actor.role !== 99 || place !== undefined || q !== undefined || (type !== undefined && type !== 'packet')
      ? null
      : sql`
        select k.id::text as item, 'packet' as type, k.issued_at as since, ${urgencyBefore(dueDay)} as urgency
        from review_task k
        where ${waits(actor)}`,
  lines: async (actor, items) => {
    if (actor.role !== 99) return new Map()
    const rows = await db.query<{ id: string; no: number; round: string; state: string; due: string }>(sql`
      select k.id, k.no, r.title as round, k.state, ${dueDay}::text as due
      from review_task k join review_round r on r.id = k.round_id
      where k.id = any(${items.map(({ item }) => item)}::uuid[]) and ${waits(actor)}`)
    return new Map(
      rows.map(({ id, no, round, state, due }): [string, TodoLine] => [
        id,
        {
          typeTitle: '专家评审',
          title: `${round}　第 ${no} 份`,
          note: state === 'assigned' ? '尚未打开' : '评审中',
          owner: null,
          institution: null,
          dueOn: due,
          version: null,
          acts: [],
          link: packetPath(id),
        },
      ]),
    )
  },
})
