import { caseRows } from '../../engine/processes/index.ts'
import { createHash } from 'node:crypto'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { JoinPreview, JoinQuestion, JoinSide } from '../../../catalogue/contract/archive/joining.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import { processes } from '../../../catalogue/processes/processes.ts'
import type { Engine } from '../../engine/engine.ts'
import { joinedMemberships, takeTwins, type TwinsTaken } from '../../engine/movement/index.ts'
import { forReader, pick, summaryOf } from '../../engine/records/index.ts'
import { joined, type Tx } from '../../platform/db/database.ts'
import { databaseDay } from '../../platform/db/today.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  brokenBy,
  compareArchives,
  givesWay,
  type ComparedArchives,
  type FilledValue,
  type Pair,
} from './archives.ts'
import { requireBothSeen, rightsFaults } from './options.ts'

/** Two people as they were looked at, locked: what a preview tells and an order carries out. */
export interface JoinLook {
  readonly taken: TwinsTaken
  readonly compared: ComparedArchives
  readonly preview: JoinPreview
}

interface JoinTask {
  readonly engine: Engine
  readonly tx: Tx
  readonly actor: Actor
  readonly question: Pick<JoinQuestion, 'keptId' | 'joinedId' | 'turn'>
}

interface PersonRow {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly institution: string | null
  readonly loginName: string | null
  readonly lastLoginAt: string | null
  readonly accounts: JoinSide['accounts']
}

const personRows = (tx: Tx, ids: readonly number[]): Promise<PersonRow[]> =>
  tx.query<PersonRow>(sql`
    select t.id, t.name, t.status, i.name as institution, p.login_name as "loginName",
      p.last_login_at as "lastLoginAt",
      coalesce((
        select jsonb_agg(jsonb_build_object('role', a.role, 'institution', h.name, 'enabled', a.state = 'enabled')
          order by a.role, a.id)
        from identity a
        join institution h on h.id = a.institution_id
        where a.person_id = p.id and a.lent_by is null), '[]') as accounts
    from teacher t
    join person p on p.id = t.person_id
    left join institution i on i.id = t.institution_id
    where t.id = any(${[...ids]}::int[])`)

type Names = ReadonlyMap<number, string>

async function namesOf(tx: Tx, taken: TwinsTaken): Promise<Names> {
  const ids = [...taken.memberships.kept, ...taken.memberships.joined].map(
    ({ institutionId }) => institutionId,
  )
  const rows = await tx.query<{ id: number; name: string }>(
    sql`select id, name from institution where id = any(${ids}::int[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const told = (names: Names, list: TwinsTaken['memberships']['kept']): JoinSide['memberships'] =>
  list
    .toSorted((a, b) => b.from.localeCompare(a.from))
    .map(({ institutionId, kind, from, to }) => ({
      institution: names.get(institutionId) ?? '',
      kind,
      from,
      to,
    }))

/** Changes with everything that a join moves or decides by; an order names the one that was looked at. */
async function versionOf(tx: Tx, ids: readonly number[], taken: TwinsTaken): Promise<string> {
  const { state } = await tx.one<{ state: string }>(sql`
    select jsonb_build_object(
      'revisions', (select jsonb_agg(jsonb_build_array(v.owner_id, v.id, v.edit_no, v.state) order by v.id)
        from revision v where v.owner_id = any(${[...ids]}::int[]) and v.superseded_at is null and v.replaced_at is null),
      'cases', (select jsonb_agg(jsonb_build_array(k.id, k.version) order by k.id)
        from ${caseRows} k where k.teacher_id = any(${[...ids]}::int[]) and k.open),
      'accounts', (select jsonb_agg(jsonb_build_array(a.id, a.state, a.institution_id) order by a.id)
        from teacher t join identity a on a.person_id = t.person_id where t.id = any(${[...ids]}::int[])))::text as state`)
  return createHash('sha256').update(state).update(JSON.stringify(taken)).digest('base64url')
}

interface OpenCase {
  readonly type: string
  readonly name: string
  readonly both: boolean
}

/** Moves of a person that are under way name institutions that may not be theirs any more. */
const unsettled: readonly string[] = ['transfer', 'statusChange']

async function caseFaults(tx: Tx, ids: readonly number[]): Promise<FieldFault[]> {
  const rows = await tx.query<OpenCase>(sql`
    select k.type, min(t.name) as name, count(distinct k.teacher_id) > 1 as both
    from ${caseRows} k
    join teacher t on t.id = k.teacher_id
    where k.teacher_id = any(${[...ids]}::int[]) and k.under_way
    group by k.type`)
  return rows.flatMap(({ type, name, both }) => {
    const definition = Object.values(processes).find((one) => one.name === type)
    if (!definition) return []
    if (unsettled.includes(type))
      return [{ field: 'joinedId', message: `${name}有没有办完的${definition.title}，先办结或取消` }]
    return both && 'oneOpen' in definition && definition.oneOpen
      ? [{ field: 'joinedId', message: `两份档案各有一件没有办完的${definition.title}，先办结一件` }]
      : []
  })
}

const nameOfField = ({ definition }: FilledValue, key: string): string => definition.fields[key]?.label ?? key

/** Fields that speak against one human: people compare them on paper before they go on. */
const telling = ['idCardNo', 'gender', 'birthDate']

interface JoinFacts {
  readonly apart: boolean
  readonly pending: number
}

async function saidOf(tx: Tx, ids: readonly [number, number], given: readonly string[]): Promise<JoinFacts> {
  return tx.one<JoinFacts>(sql`
    select
      exists (select 1 from apart where low_id = ${Math.min(...ids)} and high_id = ${Math.max(...ids)}) as apart,
      (select count(*)::int from revision v
        where v.owner_id = any(${[...ids]}::int[]) and v.record_id = any(${[...given]}::uuid[])
          and v.replaced_at is null and v.state <> 'approved') as pending`)
}

function sentences(compared: ComparedArchives, said: JoinFacts): string[] {
  const basic = compared.singles.find(({ kept }) => kept.definition.name === 'basicInfo')
  const unlike = basic?.keys.filter((key) => telling.includes(key)) ?? []
  const staying = [...compared.kept, ...compared.passing]
  return [
    ...(said.apart ? ['有人确认过这两位不是同一个人；合并后这一条不再算数'] : []),
    ...(basic && unlike.length > 0
      ? [`两份的${unlike.map((key) => nameOfField(basic.kept, key)).join('、')}不同，请核对证件原件后再合并`]
      : []),
    ...(said.pending > 0
      ? [
          `不保留的记录上有 ${said.pending} 项草稿或待审修改会作废，内容留在历史里，需要的由本人在保留的记录上重新提交`,
        ]
      : []),
    ...brokenBy(staying).map((sentence) => `合并后需要核对：${sentence}`),
  ]
}

const shown = (engine: Engine, actor: Actor, filled: FilledValue, keys: readonly string[]) =>
  pick(
    forReader(engine.keys, filled.definition, actor, {
      recordId: filled.id,
      institutionId: actor.institutionId,
      stored: filled.stored,
    }),
    [...keys],
  )

function linesOf(compared: ComparedArchives, counts: Readonly<Record<string, number>>): JoinPreview['lines'] {
  const types = new Map<string, { passes: number; twice: number }>()
  const add = (title: string, key: 'passes' | 'twice') => {
    const line = types.get(title) ?? { passes: 0, twice: 0 }
    types.set(title, { ...line, [key]: line[key] + 1 })
  }
  for (const { definition } of compared.passing) add(definition.title, 'passes')
  for (const { kept } of [...compared.equal, ...compared.collisions, ...compared.singles])
    add(kept.definition.title, 'twice')
  return [
    ...[...types].map(([what, line]) => ({ what, ...line })),
    ...Object.entries(counts).flatMap(([what, passes]) => (passes > 0 ? [{ what, passes, twice: 0 }] : [])),
  ]
}

const openMatters = (tx: Tx, teacherId: number): Promise<Readonly<Record<string, number>>> =>
  tx.one<Record<string, number>>(sql`
    select
      (select count(*)::int from revision where owner_id = ${teacherId} and state = 'inReview' and replaced_at is null)
        as "待审核的记录",
      (select count(*)::int from revision
        where owner_id = ${teacherId} and state in ('draft', 'returned') and replaced_at is null)
        as "草稿和退回待改的记录",
      (select count(*)::int from ${caseRows} k where teacher_id = ${teacherId}) as "申报、调动等事项",
      (select count(*)::int from case_person where teacher_id = ${teacherId}) as "参加的课题",
      (select count(*)::int from issued_form where teacher_id = ${teacherId}) as "打印的表格",
      (select count(*)::int from message m join identity a on a.id = m.identity_id
        join teacher t on t.person_id = a.person_id
        where t.id = ${teacherId} and a.role = 2 and m.deleted_at is null) as "消息"`)

const pairOf = (engine: Engine, actor: Actor, { kept, joined, keys }: Pair) => ({
  type: kept.definition.name,
  title: kept.definition.title,
  keys: [...keys],
  values: { kept: shown(engine, actor, kept, keys), joined: shown(engine, actor, joined, keys) },
})

/** The day of a turn has come, and lies within a membership of the archive that it names. */
async function dayFaults({ tx, question: { turn } }: JoinTask, taken: TwinsTaken): Promise<FieldFault[]> {
  const { kept, joined } = taken.memberships
  const { fault, overlaps } = joinedMemberships(kept, joined, turn)
  if (fault === 'needsTurn')
    return [{ field: 'on', message: '两份档案在同一天有两个单位的人事关系，请选定以哪一份为准、从哪一天起' }]
  if (fault === 'gap') return [{ field: 'on', message: '所选的一份在这一天没有人事关系，请另选日期' }]
  if (overlaps.length > 0 && turn !== null && turn.on > (await databaseDay(tx)))
    return [{ field: 'on', message: '日期不能晚于今天' }]
  return []
}

/**
 * Records that give way whatever is chosen: equal ones, and the joined one of two of which a person has one.
 */
const losing = ({ equal, singles, collisions }: ComparedArchives): string[] => [
  ...equal.map((pair) => givesWay(pair).id),
  ...[...singles, ...collisions].map(({ joined }) => joined.id),
]

/** Looks at two people of the actor's scope, locked against changes until the transaction ends. */
export async function look(asking: JoinTask): Promise<JoinLook> {
  const { engine, tx, actor, question } = asking
  const ids = [question.keptId, question.joinedId] as const
  await requireBothSeen(tx, actor, ids)
  const taken = await takeTwins(tx, ...ids)
  const compared = await compareArchives({ ...engine, db: joined(engine.db, tx) }, actor, ...ids)
  const [rows, names] = [await personRows(tx, ids), await namesOf(tx, taken)]
  const { list, overlaps, fault } = joinedMemberships(
    taken.memberships.kept,
    taken.memberships.joined,
    question.turn,
  )
  const sideOf = (side: 'kept' | 'joined'): JoinSide => {
    const id = side === 'kept' ? ids[0] : ids[1]
    const row = rows.find((one) => one.id === id)
    const filled = side === 'kept' ? compared.kept.length : countOf(compared)
    return {
      teacherId: id,
      name: row?.name ?? '',
      institution: row?.institution ?? '',
      status: row?.status ?? '',
      loginName: row?.loginName ?? null,
      lastLoginAt: row?.lastLoginAt ?? null,
      records: filled,
      memberships: told(names, taken.memberships[side]),
      accounts: row?.accounts ?? [],
    }
  }
  const said = await saidOf(tx, ids, losing(compared))
  const preview: JoinPreview = {
    kept: sideOf('kept'),
    joined: sideOf('joined'),
    singles: compared.singles.map((pair) => pairOf(engine, actor, pair)),
    collisions: compared.collisions.map((pair) => ({
      ...pairOf(engine, actor, pair),
      keptId: pair.kept.id,
      joinedId: pair.joined.id,
      message: pair.message,
      summary: summaryOf(pair.kept.definition, pair.kept.plain),
    })),
    lines: linesOf(compared, await openMatters(tx, question.joinedId)),
    overlaps: overlaps.map(({ kept, joined, ...days }) => ({
      kept: names.get(kept) ?? '',
      joined: names.get(joined) ?? '',
      ...days,
    })),
    memberships: fault === null ? told(names, list) : [],
    told: sentences(compared, said),
    faults: [
      ...(await rightsFaults(tx, actor, ids)),
      ...(await caseFaults(tx, ids)),
      ...(await dayFaults(asking, taken)),
    ],
    version: await versionOf(tx, ids, taken),
    confirm: rows.find(({ id }) => id === question.keptId)?.name ?? '',
  }
  return { taken, compared, preview }
}

const countOf = ({ passing, singles, equal, collisions }: ComparedArchives): number =>
  passing.length + singles.length + equal.length + collisions.length
