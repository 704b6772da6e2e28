import { momentOf } from '../../../catalogue/figures/attributes.ts'
import { addDays, startOfDay, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Engine, Queryable, Tx } from '../engine.ts'
import { readPersons } from '../figures/index.ts'
import { withDue } from './due.ts'

export { countPeopleAnew, kindsOfPeople, withDue } from './due.ts'
export { compareSums, factsOfSums, foldFacts } from './sums.ts'

/**
 * What somebody did, by the day and by the place as it was on that day; statistics of a period are counted
 * over it (docs/decisions/0209).
 */
export interface PersonFact {
  readonly kind: string
  /** What the fact is about. A person has one of a kind about it. */
  readonly ref: string
  /** 'YYYY-MM-DD'. */
  readonly day: string
  /** Tenths of an hour that it gave. */
  readonly tenths: number
}

/** Of whom the facts are, and the case that writes them and takes them back. */
export interface FactSource {
  readonly ownerId: number
  readonly source: string
}

/** Writes facts of a person. Place, stage and subject are those of the end of each fact's day. */
export async function addFacts(
  engine: Engine,
  tx: Tx,
  { ownerId, source }: FactSource,
  facts: readonly PersonFact[],
): Promise<void> {
  for (const [day, some] of Map.groupBy(facts, (fact) => fact.day)) {
    const asked = { engine, which: { ids: [ownerId] }, moment: momentOf(day) }
    const [person] = await readPersons(tx, { ...asked, when: day === today() ? 'now' : 'then' })
    const { placeId = null, stage = null, subject = null } = person ?? {}
    // Who has no membership of that day counts where the archive lies now.
    await tx.execute(
      withDue(sql`
      insert into person_fact (owner_id, kind, ref, source, day, tenths, institution_id, district_id, city_id,
        province_id, stage, subject)
      select t.id, x.kind, x.ref, ${source}, ${day}::date, x.tenths, i.id, i.district_id, i.city_id, i.province_id,
        ${stage}::text, ${subject}::text
      from jsonb_to_recordset(${sql.json(some)}) as x(kind text, ref text, tenths int)
        join teacher t on t.id = ${ownerId}
        left join institution i on i.id = coalesce(${placeId}::int, t.institution_id)
      on conflict (owner_id, kind, ref) do update set
        source = excluded.source, day = excluded.day, tenths = excluded.tenths,
        institution_id = excluded.institution_id, district_id = excluded.district_id, city_id = excluded.city_id,
        province_id = excluded.province_id, stage = excluded.stage, subject = excluded.subject`),
    )
  }
}

/** Takes back what a case wrote of a person. */
export async function dropFacts(tx: Tx, { ownerId, source }: FactSource): Promise<void> {
  await tx.execute(withDue(sql`delete from person_fact where owner_id = ${ownerId} and source = ${source}`))
}

/** Takes back what was written of some people about one thing. */
export async function dropFactsOf(
  db: Queryable,
  { kind, ref }: Pick<PersonFact, 'kind' | 'ref'>,
  owners: readonly number[],
): Promise<void> {
  await db.execute(
    withDue(sql`
    delete from person_fact where owner_id = any(${[...owners]}::int[]) and kind = ${kind} and ref = ${ref}`),
  )
}

/** The place of a teacher now, with the columns of a fact that say it. */
const placeNow = sql`t.institution_id, t.district_id, t.city_id, t.province_id, t.stage, t.subject`
const placeColumns = sql`institution_id, district_id, city_id, province_id, stage, subject`
const placeAgain = sql`institution_id = excluded.institution_id, district_id = excluded.district_id,
  city_id = excluded.city_id, province_id = excluded.province_id, stage = excluded.stage, subject = excluded.subject`

/** Writes a fact of this day, at the place where the archive lies now. Written again, it changes nothing. */
export async function addFactToday(
  db: Queryable,
  ownerId: number,
  { kind, ref, tenths }: Pick<PersonFact, 'kind' | 'ref' | 'tenths'>,
): Promise<void> {
  await db.execute(
    withDue(sql`
    insert into person_fact (owner_id, kind, ref, day, tenths, ${placeColumns})
    select t.id, ${kind}, ${ref}, ${today()}::date, ${tenths}, ${placeNow} from teacher t where t.id = ${ownerId}
    on conflict (owner_id, kind, ref) do nothing`),
  )
}

/** Days back that are counted anew: beats of a phone without a network arrive late. */
const daysBack = 3

/**
 * Sums the seconds of recordings that were counted, one fact for a person and day; a session belongs to the
 * day on which it was opened. Done again it writes the same.
 */
export async function countWatched(db: Queryable): Promise<void> {
  const since = addDays(today(), -daysBack)
  await db.execute(
    withDue(sql`
    insert into person_fact (owner_id, kind, ref, day, times, ${placeColumns})
    select t.id, 'watched', w.day::text, w.day, w.seconds, ${placeNow}
    from (
      select s.owner_id, (s.opened_at at time zone 'Asia/Shanghai')::date as day, sum(s.fresh)::int as seconds
      from watch_session s
      where s.opened_at >= ${startOfDay(since)}::timestamptz and s.fresh > 0
      group by 1, 2) w
      join teacher t on t.id = w.owner_id
    on conflict (owner_id, kind, ref) do update set times = excluded.times, ${placeAgain}
    where person_fact.times <> excluded.times`),
  )
}

/**
 * Writes seconds of many people of one day, at the place where each archive lies now. Written again, it counts
 * what was said last.
 */
export async function countSeconds(
  db: Queryable,
  { kind, ref, day }: Pick<PersonFact, 'kind' | 'ref' | 'day'>,
  people: readonly { readonly ownerId: number; readonly seconds: number }[],
): Promise<void> {
  await db.execute(
    withDue(sql`
    insert into person_fact (owner_id, kind, ref, day, times, ${placeColumns})
    select t.id, ${kind}, ${ref}, ${day}::date, x.seconds, ${placeNow}
    from jsonb_to_recordset(${sql.json(people.map(({ ownerId, seconds }) => ({ id: ownerId, seconds })))})
        as x(id int, seconds int)
      join teacher t on t.id = x.id
    on conflict (owner_id, kind, ref) do update set times = excluded.times, day = excluded.day, ${placeAgain}
    where person_fact.times <> excluded.times or person_fact.day <> excluded.day`),
  )
}

/**
 * Counts that a teacher signed in: one fact a month, at the place of the last time. Nothing for who has no
 * archive.
 */
export async function countSignIn(db: Queryable, personId: number): Promise<void> {
  const day = `${today().slice(0, 7)}-01`
  await db.execute(
    withDue(sql`
    insert into person_fact (owner_id, kind, ref, day, ${placeColumns})
    select t.id, 'signIn', ${day.slice(0, 7)}, ${day}::date, ${placeNow}
    from teacher t where t.person_id = ${personId}
    on conflict (owner_id, kind, ref) do update set times = person_fact.times + 1, ${placeAgain}`),
  )
}
