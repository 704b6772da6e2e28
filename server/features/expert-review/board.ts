import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  Board,
  BoardQuery,
  ItemCandidates,
  RoundExperts,
  RoundView,
} from '../../../catalogue/contract/review/rounds.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { blocks } from '../../../catalogue/reviews/conflicts.ts'
import { conflictLabels } from '../../../catalogue/reviews/conflict-kinds.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { closingBlocked } from './closing.ts'
import { itemColumns, judged, type ItemRow } from './judge.ts'
import { roundOf, type ReviewNeeds, type RoundRow } from './options.ts'
import { serving } from './pool.ts'
import { roundCounts, roundLine } from './rounds.ts'

const covering = sql`('assigned', 'reviewing', 'submitted')`

const isLate = sql`k.state in ('assigned', 'reviewing') and k.due_at < now() + interval '1 day'`
const tallied = sql`count(*) filter (where k.state in ${covering} and k.kind = 'main')::int as covered,
  coalesce(bool_or(${isLate}), false) as late,
  coalesce(bool_or(k.state in ('assigned', 'reviewing') and k.conflicts <> '{}'), false) as conflict,
  coalesce(bool_or(k.state in ('avoided', 'expired', 'recalled')), false) as avoided`

/**
 * Joins what the tasks of each item come to, as `c`: of a whole round they are read once, of a page item by
 * item.
 */
const ofRound = (round: string): Sql => sql`
  left join (select k.item_id, ${tallied} from review_task k where k.round_id = ${round}::uuid group by k.item_id) c
  on c.item_id = i.id`
const ofPage = sql`cross join lateral (select ${tallied} from review_task k where k.item_id = i.id) c`

const groups = (wanted: number): Readonly<Record<BoardQuery['show'], Sql>> => ({
  all: sql`true`,
  short: sql`coalesce(c.covered, 0) < ${wanted}`,
  late: sql`c.late`,
  conflict: sql`c.conflict`,
  avoided: sql`c.avoided`,
})

const countsOf = (db: Queryable, { id, rules }: RoundRow) =>
  db.one<Board['counts']>(sql`
    select count(*)::int as "all", count(*) filter (where coalesce(c.covered, 0) < ${rules.perItem})::int as short,
      count(*) filter (where c.late)::int as late, count(*) filter (where c.conflict)::int as conflict,
      count(*) filter (where c.avoided)::int as avoided
    from review_item i ${ofRound(id)}
    where i.round_id = ${id}::uuid`)

/** The load of every expert of a round, who is late first. */
export async function loadsOf({ db }: ReviewNeeds, actor: Actor, id: string): Promise<RoundExperts> {
  const round = await roundOf(db, actor, id)
  return { list: await loads(db, round.id) }
}

const loads = (db: Queryable, round: string) =>
  db.query<RoundExperts['list'][number]>(sql`
    select k.id, p.name, k.open, k.submitted, k.late, k.avoided
    from (
      select k.expert_id as id, count(*) filter (where k.state in ('assigned', 'reviewing'))::int as open,
        count(*) filter (where k.state = 'submitted')::int as submitted,
        count(*) filter (where ${isLate})::int as late,
        count(*) filter (where k.state in ('avoided', 'expired'))::int as avoided
      from review_task k
      where k.round_id = ${round}::uuid
      group by k.expert_id) k
    join review_expert e on e.id = k.id
    join person p on p.id = e.person_id
    order by k.late desc, k.open desc, k.id
    limit 2000`)

type BoardItem = Board['list'][number]
type BoardTask = BoardItem['tasks'][number] & { readonly item: string }

const tasksOf = (db: Queryable, items: string[]) =>
  db.query<BoardTask>(sql`
    select k.item_id as item, k.id, k.expert_id as "expertId", p.name as expert, k.kind, k.state, k.due_at as "dueAt",
      k.state in ('assigned', 'reviewing') and k.due_at < now() + interval '1 day' as late, k.reason, k.conflicts, k.version
    from review_task k
    join person p on p.id = k.person_id
    where k.item_id = any(${items}::uuid[])
    order by k.item_id, k.state in ${covering} desc, k.kind desc, k.issued_at, k.id`)

const wholePage = (round: string, part: Sql) =>
  sql`select i.* from review_item i where i.round_id = ${round}::uuid ${part}`

/**
 * A page of the items of one group. They are found before they are ordered: otherwise the planner, which does
 * not know how many there will be, walks them in order and looks through all the tasks of the round for each
 * of them.
 */
const foundPage = (round: string, condition: Sql, part: Sql) => sql`
  with hit as materialized (
    select i.id, i.code from review_item i ${ofRound(round)} where i.round_id = ${round}::uuid and ${condition})
  select w.* from (select i.id from hit i ${part}) h join review_item w on w.id = h.id`

/**
 * Items of a round with the state of their experts. It holds no score: the office learns them when the round
 * closes.
 */
export async function boardOf(
  { db }: ReviewNeeds,
  actor: Actor,
  id: string,
  query: BoardQuery,
): Promise<Board> {
  const round = await roundOf(db, actor, id)
  const condition = groups(round.rules.perItem)[query.show]
  const part = sql`order by i.code limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`
  const page = query.show === 'all' ? wholePage(id, part) : foundPage(id, condition, part)
  const [items, counts] = await Promise.all([
    db.query<Omit<BoardItem, 'tasks'>>(sql`
      select i.id, i.code, i.title, i.subject, coalesce(o.name, '') as institution, (
          select coalesce(array_agg(p.name order by a.place), '{}')
          from unnest(i.applicants) with ordinality a (id, place) join person p on p.id = a.id) as applicants,
        coalesce(c.covered, 0) as covered, ${round.rules.perItem}::int as wanted
      from (${page}) i
      ${ofPage}
      left join institution o on o.id = i.institution_id
      order by i.code`),
    countsOf(db, round),
  ])
  const tasks = Map.groupBy(
    await tasksOf(
      db,
      items.map((item) => item.id),
    ),
    ({ item }) => item,
  )
  return {
    list: items.map((item) => ({ ...item, tasks: tasks.get(item.id) ?? [] })),
    total: counts[query.show],
    page: query.page,
    pageSize: query.pageSize,
    counts,
  }
}

/** One round with its rules, its lot and what stands in the way of its end. */
export async function roundView({ db }: ReviewNeeds, actor: Actor, id: string): Promise<RoundView> {
  const round = await roundOf(db, actor, id)
  const [line, shortfall, events, blocked] = await Promise.all([
    db.one<Omit<RoundView, 'rules'>>(sql`
      select ${roundLine} from review_round r cross join ${roundCounts} where r.id = ${id}::uuid`),
    db.query<RoundView['shortfall'][number]>(sql`
      select i.code, i.title, s ->> 'sentence' as sentence
      from review_round r, jsonb_array_elements(r.shortfall) s
      join review_item i on i.id = (s ->> 'item')::uuid
      where r.id = ${id}::uuid
      order by i.code limit 200`),
    db.query<RoundView['events'][number]>(sql`
      select v.at, coalesce(p.name, '系统') as by, v.action, v.reason
      from review_event v
      left join identity a on a.id = v.by_identity and a.role <> 99
      left join person p on p.id = a.person_id
      where v.round_id = ${id}::uuid
      order by v.id desc limit 50`),
    closingBlocked(db, round),
  ])
  return {
    ...line,
    source: round.source,
    scope: round.source_scope,
    rules: round.rules,
    rulesDigest: round.rules_digest,
    version: round.version,
    lot:
      round.seed === null
        ? null
        : { seed: round.seed, candidates: round.candidates ?? [], panel: round.panel ?? [] },
    assigning: round.assigning !== null,
    shortfall,
    closingBlocked: blocked,
    events,
  }
}

/** Everybody in the pool for one item, with what keeps them from it; for choosing by hand. */
export async function candidatesFor(
  o: ReviewNeeds,
  actor: Actor,
  roundId: string,
  itemId: string,
): Promise<ItemCandidates> {
  const round = await roundOf(o.db, actor, roundId)
  const item = await itemOf(o.db, roundId, itemId)
  return { list: await suitability(o, o.db, round, item) }
}

export async function itemOf(db: Queryable, round: string, item: string): Promise<ItemRow> {
  const row = await db.maybeOne<ItemRow>(sql`
    select ${itemColumns} from review_item i where i.id = ${item}::uuid and i.round_id = ${round}::uuid`)
  if (!row) throw new AppError('missing')
  return row
}

/** Judges every serving expert of the office for one item, now. */
export async function suitability(
  { engine }: Pick<ReviewNeeds, 'engine'>,
  db: Queryable,
  round: RoundRow,
  item: ItemRow,
): Promise<ItemCandidates['list']> {
  const seen = await judged(engine, db, round, {
    items: [item],
    which: sql`e.office_id = ${round.office_id} and ${serving}`,
    lot: round.panel ?? [],
  })
  const had = await db.query<{ expert: number }>(sql`
    select k.expert_id as expert from review_task k where k.item_id = ${item.id}::uuid`)
  const barred = new Set(had.map(({ expert }) => expert))
  return seen.experts.map((expert) => {
    const conflicts = seen.conflicts(item, expert)
    const kept = conflicts.filter((kind) => blocks(kind, round.rules))
    const refusal =
      kept.length > 0
        ? `应当回避：${kept.map((kind) => conflictLabels[kind]).join('、')}`
        : barred.has(expert.id)
          ? '已评、回避过或逾期'
          : expert.load >= round.rules.perExpert
            ? `任务已满（${expert.load} 份）`
            : null
    return {
      expertId: expert.id,
      name: expert.name,
      institution: expert.institution,
      load: expert.load,
      conflicts: [...conflicts],
      refusal,
    }
  })
}
