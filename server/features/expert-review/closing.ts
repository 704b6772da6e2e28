import { createHash } from 'node:crypto'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { Results } from '../../../catalogue/contract/review/rounds.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { resultsOf, type HandedInScore, type ItemResult } from '../../../catalogue/reviews/scoring.ts'
import { halfUp } from '../../../catalogue/reviews/rounding.ts'
import { note } from '../../platform/audit/note.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { happened, roundOf, stale, wrongState, type ReviewNeeds, type RoundRow } from './options.ts'

/** A handed-in score with what the sheet and the source are told beside it. */
export interface ScoreWithSource extends HandedInScore {
  readonly expertId: number
  readonly ref: string
  readonly code: string
  readonly title: string
  readonly opinion: string
  readonly conclusion: string
}

/** Numbers of the experts of a round: drawn by the seed, so that neither name nor pool tells them. */
export function expertNumbers(seed: string, experts: readonly number[]): ReadonlyMap<number, number> {
  const hash = (id: number) => createHash('sha256').update(`number|${seed}|${id}`).digest('hex')
  const order = [...new Set(experts)].toSorted((a, b) => (hash(a) < hash(b) ? -1 : 1))
  return new Map(order.map((id, at) => [id, at + 1]))
}

/** Every score that was handed in, with the numbers of the experts. */
export async function handedIn(
  db: Queryable,
  round: Pick<RoundRow, 'id' | 'seed'>,
): Promise<ScoreWithSource[]> {
  const rows = await db.query<Omit<ScoreWithSource, 'expert'>>(sql`
    select i.id as item, i.ref, i.code, i.title, k.expert_id as "expertId", k.kind, k.scores, k.opinion,
      coalesce(k.conclusion, '') as conclusion
    from review_task k join review_item i on i.id = k.item_id
    where k.round_id = ${round.id}::uuid and k.state = 'submitted'
    order by i.code, k.id`)
  const numbers = expertNumbers(
    round.seed ?? '',
    rows.map(({ expertId }) => expertId),
  )
  return rows.map((row) => ({ ...row, expert: numbers.get(row.expertId) ?? 0 }))
}

const itemsOf = (db: Queryable, round: string) =>
  db.query<{ id: string; ref: string; code: string; title: string }>(sql`
    select i.id, i.ref, i.code, i.title from review_item i where i.round_id = ${round}::uuid order by i.code`)

/** The results by the codes of the items, which also order what nothing else parts. */
async function computed(db: Queryable, round: RoundRow) {
  const [items, scores] = [await itemsOf(db, round.id), await handedIn(db, round)]
  const byCode = scores.map((score) => ({ ...score, item: score.code }))
  return {
    items,
    scores,
    results: resultsOf(
      round.rules,
      items.map(({ code }) => code),
      byCode,
    ),
  }
}

/** Reasons why a round cannot be closed yet; empty for none. */
export async function closingBlocked(db: Queryable, round: RoundRow): Promise<string[]> {
  if (round.state !== 'open') return []
  const { open, arbitration } = await db.one<{ open: number; arbitration: number }>(sql`
    select count(*) filter (where k.kind = 'main')::int as open,
      count(*) filter (where k.kind = 'arbitration')::int as arbitration
    from review_task k where k.round_id = ${round.id}::uuid and k.state in ('assigned', 'reviewing')`)
  const { short } = await db.one<{ short: number }>(sql`
    select count(*)::int as short
    from review_item i
    left join (
      select k.item_id, count(*) as scores from review_task k
      where k.round_id = ${round.id}::uuid and k.state = 'submitted' group by k.item_id) s on s.item_id = i.id
    where i.round_id = ${round.id}::uuid and coalesce(s.scores, 0) < ${round.rules.least}`)
  return [
    ...(round.assigning === null ? [] : ['正在分配专家']),
    ...(open > 0 ? [`还有 ${open} 份没有提交`] : []),
    ...(arbitration > 0 ? [`还有 ${arbitration} 份加评没有提交`] : []),
    ...(short > 0 ? [`${short} 件材料的有效评分不足 ${round.rules.least} 份`] : []),
  ]
}

/** Closes a round: its results stand from now on, and the source hears them in the same transaction. */
export async function closeRound(o: ReviewNeeds, actor: Actor, id: string, version: number) {
  const source = (name: string) => o.reviewSources.find((one) => one.name === name)
  return o.db.transaction(async (tx) => {
    const round = await roundOf(tx, actor, id, 'lock')
    if (round.state !== 'open') throw wrongState('评审没有在进行')
    if (round.version !== version) throw stale()
    const [blocked] = await closingBlocked(tx, round)
    if (blocked !== undefined) throw wrongState(`现在不能结束：${blocked}`)
    const { items, scores, results } = await computed(tx, round)
    const row = await tx.one<{ id: string; version: number }>(sql`
      update review_round
      set state = 'closed', closed_at = now(), results = ${sql.json(results)}, version = version + 1
      where id = ${id}::uuid returning id, version`)
    await happened(tx, { round: id, by: actor.identityId, action: 'closed' })
    await note(tx, {
      by: actor.identityId,
      action: 'review.roundClosed',
      facts: { round: id, items: items.length },
    })
    const refs = new Map(items.map(({ code, ref }) => [code, ref]))
    const opinions = Map.groupBy(scores, ({ code }) => code)
    await source(round.source)?.decided(
      tx,
      { id, scope: round.source_scope },
      results.map(({ item, rank, score }) => ({
        ref: refs.get(item) ?? '',
        code: item,
        rank,
        score,
        opinions: round.rules.opinionsShown ? (opinions.get(item) ?? []).map(({ opinion }) => opinion) : [],
      })),
    )
    return row
  })
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0
    ? null
    : Number(halfUp(BigInt(values.reduce((sum, value) => sum + value, 0)), BigInt(values.length)))

/** The score sheet of a closed round. Experts stand in it by their numbers. */
export async function resultsView({ db }: ReviewNeeds, actor: Actor, id: string): Promise<Results> {
  const round = await roundOf(db, actor, id)
  if (round.state !== 'closed') throw wrongState('评审结束以后才有评分表')
  const kept = await db.one<{ results: ItemResult[] | null }>(sql`
    select results from review_round where id = ${id}::uuid`)
  if (kept.results === null) throw new AppError('missing')
  const [items, scores] = [await itemsOf(db, id), await handedIn(db, round)]
  const itemOf = new Map(items.map((item) => [item.code, item]))
  const said = new Map(scores.map((score) => [`${score.code}|${score.expert}`, score]))
  const totals = kept.results.flatMap((result) => result.scores)
  const byExpert = Map.groupBy(totals, ({ expert }) => expert)
  return {
    title: round.title,
    rules: round.rules,
    rulesDigest: round.rules_digest ?? '',
    seed: round.seed ?? '',
    list: kept.results.map((result) => ({
      id: itemOf.get(result.item)?.id ?? '',
      code: result.item,
      title: itemOf.get(result.item)?.title ?? '',
      rank: result.rank,
      score: result.score,
      spread: result.spread,
      scores: result.scores.map(({ expert, kind, total, adjusted, dropped, scores: own }) => ({
        expert,
        kind,
        total,
        adjusted,
        dropped,
        scores: { ...own },
        opinion: said.get(`${result.item}|${expert}`)?.opinion ?? '',
        conclusion: said.get(`${result.item}|${expert}`)?.conclusion ?? '',
      })),
    })),
    experts: [...byExpert]
      .toSorted(([a], [b]) => a - b)
      .map(([expert, own]) => ({
        expert,
        items: own.length,
        mean: mean(own.map(({ total }) => total)) ?? 0,
      })),
    mean: mean(totals.map(({ total }) => total)),
  }
}
