import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  InvitationReport,
  OpenStudioPage,
  StudioCandidates,
} from '../../../catalogue/contract/teaching/studios.ts'
import { AppError, invalid, invalidFields } from '../../../catalogue/errors.ts'
import { membership } from '../../../catalogue/processes/membership.ts'
import { minuteOf } from '../../../catalogue/seats/offer.ts'
import { namedLike } from '../../engine/access/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import { beginCaseFor, caseRows, entryMover, type CaseNeeds } from '../../engine/processes/index.ts'
import { joined } from '../../platform/db/database.ts'
import { refusedBecause } from '../../platform/db/refused.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { requireRunning, studioRows, studiosWhere, type StudioRow } from './studio.ts'

/** Days for which an invitation holds a place (teaching-research.md, 3.3). */
const invitationDays = 7

/** Condition that the institution `alias` lies within the region of the studio's office. */
const withinOffice = (officeId: number, alias: string): Sql => {
  const of = (column: string): Sql => sql`${sql.id(alias, column)} = ${officeId}`
  return sql`(${of('institution_id')} or ${of('district_id')} or ${of('city_id')} or ${of('province_id')})`
}

/** Teachers in the region of the studio's office, by name, with their place in the studio. */
export async function studioCandidatesOf(
  db: Queryable,
  studio: StudioRow,
  {
    q,
    page,
    pageSize,
  }: { readonly q?: string | undefined; readonly page: number; readonly pageSize: number },
): Promise<StudioCandidates> {
  const where = sql`${withinOffice(studio.officeId, 't')} and t.status = '11' and t.id <> ${studio.hostId}
    ${q ? sql`and ${namedLike('t', q)}` : sql.empty}`
  const [list, { total }] = await Promise.all([
    db.query<StudioCandidates['list'][number]>(sql`
      with e as materialized (
        select m.teacher_id, max(m.state) as state from ${caseRows} m
        where m.of_case = ${studio.id}::uuid and m.type = 'membership' and m.open and m.state <> 'draft'
        group by m.teacher_id)
      select t.id as "teacherId", t.name, coalesce(i.name, '') as institution, t.subject, e.state
      from teacher t
      left join institution i on i.id = t.institution_id
      left join e on e.teacher_id = t.id
      where ${where}
      order by t.name_sort, t.id limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from teacher t where ${where}`),
  ])
  return { list, total, page, pageSize }
}

/** What a membership of a studio is begun with. */
const startOf = (studio: StudioRow) => ({
  studio: studio.name,
  host: studio.host,
  hostId: studio.hostId,
  hostAt: studio.institutionId,
})

interface Invitation {
  readonly actor: Actor
  readonly studio: StudioRow
  readonly teachers: readonly number[]
  readonly memberRole: string
}

/** Invites teachers of the office's region, each by itself; whoever cannot be is named with the reason. */
export async function inviteMembers(
  processing: CaseNeeds,
  { actor, studio, teachers, memberRole }: Invitation,
): Promise<InvitationReport> {
  requireRunning(studio)
  const ids = [...new Set(teachers)]
  const found = await processing.db.query<{ id: number; name: string }>(sql`
    select t.id, t.name from teacher t
    where t.id = any(${ids}::int[]) and t.status = '11' and ${withinOffice(studio.officeId, 't')}`)
  const names = new Map(found.map(({ id, name }) => [id, name]))
  if (ids.some((id) => !names.has(id))) throw invalid('teachers', '只能邀请主管单位范围内的在职教师')
  const report: InvitationReport = { done: [], refused: [] }
  for (const teacherId of ids)
    try {
      report.done.push({
        teacherId,
        id: await inviteOne(processing, { actor, studio, memberRole }, teacherId),
      })
    } catch (error) {
      const because = refusedBecause(error)
      if (because === null) throw error
      report.refused.push({ teacherId, name: names.get(teacherId) ?? '', message: because })
    }
  return report
}

/** Begins an invitation and hands it in, or does neither. */
function inviteOne(
  processing: CaseNeeds,
  { actor, studio, memberRole }: Omit<Invitation, 'teachers'>,
  teacherId: number,
): Promise<string> {
  const { db, consequences } = processing
  return db.transaction(async (tx) => {
    await tx.query(sql`select 1 from teacher where id = ${teacherId} for update`)
    const given = { ...startOf(studio), memberRole }
    const begun = { actor, definition: membership, teacherId, given, ofCase: studio.id }
    const id = await beginCaseFor({ db: joined(db, tx), consequences }, begun)
    const { errors } = await consequences.judges.mayJoinStudio(tx, {
      id,
      definition: membership,
      teacherId,
      value: given,
      parties: {},
      campaignId: null,
      ofCase: studio.id,
      contentId: null,
      actor,
      by: actor.identityId,
    })
    if (errors.length > 0) throw invalidFields(errors)
    const value = { answerBy: minuteOf(Date.now() + invitationDays * 86_400_000) }
    const asked = { moves: ['invite'], from: ['draft'], by: actor.identityId, value }
    if (!(await entryMover(processing)(tx, asked, id))) throw new AppError('stale')
    return id
  })
}

/** Begins the application of a teacher to a studio that runs in its region; answers the one under way. */
export async function beginApplication(
  processing: CaseNeeds,
  actor: Actor,
  studioId: string,
): Promise<string> {
  const { db } = processing
  const [studio] = await studiosWhere(db, sql`k.id = ${studioId}::uuid and ${findable(actor)}`)
  if (!studio || actor.teacherId === null) throw new AppError('missing')
  const { teacherId } = actor
  requireRunning(studio)
  if (studio.hostId === teacherId) throw new AppError('wrongState', { message: '这是您主持的工作室' })
  return db.transaction(async (tx) => {
    await tx.query(sql`select 1 from teacher where id = ${teacherId} for update`)
    const before = await tx.maybeOne<{ id: string }>(sql`
      select m.id from ${caseRows} m
      where m.of_case = ${studioId}::uuid and m.type = 'membership' and m.teacher_id = ${teacherId} and m.open
      limit 1`)
    if (before) return before.id
    return beginCaseFor(
      { ...processing, db: joined(db, tx) },
      { actor, definition: membership, teacherId, given: startOf(studio), ofCase: studio.id },
    )
  })
}

/** Condition that the office of the studio `k` stands above the teacher, or is the own institution. */
const findable = ({ institutionId }: Actor): Sql => sql`(k.parties ->> 'office')::int in (
  select unnest(array[z.id, z.district_id, z.city_id, z.province_id]) from institution z where z.id = ${institutionId})`

/** Studios of the teacher's region that run, by name, with what the teacher is in each. */
export async function openStudiosFor(
  db: Queryable,
  actor: Actor,
  {
    q,
    page,
    pageSize,
  }: { readonly q?: string | undefined; readonly page: number; readonly pageSize: number },
): Promise<OpenStudioPage> {
  const where = sql`k.type = 'studio' and k.state in ('active', 'annualReview') and ${findable(actor)}
    and k.teacher_id <> ${actor.teacherId ?? 0}
    ${q ? sql`and (position(${q} in k.value ->> 'name') > 0 or ${namedLike('t', q)})` : sql.empty}`
  const [list, { total }] = await Promise.all([
    db.query<OpenStudioPage['list'][number]>(sql`
      select k.id, k.value ->> 'name' as name, k.value ->> 'studioLevel' as level, k.value ->> 'studioKind' as kind,
        k.value ->> 'subject' as subject, t.name as host, coalesce(i.name, '') as institution,
        greatest(0, coalesce((k.value ->> 'capacity')::int, 0) - (
          select count(*)::int from ${caseRows} m
          where m.of_case = k.id and m.type = 'membership' and m.state in ('joined', 'invited')
            and m.value ->> 'memberRole' <> '5')) as left,
        (select jsonb_build_object('id', m.id, 'state', m.state) from ${caseRows} m
          where m.of_case = k.id and m.type = 'membership' and m.teacher_id = ${actor.teacherId ?? 0} and m.open
          limit 1) as mine
      from ${studioRows}
      where ${where}
      order by k.value ->> 'name', k.id limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from ${studioRows} where ${where}`),
  ])
  return { list, total, page, pageSize }
}
