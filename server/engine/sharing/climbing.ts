import type { Actor, Place } from '../../../catalogue/access/access.ts'
import type { Level } from '../../../catalogue/define.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { isWithin, reachOfLevel, type Reach } from '../../../catalogue/flows/reach.ts'
import type { RouteStep } from '../../../catalogue/flows/review.ts'
import { asksReason, stepOf, turnOf, type Stop, type Way } from '../../../catalogue/flows/way.ts'
import type { Database, Queryable, Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { routeFor, type Submission, type Traveller } from '../ways/index.ts'

/** A row of the tables of shared things, as far as its way goes. */
export interface ClimbingRow {
  readonly id: number
  readonly state: string
  readonly route: readonly RouteStep[] | null
  readonly step: number
  readonly return_step: number | null
  readonly edit_no: number
  readonly by_person: number
}

/** The way of a shared thing. Such things are never rejected. */
export const wayOfRow = (
  row: Pick<ClimbingRow, 'route' | 'step' | 'state' | 'by_person' | 'return_step'>,
): Way => ({
  route: row.route ?? [],
  step: row.route === null ? null : row.step,
  waiting: row.state === 'inReview',
  submitter: row.by_person,
  returnStep: row.return_step,
  notBy: null,
})

/** How a table of shared things keeps the way. The step says who holds a row. */
export const climbing = (table: string, row: ClimbingRow, stale: string): Traveller => ({
  table,
  unchanged: sql`id = ${row.id} and edit_no = ${row.edit_no} and state = ${row.state}`,
  columnsAt: (stop) => sql`${columnsAt(stop)}, edit_no = edit_no + 1, updated_at = now()`,
  returning: sql`id`,
  stale,
})

/** Columns of a row that waits for nobody. A return keeps its route, for the straight way back. */
const resting = sql`holder_since = null, urged_at = null`

function columnsAt(stop: Stop): Sql {
  if (stop.at === 'step')
    return sql`state = 'inReview', route = ${sql.json(stop.route)}, step = ${stop.index}::smallint,
      return_step = null, remark = null, holder_since = now(), urged_at = null`
  if (stop.at === 'arrived')
    return sql`state = 'published', route = null, step = 0, return_step = null, remark = null, ${resting}`
  if (stop.at === 'returned')
    return sql`state = 'draft', return_step = ${stop.returnStep}::smallint, ${resting}`
  return sql`state = 'draft', route = null, step = 0, return_step = null, ${resting}`
}

/** Condition that row `alias` waits for the actor, who decides about nothing of his own. */
export const climbsTo = (actor: Actor, alias: string): Sql => {
  const column = (name: string) => sql.id(alias, name)
  return actor.role < 3 || actor.role > 6
    ? sql`false`
    : sql`${column('state')} = 'inReview'
      and (${column('route')} -> ${column('step')}::integer ->> 'institutionId')::integer = ${actor.institutionId}
      and (${column('route')} -> ${column('step')}::integer ->> 'role')::integer = ${actor.role}
      and not exists (select 1 from identity w
        where w.id in (${column('by_identity')}, ${column('author_identity')}) and w.person_id = ${actor.personId})`
}

/** A row with what its route follows from. */
interface RoutedRow extends ClimbingRow {
  readonly place: Place
  readonly reach: Reach | null
  /** The teacher who made it; null where an institution did. */
  readonly author_person: number | null
  readonly value: Submission['values']
}

/** A route, and the version of the chain that it follows. */
export interface PlannedRoute {
  readonly route: readonly RouteStep[]
  readonly flowVersion: number
}

/**
 * The route of a shared thing that is handed in now: every step up to the reach that it asks for. Whoever
 * agreed to the same text is not asked again. Null where nobody can decide.
 */
export async function routeUp(
  db: Queryable,
  { name, chain }: Submission['reviewed'],
  row: RoutedRow,
  isSameText: boolean,
): Promise<PlannedRoute | null> {
  const isAgreed = (level: Level) =>
    isSameText && row.reach !== null && row.reach !== '0' && isWithin(reachOfLevel[level], row.reach)
  const { institutionId } = row.place
  const { route, flowVersion } = await routeFor(db, {
    reviewed: { name, chain: chain.filter(({ level }) => !isAgreed(level)) },
    place: row.place,
    submitter: row.author_person ?? row.by_person,
    values: row.value,
    ...(row.author_person === null &&
      institutionId !== null && { office: { institutionId, second: false, beside: [] } }),
  })
  return 'noHolderFor' in route ? null : { route: route.steps, flowVersion }
}

type TurnRow = Parameters<typeof wayOfRow>[0] & Pick<RoutedRow, 'author_person'>

/** Whether the actor decides at the step where a row waits; nobody decides about his own. */
export const decidesRow = (actor: Actor, row: TurnRow): boolean =>
  row.author_person !== actor.personId && turnOf(actor, wayOfRow(row)) === 'theirs'

/**
 * The step at which the actor decides. `called`: 该题.
 * @throws AppError `wrongState` when it is another office's turn, or his own work
 */
export function requireTurnAt(actor: Actor, row: TurnRow, called: string): RouteStep {
  const way = wayOfRow(row)
  const step = stepOf(way)
  const turn = turnOf(actor, way)
  if (!step || turn === 'nobody') throw new AppError('wrongState', { message: `${called}没有在等待审核` })
  if (turn === 'own' || row.author_person === actor.personId)
    throw new AppError('wrongState', { message: '须由另一个人审核，自己不能审核自己的' })
  if (turn === 'other') throw new AppError('wrongState', { message: `${called}正等${step.institution}审核` })
  return step
}

/** A change that an actor asks for; `version` is the edit number it was decided on, null for any. */
export interface RowChange {
  readonly actor: Actor
  readonly id: number
  readonly version: number | null
}

/** A table of shared things; `find` reads the row as the actor deals with it. */
interface HeldTable<Row> {
  readonly table: string
  /** What is said where somebody else changed the row. */
  readonly stale: string
  readonly find: (tx: Tx) => Promise<Row>
}

/**
 * Runs a change of a row in a transaction that holds it.
 * @throws AppError `stale` when the row is no longer at `version`
 */
export function changingRow<Row extends Pick<ClimbingRow, 'edit_no'>, T>(
  db: Pick<Database, 'transaction'>,
  { table, stale, find }: HeldTable<Row>,
  { id, version }: Pick<RowChange, 'id' | 'version'>,
  change: (tx: Tx, row: Row) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    // A statement of its own: a join that waited for the lock would miss the row whose writer changed meanwhile.
    await tx.query(sql`select 1 from ${sql.id(table)} where id = ${id} for update`)
    const row = await find(tx)
    if (version !== null && row.edit_no !== version) throw new AppError('stale', { message: stale })
    return change(tx, row)
  })
}

/** @throws AppError `invalid` where a step wants words with an agreement and there are none */
export function requireOpinion(step: RouteStep, opinion: string): void {
  if (asksReason('approve', step) && opinion === '') throw invalid('opinion', '这一步通过也要写意见')
}
