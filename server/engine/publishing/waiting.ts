import type { Actor } from '../../../catalogue/access/access.ts'
import { teacher } from '../../../catalogue/contents/agreement.ts'
import { officePath, reviewPath } from '../../../catalogue/contents/paths.ts'
import type { AnyContent } from '../../../catalogue/contents/define.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { stepOf } from '../../../catalogue/flows/way.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { placeCondition } from '../access/index.ts'
import {
  heldOnWay,
  standingOnWay,
  trackOnWay,
  urgencyAfter,
  type Does,
  type HeldWork,
  type ItemOf,
  type Lines,
  type TodoFilter,
  type SubmittedLine,
  type TodoLine,
  type TodoSource,
  type TrackWords,
} from '../waiting/index.ts'
import { lastDay } from '../ways/index.ts'
import { writtenBy } from './authors.ts'
import { waitsFor, wayOf } from './approval.ts'
import { urgeApproval, withdraw } from './publish.ts'
import { typeOf, type PublishingNeeds } from './publishing.ts'
import { changing, joined, selectedFor, type ContentAct, type ContentRow } from './row.ts'

const words: TrackWords = { begin: '起草', end: '发布', done: '已发布' }
const days = sql`(c.route -> c.step::integer ->> 'days')::int`
const since = sql`coalesce(c.holder_since, c.updated_at)`
const due = sql`case when c.state = 'inReview' then ${lastDay(since, days)} end as due`

interface Row extends ContentRow {
  readonly due: string | null
  readonly urged_at: string | null
}

/**
 * Contents that wait for the actor to agree. They are read on their own page, so nothing is done in the list.
 */
export function waitingForReview(publishing: PublishingNeeds): TodoSource {
  const { db, types } = publishing
  const rowsOf = (actor: Actor, items: readonly ItemOf[], where: Sql) =>
    db.query<Row>(sql`
      select ${selectedFor(actor)}, c.urged_at, ${due}
      from ${joined}
      where c.id = any(${items.map(({ item }) => Number(item))}::int[]) and ${where}`)
  return {
    name: 'content',
    kind: 'content',
    titleOf: (type) => types[type]?.title ?? type,
    waiting: (actor, narrowing, limits) =>
      actor.role === 2 || actor.role > 6
        ? null
        : sql`
          select c.id::text as item, c.type, ${since} as since, ${urgencyAfter(limits, since, days)} as urgency
          from content c
          where ${waitsFor(actor)} ${narrowedBy(publishing, narrowing)}`,
    lines: async (actor, items) => todoLines(publishing, actor, await rowsOf(actor, items, waitsFor(actor))),
    handedIn: {
      rows: (actor, state) =>
        actor.role > 6
          ? null
          : sql`
            select c.id::text as item, c.type, ${since} as since
            from content c
            where ${own(actor)} and ${standing(state)}`,
      lines: async (actor, items) =>
        submittedLines(publishing, actor, await rowsOf(actor, items, own(actor))),
      does: { withdraw: changes(publishing, withdraw), urge: changes(publishing, urgeApproval) },
    },
    held: held(publishing),
  }
}

function narrowedBy({ types }: PublishingNeeds, { type, place, q }: TodoFilter): Sql {
  const headlines = [...new Set(Object.values(types).map(({ headline }) => headline))]
  const named = q
    ? sql`and (${sql.join(
        headlines.map((key) => sql`strpos(lower(c.value ->> ${sql.lit(key)}), ${q.toLowerCase()}) > 0`),
        ' or ',
      )})`
    : sql.empty
  return sql`${type ? sql`and c.type = ${type}` : sql.empty}
    ${place ? sql`and ${placeCondition(place, 'c')}` : sql.empty} ${named}`
}

/** Contents that the actor sent for review, or had back. */
const own = (actor: Actor): Sql =>
  actor.role === teacher
    ? writtenBy(actor)
    : sql`c.institution_id = ${actor.institutionId} and c.by_identity = ${actor.identityId}`

const standing = (state: 'open' | 'ended'): Sql =>
  state === 'open'
    ? sql`(c.state = 'inReview' or (c.state = 'draft' and c.remark is not null))`
    : sql`c.state = 'published'
        and exists (select 1 from content_decision d where d.content_id = c.id and d.verdict = 'approved')`

const headlineOf = (
  { types }: PublishingNeeds,
  { type, value }: Pick<ContentRow, 'type' | 'value'>,
): string => String(value[types[type]?.headline ?? ''] ?? '')

function todoLines(publishing: PublishingNeeds, actor: Actor, rows: readonly Row[]): Lines<TodoLine> {
  return new Map(
    rows.flatMap((row): [string, TodoLine][] => {
      const definition = typeOf(publishing.types, row.type)
      return [
        [
          String(row.id),
          {
            typeTitle: definition.title,
            title: headlineOf(publishing, row),
            note: [`${row.org}　${row.by_name}送审`, ...reachIn(definition, row), '通过后读者才能看到'].join(
              '　',
            ),
            owner: row.by_name,
            institution: row.org,
            dueOn: row.due,
            version: row.version,
            acts: [],
            link: reviewPath(actor.role, definition, row.id) ?? '',
          },
        ],
      ]
    }),
  )
}

function submittedLines(
  publishing: PublishingNeeds,
  actor: Actor,
  rows: readonly Row[],
): Lines<SubmittedLine> {
  return new Map(rows.map((row) => [String(row.id), submittedLine(publishing, actor, row)]))
}

function submittedLine(publishing: PublishingNeeds, actor: Actor, row: Row): SubmittedLine {
  const definition = typeOf(publishing.types, row.type)
  const step = stepOf(wayOf(row))
  return {
    typeTitle: definition.title,
    title: headlineOf(publishing, row),
    ...standingOnWay(row, words),
    level: step?.level ?? null,
    holder: step?.institution ?? null,
    usualDays: null,
    dueOn: row.due,
    submittedAt: null,
    urgedAt: row.urged_at,
    track: trackOnWay(row, words),
    version: row.version,
    link: officePath(actor.role, definition, row.id) ?? '',
  }
}

/** How far the author of a content asks to share it, in words; nothing of what an institution shares. */
function reachIn({ sharing, fields }: AnyContent, { author_person, value }: ContentRow): readonly string[] {
  const field = sharing === undefined ? undefined : fields[sharing]
  if (author_person === null || sharing === undefined || !field?.dict) return []
  return [`${field.label}：${labelOf(field.dict, String(value[sharing] ?? ''))}`]
}

const changes =
  (publishing: PublishingNeeds, change: (acting: ContentAct) => Promise<void>): Does =>
  (actor, { type, item }) =>
    changing(
      publishing,
      { actor, definition: typeOf(publishing.types, type), id: Number(item), version: null },
      change,
    )

const held = (publishing: PublishingNeeds): HeldWork =>
  heldOnWay(
    { table: 'content', type: sql`x.type`, days: sql`(x.route -> x.step::integer ->> 'days')::int` },
    async (ids) => {
      const rows = await publishing.db.query<Pick<ContentRow, 'id' | 'type' | 'value'>>(
        sql`select id, type, value from content where id = any(${[...ids]}::int[])`,
      )
      return new Map(rows.map((row) => [String(row.id), headlineOf(publishing, row)]))
    },
  )
