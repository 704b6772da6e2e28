import type { z } from 'zod'
import { scopeOf, type Actor } from '../../../catalogue/access/access.ts'
import {
  researchStatistics,
  researchStatisticsQuery,
  resultStatistics,
  resultStatisticsQuery,
} from '../../../catalogue/contract/analysis/fixed.ts'
import { labelOf, type DictName } from '../../../catalogue/dictionaries/dictionaries.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { institutionsInScope, placeWithin, type ActorOn, type Place } from '../../engine/access/index.ts'
import type { Engine } from '../../engine/engine.ts'
import { byPlaceBelow, grouped, type Group } from '../../engine/figures/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { sourcesOf, summarised, type ResultSource } from './result-kinds.ts'

const access = [3, 4, 5, 6] as const
const tag = '数据分析'

/** The place of an area code within the actor's scope, or the own institution. */
async function placeOf(engine: Engine, actor: Actor, code: string | undefined): Promise<Place> {
  const own = scopeOf(actor)
  if (own === null) throw new AppError('forbidden')
  if (code === undefined) return placeWithin(engine.db, actor, own.value)
  const row = await engine.db.maybeOne<{ id: number }>(sql`
    select i.id
    from institution i
    where i.area_code = ${code} and i.level in ('province', 'city', 'district') and i.closed_on is null
      and ${institutionsInScope(actor, 'i')}
    order by i.level desc, i.id
    limit 1`)
  if (!row) throw invalid('area_code', '范围内没有该区划')
  return placeWithin(engine.db, actor, row.id)
}

const named =
  (word: (name: string) => string = (name) => name) =>
  ({ name, records }: Group) => ({ name: name === null ? '未填' : word(name), value: records })
const inDict = (dict: DictName) => named((code) => labelOf(dict, code))
const sumOf = (groups: readonly Group[]): number => groups.reduce((all, { records }) => all + records, 0)
const all = sql`true`
const yearOf = (column: string, year: number | undefined): Sql =>
  year === undefined ? all : sql`left(${sql.id('r', column)}::text, 4) = ${String(year)}`

type Research = z.output<typeof researchStatisticsQuery>

async function research(engine: Engine, actor: Actor, { area_code: area, year, level }: Research) {
  const place = await placeOf(engine, actor, area)
  const where = sql`${yearOf('start_month', year)} and ${level === undefined ? all : sql`r.project_level = ${level}`}`
  // One project stands in the archive of each of its members; its name and approval say that it is one. It
  // counts where the first of them belongs, so that every split adds up to the number of projects.
  const once = { matter: sql`r.project_name, r.approval_no`, order: sql`r.award_position` }
  const ask = (by: Sql) => grouped(engine, actor, { type: 'researchRecord', place, where, by, once })
  const stages = await ask(sql`r.execution_status`)
  const inState = (...codes: readonly string[]) =>
    sumOf(stages.filter(({ name }) => name !== null && codes.includes(name)))
  return {
    summary: {
      projects: sumOf(stages),
      established: inState('1', '3', '4'),
      closed: inState('4'),
    },
    by_stage: stages.map(inDict('executionStatus')),
    by_area: (await ask(byPlaceBelow(place))).map(named()),
    by_subject: (await ask(sql`t.subject`)).map(inDict('subject')),
  }
}

/** Years of the trend. */
const trendYears = 10

type Result = z.output<typeof resultStatisticsQuery>

function merged(lists: readonly (readonly { name: string; value: number }[])[]) {
  const sums = new Map<string, number>()
  for (const { name, value } of lists.flat()) sums.set(name, (sums.get(name) ?? 0) + value)
  return [...sums].map(([name, value]) => ({ name, value }))
}

async function result(engine: Engine, actor: Actor, { area_code: area, year, kind }: Result) {
  const place = await placeOf(engine, actor, area)
  const sources = sourcesOf(kind)
  const ask = ({ type, time, where }: ResultSource, by: Sql, ofYear = year) =>
    grouped(engine, actor, { type, place, where: sql`${where} and ${yearOf(time, ofYear)}`, by })
  const count = async (source: ResultSource) => sumOf(await ask(source, sql`'all'`))
  const levels = sources.includes(summarised.award) ? await ask(summarised.award, sql`r.admin_level`) : []
  const areas = await Promise.all(
    sources.map(async (of) => (await ask(of, byPlaceBelow(place))).map(named())),
  )
  const years = await Promise.all(
    sources.map(async (of) =>
      (await ask(of, sql`left(${sql.id('r', of.time)}::text, 4)`, undefined)).map(named()),
    ),
  )
  const { paper, award, book } = summarised
  return {
    summary: { papers: await count(paper), awards: await count(award), books: await count(book) },
    by_level: levels.map(inDict('adminLevel')),
    by_area: merged(areas).toSorted((a, b) => b.value - a.value),
    trend: merged(years)
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .slice(-trendYears),
  }
}

/** The fixed calls of statistics, over what the archives hold so far. */
export function fixedRoutes(server: Server, engine: Engine, actorOn: ActorOn): void {
  const shared = { method: 'GET', access, tag, perMinute: 60 } as const
  register(server, {
    ...shared,
    url: '/api/v1/page/ky_statistics',
    summary: '科研统计：档案中的课题，按进展、区域、学科',
    query: researchStatisticsQuery,
    answer: researchStatistics,
    handle: ({ query }, request) => research(engine, actorOn(request), query),
  })
  register(server, {
    ...shared,
    url: '/api/v1/page/result_statistics',
    summary: '成果统计：档案中的论文、获奖、著作，按级别、区域、年份',
    query: resultStatisticsQuery,
    answer: resultStatistics,
    handle: ({ query }, request) => result(engine, actorOn(request), query),
  })
}
