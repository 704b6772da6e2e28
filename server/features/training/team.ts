import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  teamParts,
  type ProjectTeam,
  type TeamMember,
  type teamMemberAdded,
} from '../../../catalogue/contract/training/team.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { isOver } from '../../../catalogue/processes/campaign-reading.ts'
import { listOf } from '../../../catalogue/processes/training-project-fields.ts'
import { trainingProject } from '../../../catalogue/processes/training-project.ts'
import { scopeCondition } from '../../engine/access/index.ts'
import type { HostedRow } from '../../engine/campaigns/index.ts'
import type { Database, Queryable, Tx } from '../../engine/engine.ts'
import type { CaseNeeds } from '../../engine/processes/index.ts'
import { note } from '../../platform/audit/note.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'

/** Most members of the team of one project. */
const mostMembers = 100

const classesOf = ({ value }: Pick<HostedRow, 'value'>): string[] =>
  listOf(value['classes']).map(({ className }) => String(className ?? ''))

/** The team of a project, undertakers first. */
export async function teamOf(db: Queryable, project: HostedRow): Promise<ProjectTeam> {
  const list = await db.query<TeamMember>(sql`
    select m.id, m.part, coalesce(t.name, i.name, '') as name,
      case when m.part = 'undertaker' then '' else coalesce(own.name, '') end as institution, m.class_name as "className"
    from training_team m
      left join institution i on i.id = m.institution_id
      left join teacher t on t.id = m.teacher_id
      left join institution own on own.id = t.institution_id
    where m.campaign_id = ${project.id}::uuid
    order by m.part <> 'undertaker', m.class_name, m.part, m.at, m.id`)
  return { list, classes: classesOf(project) }
}

function requireHost({ isMine, state }: HostedRow): void {
  if (!isMine) throw new AppError('forbidden', { message: '工作人员由主办单位安排' })
  if (isOver(trainingProject, state))
    throw new AppError('wrongState', { message: '项目已经结束，不能再安排工作人员' })
}

type MemberAsked = z.output<typeof teamMemberAdded>

async function requireKnown(tx: Tx, actor: Actor, project: HostedRow, added: MemberAsked): Promise<void> {
  const { part, institutionId, teacherId, className } = added
  if (className !== '' && !classesOf(project).includes(className))
    throw invalid('className', '项目里没有该班')
  if (part === 'undertaker') {
    const found = await tx.maybeOne(
      sql`select 1 from institution where id = ${institutionId} and closed_on is null`,
    )
    if (!found) throw invalid('institutionId', '没有该单位，或者该单位已撤销')
    if (institutionId === project.institutionId)
      throw invalid('institutionId', '本单位是主办单位，无需再安排')
  } else {
    const found = await tx.maybeOne(sql`
      select 1 from teacher t where t.id = ${teacherId} and ${scopeCondition(actor, 't', 'id')}`)
    if (!found) throw invalid('teacherId', '只能安排本单位范围内的教师；其他单位的由承办单位到场办理')
  }
}

/** Adds somebody to the team of a project and tells them; asked again, nothing happens. */
export async function addToTeam(
  { db, notify }: Pick<CaseNeeds, 'notify'> & { readonly db: Database },
  actor: Actor,
  project: HostedRow,
  added: MemberAsked,
): Promise<ProjectTeam> {
  requireHost(project)
  await db.transaction(async (tx) => {
    await tx.query(sql`select 1 from campaign where id = ${project.id}::uuid for no key update`)
    await requireKnown(tx, actor, project, added)
    const { many } = await tx.one<{ many: number }>(
      sql`select count(*)::int as many from training_team where campaign_id = ${project.id}::uuid`,
    )
    if (many >= mostMembers) throw invalid('part', `一个项目最多安排 ${mostMembers} 人`)
    const { part, institutionId, teacherId, className } = added
    const made = await tx.query(sql`
      insert into training_team (campaign_id, id, part, institution_id, teacher_id, class_name, by_identity)
      values (${project.id}::uuid, ${uuidv7()}::uuid, ${part}, ${institutionId}::int, ${teacherId}::int, ${className},
        ${actor.identityId})
      on conflict do nothing returning id`)
    if (made.length === 0) return
    await tellAdded(tx, notify, { actor, project, added })
    await note(tx, {
      by: actor.identityId,
      action: 'training.team',
      ownerId: teacherId,
      recordId: project.id,
      facts: { part, institutionId, added: true },
    })
  })
  return teamOf(db, project)
}

async function tellAdded(
  tx: Tx,
  notify: CaseNeeds['notify'],
  { actor, project, added }: { actor: Actor; project: HostedRow; added: MemberAsked },
): Promise<void> {
  const { part, institutionId, teacherId, className } = added
  const accounts = await tx.query<{ id: number; role: number }>(
    part === 'undertaker'
      ? sql`select a.id, a.role from identity a where a.institution_id = ${institutionId} and a.role between 3 and 6`
      : sql`
          select a.id, a.role from identity a join teacher t on t.person_id = a.person_id
          where t.id = ${teacherId} and a.role = 2`,
  )
  const place = className === '' ? '' : `（${className}）`
  for (const { id, role } of accounts)
    await notify(tx, {
      to: { identity: id },
      kind: '1',
      title: `培训项目：您${part === 'undertaker' ? '单位' : ''}是${teamParts[part]}`,
      content: `${project.host}请您${part === 'undertaker' ? '单位' : ''}担任“${project.title}”的${teamParts[part]}${place}，可以办理签到和成绩。`,
      link: `${pages[role] ?? '/school'}/ltkcgl?project=${project.id}`,
      exceptPerson: actor.personId,
    })
}

const pages: Readonly<Record<number, string>> = { 2: '/teacher', 4: '/area', 5: '/city', 6: '/province' }

/** Takes somebody off the team; the right ends with the next request. */
export async function takeOffTeam(
  db: Database,
  actor: Actor,
  project: HostedRow,
  member: string,
): Promise<ProjectTeam> {
  requireHost(project)
  await db.transaction(async (tx) => {
    const [gone] = await tx.query<{
      part: string
      teacherId: number | null
      institutionId: number | null
    }>(sql`
      delete from training_team where campaign_id = ${project.id}::uuid and id = ${member}::uuid
      returning part, teacher_id as "teacherId", institution_id as "institutionId"`)
    if (!gone) throw new AppError('missing')
    await note(tx, {
      by: actor.identityId,
      action: 'training.team',
      ownerId: gone.teacherId,
      recordId: project.id,
      facts: { part: gone.part, institutionId: gone.institutionId, added: false },
    })
  })
  return teamOf(db, project)
}
