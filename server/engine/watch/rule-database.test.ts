import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lengthOf } from '../../../catalogue/watch/stretches.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { openTestDatabase } from '../../platform/db/testing/test-database.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { everything } from '../../platform/testing/test-extent.ts'
import { hearBeats, type PersonBeat } from './bundle.ts'
import { nowOf } from './clock.ts'
import { openSession } from './open.ts'
import { sessionRows } from './session-rows.ts'
import type { WatchedLesson } from './source.ts'
import { stateRows } from './state-rows.ts'
import { lessonOf, watchRun, type WatchRun } from './test-acts.ts'

const runs = everything ? 500 : 100
const seed = everything ? Date.now() : 47

let test: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
beforeAll(async () => {
  test = await openTestDatabase('watch-rule')
  db = test.db
})
afterAll(() => test.drop())

/** A person who plays one run, and what he told. */
interface Player {
  readonly ownerId: number
  readonly run: WatchRun
  readonly lessons: readonly [string, string]
  /** The session of each of the four players, with the number of its last beat. */
  readonly sessions: Map<number, { readonly id: string; seq: number }>
  claimed: number
  beats: number
}

const lessonFor = ({ run, lessons }: Player, player: number): WatchedLesson => ({
  kind: 'course',
  lessonId: lessons[lessonOf(player)] ?? lessons[0],
  mediaNo: 1,
  terms: { length: run.length, cap: run.cap, lateMinutes: run.lateMinutes },
  threshold: 90,
  checkpoints: [],
})

/** Time passes for these people: what they did lies further back. */
async function pass(waits: readonly (readonly [ownerId: number, ms: number])[]): Promise<void> {
  const of = sql`unnest(${waits.map(([id]) => id)}::int[], ${waits.map(([, ms]) => ms)}::int[]) x (id, ms)`
  await db.execute(sql`
    update watch_clock c set spent_until = (c.spent_until at time zone 'UTC' - make_interval(secs => x.ms / 1000.0)) at time zone 'UTC',
      holder_heard = (c.holder_heard at time zone 'UTC' - make_interval(secs => x.ms / 1000.0)) at time zone 'UTC'
    from ${of} where c.owner_id = x.id`)
  await db.execute(sql`
    update watch_session s set opened_at = (s.opened_at at time zone 'UTC' - make_interval(secs => x.ms / 1000.0)) at time zone 'UTC',
      heard_at = (s.heard_at at time zone 'UTC' - make_interval(secs => x.ms / 1000.0)) at time zone 'UTC'
    from ${of} where s.owner_id = x.id`)
}

/** One act of everybody: openings one by one, all beats in one bundle. */
async function step(players: readonly Player[], n: number): Promise<void> {
  const acting = players.flatMap((one) => {
    const act = one.run.acts[n]
    return act ? [{ one, act }] : []
  })
  await pass(acting.map(({ one, act }) => [one.ownerId, act.after]))
  const beats: PersonBeat[] = []
  for (const { one, act } of acting) {
    const session = one.sessions.get(act.player)
    if (!session || act.opens) {
      const lesson = lessonFor(one, act.player)
      const key = { ownerId: one.ownerId, kind: lesson.kind, lessonId: lesson.lessonId, mediaNo: 1 }
      one.sessions.set(act.player, { id: await openSession(db, key, lesson, 'desk'), seq: 0 })
      continue
    }
    const seq = session.seq + act.step
    beats.push({
      ownerId: one.ownerId,
      session: session.id,
      seq,
      claims: act.claims,
      takes: act.takes,
      at: 0,
    })
    if (seq <= session.seq) continue
    session.seq = seq
    one.beats += 1
    one.claimed += act.claims.reduce((sum, [from, to]) => sum + to - from, 0)
  }
  // Sent twice at once, as by two processes: one of the two is a repetition.
  const [first, second] = await Promise.all([hearBeats(db, beats), hearBeats(db, beats)])
  for (const [place, one] of first.entries()) {
    const gained = [one?.gained ?? 0, second[place]?.gained ?? 0]
    expect(Math.min(...gained)).toBe(0)
  }
}

it(`holds in the database over ${runs} people and their devices, told twice (a, c, d, e)`, async () => {
  const players = fc.sample(watchRun, { numRuns: runs, seed }).map((run, n): Player => ({
    ownerId: n + 1,
    run,
    lessons: [uuidv7(), uuidv7()],
    sessions: new Map(),
    claimed: 0,
    beats: 0,
  }))
  const most = Math.max(...players.map(({ run }) => run.acts.length))
  for (let n = 0; n < most; n += 1) await step(players, n)
  const now = await nowOf(db)
  const [sessions, states] = [await sessionRows(db, sql`true`), await stateRows(db, sql`true`)]
  const [sessionsOf, statesOf] = [
    Map.groupBy(sessions, ({ ownerId }) => ownerId),
    Map.groupBy(states, ({ ownerId }) => ownerId),
  ]
  const stored = await db.query<{ id: number; seconds: number }>(
    sql`select owner_id as id, sum(seconds)::int as seconds from watch_state group by owner_id`,
  )
  const secondsOf = new Map(stored.map(({ id, seconds }) => [id, seconds]))
  for (const { ownerId, run, claimed, beats } of players) {
    const [own, seen] = [sessionsOf.get(ownerId) ?? [], statesOf.get(ownerId) ?? []]
    const sum = (of: (one: (typeof own)[number]) => number) => own.reduce((all, one) => all + of(one), 0)
    const fresh = sum((one) => one.fresh)
    const lasted = own.length === 0 ? 0 : now - Math.min(...own.map(({ openedAt }) => openedAt))
    const told = `person ${ownerId} of seed ${seed}`
    // No faster than the clock of one person, over all devices and lessons.
    expect(fresh, told).toBeLessThanOrEqual((run.cap * lasted) / 1_000 + 0.01 * beats)
    // Every second that was told has its place.
    expect(
      sum(({ fresh: f, again, fast, late, busy, outside }) => f + again + fast + late + busy + outside),
    ).toBe(claimed)
    // What is counted is what was seen, once.
    const length = seen.reduce((all, one) => all + lengthOf(one.seen), 0)
    expect([length, secondsOf.get(ownerId) ?? 0], told).toEqual([fresh, fresh])
    for (const one of seen) expect(lengthOf(one.seen)).toBeLessThanOrEqual(run.length)
  }
  expect(players.some(({ claimed }) => claimed > 0)).toBe(true)
}, 600_000)
