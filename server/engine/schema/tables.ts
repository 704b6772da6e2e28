import type { AnyRecord } from '../../../catalogue/define.ts'
import { columnType } from '../kinds/index.ts'

/** camelCase → snake_case. Only this function converts between the two spellings. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The typed table of a record type. */
export function tableName(type: string): string {
  return `rec_${snake(type)}`
}

/**
 * Columns every typed table has, in order; `sort_key` is the text form of the list's order field, pinyin for
 * text.
 */
export const metaColumns: Readonly<Record<string, string>> = {
  owner_id: 'integer not null',
  id: 'uuid not null',
  version: 'integer not null',
  institution_id: 'integer',
  district_id: 'integer',
  city_id: 'integer',
  province_id: 'integer',
  recorded_by: 'integer not null',
  source: "text not null default 'portal'",
  sort_key: 'text collate "C" not null default \'\'',
  applied_at: 'timestamptz not null default now()',
  voided_at: 'timestamptz',
  attachments: "uuid[] not null default '{}'",
  // The fields that offices add, by key, in stored form (docs/decisions/0223).
  own: "jsonb not null default '{}'",
}

/**
 * Field columns of a type, name → PostgreSQL type. Nullable: what must be filled is the catalogue's rule, and
 * rules change.
 */
export function fieldColumns(definition: AnyRecord): Record<string, string> {
  return Object.fromEntries(
    Object.entries(definition.fields).map(([key, field]) => [snake(key), columnType(field)]),
  )
}

/**
 * Indexes of a type's table: by id, and one per scope level that serves scope, order and the first page at
 * once.
 */
export function indexes(definition: AnyRecord): { name: string; sql: string }[] {
  const table = tableName(definition.name)
  const scope = (column: string) => ({
    name: `${table}_${column}`,
    sql: `create index ${table}_${column} on ${table} (${column}_id, sort_key, id) where voided_at is null`,
  })
  const single =
    definition.cardinality === 'one'
      ? [
          {
            name: `${table}_single`,
            sql: `create unique index ${table}_single on ${table} (owner_id) where voided_at is null`,
          },
        ]
      : []
  return [
    { name: `${table}_id`, sql: `create unique index ${table}_id on ${table} (id, owner_id)` },
    ...['institution', 'district', 'city', 'province'].map(scope),
    ...single,
    // Reminders look for records by the day on which they run out.
    ...Object.entries(definition.fields).flatMap(([key, field]) => {
      const name = `${table}_${snake(key)}`
      return field.expires
        ? [{ name, sql: `create index ${name} on ${table} (${snake(key)}, id) where voided_at is null` }]
        : []
    }),
    // A value that is unique in the whole portal needs an index: the rule would read the whole table.
    ...(definition.rules?.constraints ?? []).flatMap((rule) => {
      if (rule.form !== 'unique' || rule.within !== 'platform') return []
      const columns = rule.fields.map(snake).join(', ')
      return [
        {
          name: `${table}_everywhere`,
          sql: `create index ${table}_everywhere on ${table} (${columns}) where voided_at is null`,
        },
      ]
    }),
  ]
}

/** The whole `create table` with its indexes. */
export function createTable(definition: AnyRecord): string {
  const table = tableName(definition.name)
  const columns = { ...metaColumns, ...fieldColumns(definition) }
  const lines = Object.entries(columns).map(([name, type]) => `  ${name} ${type}`)
  const body = [...lines, '  primary key (owner_id, id)'].join(',\n')
  return [`create table ${table} (\n${body}\n);`, ...indexes(definition).map((i) => `${i.sql};`)].join('\n')
}
