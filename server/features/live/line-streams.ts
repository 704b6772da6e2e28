import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../platform/db/database.ts'
import { beginStream, type EventStream } from '../../platform/http/event-stream.ts'
import { errorFacts, type Log } from '../../platform/log/log.ts'
import { sql } from '../../platform/db/sql.ts'
import { isToldTo, lineFor, linesWhere, type LineReader, type LineRow } from './lines.ts'

/** Milliseconds in which lines are told together. */
const bundleMs = 2_000
/** Lines that changed so many seconds ago are looked at again: their transaction may have ended late. */
const overlapSeconds = 8
/** Milliseconds after which a stream ends, and its reader comes again: what he may read is judged anew. */
const longestMs = 5 * 60_000

interface Listener extends LineReader {
  readonly stream: EventStream
}

/** Streams of lines of one process. */
export interface LineStreams {
  join(liveId: number, reader: LineReader, on: { request: FastifyRequest; reply: FastifyReply }): void
}

/** Tells readers of each broadcast its lines: one question every two seconds, however many read. */
export function lineStreams({ db, log }: { readonly db: Database; readonly log: Log }): LineStreams {
  const rooms = new Map<number, { readonly readers: Set<Listener>; told: ReadonlyMap<number, string> }>()
  let timer: NodeJS.Timeout | undefined

  const tellAll = async () => {
    for (const [liveId, room] of rooms) {
      const rows = await linesWhere(
        db,
        liveId,
        sql`l.changed_at > now() - make_interval(secs => ${overlapSeconds}) order by l.no`,
      )
      const fresh = rows.filter(({ no, changedAt }) => room.told.get(no) !== changedAt)
      room.told = new Map(rows.map(({ no, changedAt }) => [no, changedAt]))
      if (fresh.length > 0) for (const reader of room.readers) tell(reader, fresh)
    }
  }
  const begin = () => {
    timer ??= setInterval(() => {
      tellAll().catch((error: unknown) => log.warn('live.lines', errorFacts(error)))
    }, bundleMs)
    timer.unref()
  }
  const leave = (liveId: number, reader: Listener) => {
    const room = rooms.get(liveId)
    room?.readers.delete(reader)
    if (room?.readers.size === 0) rooms.delete(liveId)
    if (rooms.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  return {
    join(liveId, reader, { request, reply }) {
      const stream = beginStream(request, reply, () => {
        clearTimeout(end)
        leave(liveId, listener)
      })
      const end = setTimeout(() => stream.end(), longestMs)
      end.unref()
      const listener: Listener = { ...reader, stream }
      const room = rooms.get(liveId) ?? { readers: new Set<Listener>(), told: new Map<number, string>() }
      room.readers.add(listener)
      rooms.set(liveId, room)
      begin()
    },
  }
}

function tell(reader: Listener, rows: readonly LineRow[]): void {
  const lines = rows.filter((row) => isToldTo(reader, row)).map((row) => lineFor(reader, row))
  if (lines.length > 0) reader.stream.send('lines', { lines })
}
