import type { Actor } from '../../../catalogue/access/access.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { stepOf } from '../../../catalogue/flows/way.ts'
import { decidingPath, makingPath } from '../../../catalogue/papers/paths.ts'
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
import { urge } from '../ways/index.ts'
import { withdrawPaper } from './acts.ts'
import {
  changing,
  joined,
  madeBy,
  openedRow,
  selected,
  type PaperNeeds,
  type PaperRow,
  type StoredRow,
} from './row.ts'
import { callTo, traveller, waitsFor, wayOf } from './way.ts'

const type = 'examPaper'
/** The declared chain sets no days. */
const days = sql`null::int`
const words: TrackWords = { begin: '组卷', end: '可用', done: '已通过' }
const since = sql`coalesce(q.holder_since, q.updated_at)`

/** Papers that wait for the actor's office; they are read on their page. Sealed ones wait nowhere. */
export function waitingPapers(needs: PaperNeeds): TodoSource {
  const { db, keys } = needs
  const rowsOf = async (actor: Actor, items: readonly ItemOf[], where: Sql) => {
    const rows = await db.query<StoredRow & { urged_at: string | null }>(sql`
      select ${selected}, q.urged_at
      from ${joined(actor)}
      where q.id = any(${items.map(({ item }) => Number(item))}::int[]) and q.state <> 'sealed' and ${where}`)
    return rows.map((row) => ({ ...openedRow(keys, row), urged_at: row.urged_at }))
  }
  return {
    name: 'examPaper',
    kind: 'content',
    titleOf: () => '试卷',
    waiting: (actor, narrowing, limits) =>
      actor.role < 4 || actor.role > 6
        ? null
        : sql`
          select q.id::text as item, ${type}::text as type, ${since} as since,
            ${urgencyAfter(limits, since, days)} as urgency
          from paper q
          where ${waitsFor(actor)} ${narrowedBy(narrowing)}`,
    lines: async (actor, items) =>
      new Map(
        (await rowsOf(actor, items, waitsFor(actor))).map((row) => [String(row.id), todoLine(actor, row)]),
      ),
    handedIn: {
      rows: (actor, state) =>
        actor.role < 2 || actor.role > 6
          ? null
          : sql`
            select q.id::text as item, ${type}::text as type, ${since} as since
            from paper q
            where ${madeBy(actor)} and ${standing(state)}`,
      lines: async (actor, items) =>
        new Map(
          (await rowsOf(actor, items, madeBy(actor))).map((row) => [
            String(row.id),
            submittedLine(actor, row),
          ]),
        ),
      does: {
        withdraw: (actor, { item }) =>
          changing(needs, { actor, id: Number(item), version: null }, withdrawPaper),
        urge: (actor, { item }) =>
          changing(needs, { actor, id: Number(item), version: null }, async (acting) => {
            const step = stepOf(wayOf(acting.row))
            await urge(acting.tx, traveller(acting.row))
            if (step) await callTo(acting, step)
          }),
      },
    },
    held: held(needs),
  }
}

const standing = (state: 'open' | 'ended'): Sql =>
  state === 'open'
    ? sql`(q.state = 'inReview' or (q.state = 'draft' and q.remark is not null))`
    : sql`q.state = 'published'
        and exists (select 1 from paper_decision d where d.paper_id = q.id and d.verdict = 'approved')`

function narrowedBy({ type: asked, q, place }: TodoFilter): Sql {
  return sql`${asked && asked !== type ? sql`and false` : sql.empty}
    ${place ? sql`and ${placeCondition(place, 'q')}` : sql.empty}
    ${q ? sql`and strpos(lower(q.title), ${q.toLowerCase()}) > 0` : sql.empty}`
}

const todoLine = (actor: Actor, row: PaperRow): TodoLine => ({
  typeTitle: '试卷',
  title: row.value.title,
  note: `${row.org}　${row.author}提交　共享范围：${labelOf('shareScope', row.value.shareScope)}`,
  owner: row.author,
  institution: row.org,
  dueOn: null,
  version: row.edit_no,
  acts: [],
  link: `${decidingPath(actor.role) ?? ''}?view=queue&id=${row.id}`,
})

function submittedLine(actor: Actor, row: PaperRow & { readonly urged_at: string | null }): SubmittedLine {
  const step = stepOf(wayOf(row))
  return {
    typeTitle: '试卷',
    title: row.value.title,
    ...standingOnWay(row, words),
    level: step?.level ?? null,
    holder: step?.institution ?? null,
    usualDays: null,
    dueOn: null,
    submittedAt: null,
    urgedAt: row.urged_at,
    track: trackOnWay(row, words),
    version: row.edit_no,
    link: `${makingPath(actor.role) ?? ''}?id=${row.id}`,
  }
}

const held = ({ db }: PaperNeeds): HeldWork =>
  heldOnWay({ table: 'paper', type: sql`${type}::text`, days }, async (ids) => {
    const rows = await db.query<{ id: number; title: string | null }>(
      sql`select id, title from paper where id = any(${[...ids]}::int[]) and state <> 'sealed'`,
    )
    return new Map(rows.map((row) => [String(row.id), row.title ?? '']))
  })
