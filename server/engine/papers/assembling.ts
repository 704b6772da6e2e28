import type { Actor } from '../../../catalogue/access/access.ts'
import type { AssembleBody } from '../../../catalogue/contract/papers.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Reach } from '../../../catalogue/flows/reach.ts'
import { assemble, type Candidate, type KeptItem } from '../../../catalogue/papers/assemble.ts'
import { rateOfDifficulty } from '../../../catalogue/papers/facts.ts'
import type { Blueprint } from '../../../catalogue/papers/value.ts'
import type { Structure } from '../../../catalogue/questions/structure.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { reaches, standing } from '../sharing/index.ts'
import { factsIn, notPinnable, pinnable, pinnedOf, type Pin, type PinnedQuestion } from './items.ts'
import { shownQuestions, type ReadingNeeds } from './shown.ts'

/** Most candidates that are read for a row of a blueprint (resources.md, 6.3). */
const mostOfRow = 4_000

interface Row {
  readonly question: number
  readonly no: number
  readonly family: number
  readonly variant: string
  readonly structure: Structure
  readonly form: string | null
  readonly difficulty: string | null
  readonly cognitive: string | null
  readonly points: readonly number[]
  readonly nodes: readonly number[]
  readonly under_points: readonly number[]
  readonly under_nodes: readonly number[]
  readonly score: number | null
  readonly reach: Reach
  readonly recent: boolean
  readonly uses: number
}

/** Whether a paper of the own school printed the question within some months. */
const isRecent = (actor: Actor, months: number): Sql =>
  months === 0
    ? sql`false`
    : sql`exists (
        select 1 from paper_item pi
        join paper pp on pp.id = pi.paper_id
        where pi.question_id = s.item_id and pp.institution_id = ${actor.institutionId}
          and pp.state in ('published', 'archived') and pp.updated_at > now() - make_interval(months => ${months}))`

/** Questions that the actor reads and that could fill a paper, in the order of their numbers. */
async function candidatesOf(
  db: Queryable,
  actor: Actor,
  where: Sql,
  { months, limit }: { readonly months: number; readonly limit: number },
): Promise<Candidate[]> {
  const rows = await db.query<Row>(sql`
    select s.item_id as question, s.version as no, coalesce(q.family_id, q.id) as family,
      v.variant_hash as variant, s.structure, s.form, s.difficulty, v.value ->> 'cognitiveLevel' as cognitive,
      v.value -> 'points' as points, v.value -> 'nodes' as nodes, s.point_ids as under_points,
      s.node_ids as under_nodes, (v.value ->> 'score')::float as score, s.reach, ${isRecent(actor, months)} as recent,
      s.uses
    from shelf s
    join question q on q.id = s.item_id
    join question_version v on v.question_id = s.item_id and v.no = s.version
    where s.kind = 'question' and ${standing} and ${reaches(actor)} and ${where}
    order by s.item_id
    limit ${limit}`)
  return rows.map(({ under_points, under_nodes, recent, ...row }) => ({
    ...row,
    isRecent: recent,
    rate: rateOfDifficulty(row.difficulty),
    under: { points: under_points, nodes: under_nodes },
  }))
}

/** The candidates of a blueprint: for each row what fits it in form and structure; limits are judged later. */
async function poolOf(
  db: Queryable,
  actor: Actor,
  asked: Pick<AssembleBody, 'schoolStage' | 'subject'> & { readonly blueprint: Blueprint },
) {
  const { schoolStage, subject, blueprint } = asked
  const kinds = new Map(
    blueprint.rows.map(({ form, structure }) => [
      `${form} ${structure}`,
      sql`s.stage = ${schoolStage} and s.subject = ${subject}
        ${form === null ? sql.empty : sql`and s.form = ${form}`}
        ${structure === null ? sql.empty : sql`and s.structure = ${structure}`}`,
    ]),
  )
  const pools: Candidate[] = []
  for (const where of kinds.values())
    pools.push(
      ...(await candidatesOf(db, actor, where, { months: blueprint.unusedMonths, limit: mostOfRow })),
    )
  return [...new Map(pools.map((one) => [one.question, one])).values()]
}

/** Chooses questions for a blueprint, or says which of its rows the pool cannot fill. */
export async function assemblePaper(needs: ReadingNeeds, actor: Actor, asked: AssembleBody) {
  const { db } = needs
  const { blueprint } = asked
  for (const { row } of asked.kept)
    if (row >= blueprint.rows.length)
      throw new AppError('invalid', { errors: [{ field: 'kept', message: '蓝图没有这一行' }] })
  const pool = await poolOf(db, actor, asked)
  const kept = await keptOf(db, actor, pool, asked.kept)
  const result = assemble(blueprint, pool, kept)
  const at = new Date().toISOString()
  const facts = { pool: result.pool, hash: result.hash, seed: blueprint.seed, at }
  if ('short' in result)
    return {
      ...facts,
      chosen: null,
      targets: [],
      short: result.short.map((one) => ({ ...one, relaxations: one.relaxations.map((way) => ({ ...way })) })),
    }
  const pinned = factsIn(await pinnedOf(db, result.chosen.flat()))
  const chosen = []
  for (const list of result.chosen) {
    const found = list.flatMap(({ question, no }): PinnedQuestion[] => {
      const one = pinned(question, no)
      return one ? [one] : []
    })
    chosen.push(await shownQuestions(needs, found))
  }
  return { ...facts, chosen, short: [], targets: result.targets.map((one) => ({ ...one })) }
}

/** What stays of the paper. @throws AppError `invalid` for a question that the actor may not put into one */
async function keptOf(
  db: Queryable,
  actor: Actor,
  pool: readonly Candidate[],
  asked: AssembleBody['kept'],
): Promise<KeptItem[]> {
  const may = await pinnable(db, actor, asked)
  if (!asked.every(may)) throw new AppError('invalid', { errors: [{ field: 'kept', message: notPinnable }] })
  const pinned = factsIn(await pinnedOf(db, asked))
  return asked.flatMap(({ row, question, no }): KeptItem[] => {
    const facts = pinned(question, no)
    if (!facts) return []
    const known = pool.find((one) => one.question === question && one.no === no)
    const { points, nodes } = facts
    return [
      {
        row,
        candidate: known ?? {
          ...facts,
          reach: facts.reach ?? '0',
          under: { points, nodes },
          isRecent: false,
          uses: 0,
        },
      },
    ]
  })
}

const mostOffered = 30
/** How far the rate of a question may be from that of the one it replaces, in thousandths. */
const nearRate = 50

/**
 * Questions that could stand in the place of one: same structure and main point, a rate of scoring within
 * .05, by closeness. What is in the paper, or is akin to it, is never offered (resources.md, 6.4).
 */
export async function similarTo(
  needs: ReadingNeeds,
  actor: Actor,
  asked: Pin & { readonly beside: readonly Pin[] },
) {
  const { db } = needs
  const paper = [asked, ...asked.beside]
  const may = await pinnable(db, actor, paper)
  const facts = factsIn(await pinnedOf(db, paper.filter(may)))
  const replaced = facts(asked.question, asked.no)
  if (!replaced) throw new AppError('missing')
  const { schoolStage, subject } = replaced.value
  const main = replaced.points[0]
  const found = await candidatesOf(
    db,
    actor,
    sql`s.stage = ${schoolStage} and s.subject = ${subject} and s.structure = ${replaced.structure}
      ${replaced.form === null ? sql.empty : sql`and s.form = ${replaced.form}`}
      ${main === undefined ? sql.empty : sql`and s.point_ids && array[${main}::int]`}`,
    { months: 0, limit: mostOfRow },
  )
  const held = asked.beside.flatMap(({ question, no }) => {
    const one = facts(question, no)
    return one ? [one] : []
  })
  const families = new Set([replaced, ...held].map(({ family }) => family))
  const variants = new Set([replaced, ...held].map(({ variant }) => variant))
  const fitting = found.filter(({ rate }) => Math.abs(rate - replaced.rate) <= nearRate)
  const free = fitting.filter(({ family, variant }) => !families.has(family) && !variants.has(variant))
  const distance = (one: Candidate) =>
    Math.abs(one.rate - replaced.rate) +
    (one.cognitive === replaced.cognitive ? 0 : 30) +
    Math.min(one.uses, 20)
  const nearest = free
    .toSorted((a, b) => distance(a) - distance(b) || a.question - b.question)
    .slice(0, mostOffered)
  const pinned = factsIn(await pinnedOf(db, nearest))
  return {
    list: await shownQuestions(
      needs,
      nearest.flatMap(({ question, no }): PinnedQuestion[] => {
        const one = pinned(question, no)
        return one ? [one] : []
      }),
    ),
    leftOut: fitting.filter(({ question }) => question !== asked.question).length - free.length,
  }
}
