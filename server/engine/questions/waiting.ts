import type { Actor } from '../../../catalogue/access/access.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { stepOf } from '../../../catalogue/flows/way.ts'
import { decidingPath, writingPath } from '../../../catalogue/questions/paths.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { placeCondition } from '../access/index.ts'
import {
  heldOnWay,
  standingOnWay,
  trackOnWay,
  urgencyAfter,
  type HeldWork,
  type ItemOf,
  type SubmittedLine,
  type TodoFilter,
  type TodoLine,
  type TodoSource,
  type TrackWords,
} from '../waiting/index.ts'
import { withdrawQuestion } from './acts.ts'
import { changing, joined, selected, writtenBy, type QuestionNeeds, type QuestionRow } from './row.ts'
import { urgeQuestion } from './undo.ts'
import { waitsFor, wayOf } from './way.ts'

const type = 'question'
/** The declared chain sets no days, and none are published for questions. */
const days = sql`null::int`
const words: TrackWords = { begin: '编写', end: '可用', done: '已通过' }
const since = sql`coalesce(q.holder_since, q.updated_at)`

interface Row extends QuestionRow {
  readonly urged_at: string | null
}

/** Questions that wait for the actor's office; they are read on the desk, so nothing is done in the list. */
export function waitingQuestions(needs: QuestionNeeds): TodoSource {
  const { db } = needs
  const rowsOf = (items: readonly ItemOf[], where: Sql) =>
    db.query<Row>(sql`
      select ${selected}, q.urged_at
      from ${joined}
      where q.id = any(${items.map(({ item }) => Number(item))}::int[]) and ${where}`)
  return {
    name: 'question',
    kind: 'content',
    titleOf: () => '试题',
    waiting: (actor, narrowing, limits) =>
      actor.role < 3 || actor.role > 6
        ? null
        : sql`
          select q.id::text as item, ${type}::text as type, ${since} as since,
            ${urgencyAfter(limits, since, days)} as urgency
          from question q
          where ${waitsFor(actor)} ${narrowedBy(narrowing)}`,
    lines: async (actor, items) =>
      new Map((await rowsOf(items, waitsFor(actor))).map((row) => [String(row.id), todoLine(actor, row)])),
    handedIn: {
      rows: (actor, state) =>
        actor.role < 2 || actor.role > 6
          ? null
          : sql`
            select q.id::text as item, ${type}::text as type, ${since} as since
            from question q
            where ${writtenBy(actor)} and ${standing(state)}`,
      lines: async (actor, items) =>
        new Map(
          (await rowsOf(items, writtenBy(actor))).map((row) => [String(row.id), submittedLine(actor, row)]),
        ),
      does: {
        withdraw: (actor, { item }) =>
          changing(needs, { actor, id: Number(item), version: null }, withdrawQuestion),
        urge: (actor, { item }) => changing(needs, { actor, id: Number(item), version: null }, urgeQuestion),
      },
    },
    held: held(needs),
  }
}

const standing = (state: 'open' | 'ended'): Sql =>
  state === 'open'
    ? sql`(q.state = 'inReview' or (q.state = 'draft' and q.remark is not null))`
    : sql`q.state = 'published'
        and exists (select 1 from question_decision d where d.question_id = q.id and d.verdict = 'approved')`

function narrowedBy({ type: asked, q, place }: TodoFilter): Sql {
  return sql`${asked && asked !== type ? sql`and false` : sql.empty}
    ${place ? sql`and ${placeCondition(place, 'q')}` : sql.empty}
    ${q ? sql`and strpos(lower(q.title), ${q.toLowerCase()}) > 0` : sql.empty}`
}

const todoLine = (actor: Actor, row: Row): TodoLine => ({
  typeTitle: '试题',
  title: row.title,
  note: `${row.org}　${row.author}提交　共享范围：${labelOf('shareScope', row.value.shareScope)}`,
  owner: row.author,
  institution: row.org,
  dueOn: null,
  version: row.edit_no,
  acts: [],
  link: `${decidingPath(actor.role) ?? ''}?id=${row.id}`,
})

function submittedLine(actor: Actor, row: Row): SubmittedLine {
  const step = stepOf(wayOf(row))
  return {
    typeTitle: '试题',
    title: row.title,
    ...standingOnWay(row, words),
    level: step?.level ?? null,
    holder: step?.institution ?? null,
    usualDays: null,
    dueOn: null,
    submittedAt: null,
    urgedAt: row.urged_at,
    track: trackOnWay(row, words),
    version: row.edit_no,
    link: `${writingPath(actor.role) ?? ''}?id=${row.id}`,
  }
}

const held = ({ db }: QuestionNeeds): HeldWork =>
  heldOnWay({ table: 'question', type: sql`${type}::text`, days }, async (ids) => {
    const rows = await db.query<Pick<QuestionRow, 'id' | 'title'>>(
      sql`select id, title from question where id = any(${[...ids]}::int[])`,
    )
    return new Map(rows.map((row) => [String(row.id), row.title]))
  })
