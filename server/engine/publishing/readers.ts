import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Log } from '../../platform/log/log.ts'

/** Counts readings without delaying answers. */
export interface Readers {
  /** Notes a reading; returns at once. */
  readonly note: (contentId: number, request: FastifyRequest & { actor: Actor | null }) => void
  /** Writes the noted readings; called when the portal stops, and by tests. */
  readonly flush: () => Promise<void>
}

/**
 * User agents of programs: search engines, link previews, scripts, browsers without a window. A request
 * without an agent comes from a program, too.
 */
const robot =
  /bot|crawl|spider|slurp|preview|monitor|scan|fetch|curl|wget|python|java\/|go-http|okhttp|axios|node|headless|phantom|lighthouse/i

const afterMs = 1_000
/** Most readings kept in memory between two writes; further ones are not counted. */
const mostNoted = 20_000
const today = sql`(now() at time zone 'Asia/Shanghai')::date`

interface NotedReader {
  readonly content: number
  readonly person: number | null
  readonly from: string
}

/** The salt of the day. It deletes earlier salts, and readings older than sixty days. */
function dailySalt(db: Database): () => Promise<string> {
  let known: { day: string; salt: string } | undefined
  return async () => {
    const { day } = await db.one<{ day: string }>(sql`select ${today}::text as day`)
    if (known?.day !== day) {
      await db.execute(
        sql`insert into reader_salt (day, salt)
          values (${day}::date, ${randomBytes(32).toString('base64')})
          on conflict
          do nothing`,
      )
      await db.execute(sql`delete from reader_salt where day < ${day}::date`)
      await db.execute(sql`delete from content_reader where day < ${day}::date - 60`)
      const { salt } = await db.one<{ salt: string }>(
        sql`select salt from reader_salt where day = ${day}::date`,
      )
      known = { day, salt }
    }
    return known.salt
  }
}

/**
 * Writes one row per content, day and reader. A visitor is a hash of address and browser, keyed with the
 * day's salt. The salt is deleted after the day: then nobody can tell whose hash it was, and the same visitor
 * gets another one.
 */
export function createReaders(db: Database, log: Log): Readers {
  let noted = new Map<string, NotedReader>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const saltOf = dailySalt(db)

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const batch = [...noted.values()]
    noted = new Map()
    if (batch.length === 0) return
    const salt = await saltOf()
    const rows = batch.map(({ content, person, from }) => ({
      content,
      reader:
        person === null
          ? `v${createHmac('sha256', salt).update(from).digest('base64url').slice(0, 22)}`
          : `p${person}`,
    }))
    // The author of a content does not count as its reader.
    await db.execute(sql`
      insert into content_reader (content_id, day, reader)
      select distinct c.id, ${today}, r.reader
      from jsonb_to_recordset(${sql.json(rows)}) as r (content int, reader text)
        join content c on c.id = r.content join identity a on a.id = c.by_identity
      where r.reader <> 'p' || a.person_id on conflict do nothing`)
  }

  return {
    note(content, request) {
      const agent = request.headers['user-agent'] ?? ''
      if (
        agent === '' ||
        robot.test(agent) ||
        request.actor?.viewedBy !== undefined ||
        noted.size >= mostNoted
      )
        return
      const person = request.actor?.personId ?? null
      const from = `${request.ip} ${agent}`
      noted.set(`${content} ${person ?? from}`, { content, person, from })
      timer ??= setTimeout(() => {
        flush().catch((error: unknown) =>
          log.error('contents.readers', { error: error instanceof Error ? error.message : String(error) }),
        )
      }, afterMs).unref()
    },
    flush,
  }
}
