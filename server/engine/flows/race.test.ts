import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everything } from '../../platform/testing/test-extent.ts'
import type { RecordPage } from '../../../catalogue/contract/archive/records.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import { sql } from '../../platform/db/sql.ts'

const url = '/api/v1/records/studyExperience'
const rounds = everything ? 100 : 20
let region: Region
beforeAll(async () => void (region = await testRegion('race')))
afterAll(() => region.close())

describe('twenty approvals of one record at the same moment', () => {
  it('have one winner, every time: the rest get 409, one line of history, one message', async () => {
    const { teacher, school, school2 } = region.people
    const file = await picture(region, teacher)
    const ids: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      const startMonth = `${1980 + Math.floor(round / 12)}-${String((round % 12) + 1).padStart(2, '0')}`
      const made = await teacher.post(url, { ...study, startMonth, attachments: [file] })
      const sent = await teacher.post(`${url}/${made.data.id}/submit`, { version: made.data.version })
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          (i % 2 ? school : school2).post(`${url}/${made.data.id}/approve`, { version: sent.data.version }),
        ),
      )
      expect(answers.map((a) => a.status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
      ids.push(made.data.id)
    }
    const counts = await region.db.one<{ approvals: number; effective: number; rows: number }>(sql`
      select (select count(*)::int
        from revision_event
        where action = 'approve' and record_id = any(${ids}::uuid[])) as approvals,
        (select count(*)::int
          from revision
          where state = 'approved'
            and superseded_at is null
            and record_id = any(${ids}::uuid[])) as effective,
        (select count(*)::int
          from rec_study_experience
          where voided_at is null and id = any(${ids}::uuid[])) as rows`)
    expect(counts).toEqual({ approvals: rounds, effective: rounds, rows: rounds })
    const told = () =>
      region.db.one<{ count: number; records: number }>(sql`
        select count(*)::int as count, count(distinct link)::int as records
        from message
        where identity_id = ${teacher.identityId} and kind = '2'`)
    await expect.poll(told, { timeout: 10_000 }).toEqual({ count: rounds, records: rounds })
  })
})

describe('the same create sent ten times at once', () => {
  it('makes one record and answers the same each time; another body under the same key is refused', async () => {
    const { colleague } = region.people
    const headers = { 'idempotency-key': 'form-0001-0002' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => colleague.post(url, study, headers)))
    const ids = new Set(answers.map((a) => a.data?.id))
    expect(
      answers.every((a) => a.status === 200),
      JSON.stringify(answers.map((a) => a.status)),
    ).toBe(true)
    expect(ids.size).toBe(1)
    expect((await colleague.get<RecordPage>(url)).data.list).toHaveLength(1)
    expect((await colleague.post(url, { ...study, major: '别的' }, headers)).status).toBe(422)
  })
})

describe('two editors of one draft', () => {
  it('never overwrite each other unseen', async () => {
    const { teacher } = region.people
    const made = await teacher.post(url, { ...study, startMonth: '2001-01' })
    const both = await Promise.all(
      ['一', '二'].map((major) =>
        teacher.put(`${url}/${made.data.id}`, { major, version: made.data.version }),
      ),
    )
    expect(both.map((a) => a.status).sort()).toEqual([200, 409])
  })
})
