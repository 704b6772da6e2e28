import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { administer } from '../../server/platform/db/testing/test-server.ts'

/** Writes every statement with its values into the logs of the nodes, in sessions that begin from now on. */
export async function logStatements(nodes: readonly string[]): Promise<void> {
  for (const node of nodes) {
    await administer(node, 'alter system set log_min_duration_statement = 0')
    await administer(node, 'select pg_reload_conf()')
  }
}

/** A kind of statement: its text without values, and how often it was seen. */
interface Kind {
  readonly text: string
  /** The values of the first time, as literals. */
  readonly values: readonly string[]
  times: number
}

/** What only tests read, to look that a secret is in no table. */
const wholeTable = /^\s*select \* from "?\w+"?\s*$/i

/** The statements of a log that `logStatements` made, by text. */
async function kindsIn(logFile: string): Promise<Kind[]> {
  const kinds = new Map<string, Kind>()
  let text: string[] | undefined
  const note = (values: readonly string[]) => {
    const whole = text?.join('\n') ?? ''
    const known = kinds.get(whole)
    if (known) known.times += 1
    else if (whole !== '') kinds.set(whole, { text: whole, values, times: 1 })
    text = undefined
  }
  for await (const line of createInterface({ input: createReadStream(logFile) })) {
    const begun = /LOG: {2}duration: \S+ ms {2}(?:execute [^:]+|statement): (.*)$/.exec(line)
    const told = /DETAIL: {2}parameters: (.*)$/.exec(line)
    if (line.startsWith('\t')) text?.push(line.slice(1))
    else if (told && text) note(literalsOf(told[1] ?? ''))
    else {
      if (text) note([])
      if (begun) text = [begun[1] ?? '']
    }
  }
  if (text) note([])
  return [...kinds.values()].filter(
    ({ text: whole }) => /^\s*(with|select|insert|update|delete)\b/i.test(whole) && !wholeTable.test(whole),
  )
}

/** `$1 = 'a', $2 = NULL` as the literals in their order. */
const literalsOf = (told: string): string[] =>
  [...told.matchAll(/\$\d+ = (NULL|'(?:[^']|'')*')/g)].map(([, literal]) => literal ?? 'NULL')

const withValues = ({ text, values }: Kind): string =>
  text.replaceAll(/\$(\d+)/g, (place, number: string) => values[Number(number) - 1] ?? place)

/**
 * The most shards that a step of a statement asks at once, by EXPLAIN; null where it cannot be explained
 * alone.
 */
async function shardsOf(client: pg.Client, kind: Kind): Promise<number | null> {
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(
      `explain (costs off, format json) ${withValues(kind)}`,
    )
    const counts = [...JSON.stringify(rows).matchAll(/"Task Count":(\d+)/g)]
    return Math.max(0, ...counts.map(([, count]) => Number(count)))
  } catch {
    return null
  }
}

/**
 * A text in which the table of a record type is that of any: the types of the catalogue share their
 * statements.
 */
const alike = (text: string): string => text.replaceAll(/\brec_\w+/g, 'rec')

/** How many shards a spread table has. */
async function shardCount(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_dist_shard where logicalrelid = 'revision'::regclass`,
  )
  return rows[0]?.count ?? 0
}

/**
 * Explains each kind of statement of the coordinator once, in a copy of the template.
 * Writes those that ask several shards into the file, the most frequent first, and answers the counts.
 */
export async function census(copy: string, log: string, file: string): Promise<string> {
  const kinds = await kindsIn(log)
  const client = new pg.Client({ connectionString: copy })
  await client.connect()
  const counted: (Kind & { shards: number | null })[] = []
  let whole = 0
  try {
    whole = await shardCount(client)
    for (const kind of kinds) counted.push({ ...kind, shards: await shardsOf(client, kind) })
  } finally {
    await client.end()
  }
  const asking = (fits: (shards: number) => boolean) =>
    counted.filter(({ shards }) => shards !== null && fits(shards))
  const several = asking((shards) => shards > 1).toSorted((a, b) => b.times - a.times)
  const lines = several.map(
    ({ times, shards, text }) => `${times}\t${shards}\t${text.replaceAll(/\s+/g, ' ').trim()}\n`,
  )
  await writeFile(file, lines.join(''))
  const executed = (of: readonly Kind[]) => of.reduce((sum, { times }) => sum + times, 0)
  const shapes = (of: readonly Kind[]) => new Set(of.map(({ text }) => alike(text))).size
  const part = (count: number, of: number, what: string) =>
    `${count} ${what} (${((count / of) * 100).toFixed(1)} %)`
  const share = (of: readonly Kind[]) =>
    [
      part(of.length, kinds.length, 'kinds'),
      part(shapes(of), shapes(kinds), 'with the types alike'),
      part(executed(of), executed(kinds), 'times'),
    ].join(', ')
  return [
    `statements: ${kinds.length} kinds, ${shapes(kinds)} with the types alike, ${executed(kinds)} times`,
    `coordinator alone: ${share(asking((shards) => shards === 0))}`,
    `one shard at a time: ${share(asking((shards) => shards === 1))}`,
    `those of several owners that are named: ${share(asking((shards) => shards > 1 && shards < whole))}`,
    `all shards: ${share(asking((shards) => shards > 1 && shards >= whole))}, named in ${file}`,
    `not explained alone: ${share(counted.filter(({ shards }) => shards === null))}`,
  ].join('\n')
}
