import { noneKey } from '../../../catalogue/figures/dimensions.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { today } from '../../platform/clock/clock.ts'
import type { CountedPart, ReportRequest } from './asked.ts'

/** Rows that a number counts: a relation with the columns by which a table is grouped. */
export interface CountedSource {
  /** `from …` with the scope and the period; the alias is `x`. */
  readonly from: Sql
  /** Text by which the rows of the table are told apart, over `x`. */
  readonly key: Sql
}

/** The column of a table's row to which a row with these scope columns belongs: the place one step below. */
const belowOf = ({ within: { column } }: CountedPart, alias: string): Sql => {
  const of = (name: string) => sql.id(alias, name)
  if (column === 'province_id')
    return sql`coalesce(${of('city_id')}, ${of('district_id')}, ${of('institution_id')})`
  if (column === 'city_id') return sql`coalesce(${of('district_id')}, ${of('institution_id')})`
  return of('institution_id')
}

/** The text before the number of a place or a person in the key of a row. */
const prefixes: Readonly<Partial<Record<ReportRequest['group'], string>>> = {
  area: 'p',
  school: 'p',
  teacher: 't',
}

/** What stands before the number of a place or a person in the key of a row. */
export const prefixOf = ({ group }: CountedPart): string => prefixes[group] ?? ''

/** How rows of `alias` that carry a place, a stage and a subject are grouped. */
export function keyOf(asked: ReportRequest, alias: string): Sql {
  const prefix = prefixes[asked.group]
  return prefix === undefined ? partOf(asked, alias) : sql`${prefix}::text || ${partOf(asked, alias)}`
}

/** The part of a key that rows carry: a number groups much faster than a text. */
export function partOf(asked: CountedPart, alias: string): Sql {
  const of = (name: string) => sql.id(alias, name)
  switch (asked.group) {
    case 'area':
      return belowOf(asked, alias)
    case 'school':
      return of('institution_id')
    case 'stage':
    case 'subject':
      return sql`coalesce(${of(asked.group)}, ${noneKey})`
    case 'kind':
      return of('kind')
    case 'teacher':
      return of('teacher_id')
    case 'month':
      return sql`to_char(${of('day')}, 'YYYY-MM')`
  }
}

/** Condition on rows of `alias`: below the place, of the stage and subject that were asked. */
export const within = ({ within: place, stage, subject }: CountedPart, alias: string): Sql => sql`
  ${sql.id(alias, place.column)} = ${place.id}
  ${stage === undefined ? sql.empty : sql`and ${sql.id(alias, 'stage')} = ${stage}`}
  ${subject === undefined ? sql.empty : sql`and ${sql.id(alias, 'subject')} = ${subject}`}`

/** Condition on days, or on months by their first day. */
export const inPeriod = ({ from, until }: CountedPart, day: Sql): Sql =>
  sql`${day} >= ${from}::date and ${day} < ${until}::date`

/** Facts of people of one kind in the period. */
export const factsOf = (asked: ReportRequest, kind: string): CountedSource => ({
  from: sql`from person_fact x
    where x.kind = ${kind} and ${within(asked, 'x')} and ${inPeriod(asked, sql`x.day`)}`,
  key: keyOf(asked, 'x'),
})

/** Facts of people of several kinds in the period. */
export const factsOfKinds = (asked: CountedPart, kinds: readonly string[]): Sql =>
  sql`from person_fact x
    where x.kind = any(${[...kinds]}::text[]) and ${within(asked, 'x')} and ${inPeriod(asked, sql`x.day`)}`

/** Teachers in post whose account is open. */
export const accountsOf = (asked: ReportRequest): CountedSource => ({
  from: sql`from (
      select t.*, t.id as owner_id
      from teacher t
      where t.status in ('11', '12', '13', '14', '15', '16', '17') and exists (
        select 1 from identity a where a.person_id = t.person_id and a.role = 2 and a.state = 'enabled')) x
    where ${within(asked, 'x')}`,
  key: keyOf(asked, 'x'),
})

/** Full-time researchers of today, where the record stands; stage and subject are those of the person. */
export const researchersOf = (asked: ReportRequest): CountedSource => ({
  from: sql`from (
      select distinct on (r.owner_id) r.owner_id, r.institution_id, r.district_id, r.city_id, r.province_id, t.stage,
        t.subject
      from rec_research_team r
        join teacher t on t.id = r.owner_id
      where r.voided_at is null and r.team_kind = '1'
        and (r.end_date is null or r.end_date >= ${today()}::date)
        and ${sql.id('r', asked.within.column)} = ${asked.within.id}
      order by r.owner_id, r.id) x
    where ${within(asked, 'x')}`,
  key: keyOf(asked, 'x'),
})

/** Activities of institutions of the place that ended in the period. */
export const activitiesOf = (asked: ReportRequest): CountedSource => {
  const { stage, subject, within: place } = asked
  const column = place.column === 'institution_id' ? sql`i.id` : sql.id('i', place.column)
  const says = (field: string, code: string | undefined) =>
    code === undefined ? sql.empty : sql`and c.value -> ${field} @> ${sql.json([code])}`
  return {
    from: sql`from (
        select c.id, c.title, c.state, c.value, i.id as institution_id, i.district_id, i.city_id, i.province_id,
          i.name as host
        from campaign c
          join institution i on i.id = c.institution_id
        where c.type = 'researchActivity' and c.state in ('ended', 'archived') and ${column} = ${place.id}
          and c.ends_month between ${asked.start} and ${asked.end}
          ${says('schoolStage', stage)} ${says('subject', subject)}) x
      where true`,
    key: keyOf(asked, 'x'),
  }
}

/** Items of the libraries of the place that were published in the period and still stand there. */
export const itemsOf = (asked: ReportRequest): CountedSource => ({
  from: sql`from (${itemRows}) x where ${within(asked, 'x')} and x.gone_at is null and ${inPeriod(asked, sql`x.day`)}`,
  key: keyOf(asked, 'x'),
})

const itemRows = sql`
  select s.kind, s.item_id, s.title, s.author, s.reach_key, s.institution_id, s.district_id, s.city_id, s.province_id,
    s.stage, s.subject, s.gone_at, s.author_identity, (s.published_at at time zone 'Asia/Shanghai')::date as day,
    (select t.id from identity a join teacher t on t.person_id = a.person_id where a.id = s.author_identity)
      as teacher_id
  from shelf s`

/** Uses of items of the place in the period; a person's day with an item counts once. */
export const usesOf = (asked: ReportRequest): CountedSource => ({
  from: sql`from (
      select distinct s.kind, s.item_id, u.person_id, u.day, s.institution_id, s.district_id, s.city_id,
        s.province_id, s.stage, s.subject, s.teacher_id
      from (${itemRows}) s
        join use_event u on u.kind = s.kind and u.item_id = s.item_id
      where ${sql.id('s', asked.within.column)} = ${asked.within.id} and ${inPeriod(asked, sql`u.day`)}) x
    where ${within(asked, 'x')}`,
  key: keyOf(asked, 'x'),
})

/** What institutions and teachers of the place began in the period. Sealed papers are not told of (0192). */
export const begunOf = (asked: ReportRequest): CountedSource => {
  const { column, id } = asked.within
  const of = (alias: string) => sql`
    ${sql.id(alias, column)} = ${id} and ${sql.id(alias, 'created_at')} >= ${asked.from}::date
      and ${sql.id(alias, 'created_at')} < ${asked.until}::date`
  const day = (alias: string) =>
    sql`(${sql.id(alias, 'created_at')} at time zone 'Asia/Shanghai')::date as day`
  return {
    from: sql`from (
        select 'resource' as kind, ${day('c')} from content c where c.type = 'resource' and ${of('c')}
        union all
        select 'question', ${day('q')} from question q where ${of('q')}
        union all
        select 'paper', ${day('p')} from paper p where p.state <> 'sealed' and ${of('p')}) x
      where true`,
    key: keyOf(asked, 'x'),
  }
}
