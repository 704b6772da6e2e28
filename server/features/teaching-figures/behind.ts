import type { Actor } from '../../../catalogue/access/access.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { teachingColumns, type TeachingReport } from '../../../catalogue/figures/teaching.ts'
import { researchActivity } from '../../../catalogue/processes/research-activity.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { headsOfPeople, type Behind } from '../../engine/figures/index.ts'
import { caseRows } from '../../engine/processes/index.ts'
import { reaches } from '../../engine/sharing/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { askedOf, type ReportNeeds, type ReportQuery, type ReportRequest } from './asked.ts'
import { named, stageAndSubject, type ListPlan } from './list-plan.ts'
import { liveList } from './live-list.ts'
import { allKey, nameOfRow } from './rows.ts'
import { accountsOf, activitiesOf, factsOf, itemsOf, researchersOf, type CountedSource } from './sources.ts'
import { kindWords } from './words.ts'

/** What stands behind a number of a report; a row or column that has no list is refused. */
export async function behindNumber(
  needs: ReportNeeds,
  actor: Actor,
  report: TeachingReport,
  query: ReportQuery & { readonly row: string; readonly column: string },
): Promise<{ readonly asked: ReportRequest; readonly behind: Behind }> {
  const { row, column: key, ...question } = query
  const asked = await askedOf(needs, actor, report, question)
  const column = teachingColumns(report, asked.group).find((one) => one.key === key)
  const plan = column?.opens === true ? plans[key]?.(needs, asked) : undefined
  if (!column || !plan) throw invalid('column', '这个数字没有名单')
  const name = await nameOfRow(needs, asked, row)
  const { source, unit, heads } = plan
  const rows = row === allKey ? source.from : sql`${source.from} and ${source.key} = ${row}`
  const { total } = await needs.engine.db.one<{ total: number }>(
    sql`select ${plan.total}::int as total ${rows}`,
  )
  return {
    asked,
    behind: {
      title: `${name}：${column.title}`,
      unit,
      heads,
      total,
      lines: (stretch) => plan.lines({ rows, stretch }),
    },
  }
}

const persons = sql`count(distinct x.owner_id)`
interface PersonLine {
  readonly id: number
  readonly institution: string
  readonly stage: string | null
  readonly subject: string | null
  readonly said: string | null
}

/** People, each once; `said`: what the list says of each beside stage and subject, over `x` and `t`. */
const peopleList =
  (source: (asked: ReportRequest) => CountedSource, head: string, said: Sql) =>
  (needs: ReportNeeds, asked: ReportRequest): ListPlan => ({
    source: source(asked),
    unit: '人',
    heads: headsOfPeople('学段', '学科', head),
    total: persons,
    lines: async ({ rows, stretch }) => {
      const list = await needs.engine.db.query<PersonLine>(sql`
        select t.id, coalesce(i.name, '') as institution, t.stage, t.subject, b.said
        from (select x.owner_id, ${said} as said ${rows} group by x.owner_id) b
          join teacher t on t.id = b.owner_id
          left join institution i on i.id = t.institution_id
        order by i.name_sort nulls last, i.id, t.name_sort, t.id
        limit ${stretch.most} offset ${stretch.from}`)
      return named(
        needs,
        asked,
        list.map((line) => ({
          ...line,
          key: String(line.id),
          values: [...stageAndSubject(line), line.said ?? ''],
        })),
      )
    },
  })

interface FactLine {
  readonly id: number
  readonly ref: string
  readonly institution: string
  readonly stage: string | null
  readonly subject: string | null
  readonly day: string
  readonly activity: string
  readonly what: string
  readonly tenths: number
}

/** The number of a case or a sitting that a text of a fact is; null for others, which name nothing of that kind. */
const numberIn = (text: Sql): Sql =>
  sql`case when ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${text}::uuid end`

/** What facts of a kind are about: the title of the sitting or of the lesson. */
const titleOf: Readonly<Record<string, Sql>> = {
  present: sql`(select s.title from teaching_sitting s where s.id = ${numberIn(sql`x.ref`)} and s.campaign_id = k.campaign_id)`,
  taught: sql`k.value ->> 'lessonTitle'`,
  observed: sql`(select l.value ->> 'lessonTitle' from ${caseRows} l where l.id = ${numberIn(sql`x.ref`)})`,
}

/** Facts, one by one. */
const factList =
  (kind: 'present' | 'taught' | 'observed', unit: string) =>
  (needs: ReportNeeds, asked: ReportRequest): ListPlan => ({
    source: factsOf(asked, kind),
    unit,
    heads: headsOfPeople('学段', '学科', '活动', kind === 'present' ? '场次' : '课题', '日期', '学时'),
    total: sql`count(*)`,
    lines: async ({ rows, stretch }) => {
      const list = await needs.engine.db.query<FactLine>(sql`
        select x.owner_id as id, x.ref, coalesce(i.name, '') as institution, x.stage, x.subject, x.day::text,
          coalesce(c.title, '') as activity, coalesce(${titleOf[kind]}, '') as what, x.tenths
        from (select x.* ${rows} order by x.day desc, x.owner_id, x.ref limit ${stretch.most} offset ${stretch.from}) x
          left join institution i on i.id = x.institution_id
          left join ${caseRows} k on k.id = ${numberIn(sql`x.source`)}
          left join campaign c on c.id = k.campaign_id
        order by x.day desc, x.owner_id, x.ref`)
      return named(
        needs,
        asked,
        list.map((line) => ({
          id: line.id,
          key: `${line.id} ${line.ref}`,
          institution: line.institution,
          values: [
            ...stageAndSubject(line),
            line.activity,
            line.what,
            line.day,
            line.tenths === 0 ? '' : (line.tenths / 10).toFixed(1),
          ],
        })),
      )
    },
  })

interface ActivityLine {
  readonly id: string
  readonly title: string
  readonly host: string
  readonly kind: string
  readonly state: string
  readonly end: string
}

const activityList = (needs: ReportNeeds, asked: ReportRequest): ListPlan => ({
  source: activitiesOf(asked),
  unit: '次',
  heads: { name: '活动', institution: '主办单位', values: ['教研形式', '结束', '状态'] },
  total: sql`count(*)`,
  lines: async ({ rows, stretch }) => {
    const list = await needs.engine.db.query<ActivityLine>(sql`
      select x.id, x.title, x.host, x.value ->> 'activityKind' as kind, x.state, left(x.value ->> 'endTime', 10) as end
      ${rows} order by x.value ->> 'endTime' desc, x.id limit ${stretch.most} offset ${stretch.from}`)
    return {
      within: [],
      list: list.map(({ id, title, host, kind, state, end }) => ({
        key: id,
        teacherId: null,
        name: title,
        institution: host,
        values: [labelOf('activityKind', kind), end, stateWord(state)],
      })),
    }
  },
})

const stateWord = (state: string): string =>
  Object.entries(researchActivity.states).find(([name]) => name === state)?.[1].label ?? state

interface ItemLine {
  readonly kind: string
  readonly id: number
  readonly title: string
  readonly author: string
  readonly institution: string
  readonly day: string
  readonly readable: boolean
}

/** Items of the libraries; of what the reader may not open only its kind is told. */
const itemList = (needs: ReportNeeds, asked: ReportRequest): ListPlan => ({
  source: itemsOf(asked),
  unit: '件',
  heads: { name: '名称', institution: '单位', values: ['类别', '作者', '发布日期'] },
  total: sql`count(*)`,
  lines: async ({ rows, stretch }) => {
    const list = await needs.engine.db.query<ItemLine>(sql`
      select s.kind, s.item_id as id, s.title, s.author, s.institution, s.day, ${reaches(asked.actor)} as readable
      from (
        select x.kind, x.item_id, x.title, x.author, x.reach_key, coalesce(i.name, '') as institution, x.day::text as day
        from (select x.* ${rows} order by x.day desc, x.kind, x.item_id limit ${stretch.most} offset ${stretch.from}) x
          left join institution i on i.id = x.institution_id) s
      order by s.day desc, s.kind, s.item_id`)
    return {
      within: [],
      list: list.map(({ kind, id, title, author, institution, day, readable }) => ({
        key: `${kind} ${id}`,
        teacherId: null,
        name: readable ? title : '（仅在其单位内共享）',
        institution,
        values: [kindWords[kind] ?? kind, readable ? author : '', day],
      })),
    }
  },
})

const signInOf = (asked: ReportRequest) => factsOf(asked, 'signIn')
const presentOf = (asked: ReportRequest) => factsOf(asked, 'present')

/** The lists, by the column whose numbers open them. */
const plans: Readonly<Record<string, (needs: ReportNeeds, asked: ReportRequest) => ListPlan>> = {
  accounts: peopleList(
    accountsOf,
    '最近登录',
    sql`(select to_char(max(p.last_login_at), 'YYYY-MM-DD') from person p where p.id = min(x.person_id))`,
  ),
  active: peopleList(signInOf, '登录次数', sql`sum(x.times)::text`),
  researchers: peopleList(researchersOf, '队伍类别', sql`'专职教研员'`),
  people: peopleList(presentOf, '参与场次', sql`count(*)::text`),
  times: factList('present', '人次'),
  taught: factList('taught', '节'),
  observed: factList('observed', '节'),
  activities: activityList,
  liveTimes: liveList,
  passed: itemList,
}
