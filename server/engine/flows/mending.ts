import type { Actor } from '../../../catalogue/access/access.ts'
import type { State } from '../../../catalogue/flows/review.ts'
import { sql } from '../../platform/db/sql.ts'
import { institutionTypes } from '../access/index.ts'
import type { Engine } from '../engine.ts'
import type { PlaceOf } from '../feature.ts'
import { fromStored, type StoredValue, summaryOf, waitsForOwner } from '../records/index.ts'
import { urgencyNever, type ItemOf, type Lines, type TodoLine, type TodoSource } from '../waiting/index.ts'

/** What waits for a teacher in the own archive: returned, refused, withdrawn, begun and not handed in. */
export function waitingForOwner(engine: Engine, linkOf: PlaceOf): TodoSource {
  const own = (ownerId: number) => sql`v.owner_id = ${ownerId} and ${waitsForOwner('v')}
    and v.type <> all(${institutionTypes(engine.records)}::text[])`
  return {
    name: 'own',
    kind: 'archive',
    titleOf: (type) => engine.records[type]?.title ?? type,
    waiting: ({ teacherId, role }, { type, q, place }) =>
      role !== 2 || teacherId === null || q !== undefined || place
        ? null
        : sql`
          select v.record_id::text as item, v.type, coalesce(v.decided_at, v.updated_at) as since,
            ${urgencyNever} as urgency
          from revision v
          where ${own(teacherId)} ${type ? sql`and v.type = ${type}` : sql.empty}`,
    lines: async (actor, items) => {
      if (actor.teacherId === null) return new Map()
      const rows = await engine.db.query<Row>(sql`
        select v.record_id, v.type, v.state, v.value, v.edit_no, e.reason, e.fields
        from revision v
        left join lateral (
          select x.reason, x.fields
          from revision_event x
          where x.owner_id = ${actor.teacherId} and x.record_id = v.record_id and x.action in ('return', 'reject')
          order by x.at desc
          limit 1) e on true
        where ${own(actor.teacherId)} and v.record_id = any(${items.map(({ item }: ItemOf) => item)}::uuid[])`)
      return linesOf(engine, linkOf, actor, rows)
    },
  }
}

interface Row {
  readonly record_id: string
  readonly type: string
  readonly state: State
  readonly value: StoredValue
  readonly edit_no: number
  readonly reason: string | null
  readonly fields: readonly { key: string; reason: string }[] | null
}

const said: Readonly<Partial<Record<State, string>>> = {
  returned: '被退回修改',
  rejected: '不予通过',
  withdrawn: '已撤回，尚未重新提交',
  draft: '草稿尚未提交',
}

function linesOf(engine: Engine, linkOf: PlaceOf, actor: Actor, rows: readonly Row[]): Lines<TodoLine> {
  return new Map(
    rows.flatMap((row): [string, TodoLine][] => {
      const definition = engine.records[row.type]
      if (!definition) return []
      const summary = summaryOf(definition, fromStored(engine.keys, definition, row.record_id, row.value))
      const [first] = row.fields ?? []
      const reasons = (row.fields ?? []).map(
        ({ key, reason }) => `${definition.fields[key]?.label ?? '佐证材料'}：${reason || '请核对'}`,
      )
      const link = linkOf(row.type, row.record_id, 'section', actor.role) ?? ''
      return [
        [
          row.record_id,
          {
            typeTitle: definition.title,
            title: `${summary}　${said[row.state] ?? ''}`,
            note: reasons.join('；') || (row.reason ?? ''),
            owner: null,
            institution: null,
            dueOn: null,
            version: row.edit_no,
            acts: [],
            link: row.state === 'rejected' ? link : `${link}&edit=1${first ? `&field=${first.key}` : ''}`,
          },
        ],
      ]
    }),
  )
}
