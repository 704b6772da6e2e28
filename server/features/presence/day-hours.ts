import { present, late } from '../../../catalogue/presence/rules.ts'
import type { Tx } from '../../engine/engine.ts'
import { counterEntries, nextVersion, postEntry, standingOf } from '../../engine/ledger/index.ts'
import { attendanceOf, sessionsOf, type SessionKey } from '../../engine/presence/index.ts'
import { dateOf } from '../../platform/clock/clock.ts'

/** The account of hours of training, and 校本 of the dictionary creditKind. */
const [account, ofSchool] = ['training', '4'] as const

/**
 * Makes the ledger say what teachers attended of a training day: its hours for whoever came. Said again,
 * nothing happens; after a correction an entry is countered, or a new one posted.
 */
export async function postDay(
  tx: Tx,
  { eventId, sessionId }: SessionKey,
  teachers: readonly number[],
): Promise<void> {
  const session = (await sessionsOf(tx, eventId)).find((one) => one.sessionId === sessionId)
  if (!session || session.tenths === 0) return
  const day = dateOf(new Date(session.startsAt))
  const attendance = await attendanceOf(tx, { eventId, teachers, sessions: [sessionId] }, Date.now())
  // In the order of people, so that two days fixed at once cannot wait for each other.
  for (const ownerId of teachers.toSorted((a, b) => a - b)) {
    const status = attendance.get(ownerId)?.statuses.get(sessionId)
    const came = status === present || status === late
    const key = { ownerId, account, of: { type: 'trainingDay', id: eventId } }
    const [standing] = await standingOf(tx, key)
    if (standing && !came) await counterEntries(tx, key, { reason: '签到更正', by: null })
    if (standing || !came) continue
    await postEntry(tx, {
      ...key,
      year: Number(day.slice(0, 4)),
      category: ofSchool,
      source: 'project',
      tenths: session.tenths,
      from: day,
      to: dateOf(new Date(session.endsAt)),
      certificate: '',
      version: await nextVersion(tx, key),
      by: null,
    })
  }
}
