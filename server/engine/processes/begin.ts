import type { Actor } from '../../../catalogue/access/access.ts'
import type { CaseAbout } from '../../../catalogue/contract/processes.ts'
import { fileRulesOf } from '../../../catalogue/processes/campaign-reading.ts'
import { campaignCalled, campaignOf } from '../../../catalogue/processes/campaigns.ts'
import type { About, AnyProcess, Beginning } from '../../../catalogue/processes/define.ts'
import { beginningsOf, firstForm, keysIn } from '../../../catalogue/processes/reading.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../engine.ts'
import { caseBefore, isClash, rememberCase, repeatable } from '../records/index.ts'
import { defaultValue, filesIn, judgeFiles, readGiven, type FormValue } from '../filled-forms/index.ts'
import { holdFiles } from './files.ts'
import { openCampaign, type CampaignRow } from '../campaigns/index.ts'
import { caseToChange } from './of-case.ts'
import { holderIn, partiesOfCase } from './parties.ts'
import type { CaseNeeds } from './processing.ts'
import { lockCase, sameSubject } from './row.ts'
import { aboutOffice, aboutTeacher, addOutsider, subjectFor, type Subject } from './subject.ts'

interface Request {
  readonly actor: Actor
  readonly definition: AnyProcess
  readonly about: CaseAbout
  readonly value: FormValue
  /** The header Idempotency-Key. */
  readonly key: string | undefined
}

interface NewCase {
  readonly actor: Actor
  readonly definition: AnyProcess
  readonly subject: Subject
  readonly value: FormValue
  readonly campaign: CampaignRow | null
}

/** Begins a case about a teacher whom the caller has found. Answers its id. */
export function beginCaseFor(
  { db, consequences }: Pick<CaseNeeds, 'db' | 'consequences'>,
  {
    actor,
    definition,
    teacherId,
    given,
    campaign = null,
    ofCase = null,
  }: Pick<NewCase, 'actor' | 'definition'> & {
    readonly teacherId: number
    readonly given: FormValue
    readonly campaign?: CampaignRow | null
    /** The case of another process to which it belongs. */
    readonly ofCase?: string | null
  },
): Promise<string> {
  return db.transaction(async (tx) => {
    const filled = await filledIn(consequences, tx, definition, teacherId)
    const before = { ...startOf(definition, campaign), ...filled }
    const value = await readGiven(tx, { definition, given, before })
    await judgeFiles(tx, actor, { definition, value, before: {}, rules: fileRulesFor(campaign) })
    const subject = { ...aboutTeacher(teacherId), ofCase }
    return insertCase(tx, { actor, definition, subject, value, campaign })
  })
}

/**
 * Begins a case about the actor's own institution, from a page of a feature that knows what it belongs to.
 * Answers its id.
 */
export function beginOfficeCase(
  { db }: Pick<CaseNeeds, 'db'>,
  {
    actor,
    definition,
    given,
    ofCase = null,
  }: Pick<NewCase, 'actor' | 'definition'> & {
    readonly given: FormValue
    /** The case of another process to which it belongs. */
    readonly ofCase?: string | null
  },
): Promise<string> {
  return db.transaction(async (tx) => {
    const value = await readGiven(tx, { definition, given, before: startOf(definition, null) })
    const subject = { ...aboutOffice(actor.institutionId), ofCase }
    return insertCase(tx, { actor, definition, subject, value, campaign: null })
  })
}

/** Begins a case as a draft. The same request sent twice begins one. Answers its id. */
export async function beginCase(processing: CaseNeeds, asked: Request): Promise<string> {
  const { db, keys } = processing
  const { actor, definition, about, key } = asked
  const request = repeatable(keys, key, `process ${definition.name}`, { about, value: asked.value })
  const beginning = beginningFor(actor, definition, about)
  const campaign =
    'campaign' in about && about.campaign !== undefined
      ? await openCampaign(db, actor, definition, about.campaign)
      : null
  const changed = 'case' in about ? await caseToChange(db, actor, definition, about.case) : null
  const known = await subjectFor(processing, actor, about)
  const filled = known?.teacherId
    ? await filledIn(processing.consequences, db, definition, known.teacherId)
    : {}
  const value = await readGiven(db, {
    definition,
    given: asked.value,
    before: { ...startOf(definition, campaign), ...beginning.value, ...changed?.taken, ...filled },
    only: keysIn(definition, [firstForm]),
  })
  try {
    return await db.transaction(async (tx) => {
      await judgeFiles(tx, actor, { definition, value, before: {}, rules: fileRulesFor(campaign) })
      if (changed) {
        // Two requests at once begin one change.
        await lockCase(tx, changed.id)
        await caseToChange(tx, actor, definition, changed.id)
      }
      const subject = known ?? aboutTeacher(await addOutsider(processing, tx, about))
      const made = { actor, definition, subject, value, campaign }
      const id = (changed ? null : await draftBefore(tx, made)) ?? (await insertCase(tx, made))
      await rememberCase(tx, actor, request, id)
      return id
    })
  } catch (error) {
    const before = isClash(error) ? await caseBefore(db, actor, request) : null
    if (before !== null) return before
    throw error
  }
}

/** Refusal of a subject named in a way that the process does not allow. */
const namedBy: Readonly<Record<About, string>> = {
  self: '该事项由本人为自己办理',
  ownTeacher: '请从本校教师中选择',
  byNumber: '请填写姓名和证件号',
  outsider: '请填写姓名和证件号',
  office: '该事项由单位为本单位办理',
  content: '请从要办理的内容开始',
  case: '请从要变更的那件事开始',
}

function kindOfAbout(about: CaseAbout): About {
  if ('teacherId' in about) return 'ownTeacher'
  if ('number' in about) return about.outside ? 'outsider' : 'byNumber'
  if ('case' in about) return 'case'
  if ('content' in about) return 'content'
  return 'office' in about ? 'office' : 'self'
}

/** The declared beginning of the actor's role that a request follows; refuses one that is not declared. */
function beginningFor(actor: Actor, definition: AnyProcess, about: CaseAbout): Beginning {
  const own = beginningsOf(definition, actor.role)
  const [first] = own
  if (!first) throw new AppError('forbidden')
  if (definition.campaign && !('campaign' in about && about.campaign !== undefined))
    throw invalid('about', `请先选择${campaignCalled(definition.campaign.of.name)?.title ?? '征集通知'}`)
  const found = own.find((one) => one.about === kindOfAbout(about))
  if (!found || (!definition.campaign && 'campaign' in about && about.campaign !== undefined))
    throw invalid('about', namedBy[first.about])
  return found
}

const fileRulesFor = (campaign: CampaignRow | null) =>
  campaign ? fileRulesOf(campaignOf(campaign.type), campaign.value) : {}

/** What a new case starts with: the defaults of its fields, and what the notice says. */
function startOf(definition: AnyProcess, campaign: CampaignRow | null): FormValue {
  const taken = campaign ? (definition.campaign?.takes ?? []) : []
  return {
    ...defaultValue(definition),
    ...Object.fromEntries(taken.map((key) => [key, campaign?.value[key] ?? null])),
  }
}

/** What the portal knows already of the person, where the process says from where. */
const filledIn = async (
  { sources }: CaseNeeds['consequences'],
  db: Queryable,
  { filledBy }: AnyProcess,
  teacherId: number,
): Promise<FormValue> => (filledBy === undefined ? {} : sources[filledBy](db, teacherId))

async function insertCase(tx: Tx, { actor, definition, subject, value, campaign }: NewCase): Promise<string> {
  const { institutionId, personId } = actor
  const { teacherId, ofCase } = subject
  const { parties, involved } = await partiesOfCase(tx, {
    definition,
    institutionId,
    teacherId,
    submitter: personId,
    value,
    ofCase,
    campaignHost: campaign?.institutionId ?? null,
  })
  const arriving = { parties, sender: null, personId, teacherId, id: null, value, flowVersion: null }
  const holder = await holderIn(tx, definition, definition.initial, arriving)
  const id = uuidv7()
  await tx.execute(sql`
    insert into process_case (institution_id, id, type, state, value, subject_kind, teacher_id,
      subject_institution_id, subject_content_id, of_case, parties, involved, holder_institution_id, holder_role,
      holder_teacher_id, holder_days, by_identity, campaign_id)
    values (${institutionId}, ${id}::uuid, ${definition.name}, ${definition.initial}, ${sql.json(value)},
      ${subject.kind}, ${teacherId}, ${subject.subjectInstitutionId}, ${subject.subjectContentId}, ${ofCase}::uuid,
      ${sql.json(parties)}, ${involved}::int[], ${holder.institutionId}, ${holder.role}, ${holder.teacherId},
      ${holder.days}, ${actor.identityId}, ${campaign?.id ?? null}::uuid)`)
  await holdFiles(tx, { institutionId, id }, filesIn(definition, value))
  await note(tx, {
    by: actor.identityId,
    action: 'process.begun',
    type: definition.name,
    ownerId: teacherId,
    recordId: id,
  })
  return id
}

/**
 * The draft that an equal request of the same office or person left about this subject: a second click begins
 * nothing. Another draft of the same process about the same subject is refused (409), but for entries of a
 * campaign, of which one person may have several. Requests at once take turns.
 */
async function draftBefore(
  tx: Tx,
  { actor, definition, subject, value, campaign }: NewCase,
): Promise<string | null> {
  const { teacherId, subjectInstitutionId, subjectContentId } = subject
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtext(${`case ${definition.name}`}),
      ${teacherId ?? subjectContentId ?? subjectInstitutionId}::int)`)
  const drafts = await tx.query<{ id: string; same: boolean }>(sql`
    select id, by_identity = ${actor.identityId} and value = ${sql.json(value)} as same
    from process_case
    where institution_id = ${actor.institutionId} and type = ${definition.name} and ${sameSubject(subject)}
      and state = ${definition.initial} and open and of_case is null
      and campaign_id is not distinct from ${campaign?.id ?? null}::uuid
    order by created_at desc, id desc
    limit 20`)
  const same = drafts.find((draft) => draft.same)
  if (same) return same.id
  if (drafts.length > 0 && !campaign) {
    const whose = teacherId === null ? '已有' : teacherId === actor.teacherId ? '您已有' : '该教师已有'
    throw new AppError('duplicate', {
      message: `${whose}一份没有提交的${definition.title}草稿，请先办完或取消那一份`,
    })
  }
  return null
}
