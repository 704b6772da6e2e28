import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { correctionPage, correctionsOfRecord, type Correction, type CorrectionsOfRecord } from '../../../catalogue/contract/corrections.ts'
import type { Message, Workbench } from '../../../catalogue/contract/workspace.ts'
import { registry } from '../../app/records.ts'
import { idNumber, testRegion, type Envelope, type Person, type Region } from '../../app/test-region.ts'
import { sampleOf } from '../../app/test-sample.ts'
import { picture } from '../../app/test-values.ts'
import { sql } from '../../platform/db/sql.ts'
import { openSession } from '../../platform/session/session.ts'

const url = '/api/v1/corrections'
let region: Region
beforeAll(async () => void (region = await testRegion('corrections')))
afterAll(() => region.close())

let year = 1970
/** A salary the school recorded about a teacher of its own. */
async function salary(owner: Person, school = region.people.school): Promise<{ id: string; version: number }> {
  const definition = registry['salary']
  if (!definition) throw new Error('salary')
  year += 1
  const made = await school.post('/api/v1/records/salary', { ...sampleOf(definition, 3), year, ownerId: owner.teacherId })
  expect(made.msg).toBe('ok')
  return made.data
}
const asking = (recordId: string, more: object = {}) => ({ type: 'salary', recordId, reason: '与工资条不符', fields: [{ key: 'baseSalary', should: '4210.50' }], ...more })
const of = (who: Person, id: string, type = 'salary') => who.get<CorrectionsOfRecord>(`${url}/record/${type}/${id}`)
const told = async (who: Person) => (await who.get<{ list: Message[] }>('/api/v1/userSystemMessage?pageSize=100')).data.list

describe('a teacher asks for a correction', () => {
  it('the school hears of it, has it as a to-do, answers after its edit, and the teacher reads the answer', async () => {
    const { teacher, school, school2, area } = region.people
    const { id, version } = await salary(teacher)
    expect((await of(teacher, id)).data).toEqual({ list: [], canAsk: true, confirmation: null })
    const asked = await teacher.post(url, asking(id))
    expect(asked.msg).toBe('ok')
    const seen = correctionsOfRecord.parse((await of(school, id)).data)
    expect(seen).toMatchObject({ canAsk: false, list: [{ state: 'open', reason: '与工资条不符', fields: [{ key: 'baseSalary', should: '4210.50' }], canAnswer: true }] })
    expect((await of(teacher, id)).data).toMatchObject({ canAsk: false, list: [{ canAnswer: false }] })
    for (const officer of [school, school2]) {
      expect((await told(officer))[0]).toMatchObject({ title: expect.stringContaining('林疏影申请更正基本待遇'), content: '与工资条不符', link: `/setteacher/daiyu?tab=salary&id=${id}` })
      const todo = (await officer.get<Workbench>('/api/v1/workbench')).data.todos.find((t) => t.id === asked.data.id)
      expect(todo).toMatchObject({ kind: 'correction', title: '林疏影申请更正基本待遇', lines: ['与工资条不符'], link: `/setteacher/daiyu?tab=salary&id=${id}` })
    }
    expect((await told(area)).some((m) => m.title.includes('更正'))).toBe(false)
    // An edit by itself answers nothing.
    expect((await school.put(`/api/v1/records/salary/${id}`, { baseSalary: '4210.50', version })).status).toBe(200)
    expect((await of(teacher, id)).data.list[0]?.state).toBe('open')
    const done = await school.post(`${url}/${asked.data.id}/answer`, { outcome: 'corrected', answer: '已按工资条更正' })
    expect(done.msg).toBe('ok')
    expect((await of(teacher, id)).data).toMatchObject({ canAsk: true, list: [{ state: 'corrected', answer: '已按工资条更正', answeredBy: '周明岚' }] })
    expect((await told(teacher))[0]).toMatchObject({ title: '您申请更正的基本待遇已更正', content: '已按工资条更正', link: expect.stringContaining(id) })
    expect((await school.get<Workbench>('/api/v1/workbench')).data.todos.some((t) => t.id === asked.data.id)).toBe(false)
    const audit = await region.db.query<{ action: string }>(sql`select action from audit where record_id = ${id} and action like 'correction.%' order by id`)
    expect(audit.map(({ action }) => action)).toEqual(['correction.asked', 'correction.corrected'])
    expect((await teacher.post(url, asking(id))).status).toBe(200)
  })

  it('once at a time: of several at once one is taken, the others hear that it waits', async () => {
    const { teacher } = region.people
    const { id } = await salary(teacher)
    const all = await Promise.all([1, 2, 3, 4, 5].map(() => teacher.post(url, asking(id))))
    expect(all.map((a) => a.status).sort()).toEqual([200, 409, 409, 409, 409])
    expect(all.find((a) => a.status === 409)?.msg).toMatch(/已有一份更正申请/)
  })

  it('is answered once: the second answer is 409 and changes nothing', async () => {
    const { teacher, school, school2 } = region.people
    const { id } = await salary(teacher)
    const { data } = await teacher.post(url, asking(id))
    const both = await Promise.all([
      school.post(`${url}/${data.id}/answer`, { outcome: 'declined', answer: '与发放记录一致' }),
      school2.post(`${url}/${data.id}/answer`, { outcome: 'corrected', answer: '已改' }),
    ])
    expect(both.map((a) => a.status).sort()).toEqual([200, 409])
    const [first] = (await of(teacher, id)).data.list
    const before = JSON.stringify(first)
    expect((await school.post(`${url}/${data.id}/answer`, { outcome: 'corrected', answer: '又改' })).msg).toBe('这份申请已经答复过')
    expect(JSON.stringify((await of(teacher, id)).data.list[0])).toBe(before)
    expect((await told(teacher)).filter((m) => m.title.startsWith('您申请更正的') && m.link?.includes(id))).toHaveLength(1)
  })
})

describe('who may', () => {
  it('see and answer: nobody outside the scope, for whom it is like what does not exist', async () => {
    const p = region.people
    const { id } = await salary(p.teacher)
    const { data } = await p.teacher.post(url, asking(id))
    const nothing = '0197f1c2-0000-7000-8000-00000000abcd'
    const body = { outcome: 'declined', answer: 'x' }
    const shape = (a: { status: number; msg: string }) => [a.status, a.msg]
    for (const who of [p.siblingSchool, p.otherSchool, p.citySchool, p.otherArea, p.otherCity]) {
      expect(shape(await who.post(`${url}/${data.id}/answer`, body))).toEqual(shape(await who.post(`${url}/${nothing}/answer`, body)))
      expect((await who.post(`${url}/${data.id}/answer`, body)).status).toBe(404)
      expect((await of(who, id)).status).toBe(404)
      expect(JSON.stringify((await who.get(`${url}?pageSize=100`)).data)).not.toContain(data.id)
    }
    for (const who of [p.colleague, p.stranger, p.cityTeacher]) {
      expect((await of(who, id)).status).toBe(404)
      expect((await who.post(url, asking(id))).status).toBe(404)
      expect((await who.post(url, asking(nothing))).status).toBe(404)
      expect(JSON.stringify((await who.get(url)).data)).not.toContain(data.id)
    }
    for (const who of [p.admin, p.expert, p.staff]) expect([(await who.get(url)).status, (await of(who, id)).status]).toEqual([403, 403])
    for (const who of [p.school, p.area, p.city, p.province]) {
      expect((await who.post(url, asking(id))).status).toBe(403)
      const page = correctionPage.parse((await who.get(`${url}?state=open&pageSize=100`)).data)
      expect(page.list.find((c) => c.id === data.id)).toMatchObject({ canAnswer: true, ownerName: '林疏影', institutionName: '东区一中' })
    }
    expect((await p.teacher.post(`${url}/${data.id}/answer`, body)).status).toBe(403)
    expect((await p.teacher.get<{ list: Correction[] }>(`${url}?state=open`)).data.list.map((c) => c.id)).toContain(data.id)
    for (const who of [p.area, p.city, p.province]) expect((await of(who, id)).data.list[0]?.fields[0]?.should).not.toContain('4210')
    expect((await p.area.post(`${url}/${data.id}/answer`, body)).msg).toBe('ok')
  })

  it('not answer one’s own, as an officer of the same school; without a colleague the district hears of it', async () => {
    const both = await region.add(2, region.places.southSchool, '校长兼教师')
    const identity = await region.db.one<{ id: number }>(sql`
      insert into identity (person_id, role, institution_id) values (${both.personId}, 3, ${region.places.southSchool}) returning id`)
    const token = await openSession(region.db, identity.id, { ip: '127.0.0.1', agent: 'test' })
    const { id } = await salary(both, region.people.southSchool)
    await region.db.query(sql`update identity set state = 'disabled' where id = ${region.people.southSchool.identityId}`)
    const { data } = await both.post(url, asking(id))
    const answer = await region.app.inject({ method: 'POST', url: `${url}/${data.id}/answer`, headers: { token }, payload: { outcome: 'corrected', answer: 'x' } })
    expect(answer.statusCode).toBe(403)
    const bench = await region.app.inject({ method: 'GET', url: '/api/v1/workbench', headers: { token } })
    expect(JSON.stringify(bench.json<Envelope<Workbench>>().data.todos)).not.toContain(data.id)
    // Its district has nobody either, so the city hears of it.
    expect((await told(region.people.city))[0]?.title).toContain('校长兼教师申请更正')
    await region.db.query(sql`update identity set state = 'enabled' where id = ${region.people.southSchool.identityId}`)
  })
})

describe('bad input', () => {
  it('is 400 with the field', async () => {
    const { teacher, school } = region.people
    const { id } = await salary(teacher)
    const cases: [object, string][] = [
      [asking(id, { reason: ' ' }), 'reason'], [asking(id, { reason: '长'.repeat(501) }), 'reason'], [asking(id, { reason: 'a\u0000b' }), 'reason'],
      [asking(id, { fields: [{ key: 'nothing', should: 'x' }] }), 'fields.0.key'], [asking(id, { fields: [{ key: 'constructor', should: 'x' }] }), 'fields.0.key'],
      [asking(id, { fields: [{ key: 'remark', should: ' ' }] }), 'fields.0.should'],
      [asking(id, { fields: [{ key: 'remark', should: 'a' }, { key: 'remark', should: 'b' }] }), 'fields.1.key'],
      [asking('x'), 'recordId'],
    ]
    for (const [body, field] of cases) {
      const answer = await teacher.post(url, body)
      expect([answer.status, answer.data?.errors?.[0]?.field], JSON.stringify(body).slice(0, 120)).toEqual([400, field])
      expect(answer.data.errors[0]?.message).toMatch(/[\u4e00-\u9fff]/)
    }
    const { data } = await teacher.post(url, asking(id))
    for (const [body, field] of [[{ outcome: 'open', answer: 'x' }, 'outcome'], [{ outcome: 'corrected', answer: '' }, 'answer'], [{ outcome: 'declined' }, 'answer']] as const) {
      const answer = await school.post(`${url}/${data.id}/answer`, body)
      expect([answer.status, answer.data.errors[0]?.field]).toEqual([400, field])
    }
    expect((await teacher.get(`${url}?state=closed`)).status).toBe(400)
    expect((await teacher.post(url, asking(id, { type: 'nothing' }))).status).toBe(404)
    expect((await school.post(`${url}/x/answer`, { outcome: 'corrected', answer: 'x' })).status).toBe(404)
  })

  it('covers what teachers write themselves, and records that are void', async () => {
    const { teacher, school } = region.people
    const contact = registry['contactInfo']
    if (!contact) throw new Error('contactInfo')
    const made = await teacher.post('/api/v1/records/contactInfo', sampleOf(contact, 3))
    expect((await teacher.post(url, { ...asking(made.data.id), type: 'contactInfo', fields: [] })).data.errors[0]?.field).toBe('type')
    const { id } = await salary(teacher)
    await school.post(`/api/v1/records/salary/${id}/void`, { reason: '录错' })
    expect((await teacher.post(url, asking(id))).status).toBe(409)
  })

  it('never stores a sealed wish in plain text, nor shows it to whoever reads the mask', async () => {
    const { school, area } = region.people
    const owner = await region.add(2, region.places.school, '唐守密')
    const definition = registry['basicInfo']
    if (!definition) throw new Error('basicInfo')
    const sample = sampleOf(definition, 7)
    for (const [key, field] of Object.entries(definition.fields)) if (field.ofPerson === 'idNo') sample[key] = idNumber(String(sample['birthDate']), sample['gender'] === '1')
    const body = { ...sample, ownerId: owner.teacherId, ...(definition.attachments && { attachments: [await picture(region, school)] }) }
    const made = await school.post('/api/v1/records/basicInfo', body)
    expect(made.msg).toBe('ok')
    const theirs = Object.entries(definition.fields).filter(([, field]) => field.writableBy === 'institution' && !field.derived)
    const sealed = theirs.find(([, field]) => field.sealed)?.[0]
    const own = Object.keys(definition.fields).find((key) => !definition.fields[key]?.writableBy && !definition.fields[key]?.derived) ?? ''
    expect((await owner.post(url, { ...asking(made.data.id), type: 'basicInfo', fields: [{ key: own, should: 'x' }] })).data.errors[0]?.field).toBe('fields.0.key')
    if (!sealed) throw new Error('basicInfo has no sealed field of the institution')
    const should = '449999199001011234'
    expect((await owner.post(url, { ...asking(made.data.id), type: 'basicInfo', fields: [{ key: sealed, should }] })).msg).toBe('ok')
    const rows = await region.db.query<{ fields: unknown }>(sql`select fields from correction where record_id = ${made.data.id}`)
    expect(JSON.stringify(rows)).not.toContain(should)
    const wish = async (who: Person) => (await of(who, made.data.id, 'basicInfo')).data.list.flatMap(({ fields }) => fields.map((f) => f.should))
    expect([await wish(owner), await wish(school)]).toEqual([[should], [should]])
    expect(await wish(area)).toEqual([expect.not.stringContaining(should)])
  })
})

describe('a punishment that a school recorded', () => {
  it('waits for a level above to confirm the version it read; what the level above wrote itself does not', async () => {
    const { teacher, school, area, otherArea, province } = region.people
    const definition = registry['punishment']
    if (!definition) throw new Error('punishment')
    const record = async (who: Person, seed: number) => {
      const made = await who.post('/api/v1/records/punishment', { ...sampleOf(definition, seed), ownerId: teacher.teacherId, attachments: [await picture(region, who)] })
      expect(made.msg).toBe('ok')
      return made.data
    }
    const { id, version } = await record(school, 3)
    const state = async (who: Person, one = id) => (await of(who, one, 'punishment')).data?.confirmation
    const at = `/api/v1/confirmations/punishment/${id}`
    const waiting = async () => (await area.get<Workbench>('/api/v1/workbench')).data.todos.find((t) => t.id === 'confirm punishment')
    expect(await state(teacher)).toEqual({ by: null, at: null, version, canConfirm: false })
    expect(await state(area)).toMatchObject({ canConfirm: true })
    expect(await waiting()).toMatchObject({ title: '惩处记录有 1 条待确认', link: expect.stringContaining('tab=punishment') })
    expect([(await school.post(at, { version })).status, (await teacher.post(at, { version })).status, (await otherArea.post(at, { version })).status]).toEqual([403, 403, 404])
    expect((await area.post(at, { version: version - 1 })).status).toBe(409)
    expect((await area.post(at, {})).status).toBe(400)
    const both = await Promise.all([area.post(at, { version }), province.post(at, { version })])
    expect(both.map((a) => a.status).sort()).toEqual([200, 409])
    expect(await state(teacher)).toMatchObject({ canConfirm: false, at: expect.any(String) })
    expect(await waiting()).toBeUndefined()
    // What the school changes afterwards has not been confirmed.
    const edited = await school.put(`/api/v1/records/punishment/${id}`, { appeal: '本人已申诉', version })
    expect(edited.msg).toBe('ok')
    expect(await state(area)).toMatchObject({ at: null, canConfirm: true, version: edited.data.version })
    const own = await record(area, 11)
    expect(await state(area, own.id)).toBeNull()
    expect((await area.post(`/api/v1/confirmations/punishment/${own.id}`, { version: own.version })).status).toBe(409)
  })
})
