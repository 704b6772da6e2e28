import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HistoryEntry, PreviewView } from '../../../catalogue/contract/archive/records.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import { sql } from '../../platform/db/sql.ts'

const url = '/api/v1/records/studyExperience'
let region: Region
beforeAll(async () => void (region = await testRegion('levels')))
afterAll(() => region.close())

/** A draft of a teacher, with its evidence. */
async function draft(who: Person, startMonth: string): Promise<string> {
  const file = await picture(region, who)
  return (await who.post(url, { ...study, startMonth, attachments: [file] })).data.id
}

const publish = (version: number, chain: unknown) =>
  region.db.query(
    sql`insert into flow (type, version, chain) values ('studyExperience', ${version}, ${sql.json(chain)})`,
  )

describe('a chain of three levels', () => {
  it('takes items submitted from then on; what runs already finishes on the chain it started with', async () => {
    const { teacher, school, area, city } = region.people
    const early = await draft(teacher, '1999-01')
    await teacher.post(`${url}/${early}/submit`, {})
    await publish(2, [
      { level: 'school' },
      { level: 'area' },
      { level: 'city', when: { field: 'degreeLevel', in: ['4'] } },
    ])
    const late = await draft(teacher, '1999-02')
    const sent = await teacher.post(`${url}/${late}/submit`, {})
    expect((await school.post(`${url}/${early}/approve`, {})).data.state).toBe('approved')
    const first = await school.post(`${url}/${late}/approve`, { version: sent.data.version })
    expect(first.data).toMatchObject({ state: 'inReview', level: 'area' })
    expect((await school.post(`${url}/${late}/approve`, {})).status).toBe(409)
    expect((await city.post(`${url}/${late}/approve`, {})).status).toBe(409)
    expect((await region.people.province.post(`${url}/${late}/approve`, {})).status).toBe(403)
    expect((await area.post(`${url}/${late}/approve`, {})).data).toMatchObject({
      state: 'inReview',
      level: 'city',
    })
    expect((await city.post(`${url}/${late}/approve`, {})).data.state).toBe('approved')
    const history = await teacher.get<HistoryEntry[]>(`${url}/${late}/history`)
    expect(history.data.map((h) => h.action)).toEqual(['approve', 'forward', 'forward', 'submit', 'create'])
  })

  it('leaves out a step whose condition fails, and goes back to an earlier step or straight back to who returned it', async () => {
    const { teacher, school, area } = region.people
    const id = await draft(teacher, '1999-03')
    const seen = await teacher.get(`${url}/${id}`)
    await teacher.put(`${url}/${id}`, { degreeLevel: '0', degree: null, version: seen.data.version })
    const preview = await teacher.post<PreviewView>(`${url}/preview`, { id })
    expect(preview.data.steps.map((s) => s.level)).toEqual(['school', 'area'])
    await teacher.post(`${url}/${id}/submit`, {})
    await school.post(`${url}/${id}/approve`, {})
    const back = await area.post(`${url}/${id}/return`, { reason: '学校请再核', toStep: 0 })
    expect(back.data).toMatchObject({ state: 'inReview', level: 'school' })
    expect((await teacher.post(`${url}/${id}/withdraw`, {})).status).toBe(409)
    await school.post(`${url}/${id}/approve`, {})
    await area.post(`${url}/${id}/return`, { fields: [{ key: 'major', reason: '专业不符' }], comeBack: true })
    const mine = await teacher.get(`${url}/${id}`)
    await teacher.put(`${url}/${id}`, { major: '汉语', version: mine.data.version })
    expect((await teacher.post(`${url}/${id}/submit`, {})).data).toMatchObject({
      state: 'inReview',
      level: 'area',
    })
    expect((await area.post(`${url}/${id}/approve`, {})).data.state).toBe('approved')
  })

  it('has no district step for a school directly under the city', async () => {
    const { cityTeacher, citySchool, city } = region.people
    const id = await draft(cityTeacher, '1999-04')
    const preview = await cityTeacher.post<PreviewView>(`${url}/preview`, { id })
    expect(preview.data.steps).toMatchObject([
      { level: 'school' },
      { level: 'city', standsFor: [{ level: 'area', why: 'absent' }] },
    ])
    await cityTeacher.post(`${url}/${id}/submit`, {})
    expect((await citySchool.post(`${url}/${id}/approve`, {})).data).toMatchObject({
      state: 'inReview',
      level: 'city',
    })
    expect((await region.people.area.get(`${url}/${id}`)).status).toBe(404)
    const undone = await citySchool.post(`${url}/${id}/undo`, {})
    expect(undone.data).toMatchObject({ state: 'inReview', level: 'school' })
    await citySchool.post(`${url}/${id}/approve`, {})
    expect((await city.post(`${url}/${id}/approve`, {})).data.state).toBe('approved')
  })
})
