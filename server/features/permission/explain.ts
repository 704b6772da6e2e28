import {
  allowed,
  inScope,
  relationsOf,
  scopeOf,
  seesPending,
  type Actor,
} from '../../../catalogue/access/access.ts'
import { roleEntry } from '../../../catalogue/access/roles.ts'
import { seesFull } from '../../../catalogue/access/sight.ts'
import type { Why } from '../../../catalogue/contract/archive/permission.ts'
import type { AnyRecord, Regime } from '../../../catalogue/define.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import type { State } from '../../../catalogue/flows/review.ts'
import { actorOfIdentity, ownerOf, standingOfOwner } from '../../engine/access/index.ts'
import type { Engine, Owner } from '../../engine/engine.ts'
import { prepared } from '../../engine/prepared/index.ts'
import { confirmingOne, dutyIn, holdsStep, load, type LoadedRecord } from '../../engine/records/index.ts'
import { tableName } from '../../engine/schema/index.ts'
import { sql } from '../../platform/db/sql.ts'

interface ExplainRequest {
  readonly identityId: number
  readonly subjectId: number
  readonly type?: string | undefined
}

const regimeWords: Record<Regime, string> = {
  reviewed: '教师填报，审核通过后生效',
  mixed: '教师和学校各填一部分',
  own: '教师自己维护',
  recorded: '学校或上级登记，登记即生效',
}
/** Words for the place that bounds an office's scope. */
const reachWords: Partial<Record<number, string>> = {
  2: '只看本人的档案',
  3: '看人事关系在本校的教师',
  4: '看本县区的教师',
  5: '看本市的教师',
  6: '看本省的教师',
}

/**
 * Answers step by step, each step by the function that decides when the person asks themselves (`scopeOf`,
 * `inScope`, `seesFull`, `load`, `allowed`): the words are ours, the verdicts are theirs.
 */
export async function explain(
  engine: Engine,
  { identityId, subjectId, type }: ExplainRequest,
): Promise<{ answer: Why; viewerPerson: number }> {
  const found = await actorOfIdentity(engine.db, identityId)
  if (!found) throw invalid('identityId', '没有该身份')
  const { actor, enabled } = found
  const owner = await teacherBehind(engine, subjectId)
  const definition = type === undefined ? null : (engine.records[type] ?? null)
  if (
    type !== undefined &&
    (!definition || !Object.hasOwn(engine.records, type) || definition.owner !== 'teacher')
  )
    throw invalid('type', '没有该档案类型')
  const steps = archiveSteps(actor, enabled, owner)
  const reached = steps.every(({ ok }) => ok)
  const records = reached && definition ? await recordsOf(engine, actor, definition, owner) : []
  if (reached && definition) steps.push(...typeSteps(actor, definition, owner, records.length))
  const answer = {
    allowed: reached,
    viewer: `${actor.name}（${roleEntry(actor.role).label}，${actor.institution}）`,
    subject: `${owner.name}（${owner.institution || '没有人事关系'}）`,
    steps,
    records,
  }
  return { answer, viewerPerson: actor.personId }
}

async function teacherBehind(engine: Engine, identityId: number): Promise<Owner> {
  const row = await engine.db.maybeOne<{ id: number }>(sql`
    select t.id from identity a join teacher t on t.person_id = a.person_id where a.id = ${identityId}`)
  const owner = row && (await ownerOf(engine.db, 'teacher', row.id))
  if (!owner) throw invalid('subjectId', '此人没有教师档案')
  return owner
}

type Step = Why['steps'][number]

function archiveSteps(actor: Actor, enabled: boolean, owner: Owner): Step[] {
  const { label } = roleEntry(actor.role)
  const steps: Step[] = [
    {
      title: '身份',
      ok: enabled,
      text: enabled ? '身份已启用，可以登录' : '身份已停用，登录不了，什么也看不到',
    },
  ]
  if (!enabled) return steps
  const scope = scopeOf(actor)
  steps.push({
    title: '角色',
    ok: scope !== null,
    text:
      scope === null
        ? `${label}该角色不看教师档案${actor.role === 2 ? '：名下没有档案' : ''}`
        : `${label}${reachWords[actor.role] ?? ''}`,
  })
  if (scope === null) return steps
  const within = inScope(actor, standingOfOwner(owner))
  steps.push({ title: '范围', ok: within, text: scopeText(actor, owner, within) })
  if (within && actor.role !== 2 && owner.personId === actor.personId) {
    steps.push({ title: '回避', ok: true, text: '这是其本人的档案：用该身份可以看，不能办理' })
  }
  return steps
}

function scopeText(actor: Actor, owner: Owner, within: boolean): string {
  if (actor.role === 2) return within ? '这是本人的档案' : '这不是本人的档案'
  const where = owner.institution === '' ? '该教师没有人事关系' : `该教师的人事关系在${owner.institution}`
  if (actor.role === 3) return `${where}，${within ? '就是本校' : `不是${actor.institution}`}`
  return `${where}，${within ? '属于' : '不属于'}${actor.institution}管辖`
}

function typeSteps(actor: Actor, definition: AnyRecord, owner: Owner, count: number): Step[] {
  const hidden = prepared(definition).fields.filter(({ field }) => !seesFull(actor, field, owner))
  const many = hidden.map(({ field: { label, sealed } }) => `${label}${sealed ? '（加密保存）' : ''}`)
  return [
    { title: '类型', ok: true, text: `${definition.title}：${regimeWords[definition.regime]}` },
    {
      title: '栏目',
      ok: true,
      text:
        many.length === 0
          ? '各栏都可看全部内容'
          : `${many.join('、')}只显示首尾：只有本人、正在审核这一条的机构${hidden.some(({ field: { sealed } }) => !sealed) ? '和所在学校' : ''}看全部，其他机构须写明原因另外查看`,
    },
    {
      title: '记录',
      ok: true,
      text: count === 0 ? '该教师没有该记录' : `该教师有 ${count} 条，逐条见下`,
    },
  ]
}

interface FoundRecord {
  id: string
  effective: boolean
  state: State | null
  holder: string | null
  holder_role: number | null
}

async function recordsOf(
  engine: Engine,
  actor: Actor,
  definition: AnyRecord,
  owner: Owner,
): Promise<Why['records']> {
  const rows = await engine.db.query<FoundRecord>(sql`
    select coalesce(r.id, v.record_id) as id, r.id is not null as effective, v.state, h.name as holder,
      v.holder_role
    from (select id
      from ${sql.id(tableName(definition.name))}
      where owner_id = ${owner.id} and voided_at is null) r
      full
      join (select record_id, state, holder_institution_id, holder_role
        from revision
        where owner_id = ${owner.id} and type = ${definition.name}
        and replaced_at is null
          and state in ('draft', 'inReview', 'returned', 'rejected', 'withdrawn')) v on v.record_id = r.id
      left join institution h on h.id = v.holder_institution_id
    order by 1 limit 50`)
  return Promise.all(
    rows.map(async (row) => recordOf(engine, actor, row, await loadedBy(engine, actor, definition, row.id))),
  )
}

/** The record as this identity would be given it; null where it would hear that there is none. */
async function loadedBy(
  engine: Engine,
  actor: Actor,
  definition: AnyRecord,
  id: string,
): Promise<LoadedRecord | null> {
  try {
    return await load(engine.db, actor, definition, id)
  } catch (error) {
    if (error instanceof AppError && error.code === 'missing') return null
    throw error
  }
}

/** Facts about a record that may be told even to actors who cannot see it. */
const factsOf = (actor: Actor, row: FoundRecord): string[] => [
  row.effective ? '有生效的内容' : '暂无生效内容',
  ...(row.state === null ? [] : [`改动${labelOf('approvalStatus', row.state)}`]),
  ...(row.holder === null || row.holder_role === null ? [] : [`在${row.holder}审核`]),
  ...(row.state === null || seesPending(actor, row.state) ? [] : ['没有提交的改动只有本人看得到']),
]

async function recordOf(
  engine: Engine,
  actor: Actor,
  row: FoundRecord,
  loaded: LoadedRecord | null,
): Promise<Why['records'][number]> {
  const facts = factsOf(actor, row)
  if (!loaded) return { id: row.id, sees: false, text: facts.join('；'), can: [], masked: [] }
  const can = allowed(actor, loaded.standing)
  const holds = holdsStep(actor, loaded.pending)
  const idle = can.length === 0 && relationsOf(actor, loaded.standing).length > 0
  const duty = holds ? 'holder' : dutyIn(await confirmingOne(engine.db, actor, loaded))
  const masked = prepared(loaded.definition).fields.filter(
    ({ field }) => !seesFull(actor, field, loaded.owner, duty),
  )
  const parts = [
    ...facts,
    ...(holds ? ['正由其审核，所以这一条的待审内容看全部'] : []),
    ...(idle ? ['现在没有可办的事'] : []),
  ]
  return {
    id: row.id,
    sees: true,
    text: parts.join('；'),
    can,
    masked: masked.map(({ field }) => field.label),
  }
}
