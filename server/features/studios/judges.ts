import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { campaignById } from '../../engine/campaigns/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import {
  caseRows,
  type CaseJudgement,
  type Consequences,
  type Matter,
  judgedFault,
  judgedFine,
} from '../../engine/processes/index.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { plansOf, reportedYears } from './plan.ts'
import { secondRoom } from './places.ts'
import { isRunning, studioById, studiosWhere, yearsOfStudio, type StudioRow } from './studio.ts'
import type { StudioYear } from '../../../catalogue/teaching/studio-lights.ts'

type OwnJudges = 'mayHost' | 'mayJoinStudio' | 'mayReportYear'

/** What is asked before the forms of studios are handed in. */
export const studioJudges: Pick<Consequences['judges'], OwnJudges> = {
  mayHost: async (db, { id, value, parties }) => {
    const level = String(value['studioLevel'] ?? '')
    if ((parties['office'] ?? null) === null)
      return judgedFault(
        'studioLevel',
        `您的学校上面没有能批准${labelOf('studioLevel', level)}工作室的主管单位`,
      )
    if (String(value['periodEnd'] ?? '') < today()) return judgedFault('periodEnd', '周期止不能早于今天')
    const twin = await db.maybeOne(sql`
      select 1 from ${caseRows} k
      where k.type = 'studio' and k.value ->> 'name' = ${String(value['name'] ?? '')} and k.under_way
        and k.id <> ${id}::uuid
      limit 1`)
    return twin ? judgedFault('name', '已有同名的工作室，请换一个名称') : judgedFine
  },
  mayJoinStudio: async (db, matter) => {
    const studio = matter.ofCase === null ? undefined : await studioById(db, matter.ofCase)
    if (!studio || matter.teacherId === null) return judgedFault('form', '请从工作室的页面申请')
    if (!isRunning(studio)) return judgedFault('form', '工作室已经结束，不再收学员')
    if (studio.hostId === matter.teacherId) return judgedFault('form', '这是本人主持的工作室')
    return judgeApplicant(db, studio, matter)
  },
  mayReportYear: async (db, matter) => {
    const found = await yearToReport(db, matter)
    return 'message' in found ? judgedFault('form', found.message) : judgedFine
  },
}

async function judgeApplicant(db: Queryable, studio: StudioRow, matter: Matter): Promise<CaseJudgement> {
  const teacherId = matter.teacherId ?? 0
  const other = await db.maybeOne(sql`
    select 1 from ${caseRows} m
    where m.of_case = ${studio.id}::uuid and m.type = 'membership' and m.teacher_id = ${teacherId}
      and m.state in ('invited', 'applied', 'joined') and m.id <> ${matter.id}::uuid
    limit 1`)
  if (other) return judgedFault('form', '已经是成员，或者有申请、邀请正在办理')
  // Whoever asks says why; whoever is invited does not.
  if (matter.actor?.teacherId === teacherId && String(matter.value['reason'] ?? '') === '')
    return judgedFault('reason', '请填写申请理由')
  const role = String(matter.value['memberRole'] ?? '')
  const second = await secondRoom(db, studio, { teacherId, role, states: ['joined', 'invited', 'applied'] })
  return second === null ? judgedFine : judgedFault('memberRole', second)
}

/** The studio and the year whose report a case is to be, or why there is none, in a sentence. */
export async function yearToReport(
  db: Queryable,
  matter: Pick<Matter, 'id' | 'teacherId' | 'campaignId'>,
): Promise<
  | { readonly message: string }
  | { readonly studio: StudioRow; readonly year: StudioYear; readonly countedTo: string }
> {
  const notice = matter.campaignId === null ? undefined : await campaignById(db, matter.campaignId)
  const [studio] = await studiosWhere(
    db,
    sql`k.teacher_id = ${matter.teacherId ?? 0} and k.state in ('active', 'annualReview')`,
  )
  if (!notice || !studio) return { message: '您没有正在运行的工作室' }
  const level = String(notice.value['studioLevel'])
  if (studio.level !== level || studio.officeId !== notice.institutionId)
    return { message: `本次考核的是${labelOf('studioLevel', level)}工作室，您的工作室由${studio.office}主管` }
  const countedTo = String(notice.value['countedTo'])
  const year = yearsOfStudio(studio).find(({ from, to }) => from <= countedTo && countedTo <= to)
  if (!year) return { message: `数据截至 ${countedTo}，不在您的工作室周期里` }
  const [reported, plans] = await Promise.all([reportedYears(db, [studio.id]), plansOf(db, [studio.id])])
  if (reported.some(({ yearNo, id }) => yearNo === year.no && id !== matter.id))
    return { message: `第 ${year.no} 年的总结已经提交过` }
  if (!plans.some(({ yearNo, tasks }) => yearNo === year.no && tasks.length > 0))
    return { message: `第 ${year.no} 年暂无年度任务，请先在工作室页面写明` }
  return { studio, year, countedTo }
}
