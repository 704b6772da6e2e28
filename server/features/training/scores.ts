import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { scoreRows, scoresWritten } from '../../../catalogue/contract/training/rosters.ts'
import { AppError, invalidFields, type FieldFault } from '../../../catalogue/errors.ts'
import { trainingEnrolment } from '../../../catalogue/processes/training-enrolment.ts'
import { caseRows, makeMove, type CaseNeeds } from '../../engine/processes/index.ts'
import { joined } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { learnersIn } from './rosters.ts'
import { asHost, worksIn, type StandingProject } from './standing.ts'

type Line = z.output<typeof scoreRows>['rows'][number]
type Learner = Awaited<ReturnType<typeof learnersIn>>[number]

interface Score {
  readonly learner: Learner
  readonly score: number
}

const scorePattern = /^(?:\d{1,2}|100)$/

/** What a row says; a fault where it names nobody, or two people, or no score. An empty score says nothing. */
function scoreIn({ row, who, score }: Line, learners: readonly Learner[]): Score | FieldFault | null {
  const fault = (message: string) => ({ field: `rows.${row}`, message: `第 ${row} 行：${message}` })
  if (score === '') return null
  const named = learners.filter(({ seatNo, name }) => String(seatNo) === who || name === who)
  const [learner] = named
  if (!learner) return fault(who === '' ? '没有席位号或姓名' : `“${who}”不是学习中的学员`)
  if (named.length > 1) return fault(`有 ${named.length} 位“${who}”，请填席位号`)
  if (!scorePattern.test(score)) return fault(`成绩“${score}”应为 0 至 100 的整数`)
  return { learner, score: Number(score) }
}

/** Writes scores of learners, all of them or none, each as the move that a person would make. */
export async function writeScores(
  processing: CaseNeeds,
  actor: Actor,
  project: StandingProject,
  { rows }: z.output<typeof scoreRows>,
): Promise<z.output<typeof scoresWritten>> {
  if (!worksIn(project))
    throw new AppError('forbidden', { message: '成绩由主办单位、承办单位、班主任和辅导教师登记' })
  return processing.db.transaction(async (tx) => {
    const learners = await learnersIn(tx, actor, project, { state: 'learning' })
    const said = rows.flatMap((row) => scoreIn(row, learners) ?? [])
    const faults = said.flatMap((one) => ('field' in one ? [one] : []))
    const scores = said.flatMap((one) => ('field' in one ? [] : [one]))
    const twice = scores.find(
      ({ learner }, n) => scores.findIndex((other) => other.learner.id === learner.id) < n,
    )
    if (twice) faults.push({ field: 'rows', message: `${twice.learner.name}有两行成绩，请留一行` })
    if (faults.length > 0) throw invalidFields(faults)
    const changed = scores.filter(({ learner, score }) => learner.score !== score)
    const within = { ...processing, db: joined(processing.db, tx) }
    const acting = await asHost(tx, actor, project)
    for (const { learner, score } of changed.toSorted((a, b) => (a.learner.id < b.learner.id ? -1 : 1))) {
      const { version } = await tx.one<{ version: number }>(
        sql`select version from ${caseRows} k where id = ${learner.id}::uuid`,
      )
      await makeMove(within, {
        actor: acting,
        definition: trainingEnrolment,
        id: learner.id,
        action: 'grade',
        version,
        reason: '',
        value: { score },
      })
    }
    return { written: changed.length, same: scores.length - changed.length }
  })
}
