import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import { sql } from '../../platform/db/sql.ts'
import { icalendar } from './icalendar.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('calendar-feed')))
afterAll(() => region.close())

const url = '/api/v1/user/calendarFeed'
const make = async (who: Person) => (await who.post<{ path: string }>(url)).data.path
const read = async (path: string) => {
  const { statusCode, headers, body } = await region.app.inject({ method: 'GET', url: path })
  return { status: statusCode, type: headers['content-type'], body }
}

it('the own deadlines stand under a secret address, without names; a new one or revoking ends it, and so does the account', async () => {
  const { teacher, school } = region.people
  expect((await school.get(url)).data).toEqual({ since: null })
  const made = await teacher.post('/api/v1/records/studyExperience', {
    ...study,
    attachments: [await picture(region, teacher)],
  })
  await teacher.post(`/api/v1/records/studyExperience/${made.data.id}/submit`, {})
  await region.db.execute(sql`
    update revision set route = jsonb_set(route, '{0,days}', '5') where record_id = ${made.data.id}`)
  const first = await make(school)
  expect(first).toMatch(/^\/calendar\/[\w-]{43}\.ics$/)
  const { status, type, body } = await read(first)
  // A calendar's link opens the to-dos, after signing in.
  expect(body).toMatch(/\r\nURL:http:\/\/[\w.:]+\/school\/daiban\r\n/)
  expect([status, type]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(body).toContain('SUMMARY:待办：学习经历 1 件到期\r\n')
  expect(body).not.toContain('林疏影')
  expect(body.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true)
  expect((await read(await make(teacher))).body).not.toContain('待办：学习经历 1 件到期')
  const second = await make(school)
  expect((await read(first)).status).toBe(404)
  expect((await read(second)).status).toBe(200)
  const { kept } = await region.db.one<{ kept: string }>(
    sql`select string_agg(encode(secret_hash, 'escape'), ' ') as kept from calendar_feed`,
  )
  expect(kept).not.toContain(second.slice('/calendar/'.length, -'.ics'.length))
  await region.db.execute(sql`update identity set state = 'disabled' where id = ${school.identityId}`)
  expect((await read(second)).status).toBe(404)
  await region.db.execute(sql`update identity set state = 'enabled' where id = ${school.identityId}`)
  expect((await school.del(url)).data).toBe(true)
  for (const gone of [second, '/calendar/x.ics', '/calendar/%00.ics'])
    expect((await read(gone)).status, gone).toBeGreaterThanOrEqual(400)
})

it('a calendar is written as RFC 5545 asks: escaped, folded between signs, whole days', () => {
  const text = icalendar(
    '杏坛',
    {
      days: [{ uid: 'a', day: '2026-12-31', title: `一，二; 三, 四\n${'很长的标题'.repeat(10)}`, url: null }],
      times: [
        {
          uid: 'b',
          startsAt: Date.parse('2026-12-01T14:00:00+08:00'),
          endsAt: Date.parse('2026-12-01T16:30:00+08:00'),
          title: '同课异构',
          place: '听潮中学, 录播教室',
          url: null,
          isCancelled: true,
        },
      ],
    },
    '2026-11-23T01:02:03.000Z',
  )
  const lines = text.split('\r\n')
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(text.replaceAll('\r\n ', '')).toContain('SUMMARY:一，二\\; 三\\, 四\\n很长的标题')
  expect(lines).toContain('DTSTART;VALUE=DATE:20261231')
  expect(lines).toContain('DTEND;VALUE=DATE:20270101')
  expect(lines).toContain('DTSTAMP:20261123T010203Z')
  expect(lines).toEqual(
    expect.arrayContaining([
      'DTSTART:20261201T060000Z',
      'DTEND:20261201T083000Z',
      'LOCATION:听潮中学\\, 录播教室',
      'STATUS:CANCELLED',
    ]),
  )
})
