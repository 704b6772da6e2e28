import { confirmedTypes } from '../../../catalogue/access/confirmation.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { namedLike, placeCondition, scopeCondition } from '../../engine/access/index.ts'
import { definitionOf, type Engine } from '../../engine/engine.ts'
import type { PlaceOf } from '../../engine/feature.ts'
import { fromRow, loadWithoutEvents, summaryOf, type Values } from '../../engine/records/index.ts'
import {
  urgencyAfter,
  urgencyNever,
  type ItemOf,
  type Lines,
  type TodoFilter,
  type TodoLine,
  type TodoSource,
} from '../../engine/waiting/index.ts'
import { lastDay } from '../../engine/ways/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { branch, confirm, each } from './confirm.ts'
import { inQueue } from './queue.ts'

/** Working days in which an office confirms what a school registered. */
const confirmingDays = 15

/** Requests for correction to answer, and what schools registered to confirm. */
export const correctionSources = (engine: Engine, linkOf: PlaceOf): readonly TodoSource[] => [
  asked(engine, linkOf),
  registered(engine, linkOf),
]

const narrowedBy = ({ type, place, q }: TodoFilter, row: string): Sql => sql`
  ${type ? sql`and ${sql.id(row, 'type')} = ${type}` : sql.empty}
  ${place ? sql`and ${placeCondition(place, row)}` : sql.empty}
  ${
    q
      ? sql`and exists (select 1 from teacher n where n.id = ${sql.id(row, 'owner_id')} and ${namedLike('n', q)})`
      : sql.empty
  }`

function asked(engine: Engine, linkOf: PlaceOf): TodoSource {
  return {
    name: 'correction',
    kind: 'correction',
    titleOf: (type) => `更正${engine.records[type]?.title ?? type}`,
    waiting: (actor, narrowing) =>
      actor.role < 3 || actor.role > 6
        ? null
        : sql`
          select c.id::text as item, c.type, c.asked_at as since, ${urgencyNever} as urgency
          from correction c
          where ${waits(actor)} ${narrowedBy(narrowing, 'c')}`,
    lines: async (actor, items) => {
      const rows = await engine.db.query<AskedRow>(sql`
        select c.id, c.type, c.record_id, c.reason, t.name as owner, i.name as institution
        from correction c
        join teacher t on t.id = c.owner_id
        left join institution i on i.id = c.institution_id
        where c.id = any(${items.map(({ item }) => item)}::uuid[]) and ${waits(actor)}`)
      return askedLines(engine, linkOf, actor, rows)
    },
  }
}

const waits = (actor: Actor): Sql => sql`${scopeCondition(actor, 'c')} and ${inQueue(actor, 'mine')}`

interface AskedRow {
  readonly id: string
  readonly type: string
  readonly record_id: string
  readonly reason: string
  readonly owner: string
  readonly institution: string | null
}

const askedLines = (engine: Engine, linkOf: PlaceOf, actor: Actor, rows: readonly AskedRow[]) =>
  new Map(
    rows.map((row): [string, TodoLine] => {
      const title = engine.records[row.type]?.title ?? row.type
      return [
        row.id,
        {
          typeTitle: title,
          title: `${row.owner}申请更正${title}`,
          note: row.reason,
          owner: row.owner,
          institution: row.institution,
          dueOn: null,
          version: null,
          acts: [],
          link: linkOf(row.type, row.record_id, 'office', actor.role) ?? '',
        },
      ]
    }),
  )

function registered(engine: Engine, linkOf: PlaceOf): TodoSource {
  return {
    name: 'confirmation',
    kind: 'correction',
    titleOf: (type) => `确认${engine.records[type]?.title ?? type}`,
    waiting: (actor, narrowing, limits) =>
      actor.role < 4 || actor.role > 6
        ? null
        : sql`
          select r.id::text as item, r.type, r.applied_at as since,
            ${urgencyAfter(limits, sql`r.applied_at`, sql.lit(confirmingDays))} as urgency
          from (${each((type) =>
            branch(
              actor,
              type,
              'mine',
              sql`r.id, ${sql.lit(type)}::text as type, r.applied_at, r.owner_id, r.institution_id, r.district_id,
                r.city_id, r.province_id`,
            ),
          )}) r
          where true ${narrowedBy(narrowing, 'r')}`,
    lines: (actor, items) => registeredLines(engine, linkOf, actor, items),
    does: {
      confirm: async (actor, { type, item }, { version }) => {
        const loaded = await loadWithoutEvents(engine.db, actor, definitionOf(engine, type), item)
        const read = version ?? loaded.effective?.version
        if (read === undefined) throw new AppError('missing')
        await confirm(engine, actor, loaded, read)
      },
    },
  }
}

interface RegisteredRow {
  readonly id: string
  readonly type: string
  readonly row: Values
  readonly version: number
  readonly owner: string
  readonly institution: string | null
  readonly dueOn: string | null
}

async function registeredLines(
  engine: Engine,
  linkOf: PlaceOf,
  actor: Actor,
  items: readonly ItemOf[],
): Promise<Lines<TodoLine>> {
  if (items.length === 0 || confirmedTypes.length === 0) return new Map()
  const columns = (type: string) =>
    sql`r.id, ${sql.lit(type)}::text as type, to_jsonb(r) as row, r.version, r.owner_id, r.institution_id,
      r.applied_at`
  const rows = await engine.db.query<RegisteredRow>(sql`
    select x.id, x.type, x.row, x.version, t.name as owner, i.name as institution,
      ${lastDay(sql`x.applied_at`, sql.lit(confirmingDays))}::text as "dueOn"
    from (${each((type) => branch(actor, type, 'mine', columns(type)))}) x
    join teacher t on t.id = x.owner_id
    left join institution i on i.id = x.institution_id
    where x.id = any(${items.map(({ item }) => item)}::uuid[])`)
  return new Map(
    rows.flatMap((row): [string, TodoLine][] => {
      const definition = engine.records[row.type]
      if (!definition) return []
      return [
        [
          row.id,
          {
            typeTitle: definition.title,
            title: `${row.owner}　${summaryOf(definition, fromRow(definition, row.row))}`,
            note: '学校登记的已经生效，请核对后确认，有误的作废',
            owner: row.owner,
            institution: row.institution,
            dueOn: row.dueOn,
            version: row.version,
            acts: ['confirm'],
            link: linkOf(row.type, row.id, 'office', actor.role) ?? '',
          },
        ],
      ]
    }),
  )
}
