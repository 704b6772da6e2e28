import type { StructurePlan } from '../../../catalogue/contract/administration/structure.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import type { InvolvedInstitution } from '../../engine/directory/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** Most archives that one change of a parent carries; beyond it a transaction would take too long. */
const mostCarried = 5000

/** Institutions that a change ends, moves or divides. */
export const changedIn = (plan: StructurePlan): readonly number[] =>
  plan.act === 'merge' ? plan.from : [plan.id]

/** Every institution that takes part. */
export function involvedIn(plan: StructurePlan): readonly number[] {
  const other = plan.act === 'merge' ? plan.into : plan.act === 'move' ? plan.parentId : null
  return [...new Set([...changedIn(plan), ...(other === null ? [] : [other])])]
}

type Institutions = ReadonlyMap<number, InvolvedInstitution>

const fault = (field: string, message: string): FieldFault => ({ field, message })

/** Names, at most five, and how many there are in all. */
function named(names: readonly string[]): string {
  const some = names.slice(0, 5).join('、')
  return names.length > 5 ? `${some}等 ${names.length} 人` : some
}

/** Each institution that changes must be open, have none below it, and be older than the day. */
function faultsOfEach(plan: StructurePlan, all: Institutions): FieldFault[] {
  const field = plan.act === 'merge' ? 'from' : 'id'
  return changedIn(plan).flatMap((id): FieldFault[] => {
    const one = all.get(id)
    if (!one) return [fault(field, '没有该机构')]
    if (one.closedOn !== null) return [fault(field, `${one.name}已撤销`)]
    if (one.parentId === null) return [fault(field, `${one.name}是最上级机构，不能调整`)]
    return [
      ...(one.below > 0 && plan.act !== 'move'
        ? [fault(field, `${one.name}还有 ${one.below} 个下级机构，先改变它们的上级`)]
        : []),
      ...(one.since !== null && plan.on <= one.since
        ? [fault('on', `${one.name}现在的名称自 ${one.since} 起使用，生效日期要晚于这一天`)]
        : []),
    ]
  })
}

type Merge = Extract<StructurePlan, { act: 'merge' }>

/** Why the institutions that end cannot become the one that is named. */
function faultsOfSuccessor({ from, into, fresh, officersOf }: Merge): FieldFault[] {
  const isNew = fresh !== null
  return [
    ...((into === null) === isNew ? [] : [fault('into', '请选择保留的机构，或填写新机构的名称')]),
    ...(into !== null && from.includes(into) ? [fault('into', '保留的机构不能同时并入')] : []),
    ...(isNew && from.length < 2 ? [fault('from', '合并成新机构至少要两个机构')] : []),
    ...(officersOf !== null && !(isNew && from.includes(officersOf))
      ? [fault('officersOf', '只能沿用并入机构的账号')]
      : []),
  ]
}

function faultsOfMerge(plan: Merge, all: Institutions): FieldFault[] {
  const { from, into } = plan
  const successor = into === null ? undefined : all.get(into)
  const levels = new Set([...all.values()].map(({ level }) => level))
  return [
    ...(new Set(from).size < from.length ? [fault('from', '同一个机构选了两次')] : []),
    ...faultsOfSuccessor(plan),
    ...(successor?.closedOn ? [fault('into', `${successor.name}已撤销`)] : []),
    ...(levels.size > 1 ? [fault('into', '学校只能与学校合并，直属机构只能与直属机构合并')] : []),
  ]
}

/** Staff with the first day of the present membership. */
export interface Staff {
  readonly teacherId: number
  readonly name: string
  readonly from: string
}

export const readStaff = (db: Queryable, ids: readonly number[]): Promise<Staff[]> =>
  db.query<Staff>(sql`
    select m.teacher_id as "teacherId", t.name, m.from_on as from
    from membership m
    join teacher t on t.id = m.teacher_id
    where m.institution_id = any(${[...ids]}::int[]) and m.kind = 'personnel' and m.to_on is null
    order by t.name_sort, t.id`)

function faultsOfSplit(
  plan: Extract<StructurePlan, { act: 'split' }>,
  staff: readonly Staff[],
): FieldFault[] {
  const { goes, stays } = plan
  const mapped = new Set([...goes, ...stays])
  const known = new Set(staff.map(({ teacherId }) => teacherId))
  const left = staff.filter(({ teacherId }) => !mapped.has(teacherId)).map(({ name }) => name)
  const twice = staff.filter(({ teacherId }) => goes.includes(teacherId) && stays.includes(teacherId))
  return [
    ...(goes.length === 0 ? [fault('goes', '请选择到新机构的教师')] : []),
    ...(stays.length === 0 ? [fault('stays', '没有人留下，请改用更名')] : []),
    ...(left.length > 0 ? [fault('goes', `尚未安排：${named(left)}`)] : []),
    ...(twice.length > 0 ? [fault('goes', `既去又留：${named(twice.map(({ name }) => name))}`)] : []),
    ...([...mapped].some((id) => !known.has(id))
      ? [fault('goes', '名单里有人已不在该机构，请重新预览')]
      : []),
  ]
}

async function faultsOfClose(db: Queryable, id: number, staff: readonly Staff[]): Promise<FieldFault[]> {
  const { teaching } = await db.one<{ teaching: number }>(sql`
    select count(*)::int as teaching
    from membership m
    where m.institution_id = ${id} and m.kind = 'teaching' and (m.to_on is null or m.to_on >= current_date)`)
  return [
    ...(staff.length > 0
      ? [fault('id', `还有 ${staff.length} 位教师的人事关系在这里：${named(staff.map(({ name }) => name))}`)]
      : []),
    ...(teaching > 0 ? [fault('id', `还有 ${teaching} 位外单位教师在这里任教，先结束任教`)] : []),
  ]
}

/** The fault of a code that no such institution could have. */
const faultsOfFresh = (kind: string | undefined, code: string | null): FieldFault[] =>
  kind === '40' && code !== null && !/^\d{10}$/.test(code) ? [fault('code', '学校填 10 位标识码')] : []

/** Why a change cannot be done, by field; empty where it can. */
export async function faultsOf(db: Queryable, plan: StructurePlan, all: Institutions): Promise<FieldFault[]> {
  const staff = plan.act === 'move' ? [] : await readStaff(db, changedIn(plan))
  const found = faultsOfEach(plan, all)
  const kind = all.get(changedIn(plan)[0] ?? 0)?.kind
  if (plan.act === 'merge')
    found.push(...faultsOfMerge(plan, all), ...faultsOfFresh(kind, plan.fresh?.code ?? null))
  if (plan.act === 'split') found.push(...faultsOfSplit(plan, staff), ...faultsOfFresh(kind, plan.fresh.code))
  if (plan.act === 'close') found.push(...(await faultsOfClose(db, plan.id, staff)))
  if (plan.act === 'move') found.push(...(await faultsOfMove(db, plan.id)))
  if (plan.act === 'merge' || plan.act === 'split') {
    const goes = plan.act === 'split' ? new Set(plan.goes) : null
    const late = staff.filter(({ from, teacherId }) => from >= plan.on && (goes?.has(teacherId) ?? true))
    if (late.length > 0)
      found.push(
        fault(
          'on',
          `生效日期要晚于他们到校的日期：${named(late.map(({ name, from }) => `${name} ${from}`))}`,
        ),
      )
  }
  return found
}

async function faultsOfMove(db: Queryable, id: number): Promise<FieldFault[]> {
  const { count } = await db.one<{ count: number }>(sql`
    with recursive tree as (
      select ${id}::int as id
      union all
      select i.id from tree t join institution i on i.parent_id = t.id)
    select count(*)::int as count
    from (select 1 from tree join teacher o on o.institution_id = tree.id limit ${mostCarried + 1}) people`)
  return count > mostCarried ? [fault('id', `超过 ${mostCarried} 份档案，请先逐个改变下级机构的上级`)] : []
}
