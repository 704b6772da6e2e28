import type { Actor } from '../../../catalogue/access/access.ts'
import type { ContentApproval } from '../../../catalogue/contract/portal/contents.ts'
import { agreesToReach, levelsAsked } from '../../../catalogue/contents/agreement.ts'
import type { AnyContent } from '../../../catalogue/contents/define.ts'
import { officePath, reviewPath } from '../../../catalogue/contents/paths.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { routeOf, type RouteStep } from '../../../catalogue/flows/review.ts'
import { reviewedContent, type ReviewedType } from '../../../catalogue/flows/reviewed.ts'
import { stepOf, turnOf, type Stop, type Way } from '../../../catalogue/flows/way.ts'
import { chainOf, cityOver, isLate, late, routeFor, stationsOf, type Traveller } from '../ways/index.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Parts } from '../../platform/db/together.ts'
import { isWriter } from './authors.ts'
import { notYetAgreed } from './not-yet-agreed.ts'
import { typeOf, type PublishingNeeds } from './publishing.ts'
import type { ContentAct, ContentRow } from './row.ts'

/** Administrators of the portal act at their own institution beside its officers. */
const administrator = 1

/** A route that a content would take, and the version of the chain it follows. */
export interface PlannedRoute {
  readonly route: readonly RouteStep[]
  readonly flowVersion: number
}

/**
 * The route that this content would take if the actor submitted it now: another person of the actor's
 * institution where the type asks for two, then the levels of the chain above. No steps mean that nobody
 * reviews it. Returns null when nobody above or beside the actor can decide.
 */
export async function routeOfContent(
  db: Queryable,
  actor: Actor,
  definition: AnyContent,
  row: Pick<ContentRow, 'place' | 'value' | 'author_person' | 'live' | 'reach'>,
): Promise<PlannedRoute | null> {
  const reviewed = reviewedContent(definition)
  if (!reviewed) return { route: [], flowVersion: 0 }
  if (row.author_person !== null) return routeOfAuthor(db, definition, reviewed, row)
  const { route, flowVersion } = await routeFor(db, {
    reviewed,
    place: row.place,
    submitter: actor.personId,
    values: row.value,
    office: {
      institutionId: actor.institutionId,
      second: definition.approval?.second === true,
      beside: [administrator],
    },
  })
  return 'noHolderFor' in route ? null : { route: route.steps, flowVersion }
}

/**
 * The route of what a teacher wrote: every step of the chain in force from his school upwards. A chain
 * published at run time that leaves out an office whose people would read it does not hold; then the declared
 * one does.
 */
async function routeOfAuthor(
  db: Queryable,
  definition: AnyContent,
  reviewed: ReviewedType,
  row: Pick<ContentRow, 'place' | 'value' | 'author_person' | 'live' | 'reach'>,
): Promise<PlannedRoute | null> {
  const { place, value, author_person } = row
  const [inForce, stations] = await Promise.all([
    chainOf(db, reviewed, cityOver(place)),
    stationsOf(db, place, author_person ?? 0, [administrator]),
  ])
  const agreed = agreesToReach(definition, value, levelsAsked(inForce.chain, value, true))
  const chain = agreed ? inForce.chain : reviewed.chain
  const route = routeOf(notYetAgreed(chain, definition, row), value, stations)
  return 'noHolderFor' in route ? null : { route: route.steps, flowVersion: inForce.version }
}

/**
 * The way of a content. Contents are never rejected, and a returned content starts again at the first step.
 */
export const wayOf = (row: Pick<ContentRow, 'route' | 'step' | 'by_person'>): Way => ({
  route: row.route ?? [],
  step: row.route === null ? null : row.step,
  waiting: row.route !== null,
  submitter: row.by_person,
  returnStep: null,
  notBy: null,
})

/** Whether the actor decides at the step a content waits at. */
export const decides = (actor: Actor, row: Pick<ContentRow, 'route' | 'step' | 'by_person'>): boolean =>
  turnOf(actor, wayOf(row), [administrator]) === 'theirs'

/** Whether the actor may change the text: one under review belongs to the person who submitted it. */
export const mayWrite = (
  actor: Actor,
  row: Pick<ContentRow, 'state' | 'by_person' | 'author_person'>,
): boolean => isWriter(actor, row) && (row.state !== 'inReview' || row.by_person === actor.personId)

/** Refuses an office that writes in what a teacher wrote. Offices decide about it and may take it down. */
export function requireWriter(actor: Actor, row: Pick<ContentRow, 'author_person'>): void {
  if (!isWriter(actor, row)) throw new AppError('forbidden', { message: '该内容由作者本人修改和提交' })
}

/**
 * The step at which the actor decides. Throws wrongState when it is another office's turn or nobody's, or
 * when the actor submitted the content.
 */
export function requireTurn(actor: Actor, row: ContentRow): RouteStep {
  const way = wayOf(row)
  const step = stepOf(way)
  const turn = turnOf(actor, way, [administrator])
  if (!step || turn === 'nobody') throw new AppError('wrongState', { message: '该内容没有在等待审核' })
  if (turn === 'own')
    throw new AppError('wrongState', { message: '须由另一个人审核通过，自己不能审核自己送审的内容' })
  if (turn === 'other') throw new AppError('wrongState', { message: `该内容正等${step.institution}审核` })
  return step
}

/** Columns of a content that is not under review. */
export const clearApprovalWay = sql`route = null, step = 0, asked_at = null, asked_until = null,
  holder_since = null, urged_at = null`

/**
 * How the table of contents keeps the way. It has no holder columns: the step says who holds the content. The
 * journal is content_decision.
 */
export function traveller(row: ContentRow): Traveller {
  return {
    table: 'content',
    unchanged: sql`id = ${row.id} and version = ${row.version} and state = ${row.state}`,
    columnsAt: (stop) => sql`${columnsAt(stop)}, version = version + 1, updated_at = now()`,
    returning: sql`id, live_no`,
    stale: changedMeanwhile,
  }
}

/** Answer to a request that another one overtook. */
export const changedMeanwhile = '该内容刚被他人修改，请刷新后重试'

function columnsAt(stop: Stop): Sql {
  if (stop.at === 'step')
    return sql`state = 'inReview', route = ${sql.json(stop.route)}, step = ${stop.index}::smallint,
      holder_since = now()`
  return stop.at === 'arrived'
    ? sql`state = 'published', ${clearApprovalWay}`
    : sql`state = 'draft', ${clearApprovalWay}`
}

type Verdict = 'submitted' | 'approved' | 'sentBack' | 'withdrawn' | 'undone'

/**
 * The insert of a decision, which goes with the move of the content.
 * @param before what an agreement is given to, for taking it back
 */
export const decided =
  (actor: Actor, verdict: Verdict, reason: string | null = null, before: object | null = null): Parts =>
  ({ from, column }) => [
    [
      'decided',
      sql`
        insert into content_decision (content_id, verdict, reason, before, by_identity)
        select ${column('id', 'int')}, ${verdict}::text, ${reason}::text, ${before && sql.json(before)}::jsonb,
          ${actor.identityId}::int
        ${from}`,
    ],
  ]

/** Codes of the dictionary messageKind: a task, and the result of a submission. */
const [toDo, outcome] = ['3', '2'] as const
const titleOf = ({ definition, row }: ContentAct) => String(row.value[definition.headline] ?? '')

/** Who sends a content in: an institution, or the teacher who wrote it. */
const senderOf = ({ org, by_name, author_person }: ContentRow) =>
  author_person === null ? org : `${org}${by_name}老师`

/** Tells the people who decide at a step that the content waits for them. */
export async function callTo(acting: ContentAct, step: RouteStep): Promise<void> {
  const { publishing, tx, actor, definition, row } = acting
  for (const role of [step.role, administrator]) {
    await publishing.notify(tx, {
      to: { institution: step.institutionId, role },
      kind: toDo,
      title: `${definition.title}待审核：${titleOf(acting)}`,
      content: `${senderOf(row)}送来的${definition.title}等您单位审核。`,
      link: reviewPath(role, definition, row.id),
      exceptPerson: actor.personId,
    })
  }
}

/** Reminds the people who decide at the step that a content waits for them. */
export async function urgeHolder(acting: ContentAct, step: RouteStep): Promise<void> {
  const { publishing, tx, actor, definition, row } = acting
  for (const role of [step.role, administrator]) {
    await publishing.notify(tx, {
      to: { institution: step.institutionId, role },
      kind: toDo,
      title: `催办${definition.title}：${titleOf(acting)}`,
      content: `${senderOf(row)}催办：该${definition.title}仍在等您单位审核。`,
      link: reviewPath(role, definition, row.id),
      exceptPerson: actor.personId,
    })
  }
}

/** Tells the person who submitted the content what became of it. */
export async function tellAuthor(acting: ContentAct, what: string, content: string): Promise<void> {
  const { publishing, tx, actor, definition, row } = acting
  const author = await tx.one<{ role: number }>(sql`select role from identity where id = ${row.by_identity}`)
  await publishing.notify(tx, {
    to: { identity: row.by_identity },
    kind: outcome,
    title: `${what}：${titleOf(acting)}`,
    content,
    link: officePath(author.role, definition, row.id),
    exceptPerson: actor.personId,
  })
}

/** Condition that `content c` waits for the actor. The index content_waiting serves it. */
export function waitsFor(actor: Actor): Sql {
  const role =
    actor.role === administrator
      ? sql.empty
      : sql`and (c.route -> c.step::integer ->> 'role')::integer = ${actor.role}`
  return sql`c.state = ${sql.lit('inReview')}
      and (c.route -> c.step::integer ->> 'institutionId')::integer = ${actor.institutionId} ${role}
    and not exists (select 1 from identity w where w.id = c.by_identity and w.person_id = ${actor.personId})`
}

/**
 * How many of each type wait for the actor, since when, how many longer than their step allows, and the page
 * that lists them.
 */
export async function waitingContents({ db, types }: PublishingNeeds, actor: Actor) {
  if (actor.role === 2 || actor.role > 6) return []
  const rows = await db.query<{ type: string; count: number; since: string; overdue: number }>(sql`
    select c.type, count(*)::int as count, min(c.updated_at) as since, count(late.days)::int as overdue
    from content c
    left join ${late} on ${isLate(sql`c`)}
    where ${waitsFor(actor)}
    group by c.type`)
  return rows.flatMap(({ type, count, since, overdue }) => {
    const definition = typeOf(types, type)
    return definition
      ? [
          {
            type,
            title: definition.title,
            count,
            since,
            overdue,
            link: `${reviewPath(actor.role, definition)}&queue=mine`,
          },
        ]
      : []
  })
}

/**
 * The way and the decisions of a content. Before it is submitted, the way that it would take if the actor
 * submitted it now. Null for a type without review.
 */
export async function approvalOf(
  db: Database,
  actor: Actor,
  definition: AnyContent,
  row: ContentRow,
): Promise<ContentApproval | null> {
  if (!definition.approval) return null
  const [trail, way] = await Promise.all([
    db.query<ContentApproval['trail'][number]>(sql`
      select d.verdict, d.reason, p.name as by, i.name as institution, d.at
      from content_decision d
      join identity a on a.id = d.by_identity
      join person p on p.id = a.person_id
      join institution i on i.id = a.institution_id
      where d.content_id = ${row.id} order by d.id desc limit 50`),
    row.route ?? routeOfContent(db, actor, definition, row).then((planned) => planned && planned.route),
  ])
  const state = (i: number) =>
    row.route === null ? 'plan' : i < row.step ? 'done' : i === row.step ? 'current' : 'next'
  return {
    steps: (way ?? []).map(({ level, institution, reasonRequired, days }, i) => ({
      level,
      institution,
      state: state(i),
      reasonRequired: reasonRequired === true,
      days: days ?? null,
    })),
    nobody: way === null,
    trail: trail.toReversed(),
  }
}
