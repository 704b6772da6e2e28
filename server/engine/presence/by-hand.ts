import { AppError, invalid, invalidFields } from '../../../catalogue/errors.ts'
import {
  doubtful,
  presenceWords,
  type PresenceWay,
  type SettledStatus,
} from '../../../catalogue/presence/rules.ts'
import { readSheet, type SheetRow, type SheetSetting } from '../../../catalogue/presence/sheet.ts'
import type { Tx } from '../engine.ts'
import { changeMark, lockMarks, putMark, type Act, type Mark, type MarkKey } from './marks.ts'
import { markableSession, type SessionKey } from './sessions.ts'

/** What a person sets, and why. */
export interface HandSetting {
  readonly status: SettledStatus
  readonly reason: string
  readonly by: number
}

export const requireReason = (reason: string): string => {
  const text = reason.trim()
  if (text === '') throw invalid('reason', '请写明原因')
  if (text.length > 200) throw invalid('reason', '原因不超过 200 字')
  return text
}

/** Sets a mark by hand: a leave before the session, or somebody whose phone failed. A doubt is decided instead. */
export async function markByHand(
  tx: Tx,
  key: MarkKey,
  { status, reason, by }: HandSetting,
  now: number,
): Promise<Mark> {
  await markableSession(tx, key)
  const act: Act = {
    act: 'made',
    status,
    means: 'hand',
    moment: now,
    doubt: null,
    reason: requireReason(reason),
    by,
  }
  return putMark(tx, key, act, (before) => {
    if (before.status === doubtful)
      throw new AppError('wrongState', { message: '该签到待核，请在“待核”中核定' })
    // Who decided something keeps it: another decision is a correction.
    if (before.decided) throw new AppError('wrongState', { message: '该签到已核定，修改请提交更正' })
    return before.status === status ? null : { ...act, act: 'changed', doubt: before.doubt }
  })
}

/** Decides a doubt; how the mark was made and when stay. */
export async function decideDoubt(tx: Tx, key: MarkKey, { status, reason, by }: HandSetting): Promise<Mark> {
  await markableSession(tx, key)
  const mark = (await lockMarks(tx, key))[key.way]
  if (!mark) throw new AppError('missing')
  if (mark.status !== doubtful) throw new AppError('wrongState', { message: '该签到已经核定' })
  const { means, moment, doubt } = mark
  return changeMark(tx, mark, {
    act: 'decided',
    status,
    means,
    moment,
    doubt,
    reason: requireReason(reason),
    by,
  })
}

/** A row that changed nothing because a person decided, or has to decide, what it says. */
export interface HeldRow {
  readonly row: number
  readonly mark: Mark
  readonly wish: SettledStatus
  readonly message: string
}

/** A file of marks, or what another platform sent. */
export interface Sheet extends SessionKey {
  readonly way: PresenceWay
  readonly means: 'file' | 'online'
  readonly rows: readonly SheetRow[]
  readonly by: number | null
}

/** What the rows set; 400 that names every row that says nothing known. */
function settingsIn(rows: readonly SheetRow[]): readonly SheetSetting[] {
  const { settings, faults } = readSheet(rows)
  if (faults.length > 0) throw invalidFields(faults)
  return settings
}

/**
 * Sets marks by a file, all of it or nothing. What a person decided, and what still waits for a decision,
 * stays as it is and is named in the answer.
 */
export async function markBySheet(
  tx: Tx,
  { way, means, rows, by, ...key }: Sheet,
  now: number,
): Promise<{ readonly written: number; readonly held: readonly HeldRow[] }> {
  await markableSession(tx, key)
  const held: HeldRow[] = []
  let written = 0
  // In the order of people, so that two files of a session cannot wait for each other.
  for (const { row, teacherId, status } of settingsIn(rows).toSorted((a, b) => a.teacherId - b.teacherId)) {
    const act: Act = { act: 'made', status, means, moment: now, doubt: null, reason: '', by }
    let before: Mark | undefined
    // One person after another: each may wait for the person's own phone.
    const mark = await putMark(tx, { ...key, teacherId, way }, act, (found) => {
      before = found
      const stays = found.decided || found.status === doubtful || found.status === status
      return stays ? null : { ...act, act: 'changed', doubt: found.doubt }
    })
    if (mark.status === status) written += mark.acts === before?.acts ? 0 : 1
    else held.push({ row, mark, wish: status, message: heldMessage(row, mark) })
  }
  return { written, held: held.toSorted((a, b) => a.row - b.row) }
}

const heldMessage = (row: number, { status, decided }: Mark): string =>
  decided
    ? `第 ${row} 行：已核定为${presenceWords[status]}，没有改动`
    : `第 ${row} 行：签到待核，请在“待核”中核定`
