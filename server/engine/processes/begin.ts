import type { Actor } from '../../../catalogue/access/access.ts'
import type { CaseAbout } from '../../../catalogue/contract/processes.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { firstForm, keysIn, stagesIn } from '../../../catalogue/processes/reading.ts'
import { idCard } from '../../../catalogue/field.ts'
import { tidyNumber } from '../../../catalogue/kinds/id-card.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { countNumbers } from '../access/index.ts'
import type { Queryable, Tx } from '../engine.ts'
import { addPerson, openArchiveOfOutsider } from '../directory/index.ts'
import { caseBefore, isClash, rememberCase, repeatable } from '../records/index.ts'
import { defaultValue, filesIn, judgeFiles, readGiven, type FormValue } from '../filled-forms/index.ts'
import { holdFiles } from './files.ts'
import { lockCase } from './move.ts'
import { openCampaign, type CampaignRow } from '../campaigns/index.ts'
import { caseToChange } from './of-case.ts'
import { holderIn, partiesOfCase } from './parties.ts'
import type { Processing } from './processing.ts'
import { caseOf, holdsForm } from './row.ts'
import { isSameName } from '../names/index.ts'

interface Beginning {
  readonly actor: Actor
  readonly definition: AnyProcess
  readonly about: CaseAbout
  readonly value: FormValue
  /** The header Idempotency-Key. */
  readonly key: string | undefined
}

/** Begins a case about a teacher whom the caller has found. Answers its id. */
export function beginCaseFor(
  { db, consequences }: Pick<Processing, 'db' | 'consequences'>,
  {
    actor,
    definition,
    teacherId,
    given,
    campaign = null,
  }: Omit<NewCase, 'value' | 'campaign' | 'ofCase'> & {
    readonly given: FormValue
    readonly campaign?: CampaignRow | null
  },
): Promise<string> {
  return db.transaction(async (tx) => {
    const filled = await filledIn(consequences, tx, definition, teacherId)
    const before = { ...startOf(definition, campaign), ...filled }
    const value = await readGiven(tx, { definition, given, before })
    await judgeFiles(tx, actor, { definition, value, before: {}, rules: campaign?.value ?? {} })
    return insertCase(tx, { actor, definition, teacherId, value, campaign, ofCase: null })
  })
}

/** Begins a case as a draft of the actor's office. The same request sent twice begins one. Answers its id. */
export async function beginCase(processing: Processing, beginning: Beginning): Promise<string> {
  const { db, keys } = processing
  const { actor, definition, about, key } = beginning
  if (!definition.starters.includes(actor.role)) throw new AppError('forbidden')
  const request = repeatable(keys, key, `process ${definition.name}`, { about, value: beginning.value })
  const campaign = await campaignFor(processing, beginning)
  const changed = 'case' in about ? await caseToChange(db, actor, definition, about.case) : null
  if (definition.of && !changed) throw invalid('about', '请从要变更的那件事开始')
  const known = await whomOf(processing, actor, definition, about)
  const filled = known === null ? {} : await filledIn(processing.consequences, db, definition, known)
  const value = await readGiven(db, {
    definition,
    given: beginning.value,
    before: { ...startOf(definition, campaign), ...changed?.taken, ...filled },
    only: keysIn(definition, [firstForm]),
  })
  try {
    return await db.transaction(async (tx) => {
      await judgeFiles(tx, actor, { definition, value, before: {}, rules: campaign?.value ?? {} })
      if (changed) {
        // Two requests at once begin one change.
        await lockCase(tx, changed.id)
        await caseToChange(tx, actor, definition, changed.id)
      }
      const teacherId = known ?? (await addOutsider(processing, tx, about))
      const same = changed
        ? null
        : await draftBefore(tx, { actor, definition, teacherId, value, campaign, ofCase: null })
      if (same !== null) {
        await rememberCase(tx, actor, request, same)
        return same
      }
      const id = await insertCase(tx, {
        actor,
        definition,
        teacherId,
        value,
        campaign,
        ofCase: changed?.id ?? null,
      })
      await rememberCase(tx, actor, request, id)
      return id
    })
  } catch (error) {
    const before = isClash(error) ? await caseBefore(db, actor, request) : null
    if (before !== null) return before
    throw error
  }
}

interface NewCase {
  readonly actor: Actor
  readonly definition: AnyProcess
  readonly teacherId: number
  readonly value: FormValue
  readonly campaign: CampaignRow | null
  readonly ofCase: string | null
}

/** What a new case starts with: the defaults of its fields, and what the notice says. */
function startOf(definition: AnyProcess, campaign: CampaignRow | null): FormValue {
  const taken = campaign ? (definition.campaign?.takes ?? []) : []
  return {
    ...defaultValue(definition),
    ...Object.fromEntries(taken.map((key) => [key, campaign?.value[key] ?? null])),
  }
}

/** The campaign whose entry a new case is; refuses one that is not open, or not for the actor's institution. */
async function campaignFor(
  { db }: Processing,
  { actor, definition, about }: Beginning,
): Promise<CampaignRow | null> {
  if (!definition.campaign) return null
  if (!('campaign' in about)) throw invalid('about', '请从征集通知开始申报')
  return openCampaign(db, actor, definition, about.campaign)
}

/** What the portal knows already of the person, where the process says from where. */
const filledIn = async (
  { sources }: Processing['consequences'],
  db: Queryable,
  { filledBy }: AnyProcess,
  teacherId: number,
): Promise<FormValue> => (filledBy === undefined ? {} : sources[filledBy](db, teacherId))

async function insertCase(
  tx: Tx,
  { actor, definition, teacherId, value, campaign, ofCase }: NewCase,
): Promise<string> {
  const starter = actor.institutionId
  const { parties, involved } = await partiesOfCase(tx, {
    definition,
    starter,
    teacherId,
    submitter: actor.personId,
    value,
    campaignHost: campaign?.institutionId ?? null,
    ofCase,
  })
  const holder = await holderIn(tx, definition, definition.initial, {
    parties,
    sender: null,
    person: actor.personId,
  })
  const id = uuidv7()
  await tx.execute(sql`
    insert into process_case (institution_id, id, type, state, value, teacher_id, parties, involved,
      holder_institution_id, holder_role, holder_days, by_identity, campaign_id, of_case)
    values (${starter}, ${id}::uuid, ${definition.name}, ${definition.initial}, ${sql.json(value)},
      ${teacherId}, ${sql.json(parties)}, ${involved}::int[], ${holder.institutionId}, ${holder.role},
      ${holder.days}, ${actor.identityId}, ${campaign?.id ?? null}::uuid, ${ofCase}::uuid)`)
  await holdFiles(tx, { institutionId: starter, id }, filesIn(definition, value))
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
 * The draft that an equal request of the same office left about this person: a second click begins nothing. Another
 * draft of the same process about the same person is refused (409), but for entries of a campaign, of which one person
 * may have several. Requests at once take turns.
 */
async function draftBefore(
  tx: Tx,
  { actor, definition, teacherId, value, campaign }: NewCase,
): Promise<string | null> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtext(${`case ${definition.name}`}), ${teacherId})`)
  const drafts = await tx.query<{ id: string; same: boolean }>(sql`
    select id, by_identity = ${actor.identityId} and value = ${sql.json(value)} as same
    from process_case
    where institution_id = ${actor.institutionId} and type = ${definition.name} and teacher_id = ${teacherId}
      and state = ${definition.initial} and open and of_case is null
      and campaign_id is not distinct from ${campaign?.id ?? null}::uuid
    order by created_at desc, id desc
    limit 20`)
  const same = drafts.find((draft) => draft.same)
  if (same) return same.id
  if (drafts.length > 0 && !campaign)
    throw new AppError('duplicate', {
      message: `这位教师已有一份没有提交的${definition.title}草稿，请先办完或取消那一份`,
    })
  return null
}

const nobody = '没有找到这位教师：请核对姓名和证件号'

/**
 * The teacher whom a case is to be about; null for somebody whom nobody knows yet, where the process takes such
 * people. Somebody out of reach answers like somebody who does not exist.
 */
async function whomOf(
  processing: Processing,
  actor: Actor,
  definition: AnyProcess,
  about: CaseAbout,
): Promise<number | null> {
  if (definition.about === 'self') return ownArchive(actor)
  if ('campaign' in about || 'case' in about) throw invalid('about', nobody)
  return teacherCalled(processing, actor, definition, about)
}

type Called = Exclude<CaseAbout, { readonly campaign: string } | { readonly case: string }>

async function teacherCalled(
  processing: Processing,
  actor: Actor,
  definition: AnyProcess,
  about: Called,
): Promise<number | null> {
  const own = 'teacherId' in about
  if (own && definition.about === 'byNumber') throw invalid('about', '请填写姓名和证件号')
  if (!own && definition.about === 'ownTeacher') throw invalid('about', '请从本校教师中选择')
  const row = own
    ? await ownTeacher(processing.db, actor, about.teacherId)
    : await numberedTeacher(processing, actor, about)
  if (!row && !own && about.outside && definition.outsiders) {
    await requireUnknown(processing, about.number)
    return null
  }
  if (!row) throw invalid('about', own ? '范围内没有这位教师' : nobody)
  if (row.person_id === actor.personId) throw invalid('about', '这件事关于您本人，须由其他人办理')
  return row.id
}

/** The actor's own archive, which such a case is about. */
function ownArchive({ teacherId }: Actor): number {
  if (teacherId === null) throw new AppError('forbidden', { message: '您还没有教师档案，不能申报' })
  return teacherId
}

type Numbered = Extract<CaseAbout, { readonly number: string }>

async function numberedTeacher(processing: Processing, actor: Actor, { name, number }: Numbered) {
  const { db, keys } = processing
  await countNumbers(processing, actor, 'case', [{ kind: 'id_no', value: tidyNumber(number) }])
  const row = await db.maybeOne<{ id: number; person_id: number; name: string }>(sql`
    select t.id, t.person_id, p.name
    from person p
    join teacher t on t.person_id = p.id
    where p.id_no_key = ${keys.blind('id_no', tidyNumber(number))}`)
  return row && isSameName(row.name, name) ? row : undefined
}

/** An identity number as archives have it. */
const identityNumber = idCard('证件号')

/** Refuses a number that is none, and one that somebody has already. */
async function requireUnknown({ db, keys }: Processing, number: string): Promise<void> {
  if (!identityNumber.schema.safeParse(tidyNumber(number)).success)
    throw invalid('about', '证件号不对：请核对 18 位身份证件号')
  const held = await db.maybeOne(
    sql`select 1 from person where id_no_key = ${keys.blind('id_no', tidyNumber(number))}`,
  )
  if (held) throw invalid('about', '该证件号已在平台登记：请核对姓名，按平台内教师办理')
}

/** Adds a person from elsewhere, who belongs nowhere until the case takes effect. */
async function addOutsider({ keys }: Processing, tx: Tx, about: CaseAbout): Promise<number> {
  if (!('number' in about)) throw invalid('about', nobody)
  const known = { name: about.name, idNo: tidyNumber(about.number) }
  return openArchiveOfOutsider(tx, await addPerson(tx, { keys }, known))
}

const ownTeacher = (db: Queryable, actor: Actor, id: number) =>
  db.maybeOne<{ id: number; person_id: number }>(
    sql`select id, person_id from teacher where id = ${id} and institution_id = ${actor.institutionId}`,
  )

interface Edit {
  readonly actor: Actor
  readonly definition: AnyProcess
  readonly id: string
  readonly version: number
  readonly value: FormValue
}

/** Writes the forms that the state of a case opens. Only whoever holds it may, at the version that was read. */
export async function editCase(
  { db }: Processing,
  { actor, definition, id, version, value: given }: Edit,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCase(tx, id)
    const row = await caseOf(tx, actor, definition, id)
    const open = stagesIn(definition, row.state)
    if (open.length === 0)
      throw new AppError('wrongState', { message: '已经提交，不能再改；退回或取消后才能改' })
    if (!holdsForm(actor, row)) throw new AppError('forbidden')
    if (row.version !== version) throw new AppError('stale', { message: '这件事刚被别人改过，请刷新后再看' })
    const value = await readGiven(tx, {
      definition,
      given,
      before: row.value,
      only: keysIn(definition, open),
    })
    await judgeFiles(tx, actor, { definition, value, before: row.value, rules: row.fileRules })
    await tx.execute(sql`
      update process_case
      set value = ${sql.json(value)}, version = version + 1, updated_at = now()
      where institution_id = ${row.institutionId} and id = ${id}::uuid`)
    await holdFiles(tx, row, filesIn(definition, value))
  })
}
