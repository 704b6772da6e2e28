import {
  cutReasons,
  freshClock,
  hear,
  type WatchBeat,
  type WatchSums,
} from '../../../catalogue/watch/rule.ts'
import { joined } from '../../../catalogue/watch/stretches.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Database, Tx } from '../engine.ts'
import { clocksOf, lockClocks, nowOf, writeClocks, type ClockRow } from './clock.ts'
import { addCuts, sessionRows, writeSessions, type CutRow, type SessionRow } from './session-rows.ts'
import { stateRows, unseen, writeStates, type StateRow } from './state-rows.ts'

/** A beat of a person. */
export interface PersonBeat extends WatchBeat {
  readonly ownerId: number
  readonly session: string
  /** Where the player stands, in whole seconds. */
  readonly at: number
}

/** What became of a beat. */
export interface HeardBeat {
  readonly session: SessionRow
  readonly state: StateRow
  /** The device that has the clock, where it is another one. */
  readonly busy: string | null
  /** Seconds that were counted by this beat. */
  readonly gained: number
  /** When the lesson was completed, with this recording or an earlier one; null while it is not. */
  readonly completeAt: string | null
}

/** What a bundle writes, gathered while its beats are counted. */
interface Changes {
  readonly clocks: Map<number, ClockRow>
  readonly sessions: Map<string, SessionRow>
  readonly states: Map<string, StateRow>
  readonly cuts: CutRow[]
}

const recording = ({ ownerId, kind, lessonId, mediaNo }: SessionRow | StateRow) =>
  `${ownerId} ${kind} ${lessonId} ${mediaNo}`

const lessonOf = ({ ownerId, kind, lessonId }: SessionRow | StateRow) => `${ownerId} ${kind} ${lessonId}`

const minute = 60_000

/** More seconds of a session than anybody plays; a script that tells more does not overflow the column. */
const mostSeconds = 1_000_000_000

/**
 * Counts some beats in one transaction, one of a person; null for a beat whose session this person does not
 * have. The clocks are locked before anything is read, so that two processes count one after the other.
 */
export const hearBeats = (
  db: Database,
  beats: readonly PersonBeat[],
): Promise<readonly (HeardBeat | null)[]> =>
  db.transaction(async (tx) => {
    const owners = beats.map(({ ownerId }) => ownerId)
    await lockClocks(tx, owners)
    const before = await readBefore(tx, owners, beats)
    const written: Changes = { clocks: new Map(), sessions: new Map(), states: new Map(), cuts: [] }
    const now = await nowOf(tx)
    const holders = new Map<string, number>()
    const heard = beats.map((beat) => {
      const session = before.sessions.get(beat.session)
      if (session?.ownerId !== beat.ownerId) return null
      const { outcome, ...rest } = count({ before, written, now }, beat, session)
      if (outcome.holder !== null) holders.set(outcome.holder, beat.ownerId)
      const completeAt = before.completed.get(lessonOf(session)) ?? null
      return { ...rest, holder: outcome.holder, gained: outcome.sums.fresh, completeAt }
    })
    await writeClocks(tx, [...written.clocks.values()])
    await writeSessions(tx, [...written.sessions.values()])
    await writeStates(tx, [...written.states.values()])
    await addCuts(tx, written.cuts)
    const devices = await devicesOf(tx, holders)
    return heard.map(
      (one) => one && { ...one, busy: one.holder === null ? null : (devices.get(one.holder) ?? 'other') },
    )
  })

interface Before {
  readonly clocks: ReadonlyMap<number, ClockRow>
  readonly sessions: ReadonlyMap<string, SessionRow>
  readonly states: ReadonlyMap<string, StateRow>
  /** When lessons were completed, by lesson. */
  readonly completed: ReadonlyMap<string, string>
}

async function readBefore(tx: Tx, owners: readonly number[], beats: readonly PersonBeat[]): Promise<Before> {
  const clocks = await clocksOf(tx, owners)
  const ids = beats.map(({ session }) => session)
  const sessions = await sessionRows(tx, sql`owner_id = any(${owners}::int[]) and id = any(${ids}::uuid[])`)
  const lessons = sessions.map(({ lessonId }) => lessonId)
  const states = await stateRows(
    tx,
    sql`owner_id = any(${owners}::int[]) and lesson_id = any(${lessons}::uuid[])`,
  )
  return {
    clocks: new Map(clocks.map((one) => [one.ownerId, one])),
    sessions: new Map(sessions.map((one) => [one.id, one])),
    states: new Map(states.map((one) => [recording(one), one])),
    completed: new Map(
      states.flatMap((one) => (one.completeAt === null ? [] : [[lessonOf(one), one.completeAt] as const])),
    ),
  }
}

function count(
  { before, written, now }: { readonly before: Before; readonly written: Changes; readonly now: number },
  beat: PersonBeat,
  session: SessionRow,
) {
  const { ownerId, id } = session
  const state = before.states.get(recording(session)) ?? unseen(session)
  const outcome = hear(
    { clock: before.clocks.get(ownerId) ?? freshClock, session, seen: state.seen },
    beat,
    { length: session.length, cap: session.cap / 100, lateMinutes: session.lateMinutes },
    now,
  )
  if (outcome.replayed) return { outcome, session, state }
  const { sums } = outcome
  const added = (sum: keyof WatchSums) => Math.min(mostSeconds, session[sum] + sums[sum])
  const told: SessionRow = {
    ...session,
    seq: outcome.session.seq,
    heardAt: outcome.session.heardAt,
    fastest: Math.max(session.fastest, ...beat.claims.map(([, , rate]) => Math.round(rate * 100))),
    fresh: added('fresh'),
    again: added('again'),
    fast: added('fast'),
    late: added('late'),
    busy: added('busy'),
    outside: added('outside'),
  }
  // A player that stops because another one plays does not say where to go on.
  const place =
    outcome.holder === null
      ? { resumeAt: Math.min(beat.at, session.length), device: session.device }
      : { resumeAt: state.resumeAt, device: state.device }
  const next: StateRow = {
    ...state,
    ...place,
    seen: outcome.seen,
    played: joined([...state.played, ...outcome.played]),
    again: joined([...state.again, ...outcome.again]),
  }
  written.clocks.set(ownerId, { ownerId, ...outcome.clock })
  written.sessions.set(id, told)
  written.states.set(recording(session), next)
  for (const reason of cutReasons)
    if (sums[reason] > 0)
      written.cuts.push({
        ownerId,
        session: id,
        minute: now - (now % minute),
        reason,
        seconds: sums[reason],
      })
  return { outcome, session: told, state: next }
}

/** The devices of the sessions that hold clocks. */
async function devicesOf(tx: Tx, holders: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, string>> {
  if (holders.size === 0) return new Map()
  const rows = await sessionRows(
    tx,
    sql`owner_id = any(${[...holders.values()]}::int[]) and id = any(${[...holders.keys()]}::uuid[])`,
  )
  return new Map(rows.map(({ id, device }) => [id, device]))
}
