import { createHash, randomBytes } from 'node:crypto'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { RoundBody, RoundPage, RoundQuery } from '../../../catalogue/contract/review/rounds.ts'
import type { RoundRules } from '../../../catalogue/contract/review/rules.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { exactUpTo } from '../../engine/records/index.ts'
import { note } from '../../platform/audit/note.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { drawn } from './assignment/lot.ts'
import { shuffled } from './issue.ts'
import { happened, roundOf, stale, wrongState, type ReviewNeeds, type RoundRow } from './options.ts'
import { serving } from './pool.ts'
import type { ReviewSource, SourceItem } from './source.ts'

/** Columns of a line of the list over rounds `r`. */
export const roundLine = sql`r.id, r.title, r.state, r.created_at as "createdAt", r.opened_at as "openedAt",
  r.closed_at as "closedAt", (select count(*)::int from review_item i where i.round_id = r.id) as items,
  c.tasks, c.submitted, c.overdue`
export const roundCounts: Sql = sql`lateral (
  select count(*) filter (where k.state in ('assigned', 'reviewing', 'submitted'))::int as tasks,
    count(*) filter (where k.state = 'submitted')::int as submitted,
    count(*) filter (where k.state in ('assigned', 'reviewing') and k.due_at < now())::int as overdue
  from review_task k where k.round_id = r.id) c`

/** What is over stands below what is under way. An office has tens of rounds, so they are sorted. */
const endedLast = sql`(r.state in ('closed', 'cancelled'))`

/** One page of the rounds of the actor’s office, newest first, those that ended last. */
export async function roundsOf({ db }: ReviewNeeds, actor: Actor, query: RoundQuery): Promise<RoundPage> {
  const state = query.state === undefined ? sql.empty : sql`and r.state = ${query.state}`
  const where = sql`r.office_id = ${actor.institutionId} ${state}`
  const [list, { total }] = await Promise.all([
    db.query<RoundPage['list'][number]>(sql`
      select ${roundLine}
      from (
        select * from review_round r where ${where}
        order by ${endedLast}, r.created_at desc, r.id limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}) r
      cross join ${roundCounts}
      order by ${endedLast}, r.created_at desc, r.id`),
    db.one<{ total: number }>(sql`select count(*)::int as total from review_round r where ${where}`),
  ])
  return { list, total: Math.min(total, exactUpTo), page: query.page, pageSize: query.pageSize }
}

function sourceOf({ reviewSources }: ReviewNeeds, name: string): ReviewSource {
  const source = reviewSources.find((one) => one.name === name)
  if (!source) throw invalid('source', '没有这种送评材料')
  return source
}

async function requireChoice(o: ReviewNeeds, actor: Actor, { source, scope }: RoundBody): Promise<void> {
  const choices = await sourceOf(o, source).choices(actor)
  if (!choices.some((choice) => choice.scope === scope)) throw invalid('scope', '没有该送评材料')
}

export async function createRound(o: ReviewNeeds, actor: Actor, body: RoundBody) {
  await requireChoice(o, actor, body)
  const id = uuidv7()
  return o.db.transaction(async (tx) => {
    const made = await tx.one<{ id: string; version: number }>(sql`
      insert into review_round (id, office_id, title, source, source_scope, rules, by_identity)
      values (${id}::uuid, ${actor.institutionId}, ${body.title}, ${body.source}, ${body.scope},
        ${sql.json(body.rules)}, ${actor.identityId})
      returning id, version`)
    await happened(tx, { round: id, by: actor.identityId, action: 'created' })
    await note(tx, { by: actor.identityId, action: 'review.roundCreated', facts: { round: id } })
    return made
  })
}

/** Changes a round that has not begun. Once open, its rules are frozen. */
export async function changeRound(
  o: ReviewNeeds,
  actor: Actor,
  id: string,
  body: RoundBody & { version: number },
) {
  await requireChoice(o, actor, body)
  return o.db.transaction(async (tx) => {
    const round = await roundOf(tx, actor, id, 'lock')
    if (round.state !== 'draft') throw wrongState('评审已经开始，规则不能再改')
    if (round.version !== body.version) throw stale()
    const row = await tx.one<{ id: string; version: number }>(sql`
      update review_round
      set title = ${body.title}, source = ${body.source}, source_scope = ${body.scope},
        rules = ${sql.json(body.rules)}, version = version + 1
      where id = ${id}::uuid
      returning id, version`)
    await note(tx, { by: actor.identityId, action: 'review.roundChanged', facts: { round: id } })
    return row
  })
}

/** Takes back a round that has not begun. */
export async function cancelRound(o: ReviewNeeds, actor: Actor, id: string, version: number) {
  return o.db.transaction(async (tx) => {
    const round = await roundOf(tx, actor, id, 'lock')
    if (round.state !== 'draft') throw wrongState('评审已经开始，不能取消')
    if (round.version !== version) throw stale()
    await happened(tx, { round: id, by: actor.identityId, action: 'cancelled' })
    await note(tx, { by: actor.identityId, action: 'review.roundCancelled', facts: { round: id } })
    return tx.one<{ id: string; version: number }>(sql`
      update review_round set state = 'cancelled', version = version + 1 where id = ${id}::uuid returning id, version`)
  })
}

/** Sixteen signs that differ when any rule differs; keys in a fixed order. */
export function digestOf(rules: RoundRules): string {
  const canonical = JSON.stringify(rules, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  const hash = createHash('sha256').update(canonical).digest('hex').slice(0, 16).toUpperCase()
  return hash.match(/.{4}/g)?.join(' ') ?? hash
}

/** Opens a round: takes in its items, freezes the rules, draws the experts and has them assigned. */
export async function openRound(o: ReviewNeeds, actor: Actor, id: string, version: number) {
  return o.db.transaction(async (tx) => {
    const round = await roundOf(tx, actor, id, 'lock')
    if (round.state !== 'draft') throw wrongState('评审已经开始')
    if (round.version !== version) throw stale()
    const items = await sourceOf(o, round.source).items(tx, round.source_scope, round.office_id)
    if (items.length === 0) throw invalid('scope', '这批没有可以送评的材料')
    return fillRound(tx, round, items, actor.identityId)
  })
}

/**
 * Takes in the items, freezes the rules of a draft round and draws its experts, whom a job then assigns. Also
 * for the bench.
 */
export async function fillRound(tx: Tx, round: RoundRow, items: readonly SourceItem[], by: number) {
  const pool = await tx.query<{ id: number }>(sql`
    select e.id from review_expert e where e.office_id = ${round.office_id} and ${serving} order by e.id`)
  const candidates = pool.map(({ id }) => id)
  if (candidates.length < round.rules.perItem)
    throw wrongState(`专家库里在聘的专家只有 ${candidates.length} 位，每件材料需要 ${round.rules.perItem} 位`)
  const seed = randomBytes(16).toString('hex')
  const anonymity = items.some(({ named }) => named) ? 'named' : 'double'
  const rules: RoundRules = { ...round.rules, anonymity }
  await insertItems(tx, round.id, items)
  const row = await tx.one<{ id: string; version: number }>(sql`
    update review_round
    set state = 'open', opened_at = now(), rules = ${sql.json(rules)}, rules_digest = ${digestOf(rules)}, seed = ${seed},
      candidates = ${candidates}::int[], panel = ${drawn(seed, candidates)}::int[], assigning = 'queued',
      version = version + 1
    where id = ${round.id}::uuid
    returning id, version`)
  await happened(tx, { round: round.id, by, action: 'opened' })
  await note(tx, { by, action: 'review.roundOpened', facts: { round: round.id, items: items.length, seed } })
  return row
}

async function insertItems(tx: Tx, round: string, items: readonly SourceItem[]): Promise<void> {
  const width = Math.max(3, String(items.length * 2).length)
  // Half of the numbers stay unused: the largest does not tell how many items there are.
  const codes = shuffled(
    Array.from({ length: items.length * 2 }, (_, at) => String(at + 1).padStart(width, '0')),
  )
  const rows = items.map((item, at) => ({
    id: uuidv7(),
    ref: item.ref,
    code: codes[at] ?? '',
    title: item.title,
    sections: item.sections,
    files: item.files,
    subject: item.subject,
    applicants: item.applicants,
    institution_id: item.institutionId,
    district_id: item.districtId,
    city_id: item.cityId,
  }))
  await tx.execute(sql`
    insert into review_item (id, round_id, ref, code, title, sections, files, subject, applicants, institution_id,
      district_id, city_id)
    select x.id, ${round}::uuid, x.ref, x.code, x.title, x.sections, x.files, x.subject, x.applicants,
      x.institution_id, x.district_id, x.city_id
    from jsonb_to_recordset(${sql.json(rows)}) x (id uuid, ref uuid, code text, title text, sections jsonb,
      files uuid[], subject text, applicants int[], institution_id int, district_id int, city_id int)`)
}
