import type {
  Outcome,
  StructurePlan,
  StructurePreview,
} from '../../../catalogue/contract/administration/structure.ts'
import type { InvolvedInstitution } from '../../engine/directory/index.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { databaseDay } from '../../platform/db/today.ts'
import { groupTypes } from '../../engine/records/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { changedIn, faultsOf, involvedIn } from './examine.ts'

/** The institutions of a plan as they are now, without a lock. */
export async function readInvolved(
  db: Queryable,
  ids: readonly number[],
): Promise<Map<number, InvolvedInstitution>> {
  const rows = await db.query<InvolvedInstitution>(sql`
    select i.id, i.name, i.code, i.kind, i.level, i.parent_id as "parentId", i.version,
      i.closed_on as "closedOn",
      coalesce((select max(f.to_on) + 1 from institution_former f where f.institution_id = i.id),
        i.opened_on) as since,
      (select count(*)::int from institution b where b.parent_id = i.id and b.closed_on is null) as below
    from institution i
    where i.id = any(${[...ids]}::int[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

interface StructureCounts {
  readonly staff: number
  readonly archives: number
  readonly teaching: number
  readonly waiting: number
  readonly groups: number
  readonly contents: number
  readonly accounts: number
}

/** Counts of what belongs to institutions, each along an index. */
const counted = (db: Queryable, engine: Engine, ids: readonly number[]): Promise<StructureCounts> => {
  const at = [...ids]
  return db.one<StructureCounts>(sql`
    select
      (select count(*)::int from membership m
        where m.institution_id = any(${at}::int[]) and m.kind = 'personnel' and m.to_on is null) as staff,
      (select count(*)::int from teacher t
        where t.institution_id = any(${at}::int[]) and not exists (select 1 from membership m
          where m.teacher_id = t.id and m.kind = 'personnel' and m.to_on is null)) as archives,
      (select count(*)::int from membership m
        where m.institution_id = any(${at}::int[]) and m.kind = 'teaching'
          and (m.to_on is null or m.to_on >= current_date)) as teaching,
      (select count(*)::int from revision v
        where v.institution_id = any(${at}::int[]) and v.state = 'inReview') as waiting,
      (select count(*)::int from revision v
        where v.owner_id = any(${at}::int[]) and v.state = 'approved' and v.superseded_at is null
          and v.type = any(${groupTypes(engine)}::text[])) as groups,
      (select count(*)::int from content c where c.institution_id = any(${at}::int[])) as contents,
      (select count(*)::int from identity a
        where a.institution_id = any(${at}::int[]) and a.role <> 2 and a.state = 'enabled') as accounts`)
}

/** These institutions with all below them. */
async function withBelow(db: Queryable, ids: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    with recursive tree as (
      select unnest(${[...ids]}::int[]) as id
      union all
      select i.id from tree t join institution i on i.parent_id = t.id)
    select id from tree`)
  return rows.map(({ id }) => id)
}

function linesOf(
  plan: StructurePlan,
  all: ReadonlyMap<number, InvolvedInstitution>,
  has: StructureCounts,
): Outcome[] {
  const nameOf = (id: number | null) => (id === null ? '' : (all.get(id)?.name ?? ''))
  const from = changedIn(plan).map(nameOf).join('、')
  const lines = (to: string, rows: readonly (readonly [string, number, string?])[]) =>
    rows
      .map(([what, count, other]) => ({ what, count, from, to: other ?? to }))
      .filter(({ count }) => count > 0)
  if (plan.act === 'merge') {
    const to = plan.fresh?.name ?? nameOf(plan.into)
    const off = plan.officersOf === null ? '停用' : `${nameOf(plan.officersOf)}的沿用，其余停用`
    return lines(to, [
      ['教师（人事关系）', has.staff],
      ['退休、离职人员的档案', has.archives],
      ['外单位教师的任教关系', has.teaching],
      ['待审核的记录', has.waiting],
      ['科组', has.groups],
      ['发布的内容', has.contents],
      ['办公账号', has.accounts, off],
    ])
  }
  if (plan.act === 'close') {
    const above = '上级机构'
    return lines(above, [
      ['退休、离职人员的档案', has.archives],
      ['待审核的记录', has.waiting],
      ['发布的内容', has.contents],
      ['科组', has.groups, '随机构封存'],
      ['办公账号', has.accounts, '停用'],
    ])
  }
  if (plan.act === 'move')
    return lines(nameOf(plan.parentId), [
      ['教师（人事关系）', has.staff],
      ['退休、离职人员的档案', has.archives],
      ['待审核的记录', has.waiting],
      ['发布的内容', has.contents],
      ['办公账号', has.accounts, '不变'],
    ])
  return [
    { what: '教师（人事关系）', count: plan.goes.length, from, to: plan.fresh.name },
    { what: '教师（人事关系）', count: plan.stays.length, from, to: nameOf(plan.id) },
  ]
}

/** Preview of a change as of now. */
export async function previewOf(
  db: Queryable,
  engine: Engine,
  plan: StructurePlan,
): Promise<StructurePreview> {
  const all = await readInvolved(db, involvedIn(plan))
  const ids = plan.act === 'move' ? await withBelow(db, [plan.id]) : changedIn(plan)
  const [faults, has, today] = [
    await faultsOf(db, plan, all),
    await counted(db, engine, ids),
    await databaseDay(db),
  ]
  return {
    lines: linesOf(plan, all, has),
    faults,
    versions: Object.fromEntries([...all.values()].map(({ id, version }) => [String(id), version])),
    confirm: all.get(changedIn(plan)[0] ?? 0)?.name ?? '',
    waits: plan.on > today,
  }
}
