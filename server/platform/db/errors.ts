import { DatabaseError } from 'pg'

export type DbErrorKind =
  | 'unique'
  | 'foreignKey'
  | 'check'
  | 'notNull'
  | 'timeout'
  | 'unavailable'
  | 'tooLong'
  | 'other'

/** Fields of a database error that may be logged; message and detail quote the row's values. */
export type DbFault = Readonly<{
  kind: DbErrorKind
  constraint?: string
  table?: string
  column?: string
  /** SQLSTATE or the socket's errno. */
  code?: string
}>

const byCode: Readonly<Record<string, DbErrorKind>> = {
  '23505': 'unique',
  '23503': 'foreignKey',
  '23001': 'foreignKey',
  '23514': 'check',
  '23P01': 'unique', // an exclusion constraint: two periods that may not overlap
  '23502': 'notNull',
  '22001': 'tooLong',
  '54000': 'tooLong', // an index entry over the page limit
  '57014': 'timeout', // statement_timeout, or cancelled
  '55P03': 'timeout', // lock_timeout
  '25P03': 'timeout', // idle in transaction
  '25P04': 'timeout',
  '40001': 'timeout', // still in conflict after our retries: asking again later is the right answer
  '40P01': 'timeout',
  '25006': 'unavailable', // read-only: a replica, or a primary that was just demoted
  ECONNREFUSED: 'unavailable',
  ECONNRESET: 'unavailable',
  EPIPE: 'unavailable',
  ETIMEDOUT: 'unavailable',
  EHOSTUNREACH: 'unavailable',
  ENETUNREACH: 'unavailable',
  ENOTFOUND: 'unavailable',
  EAI_AGAIN: 'unavailable',
}

/** The driver reports these without any code. */
const byMessage: readonly (readonly [RegExp, DbErrorKind])[] = [
  [/^Query read timeout$/, 'timeout'],
  [/^timeout exceeded when trying to connect$/, 'unavailable'],
  [/^Connection terminated/, 'unavailable'],
  [/^Client (has encountered a connection error|was closed)/, 'unavailable'],
  [/^Cannot use a pool after calling end/, 'unavailable'],
  // A node of a distributed database went while it committed; whether it did is not known.
  [/^could not commit transaction for shard/, 'unavailable'],
]

/**
 * The one place that reads the database's errors. Anything may be passed; what does not come from the
 * database or its connection is `other` without a code.
 */
export function translateDbError(error: unknown): DbFault {
  if (!(error instanceof Error)) return { kind: 'other' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const kind = (code && (byCode[code] ?? byClass(code))) ?? byText(error.message) ?? 'other'
  return {
    kind: kind || 'other',
    ...(error instanceof DatabaseError && placeIn(error)),
    ...(code && { code }),
  }
}

/** The names that a fault of the database gives. */
const placeIn = ({
  constraint,
  table,
  column,
}: DatabaseError): Pick<DbFault, 'constraint' | 'table' | 'column'> => ({
  ...(constraint && { constraint }),
  ...(table && { table }),
  ...(column && { column }),
})

/**
 * True if the connection that raised it must not be used again; false for errors that are not the database's.
 */
export function breaksConnection(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) {
    // The driver's own errors: the socket died, or an answer is still on its way (read timeout).
    const { kind } = translateDbError(error)
    return kind === 'timeout' || kind === 'unavailable'
  }
  return error.severity !== 'ERROR' || isStalePlan(error) || error.code === '26000'
}

/** True if running the same work again from its beginning may succeed. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  return error.code === '40001' || error.code === '40P01' || isStalePlan(error)
}

/** A prepared statement outlived a migration of its table; a new connection prepares it afresh. */
function isStalePlan(error: DatabaseError): boolean {
  return error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

function byClass(code: string): DbErrorKind | undefined {
  // 08 connection, 53 out of resources, 57P0x shutting down or starting up
  return /^(08|53|57P)/.test(code) && code.length === 5 ? 'unavailable' : undefined
}

function byText(message: string): DbErrorKind | undefined {
  return byMessage.find(([pattern]) => pattern.test(message))?.[1]
}
