import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { slots } from '../../catalogue/own/slots.ts'
import { records as shipped } from '../../catalogue/records/registry.gen.ts'
import { createTable, fieldColumns, snake, tableName } from '../../server/engine/schema/index.ts'

/** The types of the program, and the tables that lie empty for a region's own. */
const records = { ...shipped, ...slots }
const folder = 'server/migrations'
const snapshotPath = `${folder}/drafted.gen.json`

type Snapshot = Record<string, Record<string, string>>

/** Columns the catalogue asks for, by table. */
export function wanted(): Snapshot {
  return Object.fromEntries(
    Object.values(records).map((definition) => [tableName(definition.name), fieldColumns(definition)]),
  )
}

/** Columns the migrations drafted so far have made. */
export function drafted(): Snapshot {
  return existsSync(snapshotPath) ? (JSON.parse(readFileSync(snapshotPath, 'utf8')) as Snapshot) : {}
}

/**
 * Statements that bring the drafted tables to what the catalogue asks for. Dropping is left to a person's
 * decision.
 */
export function difference(): { statements: string[]; names: string[] } {
  const before = drafted()
  const statements: string[] = []
  const names: string[] = []
  for (const definition of Object.values(records)) {
    const table = tableName(definition.name)
    const known = before[table]
    if (!known) {
      statements.push(`-- ${definition.title}\n${createTable(definition)}`)
      names.push(snake(definition.name).replaceAll('_', '-'))
      continue
    }
    const columns = fieldColumns(definition)
    const changes = [
      ...Object.entries(columns).flatMap(([name, type]) =>
        known[name] === undefined
          ? [`alter table ${table} add column ${name} ${type};`]
          : known[name] === type
            ? []
            : [`alter table ${table} alter column ${name} type ${type} using ${name}::${type};`],
      ),
      ...Object.keys(known)
        .filter((name) => columns[name] === undefined)
        .map(
          (name) =>
            `-- no field has this column any more; drop it in a later release: alter table ${table} drop column ${name};`,
        ),
    ]
    if (changes.length > 0) {
      statements.push(`-- ${definition.title}\n${changes.join('\n')}`)
      names.push(snake(definition.name).replaceAll('_', '-'))
    }
  }
  return { statements, names }
}

/**
 * Writes the next migration if one is needed; says what was done. The grants of new tables follow from
 * default privileges.
 */
export function draftMigration(): string {
  const { statements, names } = difference()
  if (statements.length === 0) return 'No migration needed: the tables are what the catalogue asks for.'
  const numbers = readdirSync(folder)
    .map((name) => Number.parseInt(name, 10))
    .filter(Number.isFinite)
  const next = String(Math.max(0, ...numbers) + 1).padStart(4, '0')
  const label = names.length > 3 ? 'records' : names.join('-')
  const path = `${folder}/${next}-${label}.sql`
  writeFileSync(
    path,
    `-- Drafted from the catalogue by \`npm run generate\`. Read it before you commit it.\n\n${statements.join('\n\n')}\n`,
  )
  writeFileSync(snapshotPath, `${JSON.stringify(wanted(), null, 1)}\n`)
  return `Drafted ${path}. Read it before you commit it.`
}
