import { judgeArchive } from '../../../catalogue/declarations/judge.ts'
import { AppError, type FieldFault } from '../../../catalogue/errors.ts'
import { textOf } from '../../../catalogue/kinds/kinds.ts'
import { fromArchive, type ArchiveField } from '../../../catalogue/processes/declaration-form.ts'
import { declaration } from '../../../catalogue/processes/declaration.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { actorOfIdentity } from '../../engine/access/index.ts'
import type { Actor, Engine, Queryable } from '../../engine/engine.ts'
import type { Tx } from '../../platform/db/database.ts'
import { campaignById } from '../../engine/campaigns/index.ts'
import {
  caseRows,
  teacherOf,
  type Consequences,
  type Matter,
  noOutcome,
} from '../../engine/processes/index.ts'
import { keepResult, takeBackResult } from '../../engine/results/index.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { archiveOf, knownOf } from './archive.ts'

const isKnown = (key: string): key is ArchiveField => Object.hasOwn(fromArchive, key)

/** Prefilled values of a new declaration. */
export const declarationSources = (engine: Engine): Pick<Consequences['sources'], 'ownArchive'> => ({
  ownArchive: async (db, teacherId) => knownOf(await archiveOf(engine, db, teacherId)),
})

/** Checks of the archive before a declaration is handed in. */
export const declarationJudges = (engine: Engine): Pick<Consequences['judges'], 'mayDeclare'> => ({
  mayDeclare: async (db, matter) => {
    const campaign = matter.campaignId === null ? undefined : await campaignById(db, matter.campaignId)
    const archive = await archiveOf(engine, db, teacherOf(matter))
    const unmet = judgeArchive(campaign?.value ?? {}, archive, today()).filter(({ met }) => !met)
    return {
      errors: [
        ...unmet.map(({ says, found }) => ({ field: 'conditions', message: `不符合“${says}”：${found}` })),
        ...differences(matter, knownOf(archive)),
        ...(await repeated(db, matter)),
      ],
      warnings: [],
    }
  },
})

/**
 * What was filled in from the archive says the same as the archive; what the archive lacks is the
 * applicant's.
 */
function differences({ value }: Matter, known: Readonly<Record<string, unknown>>): FieldFault[] {
  const { fields }: AnyProcess = declaration
  return Object.entries(known).flatMap(([key, archived]) => {
    const field = fields[key]
    const same = JSON.stringify(value[key] ?? null) === JSON.stringify(archived)
    if (!field || !isKnown(key) || archived === null || same) return []
    return [{ field: key, message: `档案里是“${textOf(field, archived)}”：请按档案更新，或者先更正档案` }]
  })
}

/** One declaration of one person for one notice (modules.json, declaration: 同一批次每人一份). */
async function repeated(db: Queryable, { id, teacherId, campaignId }: Matter): Promise<FieldFault[]> {
  const other = await db.maybeOne(sql`
    select 1 from ${caseRows} k
    where teacher_id = ${teacherId} and type = 'declaration' and campaign_id = ${campaignId}::uuid and handed_in
      and id <> ${id}::uuid
    limit 1`)
  return other ? [{ field: 'form', message: '您已经申报过这一批，每人一份' }] : []
}

/** Records that a granted declaration writes, and takes out again. */
export const declarationEffects = (engine: Engine): Pick<Consequences['effects'], 'declarationGranted'> => ({
  declarationGranted: {
    applied: async (tx, matter) => {
      await grant(engine, tx, matter)
      return noOutcome
    },
    voided: async (tx, matter) => {
      await takeBackResult({ engine, actor: matter.actor }, tx, matter, {
        reason: '认定已撤销',
        after: '认定',
      })
      return noOutcome
    },
  },
})

/**
 * 入选人才项目 by the level of the declaration and its kind (dictionary talentProject); what is left is 其他.
 */
const projects: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '2': { '5': '28', '6': '24', '7': '22' },
  '3': { '1': '31', '2': '32', '3': '33', '4': '34', '5': '35' },
  '4': { '4': '41', '5': '42' },
}
const projectOf = (level: string, kind: string): string => projects[level]?.[kind] ?? `${level}9`

async function grant(engine: Engine, tx: Tx, matter: Matter): Promise<void> {
  const { id, value } = matter
  if (matter.actor && String(value['publicityEnd']) >= today())
    throw new AppError('wrongState', {
      message: `公示到 ${String(value['publicityEnd'])} 才满，到期以后再认定`,
    })
  const actor = matter.actor ?? (await whoPublished(tx, id))
  const campaign = matter.campaignId === null ? undefined : await campaignById(tx, matter.campaignId)
  if (!campaign) throw new AppError('missing')
  const [level, kind] = [String(value['declareLevel']), String(value['declareKind'])]
  await keepResult(
    { engine, actor },
    tx,
    { id, teacherId: teacherOf(matter) },
    {
      type: 'talentProject',
      values: {
        talentProject: projectOf(level, kind),
        customName: campaign.title,
        talentLevel: level,
        selectedYear: Number(today().slice(0, 4)),
        selectedDate: today(),
        issuer: actor.institution,
      },
    },
  )
}

/** The officer who let the publicity begin: what the clock completes was decided by them. */
async function whoPublished(tx: Tx, id: string): Promise<Actor> {
  const event = await tx.maybeOne<{ by: number }>(sql`
    select by_identity as by from process_event
    where case_id = ${id}::uuid and move = 'publicize' order by no desc limit 1`)
  const found = event && (await actorOfIdentity(tx, event.by))
  if (!found?.enabled)
    throw new AppError('wrongState', { message: '拟定公示的人员已停用：请主办单位办理认定' })
  return found.actor
}
