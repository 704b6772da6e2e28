import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { RowFault } from '../../../catalogue/imports/read-cell.ts'
import { trainingEnrolment } from '../../../catalogue/processes/training-enrolment.ts'
import type { Row } from '../../../catalogue/rules/judge.ts'
import { campaignsWhere, closedForEntries, type HostedRow } from '../../engine/campaigns/index.ts'
import type { Engine, Queryable, Tx } from '../../engine/engine.ts'
import {
  rowText,
  teachersOf,
  type Refs,
  type RowComparison,
  type SoundRow,
  type StayReason,
  type Subject,
  type Task,
} from '../../engine/imports/index.ts'
import { caseRows, makeMove, type CaseNeeds } from '../../engine/processes/index.ts'
import { leftFor } from '../../engine/seats/index.ts'
import { joined } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { addOne, type EntryMoveName } from './nominations.ts'
import { isPooled } from './seats.ts'

/** What a row asks for: a teacher in a project, by the move that the office may make. */
interface WantedEntry {
  readonly teacherId: number
  readonly project: HostedRow
  readonly move: EntryMoveName
}

type Owner = Awaited<ReturnType<typeof teachersOf>>[number]['owner']

/** A reason against a row; errors leave it out. */
class RowFaultError extends Error {
  readonly fault: RowFault
  constructor(column: string, code: string, message: string) {
    super(message)
    this.fault = { column, level: 'error', code, message }
  }
}

/** Projects by title, with their hosts, that the actor may read and that were opened. */
async function projectsOf(db: Queryable, actor: Actor, rows: readonly SoundRow[]) {
  const titles = [...new Set(rows.flatMap(({ values }) => rowText(values, 'project') ?? []))]
  const found = await db.query<HostedRow>(
    campaignsWhere(
      actor,
      sql`c.type = 'trainingProject' and c.state <> 'draft' and c.title = any(${titles}::text[])`,
    ),
  )
  return Map.groupBy(found, ({ title }) => title)
}

/** The one project that a row means. */
function projectOfRow(values: Row, named: readonly HostedRow[]): HostedRow {
  const host = rowText(values, 'host')
  const hosted = named.filter((one) => host === null || one.host === host)
  const open = hosted.filter((one) => closedForEntries(one) === null)
  const [project] = open
  if (open.length > 1)
    throw new RowFaultError('host', 'E109', `有 ${open.length} 个同名项目正在报名，请填写主办单位`)
  if (project) return project
  const [closed] = hosted
  if (closed) throw new RowFaultError('project', 'E208', `${closedForEntries(closed)}，不能报名`)
  throw new RowFaultError(
    named.length > 0 ? 'host' : 'project',
    'E109',
    named.length > 0 ? '该单位没有这个培训项目' : '没有该培训项目，请按平台上的名称填写',
  )
}

/** Schools recommend their own teachers; a project by invitation is its host's. */
function wantedOf({ actor }: Task, { values }: SoundRow, known: KnownOfRow): WantedEntry {
  const { owner, named } = known
  if (!owner) throw new AppError('missing')
  const project = projectOfRow(values, named)
  if (owner.personId === actor.personId)
    throw new RowFaultError('idCardNo', 'E301', '不能推荐或邀请您本人，请由同事办理')
  const invited = project.value['invited'] === true
  if (invited && !project.isMine)
    throw new RowFaultError('project', 'E301', '该项目由主办单位邀请参加，不接受推荐')
  if (!invited && actor.role !== 3)
    throw new RowFaultError('project', 'E301', '该项目由教师报名、学校推荐，请由教师所在学校导入')
  return { teacherId: owner.id, project, move: invited ? 'invite' : 'recommend' }
}

interface KnownOfRow {
  readonly owner: Owner
  readonly named: readonly HostedRow[]
}

/** A number that no case has: the entry that is asked about is not there yet. */
const noCase = '00000000-0000-0000-0000-000000000000'

/** What stands against an entry by the conditions of its project, and an entry that is there already. */
async function unfitOf(
  processing: CaseNeeds,
  db: Queryable,
  { actor }: Task,
  { teacherId, project, values }: Omit<WantedEntry, 'move'> & { readonly values: Row },
): Promise<RowFault[]> {
  const there = await db.maybeOne<{ state: string }>(sql`
    select k.state from ${caseRows} k
    where k.teacher_id = ${teacherId} and k.type = ${trainingEnrolment.name} and k.campaign_id = ${project.id}::uuid
      and k.handed_in and k.state <> 'cancelled'
    limit 1`)
  if (there) {
    const state = Object.entries(trainingEnrolment.states).find(([key]) => key === there.state)?.[1].label
    return [
      new RowFaultError('project', 'E203', `已经报名该项目（${state ?? there.state}），不能重复报名`).fault,
    ]
  }
  const { errors, warnings } = await processing.consequences.judges.mayEnrol(db, {
    id: noCase,
    definition: trainingEnrolment,
    teacherId,
    value: { exceptionReason: rowText(values, 'exceptionReason') },
    parties: {},
    campaignId: project.id,
    ofCase: null,
    contentId: null,
    actor,
    by: actor.identityId,
  })
  const told = (level: RowFault['level']) => (one: { readonly field: string; readonly message: string }) => ({
    column: one.field === 'exceptionReason' ? 'exceptionReason' : 'project',
    level,
    code: 'E207',
    message: one.message,
  })
  return [...errors.map(told('error')), ...(errors.length > 0 ? [] : warnings.map(told('warning')))]
}

/** Counts the seats that rows before have taken of each project. */
function seatCount(db: Queryable, { actor }: Task) {
  const left = new Map<string, number>()
  return async ({ project, move }: WantedEntry): Promise<RowFault[]> => {
    // Where all share the seats, the host's approval takes one.
    if (move === 'recommend' && isPooled(project.value) && !project.isMine) return []
    const many = left.get(project.id) ?? (await leftFor(db, project.id, actor.institutionId))
    left.set(project.id, many - 1)
    if (many > 0) return []
    if (move === 'recommend' && project.isMine)
      return [{ column: 'project', level: 'warning', code: 'E209', message: '名额已满，导入后列入候补' }]
    return [new RowFaultError('project', 'E209', '本单位的名额不够，到这一行已经用完').fault]
  }
}

const against = (faults: readonly RowFault[]): RowComparison => ({
  outcome: faults.some(({ level }) => level === 'error') ? 'conflict' : 'new',
  faults: [...faults],
  changes: [],
})

/** Answers `then` with what a row wants, or with the reason against it. */
async function judgedRow(
  wanted: () => WantedEntry,
  then: (entry: WantedEntry) => Promise<readonly RowFault[]>,
): Promise<RowComparison> {
  try {
    return against(await then(wanted()))
  } catch (error) {
    if (!(error instanceof RowFaultError)) throw error
    return against([error.fault])
  }
}

async function compareRows(
  { engine, processing }: EnrolmentImports,
  db: Queryable,
  task: Task,
  rows: readonly SoundRow[],
): Promise<RowComparison[]> {
  const owners = await teachersOf(engine, db, task, rows)
  const projects = await projectsOf(db, task.actor, rows)
  const takeSeat = seatCount(db, task)
  const answers: RowComparison[] = []
  for (const [place, row] of rows.entries()) {
    const { owner = null, faults = [] } = owners[place] ?? {}
    if (faults.length > 0) answers.push(against(faults))
    else
      answers.push(
        await judgedRow(
          () => wantedOf(task, row, { owner, named: namedIn(projects, row) }),
          async (entry) => {
            const unfit = await unfitOf(processing, db, task, { ...entry, values: row.values })
            return unfit.some(({ level }) => level === 'error')
              ? unfit
              : [...unfit, ...(await takeSeat(entry))]
          },
        ),
      )
  }
  return answers
}

const namedIn = (projects: ReadonlyMap<string, readonly HostedRow[]>, { values }: SoundRow) =>
  projects.get(rowText(values, 'project') ?? '') ?? []

interface EnrolmentImports {
  readonly engine: Engine
  readonly processing: CaseNeeds
}

/** What is kept of a row, to take it back. */
interface WrittenEntry {
  readonly id: string
  readonly version: number
}

async function writeRows(
  { engine, processing }: EnrolmentImports,
  tx: Tx,
  task: Task,
  rows: readonly SoundRow[],
): Promise<Refs[]> {
  const owners = await teachersOf(engine, tx, task, rows)
  const projects = await projectsOf(tx, task.actor, rows)
  const within = { ...processing, db: joined(processing.db, tx) }
  const refs: Refs[] = []
  for (const [place, row] of rows.entries()) {
    const owner = owners[place]?.owner ?? null
    const entry = wantedOf(task, row, { owner, named: namedIn(projects, row) })
    const { id } = await addOne(within, givenBy(task, entry, row.values), entry)
    const { version } = await tx.one<{ version: number }>(
      sql`select version from ${caseRows} k where k.id = ${id}::uuid`,
    )
    refs.push({ ownerId: entry.teacherId, opened: false, records: [], kept: { id, version } })
  }
  return refs
}

/** The filled cells of a row, as the form of an enrolment has them. */
const givenBy = ({ actor }: Task, { project }: WantedEntry, values: Row) => ({
  actor,
  project,
  given: Object.fromEntries(
    (['trainingRole', 'reason', 'exceptionReason', 'needAccommodation'] as const).flatMap((key) =>
      values[key] === null || values[key] === undefined ? [] : [[key, values[key]]],
    ),
  ),
})

/** Cancels an entry on which nobody acted since. Who was invited was told, and answers. */
async function takeBack(
  { processing }: EnrolmentImports,
  tx: Tx,
  { id: task, actor }: Task,
  { id, version }: WrittenEntry,
): Promise<StayReason> {
  const now = await tx.maybeOne<{ version: number; state: string; school: number | null }>(sql`
    select version, state, (parties ->> 'school')::int as school from ${caseRows} k where k.id = ${id}::uuid`)
  if (!now || now.state === 'cancelled') return null
  if (now.version !== version) return '之后已有人办理，请在报名里逐件取消'
  if (now.school !== actor.institutionId) return '已经邀请本人，不能撤销；谢绝或逾期未答复的自动退回席位'
  const asked = { actor, definition: trainingEnrolment, id, action: 'cancel', version }
  await makeMove(
    { ...processing, db: joined(processing.db, tx) },
    { ...asked, reason: `撤销导入 ${task}`, value: {} },
  )
  return null
}

/** 培训报名 as rows of a workbook: a school recommends, the host of a project by invitation invites. */
export function enrolmentSubject(engine: Engine, processing: CaseNeeds): Subject {
  const needs = { engine, processing }
  return {
    compare: (db, task, rows) => compareRows(needs, db, task, rows),
    write: (tx, task, rows) => writeRows(needs, tx, task, rows),
    undo: async (tx, task, { kept }) => {
      const [id, version] = [kept?.['id'], kept?.['version']]
      if (typeof id !== 'string' || typeof version !== 'number') return null
      return takeBack(needs, tx, task, { id, version })
    },
  }
}
