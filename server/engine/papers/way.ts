import type { Actor } from '../../../catalogue/access/access.ts'
import { narrowestAt } from '../../../catalogue/flows/reach.ts'
import type { RouteStep } from '../../../catalogue/flows/review.ts'
import { paperChain } from '../../../catalogue/papers/chain.ts'
import { decidingPath, makingPath } from '../../../catalogue/papers/paths.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
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
import { changedMeanwhile, type PaperAct, type PaperRow } from './row.ts'

export const wayOf = wayOfRow
export const traveller = (row: PaperRow): Traveller => climbing('paper', row, changedMeanwhile)
/** Condition that `paper q` waits for the actor. The index paper_waiting serves it. */
export const waitsFor = (actor: Actor) => climbsTo(actor, 'q')

/** The route of a paper that is published now; null where nobody can decide. */
export const routeOfPaper = (
  db: Queryable,
  row: PaperRow,
  isSameText: boolean,
): Promise<PlannedRoute | null> => routeUp(db, { name: 'examPaper', chain: paperChain }, row, isSameText)

/** How far a paper is read before anybody above agreed: in the own school, or in an authority's region. */
export const ownReach = (row: PaperRow) => (row.author_person === null ? narrowestAt(row.place) : '1')

export const decides: (actor: Actor, row: PaperRow) => boolean = decidesRow
export const requireTurn = (actor: Actor, row: PaperRow): RouteStep => requireTurnAt(actor, row, '该试卷')

type Verdict =
  | 'submitted'
  | 'approved'
  | 'returned'
  | 'withdrawn'
  | 'revoked'
  | 'archived'
  | 'sealed'
  | 'opened'

/** The insert of a decision, which goes with the move of the paper. */
export const decided =
  ({ actor, row }: PaperAct, verdict: Verdict, reason: string | null, no = row.last_no): Parts =>
  ({ from, column }) => [
    [
      'decided',
      sql`
        insert into paper_decision (paper_id, no, verdict, reason, by_identity)
        select ${column('id', 'int')}, ${no}::int, ${verdict}::text, ${reason}::text, ${actor.identityId}::int
        ${from}`,
    ],
  ]

/** Codes of the dictionary messageKind: a task, and the result of a submission. */
const [toDo, outcome] = ['3', '2'] as const

export async function callTo({ needs, tx, actor, row }: PaperAct, step: RouteStep): Promise<void> {
  const path = decidingPath(step.role)
  await needs.notify(tx, {
    to: { institution: step.institutionId, role: step.role },
    kind: toDo,
    title: `试卷待审核：${row.value.title}`,
    content: `${row.org}${row.author_person === null ? '' : ` ${row.author}老师`}的试卷等您单位审核。`,
    link: path && `${path}?view=queue&id=${row.id}`,
    exceptPerson: actor.personId,
  })
}

export async function tellMaker(
  { needs, tx, actor, row }: PaperAct,
  what: string,
  content: string,
): Promise<void> {
  const path = makingPath(row.by_role)
  await needs.notify(tx, {
    to: { identity: row.by_identity },
    kind: outcome,
    title: `${what}：${row.value.title}`,
    content,
    link: path && `${path}?id=${row.id}`,
    exceptPerson: actor.personId,
  })
}
