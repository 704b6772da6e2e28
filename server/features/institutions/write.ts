import { areaCodeNear } from '../../../catalogue/areas/areas.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  institutionDraft,
  type InstitutionDraft,
  type InstitutionRowsAnswer,
  type InstitutionView,
} from '../../../catalogue/contract/administration/institutions.ts'
import { unlikeCategory } from '../../../catalogue/institutions/code-category.ts'
import { AppError, invalid, invalidFields, type FieldFault } from '../../../catalogue/errors.ts'
import { addInstitution } from '../../engine/directory/index.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { refusedBecause } from '../../platform/db/refused.ts'
import { faultsOfName, faultsOfNamed, readFacts } from './facts.ts'
import type { InstitutionNeeds } from './options.ts'
import { visibleTo } from './view.ts'

interface InstitutionFacts {
  readonly facts: Readonly<Record<string, unknown>>
  readonly faults: readonly FieldFault[]
}

async function examine(db: Queryable, actor: Actor, draft: InstitutionDraft): Promise<InstitutionFacts> {
  const { kind } = draft
  const { facts, faults } = readFacts(kind, draft.facts, null)
  const named = await faultsOfNamed(db, actor, kind, { id: null, facts })
  return { facts, faults: [...faultsOfName(kind, draft), ...faults, ...named] }
}

/** An addition: its actor and transaction. */
interface AddTask {
  readonly needs: InstitutionNeeds
  readonly tx: Tx
  readonly actor: Actor
}

function add({ needs, tx, actor }: AddTask, draft: InstitutionDraft, facts: InstitutionFacts['facts']) {
  return addInstitution(tx, actor, { ...draft, facts, nameSort: needs.engine.sortForm(draft.name) })
}

/** Adds one institution below one of the actor's scope, and answers its number. */
export async function createInstitution(
  needs: InstitutionNeeds,
  actor: Actor,
  draft: InstitutionDraft,
): Promise<number> {
  await requireParent(needs, actor, draft.parentId)
  const { facts, faults } = await examine(needs.db, actor, draft)
  if (faults.length > 0) throw invalidFields(faults)
  return needs.db.transaction((tx) => add({ needs, tx, actor }, draft, facts))
}

/** A parent outside the scope is a fault of its field, as one that does not exist. */
async function requireParent(needs: InstitutionNeeds, actor: Actor, id: number): Promise<InstitutionView> {
  const parent = await visibleTo(needs.db, actor, id)
  if (!parent) throw invalid('parentId', '范围内没有该上级机构')
  if (!parent.can.includes('add')) throw invalid('parentId', `${parent.name}下不能再设机构`)
  return parent
}

export interface PastedRows {
  readonly parentId: number
  readonly kind: string
  /** Only reads them. */
  readonly check: boolean
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

type Row = InstitutionRowsAnswer['rows'][number]

/** Doubts about a row that do not refuse it. */
function warningsOf({ code, facts }: InstitutionDraft): FieldFault[] {
  const message = unlikeCategory(facts['schoolType'], code)
  return message === null ? [] : [{ field: 'code', message }]
}

/**
 * A row as it was pasted: name, code and day apart, everything else by the declaration; the area may be a
 * name.
 */
function draftOf({ parentId, kind }: PastedRows, row: Readonly<Record<string, unknown>>, around: string) {
  const { name, code = null, openedOn = null, ...said } = row
  const { areaCode } = said
  const facts =
    typeof areaCode === 'string' ? { ...said, areaCode: areaCodeNear(areaCode, around) ?? areaCode } : said
  return institutionDraft.safeParse({ parentId, kind, name, code, openedOn, facts })
}

/** Thrown to undo what checking wrote. */
class RollbackSignal extends Error {}

/**
 * Adds pasted rows, all or none: a row with a fault leaves the others unwritten, too. The database is asked
 * about every row, because a row may repeat the name or code of one before it.
 */
export async function addRows(
  needs: InstitutionNeeds,
  actor: Actor,
  pasted: PastedRows,
): Promise<InstitutionRowsAnswer> {
  const parent = await requireParent(needs, actor, pasted.parentId)
  const around = String(parent.facts['areaCode'])
  const rows: Row[] = []
  try {
    await needs.db.transaction(async (tx) => {
      for (const row of pasted.rows)
        rows.push(await addRow({ needs, tx, actor }, draftOf(pasted, row, around)))
      if (pasted.check || rows.some(({ faults }) => faults.length > 0)) throw new RollbackSignal()
    })
  } catch (error) {
    if (error instanceof RollbackSignal) return { added: 0, rows: rows.map((row) => ({ ...row, id: null })) }
    const message = error instanceof AppError ? null : refusedBecause(error)
    if (message === null) throw error
    // The database refused the row after those that were read, and with it the rest of the transaction.
    const read = rows.map((row) => ({ ...row, id: null }))
    const unread = pasted.rows.slice(read.length).map((_, at): Row => {
      return { id: null, faults: at === 0 ? [{ field: 'name', message }] : [], warnings: [] }
    })
    return { added: 0, rows: [...read, ...unread] }
  }
  return { added: rows.length, rows }
}

async function addRow(adding: AddTask, read: ReturnType<typeof draftOf>): Promise<Row> {
  if (!read.success) {
    const faults = read.error.issues.map(({ path, message }) => ({ field: String(path[0] ?? ''), message }))
    return { id: null, faults, warnings: [] }
  }
  const { facts, faults } = await examine(adding.tx, adding.actor, read.data)
  const warnings = warningsOf(read.data)
  if (faults.length > 0) return { id: null, faults: [...faults], warnings }
  try {
    return { id: await add(adding, read.data, facts), faults: [], warnings }
  } catch (error) {
    if (!(error instanceof AppError) || !error.facts.errors) throw error
    return { id: null, faults: [...error.facts.errors], warnings }
  }
}
