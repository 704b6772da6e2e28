import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { institutionFields } from '../../../catalogue/institutions/fields.ts'
import { snake } from '../../engine/schema/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { testRegion, type Region } from '../testing/test-region.ts'

/**
 * A column that statements read and nobody writes answers nothing for ever, and no test of a statement
 * notices: `teacher.title_level` was shown as an empty title for months (second-look F3).
 */
let region: Region
beforeAll(async () => void (region = await testRegion('columns')))
afterAll(() => region.close())

const server = join(import.meta.dirname, '../..')
const texts = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(server, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path) && !/(^|\/)(test|testing\/)|\.test\.ts$/.test(path))
    .map((path) => readFileSync(join(server, folder, path), 'utf8'))

/** Words of insert lists, of assignments, of lists given to COPY, and of names handed to `sql.id`. */
function writtenWords(all: readonly string[]): Set<string> {
  const words = new Set<string>()
  const add = (text: string) => {
    for (const [word] of text.matchAll(/[a-z][a-z0-9_]*/g)) words.add(word)
  }
  for (const text of all) {
    for (const [, list = ''] of text.matchAll(/insert into\s+\S+(?: as \w+| \w)?\s*\(([^)]*)\)/g)) add(list)
    for (const [, sets = ''] of text.matchAll(/\bset\s+([\s\S]*?)(?:\bwhere\b|\breturning\b|`|;)/g)) add(sets)
    for (const [, sets = ''] of text.matchAll(/\bsets?:? (?:= )?sql`([^`]*)`/g)) add(sets)
    for (const [, column = ''] of text.matchAll(/^\s+([a-z][a-z0-9_]*) = \$\{/gm)) add(column)
    for (const [, list = ''] of text.matchAll(/\binto: sql`\w+ \(([^)]*)\)/g)) add(list)
    for (const [, list = ''] of text.matchAll(/copy(?:Rows|Items)?\([^[\]]*\[([^\]]*)\]/g)) add(list)
    for (const [quoted] of text.matchAll(/'[a-z][a-z0-9_]*'/g)) add(quoted)
  }
  return words
}

it('every column that a statement reads is written by somebody', async () => {
  const sources = [...texts('engine', /\.ts$/), ...texts('features', /\.ts$/), ...texts('platform', /\.ts$/)]
  sources.push(...texts('app', /\.ts$/))
  const written = writtenWords([...sources, ...texts('migrations', /\.sql$/)])
  // Columns of institutions are written by the names that the catalogue declares.
  for (const field of Object.keys(institutionFields)) written.add(snake(field))
  const read = sources.join('\n')
  const columns = await region.db.query<{ table: string; column: string }>(sql`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not like 'rec\_%'
      and c.column_default is null and c.is_identity = 'NO' and c.is_generated = 'NEVER'
    order by 1, 2`)
  expect(columns.length).toBeGreaterThan(300)
  const unwritten = columns.filter(
    ({ column }) => !written.has(column) && new RegExp(`\\b${column}\\b`).test(read),
  )
  expect(unwritten).toEqual([])
})
