import { changeKinds } from '../../../catalogue/processes/project-change.ts'
import { casePath } from '../../../catalogue/processes/paths.ts'
import { AppError, type FieldFault } from '../../../catalogue/errors.ts'
import { campaignById } from '../../engine/campaigns/index.ts'
import {
  caseRows,
  amendCase,
  type Consequences,
  type Matter,
  type CaseNeeds,
} from '../../engine/processes/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import { sql } from '../../platform/db/sql.ts'
import { nameKey, nameKeyOf } from '../../engine/names/index.ts'

type Value = Readonly<Record<string, unknown>>
const textIn = (value: Value, key: string): string => {
  const held = value[key]
  return typeof held === 'string' ? held : ''
}

interface Project {
  readonly teacherId: number
  readonly state: string
  readonly value: Value
  readonly campaignId: string | null
}

async function projectOf(db: Queryable, { ofCase }: Matter): Promise<Project> {
  const row = await db.maybeOne<Project>(sql`
    select teacher_id as "teacherId", state, value, campaign_id as "campaignId"
    from ${caseRows} k where id = ${ofCase}::uuid`)
  if (!row) throw new AppError('wrongState', { message: '没有找到要变更的课题' })
  return row
}

interface Candidate {
  readonly id: number
  readonly identityId: number | null
  readonly name: string
}

/** Teachers of this name who belong to the institution now. */
const candidates = (db: Queryable, value: Value) =>
  db.query<Candidate>(sql`
    select t.id, t.name, (
      select a.id from identity a where a.person_id = t.person_id and a.role = 2 and a.state = 'enabled' limit 1
    ) as "identityId"
    from teacher t
    where ${nameKeyOf('t')} = ${nameKey(textIn(value, 'newLeader'))}
      and t.institution_id = ${typeof value['newLeaderAt'] === 'number' ? value['newLeaderAt'] : null}
    limit 2`)

const fault = (field: string, message: string): FieldFault[] => [{ field, message }]

async function faultsOfLeader(db: Queryable, value: Value, project: Project): Promise<FieldFault[]> {
  const found = await candidates(db, value)
  const [one] = found
  if (!one) return fault('newLeader', '该单位没有这位在职教师，请核对姓名和单位')
  if (found.length > 1) return fault('newLeader', '该单位有同名教师，请先与立项单位联系')
  if (one.id === project.teacherId) return fault('newLeader', '新主持人就是现在的主持人')
  if (one.identityId === null) return fault('newLeader', `${one.name}无教师账号，不能接任`)
  const campaign = project.campaignId === null ? undefined : await campaignById(db, project.campaignId)
  const most = campaign?.value['mostLed']
  if (typeof most !== 'number') return []
  const { led } = await db.one<{ led: number }>(sql`
    select count(*)::int as led from ${caseRows} k
    where teacher_id = ${one.id} and type = 'researchProject' and under_way`)
  return led >= most
    ? fault('newLeader', `${one.name}已主持 ${led} 项没有结题的课题，本次征集要求每人最多主持 ${most} 项`)
    : []
}

function faultsOfDelay(value: Value, { state, value: now }: Project): FieldFault[] {
  if (now['delayedTo'] !== undefined && now['delayedTo'] !== null)
    return fault('delayedTo', '课题只能延期一次，该课题已经延期过')
  if (state !== 'inProgress' && state !== 'midtermPassed')
    return fault('delayedTo', '研究中或中期通过的课题才能延期')
  return textIn(value, 'delayedTo') <= textIn(now, 'endMonth')
    ? fault('delayedTo', `延期至的年月应晚于计划完成的 ${textIn(now, 'endMonth')}`)
    : []
}

/** Checks before a change is handed in. */
export const mayChangeProject: Consequences['judges']['mayChangeProject'] = async (db, matter) => {
  const project = await projectOf(db, matter)
  const kind = matter.value['kind']
  const errors =
    kind === changeKinds.leader
      ? await faultsOfLeader(db, matter.value, project)
      : kind === changeKinds.delay
        ? faultsOfDelay(matter.value, project)
        : []
  return { errors, warnings: [] }
}

/** Fields of the project that each kind of change writes; the others leave words in the timeline only. */
const written: Readonly<Record<string, readonly string[]>> = {
  [changeKinds.members]: ['members'],
  [changeKinds.title]: ['projectName'],
  [changeKinds.delay]: ['delayedTo'],
  [changeKinds.result]: ['expectedResult'],
}

const never = (): never => {
  throw new AppError('wrongState', { message: '批准的变更不能撤销，请再申请一次变更' })
}

/** What an approved change does to its project: it is written there, with a line in its timeline (N10.3). */
export const projectChanged = (notify: CaseNeeds['notify']): Consequences['effects']['projectChanged'] => ({
  applied: async (tx, matter) => {
    const { actor, definition, ofCase, value } = matter
    if (!actor || ofCase === null) throw new AppError('missing')
    const kind = textIn(value, 'kind')
    const [leader] = kind === changeKinds.leader ? await candidates(tx, value) : []
    if (
      kind === changeKinds.leader &&
      (await faultsOfLeader(tx, value, await projectOf(tx, matter))).length > 0
    )
      throw new AppError('wrongState', { message: '新主持人现在不能接任，请退回申请人核对' })
    await amendCase(tx, {
      actor,
      notify,
      id: ofCase,
      by: definition,
      reason: sentenceOf(kind, value, leader?.name),
      value: Object.fromEntries((written[kind] ?? []).map((key) => [key, value[key] ?? null])),
      ...(kind === changeKinds.delay && { move: 'delay' }),
      ...(leader && { teacherId: leader.id }),
    })
    if (leader?.identityId)
      await notify(tx, {
        to: { identity: leader.identityId },
        kind: '2',
        title: `您已成为课题主持人：${textIn(value, 'project')}`,
        content: `${actor.institution}批准了变更主持人的申请，课题以后由您办理。`,
        link: casePath(2, 'researchProject', ofCase),
        exceptPerson: actor.personId,
      })
    return { handover: [], people: [] }
  },
  voided: never,
})

function sentenceOf(kind: string, value: Value, leader: string | undefined): string {
  if (kind === changeKinds.leader) return `主持人变更为${leader ?? ''}`
  if (kind === changeKinds.title) return `课题名称变更为《${textIn(value, 'projectName')}》`
  if (kind === changeKinds.delay) return `延期至 ${textIn(value, 'delayedTo')}`
  if (kind === changeKinds.members) return '课题组成员变更'
  if (kind === changeKinds.result) return '成果及形式变更'
  if (kind === changeKinds.organisation) return `管理单位变更为${textIn(value, 'newOrg')}`
  return textIn(value, 'matter').slice(0, 200)
}
