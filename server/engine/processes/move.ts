import type { Actor } from '../../../catalogue/access/access.ts'
import type { AnyMove, AnyProcess } from '../../../catalogue/processes/define.ts'
import {
  dueOf,
  isByCampaign,
  isByClock,
  isByPeople,
  isFinal,
  movesFrom,
  partiesOf,
} from '../../../catalogue/processes/reading.ts'
import { processes, processOf } from '../../../catalogue/processes/processes.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { onceWithin } from '../../platform/db/once-within.ts'
import { sql } from '../../platform/db/sql.ts'
import { actorOfIdentity } from '../access/index.ts'
import type { Tx } from '../engine.ts'
import type { EffectOutcome, Matter } from './effects.ts'
import { filesIn, type FormValue } from '../filled-forms/index.ts'
import { holdFiles } from './files.ts'
import { matterOf, valueAfter, valueFor } from './hand-in.ts'
import { partiesOfCase } from './parties.ts'
import { answerByMove, keepPeople, requireAgreed } from './people.ts'
import { currentMinute, requireWindow, type MoveEntry } from '../campaigns/index.ts'
import type { CaseNeeds } from './processing.ts'
import {
  actorsParties,
  caseOf,
  casesWhere,
  factsOf,
  lockCase,
  lockedCase,
  reasonOf,
  type CaseRow,
} from './row.ts'
import { writeStep, type Step, type Stood } from './step.ts'
import { tellOf } from './tell.ts'

/** A requested move. */
export interface MoveRequest {
  readonly actor: Actor
  readonly definition: AnyProcess
  readonly id: string
  readonly action: string
  readonly version: number
  readonly reason: string
  readonly value: FormValue
}

/**
 * Makes a move for an actor, with everything that follows from it at once, in one transaction. Refuses with
 * 403 whoever is no party to it, with 409 what the state does not allow, with 400 what is missing. Answers
 * the people who were signed out somewhere, for the caller to drop their sessions from its cache.
 */
export async function makeMove(processing: CaseNeeds, asked: MoveRequest): Promise<readonly number[]> {
  const { actor, definition, id } = asked
  return processing.db.transaction(async (tx) => {
    await lockCase(tx, id)
    const found = await caseOf(tx, actor, definition, id)
    const handingIn = isHandingIn(definition, found.state, asked.action)
    const around = { ...found, definition, submitter: actor.personId }
    const parties = handingIn ? await partiesOfCase(tx, around) : undefined
    const row = parties ? { ...found, parties: parties.parties } : found
    if (row.version !== asked.version) {
      if (await isMadeAlready(tx, row, asked)) return []
      throw new AppError('stale', { message: '该事项刚被他人办过，请刷新后再看' })
    }
    const { move, party } = requireMove(actor, definition, row, asked.action)
    if (reasonOf(row, move) === 'required' && asked.reason === '') throw invalid('reason', '请写明原因')
    if (move.window) await requireWindow(tx, row.campaignId, move.window)
    await requireAgreed(tx, definition, id, move)
    const value = await valueFor(processing, tx, { asked, row, move })
    return follow(processing, tx, {
      row,
      definition,
      move,
      actor,
      party,
      parties,
      reason: asked.reason === '' ? undefined : asked.reason,
      value,
      kept: move.handsIn ? value : keptOf(move, value),
    })
  })
}

/**
 * Whether this account has made this very move at this version: the answer may have been lost on its way, and who
 * sends it again is told how the case stands.
 */
async function isMadeAlready(
  tx: Tx,
  { institutionId, id }: CaseRow,
  { actor, action, version, reason }: MoveRequest,
): Promise<boolean> {
  const made = await tx.maybeOne(sql`
    select 1 from process_event e
    where e.institution_id = ${institutionId} and e.case_id = ${id}::uuid and e.no = ${version + 1}
      and e.move = ${action} and e.by_identity = ${actor.identityId} and coalesce(e.reason, '') = ${reason}`)
  return made !== undefined
}

/** Whether parties are found anew: from a draft, and where what came back is handed in again. */
const isHandingIn = ({ initial, moves }: AnyProcess, state: string, action: string): boolean =>
  state === initial ||
  moves.some(({ name, from, handsIn }) => name === action && handsIn === true && from.includes(state))

const keptOf = ({ asks }: AnyMove, value: FormValue): FormValue | null =>
  asks ? Object.fromEntries(asks.map((key) => [key, value[key] ?? null])) : null

/** The move of this name that the actor may make now, and the party it is made for. */
function requireMove(
  actor: Actor,
  definition: AnyProcess,
  row: CaseRow,
  action: string,
): { readonly move: AnyMove; readonly party: string } {
  if (!definition.moves.some((move) => move.name === action && isByPeople(move)))
    throw new AppError('missing')
  if (actor.personId === row.personId && actor.role !== 2)
    throw new AppError('forbidden', { message: '该事项关于您本人，须由其他人办理' })
  const own = actorsParties(actor, row)
  const open = movesFrom(definition, row.state, factsOf(row)).filter(({ name }) => name === action)
  for (const move of open) {
    const party = partiesOf(definition, move, row.state).find((one) => own.includes(one))
    if (party !== undefined) return { move, party }
  }
  if (open.length > 0) throw new AppError('forbidden', { message: '当前环节不在本单位' })
  const label = definition.states[row.state]?.label ?? row.state
  throw new AppError('wrongState', { message: `该事项现在是“${label}”，不能这样办理` })
}

type MoveConsequence = Omit<Step, 'handedOver'>

/** Writes a move with effects and messages, then the clock's moves that are due already. */
async function follow(processing: CaseNeeds, tx: Tx, following: MoveConsequence): Promise<readonly number[]> {
  const { row, definition, move, actor } = following
  const matter = matterOf(
    definition,
    { ...row, value: following.value, parties: following.parties?.parties ?? row.parties },
    actor,
  )
  await keepAnswers(processing, tx, following)
  const done = await takeEffect(processing, tx, move, matter)
  if (done.instead !== undefined) {
    const other = definition.moves.find((one) => one.name === move.orElse && one.from.includes(row.state))
    if (other) return follow(processing, tx, { ...following, move: other })
    throw new AppError('wrongState', { message: done.instead })
  }
  const step = { ...following, value: { ...following.value, ...done.value } }
  const stood = await writeStep(tx, { ...step, handedOver: done.handover })
  await holdFiles(tx, row, filesIn(definition, step.value))
  await processing.consequences.moved(tx, {
    ...matter,
    value: step.value,
    from: row.state,
    state: stood.state,
    move: move.name,
    recommendedBy: move.recommends ? row.holderInstitutionId : null,
    handsIn: move.handsIn === true,
  })
  await overtake(processing, tx, row, move)
  const further = await advance(processing, tx, definition, moved(row, step, stood))
  // One message for one act: a state that the clock leaves at once is reported by the move that follows.
  if (further === null)
    await tellOf(processing, tx, { definition, row, move, actor, reason: following.reason, stood })
  return [...done.people, ...(further ?? [])]
}

/** Keeps whom a form that is handed in names, and what a person of a part answers by a move. */
async function keepAnswers(
  { notify }: CaseNeeds,
  tx: Tx,
  { definition, row, move, actor, party, value }: MoveConsequence,
): Promise<void> {
  if (move.handsIn === true)
    await keepPeople(tx, notify, { definition, row: { ...row, value }, by: actor?.personId ?? 0 })
  const declared = party === undefined ? undefined : definition.parties[party]
  if (actor && declared?.is === 'people') await answerByMove(tx, { actor, row, move }, declared.part)
}

const moved = (row: CaseRow, { value }: MoveConsequence, stood: Stood): CaseRow => ({
  ...row,
  value,
  state: stood.state,
  version: stood.version,
  parties: stood.parties,
  holderInstitutionId: stood.holderInstitutionId,
  holderRole: stood.holderRole,
  holderTeacherId: stood.holderTeacherId,
  overdue: false,
  staffAhead: false,
})

async function takeEffect(
  { consequences }: CaseNeeds,
  tx: Tx,
  move: AnyMove,
  matter: Matter,
): Promise<EffectOutcome> {
  const done: EffectOutcome[] = []
  for (const name of move.takesBack ?? []) done.push(await consequences.effects[name].voided(tx, matter))
  for (const name of move.effects ?? []) done.push(await consequences.effects[name].applied(tx, matter))
  return {
    ...done.find(({ instead }) => instead !== undefined),
    handover: done.flatMap(({ handover }) => handover),
    people: done.flatMap(({ people }) => people),
    value: done.reduce<FormValue>((all, { value }) => ({ ...all, ...value }), {}),
  }
}

/** Ends other cases about the same subject that a move overtakes, with the reason in their timelines. */
async function overtake(processing: CaseNeeds, tx: Tx, row: CaseRow, by: AnyMove): Promise<void> {
  const types = by.overtakes ?? []
  if (types.length === 0) return
  const others = await casesWhere(
    tx,
    sql`k.teacher_id = ${row.teacherId} and k.type = any(${[...types]}::text[]) and k.under_way`,
  )
  for (const other of others) {
    const definition: AnyProcess = processes[other.type]
    const ends = definition.moves.filter(
      ({ from, to }) => from.includes(other.state) && isFinal(definition.states[to]),
    )
    const move = ends.find(({ name }) => name === 'cancel') ?? ends.find(isByClock)
    if (!move) continue
    const reason = `因${processes[row.type].title}结束`
    const stood = await writeStep(tx, {
      definition,
      row: other,
      move,
      actor: null,
      reason,
      value: other.value,
    })
    await tellOf(processing, tx, { definition, row: other, move, actor: null, reason, stood })
  }
}

/** Makes the clock's next move if it is due. Answers who was signed out; null where no move was due. */
async function advance(
  processing: CaseNeeds,
  tx: Tx,
  definition: AnyProcess,
  row: CaseRow,
): Promise<readonly number[] | null> {
  const due = dueOf(definition.states[row.state], row.value)
  if (due === null) return null
  const { now } = await tx.one<{ now: string }>(sql`select ${currentMinute} as now`)
  if ((due.minute ?? due.day) > (due.minute === null ? now.slice(0, 10) : now)) return null
  const move = movesFrom(definition, row.state, factsOf(row)).find(isByClock)
  return move ? followUnasked(processing, tx, { row, definition, move, actor: null }) : null
}

/** Writes a move without form fields, made by the clock or by the campaign. */
async function followUnasked(
  processing: CaseNeeds,
  tx: Tx,
  following: Pick<MoveConsequence, 'row' | 'definition' | 'move' | 'actor'>,
  written: FormValue = {},
): Promise<readonly number[]> {
  const value = { ...(await valueAfter(tx, following.row, following.move)), ...written }
  return follow(processing, tx, { ...following, value })
}

/** Makes the moves of one case whose time has come. Nothing happens where another process was first. */
export async function makeClockMoves(processing: CaseNeeds, id: string): Promise<void> {
  await processing.db.transaction(async (tx) => {
    const row = await lockedCase(tx, id)
    if (row) await advance(processing, tx, processOf(row.type), row)
  })
}

/** Who moves a campaign, asked once for all its entries that one transaction moves. */
const movers = onceWithin<Actor | null>()
const moverOf = (tx: Tx, by: number): Promise<Actor | null> =>
  movers(tx, String(by), async () => (await actorOfIdentity(tx, by))?.actor ?? null)

/** Moves entries with their campaign: each makes the first of the sweep's moves whose condition holds. */
export const entryMover =
  (processing: CaseNeeds): MoveEntry =>
  async (tx, { moves, from, by, value }, id) => {
    const row = await lockedCase(tx, id)
    if (!row || !from.includes(row.state)) return false
    const definition = processOf(row.type)
    const open = movesFrom(definition, row.state, factsOf(row)).filter(isByCampaign)
    const move = moves.flatMap((name) => open.find((one) => one.name === name) ?? [])[0]
    if (!move) throw new AppError('wrongState', { message: '没有符合条件的办理方式，请单独办理' })
    const actor = by === null ? null : await moverOf(tx, by)
    await followUnasked(processing, tx, { row, definition, move, actor }, value)
    return true
  }
