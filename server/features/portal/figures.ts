import { z } from 'zod'
import { areaName } from '../../../catalogue/areas/areas.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import { figuresAnswer, type Figures } from '../../../catalogue/contract/portal/figures.ts'
import type { Engine } from '../../engine/engine.ts'
import { forAll } from '../../engine/publishing/index.ts'
import { effectiveTotal } from '../../engine/records/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'

type Words = Omit<Figures['figures'][number], 'value'>

/** Figures in the order of display, each with its definition. */
const shown = [
  { key: 'teachers', label: '在册教师', unit: '人', rule: '现在有任职学校的教师，一人只算一次' },
  { key: 'schools', label: '学校与教学点', unit: '所', rule: '正在办学的幼儿园、中小学、中职学校和教学点' },
  { key: 'records', label: '已审核档案记录', unit: '条', rule: '经学校或教育局审核通过、现行有效的记录' },
  { key: 'policies', label: '公开政策文件', unit: '件', rule: '向社会公开、正在发布的政策文件' },
  { key: 'activities', label: '公开教研活动', unit: '场', rule: '向社会公开的教研活动，含已经结束的' },
  { key: 'resources', label: '公开共享资源', unit: '份', rule: '共享范围为“公开”、不登录也能下载的资源' },
] as const satisfies readonly Words[]
type Key = (typeof shown)[number]['key']

/** Numbers of people below this one are not shown, nor told apart. */
const smallest = 5
const areasRule = '在册教师按任职学校所属县区统计，少于 5 人的并入“其他”'
/** Districts with a bar of their own; the smaller ones stand together. */
const mostAreas = 7

const counted = z.object({
  figures: z.record(z.enum(shown.map(({ key }) => key)), z.int()),
  areas: z.array(z.object({ name: z.string(), value: z.int() })),
})
type FigureCounts = z.infer<typeof counted>
type Area = FigureCounts['areas'][number]

/**
 * The largest districts, and the others as one. A district of fewer than five people is among the others, and
 * so is the next larger one while they are fewer than five together: else they could be found by subtraction.
 */
export function areasOf(rows: readonly Area[], most = mostAreas): Area[] {
  const sorted = rows.filter(({ value }) => value > 0).toSorted((a, b) => b.value - a.value)
  const sumFrom = (place: number) => sorted.slice(place).reduce((sum, { value }) => sum + value, 0)
  const large = sorted.filter(({ value }) => value >= smallest).length
  let end = sorted.length > most ? Math.min(large, most - 1) : large
  while (end > 0 && sumFrom(end) > 0 && sumFrom(end) < smallest) end -= 1
  const others = sumFrom(end)
  return [...sorted.slice(0, end), ...(others >= smallest ? [{ name: '其他', value: others }] : [])]
}

async function count(db: Database, engine: Engine): Promise<FigureCounts> {
  const reviewed = Object.values(engine.records).filter(({ review }) => review)
  const [row, records, areas] = await Promise.all([
    db.one<Record<Exclude<Key, 'records'>, number>>(sql`
      select (select count(*)::int from teacher where institution_id is not null) as teachers,
        (select count(*)::int
          from institution
          where level = 'school' and closed_on is null) as schools,
        (select count(*)::int from content c where ${forAll(contents.policy)}) as policies,
        (select count(*)::int from content c where ${forAll(contents.teachingActivity)}) as activities,
        (select count(*)::int from content c where ${forAll(contents.resource)}) as resources`),
    effectiveTotal(db, reviewed),
    db.query<{ area_code: string; level: string; value: number }>(sql`
      select i.area_code, i.level, count(*)::int as value
      from teacher t join institution i on i.id = coalesce(t.district_id, t.city_id, t.province_id)
      where t.institution_id is not null
      group by 1, 2`),
  ])
  const named = areas.map(({ area_code, level, value }) => ({
    name: `${areaName(area_code)}${level === 'district' ? '' : '直属'}`,
    value,
  }))
  return { figures: { ...row, records }, areas: areasOf(named) }
}

/** Counts everything and keeps it for all processes. */
async function recount(db: Database, engine: Engine): Promise<void> {
  const value = await count(db, engine)
  await db.execute(sql`
    insert into public_figures (value) values (${sql.json(value)})
    on conflict (only_row) do update set at = now(), value = excluded.value`)
}

const kept = (db: Database) =>
  db.maybeOne<{ at: string; value: unknown }>(sql`select at, value from public_figures`)

async function answer(db: Database, engine: Engine): Promise<Figures> {
  // Before the first count of a new installation there is nothing: whoever comes first counts.
  if (!(await kept(db))) await recount(db, engine)
  const row = await kept(db)
  const { figures, areas } = counted.parse(row?.value)
  const people = new Set<string>(['teachers', 'records'] satisfies Key[])
  return {
    at: row?.at ?? '',
    figures: shown
      .map((words) => ({ ...words, value: figures[words.key] }))
      .filter(({ key, value }) => !people.has(key) || value >= smallest),
    areas,
    areasRule,
  }
}

/** Browsers and proxies use a copy for so long; after that they ask whether it still holds. */
const cachedSeconds = 600

/** GET /api/v1/portal/figures. */
export function figureRoutes(server: Server, db: Database, engine: Engine): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/portal/figures',
    access: 'public',
    tag: '门户',
    summary: '首页的区域数据：每项有口径，注明数据时间；对所有人相同，可缓存',
    answer: figuresAnswer,
    cachedFor: cachedSeconds,
    handle: () => answer(db, engine),
  })
}

/** Counts anew every six hours. */
export const figuresJob = (db: Database, engine: Engine): KeptJob => ({
  name: 'portal.figures',
  label: '首页数据统计',
  every: 6 * 3600,
  run: async () => {
    await recount(db, engine)
    return false
  },
})
