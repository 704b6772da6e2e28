import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HistoryEntry, RecordPage, RecordView } from '../../../../catalogue/contract/archive/records.ts'
import { registry } from '../../../app/records.ts'
import { testRegion, type Region } from '../../../app/testing/test-region.ts'
import { sampleOf } from '../../../app/testing/test-sample.ts'
import { picture } from '../../../app/testing/test-values.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('close_open')))
afterAll(() => region.close())

const url = '/api/v1/records/workExperience'

/**
 * A job of the teacher from a month on, until now unless it ends; approved by the school. Answers its id and
 * what was warned of.
 */
async function job(
  startMonth: string,
  endMonth: string | null,
): Promise<{ id: string; warnings: string[]; approve: () => Promise<number> }> {
  const { teacher, school } = region.people
  const definition = registry['workExperience']
  if (!definition) throw new Error('workExperience')
  const sample = {
    ...sampleOf(definition, 5),
    startMonth,
    endMonth,
    ...(definition.attachments && { attachments: [await picture(region, teacher)] }),
  }
  const made = await teacher.post(url, sample)
  expect(made.msg).toBe('ok')
  const sent = await teacher.post(`${url}/${made.data.id}/submit`, {})
  expect(sent.msg).toBe('ok')
  const seen = await school.get<RecordView>(`${url}/${made.data.id}`)
  return {
    id: made.data.id,
    warnings: (seen.data.pending?.warnings ?? []).map((w) => w.message),
    approve: async () => (await school.post(`${url}/${made.data.id}/approve`, {})).status,
  }
}

const read = async (id: string) => (await region.people.teacher.get<RecordView>(`${url}/${id}`)).data

describe('an open record', () => {
  it('ends the open one before it with its approval, as a version of its own, and gives it back with the undoing', async () => {
    const { teacher, school } = region.people
    const first = await job('2010-08', null)
    expect(await first.approve()).toBe(200)
    const second = await job('2018-09', null)
    // The two do not overlap: the first will end when the second takes effect.
    expect(second.warnings).toEqual([])
    expect(await second.approve()).toBe(200)
    expect((await read(first.id)).effective).toMatchObject({ startMonth: '2010-08', endMonth: '2018-08' })
    const history = await teacher.get<HistoryEntry[]>(`${url}/${first.id}/history`)
    expect(history.data[0]).toMatchObject({
      action: 'amend',
      diff: { endMonth: { from: null, to: '2018-08' } },
    })
    expect((await school.post(`${url}/${second.id}/undo`, {})).msg).toBe('ok')
    expect((await read(first.id)).effective).toMatchObject({ endMonth: null })
    expect(await second.approve()).toBe(200)
    expect((await read(first.id)).effective).toMatchObject({ endMonth: '2018-08' })
    expect((await school.post(`${url}/${second.id}/void`, { reason: '登记错了' })).msg).toBe('ok')
    expect((await read(first.id)).effective).toMatchObject({ endMonth: null })
    const third = await job('2019-09', null)
    expect(await third.approve()).toBe(200)
    const fourth = await job('2020-02', null)
    expect(await fourth.approve()).toBe(200)
    // The fourth is open: what the third had ended stays ended.
    expect((await school.post(`${url}/${third.id}/void`, { reason: '登记错了' })).msg).toBe('ok')
    expect((await read(first.id)).effective).toMatchObject({ endMonth: '2019-08' })
  })

  it('may not lie before the open one, and two approved at once leave one open', async () => {
    const { teacher, school } = region.people
    const definition = registry['workExperience']
    if (!definition) throw new Error('workExperience')
    const earlier = { ...sampleOf(definition, 5), startMonth: '2001-08', endMonth: null }
    const made = await teacher.post(url, { ...earlier, attachments: [await picture(region, teacher)] })
    const refused = await teacher.post(`${url}/${made.data.id}/submit`, {})
    expect(refused).toMatchObject({ status: 400, data: { errors: [{ field: 'endMonth' }] } })
    const [a, b] = [await job('2020-09', null), await job('2022-09', null)]
    const statuses = await Promise.all([a.approve(), b.approve()])
    expect(statuses.filter((s) => s === 200).length).toBeGreaterThanOrEqual(1)
    const list = await school.get<RecordPage>(`${url}?ownerId=${teacher.teacherId}`)
    const open = list.data.list.filter(
      (row) => row.effective && row.state === 'approved' && row.endMonth === null,
    )
    expect(open).toHaveLength(1)
  })
})
