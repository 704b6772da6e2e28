import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  BatchResult,
  HistoryEntry,
  PreviewView,
  RecordPage,
  RecordView,
} from '../../../catalogue/contract/archive/records.ts'
import type { Message } from '../../../catalogue/contract/workspace.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture, study } from '../../app/testing/test-values.ts'

const url = '/api/v1/records/studyExperience'
let region: Region
beforeAll(async () => void (region = await testRegion('review')))
afterAll(() => region.close())

let months = 0
/**
 * Another month each time: the same school, level and month twice is a warning. So are two full-time studies
 * at once.
 */
function nextMonth(): string {
  months += 1
  return `${2000 + Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** A submitted study experience of a teacher. */
async function submitted(who: Person): Promise<{ id: string; version: number }> {
  const file = await picture(region, who)
  const made = await who.post(url, {
    ...study,
    studyMode: '3',
    startMonth: nextMonth(),
    endMonth: '2022-06',
    attachments: [file],
  })
  expect(made.msg).toBe('ok')
  const sent = await who.post(`${url}/${made.data.id}/submit`, { version: made.data.version })
  expect(sent).toMatchObject({ status: 200, data: { state: 'inReview', level: 'school' } })
  return { id: made.data.id, version: sent.data.version }
}

describe('the main loop of a reviewed record', () => {
  it('goes from draft through return and mending to an effective value that every level above sees', async () => {
    const { teacher, school, area, otherArea, city, province, colleague } = region.people
    const { id } = await submitted(teacher)
    const waiting = await school.get<RecordPage & { counts: { waiting: number } }>(
      `${url}?queue=open&counts=1`,
    )
    expect(waiting.data.list.map((r) => r.id)).toContain(id)
    expect(waiting.data.counts.waiting).toBeGreaterThan(0)
    await school.post(`${url}/${id}/look`)
    const back = await school.post(`${url}/${id}/return`, {
      fields: [{ key: 'educationCertNo', reason: '编号与证书不一致' }],
      comeBack: true,
    })
    expect(back.data.state).toBe('returned')
    const seen = await teacher.get<RecordView>(`${url}/${id}`)
    expect(seen.data.pending?.reasons).toEqual([{ key: 'educationCertNo', reason: '编号与证书不一致' }])
    const mended = await teacher.put(`${url}/${id}`, {
      educationCertNo: '106684202400427',
      version: seen.data.version,
    })
    expect(mended.status).toBe(200)
    const draft = await teacher.get<RecordView>(`${url}/${id}`)
    expect(draft.data.pending).toMatchObject({ state: 'draft', no: 2, reasons: [{ key: 'educationCertNo' }] })
    await teacher.post(`${url}/${id}/submit`, { version: draft.data.version })
    const again = await school.get<RecordView>(`${url}/${id}`)
    expect(again.data.pending?.sinceMyLook).toEqual(['educationCertNo'])
    expect((await area.get<RecordView>(`${url}/${id}`)).data.effective).toBeNull()
    const passed = await school.post(`${url}/${id}/approve`, { version: again.data.version })
    expect(passed.data.state).toBe('approved')
    for (const above of [area, city, province, school, teacher]) {
      const list = await above.get<RecordPage>(`${url}?pageSize=100`)
      expect(list.data.list.map((r) => r.id)).toContain(id)
    }
    for (const stranger of [otherArea, colleague, region.people.otherSchool, region.people.otherCity]) {
      const list = await stranger.get<RecordPage>(`${url}?pageSize=100`)
      expect(list.data.list.map((r) => r.id)).not.toContain(id)
      const missing = await stranger.get(`${url}/0197f1c2-0000-7000-8000-000000000001`)
      for (const path of [id, `${id}/history`, `${id}/asOf?date=2026-01-01`]) {
        const answer = await stranger.get(`${url}/${path}`)
        expect(answer).toMatchObject({ status: 404, code: missing.code, msg: missing.msg })
      }
    }
    const history = await teacher.get<HistoryEntry[]>(`${url}/${id}/history`)
    expect(history.data.map((h) => h.action)).toEqual([
      'approve',
      'submit',
      'amend',
      'return',
      'submit',
      'create',
    ])
  })

  it('keeps the effective value until a change is approved, and tells both sides', async () => {
    const { teacher, school } = region.people
    const { id, version } = await submitted(teacher)
    const told = async () =>
      (await school.get<{ list: Message[] }>('/api/v1/userSystemMessage?pageSize=100')).data.list.some((m) =>
        m.link?.includes(id),
      )
    await expect.poll(told, { timeout: 5000 }).toBe(true)
    const passed = await school.post(`${url}/${id}/approve`, { version })
    const edit = await teacher.put(`${url}/${id}`, { major: '课程与教学论', version: passed.data.version })
    await teacher.post(`${url}/${id}/submit`, { version: edit.data.version })
    const both = await school.get<RecordView>(`${url}/${id}`)
    expect(both.data.effective?.major).toBe('汉语言文学')
    expect(both.data.pending?.values.major).toBe('课程与教学论')
    expect(both.data.pending?.changed).toEqual(['major'])
    await school.post(`${url}/${id}/approve`, { version: both.data.version })
    expect((await teacher.get<RecordView>(`${url}/${id}`)).data.effective?.major).toBe('课程与教学论')
    await expect
      .poll(
        async () =>
          (await teacher.get<{ list: Message[] }>('/api/v1/userSystemMessage?pageSize=100')).data.list.filter(
            (m) => m.link?.includes(id),
          ).length,
        { timeout: 5000 },
      )
      .toBe(2)
  })

  it('refuses what nobody may do, 403 within the scope and 404 outside', async () => {
    const { teacher, school, area, colleague } = region.people
    const { id, version } = await submitted(teacher)
    expect((await teacher.post(`${url}/${id}/approve`, { version })).status).toBe(403)
    expect((await area.post(`${url}/${id}/approve`, { version })).status).toBe(403)
    expect((await colleague.post(`${url}/${id}/approve`, { version })).status).toBe(404)
    expect((await school.put(`${url}/${id}`, { major: 'x', version })).status).toBe(403)
    expect((await school.del(`${url}/${id}`)).status).toBe(403)
    expect((await school.post(url, study)).status).not.toBe(200)
    expect((await region.people.admin.get(url)).status).toBe(403)
    expect((await region.people.expert.get(`${url}/${id}`)).status).toBe(403)
  })

  it('lets the submitter withdraw while nobody acted, and nobody review their own', async () => {
    const { teacher, school } = region.people
    const { id, version } = await submitted(teacher)
    const gone = await teacher.post(`${url}/${id}/withdraw`, { version })
    expect(gone.data.state).toBe('withdrawn')
    expect((await school.get(`${url}/${id}`)).status).toBe(404)
    expect((await teacher.post(`${url}/${id}/submit`, { version: gone.data.version })).data.state).toBe(
      'inReview',
    )
    expect((await school.post(`${url}/${id}/return`, { reason: '请补材料' })).data.state).toBe('returned')
    expect((await teacher.post(`${url}/${id}/withdraw`, {})).status).toBe(409)
  })

  it('takes an approval back within ten minutes, as a new version', async () => {
    const { teacher, school, school2 } = region.people
    const { id, version } = await submitted(teacher)
    const passed = await school.post(`${url}/${id}/approve`, { version })
    expect((await school2.post(`${url}/${id}/undo`, {})).status).toBeGreaterThanOrEqual(403)
    const undone = await school.post(`${url}/${id}/undo`, { version: passed.data.version })
    expect(undone.data.state).toBe('inReview')
    const seen = await school.get<RecordView>(`${url}/${id}`)
    expect(seen.data.effective).toBeNull()
    const once = await school.post(`${url}/${id}/approve`, { version: seen.data.version })
    const edit = await teacher.put(`${url}/${id}`, { major: '英语', version: once.data.version })
    const sent = await teacher.post(`${url}/${id}/submit`, { version: edit.data.version })
    const second = await school.post(`${url}/${id}/approve`, { version: sent.data.version })
    await school.post(`${url}/${id}/undo`, { version: second.data.version })
    const back = await teacher.get<RecordView>(`${url}/${id}`)
    expect(back.data.effective?.major).toBe('汉语言文学')
    expect(back.data.pending).toMatchObject({ state: 'inReview', values: { major: '英语' } })
  })

  it('is appealed once, to the level above the one that refused', async () => {
    const { teacher, school, area } = region.people
    const { id, version } = await submitted(teacher)
    await school.post(`${url}/${id}/reject`, { reason: '学历不能认定', version })
    const refused = await teacher.get<RecordView>(`${url}/${id}`)
    expect(refused.data.pending?.appealUntil).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    const appealed = await teacher.post(`${url}/${id}/appeal`, { reason: '附认证报告' })
    expect(appealed.data).toMatchObject({ state: 'inReview', level: 'area' })
    await area.post(`${url}/${id}/reject`, { reason: '维持' })
    expect((await teacher.post(`${url}/${id}/appeal`, { reason: '再申诉' })).status).toBe(409)
  })

  it('answers a batch item by item and leaves warned ones out', async () => {
    const { teacher, school } = region.people
    const first = await submitted(teacher)
    const second = await submitted(teacher)
    const file = await picture(region, teacher)
    const warned = await teacher.post(url, {
      ...study,
      educationLevel: '90',
      degreeLevel: '0',
      attachments: [file],
    })
    await teacher.post(`${url}/${warned.data.id}/submit`, {})
    const done = await school.post<BatchResult>(`${url}/batch`, {
      ids: [first.id, second.id, warned.data.id],
      action: 'approve',
    })
    expect(done.data.success).toBe(2)
    expect(done.data.results.find((r) => r.id === warned.data.id)).toMatchObject({ ok: false })
    const undone = await school.post<BatchResult>(`${url}/batch`, {
      ids: [first.id, second.id],
      action: 'undo',
    })
    expect(undone.data.success).toBe(2)
  })

  it('learn by a batch whether another district has a record with warnings: no', async () => {
    const { teacher, otherArea, otherSchool, school } = region.people
    const file = await picture(region, teacher)
    const warned = await teacher.post(url, {
      ...study,
      startMonth: nextMonth(),
      educationLevel: '90',
      degreeLevel: '0',
      degree: null,
      attachments: [file],
    })
    expect((await teacher.post(`${url}/${warned.data.id}/submit`, {})).msg).toBe('ok')
    const told = async (who: Person, id: string) =>
      (await who.post<BatchResult>(`${url}/batch`, { ids: [id], action: 'approve' })).data.results[0]
    const nobodys = '0197f1c2-0000-7000-8000-00000000dead'
    for (const who of [otherArea, otherSchool])
      expect({ ...(await told(who, warned.data.id)), id: nobodys }).toEqual(await told(who, nobodys))
    expect(await told(school, warned.data.id)).toMatchObject({
      ok: false,
      message: '有校验提示，请逐条打开审核',
    })
  })
})

describe('a warning', () => {
  it('reaches the reviewer with what the submitter says to it, and nothing invented beside it', async () => {
    const { teacher, school } = region.people
    const file = await picture(region, teacher)
    // Highest education "other" without a degree draws a warning of the catalogue.
    const odd = {
      ...study,
      startMonth: nextMonth(),
      educationLevel: '90',
      degreeLevel: '0',
      degree: null,
      attachments: [file],
    }
    const made = await teacher.post(url, odd)
    const preview = await teacher.post<PreviewView>(`${url}/preview`, { id: made.data.id })
    const [warning] = preview.data.warnings
    if (!warning) throw new Error('no warning')
    expect(warning.message).toMatch(/学位/)
    const because = [
      { message: warning.message, because: '证书遗失，正在补办' },
      { message: '未找到该提示', because: '不该留下' },
    ]
    expect(
      (
        await teacher.post(`${url}/${made.data.id}/submit`, {
          because: [{ message: warning.message, because: '长'.repeat(201) }],
        })
      ).status,
    ).toBe(400)
    await teacher.post(`${url}/${made.data.id}/submit`, { because })
    const seen = await school.get<RecordView>(`${url}/${made.data.id}`)
    expect(seen.data.pending?.warnings).toEqual([{ ...warning, because: '证书遗失，正在补办' }])
  })
})

describe('a voided record', () => {
  it("stays in its owner's list as voided, last, with nothing left to do, and in no list of records in force", async () => {
    const { teacher, school } = region.people
    const { id } = await submitted(teacher)
    await school.post(`${url}/${id}/approve`, {})
    expect((await school.post(`${url}/${id}/void`, { reason: '重复登记' })).data.state).toBe('voided')
    const mine = await teacher.get<RecordPage>(url)
    expect(mine.data.list.at(-1)).toMatchObject({ id, state: 'voided', can: [] })
    const theirs = await school.get<RecordPage>(`${url}?pageSize=100`)
    expect(theirs.data.list.map((r) => r.id)).not.toContain(id)
    expect((await teacher.get<HistoryEntry[]>(`${url}/${id}/history`)).data[0]).toMatchObject({
      action: 'void',
      reason: '重复登记',
    })
  })
})
