import type { Actor } from '../../../catalogue/access/access.ts'
import { areaName } from '../../../catalogue/areas/areas.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import {
  searchAnswer,
  searchQuery,
  type SearchAnswer,
  type SearchLine,
  type SearchQuery,
} from '../../../catalogue/contract/portal/portal-search.ts'
import type { AnyContent, ContentName } from '../../../catalogue/contents/define.ts'
import { pathOf } from '../../../catalogue/contents/paths.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import {
  askedRuns,
  askedWords,
  excerpt,
  filesIn,
  fold,
  gramQuery,
  isOpened,
  marked,
  searchedText,
  searchedTypes,
  seen,
  type Value,
} from '../../engine/publishing/index.ts'
import { onSite, type Portal } from './feature.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'

/** Condition on `content c`, of any type: this reader may see it. */
const seenOfAny = (reader: Actor | null): Sql =>
  sql.join(
    searchedTypes(contents).map((definition) => sql`(${seen(definition, reader)})`),
    ' or ',
  )

/**
 * What this reader may see of the search's own rows: what everybody reads, and of the rest what the contents'
 * own condition lets them.
 */
const visible = (reader: Actor | null, stands: Sql): Sql =>
  sql`s.publish_at <= now() and coalesce(s.take_down_at > now(), true) and ${
    reader
      ? sql`(s.audience = '2' or exists (select 1 from content c where c.id = s.content_id and (${seenOfAny(reader)})))`
      : sql`s.audience = '2' and ${isOpened}`
  } ${stands}`

/** What a search of a site leaves out: contents that its columns do not have. */
function standsOn({ placed, client }: Portal): Sql {
  const columns = placed ? (client?.parts.columns ?? []) : []
  if (!placed || columns.length === 0) return sql.empty
  const each = columns.map(({ type }) => sql`(c.type <> ${type} or (true ${placed(contents[type])}))`)
  return sql`and exists (select 1 from content c where c.id = s.content_id and ${sql.join(each, ' and ')})`
}

interface Cell {
  readonly type: ContentName
  readonly area: string
  readonly year: number
  readonly count: number
}

/**
 * How many there are of each type, area and year; counted once, so that each choice can say what it would
 * leave.
 */
export function cellsQuery(reader: Actor | null, stretches: readonly string[], stands: Sql = sql.empty): Sql {
  return sql`select s.type, s.area_code as area, s.year, count(*)::int as count from content_search s
    where s.grams @@ ${gramQuery(stretches, false)}::tsquery and ${visible(reader, stands)} group by 1, 2, 3`
}

const chosen = (asked: SearchQuery) =>
  sql.join(
    [
      ...(asked.type ? [sql`and s.type = ${asked.type}`] : []),
      ...(asked.area ? [sql`and s.area_code = ${asked.area}`] : []),
      ...(asked.year ? [sql`and s.year = ${asked.year}`] : []),
    ],
    ' ',
  )

/** What is asked, and the condition of the site where it is. */
interface AskedPage {
  readonly asked: SearchQuery
  readonly stands: Sql
}

/**
 * The first pages as long as they are filled by titles: far fewer rows than there are with the words
 * anywhere.
 */
function titledQuery(reader: Actor | null, stretches: readonly string[], { asked, stands }: AskedPage): Sql {
  return sql`select s.content_id as id from content_search s
    where s.grams @@ ${gramQuery(stretches, true)}::tsquery and ${visible(reader, stands)} ${chosen(asked)}
    order by s.publish_at desc, s.content_id desc
    limit ${asked.pageSize}
    offset ${(asked.page - 1) * asked.pageSize}`
}

/** The numbers of one page: in the title first, then the newer first. */
function pageQuery(reader: Actor | null, stretches: readonly string[], { asked, stands }: AskedPage): Sql {
  return sql`select s.content_id as id from content_search s
    where s.grams @@ ${gramQuery(stretches, false)}::tsquery and ${visible(reader, stands)}
      ${chosen(asked)}
    order by s.content_id in (select t.content_id
      from content_search t
      where t.grams @@ ${gramQuery(stretches, true)}::tsquery) desc, s.publish_at desc, s.content_id desc
    limit ${asked.pageSize} offset ${(asked.page - 1) * asked.pageSize}`
}

/**
 * Asks with the index of pairs whatever the planner thinks: it takes comparing a row's pairs for free, and
 * would fetch those of every row for a word that most rows have.
 */
export async function byIndex<R>(db: Database, query: Sql): Promise<R[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    return tx.query<R>(query)
  })
}

async function pageOf(
  db: Database,
  reader: Actor | null,
  stretches: readonly string[],
  page: AskedPage,
): Promise<{ id: number }[]> {
  const titled = await byIndex<{ id: number }>(db, titledQuery(reader, stretches, page))
  return titled.length === page.asked.pageSize ? titled : byIndex(db, pageQuery(reader, stretches, page))
}

/** Numbers deeper in the list than anybody turns pages. */
const deepest = 10_000

/** Searches the contents that the reader may see now. */
export async function search(
  feature: Portal,
  reader: Actor | null,
  asked: SearchQuery,
): Promise<SearchAnswer> {
  const { db } = feature
  const whole = askedRuns(asked.q)
  if (whole.length === 0)
    return {
      ...choices([], asked),
      list: [],
      total: 0,
      page: asked.page,
      pageSize: asked.pageSize,
      relaxed: false,
    }
  const stands = standsOn(feature)
  const count = (stretches: readonly string[]) => byIndex<Cell>(db, cellsQuery(reader, stretches, stands))
  const first = await count(whole)
  const words = askedWords(asked.q)
  const relaxed = first.length === 0 && words.length > 0 && words.join(' ') !== whole.join(' ')
  const stretches = relaxed ? words : whole
  const cells = relaxed ? await count(words) : first
  const total = sum(cells.filter((cell) => fits(cell, asked)))
  const deep = (asked.page - 1) * asked.pageSize >= Math.min(total, deepest)
  const rows = deep ? [] : await pageOf(db, reader, stretches, { asked, stands })
  const list = await lines(
    feature,
    reader,
    rows.map(({ id }) => id),
    stretches,
  )
  return {
    ...choices(cells, asked),
    list,
    total: Math.min(total, deepest),
    ...(total > deepest && { totalMore: true as const }),
    page: asked.page,
    pageSize: asked.pageSize,
    relaxed,
  }
}

const sum = (cells: readonly Cell[]) => cells.reduce((total, { count }) => total + count, 0)
type Choice = 'type' | 'area' | 'year'
const fits = (cell: Cell, asked: SearchQuery, but?: Choice) =>
  (['type', 'area', 'year'] as const).every(
    (key) => key === but || asked[key] === undefined || asked[key] === cell[key],
  )

/** Each choice with what it would find beside the other choices made. */
function choices(cells: readonly Cell[], asked: SearchQuery) {
  const of = (key: Choice, label: (code: string) => string) => {
    const left = cells.filter((cell) => fits(cell, asked, key))
    return [...new Set(left.map((cell) => String(cell[key])))].map((code) => ({
      code,
      label: label(code),
      count: sum(left.filter((cell) => String(cell[key]) === code)),
    }))
  }
  const byCount = (a: { count: number; code: string }, b: { count: number; code: string }) =>
    b.count - a.count || (a.code < b.code ? -1 : 1)
  return {
    types: of('type', (code) => contents[code as ContentName].title).toSorted(byCount),
    areas: of('area', (code) => areaName(code) || code).toSorted(byCount),
    years: of('year', (code) => `${code} 年`).toSorted((a, b) => Number(b.code) - Number(a.code)),
  }
}

interface FoundContent {
  readonly id: number
  readonly type: ContentName
  readonly live: Value
  readonly publish_at: string
  readonly org: string
}

/** The found contents as they are shown, in the given order; read again by what the reader may see. */
async function lines(
  { db }: Portal,
  reader: Actor | null,
  ids: readonly number[],
  stretches: readonly string[],
): Promise<SearchLine[]> {
  if (ids.length === 0) return []
  const found = await db.query<FoundContent>(sql`
    select c.id, c.type, c.live, c.publish_at, i.name as org
    from content c
    join institution i on i.id = c.institution_id
    where c.id = any(${ids}::int[]) and (${seenOfAny(reader)})`)
  const held = found.flatMap(({ type, live }) => filesIn(contents[type], live))
  const files =
    held.length === 0
      ? []
      : await db.query<{ id: string; name: string }>(
          sql`select id, name from file where id = any(${held}::uuid[])`,
        )
  return ids.flatMap((id) => {
    const one = found.find((row) => row.id === id)
    return one ? [lineOf(contents[one.type], one, files, stretches)] : []
  })
}

function lineOf(
  definition: AnyContent,
  one: FoundContent,
  files: readonly { id: string; name: string }[],
  stretches: readonly string[],
): SearchLine {
  const { title, body } = searchedText(definition, one.live)
  const own = new Set(filesIn(definition, one.live))
  const named = files.filter(
    ({ id, name }) => own.has(id) && stretches.some((run) => fold(name).includes(run)),
  )
  const kind = definition.category && definition.fields[definition.category]?.dict
  const code = definition.category && one.live[definition.category]
  return {
    id: one.id,
    type: definition.name,
    path: pathOf(definition, one.id, one.live) ?? '/home/index',
    title: marked(title, stretches),
    excerpt: excerpt(body, stretches),
    files: named.slice(0, 3).map(({ name }) => marked(name, stretches)),
    kind: kind && typeof code === 'string' ? labelOf(kind, code) : '',
    publisher: one.org,
    publish_time: one.publish_at,
  }
}

export function searchRoutes(server: Server, feature: Portal): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/portal/search',
    mayLag: true,
    access: 'anyone',
    tokenScope: 'contents',
    tag: '门户',
    summary: '在全部公开内容中搜索',
    perMinute: 120,
    perMinuteFromAddress: 600,
    query: searchQuery,
    answer: searchAnswer,
    handle: ({ query }, { actor, site: client }) => search(onSite(feature, client), actor, query),
  })
}
