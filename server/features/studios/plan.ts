import type { Actor } from '../../../catalogue/access/access.ts'
import type { PlanWritten } from '../../../catalogue/contract/teaching/studios.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { measures, type MeasureName } from '../../../catalogue/teaching/studio-measures.ts'
import type { StudioYear } from '../../../catalogue/teaching/studio-lights.ts'
import type { Queryable } from '../../engine/engine.ts'
import { caseRows, type CaseNeeds } from '../../engine/processes/index.ts'
import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import { isRunning, yearsOfStudio, type StudioRow } from './studio.ts'

/** A yearly task. `stated` is what the host wrote, for tasks that no query counts. */
export interface PlannedTask {
  readonly no: number
  readonly measure: MeasureName
  readonly label: string
  readonly target: number
  readonly dueOn: string | null
  readonly stated: number
  readonly note: string
}

export interface Plan {
  readonly studio: string
  readonly yearNo: number
  readonly tasks: readonly PlannedTask[]
  /** 0 where there is none yet. */
  readonly version: number
}

/** The plans of some studios, of all their years. */
export const plansOf = (db: Queryable, studios: readonly string[]): Promise<Plan[]> =>
  db.query<Plan>(sql`
    select case_id as studio, year_no as "yearNo", tasks, version from studio_plan
    where case_id = any(${[...studios]}::uuid[]) order by case_id, year_no`)

/** What was handed in for a year: its numbers stand from then on. */
export interface ReportedYear {
  readonly id: string
  readonly campaignId: string
  readonly studio: string
  readonly yearNo: number
  readonly state: string
  readonly score: number | null
  readonly result: string | null
  readonly frozenOn: string
  readonly tasks: readonly { readonly task: string; readonly target: number; readonly done: number }[]
}

/** The reports of studios' years that were handed in and neither sent back nor called off. */
export const reportedYears = (db: Queryable, studios: readonly string[]): Promise<ReportedYear[]> =>
  db.query<ReportedYear>(sql`
    select k.id, k.campaign_id as "campaignId", k.value ->> 'studioId' as studio, (k.value ->> 'yearNo')::int as "yearNo",
      k.state, (k.value ->> 'score')::float8 as score, coalesce(k.value ->> 'result', k.value ->> 'failed') as result,
      k.value ->> 'frozenOn' as "frozenOn", k.value -> 'tasks' as tasks
    from ${caseRows} k
    where k.type = 'studioYear' and k.state in ('expertReview', 'scored', 'published', 'failed')
      and k.value ->> 'studioId' = any(${[...studios]}::text[])
    order by k.id`)

/** Whether a plan of the year may be written: the studio runs, and nothing was handed in for the year. */
export const mayPlan = (studio: StudioRow, year: StudioYear, reported: readonly ReportedYear[]): boolean =>
  isRunning(studio) && !reported.some(({ yearNo }) => yearNo === year.no)

/**
 * Writes the tasks of a year at the version that was read.
 * @throws AppError `stale`; `wrongState` where the studio is over or the year was handed in
 */
export async function writePlan(
  { db }: Pick<CaseNeeds, 'db'>,
  actor: Actor,
  studio: StudioRow,
  { year: no, version, tasks }: PlanWritten,
): Promise<number> {
  const year = yearsOfStudio(studio).find((one) => one.no === no)
  if (!year) throw invalid('year', '没有本年度')
  tasks.forEach(({ dueOn, label, measure }, index) => {
    if (dueOn !== null && (dueOn < year.from || dueOn > year.to))
      throw invalid('tasks', `第 ${index + 1} 项的期限须在 ${year.from} 至 ${year.to} 之间`)
    if (measure === 'stated' && label === '')
      throw invalid('tasks', `第 ${index + 1} 项是手工填写，请写明任务`)
  })
  const kept = tasks.map((task, index) => ({
    ...task,
    no: index + 1,
    label: task.label || measures[task.measure].label,
    stated: task.measure === 'stated' ? task.stated : 0,
  }))
  return db.transaction(async (tx) => {
    await tx.query(sql`select 1 from ${caseRows} k where k.id = ${studio.id}::uuid for update`)
    if (!mayPlan(studio, year, await reportedYears(tx, [studio.id])))
      throw new AppError('wrongState', { message: '本年度已经提交考核，任务和完成数不再改' })
    const written = await tx.maybeOne<{ version: number }>(sql`
      insert into studio_plan (case_id, year_no, tasks, by_identity)
      select ${studio.id}::uuid, ${no}::int, ${sql.json(kept)}, ${actor.identityId}::int where ${version}::int = 0
        or exists (select 1 from studio_plan p where p.case_id = ${studio.id}::uuid and p.year_no = ${no})
      on conflict (case_id, year_no) do update
      set tasks = excluded.tasks, by_identity = excluded.by_identity, version = studio_plan.version + 1,
        updated_at = excluded.updated_at
      where studio_plan.version = ${version}
      returning version`)
    if (!written) throw new AppError('stale', { message: '年度任务刚被改过，请刷新后再看' })
    await note(tx, {
      by: actor.identityId,
      action: 'studio.planned',
      ownerId: studio.hostId,
      recordId: studio.id,
      facts: { year: no, tasks: kept.length },
    })
    return written.version
  })
}
