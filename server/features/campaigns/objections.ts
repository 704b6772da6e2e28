import type { Actor } from '../../../catalogue/access/access.ts'
import type { ObjectionList, PublicityList } from '../../../catalogue/contract/campaigns.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { processOf, type ProcessName } from '../../../catalogue/processes/processes.ts'
import { note } from '../../platform/audit/note.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import type { CampaignRow } from '../../engine/campaigns/index.ts'
import type { Queryable, Tx } from '../../engine/engine.ts'
import {
  caseRows,
  currentDay,
  nameOfCase,
  roleAt,
  type Consequences,
  type CaseNeeds,
} from '../../engine/processes/index.ts'

const hangsOut = 'publicity'

interface PublicEntry {
  readonly id: string
  readonly type: ProcessName
  readonly value: Readonly<Record<string, unknown>>
  readonly name: string
  readonly institution: string
  readonly until: string
}

const titleOf = (type: ProcessName, value: PublicEntry['value']): string =>
  nameOfCase({ type, value }) ?? processOf(type).title

/**
 * The entries of a campaign that hang out now, for everybody: what they are called, whose, of which
 * institution.
 */
export async function publicityOf(
  db: Queryable,
  campaign: Pick<CampaignRow, 'id'>,
): Promise<PublicityList['list']> {
  const rows = await db.query<PublicEntry>(sql`
    select k.id, k.type, k.value, coalesce(t.name, i.name) as name, i.name as institution, (k.acts_on - 1)::text as until
    from ${caseRows} k
    left join teacher t on t.id = k.teacher_id
    join institution i on i.id = k.institution_id
    where k.campaign_id = ${campaign.id}::uuid and k.state = ${hangsOut} and k.acts_on > ${currentDay}
    order by i.name_sort, t.name_sort, k.id limit 2000`)
  return rows.map(({ type, value, ...row }) => ({ ...row, title: titleOf(type, value) }))
}

interface NewObjection {
  readonly campaign: CampaignRow
  readonly caseId: string
  readonly name: string
  readonly contact: string
  readonly words: string
  /** Null for a visitor. */
  readonly actor: Actor | null
}

const sealedAt = (id: string): string => `campaign_objection|contact|${id}`

/** Takes an objection against an entry that hangs out, and tells whoever holds the campaign. */
export async function objectTo(processing: CaseNeeds, objecting: NewObjection): Promise<void> {
  const { campaign, caseId, name, contact, words, actor } = objecting
  const id = uuidv7()
  await processing.db.transaction(async (tx) => {
    const hung = (await publicityOf(tx, campaign)).find((one) => one.id === caseId)
    if (!hung) throw invalid('caseId', '这一项不在公示期内')
    await tx.execute(sql`
      insert into campaign_objection (campaign_id, id, case_id, by_identity, name, contact_sealed, words)
      values (${campaign.id}::uuid, ${id}::uuid, ${caseId}::uuid, ${actor?.identityId ?? null}, ${name},
        ${processing.keys.seal(contact, sealedAt(id))}, ${words})`)
    await note(tx, { by: actor?.identityId ?? null, action: 'objection.made', recordId: caseId, facts: {} })
    await processing.notify(tx, {
      to: { institution: campaign.institutionId, role: await roleAt(tx, campaign.institutionId) },
      kind: '3',
      title: `公示有异议：${hung.title}`,
      content: `有人对“${hung.title}”提出异议，请核实并答复。没有答复之前，公示期满也不会立项。`,
      link: null,
      exceptPerson: 0,
    })
  })
}

/** The objections to the entries of a campaign, newest first, for whoever holds it. */
export async function objectionsOf(
  { db, keys }: Pick<CaseNeeds, 'db' | 'keys'>,
  campaign: CampaignRow,
): Promise<ObjectionList> {
  const rows = await db.query<
    Omit<ObjectionList['list'][number], 'contact' | 'title'> & {
      readonly sealed: string
      readonly type: ProcessName
      readonly value: PublicEntry['value']
    }
  >(sql`
    select o.id, o.case_id as "caseId", o.name, o.contact_sealed as sealed, o.words, o.at, o.answer, o.upheld,
      p.name as "answeredBy", o.answered_at as "answeredAt", k.type, k.value
    from campaign_objection o
    join ${caseRows} k on k.id = o.case_id
    left join identity a on a.id = o.answered_by
    left join person p on p.id = a.person_id
    where o.campaign_id = ${campaign.id}::uuid
    order by o.at desc, o.id limit 500`)
  return {
    list: rows.map(({ sealed, type, value, ...row }) => ({
      ...row,
      title: titleOf(type, value),
      contact: keys.open(sealed, sealedAt(row.id)),
    })),
  }
}

interface ObjectionAnswer {
  readonly actor: Actor
  readonly campaign: CampaignRow
  readonly id: string
  readonly answer: string
  readonly upheld: boolean
}

/** Answers an objection, once. What follows for the entry is a move of its own. */
export async function answerObjection({ db }: CaseNeeds, answering: ObjectionAnswer): Promise<void> {
  const { actor, campaign, id, answer, upheld } = answering
  await db.transaction(async (tx) => {
    const answered = await tx.maybeOne<{ case_id: string }>(sql`
      update campaign_objection
      set answer = ${answer}, upheld = ${upheld}, answered_by = ${actor.identityId}, answered_at = now()
      where campaign_id = ${campaign.id}::uuid and id = ${id}::uuid and answered_at is null
      returning case_id`)
    if (!answered) throw new AppError('wrongState', { message: '该异议已答复或不存在' })
    await note(tx, {
      by: actor.identityId,
      action: 'objection.answered',
      recordId: answered.case_id,
      facts: { upheld },
    })
  })
}

/**
 * Refuses to go on with an entry while somebody's objection to it is open, or was upheld.
 * @throws AppError `wrongState`
 */
async function requireObjectionsAnswered(tx: Tx, caseId: string): Promise<void> {
  const { open, upheld } = await tx.one<{ open: number; upheld: number }>(sql`
    select count(*) filter (where answered_at is null)::int as open, count(*) filter (where upheld)::int as upheld
    from campaign_objection where case_id = ${caseId}::uuid`)
  if (open > 0) throw new AppError('wrongState', { message: `有 ${open} 条异议尚未答复` })
  if (upheld > 0) throw new AppError('wrongState', { message: '有异议成立：请办理“异议成立”，或另行答复' })
}

/** Keeps an entry where it hangs out while an objection is open or was upheld. */
export const objectionEffects: Pick<Consequences['effects'], 'objectionsAnswered'> = {
  objectionsAnswered: {
    applied: async (tx, { id }) => {
      await requireObjectionsAnswered(tx, id)
      return { handover: [], people: [] }
    },
    voided: () => {
      throw new AppError('wrongState', { message: '这一步不能撤销' })
    },
  },
}
