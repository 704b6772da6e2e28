import { uuidv7 } from '../../platform/clock/clock.ts'
import { testKeys, testRegion, type Region } from '../../app/testing/test-region.ts'
import { usualRules, type PresenceRules, type PresenceWay } from '../../../catalogue/presence/rules.ts'
import { sql } from '../../platform/db/sql.ts'
import { beginClaim, bindClaim, codesAhead, openBook, putSession, type Mark } from './index.ts'

/** A moment of the first day of the project of training.md, 11. */
export const at = (time: string, day = '2026-11-23'): number => Date.parse(`${day}T${time}+08:00`)

/** Makes events with sessions in a region, and the acts of people in them. */
export function eventsIn(region: Region) {
  const { db } = region
  const identity = region.people.teacher.identityId
  return {
    /** An event with a session a day from 2026-11-23, 08:30 to 12:00, of 4.0 hours. */
    async event(sessions = 1, rules: Partial<PresenceRules> = {}) {
      const eventId = uuidv7()
      const keys = Array.from({ length: sessions }, () => ({ eventId, sessionId: uuidv7() }))
      await db.transaction(async (tx) => {
        await openBook(tx, eventId, { ...usualRules, ...rules })
        for (const [n, key] of keys.entries()) {
          const day = `2026-11-${23 + n}`
          // oxlint-disable-next-line no-await-in-loop
          await putSession(tx, {
            ...key,
            startsAt: at('08:30:00', day),
            endsAt: at('12:00:00', day),
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
    marks: (eventId: string) =>
      db.query<{ teacher_id: number; way: string; status: string; doubt: string | null }>(sql`
        select teacher_id, way, status, doubt from presence_mark where event_id = ${eventId} order by id`),
  }
}

export { testKeys, testRegion, type Region }
