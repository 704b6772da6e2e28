import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Actor } from '../catalogue/access/access.ts'
import { contents } from '../catalogue/contents/contents.ts'
import { buildEngine } from '../server/app/engine.ts'
import { publishingOf } from '../server/app/publishing.ts'
import {
  askedRuns,
  changing,
  create,
  gramQuery,
  gramsOf,
  publish,
} from '../server/engine/publishing/index.ts'
import { libraryPage, type LibraryKind } from '../server/engine/sharing/index.ts'
import { uuidv7 } from '../server/platform/clock/clock.ts'
import { keysFrom } from '../server/platform/crypto/keys.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { sql } from '../server/platform/db/sql.ts'
import { createLog } from '../server/platform/log/log.ts'
import { say, sayLoad, timed } from './timed.ts'

/**
 * Times lists and searches of the shelf as libraries ask it: 2 million resources and 5 million questions of 3 000
 * schools (`BENCH_RESOURCES`, `BENCH_QUESTIONS`; `BENCH_DATA` keeps the database). Aims of resources.md, 10: a
 * chapter with three filters within 100 ms, a search by word, pinyin or formula within 200 ms, an approval within 100 ms,
 * 95 of 100.
 */
const counts = {
  resource: Number(process.env['BENCH_RESOURCES'] ?? 2_000_000),
  question: Number(process.env['BENCH_QUESTIONS'] ?? 5_000_000),
} as const
type Kind = keyof typeof counts
const schools = 3000
const batch = 100_000
const asked = 100

const folder = process.env['BENCH_DATA'] ?? (await mkdtemp(join(tmpdir(), 'xingtan-library-')))
const database = await startEmbedded(folder, createLog('warn'))
await migrate(database.ownerUrl, 'server/migrations')
const db = openDatabase({ url: database.ownerUrl, max: 2, statementTimeout: 0 })

/** One province, 100 districts below 10 cities, schools in turn; numbers are those of the generated rows. */
async function places(): Promise<void> {
  await db.execute(sql`
    insert into institution (id, parent_id, level, province_id, city_id, district_id, code, name, kind, area_code)
    select n,
      case when n = 1 then null when n <= 11 then 1 when n <= 111 then 2 + (n - 12) % 10 else 12 + (n - 112) % 100 end,
      case when n = 1 then 'province' when n <= 11 then 'city' when n <= 111 then 'district' else 'school' end,
      1, case when n > 11 then 2 + (case when n <= 111 then n - 12 else (n - 112) % 100 end) % 10 when n > 1 then n end,
      case when n > 111 then 12 + (n - 112) % 100 when n > 11 then n end, 'B' || n, '单位' || n,
      'office', '440000'
    from generate_series(1, ${111 + schools}) n
    on conflict do nothing`)
}

/** The words of each title, as a title is found by them. */
async function titles(): Promise<void> {
  await db.execute(
    sql`create table if not exists bench_title (place integer primary key, grams text[] not null)`,
  )
  const rows = Array.from({ length: 5000 }, (_, n) => ({
    place: n,
    grams: [...new Set(gramsOf(`第${n}课`))],
  }))
  await db.execute(sql`
    insert into bench_title (place, grams)
    select x.place, array(select jsonb_array_elements_text(x.grams))
    from jsonb_to_recordset(${sql.json(rows)}) as x(place int, grams jsonb)
    on conflict do nothing`)
}

/** Rows of one kind, straight into the shelf; words and chapters repeat as they do in libraries. */
async function shelve(kind: Kind): Promise<void> {
  const { last } = await db.one<{ last: number }>(
    sql`select coalesce(max(item_id), 0) as last from shelf where kind = ${kind} and item_id <= ${counts[kind]}`,
  )
  for (let from = last + 1; from <= counts[kind]; from += batch)
    await db.execute(sql`
      insert into shelf (kind, item_id, version, reach, reach_key, institution_id, district_id, city_id, province_id,
        title, author, stage, grade, subject, form, structure, difficulty, format, bytes, licence, node_ids, point_ids,
        terms, uses, published_at)
      select ${kind}, n, 1, r.reach,
        case r.reach when '1' then i.id when '2' then i.district_id when '3' then i.city_id else 1 end,
        i.id, i.district_id, i.city_id, 1, '第' || n % 5000 || '课', '教师' || n % 9000,
        (2 + n % 3)::text, lpad((1 + n % 12)::text, 2, '0'), (11 + n % 15)::text, lpad((1 + n % 9)::text, 2, '0'),
        (1 + n % 6)::text, (1 + n % 5)::text, 'pdf', 1000000 + n % 9000000, '2',
        array[n % 400, 400 + n % 4000], array[n % 800],
        array_to_tsvector(array(select distinct t from unnest(g.grams || array['w' || n % 5000, 'w' || n % 701,
          'py' || n % 3000, 'Fx' || n % 20000]) t)),
        n % 50, now() - make_interval(mins => n)
      from generate_series(${from}::int, ${Math.min(from + batch - 1, counts[kind])}::int) n
      join institution i on i.id = 112 + n % ${schools}
      join bench_title g on g.place = n % 5000
      cross join lateral (select (array['1', '1', '1', '2', '2', '3', '4'])[1 + n % 7] as reach) r
      on conflict do nothing`)
}

const reader: Actor = {
  identityId: 1,
  personId: 1,
  role: 2,
  name: '教师',
  institutionId: 112,
  institution: '单位112',
  teacherId: 1,
}

/** A teacher and the officers who agree: persons, identities and a teacher's number. */
async function people(): Promise<void> {
  await db.execute(sql`
    insert into person (id, name) overriding system value
    select n, '人员' || n from generate_series(1, 3) n on conflict do nothing`)
  await db.execute(sql`
    insert into identity (id, person_id, role, institution_id) overriding system value
    values (1, 1, 2, 112), (2, 2, 3, 112), (3, 3, 4, 12) on conflict do nothing`)
  await db.execute(sql`
    insert into teacher (id, person_id, name, name_sort, institution_id, district_id, city_id, province_id)
    overriding system value
    select 1, 1, '教师', 'jiao shi|js', id, district_id, city_id, province_id from institution where id = 112
    on conflict do nothing`)
}

/** The step of an office that agrees to a resource: it is read further at once, beside all the others. */
async function approvals(): Promise<void> {
  await people()
  const publishing = publishingOf(buildEngine(db, db, keysFrom(Buffer.alloc(32, 7))), {
    types: contents,
    onChanged: () => {},
  })
  const definition = contents.resource
  const now = { publishAt: null, takeDownAt: null, opinion: '' }
  const go = (actor: Actor, id: number) =>
    changing(publishing, { actor, definition, id, version: null }, (acting) => publish(acting, now, []))
  const waiting: number[] = []
  for (let n = 0; n < asked; n += 1) {
    const file = uuidv7()
    await db.execute(sql`
      insert into file (id, sha256, bytes, mime, name, storage_key, by_identity)
      values (${file}::uuid, ${Buffer.from(file)}, 1000, 'application/pdf', '导学.pdf', ${file}, 1)`)
    const body = {
      title: `待审资源第 ${n} 件`,
      resourceKind: '02',
      schoolStage: '3',
      subject: '14',
      author: '教师',
      shareScope: '2',
      file,
      isOriginal: true,
      licence: '2',
      statement: true,
    }
    const { id } = await create(publishing, { actor: reader, definition, body, key: undefined })
    await go(reader, id)
    waiting.push(id)
  }
  for (const [role, institutionId, office] of [
    [3, 112, 'the school'],
    [4, 12, 'the district'],
  ] as const) {
    const officer: Actor = {
      ...reader,
      role,
      institutionId,
      identityId: role - 1,
      personId: role - 1,
      teacherId: null,
    }
    await timed(`approval by ${office}`, { aim: 100, times: waiting.length }, (n) =>
      go(officer, waiting[n] ?? 0),
    )
  }
}

type Page = Awaited<ReturnType<typeof libraryPage>>

/** The same, and how many of the questions had an answer: a search that finds nothing is quick. */
async function asking(name: string, aim: number, ask: (n: number) => Promise<Page>): Promise<void> {
  const pages = await timed(name, { aim, times: asked }, ask)
  say(`  found something ${pages.filter(({ list }) => list.length > 0).length} times of ${asked}`)
}

async function measure(kind: Kind): Promise<void> {
  const of: LibraryKind = { kind, pending: sql`false` }
  const usual = { view: 'all', page: 1, pageSize: 20, order: 'newest', terms: '' } as const
  await asking(`${kind}, first page`, 100, () => libraryPage(db, reader, of, usual))
  await asking(`${kind}, a chapter and three filters`, 100, (n) => {
    const item = 1 + ((n * 37) % counts[kind])
    return libraryPage(db, reader, of, {
      ...usual,
      node: item % 400,
      stage: String(2 + (item % 3)),
      subject: String(11 + (item % 15)),
      form: `0${1 + (item % 9)}`,
    })
  })
  const found = (term: string) => libraryPage(db, reader, of, { ...usual, terms: `'${term}'` })
  await asking(`${kind}, a word`, 200, (n) => found(`w${(n * 13) % 5000}`))
  await asking(`${kind}, pinyin`, 200, (n) => found(`py${(n * 29) % 3000}`))
  if (kind === 'question') await asking(`${kind}, a formula`, 200, (n) => found(`Fx${(n * 197) % 20_000}`))
  await asking(`${kind}, words typed`, 200, (n) =>
    libraryPage(db, reader, of, { ...usual, terms: gramQuery(askedRuns(`第${n}课`), false) }),
  )
}

try {
  await places()
  await titles()
  const began = performance.now()
  for (const kind of ['resource', 'question'] as const) await shelve(kind)
  await db.execute(sql`vacuum analyze shelf, institution`)
  const { size } = await db.one<{ size: string }>(
    sql`select pg_size_pretty(pg_total_relation_size('shelf')) as size`,
  )
  say(
    `${counts.resource} resources, ${counts.question} questions in ${((performance.now() - began) / 1000).toFixed(0)} s; shelf with indexes ${size}`,
  )
  for (const kind of ['resource', 'question'] as const) await measure(kind)
  await approvals()
  sayLoad()
} finally {
  await db.close()
  await database.stop()
  if (process.env['BENCH_DATA'] === undefined) await rm(folder, { recursive: true, force: true })
}
