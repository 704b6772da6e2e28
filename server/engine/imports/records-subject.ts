import type { RowFault } from '../../../catalogue/imports/read-cell.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { inScope } from '../../../catalogue/access/access.ts'
import { standingOfOwner } from '../access/index.ts'
import type { Engine, Owner } from '../engine.ts'
import { definitionOf } from '../engine.ts'
import { bringIn, takeOut, type BroughtIn } from '../records/index.ts'
import type { RowComparison, StayReason, Refs, SoundRow, Subject, Task } from './importing.ts'
import { faultOfPending, heldBy, writesOf, type PartWrite } from './owned.ts'
import {
  institutionsNamed,
  ownInstitution,
  peopleNumbered,
  placeOfRow,
  rowText,
  teachersById,
} from './owners.ts'
import { isSameName } from '../names/index.ts'

/** The owner that a row names, or why there is none. */
export interface FoundOwner {
  readonly owner: Owner | null
  readonly faults: readonly RowFault[]
}

const fault = (column: string, code: string, message: string): FoundOwner => ({
  owner: null,
  faults: [{ column, level: 'error', code, message }],
})

/**
 * The teachers of rows by number, of the identity or of the archive, in their order. Somebody out of scope is like nobody: no name, no
 * school.
 */
export async function teachersOf(
  { keys }: Engine,
  db: Queryable,
  { actor, definition }: Task,
  rows: readonly SoundRow[],
): Promise<FoundOwner[]> {
  const { idNo = '', archiveNo = '', name = '', orgCode } = definition.owner
  const archives = rows.flatMap(({ values }) => values[archiveNo] ?? []).map(Number)
  const known = await peopleNumbered(
    db,
    keys,
    rows.flatMap(({ values }) => rowText(values, idNo) ?? []),
  )
  const byArchive = await teachersById(db, archives)
  const codes = rows.flatMap(({ values }) => rowText(values, orgCode) ?? [])
  const places = codes.length > 0 ? await institutionsNamed(db, actor, codes) : null
  return rows.map(({ values }): FoundOwner => {
    const number = rowText(values, idNo)
    const owner = number === null ? byArchive.get(Number(values[archiveNo])) : known(number)?.owner
    if (!owner || !inScope(actor, standingOfOwner(owner)))
      return number === null
        ? fault(archiveNo, 'E109', '范围内没有该档案号的教师')
        : fault(idNo, 'E109', '范围内没有该证件号的教师')
    const written = rowText(values, name)
    if (written !== null && !isSameName(written, owner.name))
      return fault(name, 'E105', '与平台上该教师的姓名不一致')
    const code = rowText(values, orgCode)
    if (orgCode !== undefined && code !== null && places?.get(code)?.id !== owner.institutionId)
      return fault(orgCode, 'E105', '不是平台上该教师所在学校的标识码，曾用的也不是')
    return { owner, faults: [] }
  })
}

async function institutionsOf(db: Queryable, task: Task, rows: readonly SoundRow[]): Promise<FoundOwner[]> {
  const { actor, definition } = task
  const codes = rows.flatMap(({ values }) => rowText(values, definition.owner.orgCode) ?? [])
  const known = {
    own: await ownInstitution(db, actor),
    named: await institutionsNamed(db, actor, codes),
  }
  return rows.map(({ values }): FoundOwner => {
    const { place, faults } = placeOfRow(actor, definition, values, known)
    if (!place) return { owner: null, faults }
    const owner: Owner = {
      id: place.id,
      kind: 'institution',
      personId: null,
      name: place.name,
      institution: place.name,
      institutionId: place.id,
      districtId: place.districtId,
      cityId: place.cityId,
      provinceId: place.provinceId,
    }
    return { owner, faults }
  })
}

/** A row of a kind whose doubts a feature judges: whose it is, and the record that it would change. */
export interface DoubtedRow {
  readonly ownerId: number
  /** Null for a new record. */
  readonly recordId: string | null
  readonly values: SoundRow['values']
}

/** What a feature says against rows that are sound in themselves, in their order. */
export type RowDoubts = (
  db: Queryable,
  task: Task,
  rows: readonly DoubtedRow[],
) => Promise<readonly (readonly RowFault[])[]>

interface RecordPlan extends FoundOwner {
  readonly writes: readonly PartWrite[]
}

async function plan(
  engine: Engine,
  db: Queryable,
  task: Task,
  rows: readonly SoundRow[],
): Promise<RecordPlan[]> {
  const found =
    task.definition.subject === 'institution'
      ? await institutionsOf(db, task, rows)
      : await teachersOf(engine, db, task, rows)
  const types = task.definition.parts.map(({ type }) => type)
  const held = await heldBy(
    engine,
    db,
    types,
    found.flatMap(({ owner }) => owner?.id ?? []),
  )
  return found.map((one, place) => {
    const row = rows[place]?.values ?? {}
    return {
      ...one,
      writes: one.owner ? writesOf(engine, task.definition, { row, owner: one.owner, held }) : [],
    }
  })
}

/** Effect of a row of records, with the reasons against it. */
export function comparedFrom(
  engine: Pick<Engine, 'records'>,
  { writes, faults }: Pick<RecordPlan, 'writes' | 'faults'>,
): RowComparison {
  const waiting = writes.filter(({ pending }) => pending)
  return {
    outcome: writes.length === 0 ? 'same' : writes.every(({ id }) => id === null) ? 'new' : 'changed',
    faults: [...faults, ...waiting.map(({ type }) => faultOfPending(engine.records[type]?.title ?? '记录'))],
    changes: writes.flatMap(({ changes }) => changes),
  }
}

/** Writes what rows do to the records of one owner. */
export async function writeParts(
  engine: Engine,
  tx: Tx,
  task: Task,
  { owner, writes }: { readonly owner: Owner; readonly writes: readonly PartWrite[] },
): Promise<Refs['records']> {
  const made: (BroughtIn & { type: string })[] = []
  for (const { type, id, values } of writes) {
    const definition = definitionOf(engine, type)
    made.push({
      ...(await bringIn({ engine, actor: task.actor, definition }, tx, owner, { id, values })),
      type,
    })
  }
  return made
}

/** Takes the records of a row back, the last first; the first that was changed since keeps them all. */
export async function takeOutParts(
  engine: Engine,
  tx: Tx,
  task: Task,
  { records }: Refs,
): Promise<StayReason> {
  for (const { type, ...record } of records.toReversed()) {
    const definition = definitionOf(engine, type)
    const left = await takeOut({ engine, actor: task.actor, definition }, tx, record, `撤销导入 ${task.id}`)
    if (left !== null) return left
  }
  return null
}

/** Adds what the feature of a kind says against rows. */
async function doubted(
  plans: readonly RecordPlan[],
  rows: readonly SoundRow[],
  ask: (rows: readonly DoubtedRow[]) => ReturnType<RowDoubts>,
): Promise<RecordPlan[]> {
  const asked = plans.flatMap(({ owner, writes }, place) => {
    const [write] = writes
    const values = rows[place]?.values
    return owner && write && values ? [{ place, row: { ownerId: owner.id, recordId: write.id, values } }] : []
  })
  const answers = await ask(asked.map(({ row }) => row))
  const byPlace = new Map(asked.map(({ place }, n) => [place, answers[n] ?? []]))
  return plans.map((one, place) => ({ ...one, faults: [...one.faults, ...(byPlace.get(place) ?? [])] }))
}

/**
 * Records of owners that exist: salaries of teachers, figures of schools.
 * @param doubts by the kind of import
 */
export function recordsSubject(engine: Engine, doubts: Readonly<Record<string, RowDoubts>> = {}): Subject {
  return {
    compare: async (db, task, rows) => {
      const plans = await plan(engine, db, task, rows)
      const judge = doubts[task.definition.name]
      const judged = judge ? await doubted(plans, rows, (asked) => judge(db, task, asked)) : plans
      return judged.map((planned) => comparedFrom(engine, planned))
    },
    write: async (tx, task, rows) => {
      const refs: Refs[] = []
      for (const { owner, writes } of await plan(engine, tx, task, rows)) {
        const records = owner ? await writeParts(engine, tx, task, { owner, writes }) : []
        refs.push({ ownerId: owner?.id ?? null, opened: false, records })
      }
      return refs
    },
    undo: (tx, task, refs) => takeOutParts(engine, tx, task, refs),
  }
}
