import { scopeOf, type Actor } from '../../../catalogue/access/access.ts'
import { statusesOf } from '../../../catalogue/contract/archive/roll.ts'
import type { Figure } from '../../../catalogue/contract/workspace.ts'
import { pathOfPage } from '../../../catalogue/pages/pages.ts'
import type { Engine } from '../../engine/engine.ts'
import { scopeCondition } from '../../engine/access/index.ts'
import { sql } from '../../platform/db/sql.ts'
import type { WorkbenchTools } from './tools.ts'

/** Records of one type in the actor's scope. */
interface TypeCounts {
  readonly type: string
  readonly open: number
  readonly forwarded: number
  readonly returned: number
}
type CountColumn = Exclude<keyof TypeCounts, 'type'>

/**
 * How many records of the actor's scope are under review, are with a level above, or came back, by type: one
 * statement, along the partial indexes of both states.
 */
function countedBy(engine: Engine, actor: Actor): Promise<TypeCounts[]> {
  const scope = scopeCondition(actor, 'v')
  return engine.db.query<TypeCounts>(sql`
    select counted.type, sum(open)::int as open, sum(forwarded)::int as forwarded,
      sum(returned)::int as returned
    from (
      select v.type, count(*) as open, count(*) filter (where v.holder_role > ${actor.role}) as forwarded,
        0 as returned
      from revision v where ${scope} and v.state = 'inReview'
      group by v.type
      union all
      select v.type, 0, 0, count(*)
      from revision v
      where ${scope} and v.state in ('returned', 'rejected') and v.replaced_at is null
      group by v.type) counted
    group by counted.type
    order by counted.type`)
}

/** The types with any record of a standing, the most first. */
const rowsWith = (rows: readonly TypeCounts[], standing: CountColumn): TypeCounts[] =>
  rows.filter((row) => row[standing] > 0).toSorted((a, b) => b[standing] - a[standing])

/**
 * Figures of the actor's scope, each with what it counts and the list of exactly that many rows. Records of
 * several kinds stand on several lists, so such a figure names its parts.
 */
export async function figuresOf(engine: Engine, tools: WorkbenchTools, actor: Actor): Promise<Figure[]> {
  if (scopeOf(actor) === null) return []
  const [people, counted] = await Promise.all([
    engine.db.one<{ count: number }>(
      sql`select count(*)::int as count from teacher t
        where ${scopeCondition(actor, 't', 'id')} and t.status = any(${[...statusesOf(undefined)]}::text[])`,
    ),
    countedBy(engine, actor),
  ])
  const partsOf = (standing: CountColumn) =>
    rowsWith(counted, standing).flatMap(({ type, [standing]: count }) => {
      const link = tools.linkOf(type, null, 'review', actor.role)
      const definition = engine.records[type]
      return link === null || !definition
        ? []
        : [{ label: definition.title, value: count, link: `${link}&state=${standing}` }]
    })
  const total = (standing: CountColumn) => counted.reduce((sum, row) => sum + row[standing], 0)
  const list = pathOfPage(actor.role, 'roll')
  return [
    {
      key: 'teachers',
      label: '在册教职工',
      value: people.count,
      definition:
        '人事关系在本范围内、状态为在册的人数，与教师名册“全部在册”一致；队伍统计不含代课、兼任和返聘',
      link: list === '' ? null : list,
      parts: [],
    },
    {
      key: 'open',
      label: '审核中',
      value: total('open'),
      definition: '本范围内已提交、尚未办结的档案条数，含下级和上级正在审核的',
      link: null,
      parts: [],
    },
    {
      key: 'forwarded',
      label: '已上报',
      value: total('forwarded'),
      definition: '本范围内本级已通过、上级还在审核的条数',
      link: null,
      parts: partsOf('forwarded'),
    },
    {
      key: 'returned',
      label: '退回待改',
      value: total('returned'),
      definition: '本范围内被退回修改或不予通过、教师尚未处理的条数',
      link: null,
      parts: partsOf('returned'),
    },
  ].filter(({ key }) => key !== 'forwarded' || actor.role !== 6)
}
