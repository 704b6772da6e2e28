import { rounded } from '../../../catalogue/figures/rounding.ts'
import { meansOf } from '../../engine/surveys/index.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import type { TrainingFigureNeeds } from './asked.ts'

/** What learners of a project said: of the whole, because answers have no place. */
export interface Opinions {
  readonly satisfaction: number | null
  readonly answers: number | null
  /** The mark for the lecturers. */
  readonly lecturers: number | null
  readonly used30: number | null
  readonly replies30: number | null
  readonly used90: number | null
  readonly replies90: number | null
}

const silent: Opinions = {
  satisfaction: null,
  answers: null,
  lecturers: null,
  used30: null,
  replies30: null,
  used90: null,
  replies90: null,
}

/** The place of 主讲讲得清楚 among the questions of the set `satisfaction` (catalogue/surveys/sets.ts). */
const ofLecturers = '2'
/** The place of 课堂上用上了吗 in the set `followUp`. */
const ofUse = '1'

/** What learners said of these projects, in surveys that have ended; fewer than five answers say nothing. */
export async function opinionsOf(
  { engine: { db } }: TrainingFigureNeeds,
  projects: readonly string[],
): Promise<(id: string) => Opinions> {
  const asked = await db.query<{ project: string; purpose: string; survey: string }>(sql`
    select campaign_id as project, purpose, event_id as survey
    from training_survey where campaign_id = any(${[...projects]}::uuid[])`)
  const means = await meansOf(
    db,
    asked.map(({ survey }) => survey),
    today(),
  )
  const surveys = new Map(asked.map(({ project, purpose, survey }) => [`${project}|${purpose}`, survey]))
  const meanOf = (project: string, purpose: string) => means.get(surveys.get(`${project}|${purpose}`) ?? '')
  return (id) => {
    const [rated, used30, used90] = ['satisfaction', 'used30', 'used90'].map((one) => meanOf(id, one))
    return {
      ...silent,
      ...(rated && {
        satisfaction: rated.mean,
        answers: rated.answered,
        lecturers: rated.byPlace[ofLecturers] ?? null,
      }),
      ...(used30 && { used30: used30.byPlace[ofUse] ?? null, replies30: used30.answered }),
      ...(used90 && { used90: used90.byPlace[ofUse] ?? null, replies90: used90.answered }),
    }
  }
}

/** The cells of a project; the mark for lecturers belongs to tutors. */
export function opinionCells(opinions: Opinions): Omit<Opinions, 'lecturers'> {
  const { satisfaction, answers, used30, replies30, used90, replies90 } = opinions
  return { satisfaction, answers, used30, replies30, used90, replies90 }
}

/** What was paid of a project in yuan, and how many passed in it, wherever they are from. */
export interface ProjectCost {
  readonly yuan: number
  readonly passed: number
}

/** The costs of those projects that say what was paid. */
export async function costsOf(
  { engine: { db } }: TrainingFigureNeeds,
  projects: readonly string[],
): Promise<(id: string) => ProjectCost | null> {
  const rows = await db.query<ProjectCost & { id: string }>(sql`
    select c.id, round(10000 * (c.value ->> 'paid')::numeric)::float8 as yuan,
      (select count(*)::int from training_fact f where f.campaign_id = c.id and f.state = 'qualified') as passed
    from campaign c
    where c.id = any(${[...projects]}::uuid[]) and c.value ->> 'paid' is not null`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (id) => byId.get(id) ?? null
}

/** 人均成本 in whole yuan. */
export const costEachOf = (cost: ProjectCost | null): number | null =>
  cost && rounded(cost.yuan, cost.passed, { decimals: 0 })
