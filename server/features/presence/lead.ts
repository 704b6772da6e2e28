import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  correctionDecision,
  markSetting,
  OwnCodeMarked,
  sheetAnswer,
  sheetRows,
} from '../../../catalogue/contract/training/presence.ts'
import { AppError, invalidFields, type FieldFault } from '../../../catalogue/errors.ts'
import {
  countHeads,
  decideCorrection,
  decideDoubt,
  fixAttendance,
  markByHand,
  markByOwnCode,
  markBySheet,
  type OwnedSession,
} from '../../engine/presence/index.ts'
import { note } from '../../platform/audit/note.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { checkedInOf, nameOf } from './attend.ts'
import { ledBy, type Owners } from './owned.ts'

type Setting = z.output<typeof markSetting>

/** What acts of leaders are given. */
export interface LeadTools {
  readonly db: Database
  readonly keys: Keys
  /** Whose sessions there are. */
  readonly owners: Owners
}

/** An act about a session, of somebody at a moment. */
export interface Act extends LeadTools {
  readonly actor: Actor
  readonly sessionId: string
  readonly now: number
}

/** The session that the actor leads, within the transaction of the act. */
const leading = <T>(
  { db, owners, actor, sessionId }: Act,
  act: (tx: Tx, session: OwnedSession) => Promise<T>,
): Promise<T> => db.transaction(async (tx) => act(tx, await ledBy(tx, owners, actor, sessionId)))

/** A head teacher may be a learner of the same class: the own mark is for the screen or for the host to make. */
const notOwn = (): AppError =>
  new AppError('forbidden', { message: '不能办理自己的签到，请扫大屏，或请主办单位登记' })

/** Numbers under which the actor teaches; an office account belongs to a person who may, too. */
const ownNumbers = async (tx: Tx, { personId }: Actor): Promise<ReadonlySet<number>> => {
  const rows = await tx.query<{ id: number }>(sql`select id from teacher where person_id = ${personId}`)
  return new Set(rows.map(({ id }) => id))
}

/** Refuses a mark of somebody who is not on the list, and one of the actor's own. */
async function requireOther({ actor }: Act, tx: Tx, session: OwnedSession, teacherId: number): Promise<void> {
  if ((await ownNumbers(tx, actor)).has(teacherId)) throw notOwn()
  if (!(await session.owner.isExpected(tx, session, teacherId)))
    throw new AppError('missing', { message: '该教师不在本场名单里' })
}

const noteMarked = (tx: Tx, act: Act, { eventId }: OwnedSession, facts: object): Promise<void> =>
  note(tx, { by: act.actor.identityId, action: 'presence.marked', recordId: eventId, facts })

/** Sets a mark by hand, or decides one that waits. */
export const setMark = (
  act: Act,
  { teacherId, way, status, reason }: Setting,
  doubt: boolean,
): Promise<void> =>
  leading(act, async (tx, session) => {
    await requireOther(act, tx, session, teacherId)
    const key = { ...keyOf(session), teacherId, way }
    const setting = { status, reason, by: act.actor.identityId }
    await (doubt ? decideDoubt(tx, key, setting) : markByHand(tx, key, setting, act.now))
    await noteMarked(tx, act, session, { by: doubt ? 'doubt' : 'hand', status })
  })

export const setHeads = (act: Act, heads: number): Promise<void> =>
  leading(act, (tx, session) => countHeads(tx, session, { heads, by: act.actor.identityId }))

/** Checks in the teacher whose own code the leader scanned. */
export const scanOwnCode = (act: Act, code: string): Promise<OwnCodeMarked> =>
  leading(act, async (tx, session) => {
    const mark = await markByOwnCode(
      tx,
      act.keys,
      { ...keyOf(session), token: code, by: act.actor.identityId },
      act.now,
    )
    await requireOther(act, tx, session, mark.teacherId)
    await noteMarked(tx, act, session, { by: 'ownCode', status: mark.status })
    return {
      ...checkedInOf(session, await nameOf(tx, mark.teacherId), mark),
      ledAt: session.ledAt(act.actor),
    }
  })

const keyOf = ({ eventId, sessionId }: OwnedSession) => ({ eventId, sessionId })

/** People of a sheet by their names; every name that is unknown or of two people is a fault. */
async function peopleOf({ actor }: Act, tx: Tx, session: OwnedSession, { rows }: z.output<typeof sheetRows>) {
  const people = await session.owner.expectedAt(tx, session)
  const own = await ownNumbers(tx, actor)
  const faults: FieldFault[] = []
  const found = rows.flatMap(({ row, name, cell }) => {
    const named = people.filter((one) => one.name === name)
    const [one] = named
    const isOwn = one !== undefined && own.has(one.teacherId) && cell.trim() !== ''
    if (one && named.length === 1 && !isOwn) return [{ row, teacherId: one.teacherId, cell }]
    const many = one ? `名单里有 ${named.length} 位“${name}”，请逐个办理` : `“${name}”不在本场名单里`
    const why = isOwn ? notOwn().message : many
    faults.push({ field: `rows.${row}`, message: `第 ${row} 行：${name === '' ? '没有姓名' : why}` })
    return []
  })
  if (faults.length > 0) throw invalidFields(faults)
  return found
}

/** Sets marks by the paper list, all of it or nothing. */
export const setBySheet = (
  act: Act,
  sheet: z.output<typeof sheetRows>,
): Promise<z.input<typeof sheetAnswer>> =>
  leading(act, async (tx, session) => {
    const { written, held } = await markBySheet(
      tx,
      {
        ...keyOf(session),
        way: 'in',
        means: 'file',
        rows: await peopleOf(act, tx, session, sheet),
        by: act.actor.identityId,
      },
      act.now,
    )
    await noteMarked(tx, act, session, { by: 'sheet', written })
    return { written, held: held.map(({ message }) => message) }
  })

/** Fixes the attendance of the day, once nothing waits for a decision. */
export const fix = (act: Act): Promise<void> =>
  leading(act, async (tx, session) => {
    if (session.cancelled) throw new AppError('wrongState', { message: '这一场已取消' })
    if (act.now < session.endsAt)
      throw new AppError('wrongState', { message: '这一场尚未结束，结束后才能确定出勤' })
    if (!session.owner.single)
      throw new AppError('wrongState', { message: '培训项目的出勤在项目进入考核时一并确定' })
    await fixAttendance(tx, session.eventId, { by: act.actor.identityId, now: act.now })
    await note(tx, { by: act.actor.identityId, action: 'presence.fixed', recordId: session.eventId })
    const people = await session.owner.expectedAt(tx, session)
    await session.owner.settled(
      tx,
      session,
      people.map(({ teacherId }) => teacherId),
      act.actor.identityId,
    )
  })

export const decide = (
  act: Act,
  correction: string,
  { accepted, note: text }: z.output<typeof correctionDecision>,
): Promise<void> =>
  leading(act, async (tx, session) => {
    if (session.fixed && !session.isHeldBy(act.actor))
      throw new AppError('forbidden', { message: '项目进入考核以后，更正由主办单位办理' })
    const key = { ...keyOf(session), id: correction }
    const decision = { accepted, note: text, by: act.actor.identityId }
    const mark = await decideCorrection(tx, key, decision, act.now)
    if (mark && session.fixed) await session.owner.settled(tx, session, [mark.teacherId], decision.by)
    await noteMarked(tx, act, session, { by: 'correction', accepted })
  })
