import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { EventName } from '../../engine/engine.ts'
import type { Consumer } from '../../engine/outbox/index.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { listenTo } from '../../platform/db/told.ts'
import { beginStream, type EventStream } from '../../platform/http/event-stream.ts'
import { liveSession } from '../../platform/session/session.ts'
import { startJob, type Job } from '../../platform/lifecycle/job.ts'
import { errorFacts, type Log } from '../../platform/log/log.ts'

/** Milliseconds in which what happens is told together. */
const togetherMs = 250
/** Milliseconds after which a session that ended hears nothing more, also where nothing happens. */
const lookMs = 30_000
/** Streams of one account at once: beyond that the oldest ends. One browser needs one. */
const mostOfIdentity = 10
/** Readers asked of the database at once. */
const batch = 1_000

interface Reader {
  readonly stream: EventStream
  readonly identityId: number
  readonly institutionId: number
  readonly tokenHash: Buffer
}

/** Stream of events to people's open pages. */
export interface Live {
  /**
   * Answers a request by a stream of events: `unread` with the reader's count, `work` where work came or
   * went.
   */
  join(actor: Actor, token: string, on: { request: FastifyRequest; reply: FastifyReply }): void
  start(): Job
}

export interface LiveGround {
  readonly db: Database
  readonly databaseUrl: string
  readonly log: Log
}

/** Identities whose badges may have changed since the last event. */
interface ChangedBadges {
  readonly readers: Set<number>
  readonly offices: Set<number>
  everybody: boolean
}
const nothing = (): ChangedBadges => ({ readers: new Set(), offices: new Set(), everybody: false })

/**
 * Reads `message:1,2`, `work:3` or `…:*`; null after the connection began anew, when anything may have
 * changed.
 */
function take(changed: ChangedBadges, payload: string | null): void {
  const [what = '', ids = '*'] = payload?.split(':') ?? []
  if (ids === '*') {
    changed.everybody = true
    return
  }
  const set = what === 'work' ? changed.offices : changed.readers
  for (const id of ids.split(',')) set.add(Number(id))
}

/**
 * Tells readers their counts, and those of these offices that work came or went; ends what has no session any
 * more.
 */
async function tell(db: Database, to: readonly Reader[], work: ReadonlySet<number> | 'all'): Promise<void> {
  for (let at = 0; at < to.length; at += batch) {
    const some = to.slice(at, at + batch)
    const counts = await countFor(db, some)
    for (const [place, { stream, institutionId }] of some.entries()) {
      const count = counts[place] ?? null
      if (count === null) stream.end()
      else {
        stream.send('unread', count)
        if (work === 'all' || work.has(institutionId)) stream.send('work', {})
      }
    }
  }
}

/** Keeps the open streams of one process; every number it tells was counted from the rows a moment ago. */
export function liveBadges({ db, databaseUrl, log }: LiveGround): Live {
  const readers = new Set<Reader>()
  let changed = nothing()
  let timer: NodeJS.Timeout | undefined

  const flush = async () => {
    timer = undefined
    const now = changed
    changed = nothing()
    const meant = [...readers].filter(
      ({ identityId, institutionId }) =>
        now.everybody || now.readers.has(identityId) || now.offices.has(institutionId),
    )
    await tell(db, meant, now.everybody ? 'all' : now.offices).catch((error: unknown) => {
      log.warn('badges.told', errorFacts(error))
      changed.everybody = true
    })
  }
  const hear = (payload: string | null) => {
    take(changed, payload)
    timer ??= setTimeout(() => void flush(), togetherMs)
  }
  return {
    join(actor, token, { request, reply }) {
      const { identityId, institutionId } = actor
      const own = [...readers].filter((one) => one.identityId === identityId)
      if (own.length >= mostOfIdentity) own[0]?.stream.end()
      const stream = beginStream(request, reply, () => readers.delete(reader))
      const reader: Reader = { stream, identityId, institutionId, tokenHash: sha256(token) }
      readers.add(reader)
      // After it joined: what happens from here on is told.
      tell(db, [reader], new Set()).catch(() => stream.end())
    },
    start() {
      const listening = listenTo({ url: databaseUrl, channel: 'badges', log, onTold: hear })
      const look = async () => {
        await tell(db, [...readers], new Set())
        return false
      }
      const looking = startJob(look, { failed: 'badges.look', log, firstMs: lookMs, pauseMs: lookMs })
      return {
        async stop() {
          clearTimeout(timer)
          await Promise.all([listening.stop(), looking.stop()])
        },
      }
    },
  }
}

/** Unread messages of each reader, in their order; null where the session is over. */
async function countFor(db: Database, readers: readonly Reader[]): Promise<(UnreadCounts | null)[]> {
  const rows = await db.query<{ place: number; alive: boolean; by: Record<string, number> | null }>(sql`
    select x.place::int as place, exists (select 1 from session s where s.token_hash = x.hash and ${liveSession}) as alive,
      (select jsonb_object_agg(k.kind, k.n) from (select m.kind, count(*)::int as n from own_message m
        where m.identity_id = x.id and m.read_at is null group by m.kind) k) as by
    from unnest(${readers.map(({ identityId }) => identityId)}::int[],
      ${readers.map(({ tokenHash }) => tokenHash)}::bytea[]) with ordinality x (id, hash, place)
    order by x.place`)
  return rows.map(({ alive, by }) => {
    const byKind = by ?? {}
    return alive ? { total: Object.values(byKind).reduce((sum, n) => sum + n, 0), by_kind: byKind } : null
  })
}

interface UnreadCounts {
  readonly total: number
  readonly by_kind: Readonly<Record<string, number>>
}

const moves: readonly EventName[] = [
  'flow.submitted',
  'flow.withdrawn',
  'flow.approved',
  'flow.forwarded',
  'flow.returned',
  'flow.rejected',
  'flow.appealed',
  'flow.undone',
]

/** Tells the offices that held a record and that hold it now, once for a batch of events. */
export const workConsumer: Consumer = {
  name: 'badges',
  events: moves,
  take: async (tx, ids) => {
    await tx.query(sql`
      select tell_changes('work', array_agg(distinct f.id))
      from outbox o join identity a on a.id = o.by_identity,
        unnest(array[a.institution_id, o.holder_institution_id]) f (id)
      where o.id = any(${[...ids]}::bigint[]) and f.id is not null
      having count(*) > 0`)
  },
}
