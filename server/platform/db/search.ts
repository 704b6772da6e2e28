import { AppError } from '../../../catalogue/errors.ts'
import { openDatabase, type Queryable } from './database.ts'
import { translateDbError } from './errors.ts'

/**
 * Milliseconds a search may take in the database. What is found by an index takes a tenth of it under load.
 */
const longest = 2_000

/** Connections for searches beside a pool of this many. */
export const searchPool = (pool: number): number => Math.max(2, Math.ceil(pool / 4))

/**
 * A search that took too long is refused with what to do about it; one that found no connection is asked to
 * come again.
 */
function refused(error: unknown): unknown {
  if (translateDbError(error).kind === 'timeout') return new AppError('tooWide')
  // The pool's own words: all its connections stayed busy.
  const busy = error instanceof Error && error.message === 'timeout exceeded when trying to connect'
  return busy ? new AppError('tooOften', { message: '现在搜索的人很多，请稍后再试' }) : error
}

/**
 * A pool of its own for what searches: however many search at once, the connections of everything else stay
 * free. Throws AppError `tooWide` after two seconds, `tooOften` when no connection came free within two.
 */
export function openSearch(options: {
  readonly url: string
  readonly max: number
}): Queryable & { readonly close: () => Promise<void> } {
  const db = openDatabase({
    ...options,
    statementTimeout: longest,
    applicationName: 'xingtan search',
    plansAnew: true,
  })
  const told = async <T>(asked: Promise<T>): Promise<T> => {
    try {
      return await asked
    } catch (error) {
      throw refused(error)
    }
  }
  return {
    query: <R>(q: Parameters<Queryable['query']>[0]) => told(db.query<R>(q)),
    one: <R>(q: Parameters<Queryable['one']>[0]) => told(db.one<R>(q)),
    maybeOne: <R>(q: Parameters<Queryable['maybeOne']>[0]) => told(db.maybeOne<R>(q)),
    execute: (q) => told(db.execute(q)),
    prepared: <R>(text: string, values: readonly unknown[]) => told(db.prepared<R>(text, values)),
    together: <R>(change: Parameters<Queryable['together']>[0]) => told(db.together<R>(change)),
    isSpread: () => told(db.isSpread()),
    close: () => db.close(),
  }
}
