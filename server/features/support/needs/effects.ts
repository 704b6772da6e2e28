import type { Actor } from '../../../../catalogue/access/access.ts'
import { AppError } from '../../../../catalogue/errors.ts'
import { casesPath } from '../../../../catalogue/processes/paths.ts'
import { posting } from '../../../../catalogue/processes/posting.ts'
import { linesOf } from '../../../../catalogue/processes/research-activity-fields.ts'
import { researchActivity } from '../../../../catalogue/processes/research-activity.ts'
import { supportNeedKinds } from '../../../../catalogue/support/kinds.ts'
import { actorOfIdentity } from '../../../engine/access/index.ts'
import { createCampaign } from '../../../engine/campaigns/index.ts'
import type { Queryable, Tx } from '../../../engine/engine.ts'
import {
  agreedPeople,
  beginCaseFor,
  caseRows,
  makeMove,
  roleAt,
  type CaseNeeds,
  type Consequences,
  type Matter,
  neverVoided,
  noOutcome,
} from '../../../engine/processes/index.ts'
import { lastDay } from '../../../engine/ways/index.ts'
import { today } from '../../../platform/clock/clock.ts'
import { joined } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { pairsOf } from '../agreements/pairs.ts'
import { needById, refusalFor } from './need.ts'

/** Working days for which a need is shown to partners alone (teaching-research.md, 10.4). */
const partnersAlone = 10

export interface NeedEffects {
  readonly processing: () => CaseNeeds
}

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

type OwnEffects = 'needOpened' | 'needClosed' | 'placesTaken' | 'offerAccepted'

/** What moves of needs and offers do beside moving the case. */
export const needEffects = (needs: NeedEffects): Pick<Consequences['effects'], OwnEffects> => ({
  needOpened: { applied: (tx, matter) => openNeed(needs, tx, matter), voided: neverVoided },
  needClosed: { applied: closeNeed, voided: neverVoided },
  placesTaken: { applied: takePlaces, voided: giveBackPlaces },
  offerAccepted: {
    applied: (tx, matter) => carryOut(needs, tx, matter),
    voided: requireNoPosting,
  },
})

/** Publishes a need, and tells the partners of its owner. */
async function openNeed({ processing }: NeedEffects, tx: Tx, matter: Matter) {
  const { value, parties } = matter
  const owner = parties['needer'] ?? null
  const { day } = await tx.one<{ day: string }>(
    sql`select (${lastDay(sql`now()`, sql.lit(partnersAlone))} + 1)::text as day`,
  )
  await tx.execute(sql`
    insert into support_need (case_id, owner_id, district_id, city_id, title, kind, stage, subject, start_on, end_on,
      places, city_from)
    select ${matter.id}::uuid, i.id, i.district_id, i.city_id, ${String(value['title'])}, ${String(value['needKind'])},
      ${textIn(value['schoolStage'])}, ${textIn(value['subject'])}, ${String(value['startOn'])}::date,
      ${String(value['endOn'])}::date, ${Number(value['places'])}, ${day}::date
    from institution i where i.id = ${owner}`)
  for (const { supporterId, supported } of await partnersOf(tx, owner))
    await processing().notify(tx, {
      to: { institution: supporterId, role: await roleAt(tx, supporterId) },
      kind: '1',
      title: `${supported}提出帮扶需求：${String(value['title'])}`,
      content: `需要 ${Number(value['places'])}，${String(value['startOn'])} 至 ${String(value['endOn'])}。结对单位先看到，可以响应。`,
      link: needPath(await roleAt(tx, supporterId), matter.id),
      exceptPerson: 0,
    })
  return noOutcome
}

/** The page of a need for an office; null where its role has none. */
function needPath(role: number, id: string): string | null {
  const page = casesPath(role, 'supportNeed')
  return page === null ? null : `${page.replace(/\?.*$/, '')}?tab=needs&need=${id}`
}

/** Agreements in which somebody supports the institution, or the district in which it lies. */
async function partnersOf(db: Queryable, owner: number | null) {
  if (owner === null) return []
  const { district } = await db.one<{ district: number | null }>(
    sql`select district_id as district from institution where id = ${owner}`,
  )
  const own = [owner, ...(district === null ? [] : [district])]
  const pairs = await pairsOf(db, { from: today(), of: own })
  const partners = pairs.filter(({ supportedId }) => own.includes(supportedId))
  return [...new Map(partners.map((pair) => [pair.supporterId, pair])).values()]
}

/** Whether somebody supports the institution, or the district in which it lies, on a day. */
export const isSupported = async (db: Queryable, owner: number | null): Promise<boolean> =>
  (await partnersOf(db, owner)).length > 0

/** Ends a need. Its owner answers the offers first; a need whose days are over keeps nobody waiting. */
async function closeNeed(tx: Tx, { id, actor }: Matter) {
  await tx.execute(
    sql`update support_need set closed_at = now() where case_id = ${id}::uuid and closed_at is null`,
  )
  if (actor === null) return noOutcome
  const { many } = await tx.one<{ many: number }>(sql`
    select count(*)::int as many from ${caseRows} o
    where o.of_case = ${id}::uuid and o.type = 'supportOffer' and o.state = 'offered'`)
  if (many > 0)
    throw new AppError('wrongState', { message: `还有 ${many} 份响应等您接受或谢绝，办完再结束需求` })
  return noOutcome
}

/** Takes places of a need for an offer by one conditional update: two offers at once cannot both have the last one. */
async function takePlaces(tx: Tx, { ofCase, value }: Matter) {
  const number = Number(value['number'])
  const taken = await tx.maybeOne(sql`
    update support_need set taken = taken + ${number}
    where case_id = ${ofCase}::uuid and closed_at is null and end_on >= ${today()}::date
      and taken + ${number} <= places
    returning taken`)
  if (taken) return noOutcome
  const need = ofCase === null ? undefined : await needById(tx, ofCase)
  throw new AppError('wrongState', { message: refusalFor(need, number) ?? '名额刚被占用，请刷新后再看' })
}

async function giveBackPlaces(tx: Tx, { ofCase, value }: Matter) {
  await tx.execute(sql`
    update support_need set taken = greatest(taken - ${Number(value['number'])}, 0) where case_id = ${ofCase}::uuid`)
  return noOutcome
}

/** What follows from an offer that was accepted: postings, or the draft of an activity. */
async function carryOut(needs: NeedEffects, tx: Tx, matter: Matter) {
  const need = matter.ofCase === null ? undefined : await needById(tx, matter.ofCase)
  if (!need || need.closed)
    throw new AppError('wrongState', { message: '需求已经结束或过期，不能再接受响应' })
  const offer = await tx.one<{ by: number }>(
    sql`select by_identity as by from ${caseRows} o where o.id = ${matter.id}::uuid`,
  )
  const supporter = (await actorOfIdentity(tx, offer.by))?.actor
  if (!supporter) throw new AppError('wrongState', { message: '响应的账号已停用，请支援方重新响应' })
  if (need.kind === supportNeedKinds.posting) await beginPostings(needs, tx, { matter, supporter })
  if (need.kind === supportNeedKinds.lessons) await draftActivity(needs, tx, { matter, supporter })
  return noOutcome
}

interface Acceptance {
  readonly matter: Matter
  /** The account that made the offer. */
  readonly supporter: Actor
}

/** Begins a posting for each teacher and brings it to the common authority: both schools have agreed already. */
async function beginPostings(
  { processing }: NeedEffects,
  tx: Tx,
  { matter, supporter }: Acceptance,
): Promise<void> {
  const { db, ...others } = processing()
  const within = { ...others, db: joined(db, tx) }
  const { value, parties, actor } = matter
  if (!actor) throw new AppError('forbidden')
  const days = { startOn: value['startOn'], endOn: value['endOn'] }
  const given = { kind: '3', toOrg: parties['needer'], ...days, reason: `帮扶需求：${String(value['need'])}` }
  for (const { teacherId } of await agreedPeople(tx, matter.id, 'person')) {
    const begun = { actor: supporter, definition: posting, teacherId, given, ofCase: matter.id }
    const id = await beginCaseFor(within, begun)
    for (const [who, action] of [
      [supporter, 'submit'],
      [actor, 'agree'],
    ] as const) {
      const { version } = await tx.one<{ version: number }>(
        sql`select version from ${caseRows} k where k.id = ${id}::uuid`,
      )
      const asked = { actor: who, definition: posting, id, action, version, reason: '', value: {} }
      await makeMove(within, asked)
    }
  }
}

/** Drafts the activity in which lessons are brought to the supported school; the supporter writes the rest. */
async function draftActivity(
  { processing }: NeedEffects,
  tx: Tx,
  { matter, supporter }: Acceptance,
): Promise<void> {
  const { db, ...others } = processing()
  const { value, parties } = matter
  const start = `${String(value['startOn'])}T09:00`
  await createCampaign(
    { ...others, db: joined(db, tx) },
    {
      actor: supporter,
      definition: researchActivity,
      collects: 'activityPlace',
      title: `送教：${String(value['need'])}`.slice(0, 60),
      value: {
        supportPartner: parties['needer'],
        activityKind: '09',
        startTime: start,
        endTime: `${String(value['endOn'])}T17:00`,
        leader: linesOf(value['people'])[0]?.['name'] ?? null,
        quota: 50,
      },
    },
  )
}

/** Refuses to take back an offer while a posting that it brought about is under way. */
async function requireNoPosting(tx: Tx, { id }: Matter) {
  const other = await tx.maybeOne<{ name: string }>(sql`
    select t.name from ${caseRows} p join teacher t on t.id = p.teacher_id
    where p.of_case = ${id}::uuid and p.type = 'posting' and p.state not in ('rejected', 'cancelled', 'ended')
    limit 1`)
  if (other)
    throw new AppError('wrongState', {
      message: `${other.name}的临时派出正在办理或进行，请先在“临时派出”里取消或提前结束`,
    })
  return noOutcome
}
