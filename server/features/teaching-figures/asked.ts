import type { Actor } from '../../../catalogue/access/access.ts'
import type { TeachingReportQuery } from '../../../catalogue/contract/teaching/reports.ts'
import {
  groupsOfReport,
  type TeachingGroup,
  type TeachingReport,
} from '../../../catalogue/figures/teaching.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { placeWithin, type Place } from '../../engine/access/index.ts'
import type { Engine } from '../../engine/engine.ts'
import { areaFor, type Day, type Figures, type TreePlace } from '../../engine/figures/index.ts'
import { today } from '../../platform/clock/clock.ts'
import { schoolYearAt } from '../../../catalogue/figures/attributes.ts'

/** What the reports of teaching research work with. */
export interface ReportNeeds {
  readonly engine: Engine
  readonly figures: Figures
}

export type ReportQuery = Omit<TeachingReportQuery, 'page' | 'pageSize' | 'export'>

/** Most months that one report counts. */
const mostMonths = 36

/** A question within the reader's scope, ready to be answered. */
export interface ReportRequest {
  readonly actor: Actor
  readonly report: TeachingReport
  readonly group: TeachingGroup
  readonly day: Day
  readonly place: TreePlace
  readonly areaCode: string | null
  /** The place as scope columns name it. */
  readonly within: Place
  /** First and last month, 'YYYY-MM', and the days that they begin and end with. */
  readonly start: string
  readonly end: string
  readonly from: string
  /** The day after the last. */
  readonly until: string
  readonly stage: string | undefined
  readonly subject: string | undefined
}

/** What of a question says which facts count, and how they are grouped. */
export type CountedPart = Pick<
  ReportRequest,
  'group' | 'within' | 'start' | 'end' | 'from' | 'until' | 'stage' | 'subject'
>

/** The month so many months later, 'YYYY-MM'. */
export const monthAfter = (month: string, many: number): string => {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + many
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
}

/** Months from the first to the last, both counted. */
export const monthsBetween = (start: string, end: string): number =>
  (Number(end.slice(0, 4)) - Number(start.slice(0, 4))) * 12 +
  Number(end.slice(5)) -
  Number(start.slice(5)) +
  1

/** Reads a question; a place, period or grouping that cannot be answered is refused in words. */
export async function askedOf(
  { engine, figures }: ReportNeeds,
  actor: Actor,
  report: TeachingReport,
  query: ReportQuery,
): Promise<ReportRequest> {
  const groups = groupsOfReport[report]
  const group = query.group_by ?? groups[0]
  if (group === undefined || !groups.includes(group))
    throw invalid('group_by', `该报告只能按 ${groups.join('、')} 统计`)
  const end = query.end ?? today().slice(0, 7)
  if (end > today().slice(0, 7)) throw invalid('end', '结束月份不能晚于本月')
  // Months are shown as a course of thirteen: the present one beside that of a year ago.
  const start = group === 'month' ? monthAfter(end, -12) : (query.start ?? startOf(end))
  if (start > end) throw invalid('start', '开始月份不能晚于结束月份')
  if (monthsBetween(start, end) > mostMonths) throw invalid('start', `一次最多统计 ${mostMonths} 个月`)
  const area = await areaFor(engine.db, actor, query.area_code)
  const day = await figures.on({ placeId: area.id, on: null, field: 'area_code' })
  const place = day.counted.tree.placeOf(area.id)
  if (!place) throw new AppError('missing')
  return {
    actor,
    report,
    group,
    day,
    place,
    areaCode: area.areaCode,
    within: await placeWithin(engine.db, actor, area.id),
    start,
    end,
    from: `${start}-01`,
    until: `${monthAfter(end, 1)}-01`,
    // What was begun is known by kind and month, without stage and subject: these tables heed neither.
    ...(group === 'kind' || group === 'month'
      ? { stage: undefined, subject: undefined }
      : { stage: query.stage, subject: query.subject }),
  }
}

/** September of the school year that a month lies in. */
const startOf = (month: string): string => `${schoolYearAt(`${month}-01`)}-09`
