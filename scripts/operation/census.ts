import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { administer } from '../../server/platform/db/testing/test-server.ts'

/** Settings that write every plan into the log of the coordinator, for sessions that begin from now on. */
export async function logPlans(coordinator: string): Promise<void> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_format': 'json',
  }
  for (const [name, value] of Object.entries(settings))
    await administer(coordinator, `alter system set ${name} = '${value}'`)
  await administer(coordinator, 'select pg_reload_conf()')
}

/** A kind of statement: its text without values, how often it was seen, and the most shards it asked at once. */
export interface StatementKind {
  readonly text: string
  times: number
  /** 0 where no node but the coordinator was asked. */
  shards: number
}

/** The statements of a log that `logPlans` made, by text. Statements that nodes send one another are left out. */
export async function statementsOf(logFile: string): Promise<StatementKind[]> {
  const kinds = new Map<string, StatementKind>()
  let plan: string[] | undefined
  const close = () => {
    if (plan) note(kinds, plan.join('\n'))
    plan = undefined
  }
  for await (const line of createInterface({ input: createReadStream(logFile) })) {
    if (line.startsWith('\t')) plan?.push(line.slice(1))
    else {
      close()
      if (/LOG: {2}duration: .* plan:$/.test(line)) plan = []
    }
  }
  close()
  return [...kinds.values()]
}

/** Names of shards end with their number; a list of any length is one kind. */
const isOfNodes = (text: string): boolean => text === '' || /_1\d{5}\b|citus_|intermediate_result/.test(text)

function note(kinds: Map<string, StatementKind>, json: string): void {
  const queryText = /^ {2}"Query Text": (".*"),?$/m.exec(json)?.[1]
  if (queryText === undefined) return
  const text = String(JSON.parse(queryText)).replaceAll(/\s+/g, ' ').replaceAll(/\$\d+/g, '$').trim()
  if (isOfNodes(text)) return
  const shards = Math.max(0, ...[...json.matchAll(/"Task Count": (\d+)/g)].map(([, count]) => Number(count)))
  const known = kinds.get(text)
  if (known) {
    known.times += 1
    known.shards = Math.max(known.shards, shards)
  } else kinds.set(text, { text, times: 1, shards })
}

/** Writes the kinds that ask several shards, the most frequent first, and answers the counts as a sentence. */
export async function report(kinds: readonly StatementKind[], file: string): Promise<string> {
  const several = kinds.filter(({ shards }) => shards > 1).toSorted((a, b) => b.times - a.times)
  await writeFile(file, several.map(({ times, shards, text }) => `${times}\t${shards}\t${text}\n`).join(''))
  const executed = (of: readonly StatementKind[]) => of.reduce((sum, { times }) => sum + times, 0)
  const share = (of: readonly StatementKind[]) =>
    `${of.length} kinds (${((of.length / kinds.length) * 100).toFixed(1)} %), ` +
    `${executed(of)} times (${((executed(of) / executed(kinds)) * 100).toFixed(1)} %)`
  return [
    `statements: ${kinds.length} kinds, ${executed(kinds)} times`,
    `coordinator alone: ${share(kinds.filter(({ shards }) => shards === 0))}`,
    `one shard at a time: ${share(kinds.filter(({ shards }) => shards === 1))}`,
    `several shards: ${share(several)}, named in ${file}`,
  ].join('\n')
}
