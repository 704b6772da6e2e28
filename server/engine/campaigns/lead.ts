import type { Actor } from '../../../catalogue/access/access.ts'
import type { Role } from '../../../catalogue/access/roles.ts'
import type { AnyCampaign } from '../../../catalogue/processes/define-campaign.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../engine.ts'
import type { CampaignNeeds } from './campaigning.ts'
import { readableCampaign } from './scope.ts'

/**
 * An institution in whose name a person may hold campaigns today, and the fact that says so. Nothing of it is
 * kept: it is asked anew at every call, so that the right ends with the fact (docs/decisions/0208).
 */
export interface LeadOffice {
  readonly institutionId: number
  readonly institution: string
  /** The role of the offices of that level. */
  readonly role: Role
  /** What the person is there: 教研员, 科组长, 教研组长, 工作室主持人. */
  readonly because: string
}
export type LeadOfficesOf = (db: Queryable, teacherId: number) => Promise<readonly LeadOffice[]>

const personRole = 2

const asOffice = (actor: Actor, { institutionId, institution, role }: LeadOffice): Actor => ({
  ...actor,
  institutionId,
  institution,
  role,
})

/** Institutions in whose name the actor may begin a campaign now; none for offices, which need no fact. */
export const standingsFor = async (
  { db, standings }: CampaignNeeds,
  { role, teacherId }: Actor,
  { led }: AnyCampaign,
): Promise<readonly LeadOffice[]> =>
  led === true && role === personRole && teacherId !== null ? standings(db, teacherId) : []

/**
 * For whom the actor begins a campaign: the own office, or an institution by a fact of today.
 * @param office the institution that a person chose; the first one without
 * @throws AppError `forbidden` where no fact says so
 */
export async function beginningActor(
  needs: CampaignNeeds,
  actor: Actor,
  definition: AnyCampaign,
  office: number | undefined,
): Promise<Actor> {
  if (actor.role !== personRole) return actor
  const all = await standingsFor(needs, actor, definition)
  const found = office === undefined ? all[0] : all.find(({ institutionId }) => institutionId === office)
  if (found) return asOffice(actor, found)
  if (all.length > 0) throw invalid('office', '不能以该单位的名义发起')
  throw new AppError('forbidden', { message: '现任教研员、科组长、教研组长和工作室主持人才能发起' })
}

const leadOf = (db: Queryable, id: string) =>
  db.maybeOne<{ teacherId: number; institutionId: number; institution: string }>(sql`
    select l.teacher_id as "teacherId", c.institution_id as "institutionId", i.name as institution
    from campaign_lead l
      join campaign c on c.id = l.campaign_id
      join institution i on i.id = c.institution_id
    where l.campaign_id = ${id}::uuid`)

/** The actor as whom a person reads a campaign: the office while the person leads it by a fact of today. */
export async function readingActor(
  needs: CampaignNeeds,
  actor: Actor,
  definition: AnyCampaign,
  id: string,
): Promise<Actor> {
  if (actor.role !== personRole || actor.teacherId === null || definition.led !== true) return actor
  const lead = await leadOf(needs.db, id)
  if (lead?.teacherId !== actor.teacherId) return actor
  const all = await standingsFor(needs, actor, definition)
  const found = all.find(({ institutionId }) => institutionId === lead.institutionId)
  return found ? asOffice(actor, found) : actor
}

/**
 * The actor as whom somebody changes a campaign. Offices are themselves; a person has to lead it and to be what
 * gives the right, today.
 * @throws AppError `forbidden` where the person does not lead it or the fact has ended, `missing` where the person
 *   does not even read it
 */
export async function changingActor(
  needs: CampaignNeeds,
  actor: Actor,
  definition: AnyCampaign,
  id: string,
): Promise<Actor> {
  if (actor.role !== personRole) return actor
  const acting = await readingActor(needs, actor, definition, id)
  if (acting.role !== personRole) return acting
  const lead = definition.led === true ? await leadOf(needs.db, id) : undefined
  if (!lead || lead.teacherId !== actor.teacherId) {
    const known = await needs.db.maybeOne(
      sql`select 1 from campaign c where c.id = ${id}::uuid and c.type = ${definition.name} and ${readableCampaign(actor)}`,
    )
    throw known
      ? new AppError('forbidden', { message: `${definition.called}由主办单位办理` })
      : new AppError('missing')
  }
  throw new AppError('forbidden', {
    message: `您现在不是${lead.institution}的教研员、组长或主持人，${definition.called}由${lead.institution}继续办理`,
  })
}

/** Writes down who leads a campaign; nobody with null. In the transaction of what made it so. */
export async function setLead(
  tx: Tx,
  by: Actor,
  campaignId: string,
  teacherId: number | null,
): Promise<void> {
  await tx.execute(sql`delete from campaign_lead where campaign_id = ${campaignId}::uuid`)
  if (teacherId !== null)
    await tx.execute(sql`
      insert into campaign_lead (campaign_id, teacher_id) values (${campaignId}::uuid, ${teacherId})`)
  await note(tx, {
    by: by.identityId,
    action: 'campaign.led',
    ownerId: teacherId,
    recordId: campaignId,
    facts: { named: teacherId !== null },
  })
}

/** Campaigns of a kind that a person leads, newest first, whatever became of the right. */
export const ledBy = (db: Queryable, teacherId: number, { name }: AnyCampaign) =>
  db.query<{ id: string; title: string; state: string; institution: string; institutionId: number }>(sql`
    select c.id, c.title, c.state, i.name as institution, c.institution_id as "institutionId"
    from campaign_lead l
      join campaign c on c.id = l.campaign_id and c.type = ${name}
      join institution i on i.id = c.institution_id
    where l.teacher_id = ${teacherId} order by c.updated_at desc, c.id desc limit 100`)
