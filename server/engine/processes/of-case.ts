import type { Actor } from '../../../catalogue/access/access.ts'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import type { AnyMove, AnyProcess } from '../../../catalogue/processes/define.ts'
import { movesFrom } from '../../../catalogue/processes/reading.ts'
import { processes, processNames, type ProcessName } from '../../../catalogue/processes/processes.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../engine.ts'
import type { FormValue } from '../filled-forms/index.ts'
import { nameOfCase } from './called.ts'
import { partiesOfCase } from './parties.ts'
import { keepPeople } from './people.ts'
import type { CaseNeeds } from './processing.ts'
import { factsOf, lockedCase, readable, type CaseRow } from './row.ts'
import { writeStep } from './step.ts'

const declared = (name: ProcessName): AnyProcess => processes[name]

/** The own case that a new one asks to change. Refuses one that is missing or in another state. */
export async function caseToChange(
  db: Queryable,
  actor: Actor,
  definition: AnyProcess,
  id: string,
): Promise<{ readonly id: string; readonly taken: FormValue }> {
  const { of } = definition
  if (!of) throw invalid('about', '该事项不从另一件事开始')
  const row = await db.maybeOne<{ state: string; value: FormValue; asked: boolean }>(sql`
    select k.state, k.value,
      exists (select 1 from process_case o where o.of_case = k.id and o.type = ${definition.name} and o.open) as asked
    from process_case k
    where k.id = ${id}::uuid and k.type = ${of.process} and k.teacher_id = ${actor.teacherId}`)
  if (!row) throw invalid('about', '没有找到该事项')
  if (!of.states.includes(row.state)) throw new AppError('wrongState', { message: '现在不能申请变更' })
  if (row.asked) throw new AppError('duplicate', { message: `已有一件没有办完的${definition.title}申请` })
  return {
    id,
    taken: Object.fromEntries(
      Object.entries(of.takes).map(([own, theirs]) => [own, row.value[theirs ?? own]]),
    ),
  }
}

/** Related cases: the one it asks to change, those that ask to change it, what may be begun. */
export async function kinOf(
  db: Queryable,
  actor: Actor,
  row: CaseRow,
): Promise<Pick<CaseView, 'of' | 'changes' | 'mayBegin'>> {
  const changing = processNames.filter((name) => declared(name).of?.process === row.type)
  const of = row.ofCase === null ? null : await titleOf(db, actor, row.ofCase)
  if (changing.length === 0) return { of, changes: [], mayBegin: [] }
  const found = await db.query<CaseView['changes'][number] & { open: boolean; handed: boolean }>(sql`
    select type, id, value ->> 'kind' as kind, state, updated_at as at, open, handed_in as handed
    from process_case where of_case = ${row.id}::uuid
    order by updated_at desc, id desc limit 50`)
  const isOwn = actor.role === 2 && actor.teacherId === row.teacherId
  const may = (name: ProcessName) =>
    isOwn &&
    declared(name).of?.states.includes(row.state) === true &&
    !found.some(({ type, open }) => type === name && open)
  return {
    of,
    // A draft is its author's alone.
    changes: found
      .filter(({ handed }) => handed || isOwn)
      .map(({ type, id, kind, state, at }) => ({ type, id, kind, state, at })),
    mayBegin: changing.filter(may),
  }
}

async function titleOf(db: Queryable, actor: Actor, id: string): Promise<CaseView['of']> {
  const row = await db.maybeOne<{ type: ProcessName; value: FormValue; mayRead: boolean }>(sql`
    select k.type, k.value, coalesce(${readable(actor)}, false) as "mayRead"
    from process_case k where k.id = ${id}::uuid`)
  return row ? { type: row.type, id, title: nameOfCase(row), mayRead: row.mayRead } : null
}

/** What becomes of a case that another one asked to change. */
export interface Amendment {
  readonly actor: Actor
  /** The case that is changed, and the process of the one that asked. */
  readonly id: string
  readonly by: AnyProcess
  readonly reason: string
  /** Fields with their new values. */
  readonly value: FormValue
  /** A declared move that the change makes; where it stands it remains without. */
  readonly move?: string
  readonly notify: CaseNeeds['notify']
  /** Whom the case is about from now on. */
  readonly teacherId?: number
}

/** Changes another case in the same transaction: values, subject, a line of its timeline. */
export async function amendCase(tx: Tx, change: Amendment): Promise<void> {
  const { actor, id, by, reason } = change
  if (change.teacherId !== undefined)
    await tx.execute(sql`update process_case set teacher_id = ${change.teacherId} where id = ${id}::uuid`)
  const row = await lockedCase(tx, id)
  if (!row || !by.of?.states.includes(row.state))
    throw new AppError('wrongState', { message: '原来的事项已经办结或中止，不能再变更' })
  const definition = declared(row.type)
  const value = { ...row.value, ...change.value }
  const around = { ...row, definition, submitter: row.personId ?? 0, kept: row.id }
  const parties = change.teacherId === undefined ? undefined : await partiesOfCase(tx, around)
  const move = moveFor(definition, row, change)
  await writeStep(tx, { definition, row, move, actor, reason, value, parties, kept: change.value })
  await keepPeople(tx, change.notify, { definition, row: { ...row, value }, by: actor.personId })
}

function moveFor(definition: AnyProcess, row: CaseRow, { move, by }: Amendment): AnyMove {
  if (move === undefined)
    return { name: by.name, label: by.title, from: [row.state], to: row.state, by: 'holder' }
  const found = movesFrom(definition, row.state, factsOf(row)).find(({ name }) => name === move)
  if (!found)
    throw new AppError('wrongState', { message: '现在不能这样变更：请先办完正在审核的一步，或已经办过一次' })
  return found
}
