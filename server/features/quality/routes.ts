import type { Actor } from '../../../catalogue/access/access.ts'
import {
  findingPage,
  findingQuery,
  findingSummary,
  type FindingView,
} from '../../../catalogue/contract/archive/quality.ts'
import type { Engine } from '../../engine/engine.ts'
import { type ActorOn, scopeCondition, teachersCalled } from '../../engine/access/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { summaryOf } from './summary.ts'

type Query = ReturnType<typeof findingQuery.parse>
type Row = Omit<FindingView, 'title' | 'label' | 'other'> & {
  total: number
  otherId: number | null
  otherName: string | null
  otherInstitution: string | null
}

/**
 * The statement of a page: by archive, so that one teacher's findings stand together. Exported for the test
 * that reads its plan.
 */
export function findingStatement(actor: Actor, query: Query, owners: readonly number[] | null = null): Sql {
  const where = sql.join(
    [
      scopeCondition(actor, 'f'),
      ...(query.kind ? [sql`f.kind = ${query.kind}`] : []),
      ...(query.type ? [sql`f.type = ${query.type}`] : []),
      ...(owners ? [sql`f.owner_id = any(${[...owners]}::int[])`] : []),
    ],
    ' and ',
  )
  return sql`
    select c.total, p.* from (select count(*)::int as total from (
      select 1 from quality_finding f join teacher t on t.id = f.owner_id where ${where} limit 10001) n) c
    left join (select f.owner_id as "ownerId", t.name as "ownerName", coalesce(i.name, '') as "institutionName",
        f.kind, f.type,
        f.record_id as "recordId", f.field, f.message, o.id as "otherId", o.name as "otherName",
          oi.name as "otherInstitution"
      from quality_finding f
      join teacher t on t.id = f.owner_id
      left join institution i on i.id = f.institution_id
        left join teacher o on o.id = f.other_id and ${scopeCondition(actor, 'o', 'id')}
        left join institution oi on oi.id = o.institution_id
      where ${where}
      order by f.kind, f.owner_id, f.type
      limit ${query.pageSize}
      offset ${(query.page - 1) * query.pageSize}) p on true`
}

/**
 * The data-quality report of a school and above. Reading only; who mends what is said by the record's own
 * rights.
 */
export function qualityRoutes(server: Server, engine: Engine, actorOn: ActorOn): void {
  const tag = '数据质量'
  register(server, {
    method: 'GET',
    url: '/api/v1/quality',
    mayLag: true,
    access: [3, 4, 5, 6],
    tag,
    summary: '档案中的缺漏、矛盾、异常值和疑似重复，每条指到栏目',
    query: findingQuery,
    answer: findingPage,
    handle: async ({ query }, request) => {
      const actor = actorOn(request)
      const owners = query.q ? await teachersCalled(engine.search, actor, query.q) : null
      const rows = await engine.search.query<Row>(findingStatement(actor, query, owners))
      const total = rows[0]?.total ?? 0
      await engine.readings.note(
        actor,
        { kind: 'findings' },
        rows.flatMap(({ ownerId }) => ownerId ?? []),
      )
      return {
        list: rows.filter((row) => row.ownerId !== null).map((row) => viewOf(engine, row)),
        total: Math.min(total, 10_000),
        ...(total > 10_000 && { totalMore: true as const }),
        page: query.page,
        pageSize: query.pageSize,
      }
    },
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/quality/summary',
    mayLag: true,
    access: [3, 4, 5, 6],
    tag,
    summary: '数据质量汇总：按类别、按档案栏目的条数',
    answer: findingSummary,
    handle: async (_, request) => summaryOf(engine, actorOn(request)),
  })
}

function viewOf(engine: Engine, row: Row): FindingView {
  const definition = engine.records[row.type]
  return {
    ownerId: row.ownerId,
    ownerName: row.ownerName,
    institutionName: row.institutionName,
    kind: row.kind,
    type: row.type,
    title: definition?.title ?? row.type,
    recordId: row.recordId,
    field: row.field,
    label: row.field === 'attachments' ? '佐证材料' : (definition?.fields[row.field]?.label ?? ''),
    message: row.message,
    other:
      row.otherId === null
        ? null
        : { ownerId: row.otherId, name: row.otherName ?? '', institution: row.otherInstitution ?? '' },
  }
}
