import type { Actor } from '../../../catalogue/access/access.ts'
import {
  sharedViews,
  type QuestionLine,
  type QuestionQuery,
  type QuestionView,
} from '../../../catalogue/contract/questions.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { askedRuns, gramQuery } from '../publishing/index.ts'
import { libraryPage } from '../sharing/index.ts'
import { isWriter, joined, selected, writtenBy, type QuestionRow } from './row.ts'
import { questionKind } from './shelving.ts'
import { chaptersOf, lineOfValue, questionTextsOf, type FileAddress } from './shown.ts'
import { levelOfStep, waitsFor } from './way.ts'

/** What reading questions needs. */
export interface ReadingNeeds {
  readonly db: Queryable
  readonly fileAddress: FileAddress
}

type SharedView = (typeof sharedViews)[number]
const isShared = (view: QuestionView): view is SharedView => sharedViews.some((one) => one === view)

/** A page of the bank: what others share, what the actor wrote, or what waits for his office. */
export const questionPage = (needs: ReadingNeeds, actor: Actor, asked: QuestionQuery) =>
  isShared(asked.view) ? sharedPage(needs, actor, asked, asked.view) : rowsPage(needs, actor, asked)

async function sharedPage(needs: ReadingNeeds, actor: Actor, asked: QuestionQuery, view: SharedView) {
  const { db } = needs
  const { page, pageSize, order, node, point, year, subject, grade, difficulty } = asked
  const terms = asked.keyword ? gramQuery(askedRuns(asked.keyword), false) : ''
  const found = await libraryPage(db, actor, questionKind, {
    page,
    pageSize,
    order,
    node,
    point,
    year,
    subject,
    grade,
    difficulty,
    view,
    terms,
    structure: asked.questionKind,
    form: asked.questionForm,
    stage: asked.schoolStage,
    reach: asked.shareScope,
  })
  const versions = await db.query<{ id: number; no: number; value: QuestionValue }>(sql`
    select v.question_id as id, v.no, v.value
    from question_version v
    join unnest(${found.list.map(({ id }) => id)}::int[], ${found.list.map(({ version }) => version)}::int[])
      asked (id, no) on asked.id = v.question_id and asked.no = v.no`)
  const byId = new Map(versions.map((one) => [one.id, one.value]))
  const texts = await questionTextsOf(db, needs.fileAddress, [...byId.values()])
  const list = found.list.flatMap((line): QuestionLine[] => {
    const value = byId.get(line.id)
    if (!value) return []
    return [
      {
        ...lineOfValue(texts, value),
        // Of what was taken down only its name is left, for those who kept it.
        ...(line.gone && { stem: '', options: [] }),
        id: line.id,
        no: line.version,
        title: line.title,
        chapters: line.chapters,
        author: line.author,
        org: line.org,
        reach: line.reach,
        state: 'published',
        waitsAt: null,
        remark: null,
        useCount: line.uses.people,
        kept: line.kept,
        own: line.own,
        newer: line.newer,
        gone: line.gone,
        updatedAt: line.publishedAt,
      },
    ]
  })
  return { ...found, list }
}

function whereOf(actor: Actor, { view }: QuestionQuery): Sql {
  if (view === 'queue') return waitsFor(actor)
  const own = writtenBy(actor)
  if (view === 'reviewing') return sql`${own} and q.state = 'inReview'`
  return view === 'returned' ? sql`${own} and q.state = 'draft' and q.remark is not null` : own
}

const columns = [
  'questionKind',
  'questionForm',
  'schoolStage',
  'subject',
  'grade',
  'difficulty',
  'shareScope',
] as const

function narrowed(asked: QuestionQuery): Sql {
  const { keyword, year, node, point } = asked
  const codes = columns.flatMap((key) =>
    asked[key] ? [sql`and q.value ->> ${key}::text = ${asked[key]}`] : [],
  )
  const below = (
    key: 'nodes' | 'points',
    table: 'curriculum_node' | 'knowledge_point',
    id: number,
  ): Sql => sql`
    and exists (
      select 1 from jsonb_array_elements_text(q.value -> ${key}::text) held
      join ${sql.id(table)} n on n.id = held.value::int
      where ${id}::int = any(n.path))`
  return sql`${sql.join(codes, ' ')}
    ${year === undefined ? sql.empty : sql`and (q.value ->> 'year')::int = ${year}`}
    ${node === undefined ? sql.empty : below('nodes', 'curriculum_node', node)}
    ${point === undefined ? sql.empty : below('points', 'knowledge_point', point)}
    ${keyword ? sql`and strpos(lower(q.value ->> 'stem' || ' ' || (q.value ->> 'knowledgePoints')), ${keyword.toLowerCase()}) > 0` : sql.empty}`
}

async function rowsPage({ db, fileAddress }: ReadingNeeds, actor: Actor, asked: QuestionQuery) {
  const { page, pageSize, view } = asked
  const where = sql`${whereOf(actor, asked)} ${narrowed(asked)}`
  const order = view === 'queue' ? sql`q.holder_since, q.id` : sql`q.updated_at desc, q.id desc`
  const [rows, { total }] = await Promise.all([
    db.query<QuestionRow>(sql`
      select ${selected}
      from ${joined}
      where ${where}
      order by ${order}
      limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(
      sql`select count(*)::int as total from (select 1 from question q where ${where} limit 10001) one`,
    ),
  ])
  const values = rows.map(({ value }) => value)
  const [texts, chapters] = await Promise.all([
    questionTextsOf(db, fileAddress, values),
    chaptersOf(db, values),
  ])
  const list = rows.map((row): QuestionLine => ({
    ...lineOfValue(texts, row.value),
    ...lineOfRow(actor, row),
    chapters: chapters(row.value),
  }))
  const isMore = total > 10_000
  return { list, total: Math.min(total, 10_000), ...(isMore && { totalMore: true as const }), page, pageSize }
}

/** What a line says of where a question stands, for whoever deals with it. */
export const lineOfRow = (actor: Actor, row: QuestionRow) => ({
  id: row.id,
  no: row.last_no,
  title: row.title,
  author: row.author,
  org: row.org,
  reach: row.reach,
  state: row.state,
  waitsAt: levelOfStep(row),
  remark: row.state === 'draft' ? row.remark : null,
  useCount: 0,
  kept: false,
  own: isWriter(actor, row),
  newer: false,
  gone: false,
  updatedAt: row.updated_at,
})
