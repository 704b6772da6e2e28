import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { keysFrom } from '../server/platform/crypto/keys.ts'
import { openDatabase, type Database } from '../server/platform/db/database.ts'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { sql } from '../server/platform/db/sql.ts'
import { createLog } from '../server/platform/log/log.ts'
import { openSessions, prepare } from './prepare.ts'
import { startPortal } from './server.ts'
import { ask, processorOf, quantile, watchFor, type Watcher } from './watchers.ts'

/**
 * Lets 20 000 people watch a lesson, each telling a beat every 15 seconds, over HTTP to one process of the
 * portal, and times lists and archive pages before and beside it. Stages raise the rate until something gives
 * way, and the last line says what that was (teaching-research.md, 6.4). `BENCH_PEOPLE`, `BENCH_EVERY`
 * (seconds between two beats), `BENCH_SECONDS` of a stage, `BENCH_STAGES` (multiples of the rate), `BENCH_DATA`.
 */
const people = Number(process.env['BENCH_PEOPLE'] ?? 20_000)
const every = Number(process.env['BENCH_EVERY'] ?? 15)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 600)
const stages = (process.env['BENCH_STAGES'] ?? '1,1.5,2,3').split(',').map(Number)
const folder = process.env['BENCH_DATA'] ?? join(tmpdir(), `xingtan-watching-${people}`)

/** What is aimed at: milliseconds of beats and lists, and how much longer an archive takes beside. */
const aims = { beat: 400, list: 100, archive: 1.3 }

const say = (line: string) => console.log(line)
const whole = (ms: number) => ms.toFixed(0)

/** A published course with one lesson of a day, so that nobody comes to its end. */
async function lessonIn(db: Database): Promise<string> {
  const lesson = randomUUID()
  const value = { title: '大单元教学设计', visibility: '1', lateMinutes: 30, rate: '1.5', threshold: 90 }
  await db.transaction(async (tx) => {
    const { course } = await tx.one<{ course: number }>(sql`
      insert into content (type, value, live, by_identity, institution_id, district_id, city_id, province_id, state,
        publish_at)
      select 'course', ${sql.json(value)}, ${sql.json(value)}, a.id, i.id, i.district_id, i.city_id, i.province_id,
        'published', now()
      from identity a join institution i on i.id = a.institution_id where a.role = 6 order by a.id limit 1
      returning id as course`)
    await tx.execute(sql`
      insert into file (id, sha256, bytes, mime, name, storage_key, by_identity)
      select ${lesson}::uuid, ${Buffer.alloc(32)}, 1, 'video/mp4', '课.mp4', 'none', id from identity limit 1`)
    await tx.execute(sql`
      insert into course_lesson (course_id, id, place, title, media_no) values (${course}, ${lesson}::uuid, 1, '一', 1)`)
    await tx.execute(sql`
      insert into course_media (lesson_id, no, file_id, seconds) values (${lesson}::uuid, 1, ${lesson}::uuid, 86400)`)
  })
  return lesson
}

/** Everybody has opened the lesson a moment ago, and nothing was seen. */
async function watchersOf(db: Database, masterKey: Buffer): Promise<Watcher[]> {
  const lesson = await lessonIn(db)
  await db.execute(sql`truncate watch_clock, watch_state, watch_session, watch_cut`)
  const rows = await db.query<{ identity: number; owner: number; session: string }>(sql`
    with chosen as (
      select a.id as identity, t.id as owner, gen_random_uuid() as session
      from identity a join teacher t on t.person_id = a.person_id where a.role = 2 order by a.id limit ${people}),
    opened as (
      insert into watch_session (owner_id, id, kind, lesson_id, media_no, device, length_s, needed_s, cap,
        late_minutes, opened_at, heard_at)
      select owner, session, 'course', ${lesson}::uuid, 1, 'desk', 86400, 77760, 150, 30, now(), now() from chosen),
    clocks as (insert into watch_clock (owner_id, holder, holder_heard) select owner, session, now() from chosen)
    select identity, owner, session from chosen`)
  await db.execute(sql.raw('analyze watch_session'))
  const tokens = await openSessions(
    db,
    keysFrom(masterKey),
    rows.map(({ identity }) => identity),
  )
  return rows.map(({ identity, owner, session }) => ({
    token: tokens.get(identity) ?? '',
    session,
    owner,
    seq: 0,
    at: 0,
    told: 0,
  }))
}

interface LookAround {
  readonly port: number
  readonly office: string
  readonly teachers: readonly Pick<Watcher, 'token' | 'owner'>[]
}

/** Asks lists of an office and archives of teachers in turn, a question every quarter of a second. */
async function lookAround({ port, office, teachers }: LookAround, until: () => boolean) {
  const agent = new Agent({ keepAlive: true })
  const lists = ['records/studyExperience', 'archives', 'courses', 'workbench'].map(
    (path) => `/api/v1/${path}`,
  )
  const times = { list: [] as number[], archive: [] as number[], failed: 0 }
  for (let n = 0; !until(); n += 1) {
    const isArchive = n % 3 === 0
    const teacher = teachers[n % teachers.length]
    const token = isArchive ? (teacher?.token ?? '') : office
    const path = isArchive ? `/api/v1/archive/${teacher?.owner}` : (lists[n % lists.length] ?? '')
    const began = performance.now()
    const { status } = await ask(agent, port, { token, path })
    times[isArchive ? 'archive' : 'list'].push(performance.now() - began)
    if (status !== 200) times.failed += 1
    await new Promise((go) => setTimeout(go, 250))
  }
  agent.destroy()
  return times
}

const linesOf = (name: string, times: readonly number[]) =>
  `${name}: median ${whole(quantile(times, 0.5))} ms, 95th ${whole(quantile(times, 0.95))} ms, worst ${whole(quantile(times, 1))} ms of ${times.length}`

const database = await startEmbedded(folder, createLog('warn'))
const work = await prepare(database.ownerUrl, people)
const masterKey = Buffer.from(work.masterKey, 'base64')
const db = openDatabase({ url: database.ownerUrl, statementTimeout: 0 })
const watchers = await watchersOf(db, masterKey)
const portal = await startPortal({ url: database.ownerUrl, masterKey: work.masterKey, folder })
const asking: LookAround = {
  port: portal.port,
  office: work.offices['district'] ?? '',
  teachers: watchers.slice(0, 200),
}

interface StageResult {
  readonly gained: number
  /** What gave way; empty for nothing. */
  readonly gave: readonly string[]
}

/** One stage: so many times the rate, with lists and archives beside it. */
async function stage(times: number, quiet: number): Promise<StageResult> {
  const pause = every / times
  const processor = () => processorOf(portal.child.pid ?? 0) + processorOf(database.pid)
  const [used, wal] = [processor(), await walBytes()]
  const began = performance.now()
  let isOver = false
  const beside = lookAround(asking, () => isOver)
  const tally = await watchFor(portal.port, watchers, { every: pause, seconds })
  isOver = true
  const looked = await beside
  const took = (performance.now() - began) / 1_000
  const share = (processor() - used) / took / availableParallelism()
  const bytes = (await walBytes()) - wal
  const beat95 = quantile(tally.times, 0.95)
  const list95 = quantile(looked.list, 0.95)
  const ratio = quantile(looked.archive, 0.5) / quiet
  say(
    `\n${times} × ${whole(people / every)} = ${whole(people / pause)} beats/s asked, ${whole(tally.taken / took)} taken in ${whole(took)} s; failed ${tally.failed}, asked to come later ${tally.slowed}`,
  )
  say(linesOf('beats', tally.times))
  say(linesOf('lists beside', looked.list))
  say(`${linesOf('archives beside', looked.archive)}; ${ratio.toFixed(2)} times the median without`)
  say(
    `processor of portal and database ${(100 * share).toFixed(0)} % of ${availableParallelism()}; ${whole(bytes / Math.max(1, tally.taken))} bytes of WAL a beat; load ${loadavg()[0]?.toFixed(1)}`,
  )
  const gave = [
    tally.failed + looked.failed > 0 && `${tally.failed + looked.failed} requests failed`,
    tally.taken < 0.98 * tally.sent && 'beats were left',
    beat95 > aims.beat && `beats take ${whole(beat95)} ms`,
    list95 > aims.list && `lists take ${whole(list95)} ms`,
    ratio > aims.archive && `archives take ${ratio.toFixed(2)} times as long`,
    tally.slowed > 0 && 'players are asked to tell less often',
  ]
  return { gained: tally.gained, gave: gave.filter((one) => one !== false) }
}

const walBytes = async () =>
  (await db.one<{ at: number }>(sql`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as at`)).at

/** Every second that was answered is there once: stored = seen = told. */
async function isWhole(gained: number): Promise<boolean> {
  const { seconds, seen, wrong } = await db.one<{ seconds: number; seen: number; wrong: number }>(sql`
    select coalesce(sum(s.seconds), 0)::int as seconds, coalesce(sum(l.n), 0)::int as seen,
      count(*) filter (where l.n <> s.seconds)::int as wrong
    from watch_state s,
      lateral (select coalesce(sum(upper(r) - lower(r)), 0)::int as n from unnest(s.seen) r) l`)
  say(`\n${gained} seconds answered, ${seconds} stored, ${seen} seen, ${wrong} rows wrong`)
  return gained === seconds && seconds === seen && wrong === 0
}

try {
  const until = Date.now() + Math.min(30_000, seconds * 1_000)
  // The first questions compile and prepare.
  await lookAround(asking, () => Date.now() > until - 10_000)
  const before = await lookAround(asking, () => Date.now() > until)
  say(`${people} people watch, a beat each ${every} s\n${linesOf('lists', before.list)}`)
  say(linesOf('archives', before.archive))
  let [gained, gave] = [0, [] as readonly string[]]
  for (const times of stages) {
    const result = await stage(times, quantile(before.archive, 0.5))
    gained += result.gained
    gave = result.gave
    if (gave.length > 0) {
      say(`what gives way first, at ${times} times the rate: ${gave.join('; ')}`)
      break
    }
  }
  if (gave.length === 0) say('nothing gave way')
  if (!(await isWhole(gained))) process.exitCode = 1
} finally {
  portal.child.kill()
  await new Promise((end) => portal.child.once('exit', end))
  await work.close()
  await db.close()
  await database.stop()
}
