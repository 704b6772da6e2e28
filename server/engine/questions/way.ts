import type { Actor } from '../../../catalogue/access/access.ts'
import type { Level } from '../../../catalogue/define.ts'
import { narrowestAt } from '../../../catalogue/flows/reach.ts'
import type { RouteStep } from '../../../catalogue/flows/review.ts'
import { stepOf } from '../../../catalogue/flows/way.ts'
import { questionChain } from '../../../catalogue/questions/chain.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Parts } from '../../platform/db/together.ts'
import {
  climbing,
  climbsTo,
  decidesRow,
  requireTurnAt,
  routeUp,
  wayOfRow,
  type PlannedRoute,
} from '../sharing/index.ts'
import type { Traveller } from '../ways/index.ts'
import { changedMeanwhile, type QuestionAct, type QuestionRow } from './row.ts'

/** The route of a question that is handed in now; null where nobody can decide. */
export const routeOfQuestion = (
  db: Queryable,
  row: QuestionRow,
  isSameText: boolean,
): Promise<PlannedRoute | null> => routeUp(db, { name: 'question', chain: questionChain }, row, isSameText)

/** The narrowest reach that an institution's own question has at once; null for a teacher's. */
export const ownReach = (row: QuestionRow) => (row.author_person === null ? narrowestAt(row.place) : null)

/** The way of a question. Questions are never rejected. */
export const wayOf = wayOfRow

export const decides: (actor: Actor, row: QuestionRow) => boolean = decidesRow
export const requireTurn = (actor: Actor, row: QuestionRow): RouteStep => requireTurnAt(actor, row, '该题')

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
