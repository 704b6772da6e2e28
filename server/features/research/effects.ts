import { saidBy } from '../../../catalogue/processes/campaign-reading.ts'
import { campaignOf } from '../../../catalogue/processes/campaigns.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Engine } from '../../engine/engine.ts'
import { campaignById } from '../../engine/campaigns/index.ts'
import {
  caseRows,
  agreedPeople,
  numberCase,
  teacherOf,
  type Consequences,
  type Matter,
  type CaseNeeds,
  neverVoided,
  noOutcome,
} from '../../engine/processes/index.ts'
import { keepResult, takeBackResult } from '../../engine/results/index.ts'
import { nextSerial } from './serial.ts'
import { projectChanged } from './change.ts'
import { today } from '../../platform/clock/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

type Effects = Pick<
  Consequences['effects'],
  'projectEstablished' | 'projectArchived' | 'awardArchived' | 'projectChanged'
>

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/**
 * 立项编号 by the rule of the notice: prefix, year, four digits; of a national project the state's own
 * number.
 */
async function numberOf(tx: Tx, { campaignId, value }: Matter): Promise<string> {
  const national = textIn(value['nationalNo'])
  if (national !== null) return national
  const campaign = campaignId === null ? undefined : await campaignById(tx, campaignId)
  if (!campaign) throw new AppError('wrongState', { message: '该课题不属于任何征集' })
  return numberIn(tx, campaign, 'KT')
}

type Campaign = NonNullable<Awaited<ReturnType<typeof campaignById>>>

async function numberIn(tx: Tx, campaign: Campaign, usual: string): Promise<string> {
  const said = (role: 'numberPrefix' | 'year') => saidBy(campaignOf(campaign.type), campaign.value, role)
  const prefix = textIn(said('numberPrefix')) ?? usual
  const given = said('year')
  const year = typeof given === 'number' ? given : Number(campaign.now.slice(0, 4))
  const serial = await nextSerial(tx, { institutionId: campaign.institutionId, prefix, year })
  return `${prefix}${year}-${String(serial).padStart(4, '0')}`
}

/** Effects of establishing and closing a project. */
export const researchEffects = (engine: Engine, notify: CaseNeeds['notify']): Effects => ({
  projectChanged: projectChanged(notify),
  projectEstablished: {
    applied: async (tx, matter) => {
      const { number } = await tx.one<{ number: string | null }>(
        sql`select number from ${caseRows} k where id = ${matter.id}::uuid`,
      )
      if (number === null) await numberCase(tx, matter.id, await numberOf(tx, matter))
      return noOutcome
    },
    voided: neverVoided,
  },
  projectArchived: {
    applied: async (tx, matter) => {
      await archive(engine, tx, matter)
      return noOutcome
    },
    voided: async (tx, matter) => {
      await takeBackResult({ engine, actor: matter.actor }, tx, matter, {
        reason: '结题已撤销',
        after: '结题',
      })
      return noOutcome
    },
  },
  awardArchived: {
    applied: async (tx, matter) => {
      await archiveAward(engine, tx, matter)
      return noOutcome
    },
    voided: async (tx, matter) => {
      await takeBackResult({ engine, actor: matter.actor }, tx, matter, {
        reason: '获奖已撤销',
        after: '评奖',
      })
      return noOutcome
    },
  },
})

/** Role and place of whoever leads, in the dictionaries projectRole and awardPosition. */
const [leads, first] = ['110', '1'] as const
/** 项目主要参加者, and 第六及以后 of the dictionary awardPosition. */
const [takesPart, lastPosition] = ['130', 6] as const

/**
 * Writes the closed project into the archives of its leader and of the members who agreed, born approved:
 * whoever established it says that it is so.
 */
async function archive(engine: Engine, tx: Tx, matter: Matter): Promise<void> {
  const { actor, value, id } = matter
  if (!actor) throw new AppError('missing')
  const { number, host, month } = await tx.one<{ number: string | null; host: string; month: string }>(sql`
    select k.number, i.name as host, to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM') as month
    from ${caseRows} k
    join campaign c on c.id = k.campaign_id
    join institution i on i.id = c.institution_id
    where k.id = ${id}::uuid`)
  const of = (teacherId: number, role: string, place: string) =>
    keepResult(
      { engine, actor },
      tx,
      { id, teacherId },
      {
        type: 'researchRecord',
        values: {
          projectName: value['projectName'],
          projectLevel: value['projectLevel'],
          projectCategory: value['projectCategory'],
          projectKind: value['projectKind'] ?? null,
          approvalNo: number,
          approvalUnit: host,
          startMonth: value['startMonth'],
          endMonth: month,
          executionStatus: '4',
          closingGrade: value['closingGrade'] ?? null,
          projectRole: role,
          awardPosition: place,
          funding: value['funding'] ?? null,
        },
      },
    )
  await of(teacherOf(matter), leads, first)
  for (const member of await agreedPeople(tx, id, 'member'))
    if (member.teacherId !== matter.teacherId)
      await of(member.teacherId, takesPart, String(Math.min(member.place + 1, lastPosition)))
}

/** 科研工作 of the dictionary awardCategory: papers and teaching cases are results of research. */
const ofResearch = '2'
/** 其他 of the dictionary awardRank, which asks for a name. */
const otherRank = '9'

/** Numbers the award and writes it into the author's archive. */
async function archiveAward(engine: Engine, tx: Tx, matter: Matter): Promise<void> {
  const { actor, value, id, campaignId } = matter
  const campaign = campaignId === null ? undefined : await campaignById(tx, campaignId)
  if (!actor || !campaign) throw new AppError('missing')
  const number = await numberIn(tx, campaign, 'HJ')
  await numberCase(tx, id, number)
  const rank = textIn(value['awardRank'])
  await keepResult(
    { engine, actor },
    tx,
    { id, teacherId: teacherOf(matter) },
    {
      type: 'achievementAward',
      values: {
        awardName: campaign.title.slice(0, 100),
        resultName: (textIn(value['title']) ?? '').slice(0, 100),
        awardCategory: ofResearch,
        adminLevel: value['adminLevel'],
        awardRank: rank,
        otherRank: rank === otherRank ? '优秀奖' : null,
        awardMonth: today().slice(0, 7),
        awardPosition: first,
        awardUnit: actor.institution,
        certificateNo: number,
      },
    },
  )
}
