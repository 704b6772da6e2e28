import type { AnyRecord } from '../../../../catalogue/define.ts'
import { sourceOf } from '../../../../catalogue/rules/derivation.ts'
import { AppError } from '../../../../catalogue/errors.ts'
import { endOfDay } from '../../../platform/clock/clock.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import type { Engine } from '../../../engine/engine.ts'
import { castOf, columnType } from '../../../engine/kinds/index.ts'
import { prepared, type TypedField } from '../../../engine/prepared/index.ts'
import { deriveAll, type OwnedRow, readsFrom, type StoredValue } from '../../../engine/records/index.ts'

/** Most people whose derived values of a past day one query works out. */
const mostDerived = 20_000

/** The records of a type that were in force at the end of a day, by recorded time. */
function revisionsAt(type: string, owners: Sql, day: string): Sql {
  const until = endOfDay(day)
  return sql`
    select distinct on (own_v.owner_id, own_v.record_id)
      own_v.owner_id, own_v.record_id as id, own_v.value
    from revision own_v
    where own_v.type = ${type} and own_v.owner_id in (${owners})
      and own_v.applied_at <= ${until}::timestamptz
      and (own_v.superseded_at is null or own_v.superseded_at > ${until}::timestamptz)
    order by own_v.owner_id, own_v.record_id, own_v.applied_at desc, own_v.edit_no desc`
}

/** A value of a revision as the column of the typed table has it. */
function columnOf({ key, column, field }: TypedField): Sql {
  const type = sql.raw(columnType(field))
  const value = field.multiple
    ? sql`(select array_agg(e) from jsonb_array_elements_text(
        case jsonb_typeof(own_v.value -> ${key}::text)
          when 'array' then own_v.value -> ${key}::text end) e)::${type}`
    : sql`(own_v.value ->> ${key}::text)::${type}`
  return sql`${value} as ${sql.id(column)}`
}

/**
 * Rows `owner_id`, `id` and these fields of a type, as they were in force on a day. Derived fields are not
 * among them.
 */
export function writtenAt(type: string, fields: readonly TypedField[], owners: Sql, day: string): Sql {
  const columns = fields.map((field) => sql`, ${columnOf(field)}`)
  return sql`(select own_v.owner_id, own_v.id ${sql.join(columns, '')}
    from (${revisionsAt(type, owners, day)}) own_v)`
}

/** The types that the derived fields of a type follow from, directly or through others. */
function sourcesOf(engine: Engine, type: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(type)) return seen
  seen.add(type)
  const definition = engine.records[type]
  for (const { rule } of definition ? prepared(definition).derived : [])
    sourcesOf(engine, readsFrom(type, rule) || sourceOf(rule.from).type, seen)
  return seen
}

interface WrittenVersion {
  readonly type: string
  readonly owner_id: number
  readonly id: string
  readonly value: StoredValue
}

/**
 * The same with derived fields, which no revision has: they are worked out from the values of that day. More
 * than twenty thousand people are refused (`tooWide`).
 */
export async function derivedAt(
  engine: Engine,
  definition: AnyRecord,
  fields: readonly TypedField[],
  { owners, day }: { owners: Sql; day: string },
): Promise<Sql> {
  const { count } = await engine.search.one<{ count: number }>(
    sql`select count(*)::int as count from (select 1 from (${owners}) o limit ${mostDerived + 1}) c`,
  )
  if (count > mostDerived)
    throw new AppError('tooWide', {
      message: `查过去某一天的学历、职称等由系统生成的内容，一次至多 ${mostDerived} 人，请先选定县区或学校`,
    })
  const types = [...sourcesOf(engine, definition.name)]
  const parts = types.map(
    (type) => sql`select ${type}::text as type, w.* from (${revisionsAt(type, owners, day)}) w`,
  )
  const written = await engine.search.query<WrittenVersion>(sql.join(parts, ' union all '))
  const rows = [...Map.groupBy(written, ({ owner_id }) => owner_id)].flatMap(([owner, own]) => {
    const byType = new Map<string, OwnedRow[]>(types.map((type) => [type, []]))
    for (const { type, id, value } of own) {
      const { attachments: _files, ...values } = value
      byType.get(type)?.push({ id, values })
    }
    deriveAll(engine, byType)
    return (byType.get(definition.name) ?? []).map(({ id, values }) => ({
      owner_id: owner,
      id,
      ...Object.fromEntries(fields.map(({ key, column }) => [column, values[key] ?? null])),
    }))
  })
  const columns = fields.map(({ column, field }) => sql`, ${sql.id(column)} ${sql.raw(castOf(field))}`)
  return sql`(select * from jsonb_to_recordset(${sql.json(rows)}) as j (owner_id int, id uuid ${sql.join(columns, '')}))`
}
