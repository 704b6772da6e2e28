import { uuidv7 } from '../../platform/clock/clock.ts'
import { testKeys, testRegion, type Region } from '../../app/testing/test-region.ts'
import {
  usualRules,
  type PresenceRules,
  type PresenceWay,
  type SettledStatus,
} from '../../../catalogue/presence/rules.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  askCorrection,
  beginClaim,
  bindClaim,
  codesAhead,
  decideCorrection,
  decideDoubt,
  markByHand,
  markBySheet,
  openBook,
  putSession,
  type CorrectionWish,
  type Mark,
  type SessionKey,
} from './index.ts'

/** A moment of the first day of the project of training.md, 11. */
export const at = (time: string, day = '2026-11-23'): number => Date.parse(`${day}T${time}+08:00`)

/** Makes events with sessions in a region, and the acts of people in them. */
export function eventsIn(region: Region) {
  const { db } = region
  const identity = region.people.teacher.identityId
  const office = region.people.school.identityId
  return {
    /** An event with a session a day from 2026-11-23, 08:30 to 12:00, of 4.0 hours. */
    async event(sessions = 1, rules: Partial<PresenceRules> = {}) {
      const eventId = uuidv7()
      const keys = Array.from({ length: sessions }, () => ({ eventId, sessionId: uuidv7() }))
      await db.transaction(async (tx) => {
        await openBook(tx, eventId, { ...usualRules, ...rules })
        for (const [n, key] of keys.entries()) {
          await putSession(tx, {
            ...key,
            startsAt: at('08:30:00') + n * 86_400_000,
            endsAt: at('12:00:00') + n * 86_400_000,
            place: '阶梯教室',
            tenths: 40,
          })
        }
      })
      return {
        eventId,
        keys,
        sessionId: keys[0]?.sessionId ?? '',
        key: keys[0] ?? { eventId, sessionId: '' },
      }
    },
    /** Scans what the screen shows at a moment. */
    scan: (session: string, moment: number, device: string = uuidv7(), shown = moment) =>
      beginClaim(
        db,
        testKeys,
        { session, code: codesAhead(testKeys, session, shown).codes[0] ?? '', device },
        moment,
      ),
    bind: (token: string, teacherId: number, moment: number): Promise<Mark> =>
      db.transaction((tx) => bindClaim(tx, testKeys, { token, teacherId, by: identity }, moment)),
    /** Scans and signs in at once. */
    async checkIn(session: string, teacherId: number, moment: number, device?: string): Promise<Mark> {
      const begun = await this.scan(session, moment, device)
      if (!('claim' in begun)) throw new Error('a question')
      return this.bind(begun.claim, teacherId, moment)
    },
    /** Names a mark of a session. */
    markKey: (key: { eventId: string; sessionId: string }, teacherId: number, way: PresenceWay = 'in') => ({
      ...key,
      teacherId,
      way,
    }),
    hand: (key: SessionKey, teacherId: number, status: SettledStatus, reason = '手机没电') =>
      db.transaction((tx) =>
        markByHand(tx, { ...key, teacherId, way: 'in' }, { status, reason, by: office }, at('09:00:00')),
      ),
    decide: (key: SessionKey, teacherId: number, status: SettledStatus) =>
      db.transaction((tx) =>
        decideDoubt(tx, { ...key, teacherId, way: 'in' }, { status, reason: '到场核实', by: office }),
      ),
    sheet(key: SessionKey, cells: readonly [number, string][], means: 'file' | 'online' = 'file') {
      const rows = cells.map(([teacherId, cell], n) => ({ row: n + 2, teacherId, cell }))
      return db.transaction((tx) =>
        markBySheet(tx, { ...key, way: 'in', means, rows, by: office }, at('13:00:00')),
      )
    },
    wish: (key: SessionKey, teacherId: number, now: number, more: Partial<CorrectionWish> = {}) =>
      db.transaction((tx) =>
        askCorrection(
          tx,
          {
            ...key,
            teacherId,
            way: 'in',
            wish: '1',
            reason: '扫码没成功',
            fileId: null,
            by: identity,
            ...more,
          },
          now,
        ),
      ),
    decideWish: (key: SessionKey, id: string, accepted: boolean, by = office, note = '') =>
      db.transaction((tx) =>
        decideCorrection(tx, { ...key, id }, { accepted, note, by }, at('09:00:00', '2026-11-30')),
      ),
    marks: (eventId: string) =>
      db.query<{ teacher_id: number; way: string; status: string; doubt: string | null }>(sql`
        select teacher_id, way, status, doubt from presence_mark where event_id = ${eventId} order by id`),
  }
}

export { testKeys, testRegion, type Region }
