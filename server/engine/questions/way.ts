import type { Actor } from '../../../catalogue/access/access.ts'
import type { Level } from '../../../catalogue/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { isWithin, narrowestAt, reachOfLevel } from '../../../catalogue/flows/reach.ts'
import type { RouteStep } from '../../../catalogue/flows/review.ts'
import { stepOf, turnOf } from '../../../catalogue/flows/way.ts'
import { questionChain } from '../../../catalogue/questions/chain.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Parts } from '../../platform/db/together.ts'
import { climbing, climbsTo, wayOfRow } from '../sharing/index.ts'
import { routeFor, type Traveller } from '../ways/index.ts'
import { changedMeanwhile, type QuestionAct, type QuestionRow } from './row.ts'

/** A route that a question would take, and the version of the chain it follows. */
export interface PlannedRoute {
  readonly route: readonly RouteStep[]
  readonly flowVersion: number
}

/**
 * The route of a question that is handed in now: every step up to the reach that it asks for. Whoever agreed to
 * the same text is not asked again. Null where nobody can decide.
 */
export async function routeOfQuestion(
  db: Queryable,
  row: QuestionRow,
  isSameText: boolean,
): Promise<PlannedRoute | null> {
  const isAgreed = (level: Level) =>
    isSameText && row.reach !== null && row.reach !== '0' && isWithin(reachOfLevel[level], row.reach)
  const chain = questionChain.filter(({ level }) => !isAgreed(level))
  const { institutionId } = row.place
  const { route, flowVersion } = await routeFor(db, {
    reviewed: { name: 'question', chain },
    place: row.place,
    submitter: row.author_person ?? row.by_person,
    values: row.value,
    ...(row.author_person === null &&
      institutionId !== null && { office: { institutionId, second: false, beside: [] } }),
  })
  return 'noHolderFor' in route ? null : { route: route.steps, flowVersion }
}

/** The narrowest reach that an institution's own question has at once; null for a teacher's. */
export const ownReach = (row: QuestionRow) => (row.author_person === null ? narrowestAt(row.place) : null)

/** The way of a question. Questions are never rejected. */
export const wayOf = wayOfRow

/** Whether the actor decides at the step a question waits at; nobody decides about his own. */
export const decides = (actor: Actor, row: QuestionRow): boolean =>
  row.author_person !== actor.personId && turnOf(actor, wayOf(row)) === 'theirs'

/** The step at which the actor decides. Throws wrongState when it is another office's turn, or his own work. */
export function requireTurn(actor: Actor, row: QuestionRow): RouteStep {
  const way = wayOf(row)
  const step = stepOf(way)
  const turn = turnOf(actor, way)
  if (!step || turn === 'nobody') throw new AppError('wrongState', { message: '这道题没有在等待审核' })
  if (turn === 'own' || row.author_person === actor.personId)
    throw new AppError('wrongState', { message: '须由另一个人审核，自己不能审核自己写的试题' })
  if (turn === 'other') throw new AppError('wrongState', { message: `这道题正等${step.institution}审核` })
  return step
}

/** How the table of questions keeps the way; the journal is question_decision. */
export const traveller = (row: QuestionRow): Traveller => climbing('question', row, changedMeanwhile)

type Verdict = 'submitted' | 'approved' | 'returned' | 'withdrawn' | 'undone' | 'offline' | 'online'

/** The insert of a decision, which goes with the move of the question. */
export const decided =
  ({ actor, row }: QuestionAct, verdict: Verdict, reason: string | null, no = row.last_no): Parts =>
  ({ from, column }) => [
    [
      'decided',
      sql`
        insert into question_decision (question_id, no, verdict, reason, route, step, reach_before, live_before,
          by_identity)
        select ${column('id', 'int')}, ${no}::int, ${verdict}::text, ${reason}::text,
          ${row.route === null ? null : sql.json(row.route)}::jsonb, ${row.route === null ? null : row.step}::smallint,
          ${row.reach}::text, ${row.live_no}::int, ${actor.identityId}::int
        ${from}`,
    ],
  ]

/** Condition that `question q` waits for the actor. The index question_waiting serves it. */
export const waitsFor = (actor: Actor): Sql => climbsTo(actor, 'q')

export const levelOfStep = (row: QuestionRow): Level | null => stepOf(wayOf(row))?.level ?? null
