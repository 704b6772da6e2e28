import { addDays } from '../../platform/clock/clock.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  caseRows,
  teacherOf,
  type Consequences,
  type CaseJudgement,
  type Matter,
} from '../../engine/processes/index.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import { fullTimeKinds } from './effects.ts'

/** How many posts of the establishment an institution has left; null where none were granted in writing. */
export type FreePosts = (
  db: Queryable,
  institutionId: number,
) => Promise<{
  readonly granted: number | null
  readonly used: number
  readonly free: number | null
}>

interface Belongs {
  readonly institutionId: number
  readonly institution: string
  readonly from: string
  readonly inEstablishment: boolean | null
}

/** Institution to which the person belongs today. */
function belonging(db: Queryable, teacherId: number): Promise<Belongs | undefined> {
  return db.maybeOne<Belongs>(sql`
    select m.institution_id as "institutionId", i.name as institution, m.from_on as "from",
      b.in_establishment as "inEstablishment"
    from membership m
    join institution i on i.id = m.institution_id
    left join rec_basic_info b on b.owner_id = m.teacher_id and b.voided_at is null
    where m.teacher_id = ${teacherId} and m.kind = ${sql.lit('personnel')}
      and (m.to_on is null or m.to_on >= (now() at time zone 'Asia/Shanghai')::date)
    order by m.from_on desc limit 1`)
}

const dayIn = ({ value }: Matter, key: string): string | null => {
  const held = value[key]
  return typeof held === 'string' ? held : null
}

const judged = (errors: readonly FieldFault[], warnings: readonly FieldFault[] = []): CaseJudgement => ({
  errors,
  warnings,
})

/** A new state begins after the first day of the present one (personnel.md, section 2). */
const tooEarly = (day: string | null, since: Belongs | undefined): FieldFault[] =>
  day !== null && since && day <= since.from
    ? [
        {
          field: 'effectiveOn',
          message: `生效日期要晚于到${since.institution}的首日 ${since.from}`,
        },
      ]
    : []

/** Checks before a case is handed in. */
export function personnelJudges(
  freePosts: FreePosts,
): Pick<Consequences['judges'], 'mayTransfer' | 'mayPost' | 'mayChangeStatus'> {
  return {
    mayTransfer: (db, matter) => mayTransfer(db, matter, freePosts),
    mayPost,
    mayChangeStatus,
  }
}

async function mayTransfer(db: Queryable, matter: Matter, freePosts: FreePosts): Promise<CaseJudgement> {
  const { parties, value } = matter
  const since = await belonging(db, teacherOf(matter))
  const receiver = parties['receiver'] ?? null
  if (since && since.institutionId === receiver)
    return judged([{ field: 'about', message: '该教师的人事关系就在本校，无需调动' }])
  if (!since && value['kind'] !== '2')
    return judged([{ field: 'kind', message: '该教师现在不在平台内任职，请选“跨省调动”并填写调出单位' }])
  if (!since && value['outsideOrg'] === null)
    return judged([{ field: 'outsideOrg', message: '请填写调出单位（平台外）' }])
  const faults = tooEarly(dayIn(matter, 'effectiveOn'), since)
  if (receiver === null || since?.inEstablishment === false) return judged(faults)
  const { granted, used, free } = await freePosts(db, receiver)
  return free !== null && free < 1
    ? judged([
        ...faults,
        {
          field: 'about',
          message: `本校没有空编：核定 ${granted ?? 0} 名，在编 ${used} 名；先由主管部门增核编制`,
        },
      ])
    : judged(faults)
}

async function mayPost(db: Queryable, matter: Matter): Promise<CaseJudgement> {
  const { parties } = matter
  const since = await belonging(db, teacherOf(matter))
  const strange: FieldFault[] =
    since?.institutionId === parties['sender']
      ? []
      : [{ field: 'about', message: '该教师的人事关系不在本校' }]
  return judged([...strange, ...(await faultsOfHost(db, matter)), ...(await faultsOfDays(db, matter, since))])
}

async function faultsOfHost(db: Queryable, { parties }: Matter): Promise<FieldFault[]> {
  const host = await db.maybeOne<{ level: string; closed: boolean }>(sql`
    select level, closed_on is not null as closed from institution where id = ${parties['host'] ?? null}`)
  if (!host) return []
  if (parties['host'] === parties['sender']) return [{ field: 'toOrg', message: '接收学校不能是本校' }]
  return host.level !== 'school' || host.closed ? [{ field: 'toOrg', message: '请选一所没有撤销的学校' }] : []
}

async function faultsOfDays(
  db: Queryable,
  matter: Matter,
  since: Belongs | undefined,
): Promise<FieldFault[]> {
  const [start, end] = [dayIn(matter, 'startOn'), dayIn(matter, 'endOn')]
  if (start === null || end === null) return []
  if (since && start < since.from)
    return [{ field: 'startOn', message: `开始日期不能早于到${since.institution}的首日 ${since.from}` }]
  if (!fullTimeKinds.includes(matter.value['kind'])) return []
  const other = await otherPosting(db, matter, start, end)
  return other
    ? [
        {
          field: 'startOn',
          message: `该教师 ${other.start} 至 ${other.end} 已派往${other.institution}，结束后才能再派出`,
        },
      ]
    : []
}

/** Another posting for the whole time, under way or agreed, that shares a day with these. */
function otherPosting(db: Queryable, { id, teacherId }: Matter, start: string, end: string) {
  return db.maybeOne<{ start: string; end: string; institution: string }>(sql`
    select c.value ->> 'startOn' as start, c.value ->> 'endOn' as end, i.name as institution
    from ${caseRows} c
    join institution i on i.id = (c.value ->> 'toOrg')::int
    where c.teacher_id = ${teacherId} and c.type = 'posting' and c.under_way and c.id <> ${id}::uuid
      and c.value ->> 'kind' = any(${fullTimeKinds.map(String)}::text[])
      and c.value ->> 'startOn' <= ${end} and c.value ->> 'endOn' >= ${start}
    limit 1`)
}

async function mayChangeStatus(db: Queryable, matter: Matter): Promise<CaseJudgement> {
  const since = await belonging(db, teacherOf(matter))
  const school = matter.parties['school'] ?? null
  const day = dayIn(matter, 'effectiveOn')
  if (matter.value['kind'] === '3')
    return since
      ? judged([{ field: 'kind', message: `该教师的人事关系在${since.institution}，无需返聘` }])
      : judged(await tooEarlyBack(db, teacherOf(matter), day))
  if (since?.institutionId !== school)
    return judged([{ field: 'about', message: '该教师的人事关系不在本校' }])
  const faults = tooEarly(day, since)
  const status = await statusOf(db, teacherOf(matter))
  if (matter.value['kind'] === '5' && status === '11')
    faults.push({ field: 'kind', message: '该教师现在是在职，无需返岗' })
  return judged(faults)
}

/** True if somebody returns before the last relation has ended. */
async function tooEarlyBack(db: Queryable, teacherId: number, day: string | null): Promise<FieldFault[]> {
  const last = await db.maybeOne<{ to: string | null }>(sql`
    select max(to_on) as "to" from membership where teacher_id = ${teacherId} and kind = ${sql.lit('personnel')}`)
  return day !== null && last?.to && day <= last.to
    ? [{ field: 'effectiveOn', message: `返聘最早从 ${addDays(last.to, 1)} 开始` }]
    : []
}

async function statusOf(db: Queryable, teacherId: number): Promise<string> {
  return (await db.one<{ status: string }>(sql`select status from teacher where id = ${teacherId}`)).status
}
