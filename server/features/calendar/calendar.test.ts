import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CalendarDay } from '../../../catalogue/contract/administration/calendar.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import { sql } from '../../platform/db/sql.ts'
import { readLines } from './lines.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('calendar')))
afterAll(() => region.close())

const url = '/api/v1/calendarManage'
const days = async (year = 2027) =>
  (await region.people.admin.get<{ days: CalendarDay[] }>(`${url}?year=${year}`)).data.days
const put = (day: string, body: object) =>
  region.people.admin.put(`${url}/${day}`, { kind: '1', name: '国庆节', was: null, ...body })
const paste = (text: string) =>
  region.people.admin.post<{
    added: number
    changed: number
    same: number
    errors: { field: string; message: string }[]
  }>(`${url}/import`, { text })

describe('the working-day calendar', () => {
  it('is the administrator’s alone', async () => {
    const { admin, ...others } = region.people
    for (const who of [
      others.teacher,
      others.school,
      others.area,
      others.city,
      others.province,
      others.expert,
    ]) {
      expect((await who.get(`${url}?year=2027`)).status).toBe(403)
      expect((await who.put(`${url}/2027-10-01`, { kind: '1', name: '', was: null })).status).toBe(403)
      expect((await who.post(`${url}/import`, { text: '2027-10-01 国庆节' })).status).toBe(403)
    }
    expect((await admin.get(`${url}?year=2027`)).status).toBe(200)
  })

  it('sets a day, changes it, and gives it back to the week; of two at a time one', async () => {
    expect((await put('2027-10-01', {})).msg).toBe('ok')
    expect(await days()).toEqual([{ day: '2027-10-01', kind: '1', name: '国庆节' }])
    expect((await put('2027-10-01', { name: '国庆' })).status).toBe(409)
    expect((await put('2027-10-01', { name: '国庆', was: '1' })).status).toBe(200)
    expect((await put('2027-10-01', { kind: null, name: '', was: '1' })).status).toBe(200)
    expect(await days()).toEqual([])
    const race = await Promise.all(['甲', '乙'].map((name) => put('2027-05-03', { name })))
    expect(race.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const rows = await region.db.query<{ fields: string[] }>(
      sql`select facts -> 'fields' as fields from audit where action = 'calendar.changed' order by id`,
    )
    expect(rows[0]?.fields).toEqual(['2027-10-01 国庆节'])
  })

  it.each([
    ['2027-02-30', {}, 'day'],
    ['2027-10-04', { kind: '2' }, 'kind'],
    ['2027-10-04', { kind: '9' }, 'kind'],
    ['2027-10-04', { name: '长'.repeat(31) }, 'name'],
  ])('refuses %s %o', async (day, body, field) => {
    const answer = await put(day, body)
    expect([answer.status, answer.data.errors[0]?.field]).toEqual([400, field])
  })

  it('takes the list as it is pasted, whole or not at all', async () => {
    const text = '2028-10-01至2028-10-03 国庆节\n\n2028年10月7日 调休上班\n 2028/7/10 ～ 2028/7/12　暑假 \n'
    expect((await paste(text)).data).toMatchObject({ added: 7, changed: 0, same: 0, year: 2028 })
    expect((await days(2028)).map(({ day, kind }) => `${day} ${kind}`)).toEqual([
      '2028-07-10 3',
      '2028-07-11 3',
      '2028-07-12 3',
      '2028-10-01 1',
      '2028-10-02 1',
      '2028-10-03 1',
      '2028-10-07 2',
    ])
    expect((await paste(`${text}2028-10-04 国庆节\n2028-10-01 中秋节`)).data).toMatchObject({
      added: 1,
      changed: 1,
      same: 6,
    })
    const bad = await paste('2029-01-01 元旦\n2029-02-30 没有\n元旦 2029-01-01\n2029-01-02 上班')
    expect(bad.status).toBe(400)
    expect(bad.data.errors.map(({ message }) => message.slice(0, 6))).toEqual([
      '第 2 行“',
      '第 3 行“',
      '第 4 行“',
    ])
    expect(await days(2029)).toEqual([])
    expect((await paste('  ')).status).toBe(400)
    expect(readLines('2027-01-01至2029-01-01 长假').faults[0]?.message).toContain('至多')
  })

  it('moves the last day for an appeal', async () => {
    const { teacher, school } = region.people
    const file = await picture(region, teacher)
    const made = await teacher.post('/api/v1/records/studyExperience', { ...study, attachments: [file] })
    const address = `/api/v1/records/studyExperience/${made.data.id}`
    await teacher.post(`${address}/submit`, {})
    await school.post(`${address}/reject`, { reason: '不符' })
    const until = async () =>
      (await teacher.get<{ pending: { appealUntil: string } }>(address)).data.pending.appealUntil
    const before = await until()
    expect((await paste(`${before} 放假`)).status).toBe(200)
    expect((await until()) > before).toBe(true)
  })
})
