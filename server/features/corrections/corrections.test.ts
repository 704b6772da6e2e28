import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  confirmationPage,
  correctionPage,
  correctionsOfRecord,
  type Correction,
  type CorrectionsOfRecord,
} from '../../../catalogue/contract/archive/corrections.ts'
import { correctionCounts, type Message, type Workbench } from '../../../catalogue/contract/workspace.ts'
import type { ArchiveDocument } from '../../../catalogue/contract/archive/archive.ts'
import type { ListRow, RecordPage, RecordView } from '../../../catalogue/contract/archive/records.ts'
import { registry } from '../../app/records.ts'
import {
  idNumber,
  testRegion,
  testKeys,
  type Envelope,
  type Person,
  type Region,
} from '../../app/testing/test-region.ts'
import { sampleOf } from '../../app/testing/test-sample.ts'
import { picture } from '../../app/testing/test-values.ts'
import { sql } from '../../platform/db/sql.ts'
import { openSession } from '../../platform/session/session.ts'

const url = '/api/v1/corrections'
let region: Region
beforeAll(async () => void (region = await testRegion('corrections')))
afterAll(() => region.close())

let year = 1970
/** A salary the school recorded about a teacher of its own. */
async function salary(
  owner: Person,
  school = region.people.school,
): Promise<{ id: string; version: number }> {
  const definition = registry['salary']
  if (!definition) throw new Error('salary')
  year += 1
  const made = await school.post('/api/v1/records/salary', {
    ...sampleOf(definition, 3),
    year,
    ownerId: owner.teacherId,
  })
  expect(made.msg).toBe('ok')
  return made.data
}
const asking = (recordId: string, more: object = {}) => ({
  type: 'salary',
  recordId,
  reason: '与工资条不符',
  fields: [{ key: 'baseSalary', should: '4210.50' }],
  ...more,
})
const of = (who: Person, id: string, type = 'salary') =>
  who.get<CorrectionsOfRecord>(`${url}/record/${type}/${id}`)
const told = async (who: Person) =>
  (await who.get<{ list: Message[] }>('/api/v1/userSystemMessage?pageSize=100')).data.list

describe('a teacher asks for a correction', () => {
  it('the school hears of it, has it as a to-do, answers after its edit, and the teacher reads the answer', async () => {
    const { teacher, school, school2, area } = region.people
    const { id, version } = await salary(teacher)
    expect((await of(teacher, id)).data).toEqual({ list: [], canAsk: true, confirmation: null })
    const asked = await teacher.post(url, asking(id))
    expect(asked.msg).toBe('ok')
    const seen = correctionsOfRecord.parse((await of(school, id)).data)
    expect(seen).toMatchObject({
      canAsk: false,
      list: [
        {
          state: 'open',
          reason: '与工资条不符',
          fields: [{ key: 'baseSalary', should: '4210.50' }],
          canAnswer: true,
        },
      ],
    })
    expect((await of(teacher, id)).data).toMatchObject({ canAsk: false, list: [{ canAnswer: false }] })
    for (const officer of [school, school2]) {
      expect((await told(officer))[0]).toMatchObject({
        title: expect.stringContaining('林疏影申请更正基本待遇'),
        content: '与工资条不符',
        link: `/setteacher/daiyu?tab=salary&id=${id}`,
      })
      const todo = (await officer.get<Workbench>('/api/v1/workbench')).data.todos.find(
        (t) => t.id === asked.data.id,
      )
      expect(todo).toMatchObject({
        kind: 'correction',
        title: '林疏影申请更正基本待遇',
        lines: ['与工资条不符'],
        link: `/setteacher/daiyu?tab=salary&id=${id}`,
      })
    }
    expect((await told(area)).some((m) => m.title.includes('更正'))).toBe(false)
    // An edit by itself answers nothing.
    expect(
      (await school.put(`/api/v1/records/salary/${id}`, { baseSalary: '4210.50', version })).status,
    ).toBe(200)
    expect((await of(teacher, id)).data.list[0]?.state).toBe('open')
    const done = await school.post(`${url}/${asked.data.id}/answer`, {
      outcome: 'corrected',
      answer: '已按工资条更正',
    })
    expect(done.msg).toBe('ok')
    expect((await of(teacher, id)).data).toMatchObject({
      canAsk: true,
      list: [{ state: 'corrected', answer: '已按工资条更正', answeredBy: '周明岚' }],
    })
    // The outbox may tell of the edit after the answer: the answer is not always the newest.
    expect(await told(teacher)).toContainEqual(
      expect.objectContaining({
        title: '您申请更正的基本待遇已更正',
        content: '已按工资条更正',
        link: expect.stringContaining(id),
      }),
    )
    expect(
      (await school.get<Workbench>('/api/v1/workbench')).data.todos.some((t) => t.id === asked.data.id),
    ).toBe(false)
    const audit = await region.db.query<{ action: string }>(
      sql`select action from audit where record_id = ${id} and action like 'correction.%' order by id`,
    )
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
    expect(
      (await school.post(`${url}/${data.id}/answer`, { outcome: 'corrected', answer: '又改' })).msg,
    ).toBe('该申请已经答复过')
    expect(JSON.stringify((await of(teacher, id)).data.list[0])).toBe(before)
    expect(
      (await told(teacher)).filter((m) => m.title.startsWith('您申请更正的') && m.link?.includes(id)),
    ).toHaveLength(1)
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
      expect(shape(await who.post(`${url}/${data.id}/answer`, body))).toEqual(
        shape(await who.post(`${url}/${nothing}/answer`, body)),
      )
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
    for (const who of [p.admin, p.expert, p.staff])
      expect([(await who.get(url)).status, (await of(who, id)).status]).toEqual([403, 403])
    for (const who of [p.school, p.area, p.city, p.province]) {
      expect((await who.post(url, asking(id))).status).toBe(403)
      const page = correctionPage.parse((await who.get(`${url}?state=open&pageSize=100`)).data)
      expect(page.list.find((c) => c.id === data.id)).toMatchObject({
        canAnswer: true,
        ownerName: '林疏影',
        institutionName: '东区一中',
      })
    }
    expect((await p.teacher.post(`${url}/${data.id}/answer`, body)).status).toBe(403)
    expect(
      (await p.teacher.get<{ list: Correction[] }>(`${url}?state=open`)).data.list.map((c) => c.id),
    ).toContain(data.id)
    for (const who of [p.area, p.city, p.province])
      expect((await of(who, id)).data.list[0]?.fields[0]?.should).not.toContain('4210')
    expect((await p.area.post(`${url}/${data.id}/answer`, body)).msg).toBe('ok')
  })

  it('not answer one’s own, as an officer of the same school; without a colleague the district hears of it', async () => {
    const both = await region.add(2, region.places.southSchool, '校长兼教师')
    const identity = await region.db.one<{ id: number }>(sql`
      insert into identity (person_id, role, institution_id)
      values (${both.personId}, 3, ${region.places.southSchool})
      returning id`)
    const token = await openSession(region.db, testKeys, identity.id, { ip: '127.0.0.1', agent: 'test' })
    const { id } = await salary(both, region.people.southSchool)
    await region.db.query(
      sql`update identity set state = 'disabled' where id = ${region.people.southSchool.identityId}`,
    )
    const { data } = await both.post(url, asking(id))
    const answer = await region.app.inject({
      method: 'POST',
      url: `${url}/${data.id}/answer`,
      headers: { token },
      payload: { outcome: 'corrected', answer: 'x' },
    })
    expect(answer.statusCode).toBe(403)
    const bench = await region.app.inject({ method: 'GET', url: '/api/v1/workbench', headers: { token } })
    expect(JSON.stringify(bench.json<Envelope<Workbench>>().data.todos)).not.toContain(data.id)
    // Its district has nobody either, so the city hears of it.
    expect((await told(region.people.city))[0]?.title).toContain('校长兼教师申请更正')
    await region.db.query(
      sql`update identity set state = 'enabled' where id = ${region.people.southSchool.identityId}`,
    )
  })
})

describe('bad input', () => {
  it('is 400 with the field', async () => {
    const { teacher, school } = region.people
    const { id } = await salary(teacher)
    const cases: [object, string][] = [
      [asking(id, { reason: ' ' }), 'reason'],
      [asking(id, { reason: '长'.repeat(501) }), 'reason'],
      [asking(id, { reason: 'a\u0000b' }), 'reason'],
      [asking(id, { fields: [{ key: 'nothing', should: 'x' }] }), 'fields.0.key'],
      [asking(id, { fields: [{ key: 'constructor', should: 'x' }] }), 'fields.0.key'],
      [asking(id, { fields: [{ key: 'remark', should: ' ' }] }), 'fields.0.should'],
      [
        asking(id, {
          fields: [
            { key: 'remark', should: 'a' },
            { key: 'remark', should: 'b' },
          ],
        }),
        'fields.1.key',
      ],
      [asking('x'), 'recordId'],
    ]
    for (const [body, field] of cases) {
      const answer = await teacher.post(url, body)
      expect([answer.status, answer.data?.errors?.[0]?.field], JSON.stringify(body).slice(0, 120)).toEqual([
        400,
        field,
      ])
      expect(answer.data.errors[0]?.message).toMatch(/[\u4e00-\u9fff]/)
    }
    const { data } = await teacher.post(url, asking(id))
    for (const [body, field] of [
      [{ outcome: 'open', answer: 'x' }, 'outcome'],
      [{ outcome: 'corrected', answer: '' }, 'answer'],
      [{ outcome: 'declined' }, 'answer'],
    ] as const) {
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
    expect(
      (await teacher.post(url, { ...asking(made.data.id), type: 'contactInfo', fields: [] })).data.errors[0]
        ?.field,
    ).toBe('type')
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
    for (const [key, field] of Object.entries(definition.fields))
      if (field.ofPerson === 'idNo')
        sample[key] = idNumber(String(sample['birthDate']), sample['gender'] === '1')
    const body = {
      ...sample,
      ownerId: owner.teacherId,
      ...(definition.attachments && { attachments: [await picture(region, school)] }),
    }
    const made = await school.post('/api/v1/records/basicInfo', body)
    expect(made.msg).toBe('ok')
    const theirs = Object.entries(definition.fields).filter(
      ([, field]) => field.writableBy === 'institution' && !field.derived,
    )
    const sealed = theirs.find(([, field]) => field.sealed)?.[0]
    const own =
      Object.keys(definition.fields).find(
        (key) => !definition.fields[key]?.writableBy && !definition.fields[key]?.derived,
      ) ?? ''
    expect(
      (
        await owner.post(url, {
          ...asking(made.data.id),
          type: 'basicInfo',
          fields: [{ key: own, should: 'x' }],
        })
      ).data.errors[0]?.field,
    ).toBe('fields.0.key')
    if (!sealed) throw new Error('basicInfo has no sealed field of the institution')
    const should = '449999199001011234'
    expect(
      (
        await owner.post(url, {
          ...asking(made.data.id),
          type: 'basicInfo',
          fields: [{ key: sealed, should }],
        })
      ).msg,
    ).toBe('ok')
    const rows = await region.db.query<{ fields: unknown }>(
      sql`select fields from correction where record_id = ${made.data.id}`,
    )
    expect(JSON.stringify(rows)).not.toContain(should)
    const wish = async (who: Person) =>
      (await of(who, made.data.id, 'basicInfo')).data.list.flatMap(({ fields }) =>
        fields.map((f) => f.should),
      )
    expect([await wish(owner), await wish(school)]).toEqual([[should], [should]])
    expect(await wish(area)).toEqual([expect.not.stringContaining(should)])
  })
})

const punishment = async (who: Person, owner: Person, seed: number) => {
  const definition = registry['punishment']
  if (!definition) throw new Error('punishment')
  const made = await who.post('/api/v1/records/punishment', {
    ...sampleOf(definition, seed),
    description: secret,
    ownerId: owner.teacherId,
    attachments: [await picture(region, who)],
  })
  expect(made.msg).toBe('ok')
  return made.data as { id: string; version: number }
}
const secret = '在校外违规补课并收取费用'
const confirming = (id: string) => `/api/v1/confirmations/punishment/${id}`

describe('a punishment that a school recorded', () => {
  it('waits for the office above to confirm the version it read; what that office wrote itself does not', async () => {
    const { teacher, school, area, otherArea, province, city } = region.people
    const area2 = await region.add(4, region.places.district, '何以静')
    const { id, version } = await punishment(school, teacher, 3)
    const state = async (who: Person, one = id) => (await of(who, one, 'punishment')).data?.confirmation
    const at = confirming(id)
    const waiting = async () =>
      (await area.get<Workbench>('/api/v1/workbench')).data.todos.find((t) => t.id === 'confirm punishment')
    expect(await state(teacher)).toEqual({ by: null, at: null, version, canConfirm: false })
    expect(await state(area)).toMatchObject({ canConfirm: true })
    expect(await waiting()).toMatchObject({
      title: '惩处记录有 1 条待确认',
      link: '/area/dealtDetail?kind=confirmations',
    })
    expect([
      (await school.post(at, { version })).status,
      (await teacher.post(at, { version })).status,
      (await otherArea.post(at, { version })).status,
    ]).toEqual([403, 403, 404])
    // It is the district's to decide, not everybody's above it.
    expect([
      (await city.post(at, { version })).status,
      (await province.post(at, { version })).status,
    ]).toEqual([403, 403])
    expect((await area.post(at, { version: version - 1 })).status).toBe(409)
    expect((await area.post(at, {})).status).toBe(400)
    const both = await Promise.all([area.post(at, { version }), area2.post(at, { version })])
    expect(both.map((a) => a.status).sort()).toEqual([200, 409])
    expect(await state(teacher)).toMatchObject({ canConfirm: false, at: expect.any(String) })
    expect(await waiting()).toBeUndefined()
    // What the school changes afterwards has not been confirmed.
    const edited = await school.put(`/api/v1/records/punishment/${id}`, { appeal: '本人已申诉', version })
    expect(edited.msg).toBe('ok')
    expect(await state(area)).toMatchObject({ at: null, canConfirm: true, version: edited.data.version })
    const own = await punishment(area, teacher, 11)
    expect(await state(area, own.id)).toBeNull()
    expect((await area.post(confirming(own.id), { version: own.version })).status).toBe(409)
  })

  /**
   * The description as this reader gets it: in the record, in the list, in the owner's section and in the
   * whole archive.
   */
  const seen = async (who: Person, owner: Person, id: string): Promise<unknown[]> => {
    const find = (list: readonly ListRow[] | undefined) => list?.find((row) => row.id === id)?.['description']
    const archive = (
      await who.get<ArchiveDocument>(`/api/v1/archive/${owner.teacherId}`)
    ).data?.sections?.find((s) => s.type === 'punishment')
    return [
      (await who.get<RecordView>(`/api/v1/records/punishment/${id}`)).data?.effective?.['description'],
      find((await who.get<RecordPage>('/api/v1/records/punishment?queue=done&pageSize=100')).data?.list),
      find((await who.get<RecordPage>(`/api/v1/records/punishment?ownerId=${owner.teacherId}`)).data?.list),
      archive?.records.find((row) => row.id === id)?.values?.['description'],
    ]
  }
  const full = [secret, secret, secret, secret]
  const hides = (found: readonly unknown[]) =>
    found.every((text) => typeof text === 'string' && !text.includes('补课'))

  it('is read in full by the office that has to confirm it, and by nobody else above the school', async () => {
    const { colleague, school, area, otherArea, city, province, siblingSchool } = region.people
    const area2 = await region.add(4, region.places.district, '何以安')
    const { id, version } = await punishment(school, colleague, 5)
    expect(await seen(area, colleague, id)).toEqual(full)
    expect(await seen(area2, colleague, id)).toEqual(full)
    expect(await seen(school, colleague, id)).toEqual(full)
    for (const who of [city, province]) expect(hides(await seen(who, colleague, id))).toBe(true)
    // A sibling district, and a school that has nothing to do with it, do not even learn that it exists.
    for (const who of [otherArea, siblingSchool]) {
      expect(await seen(who, colleague, id)).toEqual([undefined, undefined, undefined, undefined])
      expect((await who.get(`/api/v1/records/punishment/${id}`)).status).toBe(404)
    }
    // Not what is not to be confirmed: registered by the city.
    const foreign = await punishment(city, colleague, 23)
    expect(hides(await seen(area, colleague, foreign.id))).toBe(true)
    expect((await area.post(confirming(id), { version })).msg).toBe('ok')
    expect(await seen(area, colleague, id)).toEqual(full)
    for (const who of [city, province]) expect(hides(await seen(who, colleague, id))).toBe(true)
    // Nor the history before: only what is confirmed is shown.
    expect(JSON.stringify((await area.get(`/api/v1/records/punishment/${id}/history`)).data)).not.toContain(
      '补课',
    )
  })

  it('after it was made void nothing of it is read any more', async () => {
    const { colleague, school, area } = region.people
    const { id } = await punishment(school, colleague, 29)
    expect(await seen(area, colleague, id)).toEqual(full)
    expect((await area.post(`/api/v1/records/punishment/${id}/void`, { reason: '与事实不符' })).status).toBe(
      200,
    )
    const after = JSON.stringify([
      await area.get(`/api/v1/records/punishment/${id}`),
      await area.get(`/api/v1/records/punishment?ownerId=${colleague.teacherId}`),
    ])
    expect(after).not.toContain(`${id}","description":"${secret}`)
    expect((await area.get<RecordView>(`/api/v1/records/punishment/${id}`)).data.effective).toBeNull()
    const row = (
      await area.get<RecordPage>(`/api/v1/records/punishment?ownerId=${colleague.teacherId}`)
    ).data.list.find((one) => one.id === id)
    expect([row?.state, String(row?.['description']).includes('补课'), row?.unconfirmed]).toEqual([
      'voided',
      false,
      undefined,
    ])
    expect((await area.post(confirming(id), { version: 1 })).status).toBe(409)
  })

  it('moves up to the city where nobody works in the district, and to no officer about themselves', async () => {
    const { southTeacher, southSchool, city, province, cityTeacher, citySchool } = region.people
    const { id, version } = await punishment(southSchool, southTeacher, 7)
    expect(await seen(city, southTeacher, id)).toEqual(full)
    expect(hides(await seen(province, southTeacher, id))).toBe(true)
    const direct = await punishment(citySchool, cityTeacher, 9)
    expect(await seen(city, cityTeacher, direct.id)).toEqual(full)
    // Somebody of the city who is also this teacher neither confirms it nor reads it there.
    const identity = await region.db.one<{ id: number }>(sql`
      insert into identity (person_id, role, institution_id)
      values (${southTeacher.personId}, 5, ${region.places.city})
      returning id`)
    const token = await openSession(region.db, testKeys, identity.id, { ip: '127.0.0.1', agent: 'test' })
    const asCity = await region.app.inject({
      method: 'GET',
      url: `/api/v1/records/punishment/${id}`,
      headers: { token },
    })
    expect(asCity.json().data.effective.description).not.toContain('补课')
    const sent = await region.app.inject({
      method: 'POST',
      url: confirming(id),
      headers: { token },
      payload: { version },
    })
    expect(sent.statusCode).toBe(403)
    expect((await city.post(confirming(id), { version })).msg).toBe('ok')
    await region.db.query(sql`update identity set state = 'disabled' where id = ${identity.id}`)
  })

  it('is marked in every list until it is confirmed', async () => {
    const { teacher, school, area } = region.people
    const { id, version } = await punishment(school, teacher, 31)
    const mark = async (who: Person, url: string) =>
      (await who.get<RecordPage>(url)).data.list.find((one) => one.id === id)?.unconfirmed
    const marks = async () => [
      await mark(teacher, '/api/v1/records/punishment'),
      await mark(school, '/api/v1/records/punishment?pageSize=100'),
      await mark(area, '/api/v1/records/punishment?pageSize=100'),
      (await area.get<RecordView>(`/api/v1/records/punishment/${id}`)).data.unconfirmed,
      (await area.get<ArchiveDocument>(`/api/v1/archive/${teacher.teacherId}`)).data.sections
        .find((s) => s.type === 'punishment')
        ?.records.find((r) => r.id === id)?.unconfirmed,
    ]
    expect(await marks()).toEqual([true, true, true, true, true])
    expect((await area.post(confirming(id), { version })).msg).toBe('ok')
    expect(await marks()).toEqual([undefined, undefined, undefined, undefined, undefined])
  })
})

describe('the lists of an office', () => {
  it('tell what waits for it, what waits below and what is decided, with the figures of the tabs', async () => {
    const { teacher, school, area, city, otherArea } = region.people
    const counts = async (who: Person) => correctionCounts.parse((await who.get(`${url}/counts`)).data)
    const before = await counts(area)
    const { id } = await salary(teacher)
    const asked = (await teacher.post(url, asking(id))).data.id
    const record = await punishment(school, teacher, 37)
    const after = await counts(area)
    expect(after.corrections.below - before.corrections.below).toBe(1)
    expect((after.confirmations?.mine ?? 0) - (before.confirmations?.mine ?? 0)).toBe(1)
    expect((await counts(school)).confirmations).toBeNull()
    const ids = async (who: Person, path: string) => {
      const found: string[] = []
      for (let page = 1; ; page += 1) {
        const { data } = await who.get<{ list: { id: string }[]; total: number }>(
          `${path}&pageSize=3&page=${page}`,
        )
        if (data.list.length === 0) return { found, total: data.total }
        found.push(...data.list.map((one) => one.id))
      }
    }
    for (const [who, queue, has] of [
      [school, 'mine', true],
      [area, 'mine', false],
      [area, 'below', true],
      [city, 'below', true],
      [otherArea, 'below', false],
      [school, 'done', false],
    ] as const) {
      const { found, total } = await ids(who, `${url}?queue=${queue}`)
      expect([found.includes(asked), found.length, new Set(found).size], `${queue}`).toEqual([
        has,
        total,
        total,
      ])
      expect((await counts(who)).corrections[queue]).toBe(total)
    }
    for (const [who, queue, has] of [
      [area, 'mine', true],
      [city, 'mine', false],
      [city, 'below', true],
      [otherArea, 'mine', false],
      [otherArea, 'below', false],
      [area, 'done', false],
    ] as const) {
      const { found, total } = await ids(who, `/api/v1/confirmations?queue=${queue}`)
      expect([found.includes(record.id), found.length, new Set(found).size], `${queue}`).toEqual([
        has,
        total,
        total,
      ])
      expect((await counts(who)).confirmations?.[queue]).toBe(total)
    }
    const page = confirmationPage.parse(
      (await area.get('/api/v1/confirmations?queue=mine&pageSize=100')).data,
    )
    expect(JSON.stringify(page)).not.toContain('补课')
    expect(page.list.find((one) => one.id === record.id)).toMatchObject({
      ownerName: '林疏影',
      institutionName: '东区一中',
      state: 'open',
      registeredBy: '周明岚',
      link: `/examinePage/examinefCX?tab=punishment&id=${record.id}`,
    })
    expect(
      (await school.post(`${url}/${asked}/answer`, { outcome: 'declined', answer: '与发放记录一致' })).msg,
    ).toBe('ok')
    expect((await area.post(`/api/v1/records/punishment/${record.id}/void`, { reason: '录错' })).status).toBe(
      200,
    )
    expect((await ids(area, `${url}?queue=done`)).found).toContain(asked)
    const done = confirmationPage.parse(
      (await area.get('/api/v1/confirmations?queue=done&pageSize=100')).data,
    )
    expect(done.list[0]).toMatchObject({ id: record.id, state: 'voided', decidedBy: '何以宁' })
  })

  it('bring a request to the next staffed office when nobody works at the school, and only then the wish in full', async () => {
    const { southTeacher, city, province } = region.people
    const { southSchool } = region.people
    const { id } = await salary(southTeacher, southSchool)
    const { data } = await southTeacher.post(url, asking(id))
    const mine = async (who: Person) =>
      (await who.get<{ list: Correction[] }>(`${url}?queue=mine&pageSize=100`)).data.list.some(
        (one) => one.id === data.id,
      )
    expect([await mine(southSchool), await mine(city), await mine(province)]).toEqual([true, false, false])
    const wish = async () => (await of(city, id)).data.list[0]?.fields[0]?.should
    expect(await wish()).not.toContain('4210')
    await region.db.query(
      sql`update identity
        set state = 'disabled'
        where institution_id = ${southSchool.institutionId} and role = 3`,
    )
    expect([await mine(city), await mine(province)]).toEqual([true, false])
    expect(await wish()).toBe('4210.50')
    expect((await city.get<Workbench>('/api/v1/workbench')).data.todos.some((t) => t.id === data.id)).toBe(
      true,
    )
    await region.db.query(sql`update identity set state = 'enabled' where id = ${southSchool.identityId}`)
    expect([await mine(city), await mine(southSchool)]).toEqual([false, true])
    expect(await wish()).not.toContain('4210')
  })

  it('are no business of teachers and of roles without archives; a queue of another name is 400', async () => {
    const { teacher, admin, expert, school } = region.people
    for (const who of [teacher, admin, expert])
      expect([
        (await who.get(`${url}/counts`)).status,
        (await who.get('/api/v1/confirmations')).status,
      ]).toEqual([403, 403])
    expect((await school.get('/api/v1/confirmations')).status).toBe(403)
    expect((await teacher.get<{ list: Correction[] }>(`${url}?queue=mine`)).data.list).toEqual([])
    expect((await school.get(`${url}?queue=all`)).status).toBe(400)
  })
})
