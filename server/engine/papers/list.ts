import type { Actor } from '../../../catalogue/access/access.ts'
import type { PaperLine, PaperQuery, PaperView } from '../../../catalogue/contract/papers.ts'
import { sharedViews } from '../../../catalogue/contract/questions.ts'
import { stepOf } from '../../../catalogue/flows/way.ts'
import { itemsOf, type PaperValue } from '../../../catalogue/papers/value.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { askedRuns, gramQuery } from '../publishing/index.ts'
import { libraryPage } from '../sharing/index.ts'
import { isMaker, joined, madeBy, openedRow, selected, type PaperRow, type StoredRow } from './row.ts'
import { paperKind } from './shelving.ts'
import { waitsFor, wayOf } from './way.ts'

interface Needs {
  readonly db: Queryable
  readonly keys: Keys
}

type SharedView = (typeof sharedViews)[number]
const isShared = (view: PaperView): view is SharedView => sharedViews.some((one) => one === view)

/** A page of papers: what others share, what the actor makes, what is sealed, what waits for his office. */
export const paperPage = (needs: Needs, actor: Actor, asked: PaperQuery) =>
  isShared(asked.view) ? sharedPage(needs, actor, asked, asked.view) : rowsPage(needs, actor, asked)

async function sharedPage({ db }: Needs, actor: Actor, asked: PaperQuery, view: SharedView) {
  const { page, pageSize, order, subject, grade } = asked
  const terms = asked.keyword ? gramQuery(askedRuns(asked.keyword), false) : ''
  const found = await libraryPage(db, actor, paperKind, {
    page,
    pageSize,
    order,
    subject,
    grade,
    view,
    terms,
    form: asked.examPaperKind,
    stage: asked.schoolStage,
  })
  const versions = await db.query<{ id: number; value: PaperValue }>(sql`
    select v.paper_id as id, v.value
    from paper_version v
    join unnest(${found.list.map(({ id }) => id)}::int[], ${found.list.map(({ version }) => version)}::int[])
      asked (id, no) on asked.id = v.paper_id and asked.no = v.no`)
  const byId = new Map(versions.map((one) => [one.id, one.value]))
  const list = found.list.flatMap((line): PaperLine[] => {
    const value = byId.get(line.id)
    if (!value) return []
    return [
      {
        ...lineOfValue(value),
        id: line.id,
        no: line.version,
        author: line.author,
        org: line.org,
        reach: line.gone ? null : line.reach,
        state: line.gone ? 'archived' : 'published',
        waitsAt: null,
        remark: null,
        sealedUntil: null,
        useCount: line.uses.people,
        kept: line.kept,
        own: line.own,
        updatedAt: line.publishedAt,
      },
    ]
  })
  return { ...found, list }
}

/** What a line says of the value itself. */
export const lineOfValue = (value: PaperValue) => ({
  title: value.title,
  examPaperKind: value.examPaperKind,
  schoolStage: value.schoolStage,
  grade: value.grade,
  subject: value.subject,
  totalScore: value.totalScore,
  duration: value.duration,
  items: itemsOf(value).length,
  shareScope: value.shareScope,
})

/** What a line says of where a paper stands, for whoever deals with it. */
export const lineOfRow = (actor: Actor, row: PaperRow): PaperLine => ({
  ...lineOfValue(row.value),
  id: row.id,
  no: row.last_no,
  author: row.author,
  org: row.org,
  reach: row.reach,
  state: row.state,
  waitsAt: stepOf(wayOf(row))?.level ?? null,
  remark: row.state === 'draft' ? row.remark : null,
  sealedUntil: row.state === 'sealed' ? row.sealed_until : null,
  useCount: 0,
  kept: false,
  own: isMaker(actor, row),
  updatedAt: row.updated_at,
})

/** A sealed paper is in the part of sealed ones alone, and for the named people only. */
function whereOf(actor: Actor, { view }: PaperQuery): Sql {
  if (view === 'queue') return waitsFor(actor)
  if (view === 'sealed')
    return sql`q.state = 'sealed' and exists (
      select 1 from paper_person n where n.paper_id = q.id and n.person_id = ${actor.personId})`
  return sql`q.state <> 'sealed' and ${madeBy(actor)}`
}

const columns = ['examPaperKind', 'schoolStage', 'grade', 'subject'] as const

function narrowed(asked: PaperQuery): Sql {
  if (asked.view === 'sealed') return sql.empty
  const codes = columns.flatMap((key) =>
    asked[key] ? [sql`and q.value ->> ${key}::text = ${asked[key]}`] : [],
  )
  return sql`${sql.join(codes, ' ')}
    ${asked.keyword ? sql`and strpos(lower(q.title), ${asked.keyword.toLowerCase()}) > 0` : sql.empty}`
}

async function rowsPage({ db, keys }: Needs, actor: Actor, asked: PaperQuery) {
  const { page, pageSize, view } = asked
  const where = sql`${whereOf(actor, asked)} ${narrowed(asked)}`
  const order = view === 'queue' ? sql`q.holder_since, q.id` : sql`q.updated_at desc, q.id desc`
  const [rows, { total }] = await Promise.all([
    db.query<StoredRow>(sql`
      select ${selected}
      from ${joined(actor)}
      where ${where}
      order by ${order}
      limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(
      sql`select count(*)::int as total from (select 1 from paper q where ${where} limit 10001) one`,
    ),
  ])
  const list = rows.map((row) => lineOfRow(actor, openedRow(keys, row)))
  const isMore = total > 10_000
  return { list, total: Math.min(total, 10_000), ...(isMore && { totalMore: true as const }), page, pageSize }
}
