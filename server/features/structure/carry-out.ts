import type { StructurePlan } from '../../../catalogue/contract/administration/structure.ts'
import { AppError, invalidFields } from '../../../catalogue/errors.ts'
import { institutionFieldsOf } from '../../../catalogue/institutions/fields.ts'
import {
  addInstitution,
  carryOfficers,
  endInstitution,
  factColumns,
  moveInstitution,
  takeInstitutions,
  type InvolvedInstitution,
  type Keeper,
} from '../../engine/directory/index.ts'
import type { Engine } from '../../engine/engine.ts'
import {
  carryArchives,
  carryOver,
  followInstitutions,
  splitOff,
  type StructureChange,
} from '../../engine/movement/index.ts'
import { casesOfInstitutions } from '../../engine/processes/index.ts'
import { carryContents } from '../../engine/publishing/index.ts'
import { carryPapers } from '../../engine/papers/index.ts'
import { carryQuestions } from '../../engine/questions/index.ts'
import { carryCollections } from '../../engine/sharing/index.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { faultsOf, involvedIn } from './examine.ts'

/** A change that is carried out, in the transaction of its caller. */
interface Work {
  readonly engine: Engine
  readonly tx: Tx
  readonly by: Keeper
  readonly act: StructureChange
  readonly all: ReadonlyMap<number, InvolvedInstitution>
}

export interface CarriedOut {
  /** Institutions that take part, with those that began. */
  readonly institutions: readonly number[]
  /** People who were signed out somewhere. */
  readonly signedOut: readonly number[]
}

/**
 * Carries a change out, whole or not at all. Locks its institutions first; `versions` are those that were
 * previewed, null where the clock comes. 400 with the fields at fault, 409 when an institution changed since.
 */
export async function carryOut(
  { engine, tx, by }: Pick<Work, 'engine' | 'tx' | 'by'>,
  plan: StructurePlan,
  { cause, versions }: { cause: string; versions: Readonly<Record<string, number>> | null },
): Promise<CarriedOut> {
  const all = await takeInstitutions(tx, involvedIn(plan))
  if (versions !== null && [...all.values()].some(({ id, version }) => versions[String(id)] !== version))
    throw new AppError('stale', { message: '有机构刚被改动过，请重新预览后再办' })
  const faults = await faultsOf(tx, plan, all)
  if (faults.length > 0) throw invalidFields(faults)
  const work: Work = { engine, tx, by, all, act: { on: plan.on, cause, by: by.identityId } }
  if (plan.act === 'merge') return merge(work, plan)
  if (plan.act === 'split') return split(work, plan)
  return plan.act === 'close' ? close(work, plan) : move(work, plan)
}

/**
 * Begins an institution like another one: its kind, its facts but for the number of the register, its parent.
 */
async function begin(
  { engine, tx, by, act, all }: Work,
  like: number,
  { name, code }: { name: string; code: string | null },
): Promise<number> {
  const model = all.get(like)
  if (!model || model.parentId === null) throw new AppError('missing')
  const keys = Object.keys(institutionFieldsOf(model.kind)).filter((key) => key !== 'uscc')
  const facts = await tx.one<Record<string, unknown>>(
    sql`select ${factColumns(keys, 'i')} from institution i where i.id = ${like}`,
  )
  return addInstitution(tx, by, {
    parentId: model.parentId,
    kind: model.kind,
    name,
    nameSort: engine.sortForm(name),
    code,
    openedOn: act.on,
    facts,
  })
}

async function merge(work: Work, plan: Extract<StructurePlan, { act: 'merge' }>): Promise<CarriedOut> {
  const { engine, tx, by, act } = work
  const { from, into, fresh, officersOf, reason } = plan
  const first = from[0] ?? 0
  const to = into ?? (await begin(work, first, fresh ?? { name: '', code: null }))
  // Before the people, so that what waits at a school finds its office at the new one.
  if (officersOf !== null) await carryOfficers(tx, officersOf, to)
  const carried = await carryOver(engine, tx, { ...act, from, to })
  const signedOut = [...carried.signedOut]
  await casesOfInstitutions(tx, new Map(from.map((id) => [id, to])))
  for (const id of from)
    signedOut.push(...(await endInstitution(tx, by, { id, on: act.on, successorId: to, reason })))
  return { institutions: [...new Set([...from, to])], signedOut }
}

async function split(work: Work, plan: Extract<StructurePlan, { act: 'split' }>): Promise<CarriedOut> {
  const { engine, tx, act } = work
  const to = await begin(work, plan.id, plan.fresh)
  const { signedOut } = await splitOff(engine, tx, { ...act, from: plan.id, to, teacherIds: plan.goes })
  await casesOfInstitutions(tx, new Map([[plan.id, plan.id]]))
  return { institutions: [plan.id, to], signedOut }
}

async function close(work: Work, plan: Extract<StructurePlan, { act: 'close' }>): Promise<CarriedOut> {
  const { engine, tx, by, act, all } = work
  const { id, reason } = plan
  const parent = all.get(id)?.parentId
  if (parent === undefined || parent === null) throw new AppError('missing')
  await carryArchives(engine, tx, [id], parent)
  await carryContents(tx, id, parent)
  await carryQuestions(tx, id, parent)
  await carryCollections(tx, id, parent)
  await carryPapers(tx, id, parent)
  await casesOfInstitutions(tx, new Map([[id, parent]]))
  const signedOut = await endInstitution(tx, by, { id, on: act.on, successorId: null, reason })
  return { institutions: [id], signedOut }
}

async function move(work: Work, plan: Extract<StructurePlan, { act: 'move' }>): Promise<CarriedOut> {
  const { engine, tx, by } = work
  const moved = await moveInstitution(tx, by, plan)
  await followInstitutions(engine, tx, moved)
  await casesOfInstitutions(tx, new Map(moved.map((id) => [id, id])))
  return { institutions: [plan.id, plan.parentId], signedOut: [] }
}
