import { createHash } from 'node:crypto'
import { AppError } from '../../../catalogue/errors.ts'
import { lightLabels } from '../../../catalogue/teaching/studio-lights.ts'
import { measures } from '../../../catalogue/teaching/studio-measures.ts'
import type { Queryable, Tx } from '../../engine/engine.ts'
import {
  caseRows,
  type Consequences,
  type Matter,
  neverVoided,
  noOutcome,
} from '../../engine/processes/index.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import type { StudioNeeds } from './effects.ts'
import { factsFor } from './facts.ts'
import { yearToReport } from './judges.ts'
import { countedTasks, type CountedTask } from './numbers.ts'

type StudioMove = Parameters<ReturnType<StudioNeeds['moveEntry']>>[1]

/** Codes of the dictionary annualResult. */
const [excellent, qualified, unqualified] = ['1', '2', '4'] as const
/** Only below this score a studio is found 不合格; at most this share is 优秀 (teaching-research.md, 7). */
const [least, bestShare] = [60, 0.2] as const

type OwnEffects = 'yearFrozen' | 'yearPublished' | 'yearFailed' | 'yearDropped'

/** What the moves of a yearly report do: its numbers are frozen, and the studio follows its result. */
export const yearEffects = ({ moveEntry }: StudioNeeds): Pick<Consequences['effects'], OwnEffects> => {
  const moveStudio = (tx: Tx, { value, by }: Matter, move: Pick<StudioMove, 'moves' | 'from' | 'value'>) =>
    moveEntry()(tx, { ...move, by }, String(value['studioId']))
  return {
    yearFrozen: {
      applied: async (tx, matter) => {
        const { studioId, value } = await frozenYear(tx, matter)
        await moveEntry()(tx, { moves: ['review'], from: ['active'], by: matter.by }, studioId)
        return { ...noOutcome, value }
      },
      voided: neverVoided,
    },
    yearPublished: {
      applied: async (tx, matter) => {
        const result = String(matter.value['result'])
        if (result === excellent) await requireRoomForBest(tx, matter)
        await moveStudio(tx, matter, {
          moves: ['pass'],
          from: ['annualReview'],
          value: { lastResult: result },
        })
        return noOutcome
      },
      voided: neverVoided,
    },
    yearFailed: {
      applied: async (tx, matter) => {
        const score = Number(matter.value['score'] ?? 0)
        if (score >= least)
          throw new AppError('wrongState', { message: `得分 ${score}，不低于 ${least} 分，不能定为不合格` })
        await moveStudio(tx, matter, {
          moves: ['fail'],
          from: ['annualReview'],
          value: { lastResult: unqualified },
        })
        return { ...noOutcome, value: { failed: unqualified } }
      },
      voided: async (tx, matter) => {
        await moveStudio(tx, matter, {
          moves: ['restore'],
          from: ['closed'],
          value: { lastResult: qualified },
        })
        return { ...noOutcome, value: { failed: null, result: qualified } }
      },
    },
    yearDropped: {
      applied: async (tx, matter) => {
        if (typeof matter.value['studioId'] === 'string')
          await moveStudio(tx, matter, { moves: ['resume'], from: ['annualReview'] })
        return noOutcome
      },
      voided: neverVoided,
    },
  }
}

/** What a report is given when it is handed in: the numbers of that day, and what they were counted from. */
async function frozenYear(tx: Tx, matter: Matter) {
  const found = await yearToReport(tx, matter)
  if ('message' in found) throw new AppError('wrongState', found)
  const { studio, year, countedTo } = found
  const frozenOn = countedTo < today() ? countedTo : today()
  const { of, crew } = await countedTasks(tx, [{ studio, year }], frozenOn)
  const tasks = of(studio.id)
  return {
    studioId: studio.id,
    value: {
      studio: studio.name,
      studioId: studio.id,
      yearNo: year.no,
      frozenOn,
      tasks: tasks.map(({ label, target, done, light }) => ({
        task: label,
        target,
        done,
        light: lightLabels[light],
      })),
      figures: figuresOf(tasks),
      digest: await digestOf(tx, tasks, crew),
    },
  }
}

/** The numbers in sentences, as experts read them. */
const figuresOf = (tasks: readonly CountedTask[]): string =>
  tasks
    .map(({ label, target, done, measure, light }) => {
      const { unit, counted } = measures[measure]
      return `${label}：目标 ${target} ${unit}，完成 ${done} ${unit}，${lightLabels[light]}（${counted}）`
    })
    .join('\n')

/** A digest of what the numbers were counted from: the same list gives the same one. */
async function digestOf(
  db: Queryable,
  tasks: readonly CountedTask[],
  crew: Parameters<typeof factsFor>[1],
): Promise<string> {
  const digest = createHash('sha256')
  for (const { no, measure, done, stated } of tasks) {
    const facts = await factsFor(db, crew, measure, 10_000)
    const refs = facts.map(({ ref, teacher, day }) => `${ref} ${teacher} ${day}`).toSorted()
    digest.update(JSON.stringify([no, measure, done, stated, refs]))
  }
  return digest.digest('hex')
}

/** Refuses one 优秀 too many; of fewer than five reports one may be. */
async function requireRoomForBest(tx: Tx, { campaignId, id }: Matter): Promise<void> {
  await tx.query(sql`select 1 from campaign where id = ${campaignId}::uuid for no key update`)
  const { all, best } = await tx.one<{ all: number; best: number }>(sql`
    select count(*)::int as all,
      (count(*) filter (where k.state = 'published' and k.value ->> 'result' = ${excellent} and k.id <> ${id}::uuid))::int
        as best
    from ${caseRows} k
    where k.campaign_id = ${campaignId}::uuid and k.type = 'studioYear'
      and k.state in ('expertReview', 'scored', 'published', 'failed')`)
  const most = Math.max(1, Math.floor(all * bestShare))
  if (best >= most)
    throw new AppError('wrongState', {
      message: `优秀不超过 20%：${all} 个工作室里至多 ${most} 个，已有 ${best} 个`,
    })
}
