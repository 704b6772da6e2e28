import { scopeOf, type Actor } from '../../../catalogue/access/access.ts'
import type { Figure } from '../../../catalogue/contract/workspace.ts'
import { pathOfPage } from '../../../catalogue/pages/pages.ts'
import type { Engine } from '../../engine/engine.ts'
import { scopeCondition } from '../../engine/access/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { WorkbenchTools } from './tools.ts'

interface Counted {
  readonly type: string
  readonly count: number
}

/**
 * Figures of the actor's scope, each with what it counts and the list of exactly that many rows. Records of
 * several kinds stand on several lists, so such a figure names its parts.
 */
export async function figuresOf(engine: Engine, tools: WorkbenchTools, actor: Actor): Promise<Figure[]> {
  if (scopeOf(actor) === null) return []
  const byType = (state: Sql) =>
    engine.db.query<Counted>(sql`
    select v.type, count(*)::int as count
    from revision v where ${scopeCondition(actor, 'v')} and ${state}
    group by v.type order by count desc, v.type`)
  const [people, open, forwarded, returned] = await Promise.all([
    engine.db.one<{ count: number }>(
      sql`select count(*)::int as count from teacher t where ${scopeCondition(actor, 't', 'id')}`,
    ),
    byType(sql`v.state = 'inReview'`),
    byType(sql`v.state = 'inReview' and v.holder_role > ${actor.role}`),
    byType(sql`v.state in ('returned', 'rejected') and v.replaced_at is null`),
  ])
  const partsOf = (rows: readonly Counted[], state: string) =>
    rows.flatMap(({ type, count }) => {
      const link = tools.linkOf(type, null, 'review', actor.role)
      const definition = engine.records[type]
      return link === null || !definition
        ? []
        : [{ label: definition.title, value: count, link: `${link}&state=${state}` }]
    })
  const total = (rows: readonly Counted[]) => rows.reduce((sum, { count }) => sum + count, 0)
  const list = pathOfPage(actor.role, 'archive-overview')
  return [
    {
      key: 'teachers',
      label: '教职工',
      value: people.count,
      definition: '人事关系在本范围内的教职工人数',
      link: list === '' ? null : list,
      parts: [],
    },
    {
      key: 'open',
      label: '审核中',
      value: total(open),
      definition: '本范围内已提交、尚未办结的档案条数，含下级和上级正在审核的',
      link: null,
      parts: [],
    },
    {
      key: 'forwarded',
      label: '已上报',
      value: total(forwarded),
      definition: '本范围内本级已通过、上级还在审核的条数',
      link: null,
      parts: partsOf(forwarded, 'forwarded'),
    },
    {
      key: 'returned',
      label: '退回待改',
      value: total(returned),
      definition: '本范围内被退回修改或不予通过、教师还没有处理的条数',
      link: null,
      parts: partsOf(returned, 'returned'),
    },
  ].filter(({ key }) => key !== 'forwarded' || actor.role !== 6)
}
