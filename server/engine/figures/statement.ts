import {
  attributeKeys,
  attributes,
  yearOpens,
  type AttributeKey,
  type Moment,
  type Source,
  type YearWindow,
} from '../../../catalogue/figures/attributes.ts'
import type { Field } from '../../../catalogue/define.ts'
import { endOfDay } from '../../platform/clock/clock.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { definitionOf, type Engine } from '../engine.ts'
import { columnType } from '../kinds/index.ts'
import { snake, tableName } from '../schema/index.ts'

/** Whose rows are read: people by their numbers, or a range of numbers. */
export type Which = { readonly ids: readonly number[] } | { readonly after: number; readonly upTo: number }

/** When: the values in force now, or those in force at the end of a past day, by recorded time. */
export type When = 'now' | 'then'

export interface SelectionRequest {
  readonly engine: Engine
  readonly which: Which
  readonly moment: Moment
  readonly when: When
}

/**
 * A row as the statement answers it: numbers of the person and of the institutions, and the attributes as
 * texts.
 */
export type Row = Readonly<Record<AttributeKey, string | null>> & {
  readonly teacher_id: number
  readonly place_id: number | null
  readonly taught_id: number | null
}

const condition = (which: Which, column: Sql): Sql =>
  'ids' in which
    ? sql`${column} = any(${[...which.ids]}::int[])`
    : sql`${column} > ${which.after} and ${column} <= ${which.upTo}`

function fieldOf(engine: Engine, record: string, key: string): Field {
  const field = definitionOf(engine, record).fields[key]
  if (!field) throw new Error(`figures: ${record} has no field ${key}`)
  return field
}

/** The records of a type that are read, with some of their fields as columns. */
function recordsOf(
  { engine, which, moment, when }: SelectionRequest,
  record: string,
  keys: readonly string[],
): Sql {
  const own = [...new Set(keys)]
  if (when === 'now')
    return sql`select owner_id, id, ${sql.join(own.map((key) => sql.id(snake(key))))}
      from ${sql.id(tableName(record))}
      where voided_at is null and ${condition(which, sql`owner_id`)}`
  const until = endOfDay(moment.on)
  const columns = own.map((key) => {
    const type = columnType(fieldOf(engine, record, key))
    return sql`${sql.id(key)} ${sql.raw(type)}`
  })
  return sql`select v.owner_id, v.record_id as id, ${sql.join(own.map((key) => sql`x.${sql.id(key)} as ${sql.id(snake(key))}`))}
    from (
      select distinct on (record_id) owner_id, record_id, value
      from revision
      where type = ${record} and ${condition(which, sql`owner_id`)} and applied_at <= ${until}::timestamptz
        and (superseded_at is null or superseded_at > ${until}::timestamptz)
      order by record_id, applied_at desc, edit_no desc) v
    cross join lateral jsonb_to_record(v.value) as x(${sql.join(columns)})`
}

/** A column as text; several codes are joined by commas, and nothing is null. */
const textOf = (field: Field, column: Sql): Sql =>
  field.multiple ? sql`nullif(array_to_string(${column}, ','), '')` : sql`nullif(${column}::text, '')`

function inWindow({ moment }: SelectionRequest, { field, of, first, last }: YearWindow): Sql {
  const year = of === 'school' ? moment.schoolYear : moment.year
  return sql`${sql.id('r', snake(field))} between ${year - first} and ${year - last}`
}

/** Several fields of a row as one that sorts as they do, as long as each has values of one length. */
const termOf = (keys: readonly string[]): Sql =>
  sql`concat_ws('/', ${sql.join(keys.map((key) => sql.id('r', snake(key))))})`

type JoinedSource = Exclude<Source, { from: 'belonging' | 'single' | 'examined' }>

/** What an attribute is worked out from: one row per owner with the column `value`. */
function valuesOf(asking: SelectionRequest, source: JoinedSource): Sql {
  const field = fieldOf(asking.engine, source.record, source.field)
  const column = sql.id('r', snake(source.field))
  if (source.from === 'latest')
    return sql`select distinct on (r.owner_id) r.owner_id, ${textOf(field, column)} as value
      from (${recordsOf(asking, source.record, [source.field, source.order])}) r
      where ${column} is not null
      order by r.owner_id, ${sql.id('r', snake(source.order))} desc nulls last, r.id desc`
  if (source.from === 'codes') {
    const { until, years } = source
    const live = until === undefined ? null : sql.id('r', snake(until))
    const keys = [source.field, ...(until === undefined ? [] : [until]), ...(years ? [years.field] : [])]
    return sql`select r.owner_id, string_agg(distinct ${column}::text, ',' order by ${column}::text) as value
      from (${recordsOf(asking, source.record, keys)}) r
      where ${column} is not null
        and ${live ? sql`(${live} is null or ${live} >= ${asking.moment.on}::date)` : sql`true`}
        and ${years ? inWindow(asking, years) : sql`true`}
      group by r.owner_id`
  }
  const { years, where, latest } = source
  const keys = [source.field, years.field, ...(where ? [where.field] : []), ...(latest ?? [])]
  const last = latest === undefined ? null : termOf(latest)
  return sql`select r.owner_id, sum(${column})::text as value
    from (
      select r.*, ${last ? sql`max(${last}) over (partition by r.owner_id)` : sql`null::text`} as last_of
      from (${recordsOf(asking, source.record, keys)}) r
      where ${inWindow(asking, years)}
        and ${where ? sql`${sql.id('r', snake(where.field))} = ${where.is}` : sql`true`}) r
    where ${last ? sql`${last} is not distinct from r.last_of` : sql`true`} and ${column} is not null
    group by r.owner_id`
}

/** The membership of one kind that people had on a day, the one that takes all of their time first. */
const membershipOn = (which: Which, kind: 'personnel' | 'teaching', day: Sql): Sql => sql`
  select distinct on (teacher_id) teacher_id, institution_id, from_on
  from membership
  where kind = ${sql.lit(kind)} and (kind = 'personnel' or full_time) and ${condition(which, sql`teacher_id`)}
    and from_on <= ${day} and (to_on is null or to_on >= ${day})
  order by teacher_id, from_on desc`

/** The personnel membership that ended last before a day. */
const lastMembership = (which: Which, day: Sql): Sql => sql`
  select distinct on (teacher_id) teacher_id, institution_id, to_on
  from membership
  where kind = 'personnel' and to_on < ${day} and ${condition(which, sql`teacher_id`)}
  order by teacher_id, to_on desc, from_on desc`

/** The status on the day: what the first act after it found, else what the teacher's row says now. */
const statusOf = ({ moment, when }: SelectionRequest): Sql =>
  when === 'now'
    ? sql`t.status`
    : sql`coalesce((
        select a.before ->> 'status'
        from movement a
        where a.teacher_id = t.id and a.taken_back_at is null
          and coalesce(a.effective_on, a.at::date) > ${moment.on}::date
        order by a.id
        limit 1), t.status)`

/** Adds the attributes that are derived from several records, and the results of examinations. */
function joinOthers(asking: SelectionRequest, columns: Sql[], joins: Sql[]): void {
  for (const key of attributeKeys) {
    const source: Source = attributes[key]
    if (source.from === 'belonging' || source.from === 'single') continue
    if (source.from === 'examined') {
      columns.push(sql`${asking.when === 'now' ? sql`q.percent::text` : sql`null::text`} as ${sql.id(key)}`)
      // The owners are said here, too: a distributed database gathers this table before it joins.
      joins.push(sql`left join (
        select owner_id, percent from quality_check where ${condition(asking.which, sql`owner_id`)}
      ) q on q.owner_id = t.id`)
      continue
    }
    const alias = `v${joins.length}`
    columns.push(sql`${sql.id(alias, 'value')} as ${sql.id(key)}`)
    joins.push(
      sql`left join (${valuesOf(asking, source)}) ${sql.id(alias)} on ${sql.id(alias)}.owner_id = t.id`,
    )
  }
}

/**
 * The statement of people as they are counted: one row each, in the order of their numbers, with every
 * attribute that the database can say by itself. What is derived from other records is left to the caller for
 * a past day: revisions hold what people wrote.
 */
export function personsStatement(asking: SelectionRequest): Sql {
  const { moment, when, which } = asking
  const day = sql`${moment.on}::date`
  const before = sql`(${yearOpens(moment)}::date - 1)`
  const columns: Sql[] = []
  const joins: Sql[] = []
  const singles = Map.groupBy(
    attributeKeys.flatMap((key) => {
      const source: Source = attributes[key]
      return source.from === 'single' ? [{ key, source }] : []
    }),
    ({ source }) => source.record,
  )
  for (const [record, own] of singles) {
    const alias = `s${joins.length}`
    const stored = own.filter(
      ({ source }) => when === 'now' || !fieldOf(asking.engine, record, source.field).derived,
    )
    for (const { key, source } of own) {
      const text = stored.some((one) => one.key === key)
        ? textOf(fieldOf(asking.engine, record, source.field), sql.id(alias, snake(source.field)))
        : sql`null::text`
      columns.push(sql`${text} as ${sql.id(key)}`)
    }
    const keys = stored.map(({ source }) => source.field)
    joins.push(
      sql`left join (${recordsOf(asking, record, keys)}) ${sql.id(alias)} on ${sql.id(alias)}.owner_id = t.id`,
    )
  }
  joinOthers(asking, columns, joins)
  return sql`
    select t.id as teacher_id, p.institution_id as place_id, coalesce(g.institution_id, p.institution_id) as taught_id,
      ${statusOf(asking)} as status, p.from_on::text as since, f.from_on::text as "firstOn",
      h.institution_id::text as "homeId", h.from_on::text as "homeSince", g.from_on::text as "postedOn",
      l.institution_id::text as "lastId", l.to_on::text as "lastOn", ${sql.join(columns)}
    from teacher t
    left join (${membershipOn(which, 'personnel', day)}) p on p.teacher_id = t.id
    left join (${membershipOn(which, 'teaching', day)}) g on g.teacher_id = t.id
    left join (${membershipOn(which, 'personnel', before)}) h on h.teacher_id = t.id
    left join (
      select teacher_id, min(from_on) as from_on
      from membership
      where kind = 'personnel' and ${condition(which, sql`teacher_id`)}
      group by teacher_id) f on f.teacher_id = t.id
    left join (${lastMembership(which, day)}) l on l.teacher_id = t.id and p.teacher_id is null
    ${sql.join(joins, ' ')}
    where ${condition(which, sql`t.id`)}
    order by t.id`
}
