import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { sha256 } from '../crypto/keys.ts'
import type { Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** One caller's requests within a minute that began with the first of them. */
interface Count {
  /** Counted by this process, and how many of them the other processes know. */
  own: number
  told: number
  /** Counted by the other processes, as far as they said. */
  others: number
  /** When the minute ends, in milliseconds of this process's clock. */
  ends: number
  /** Requests of a minute that are allowed. */
  readonly most: number
}

/** Requests by caller, of all processes together (docs/decisions/0101). */
export interface Counts {
  readonly store: FastifyRateLimitStoreCtor
  /**
   * Tells the other processes what was counted here since the last time, and learns what they counted: one
   * statement, and none where no caller came near a limit.
   */
  exchange(db: Queryable): Promise<void>
}

/**
 * Share of a limit below which a caller's requests are nobody else's business: nearly everybody stays below.
 */
const worthTelling = 1 / 8

/** Callers remembered at most; a caller too many forgets the one whose minute began first. */
const mostCallers = 100_000

/** The route that has counts of its own; empty for what all others share. */
function routeIn(options: object): string {
  const route: unknown = 'routeInfo' in options ? options.routeInfo : undefined
  if (typeof route !== 'object' || route === null) return ''
  return `${'method' in route ? String(route.method) : ''} ${'url' in route ? String(route.url) : ''}`
}

/** Counts of one process, to be exchanged with those of the others. */
export function openCounts(now: () => number = Date.now): Counts {
  const counts = new Map<string, Count>()

  const counted = (caller: string, length: number, most: number): Count => {
    const known = counts.get(caller)
    if (known && known.ends > now()) {
      known.own += 1
      return known
    }
    // Set anew at its end: a map keeps the order in which keys came.
    counts.delete(caller)
    const [first] = counts.size >= mostCallers ? counts.keys() : []
    if (first !== undefined) counts.delete(first)
    const fresh = { own: 1, told: 0, others: 0, ends: now() + length, most }
    counts.set(caller, fresh)
    return fresh
  }

  class Store {
    readonly #route: string
    constructor(options: object) {
      this.#route = routeIn(options)
    }
    incr(
      key: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      length: number,
      most: number,
    ) {
      const { own, others, ends } = counted(`${this.#route} ${key}`, length, most)
      done(null, { current: own + others, ttl: ends - now() })
    }
    child(options: object) {
      return new Store(options)
    }
  }

  return {
    store: Store,
    async exchange(db) {
      const news = new Map<string, News>()
      for (const [caller, count] of counts) {
        if (count.ends <= now()) counts.delete(caller)
        else if (count.own > count.told && count.own >= count.most * worthTelling)
          // Names of sessions and addresses do not leave the process.
          news.set(sha256(caller).toString('hex'), {
            count,
            own: count.own,
            left: Math.round(count.ends - now()),
          })
      }
      if (news.size === 0) return
      for (const { caller, requests, left } of await tell(db, news)) {
        const known = news.get(caller)
        if (!known) continue
        known.count.told = known.own
        known.count.others = Math.max(0, requests - known.own)
        known.count.ends = now() + left
      }
    },
  }
}

/**
 * What one caller did here: all requests of the minute, of which some were told, and milliseconds to its end.
 */
interface News {
  readonly count: Count
  readonly own: number
  readonly left: number
}

interface CallerNews {
  readonly caller: string
  /** Requests of all processes in the current minute, which ends in `left` milliseconds. */
  readonly requests: number
  readonly left: number
}

/**
 * Adds to what is counted together. In the order of callers, so that two processes do not wait for each
 * other.
 */
function tell(db: Queryable, news: ReadonlyMap<string, News>): Promise<CallerNews[]> {
  const sorted = [...news].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return db.query<CallerNews>(sql`
    with ended as (
      delete from request_count
      where caller in (
        select caller from request_count where ends < now() - interval '1 minute' for update skip locked
      )
    )
    insert into request_count as known (caller, requests, ends)
    select decode(caller, 'hex'), requests, now() + make_interval(secs => left_ms / 1000.0)
    from unnest(
      ${sorted.map(([caller]) => caller)}::text[],
      ${sorted.map(([, { count, own }]) => own - count.told)}::int[],
      ${sorted.map(([, { left }]) => left)}::int[]
    ) as news (caller, requests, left_ms)
    on conflict (caller) do update set
      requests = excluded.requests + case when known.ends > now() then known.requests else 0 end,
      ends = case when known.ends > now() then known.ends else excluded.ends end
    returning encode(caller, 'hex') as caller, requests,
      extract(epoch from ends - now())::float8 * 1000 as left`)
}
