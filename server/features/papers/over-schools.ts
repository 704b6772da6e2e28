import type { Actor } from '../../../catalogue/access/access.ts'
import type { PaperFiguresAnswer, QuestionFigures } from '../../../catalogue/contract/paper-uses.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { measuredRate, proposedDifficulty, rateOfDifficulty } from '../../../catalogue/papers/facts.ts'
import { spreadOf, type SchoolRates } from '../../../catalogue/papers/spread.ts'
import { least, type PaperFigures } from '../../../catalogue/papers/statistics.ts'
import type { PaperValue } from '../../../catalogue/papers/value.ts'
import { factsIn, pinnedOf, pinsOf, readPaper, type PaperNeeds } from '../../engine/papers/index.ts'
import { findRow, isWriter } from '../../engine/questions/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { ordersOf, overClasses } from './over-classes.ts'
import type { PlainSource } from './print.ts'
import { itemsOf } from './uses.ts'

/** Classes that are read at most: those of a province with one paper for all. */
const mostUses = 20_000
/** Papers with one question that are counted at most. */
const mostPapers = 200

/** Condition that institution `i` is a school below the office of the actor. */
const isBelow = ({ role, institutionId }: Actor): Sql => {
  if (role === 4) return sql`i.district_id = ${institutionId}`
  return role === 5 ? sql`i.city_id = ${institutionId}` : sql`i.province_id = ${institutionId}`
}

const sourceOf = async (
  db: Queryable,
  { id, no, value }: { readonly id: number; readonly no: number; readonly value: PaperValue },
): Promise<PlainSource> => ({ id, no, value, find: factsIn(await pinnedOf(db, pinsOf(value))) })

/**
 * How a paper did: a school sees its classes together, an authority how its schools lie, without names, from five
 * schools with thirty pupils each (resources.md, 6.7). Nobody is ranked.
 */
export async function figuresOfPaper(
  needs: Pick<PaperNeeds, 'db' | 'keys'>,
  actor: Actor,
  id: number,
): Promise<PaperFiguresAnswer> {
  const { db } = needs
  const { row, item, no: read } = await readPaper(needs, actor, id)
  const no = row?.live_no ?? (item && !item.gone ? item.version : read)
  const version = await db.maybeOne<{ value: PaperValue }>(
    sql`select value from paper_version where paper_id = ${id} and no = ${no}`,
  )
  if (!version) return { school: null, region: null }
  const source = await sourceOf(db, { id, no, value: version.value })
  return actor.role === 3
    ? { school: await ofSchool(db, actor, source), region: null }
    : { school: null, region: await ofRegion(db, actor, source) }
}

async function ofSchool(
  db: Queryable,
  actor: Actor,
  source: PlainSource,
): Promise<PaperFiguresAnswer['school']> {
  const own = sql`u.institution_id = ${actor.institutionId}`
  const together = await overClasses(db, { source, variant: 'A', own, from: 1 })
  if (together === null) return null
  const { items, ...figures } = together.figures
  return {
    classes: together.count,
    figures: {
      ...figures,
      items: items.map(({ interval, ...one }) => ({ ...one, interval: interval && [...interval] })),
    },
    items: itemsOf(source, 'A'),
  }
}

interface UsedRow {
  readonly school: number
  readonly variant: 'A' | 'B'
  readonly figures: PaperFigures
}

async function ofRegion(
  db: Queryable,
  actor: Actor,
  source: PlainSource,
): Promise<PaperFiguresAnswer['region']> {
  const uses = await db.query<UsedRow>(sql`
    select u.institution_id as school, u.variant, u.figures
    from paper_use u
    join institution i on i.id = u.institution_id
    where u.paper_id = ${source.id} and u.paper_no = ${source.no} and u.figures is not null and ${isBelow(actor)}
    order by u.id
    limit ${mostUses}`)
  const orders = ordersOf(source)
  const spread = spreadOf(
    [...new Set(uses.map(({ school }) => school))].map((school) =>
      ratesOf(
        uses.filter((use) => use.school === school),
        orders,
      ),
    ),
  )
  return (
    spread && {
      ...spread,
      items: orders.A.flatMap(({ number, value }, at) => {
        const found = spread.items[at]
        return found ? [{ number, form: value.questionForm, ...found }] : []
      }),
    }
  )
}

/** The rates of a school over its classes, in the order of paper A. */
function ratesOf(uses: readonly UsedRow[], orders: ReturnType<typeof ordersOf>): SchoolRates {
  const placesOf = (variant: 'A' | 'B') => {
    const held = orders[variant].map(({ pin }) => pin.id)
    return orders.A.map(({ pin }) => held.indexOf(pin.id))
  }
  const places = { A: placesOf('A'), B: placesOf('B') }
  const all = uses.reduce((sum, { figures }) => sum + figures.n, 0)
  const rates = orders.A.map((_, at) => {
    const weighted = uses.reduce(
      (sum, { variant, figures }) => sum + figures.n * (figures.items[places[variant][at] ?? -1]?.p ?? 0),
      0,
    )
    return all === 0 ? null : weighted / all
  })
  return { n: all, rates }
}

interface PrintedRow {
  readonly paper: number
  readonly no: number
  readonly value: PaperValue
}

/**
 * How pupils did with a question in all papers that print it, for its writer: pooled, without schools, by version
 * and from thirty pupils on.
 * @throws AppError `missing` for everybody else
 */
export async function figuresOfQuestion(db: Queryable, actor: Actor, id: number): Promise<QuestionFigures> {
  const row = await findRow(db, actor, id)
  if (!row || !isWriter(actor, row)) throw new AppError('missing')
  const papers = await db.query<PrintedRow>(sql`
    select v.paper_id as paper, v.no, v.value
    from paper_version v
    where v.paper_id in (select pi.paper_id from paper_item pi where pi.question_id = ${id})
      and exists (
        select 1 from paper_use u where u.paper_id = v.paper_id and u.paper_no = v.no and u.figures is not null)
    order by v.paper_id desc, v.no desc
    limit ${mostPapers}`)
  const counted = new Map<number, { n: number; weighted: number }>()
  for (const { paper, no, value } of papers) {
    const orders = ordersOf(await sourceOf(db, { id: paper, no, value }))
    const uses = await db.query<Omit<UsedRow, 'school'>>(sql`
      select variant, figures from paper_use
      where paper_id = ${paper} and paper_no = ${no} and figures is not null
      limit ${mostUses}`)
    for (const { variant, figures } of uses) {
      const at = orders[variant].findIndex(({ pin }) => pin.id === id)
      const p = figures.items[at]?.p ?? null
      const pin = orders[variant][at]?.pin
      if (p === null || !pin) continue
      const { n, weighted } = counted.get(pin.no) ?? { n: 0, weighted: 0 }
      counted.set(pin.no, { n: n + figures.n, weighted: weighted + figures.n * p })
    }
  }
  return { versions: await measuredOf(db, id, counted) }
}

async function measuredOf(
  db: Queryable,
  id: number,
  counted: ReadonlyMap<number, { readonly n: number; readonly weighted: number }>,
): Promise<QuestionFigures['versions']> {
  const versions = await db.query<{ no: number; difficulty: string | null }>(sql`
    select no, value ->> 'difficulty' as difficulty from question_version where question_id = ${id} order by no desc`)
  return versions.flatMap(({ no, difficulty }) => {
    const { n: pupils, weighted } = counted.get(no) ?? { n: 0, weighted: 0 }
    if (pupils < least) return []
    const rate = Math.round((weighted / pupils) * 1000)
    const declared = rateOfDifficulty(difficulty)
    return [
      {
        no,
        pupils,
        rate,
        declared,
        measured: measuredRate(pupils, rate, declared),
        proposed: proposedDifficulty(pupils, rate, declared),
      },
    ]
  })
}
