import type { PortalPanelKey } from '../../../../catalogue/boards/panels.ts'
import { contents } from '../../../../catalogue/contents/contents.ts'
import type { Panel } from '../../../../catalogue/contract/analysis/figures.ts'
import { roles } from '../../../../catalogue/access/roles.ts'
import { forAll, onShow } from '../../../engine/publishing/index.ts'
import { addDays, today } from '../../../platform/clock/clock.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import type { BoardPlace } from '../needs.ts'
import { panelOfCounts, panelOfNumber, wholeOf } from './rows.ts'
import type { Ask } from './records.ts'

/** Days that the panels of the portal look back: whole ones, today is not over. */
const days = 30

const within = ({ column, id }: BoardPlace, alias: string): Sql => sql`${sql.id(alias, column)} = ${id}`
const since = (): string => addDays(today(), -days)

const shownContents = [
  'notice',
  'policy',
  'trainingNews',
  'course',
  'teachingActivity',
  'liveBroadcast',
  'resource',
  'studio',
] as const
type ShownKind = (typeof shownContents)[number]

/** Contents that everybody may read, published by offices of the place. */
const countOf = (place: BoardPlace, name: ShownKind): Sql => sql`
  select count(*)::int as count
  from content c
  where ${forAll(contents[name])} and ${within(place, 'c')}`

const one =
  (key: PortalPanelKey, name: ShownKind, title: string, unit: string) =>
  async ({ engine, place }: Ask): Promise<Panel> => {
    const { count } = await engine.search.one<{ count: number }>(countOf(place, name))
    const definition = `本地区单位正在公开发布的${contents[name].title}。`
    return panelOfNumber({ key, title, unit, definition }, count)
  }

async function published({ engine, place }: Ask): Promise<Panel> {
  const rows = await engine.search.query<{ name: ShownKind; count: number }>(
    sql.join(
      shownContents.map((name) => sql`select ${name}::text as name, count from (${countOf(place, name)}) n`),
      ' union all ',
    ),
  )
  const found = new Map(rows.map(({ name, count }) => [name, count]))
  return panelOfCounts(
    {
      key: 'portal.contents',
      title: '在发布的内容',
      unit: '篇',
      form: 'bars',
      definition: '本地区单位正在向社会公开发布的内容，按栏目。',
    },
    shownContents.map((name) => ({ key: name, label: contents[name].title, value: found.get(name) ?? 0 })),
  )
}

interface Daily {
  readonly day: string
  readonly readers: number
  readonly reads: number
}

/** Readers of what the offices of the place published, by day: each person once a day and content. */
async function daily({ engine, place }: Ask): Promise<Daily[]> {
  return engine.search.query<Daily>(sql`
    select r.day::text as day, count(distinct r.reader)::int as readers, count(*)::int as reads
    from content_reader r
    join content c on c.id = r.content_id
    where r.day >= ${since()}::date and r.day < ${today()}::date and ${onShow} and ${within(place, 'c')}
    group by 1`)
}

async function readers(given: Ask): Promise<Panel> {
  const found = new Map((await daily(given)).map(({ day, readers: count }) => [day, count]))
  const counts = Array.from({ length: days }, (_, n) => addDays(since(), n)).map((day) => ({
    key: day,
    label: `${Number(day.slice(5, 7))}-${day.slice(8)}`,
    value: found.get(day) ?? 0,
  }))
  return panelOfCounts(
    {
      key: 'portal.readers',
      title: '每日阅读人数',
      unit: '人',
      form: 'lines',
      definition: '近 30 天每天阅读本地区单位所发布内容的人数，一人一天只算一次。',
    },
    counts,
  )
}

async function accounts({ engine, place }: Ask): Promise<Panel> {
  const rows = await engine.search.query<{ role: number; count: number }>(sql`
    select a.role, count(distinct a.id)::int as count
    from session s
    join identity a on a.id = s.identity_id
    join institution i on i.id = a.institution_id
    where s.last_seen_at > now() - ${`${days} days`}::interval and ${within(place, 'i')}
    group by 1
    order by 1`)
  const counts = rows.map(({ role, count }) => ({
    key: `role${role}`,
    label: roles.find((known) => known.role === role)?.label ?? String(role),
    value: count,
  }))
  return panelOfCounts(
    {
      key: 'portal.accounts',
      title: '近 30 天活跃账号',
      unit: '人',
      form: 'bars',
      definition: '近 30 天登录使用过平台的账号，按身份；一个身份只算一次。',
    },
    counts,
    { whole: wholeOf(counts) },
  )
}

/** Each panel over what the portal publishes and who uses it. */
export const portalPanels: Readonly<Record<PortalPanelKey, (given: Ask) => Promise<Panel>>> = {
  'portal.readers': readers,
  'portal.reads': async (given) =>
    panelOfNumber(
      {
        key: 'portal.reads',
        title: '近 30 天阅读人次',
        unit: '人次',
        definition: '近 30 天阅读本地区单位所发布内容的人次，一人一天读一篇算一次。',
      },
      (await daily(given)).reduce((sum, { reads }) => sum + reads, 0),
    ),
  'portal.accounts': accounts,
  'portal.contents': published,
  'portal.resources': one('portal.resources', 'resource', '共享资源', '份'),
  'portal.activities': one('portal.activities', 'teachingActivity', '教研活动', '场'),
  'portal.courses': one('portal.courses', 'course', '研修课程', '门'),
  'portal.studios': one('portal.studios', 'studio', '名师工作室', '个'),
}
