import type { Actor } from '../../../catalogue/access/access.ts'
import { draft } from '../../../catalogue/processes/campaign-reading.ts'
import { trainingProject } from '../../../catalogue/processes/training-project.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { campaignColumns, campaignFor, type HostedRow } from '../../engine/campaigns/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import type { SessionKey } from '../../engine/presence/index.ts'
import { readable, roleAt } from '../../engine/processes/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** The classes in which somebody of a team works; null for all of them. */
export interface TeamStanding {
  readonly classes: readonly string[] | null
}

/** A project as somebody reads it who is of its host, of its team, or an office that sees its own learners. */
export interface StandingProject extends HostedRow {
  /** Null for whoever is not of the team, the host among them. */
  readonly standing: TeamStanding | null
}

const isOffice = ({ role }: Pick<Actor, 'role'>): boolean => role >= 3 && role <= 6

/** Condition that row `m` of the team is the actor's. */
export function isOnTeam(actor: Actor): Sql {
  if (isOffice(actor)) return sql`m.institution_id = ${actor.institutionId}`
  return actor.role === 2 && actor.teacherId !== null ? sql`m.teacher_id = ${actor.teacherId}` : sql`false`
}

/** Condition that the actor leads session `s` of a project as somebody of its team: tutors only look on. */
export const leadsAsTeam = (actor: Actor): Sql => sql`exists (
  select 1 from training_team m
  where m.campaign_id = s.campaign_id and m.part <> 'tutor' and ${isOnTeam(actor)}
    and (m.class_name = '' or s.class_name = '' or m.class_name = s.class_name))`

/** What the actor is in a project by its team; null for nobody. */
async function standingIn(db: Queryable, actor: Actor, projectId: string): Promise<TeamStanding | null> {
  const rows = await db.query<{ className: string }>(sql`
    select m.class_name as "className" from training_team m
    where m.campaign_id = ${projectId}::uuid and ${isOnTeam(actor)}`)
  if (rows.length === 0) return null
  const classes = rows.map(({ className }) => className)
  return { classes: classes.includes('') ? null : classes }
}

/**
 * A project for whoever works in it or reads it. The team reads it wherever it belongs; a teacher reads it
 * here by the team alone. Everybody else: `missing`.
 */
export async function projectFor(db: Queryable, actor: Actor, id: string): Promise<StandingProject> {
  const standing = await standingIn(db, actor, id)
  if (standing === null) {
    if (!isOffice(actor)) throw new AppError('missing')
    return { ...(await campaignFor(db, actor, trainingProject, id)), standing }
  }
  const row = await db.maybeOne<HostedRow>(sql`
    select ${campaignColumns}, h.name as host, (c.institution_id = ${actor.institutionId} and ${isOffice(actor)}::boolean)
      as "isMine"
    from campaign c join institution h on h.id = c.institution_id
    where c.id = ${id}::uuid and c.type = ${trainingProject.name} and c.state <> ${sql.lit(draft)}`)
  if (!row) throw new AppError('missing')
  return { ...row, standing: row.isMine ? null : standing }
}

/** Condition that a reader of a project sees its entry `k`: all of them, those of classes, or those in reach. */
export function seenEntries(actor: Actor, { standing }: Pick<StandingProject, 'standing'>): Sql {
  if (standing === null) return readable(actor)
  return standing.classes === null
    ? sql`k.handed_in`
    : sql`k.value ->> 'className' = any(${[...standing.classes]}::text[])`
}

/** Whether the actor works in the project: the host, or its team. */
export const worksIn = ({ isMine, standing }: Pick<StandingProject, 'isMine' | 'standing'>): boolean =>
  isMine || standing !== null

/** The actor as whom a move of the host is made: whoever works in the project acts in its name, under the own identity. */
export async function asHost(db: Queryable, actor: Actor, project: StandingProject): Promise<Actor> {
  if (project.isMine) return actor
  const role = await roleAt(db, project.institutionId)
  return {
    ...actor,
    institutionId: project.institutionId,
    institution: project.host,
    role: role === 4 || role === 5 || role === 6 ? role : 3,
  }
}

/** Who leads a session beside the host. */
export async function sessionLeaders(
  db: Queryable,
  { eventId, sessionId }: SessionKey,
): Promise<(actor: Actor) => boolean> {
  const rows = await db.query<{ institutionId: number | null; teacherId: number | null }>(sql`
    select m.institution_id as "institutionId", m.teacher_id as "teacherId"
    from training_team m
      join training_session s on s.campaign_id = m.campaign_id and s.id = ${sessionId}::uuid
    where m.campaign_id = ${eventId}::uuid and m.part <> 'tutor'
      and (m.class_name = '' or s.class_name = '' or m.class_name = s.class_name)`)
  return (actor) =>
    rows.some(({ institutionId, teacherId }) =>
      isOffice(actor)
        ? institutionId === actor.institutionId
        : actor.role === 2 && teacherId !== null && teacherId === actor.teacherId,
    )
}
