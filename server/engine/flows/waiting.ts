import type { Actor } from '../../../catalogue/access/access.ts'
import type { ActionBody } from '../../../catalogue/contract/archive/records.ts'
import type { TodoAct } from '../../../catalogue/contract/todos.ts'
import { roleOfLevel } from '../../../catalogue/flows/review.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { institutionTypes, joinOwnerOfType, namedLike, placeCondition } from '../access/index.ts'
import { definitionOf, type Engine } from '../engine.ts'
import type { PlaceOf } from '../feature.ts'
import { foundByNumber, heldByOffice, pendingRow, type PendingRow } from '../records/index.ts'
import {
  urgencyAfter,
  type Does,
  type HeldWork,
  type ItemOf,
  type Lines,
  type TodoFilter,
  type TodoLine,
  type TodoSource,
} from '../waiting/index.ts'
import { lastDay } from '../ways/index.ts'
import { actInBatch, type Action } from './act.ts'
import { handedInRecords } from './handed-in.ts'

const reviewers: readonly number[] = Object.values(roleOfLevel)
const days = sql`(v.route -> v.step::int ->> 'days')::int`

/** Records that wait for the review of the actor's office. */
export function waitingReviews(engine: Engine, linkOf: PlaceOf): TodoSource {
  const does = (action: Action): Does => {
    return async (actor, { type, item }, { reason, version }) => {
      const body: ActionBody = {
        ...(reason !== undefined && { reason }),
        ...(version !== undefined && { version }),
      }
      await actInBatch({ engine, actor, definition: definitionOf(engine, type), id: item, action, body })
    }
  }
  return {
    name: 'record',
    kind: 'archive',
    titleOf: (type) => engine.records[type]?.title ?? type,
    waiting: (actor, narrowing, limits) =>
      reviewers.includes(actor.role)
        ? sql`
          select v.record_id::text as item, v.type, v.holder_since as since,
            ${urgencyAfter(limits, sql`v.holder_since`, days)} as urgency
          from revision v
          where ${heldByOffice(actor, 'v')} ${narrowedBy(engine, narrowing)}`
        : null,
    lines: (actor, items) => linesOf(engine, linkOf, actor, items),
    does: { approve: does('approve'), return: does('return') },
    handedIn: handedInRecords(engine, linkOf),
    held: held(engine),
  }
}

function narrowedBy(engine: Engine, { type, place, q }: TodoFilter): Sql {
  const named = q
    ? sql`and v.type <> all(${institutionTypes(engine.records)}::text[])
        and exists (select 1 from teacher t where t.id = v.owner_id and ${namedLike('t', q)})`
    : sql.empty
  return sql`${type ? sql`and v.type = ${type}` : sql.empty}
    ${place ? sql`and ${placeCondition(place, 'v')}` : sql.empty} ${named}`
}

interface Row extends PendingRow {
  readonly type: string
  readonly due: string | null
}

async function linesOf(
  engine: Engine,
  linkOf: PlaceOf,
  actor: Actor,
  items: readonly ItemOf[],
): Promise<Lines<TodoLine>> {
  const numbers = items.map(({ item }) => item)
  const rows = await foundByNumber(engine.db, numbers, (ids, ofOwners) =>
    engine.db.query<Row>(sql`
    select v.*, v.record_id as id, owner.name as owner_name, i.name as institution_name, h.name as holder_name,
      ${lastDay(sql`v.holder_since`, days)} as due
    from revision v
    ${joinOwnerOfType(engine.records, 'v')}
    left join institution i on i.id = v.institution_id
    left join institution h on h.id = v.holder_institution_id
    where ${ofOwners('v')} and v.record_id = any(${[...ids]}::uuid[]) and ${heldByOffice(actor, 'v')}`),
  )
  return new Map(
    rows.flatMap((row): [string, TodoLine][] => {
      const definition = engine.records[row.type]
      if (!definition) return []
      const line = pendingRow(engine, actor, definition, row)
      const acts: TodoAct[] = []
      // Warnings are read, and words are written, on the page of the record only.
      if (line.can.includes('approve') && line.warnings?.length === 0 && !line.reasonRequired)
        acts.push('approve')
      if (line.can.includes('return')) acts.push('return')
      const summary = line.summary === definition.title ? '' : line.summary
      return [
        [
          row.record_id,
          {
            typeTitle: definition.title,
            title: [line.ownerName, summary].filter(Boolean).join('　') || definition.title,
            note: noteOf(line),
            owner: line.ownerName,
            institution: line.institutionName,
            dueOn: row.due,
            version: row.edit_no,
            acts,
            link: linkOf(row.type, row.record_id, 'review', actor.role) ?? '',
          },
        ],
      ]
    }),
  )
}

const noteOf = ({
  isNew,
  changed,
  attachmentCount,
  warnings,
}: Pick<ReturnType<typeof pendingRow>, 'isNew' | 'changed' | 'attachmentCount' | 'warnings'>): string =>
  [
    isNew ? '新增' : `${changed?.length ?? 0} 处变更`,
    attachmentCount ? `佐证材料 ${attachmentCount} 份` : '没有佐证材料',
    warnings && warnings.length > 0 ? `有 ${warnings.length} 条校验提示` : '',
  ]
    .filter(Boolean)
    .join('　')

const held = (engine: Engine): HeldWork => ({
  rows: (limits, offices) => sql`
    select v.record_id::text as item, v.type, v.holder_institution_id as office, v.holder_role as role,
      v.holder_since as since, ${urgencyAfter(limits, sql`v.holder_since`, days)} as urgency
    from revision v
    where v.state = 'inReview' and v.holder_institution_id in (${offices})`,
  decided: (office) => sql`
    select e.record_id::text as item, v.type, e.at, e.waited_seconds as waited
    from revision_event e
    join revision v on v.owner_id = e.owner_id and v.id = e.revision_id
    where e.institution_id = ${office} and e.waited_seconds is not null and e.at > now() - interval '90 days'`,
  titles: async (items) => {
    const numbers = items.map(({ item }) => item)
    const rows = await foundByNumber(engine.db, numbers, (ids, ofOwners) =>
      engine.db.query<{ id: string; owner: string }>(sql`
        select distinct on (v.record_id) v.record_id as id, owner.name as owner
        from revision v ${joinOwnerOfType(engine.records, 'v')}
        where ${ofOwners('v')} and v.record_id = any(${[...ids]}::uuid[])`),
    )
    return new Map(rows.map(({ id, owner }) => [id, owner]))
  },
})
