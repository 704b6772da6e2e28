import type { Actor } from '../../../catalogue/access/access.ts'
import type { Level } from '../../../catalogue/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { isWithin, narrowestAt, reachOfLevel } from '../../../catalogue/flows/reach.ts'
import type { RouteStep } from '../../../catalogue/flows/review.ts'
import { stepOf, turnOf } from '../../../catalogue/flows/way.ts'
import { paperChain } from '../../../catalogue/papers/chain.ts'
import { decidingPath, makingPath } from '../../../catalogue/papers/paths.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Parts } from '../../platform/db/together.ts'
import { climbing, climbsTo, wayOfRow } from '../sharing/index.ts'
import { routeFor, type Traveller } from '../ways/index.ts'
import { changedMeanwhile, type PaperAct, type PaperRow } from './row.ts'

export const wayOf = wayOfRow
export const traveller = (row: PaperRow): Traveller => climbing('paper', row, changedMeanwhile)
/** Condition that `paper q` waits for the actor. The index paper_waiting serves it. */
export const waitsFor = (actor: Actor) => climbsTo(actor, 'q')

/**
 * The route of a paper that is published now; whoever agreed to the same text is not asked again. Null where
 * nobody can decide.
 */
export async function routeOfPaper(db: Queryable, row: PaperRow, isSameText: boolean) {
  const isAgreed = (level: Level) =>
    isSameText && row.reach !== null && row.reach !== '0' && isWithin(reachOfLevel[level], row.reach)
  const { institutionId } = row.place
  const { route, flowVersion } = await routeFor(db, {
    reviewed: { name: 'examPaper', chain: paperChain.filter(({ level }) => !isAgreed(level)) },
    place: row.place,
    submitter: row.author_person ?? row.by_person,
    values: row.value,
    ...(row.author_person === null &&
      institutionId !== null && { office: { institutionId, second: false, beside: [] } }),
  })
  return 'noHolderFor' in route ? null : { route: route.steps, flowVersion }
}

/** How far a paper is read before anybody above agreed: in the own school, or in an authority's region. */
export const ownReach = (row: PaperRow) => (row.author_person === null ? narrowestAt(row.place) : '1')

export const decides = (actor: Actor, row: PaperRow): boolean =>
  row.author_person !== actor.personId && turnOf(actor, wayOf(row)) === 'theirs'

/** The step at which the actor decides. Throws wrongState when it is another office's turn, or his own work. */
export function requireTurn(actor: Actor, row: PaperRow): RouteStep {
  const step = stepOf(wayOf(row))
  const turn = turnOf(actor, wayOf(row))
  if (!step || turn === 'nobody') throw new AppError('wrongState', { message: '这份试卷没有在等待审核' })
  if (turn === 'own' || row.author_person === actor.personId)
    throw new AppError('wrongState', { message: '须由另一个人审核，自己不能审核自己的试卷' })
  if (turn === 'other') throw new AppError('wrongState', { message: `这份试卷正等${step.institution}审核` })
  return step
}

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
