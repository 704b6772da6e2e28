import { DatabaseError } from 'pg'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/**
 * Flat facts only: numbers, flags, ids, codes. There is no place for an object, so a request body or a row
 * cannot be handed over by accident. Never pass names, numbers of documents, telephones or free text that
 * people typed.
 */
export type Facts = Readonly<Record<string, string | number | boolean | null | undefined>>

export type Log = Readonly<{
  /** `event` is a constant dotted name (`database.started`); what varies goes into `facts`. */
  debug(event: string, facts?: Facts): void
  info(event: string, facts?: Facts): void
  warn(event: string, facts?: Facts): void
  error(event: string, facts?: Facts): void
  /** The same log with these facts on every line. */
  child(facts: Facts): Log
}>

const RANK: Readonly<Record<LogLevel, number>> = { debug: 10, info: 20, warn: 30, error: 40, silent: 99 }

/**
 * Writes one JSON object per line: `{time, level, event, …facts}`, time in UTC. By default to stderr: stdout
 * belongs to what is said to the person who started the program.
 */
export function createLog(
  level: LogLevel,
  write: (line: string) => void = (line) => void process.stderr.write(line),
  base: Facts = {},
): Log {
  const at = (own: LogLevel) => (event: string, facts?: Facts) => {
    if (RANK[own] < RANK[level]) return
    write(`${JSON.stringify({ time: new Date().toISOString(), level: own, event, ...base, ...facts })}\n`)
  }
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (facts) => createLog(level, write, { ...base, ...facts }),
  }
}

/**
 * What may be logged of an error. The database quotes values in `detail` and, for class 22 (bad data), in the
 * message itself; the stack repeats the message. So of a database error only codes and names remain, of
 * others the message.
 */
export function errorFacts(error: unknown): Facts {
  if (!(error instanceof Error)) return { error: typeof error }
  const stack = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 12)
    .map((line) => line.trim().slice(3))
    .join(' | ')
  const own = { error: error.name, stack }
  if (error instanceof DatabaseError) {
    const { code, constraint, table, column, routine } = error
    return { ...own, code, constraint, table, column, routine }
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return { ...own, code, message: error.message }
}
