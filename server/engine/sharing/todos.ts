import type { Actor } from '../../../catalogue/access/access.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { Reach } from '../../../catalogue/flows/reach.ts'
import { stepOf } from '../../../catalogue/flows/way.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { placeCondition } from '../access/index.ts'
import {
  heldOnWay,
  standingOnWay,
  trackOnWay,
  urgencyAfter,
  type SubmittedLine,
  type TodoFilter,
  type TodoLine,
  type TodoSource,
  type TrackWords,
} from '../waiting/index.ts'
import { wayOfRow, type ClimbingRow } from './climbing.ts'

/** A row as lists of work show it. */
export interface WorkRow extends ClimbingRow {
  readonly title: string
  readonly org: string
  readonly author: string
  readonly remark: string | null
  readonly shareScope: Reach
  readonly urged_at: string | null
}

/** A kind of shared things whose rows, `q` in every condition, wait at offices and come back to who made them. */
export interface ClimbingKind {
  readonly table: string
  /** Name of the type in filters. */
  readonly type: string
  readonly title: string
  readonly words: TrackWords
  /** Lowest role of an office that decides. */
  readonly decidesFrom: 3 | 4
  readonly waitsFor: (actor: Actor) => Sql
  readonly madeBy: (actor: Actor) => Sql
  /** Condition that an office agreed to a row once. */
  readonly wasApproved: Sql
  /** The rows with these numbers that meet a condition. */
  readonly rows: (actor: Actor, ids: readonly number[], where: Sql) => Promise<readonly WorkRow[]>
  readonly titles: (ids: readonly number[]) => Promise<ReadonlyMap<string, string>>
  readonly decidedAt: (role: number, id: number) => string
  readonly madeAt: (role: number, id: number) => string
  readonly withdraw: (actor: Actor, id: number) => Promise<void>
  readonly urge: (actor: Actor, id: number) => Promise<void>
}

/** The declared chains of shared things set no days. */
const days = sql`null::int`
const since = sql`coalesce(q.holder_since, q.updated_at)`

/** Lists of work of a kind: what waits for an office, what a maker handed in, what is held. */
export function climbingTodos(kind: ClimbingKind): TodoSource {
  const table = sql.id(kind.table)
  const type = sql`${kind.type}::text`
  const numbers = (items: readonly { readonly item: string }[]) => items.map(({ item }) => Number(item))
  const byNumber = async <Line>(rows: Promise<readonly WorkRow[]>, line: (row: WorkRow) => Line) =>
    new Map((await rows).map((row) => [String(row.id), line(row)]))
  return {
    name: kind.type,
    kind: 'content',
    titleOf: () => kind.title,
    waiting: (actor, narrowing, limits) =>
      actor.role < kind.decidesFrom || actor.role > 6
        ? null
        : sql`
          select q.id::text as item, ${type} as type, ${since} as since,
            ${urgencyAfter(limits, since, days)} as urgency
          from ${table} q
          where ${kind.waitsFor(actor)} ${narrowedBy(kind.type, narrowing)}`,
    lines: (actor, items) =>
      byNumber(kind.rows(actor, numbers(items), kind.waitsFor(actor)), (row) => todoLine(kind, actor, row)),
    handedIn: {
      rows: (actor, state) =>
        actor.role < 2 || actor.role > 6
          ? null
          : sql`
            select q.id::text as item, ${type} as type, ${since} as since
            from ${table} q
            where ${kind.madeBy(actor)} and ${state === 'open' ? open : ended(kind)}`,
      lines: (actor, items) =>
        byNumber(kind.rows(actor, numbers(items), kind.madeBy(actor)), (row) =>
          submittedLine(kind, actor, row),
        ),
      does: {
        withdraw: (actor, { item }) => kind.withdraw(actor, Number(item)),
        urge: (actor, { item }) => kind.urge(actor, Number(item)),
      },
    },
    held: heldOnWay({ table: kind.table, type, days }, kind.titles),
  }
}

const open = sql`(q.state = 'inReview' or (q.state = 'draft' and q.remark is not null))`
const ended = ({ wasApproved }: ClimbingKind): Sql => sql`q.state = 'published' and ${wasApproved}`

function narrowedBy(type: string, { type: asked, q, place }: TodoFilter): Sql {
  return sql`${asked && asked !== type ? sql`and false` : sql.empty}
    ${place ? sql`and ${placeCondition(place, 'q')}` : sql.empty}
    ${q ? sql`and strpos(lower(q.title), ${q.toLowerCase()}) > 0` : sql.empty}`
}

const todoLine = (kind: ClimbingKind, actor: Actor, row: WorkRow): TodoLine => ({
  typeTitle: kind.title,
  title: row.title,
  note: `${row.org}　${row.author}提交　共享范围：${labelOf('shareScope', row.shareScope)}`,
  owner: row.author,
  institution: row.org,
  dueOn: null,
  version: row.edit_no,
  acts: [],
  link: kind.decidedAt(actor.role, row.id),
})

function submittedLine(kind: ClimbingKind, actor: Actor, row: WorkRow): SubmittedLine {
  const step = stepOf(wayOfRow(row))
  return {
    typeTitle: kind.title,
    title: row.title,
    ...standingOnWay(row, kind.words),
    level: step?.level ?? null,
    holder: step?.institution ?? null,
    usualDays: null,
    dueOn: null,
    submittedAt: null,
    urgedAt: row.urged_at,
    track: trackOnWay(row, kind.words),
    version: row.edit_no,
    link: kind.madeAt(actor.role, row.id),
  }
}
