import type { Actor, Place } from '../../../catalogue/access/access.ts'
import type { ContentApproval } from '../../../catalogue/contract/contents.ts'
import { contentOf } from '../../../catalogue/contents/contents.ts'
import type { AnyContent } from '../../../catalogue/contents/define.ts'
import { officePath } from '../../../catalogue/contents/paths.ts'
import type { Step } from '../../../catalogue/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { levels, routeOf, type RouteStep } from '../../../catalogue/flows/review.ts'
import { reviewedContent } from '../../../catalogue/flows/reviewed.ts'
import { chainOf, cityOver, stationsOf } from '../../engine/ways/index.ts'
import type { Database, Queryable, Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Value } from './input.ts'
import type { Contents, ContentRow } from './store.ts'

/** What an act on one content is done with. */
export interface Acting {
  readonly feature: Contents
  readonly tx: Tx
  readonly actor: Actor
  readonly definition: AnyContent
  readonly row: ContentRow
}

/** Administrators of the portal act at their own institution beside its officers. */
const administrator = 1

/** The way a content takes, and the version of the chain it follows. */
export interface Way {
  readonly steps: readonly RouteStep[]
  readonly flowVersion: number
}

/**
 * Who has to agree, one after the other, when this person sends in this value now: another person of their
 * institution where the type asks for two, then the levels of the chain above. A level that is missing or has
 * nobody else moves up (routeOf). No steps: nobody is asked; null: nobody is left to ask.
 */
export async function wayOf(
  db: Queryable,
  actor: Actor,
  definition: AnyContent,
  place: Place,
  value: Value,
): Promise<Way | null> {
  const reviewed = reviewedContent(definition)
  if (!reviewed) return { steps: [], flowVersion: 0 }
  const [{ chain, version }, stations] = await Promise.all([
    chainOf(db, reviewed, cityOver(place)),
    stationsOf(db, place, actor.personId, [administrator]),
  ])
  const own = stations.find(({ institutionId }) => institutionId === actor.institutionId)?.level ?? 'province'
  const second: Step[] = definition.approval?.second ? [{ level: own }] : []
  const route = routeOf(
    [...second, ...chain.filter(({ level }) => levels.indexOf(level) > levels.indexOf(own))],
    value,
    stations,
  )
  return 'noHolderFor' in route ? null : { steps: route.steps, flowVersion: version }
}

/** The step a content waits at; undefined where it waits for nobody. */
export const stepOf = (row: Pick<ContentRow, 'route' | 'step'>): RouteStep | undefined =>
  row.route?.[row.step]

/**
 * Whether the actor decides at the step a content waits at: an officer of the institution, or an
 * administrator there, who did not send it in.
 */
export function decides(actor: Actor, row: Pick<ContentRow, 'route' | 'step' | 'by_person'>): boolean {
  const step = stepOf(row)
  if (!step || row.by_person === actor.personId || actor.institutionId !== step.institutionId) return false
  return actor.role === step.role || actor.role === administrator
}

/** Refuses a decision at a step that is another's, or on one's own. */
export function requireDecides(actor: Actor, row: ContentRow): RouteStep {
  const step = stepOf(row)
  if (!step) throw new AppError('wrongState', { message: '这条内容没有在等待审核' })
  if (row.by_person === actor.personId)
    throw new AppError('wrongState', { message: '须由另一个人审核通过，自己不能审核自己送审的内容' })
  if (!decides(actor, row))
    throw new AppError('wrongState', { message: `这条内容正等${step.institution}审核` })
  return step
}

type Verdict = 'submitted' | 'approved' | 'sentBack' | 'withdrawn'

export async function decided(
  tx: Tx,
  actor: Actor,
  row: ContentRow,
  verdict: Verdict,
  reason: string | null = null,
): Promise<void> {
  await tx.execute(sql`
    insert into content_decision (content_id, verdict, reason, by_identity)
    values (${row.id}, ${verdict}, ${reason}, ${actor.identityId})`)
}

/** Dictionary messageKind: something to do, and what became of what one handed in. */
const [toDo, outcome] = ['3', '2'] as const
const titleOf = ({ definition, row }: Acting) => String(row.value[definition.headline] ?? '')

/** Tells those who decide at a step that something waits for them. */
export async function callTo(acting: Acting, step: RouteStep): Promise<void> {
  const { feature, tx, actor, definition, row } = acting
  for (const role of [step.role, administrator]) {
    await feature.notify(tx, {
      to: { institution: step.institutionId, role },
      kind: toDo,
      title: `${definition.title}待审核：${titleOf(acting)}`,
      content: `${row.org}送来的${definition.title}等您单位审核。`,
      link: officePath(role, definition.name, row.id),
      exceptPerson: actor.personId,
    })
  }
}

/** Tells whoever sent it in what became of it. */
export async function tellAuthor(acting: Acting, what: string, content: string): Promise<void> {
  const { feature, tx, actor, definition, row } = acting
  const author = await tx.one<{ role: number }>(sql`select role from identity where id = ${row.by_identity}`)
  await feature.notify(tx, {
    to: { identity: row.by_identity },
    kind: outcome,
    title: `${what}：${titleOf(acting)}`,
    content,
    link: officePath(author.role, definition.name, row.id),
    exceptPerson: actor.personId,
  })
}

/** What waits for the actor, as a condition on `content c`, answered by the index content_waiting. */
export function waitsFor(actor: Actor): Sql {
  const role =
    actor.role === administrator
      ? sql.empty
      : sql`and (c.route -> c.step::integer ->> 'role')::integer = ${actor.role}`
  return sql`c.state = ${sql.lit('inReview')}
      and (c.route -> c.step::integer ->> 'institutionId')::integer = ${actor.institutionId} ${role}
    and not exists (select 1 from identity w where w.id = c.by_identity and w.person_id = ${actor.personId})`
}

/** How many of each type wait for the actor, since when, and the page that lists them. */
export async function waitingContents(db: Database, actor: Actor) {
  if (actor.role === 2 || actor.role > 6) return []
  const rows = await db.query<{ type: string; count: number; since: string }>(sql`
    select c.type, count(*)::int as count, min(c.updated_at) as since
    from content c
    where ${waitsFor(actor)}
    group by c.type`)
  return rows.flatMap(({ type, count, since }) => {
    const definition = contentOf(type)
    return definition
      ? [
          {
            type,
            title: definition.title,
            count,
            since,
            link: `${officePath(actor.role, definition.name)}&queue=mine`,
          },
        ]
      : []
  })
}

/**
 * How a content stands on its way, or which way it would take if the actor sent it in now; null for a type
 * that asks nobody.
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
    row.route ?? wayOf(db, actor, definition, row.place, row.value).then((found) => found && found.steps),
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
