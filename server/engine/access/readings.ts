import type { Actor } from '../../../catalogue/access/access.ts'
import { today } from '../../platform/clock/clock.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** What an actor read of archives: a page of a list, one record, its timeline, a past day of it. */
export interface ArchiveReading {
  readonly kind: 'list' | 'queue' | 'record' | 'history' | 'day' | 'roster' | 'findings' | 'search'
  /** Record type. */
  readonly type?: string
  /** The day looked back at, 'YYYY-MM-DD'. */
  readonly day?: string
}

interface Row extends ArchiveReading {
  readonly by: number
  readonly owners: readonly number[]
}

export interface Readings {
  /**
   * Notes that the actor is shown something of these teachers. It resolves when the row is written, and the
   * answer must wait for that. A teacher reading their own archive leaves no row. While an administrator
   * looks through another identity, the row names the administrator.
   */
  note(actor: Actor, read: ArchiveReading, owners: readonly number[]): Promise<void>
}

/**
 * Most readings remembered as noted today. Above it all are forgotten, which costs at most a second row for
 * the same reading.
 */
const mostKept = 200_000

function write(db: Queryable, rows: readonly Row[]): Promise<number> {
  return db.execute(sql`
    insert into reading (by_identity, kind, type, day, owner_ids)
    select (r ->> 'by')::int, r ->> 'kind', r ->> 'type', (r ->> 'day')::date,
      array(select jsonb_array_elements_text(r -> 'owners')::int)
    from jsonb_array_elements(${sql.json(rows)}) r`)
}

/**
 * Writes readings one statement after another. Readings that come while a statement runs share the next one,
 * so that a thousand readers a second cost a few hundred commits.
 */
export function openReadings(db: Queryable): Readings {
  let day = today()
  let kept = 0
  const noted = new Map<string, Set<number>>()
  let waiting: Row[] = []
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | null = null

  const known = (key: string): Set<number> => {
    const now = today()
    if (now !== day || kept > mostKept) {
      noted.clear()
      kept = 0
      day = now
    }
    const owners = noted.get(key) ?? new Set<number>()
    noted.set(key, owners)
    return owners
  }
  const writeWaiting = async () => {
    const rows = waiting
    waiting = []
    next = null
    running = write(db, rows)
    await running
  }
  return {
    async note(actor, read, given) {
      if (actor.role === 2 && actor.viewedBy === undefined) return
      const by = actor.viewedBy ?? actor.identityId
      const key = [by, read.kind, read.type, read.day].join(' ')
      const before = known(key)
      const owners = [...new Set(given)].filter((owner) => !before.has(owner))
      if (owners.length === 0) return
      waiting.push({ ...read, by, owners })
      next ??= running.then(writeWaiting, writeWaiting)
      await next
      for (const owner of owners) before.add(owner)
      kept += owners.length
    },
  }
}
