import type { HourRule } from '../../../catalogue/hours/rule.ts'
import type { Queryable } from '../../engine/engine.ts'
import { beginFollowing, changesSince, wholly, type FollowedState } from '../../engine/figures/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** What everybody has of training: some numbers a person, told by one statement. */
export interface NumberSet {
  readonly name: string
  /** Numbers a person has, each up to 65 535. */
  readonly width: number
  /** Rows of `id` and `numbers`, of whom the condition on the number of the teacher names. */
  readonly statement: (which: (teacher: Sql) => Sql, end: (teacher: Sql) => Sql) => Sql
}

/** The numbers of everybody, `width` from `id * width` on. Each process reads a set when it is asked for. */
export interface TrainingNumbers {
  of(set: NumberSet): Promise<Uint16Array>
  /** Grows with every change. */
  readonly changes: () => number
}

interface LoadedSet {
  readonly set: NumberSet
  numbers: Uint16Array
}

/** People that one statement reads. */
const batch = 50_000
/** Sets kept at a time: each takes two bytes a number and person. */
const mostSets = 16
/** More changed people than this are sooner read with all others. */
const mostChanged = 50_000

interface Line {
  readonly id: number
  readonly numbers: readonly number[]
}

function put(held: LoadedSet, { id, numbers }: Line): void {
  const { width } = held.set
  const at = id * width
  if (at + width > held.numbers.length) {
    const wider = new Uint16Array(Math.ceil((at + width) * 1.1) + 1024)
    wider.set(held.numbers)
    held.numbers = wider
  }
  for (let index = 0; index < width; index += 1)
    held.numbers[at + index] = Math.max(0, Math.min(65_535, numbers[index] ?? 0))
}

async function load(db: Queryable, set: NumberSet): Promise<LoadedSet> {
  const held: LoadedSet = { set, numbers: new Uint16Array(1024) }
  for (let after = 0; ;) {
    const from = after
    const lines = await db.query<Line>(
      set.statement(
        (teacher) => sql`${teacher} > ${from}`,
        (teacher) => sql`order by ${teacher} limit ${batch}`,
      ),
    )
    for (const line of lines) put(held, line)
    const last = lines.at(-1)
    if (!last) return held
    after = last.id
  }
}

async function again(db: Queryable, held: LoadedSet, ids: readonly number[]): Promise<void> {
  const { width, statement } = held.set
  const lines = await db.query<Line>(
    statement(
      (teacher) => sql`${teacher} = any(${[...ids]}::int[])`,
      () => sql.empty,
    ),
  )
  for (const id of ids) held.numbers.fill(0, id * width, (id + 1) * width)
  for (const line of lines) put(held, line)
}

/** How far facts and balances were followed. */
interface Marks {
  fact: number
  /** A transaction that began before has ended: what it wrote was there to be read. */
  settled: string
  /** Balances behind that mark that were taken already, by the number of the teacher. */
  taken: ReadonlyMap<number, string>
}

const beginMarks = (db: Queryable): Promise<Omit<Marks, 'taken'>> =>
  db.one(sql`
    select coalesce((select max(change_no) from training_fact), 0)::float8 as fact,
      (now() - interval '2 minutes')::text as settled`)

/** Whose facts or balances were written since; moves the marks on. */
async function writtenSince(db: Queryable, marks: Marks): Promise<number[]> {
  const facts = await db.query<{ id: number; no: number }>(sql`
    select teacher_id as id, max(change_no)::float8 as no
    from training_fact where change_no > ${marks.fact} group by teacher_id`)
  const { settled } = await beginMarks(db)
  const balances = await db.query<{ id: number; at: string }>(sql`
    select owner_id as id, max(changed_at)::text as at
    from ledger_balance where changed_at > ${marks.settled}::timestamptz group by owner_id`)
  const written = balances.filter(({ id, at }) => marks.taken.get(id) !== at)
  marks.fact = facts.reduce((newest, { no }) => Math.max(newest, no), marks.fact)
  marks.settled = settled
  marks.taken = new Map(balances.map(({ id, at }) => [id, at]))
  return [...facts, ...written].map(({ id }) => id)
}

/**
 * Opens the numbers; nothing is read before the first question.
 * @param fresh how old numbers may be before the next question brings them up to date, in milliseconds
 */
export function openNumbers(db: Queryable, fresh = 1_000): TrainingNumbers {
  const sets = new Map<string, Promise<LoadedSet>>()
  let followed: FollowedState | null = null
  let marks: Marks = { fact: 0, settled: '', taken: new Map() }
  let checked = 0
  let changes = 0
  let following: Promise<void> | null = null

  const readChanged = async (records: FollowedState): Promise<void> => {
    const { teachers, many } = await changesSince(db, records)
    const ids = [...new Set([...teachers, ...(await writtenSince(db, marks))])]
    if (ids.length === 0) return
    changes += 1
    if (many || ids.length > mostChanged) return sets.clear()
    for (const held of sets.values()) await again(db, await held, ids)
  }
  const follow = async (): Promise<void> => {
    const records = followed
    if (records !== null) {
      const before = marks
      marks = { ...before }
      return wholly(records, () => readChanged(records)).catch((error: unknown) => {
        marks = before
        throw error
      })
    }
    followed = await beginFollowing(db)
    marks = { ...(await beginMarks(db)), taken: new Map() }
  }
  const upToDate = async (): Promise<void> => {
    if (Date.now() - checked < fresh) return
    following ??= follow().finally(() => (following = null))
    await following
    checked = Date.now()
  }
  return {
    changes: () => changes,
    async of(set) {
      await upToDate()
      const found = sets.get(set.name) ?? load(db, set)
      sets.delete(set.name)
      sets.set(set.name, found)
      found.catch(() => sets.delete(set.name))
      for (const oldest of [...sets.keys()].slice(0, Math.max(0, sets.size - mostSets))) sets.delete(oldest)
      return (await found).numbers
    },
  }
}

/** Facts of a year that count as trained, those that ended well, and those that did not. */
export const takenIn = (year: number, level: string | undefined): NumberSet => ({
  name: `taken/${year}/${level ?? ''}`,
  width: 3,
  statement: (which, end) => sql`
    select f.teacher_id as id, array[count(*), count(*) filter (where f.state = 'qualified'),
      count(*) filter (where f.state = 'unqualified')]::int[] as numbers
    from training_fact f
    join campaign c on c.id = f.campaign_id
    where f.state in ('learning', 'qualified', 'unqualified') and ${ofYear(year, level)} and ${which(sql`f.teacher_id`)}
    group by f.teacher_id ${end(sql`f.teacher_id`)}`,
})

/** Condition on `campaign c`: a training project of a year, of a level or one above it. */
export const ofYear = (year: number, level: string | undefined): Sql => sql`c.type = 'trainingProject'
  and c.value ->> 'projectYear' = ${String(year)}
  ${level === undefined ? sql.empty : sql`and c.value ->> 'trainingLevel' <= ${level}`}`

/** Tenths of an hour that count in a year, and whether every line of its rule is met. */
export const hoursIn = (rule: HourRule): NumberSet => {
  const lines = Object.entries(rule.lines).map(([category, line]) => ({ category, line }))
  return {
    name: `hours/${rule.year}/${rule.version}/${JSON.stringify(rule.lines)}`,
    width: 2,
    statement: (which, end) => sql`
      select b.owner_id as id, array[sum(b.counted),
        (count(*) filter (where b.counted >= l.line) = ${lines.length})::int]::int[] as numbers
      from ledger_balance b
      left join jsonb_to_recordset(${sql.json(lines)}) as l(category text, line int) on l.category = b.category
      where b.account = 'training' and b.year = ${rule.year} and ${which(sql`b.owner_id`)}
      group by b.owner_id ${end(sql`b.owner_id`)}`,
  }
}

/** Whether the hours of the whole period are there. */
export const periodMet = ({ period: { from, to, line } }: Pick<HourRule, 'period'>): NumberSet => ({
  name: `period/${from}/${to}/${line}`,
  width: 1,
  statement: (which, end) => sql`
    select b.owner_id as id, array[(sum(b.counted) >= ${line})::int] as numbers
    from ledger_balance b
    where b.account = 'training' and b.year between ${from} and ${to} and ${which(sql`b.owner_id`)}
    group by b.owner_id ${end(sql`b.owner_id`)}`,
})

/** Days from 1970 to the end of the last training of a county or above that ended until a day. */
export const lastOfCounty = (on: string): NumberSet => ({
  name: `county/${on}`,
  width: 1,
  statement: (which, end) => sql`
    select r.owner_id as id, array[max(r.end_date) - date '1970-01-01'] as numbers
    from rec_training_registration r
    where r.voided_at is null and r.training_level in ('1', '2', '3', '4') and r.end_date <= ${on}::date
      and ${which(sql`r.owner_id`)}
    group by r.owner_id ${end(sql`r.owner_id`)}`,
})

/**
 * Tenths of an hour that count towards the lines of a year, of each line no more than it asks: those of the
 * account, and with what somebody is going to. Whoever has no account yet has neither.
 */
export const towardsLines = (rule: HourRule): NumberSet => {
  const lines = Object.entries(rule.lines).map(([category, line]) => ({ category, line }))
  const into = rule.into.map(({ from, to }) => ({ from, to }))
  return {
    name: `towards/${rule.year}/${rule.version}/${JSON.stringify(rule.lines)}`,
    width: 2,
    statement: (which, end) => sql`
      with going as materialized (
        select f.teacher_id, coalesce(i."to", c.value ->> 'creditKind') as category,
          sum(round(10 * (c.value ->> 'creditHours')::numeric))::int as tenths
        from training_fact f
        join campaign c on c.id = f.campaign_id
        left join jsonb_to_recordset(${sql.json(into)}) as i("from" text, "to" text)
          on i."from" = c.value ->> 'creditKind'
        where f.state in ('confirmed', 'learning') and left(c.value ->> 'endDate', 4) = ${String(rule.year)}
          and ${which(sql`f.teacher_id`)}
        group by 1, 2)
      select b.owner_id as id, array[sum(least(l.line, b.counted)),
        sum(least(l.line, b.counted + coalesce(g.tenths, 0)))]::int[] as numbers
      from ledger_balance b
      join jsonb_to_recordset(${sql.json(lines)}) as l(category text, line int) on l.category = b.category
      left join going g on g.teacher_id = b.owner_id and g.category = b.category
      where b.account = 'training' and b.year = ${rule.year} and ${which(sql`b.owner_id`)}
      group by b.owner_id ${end(sql`b.owner_id`)}`,
  }
}

/** Trainings of a county or above, not online, that ended within five years until a day. */
export const seatsOfFiveYears = (on: string): NumberSet => ({
  name: `seats/${on}`,
  width: 1,
  statement: (which, end) => sql`
    select r.owner_id as id, array[count(*)]::int[] as numbers
    from rec_training_registration r
    where r.voided_at is null and r.training_level in ('1', '2', '3', '4') and r.training_way <> '2'
      and r.end_date <= ${on}::date and r.end_date > ${on}::date - interval '5 years' and ${which(sql`r.owner_id`)}
    group by r.owner_id ${end(sql`r.owner_id`)}`,
})
