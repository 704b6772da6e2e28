import { goalKinds, type GoalCounting } from '../../../../catalogue/support/goals.ts'
import { AppError } from '../../../../catalogue/errors.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Queryable } from '../../../engine/engine.ts'
import { caseRows } from '../../../engine/processes/index.ts'
import { addDays, today } from '../../../platform/clock/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import { supportedOf } from './pairs.ts'
import { unpairedFor, type UnpairedFigures } from './unpaired.ts'

/** What was counted of a goal; `of` is null for what is no share and no mean. */
export interface GoalCount {
  readonly n: number
  readonly of: number | null
  readonly value: number | null
}

export interface ReadingNeeds {
  readonly db: Database
  /** An indicator of a whole place, by the function that fills the pages of figures. */
  readonly readFigure: (asked: {
    readonly placeId: number
    readonly on: string | null
    readonly key: string
  }) => Promise<GoalCount>
}

/** How many goals are read between two writes. */
const chunk = 400

/** Counts a goal of a place for a day. Goals that both sides state are counted by nobody. */
export async function measure(
  { db, readFigure }: ReadingNeeds,
  placeId: number,
  goal: string,
  day: string,
): Promise<GoalCount | null> {
  const counting = goalKinds[goal]?.counting
  if (counting === undefined || counting.by === 'stated') return null
  const on = day === today() ? null : day
  if (counting.by === 'figure') return readFigure({ placeId, on, key: counting.indicator })
  const n = await countFacts(db, placeId, counting, day)
  if (!counting.each) return { n, of: null, value: n }
  const { n: teachers } = await readFigure({ placeId, on, key: 'fulltime' })
  return { n, of: teachers, value: teachers === 0 ? null : n / teachers }
}

/** Facts of the people of a place in the year that ends with a day, at the places where they were then. */
async function countFacts(
  db: Queryable,
  placeId: number,
  { kinds, of }: Extract<GoalCounting, { readonly by: 'facts' }>,
  day: string,
): Promise<number> {
  const place = await db.maybeOne<{ level: string }>(sql`select level from institution where id = ${placeId}`)
  const level = place?.level ?? 'school'
  const column = level === 'school' || level === 'centre' ? 'institution_id' : `${level}_id`
  const { many } = await db.one<{ many: number }>(sql`
    select coalesce(sum(${of === 'hours' ? sql`x.tenths` : sql`x.times`}), 0)::float8 as many
    from person_fact x
    where ${sql.id('x', column)} = ${placeId} and x.kind = any(${[...kinds]}::text[])
      and x.day > ${addDays(day, -365)}::date and x.day <= ${day}::date`)
  return of === 'hours' ? many / 10 : many
}

interface Task {
  readonly caseId: string
  readonly no: number
  readonly kind: string
  readonly day: string
  readonly goal: string
  readonly placeId: number
}

interface ReadGoal extends Pick<Task, 'caseId' | 'no' | 'kind' | 'day'> {
  readonly n: number | null
  readonly of: number | null
  readonly value: number | null
  readonly beside: number | null
  readonly besideMany: number | null
  readonly problem: string | null
}

/** Reads one goal; what cannot be answered says why and is tried again later. */
async function readOne(needs: ReadingNeeds, task: Task, unpaired: UnpairedFigures | null): Promise<ReadGoal> {
  const { caseId, no, kind, day, goal, placeId } = task
  const none = { caseId, no, kind, day, n: null, of: null, value: null, beside: null, besideMany: null }
  try {
    const found = await measure(needs, placeId, goal, day)
    if (found === null) return { ...none, problem: '该项目标由双方填写' }
    const beside = unpaired === null ? null : await unpaired.of(placeId, goal)
    return {
      ...none,
      ...found,
      beside: beside?.value ?? null,
      besideMany: beside?.many ?? null,
      problem: null,
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...none, problem: error.message }
  }
}

/** Reads one stretch of what is due: the first days, those of the calendar, the end. Answers whether more is. */
export async function readDue(needs: ReadingNeeds, stopping: AbortSignal): Promise<boolean> {
  const { db } = needs
  const tasks = await db.query<Task>(sql`
    select r.case_id as "caseId", r.no, r.kind, r.day::text as day, g.goal, ${supportedOf} as "placeId"
    from pair_reading r
      join pair_goal g on g.case_id = r.case_id and g.no = r.no and g.version = 1
      join ${caseRows} k on k.id = r.case_id
    where r.state = 'due' and r.day <= ${today()}::date
      and (r.read_at is null or r.read_at < now() - interval '1 hour')
    order by r.day, "placeId", r.case_id, r.no
    limit ${chunk}`)
  const done: ReadGoal[] = []
  for (const task of tasks) {
    if (stopping.aborted) break
    done.push(await readOne(needs, task, null))
  }
  await db.execute(sql`
    update pair_reading r
    set state = x.state, n = x.n, of_n = x."of", value = x.value, problem = x.problem, read_at = x.at
    from (
      select d."caseId", d.no, d.kind, d.day, d.n, d."of", d.value, d.problem, clock_timestamp() as at,
        case when d.problem is null then 'read' else 'due' end as state
      from jsonb_to_recordset(${sql.json(done)}) as d("caseId" uuid, no int, kind text, day date, n numeric,
        "of" numeric, value numeric, problem text)) x
    where r.case_id = x."caseId" and r.no = x.no and r.kind = x.kind and r.day = x.day`)
  return tasks.length === chunk && !stopping.aborted
}

/** Goals in force of agreements that are carried out, whose number is not of this day. */
const staleGoals = (db: Queryable, day: string): Promise<Task[]> =>
  db.query<Task>(sql`
    select g.case_id as "caseId", g.no, 'today' as kind, ${day} as day, g.goal, ${supportedOf} as "placeId"
    from pair_goal g
      join ${caseRows} k on k.id = g.case_id and k.type = 'pairAgreement' and k.state = 'active'
    where g.to_on is null and g.goal <> '99' and not exists (
      select 1 from pair_reading r
      where r.case_id = g.case_id and r.no = g.no and r.kind = 'today' and r.day = ${day}::date
        and (r.state = 'read' or r.read_at > now() - interval '1 hour'))
    order by "placeId", g.case_id, g.no
    limit ${chunk}`)

/** Reads one stretch of the goals as they stand today, beside those without a partner. Answers whether more is. */
export async function readToday(
  needs: ReadingNeeds,
  stopping: AbortSignal,
  unpaired: UnpairedFigures = unpairedFor(needs),
): Promise<boolean> {
  const { db } = needs
  const day = today()
  const tasks = await staleGoals(db, day)
  const done: ReadGoal[] = []
  for (const task of tasks) {
    if (stopping.aborted) break
    done.push(await readOne(needs, task, unpaired))
  }
  await keepToday(db, done)
  return tasks.length === chunk && !stopping.aborted
}

/** Writes the numbers of this day in place of those of an earlier one. */
async function keepToday(db: Database, done: readonly ReadGoal[]): Promise<void> {
  const rows = sql`jsonb_to_recordset(${sql.json(done)}) as d("caseId" uuid, no int, kind text, day date, n numeric,
    "of" numeric, value numeric, beside numeric, "besideMany" int, problem text)`
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      delete from pair_reading r using ${rows}
      where r.case_id = d."caseId" and r.no = d.no and r.kind = 'today'`)
    await tx.execute(sql`
      insert into pair_reading (case_id, no, kind, day, state, n, of_n, value, beside, beside_many, problem, read_at)
      select d."caseId", d.no, d.kind, d.day, case when d.problem is null then 'read' else 'unknown' end, d.n, d."of",
        d.value, d.beside, d."besideMany", d.problem, clock_timestamp()
      from ${rows}`)
  })
}

/** One run of the job: what is due, then today's numbers. Answers whether there is more to do. */
export async function readGoals(needs: ReadingNeeds, stopping: AbortSignal): Promise<boolean> {
  if (await readDue(needs, stopping)) return true
  const unpaired = unpairedFor(needs)
  for (;;) {
    if (!(await readToday(needs, stopping, unpaired))) return false
  }
}
