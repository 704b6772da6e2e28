import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  usualPace,
  type MessageChoices,
  type MessagePace,
} from '../../../catalogue/contract/account/message-choices.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('message-pace')))
afterAll(() => region.close())

const url = '/api/v1/user/messagePace'
const set = (pace: Partial<MessagePace>) =>
  region.people.teacher.put<MessagePace>(url, { ...usualPace, ...pace })

/** When something goes out that would at a moment, both as they are read in Beijing. */
async function goesOut(at: string): Promise<string> {
  const { moment } = await region.db.one<{ moment: string }>(sql`
    select to_char(forward_at(${region.people.teacher.personId}, ${`${at}+08`}::timestamptz)
      at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as moment`)
  return moment
}

describe('when somebody is reminded', () => {
  it('is at once unless chosen, never in the quiet hours, also over night and at the weekend', async () => {
    // 2026-11-23 is a Monday.
    expect(await goesOut('2026-11-23 23:30')).toBe('2026-11-23 23:30')
    expect((await set({ quietFrom: '18:30', quietTo: '08:00' })).msg).toBe('ok')
    expect(await goesOut('2026-11-23 18:29')).toBe('2026-11-23 18:29')
    expect(await goesOut('2026-11-23 18:30')).toBe('2026-11-24 08:00')
    expect(await goesOut('2026-11-24 07:59')).toBe('2026-11-24 08:00')
    expect(await goesOut('2026-11-24 08:00')).toBe('2026-11-24 08:00')
    await set({ quietFrom: '12:00', quietTo: '14:00' })
    expect(await goesOut('2026-11-24 13:00')).toBe('2026-11-24 14:00')
    await set({ quietFrom: '18:30', quietTo: '08:00', workdays: true })
    expect(await goesOut('2026-11-27 19:00')).toBe('2026-11-30 08:00')
    expect(await goesOut('2026-11-28 10:00')).toBe('2026-11-30 08:00')
    await region.db.execute(
      sql`insert into calendar_day (day, kind, name) values ('2026-11-30', '1', '校庆')`,
    )
    expect(await goesOut('2026-11-28 10:00')).toBe('2026-12-01 08:00')
  })

  it('is together once a day or on Mondays, and what waits already follows a new choice', async () => {
    const { teacher } = region.people
    await set({ every: 'daily' })
    expect(await goesOut('2026-11-24 08:00')).toBe('2026-11-24 08:10')
    expect(await goesOut('2026-11-24 08:11')).toBe('2026-11-25 08:10')
    await set({ every: 'weekly', at: '09:00' })
    expect(await goesOut('2026-11-24 08:00')).toBe('2026-11-30 09:00')
    expect(await goesOut('2026-11-23 08:00')).toBe('2026-11-23 09:00')
    expect(await goesOut('2026-11-23 09:01')).toBe('2026-11-30 09:00')
    await teacher.put('/api/v1/user/messageChoices', { list: [{ kind: '2', by: 'mail' }] })
    await region.db.execute(
      sql`insert into message (identity_id, kind, title) values (${teacher.identityId}, '2', '通过')`,
    )
    const soon = () =>
      region.db.one<{ soon: boolean }>(
        sql`select ready_at < now() + interval '3 minutes' as soon from delivery where person_id = ${teacher.personId}`,
      )
    expect((await soon()).soon).toBe(false)
    await set({})
    expect((await soon()).soon).toBe(true)
  })

  it('is refused in words where it cannot be', async () => {
    expect((await set({ quietFrom: '25:00', quietTo: '08:00' })).msg).toContain('时间应为')
    expect((await set({ quietFrom: '18:00' })).msg).toContain('一起填')
    expect((await set({ quietFrom: '18:00', quietTo: '18:00' })).msg).toContain('不能与开始时间相同')
    const { data } = await region.people.colleague.get<MessageChoices>('/api/v1/user/messageChoices')
    expect(data.pace).toEqual(usualPace)
  })
})
