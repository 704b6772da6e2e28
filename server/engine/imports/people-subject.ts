import { caseRows } from '../processes/index.ts'
import { valuesOfPart } from '../../../catalogue/imports/read-row.ts'
import type { ImportPart } from '../../../catalogue/imports/define.ts'
import type { Row } from '../../../catalogue/rules/judge.ts'
import { withoutHidden } from '../../../catalogue/rules/judge.ts'
import { note } from '../../platform/audit/note.ts'
import { startOfDay, uuidv7 } from '../../platform/clock/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { databaseDay } from '../../platform/db/today.ts'
import {
  apply,
  declaredChain,
  deriveLives,
  openLedger,
  writeLives,
  type LifeValues,
  type Load,
} from '../bulk/index.ts'
import {
  drawTeachers,
  forgetTeacher,
  openArchives,
  type NewTeacher,
  type OpenedTeacher,
} from '../directory/index.ts'
import type { Engine, Owner, RepeatedFacts } from '../engine.ts'
import { countRevisions, eraseRecords } from '../records/index.ts'
import type { StayReason, Refs, SoundRow, Subject, Task } from './importing.ts'
import { rowText, type NamedInstitution } from './owners.ts'
import { personOf, planPeople, type PersonPlan } from './people-plan.ts'
import { takeOutParts, writeParts } from './records-subject.ts'

/** The day from which somebody new belongs to the school: the first of the month, or today in this month. */
function entryDay(month: string | null, today: string): string {
  const first = `${month ?? today.slice(0, 7)}-01`
  return first > today ? today : first
}

interface Newcomer {
  readonly row: SoundRow
  readonly place: NamedInstitution
}

function newTeacher(task: Task, { row, place }: Newcomer, today: string): Omit<NewTeacher, 'titleLevel'> {
  const columns = personOf(task)
  return {
    name: rowText(row.values, columns.name) ?? '',
    idNo: rowText(row.values, columns.idNo) ?? '',
    mobile: rowText(row.values, columns.mobile),
    institutionId: place.id,
    districtId: place.districtId,
    cityId: place.cityId,
    provinceId: place.provinceId,
    entryOn: entryDay(rowText(row.values, columns.entry), today),
    status: rowText(row.values, columns.status) ?? '11',
    stage: rowText(row.values, columns.stage),
    subject: rowText(row.values, columns.subject),
    cause: `import:${task.id}`,
  }
}

/** Many finished lives of new people at once (docs/decisions/0044). The rows were judged before. */
function loadOf(engine: Engine, today: string): Load {
  const anchor = Date.parse(startOfDay(today))
  return {
    engine,
    anchor,
    latest: Date.now() - anchor,
    newId: () => uuidv7(),
    chain: declaredChain,
    stations: () => [],
    judged: 'none',
  }
}

function applyParts(
  engine: Engine,
  task: Task,
  { ledger, owner, row }: { ledger: ReturnType<typeof openLedger>; owner: Owner; row: Row },
): Refs['records'] {
  const by = task.actor
  const at = ledger.load.latest
  return task.definition.parts.flatMap((part: ImportPart) => {
    const record = engine.records[part.type]
    if (!record || part.when?.(row) === false) return []
    const values = withoutHidden(record, valuesOfPart(part, row, { institution: owner.institution }))
    const life = ledger.open(part.type, owner, at)
    const filled = Object.entries(values).filter(([, value]) => value !== null && value !== undefined)
    apply(life, { by, at }, Object.fromEntries(filled))
    return [{ type: part.type, id: life.recordId, version: life.row?.version ?? 1, before: null }]
  })
}

/** What the teachers' rows repeat of the records that are about to be written, by owner. */
function repeatedOf(engine: Engine, values: LifeValues): ReadonlyMap<number, RepeatedFacts> {
  const found = new Map<number, RepeatedFacts>()
  for (const [life, written] of values) {
    const facts = engine.hooks[life.definition.name]?.repeated?.(written)
    if (facts) found.set(life.owner.id, facts)
  }
  return found
}

const ownerOf = ({ place }: Newcomer, { personId, teacherId }: OpenedTeacher, name: string): Owner => ({
  id: teacherId,
  kind: 'teacher',
  personId,
  name,
  institution: place.name,
  institutionId: place.id,
  districtId: place.districtId,
  cityId: place.cityId,
  provinceId: place.provinceId,
})

async function openNew(engine: Engine, tx: Tx, task: Task, rows: readonly Newcomer[]): Promise<Refs[]> {
  if (rows.length === 0) return []
  const today = await databaseDay(tx)
  const drawn = await drawTeachers(tx, rows.length)
  const people = rows.flatMap((one, place) => {
    const numbers = drawn[place]
    return numbers ? [{ one, ...newTeacher(task, one, today), ...numbers }] : []
  })
  const ledger = openLedger(loadOf(engine, today))
  const refs = people.map(({ one, ...person }): Refs => {
    const owner = ownerOf(one, person, person.name)
    return {
      ownerId: owner.id,
      opened: true,
      records: applyParts(engine, task, { ledger, owner, row: one.row.values }),
    }
  })
  const values = deriveLives(ledger.lives)
  const repeated = repeatedOf(engine, values)
  await openArchives(
    tx,
    engine,
    people.map((person) => ({ ...person, titleLevel: repeated.get(person.teacherId)?.titleLevel ?? null })),
  )
  await writeLives(tx.client, ledger.lives, values)
  await note(
    tx,
    { by: task.actor.identityId, action: 'import.opened', ownerId: sql`x.id`, facts: { import: task.id } },
    sql`from unnest(${people.map(({ teacherId }) => teacherId)}::int[]) x (id)`,
  )
  return refs
}

interface PeopleBatch {
  readonly rows: readonly SoundRow[]
  readonly planned: readonly PersonPlan[]
}

async function write(engine: Engine, tx: Tx, task: Task, { rows, planned }: PeopleBatch): Promise<Refs[]> {
  const newcomers = planned.flatMap(({ owner, place }, at): Newcomer[] => {
    const row = rows[at]
    return owner === null && place && row ? [{ row, place }] : []
  })
  const opened = await openNew(engine, tx, task, newcomers)
  const byRow = new Map(newcomers.map(({ row }, at) => [row.row, opened[at]]))
  const refs: Refs[] = []
  for (const [at, { owner, writes }] of planned.entries()) {
    const fresh = byRow.get(rows[at]?.row ?? 0)
    if (fresh) refs.push(fresh)
    else {
      const records = owner ? await writeParts(engine, tx, task, { owner, writes }) : []
      refs.push({ ownerId: owner?.id ?? null, opened: false, records })
    }
  }
  return refs
}

/**
 * Why somebody whom the import brought stays: signed in, moved, or the archive went on. Null for no reason.
 */
async function usedSince(engine: Engine, tx: Tx, teacherId: number, { records }: Refs): Promise<StayReason> {
  const found = await tx.maybeOne<{ signedIn: boolean; memberships: number; cases: number }>(sql`
    select p.last_login_at is not null or p.password_hash is not null as "signedIn",
      (select count(*) from membership m where m.teacher_id = t.id)::int as memberships,
      ((select count(*) from ${caseRows} k where k.teacher_id = t.id)
        + (select count(*) from case_person n where n.teacher_id = t.id))::int as cases
    from teacher t
    join person p on p.id = t.person_id
    where t.id = ${teacherId}
    for update of t, p`)
  if (!found) return '人员已不在'
  if (found.signedIn) return '本人已有密码或登录过'
  if (found.memberships > 1 || found.cases > 0) return '之后办理过人事事项'
  const versions = await countRevisions(tx, engine.records, teacherId)
  return versions > records.length ? '导入之后档案有改动' : null
}

async function undo(engine: Engine, tx: Tx, task: Task, refs: Refs): Promise<StayReason> {
  if (!refs.opened || refs.ownerId === null) return takeOutParts(engine, tx, task, refs)
  const used = await usedSince(engine, tx, refs.ownerId, refs)
  if (used !== null) return used
  await eraseRecords(tx, refs.ownerId, refs.records)
  await forgetTeacher(tx, refs.ownerId)
  await note(tx, {
    by: task.actor.identityId,
    action: 'import.taken-back',
    ownerId: refs.ownerId,
    facts: { import: task.id },
  })
  return null
}

/** 教师: new ones with account and archive, and changes of those who are there. */
export function peopleSubject(engine: Engine): Subject {
  // What comparing found a moment ago in the same transaction need not be asked again to write it.
  const plans = new WeakMap<readonly SoundRow[], readonly PersonPlan[]>()
  return {
    compare: async (db, task, rows) => {
      const planned = await planPeople(engine, db, task, rows)
      plans.set(rows, planned)
      return planned
    },
    write: async (tx, task, rows) =>
      write(engine, tx, task, {
        rows,
        planned: plans.get(rows) ?? (await planPeople(engine, tx, task, rows)),
      }),
    undo: (tx, task, refs) => undo(engine, tx, task, refs),
  }
}
