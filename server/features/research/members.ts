import type { Actor } from '../../../catalogue/access/access.ts'
import type { CaseMembers, Memberships, MemberState } from '../../../catalogue/contract/research/members.ts'
import { AppError, type FieldFault } from '../../../catalogue/errors.ts'
import { casesPath } from '../../../catalogue/processes/paths.ts'
import { researchProject } from '../../../catalogue/processes/research-project.ts'
import { campaignById } from '../../engine/campaigns/index.ts'
import { viewOfCase, type Matter, type Processing } from '../../engine/processes/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'

/** A member as the leader wrote it. */
interface Written {
  readonly place: number
  readonly name: string
  readonly org: string
}
interface Found extends Written {
  readonly teacherId: number | null
  readonly identityId: number | null
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The members in the form of a project, in their order. */
function writtenIn(value: Matter['value']): Written[] {
  const lines: unknown = value['members']
  if (!Array.isArray(lines)) return []
  return lines.flatMap((line: unknown, at) => {
    if (typeof line !== 'object' || line === null || !('name' in line) || !('org' in line)) return []
    const { name, org } = line
    return isText(name) && isText(org) ? [{ place: at + 1, name: name.trim(), org: org.trim() }] : []
  })
}

/**
 * Who of the platform the written members are: the one teacher of this name at the institution of this name, with an account.
 * Of two of one name nobody can tell which is meant.
 */
function foundOf(db: Queryable, members: readonly Written[]): Promise<Found[]> {
  return db.query<Found>(sql`
    select w.place, w.name, w.org, t.id as "teacherId", t.identity as "identityId"
    from jsonb_to_recordset(${sql.json(members)}) as w(place int, name text, org text)
    left join lateral (
      select min(t.id) as id, min(a.id) as identity
      from institution i
      join teacher t on t.institution_id = i.id and t.name = w.name
      join identity a on a.person_id = t.person_id and a.role = 2 and a.state = 'enabled'
      where i.name = w.org and i.closed_on is null
      having count(*) = 1) t on true
    order by w.place`)
}

export interface Project {
  readonly id: string
  readonly title: string
  readonly teacherId: number
  readonly value: Matter['value']
  /** Who changed the list; hears nothing of it. */
  readonly by: number
}

/** Asks the members whom a project names now whether they take part; who is named no more is asked no more. */
export async function askMembers(tx: Tx, notify: Processing['notify'], project: Project): Promise<void> {
  const { id, title, teacherId } = project
  const all = await foundOf(tx, writtenIn(project.value))
  // Whoever is written twice is asked once, at the first place; the leader is no member.
  const found = all.filter(
    (one, at) =>
      one.teacherId === null ||
      (one.teacherId !== teacherId && all.findIndex((other) => other.teacherId === one.teacherId) === at),
  )
  const known = found.flatMap((one) => one.teacherId ?? [])
  const before = await tx.query<{ teacherId: number | null; state: MemberState }>(sql`
    select teacher_id as "teacherId", state from project_member where case_id = ${id}::uuid`)
  await tx.execute(sql`
    delete from project_member
    where case_id = ${id}::uuid and (teacher_id is null or teacher_id <> all(${known}::int[]))`)
  await tx.execute(sql`
    insert into project_member (id, case_id, institution_id, place, name, org, teacher_id, state)
    select x.id, k.id, k.institution_id, x.place, x.name, x.org, x.teacher,
      case when x.teacher is null then 'outside' else 'asked' end
    from process_case k, jsonb_to_recordset(${sql.json(
      found.map(({ place, name, org, teacherId: teacher }) => ({ id: uuidv7(), place, name, org, teacher })),
    )}) as x(id uuid, place int, name text, org text, teacher int)
    where k.id = ${id}::uuid
    on conflict (case_id, teacher_id) do update
    set place = excluded.place, name = excluded.name, org = excluded.org,
      state = case when project_member.state = 'declined' then 'asked' else project_member.state end,
      answered_at = case when project_member.state = 'declined' then null else project_member.answered_at end`)
  const waiting = new Set(
    before.flatMap((one) => (one.state === 'declined' || one.teacherId === null ? [] : [one.teacherId])),
  )
  for (const { teacherId: teacher, identityId } of found)
    if (teacher !== null && identityId !== null && !waiting.has(teacher))
      await notify(tx, {
        to: { identity: identityId },
        kind: '1',
        title: `请确认是否参加课题：${title}`,
        content: '主持人把您列为课题组成员，本人确认以后学校才能推荐。',
        link: casesPath(2, researchProject.name),
        exceptPerson: project.by,
      })
}

/** Keeps a project from being recommended while a member has not agreed. */
export async function requireMembersAgreed(tx: Tx, caseId: string): Promise<void> {
  const rows = await tx.query<{ name: string; state: MemberState }>(sql`
    select name, state from project_member
    where case_id = ${caseId}::uuid and state in ('asked', 'declined') order by place`)
  const named = (state: MemberState) =>
    rows.flatMap((row) => (row.state === state ? [row.name] : [])).join('、')
  const [asked, declined] = [named('asked'), named('declined')]
  if (rows.length > 0)
    throw new AppError('wrongState', {
      message: [
        ...(asked === '' ? [] : [`${asked}还没有确认参加`]),
        ...(declined === '' ? [] : [`${declined}不参加，请退回主持人修改成员`]),
      ].join('；'),
    })
}

/** Projects under way in which each member takes part already, against the most that the notice allows. */
export async function faultsOfMembers(
  db: Queryable,
  { id, value, campaignId }: Matter,
): Promise<FieldFault[]> {
  const campaign = campaignId === null ? undefined : await campaignById(db, campaignId)
  const most = campaign?.value['mostJoined']
  if (typeof most !== 'number') return []
  const found = await foundOf(db, writtenIn(value))
  const counts = await db.query<{ teacherId: number; joined: number }>(sql`
    select m.teacher_id as "teacherId", count(*)::int as joined
    from project_member m
    join process_case k on k.id = m.case_id and k.under_way
    where m.teacher_id = any(${found.flatMap((one) => one.teacherId ?? [])}::int[])
      and m.state in ('asked', 'confirmed') and m.case_id <> ${id}::uuid
    group by m.teacher_id`)
  const joinedBy = new Map(counts.map(({ teacherId, joined }) => [teacherId, joined]))
  return found.flatMap(({ name, teacherId }) => {
    const joined = teacherId === null ? 0 : (joinedBy.get(teacherId) ?? 0)
    return joined < most
      ? []
      : [
          {
            field: 'members',
            message: `${name}已参加 ${joined} 项没有结题的课题，这项征集要求每人最多 ${most} 项`,
          },
        ]
  })
}

/** A teacher's own memberships: those that wait for an answer first. */
export async function membershipsOf(db: Database, { teacherId }: Actor): Promise<Memberships> {
  const list = await db.query<Memberships['list'][number]>(sql`
    select m.id, coalesce(k.value ->> 'projectName', '') as title, t.name as leader, i.name as institution,
      coalesce(k.value -> 'members' -> (m.place - 1) ->> 'duty', '') as duty, m.place, m.state, m.asked_at as "askedAt"
    from project_member m
    join process_case k on k.id = m.case_id
    join teacher t on t.id = k.teacher_id
    join institution i on i.id = k.institution_id
    where m.teacher_id = ${teacherId} and (k.under_way or m.state = 'confirmed')
    order by m.state = 'asked' desc, m.asked_at desc limit 100`)
  return { list }
}

/** The answer of a member. Who agreed once leaves by a change of the project. Said again, it stays as it is. */
export async function answerMembership(db: Database, actor: Actor, id: string, agree: boolean) {
  return db.transaction(async (tx) => {
    const row = await tx.maybeOne<{ state: MemberState; underWay: boolean; caseId: string }>(sql`
      select m.state, k.under_way as "underWay", m.case_id as "caseId"
      from project_member m join process_case k on k.id = m.case_id
      where m.id = ${id}::uuid and m.teacher_id = ${actor.teacherId}
      for update of m`)
    if (!row) throw new AppError('missing')
    const wanted: MemberState = agree ? 'confirmed' : 'declined'
    if (row.state === wanted) return { state: wanted }
    if (!row.underWay) throw new AppError('wrongState', { message: '这项课题已经办完或撤回，不用再确认' })
    if (row.state === 'confirmed')
      throw new AppError('wrongState', { message: '您已确认参加；要退出的，请主持人申请变更成员' })
    await tx.execute(sql`
      update project_member set state = ${wanted}, answered_at = now() where id = ${id}::uuid`)
    await note(tx, {
      by: actor.identityId,
      action: 'research.membershipAnswered',
      facts: { case: row.caseId, agree },
    })
    return { state: wanted }
  })
}

/** The members of a project that the reader may see. */
export async function membersFor(processing: Processing, actor: Actor, id: string): Promise<CaseMembers> {
  await viewOfCase(processing, actor, researchProject, id)
  const list = await processing.db.query<CaseMembers['list'][number]>(sql`
    select place, name, org, state, answered_at as "answeredAt"
    from project_member where case_id = ${id}::uuid order by place`)
  return { list }
}

/** Members who agreed, in their order, for what a closed project leaves behind. */
export const agreedMembers = (db: Queryable, caseId: string) =>
  db.query<{ place: number; teacherId: number }>(sql`
    select place, teacher_id as "teacherId" from project_member
    where case_id = ${caseId}::uuid and state = 'confirmed' order by place`)
