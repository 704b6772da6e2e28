import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grants } from '../../../catalogue/access/access.ts'
import type { BatchResult, PreviewView } from '../../../catalogue/contract/archive/records.ts'
import type { FileAddress } from '../../../catalogue/contract/uploads.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { sql } from '../../platform/db/sql.ts'
import { openSession } from '../../platform/session/session.ts'
import {
  idNumber,
  testRegion,
  testKeys,
  type Answer,
  type Person,
  type Region,
} from '../testing/test-region.ts'
import { sampleOf } from '../testing/test-sample.ts'
import { registry } from '../records.ts'
import { picture, study } from '../testing/test-values.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('matrix')))
afterAll(() => region.close())

const missingId = '0197f1c2-0000-7000-8000-00000000abcd'
const url = '/api/v1/records/studyExperience'
const bodies = {
  submit: {},
  withdraw: {},
  approve: {},
  return: { reason: '请核对' },
  reject: { reason: '不符' },
  appeal: { reason: '申诉' },
  void: { reason: '录错' },
  undo: {},
  look: {},
} as const

/** What stays the same whoever asks and whatever is missing. */
const plain = (a: Answer) => JSON.stringify({ status: a.status, code: a.code, msg: a.msg, data: a.data })

async function inState(state: string, owner: Person, officer: Person, month: string): Promise<string> {
  const file = await picture(region, owner)
  const made = await owner.post(url, { ...study, startMonth: month, attachments: [file] })
  const { id } = made.data
  const steps: Record<string, (() => Promise<Answer>)[]> = {
    draft: [],
    inReview: [() => owner.post(`${url}/${id}/submit`, {})],
    withdrawn: [() => owner.post(`${url}/${id}/submit`, {}), () => owner.post(`${url}/${id}/withdraw`, {})],
    returned: [
      () => owner.post(`${url}/${id}/submit`, {}),
      () => officer.post(`${url}/${id}/return`, { reason: 'x' }),
    ],
    rejected: [
      () => owner.post(`${url}/${id}/submit`, {}),
      () => officer.post(`${url}/${id}/reject`, { reason: 'x' }),
    ],
    approved: [() => owner.post(`${url}/${id}/submit`, {}), () => officer.post(`${url}/${id}/approve`, {})],
  }
  for (const step of steps[state] ?? []) expect((await step()).status).toBe(200)
  return id
}

describe('what lies outside the scope', () => {
  it('answers exactly like what does not exist, for every principal, state and call', async () => {
    const p = region.people
    const outsiders = [
      p.colleague,
      p.stranger,
      p.siblingSchool,
      p.otherSchool,
      p.citySchool,
      p.otherArea,
      p.otherCity,
    ]
    let cells = 0
    for (const [i, state] of [
      'draft',
      'inReview',
      'withdrawn',
      'returned',
      'rejected',
      'approved',
    ].entries()) {
      const id = await inState(state, p.teacher, p.school, `199${i}-09`)
      for (const who of outsiders) {
        const calls: ((target: string) => Promise<Answer>)[] = [
          (t) => who.get(`${url}/${t}`),
          (t) => who.get(`${url}/${t}/history`),
          (t) => who.get(`${url}/${t}/asOf?date=2026-01-01`),
          (t) => who.put(`${url}/${t}`, { major: 'x', version: 1 }),
          (t) => who.del(`${url}/${t}`),
          ...Object.entries(bodies).map(
            ([action, body]) =>
              (t: string) =>
                who.post(`${url}/${t}/${action}`, body),
          ),
        ]
        for (const call of calls) {
          const [foreign, missing] = [await call(id), await call(missingId)]
          expect(foreign.status).toBe(404)
          expect(plain(foreign)).toBe(plain(missing))
          cells += 1
        }
        const batch = async (t: string) =>
          (await who.post<Partial<BatchResult> | null>(`${url}/batch`, { ids: [t], action: 'approve' })).data
            ?.results?.[0]?.message
        expect(await batch(id)).toBe(await batch(missingId))
        const list = await who.get(`${url}?ownerId=${p.teacher.teacherId}`)
        expect(JSON.stringify(list.data)).not.toContain(id)
      }
    }
    expect(cells).toBe(6 * 7 * 14)
  })

  it('gives roles without archives nothing at all, and the unsigned 401', async () => {
    const { admin, expert, staff } = region.people
    for (const who of [admin, expert, staff]) {
      for (const type of Object.keys(registry))
        expect((await who.get(`/api/v1/records/${type}`)).status).toBe(403)
    }
    const routes = [
      url,
      `${url}/${missingId}`,
      '/api/v1/user',
      '/api/v1/workbench',
      '/api/v1/userSystemMessage',
      '/api/v1/teachers',
      '/api/v1/archives',
      '/api/v1/archive/1',
      '/api/v1/archive/overview',
    ]
    for (const route of routes) {
      const answer = await region.app.inject({ method: 'GET', url: route })
      expect([answer.statusCode, answer.json().error_code], route).toEqual([401, 22018])
    }
  })
})

describe('the permission table', () => {
  /** Who stands how to a record of the teacher. */
  const cast = () => {
    const p = region.people
    return { self: p.teacher, institution: p.school, superior: p.area } as const
  }

  it('is what the API does: each verb, regime, state and relation', async () => {
    let checked = 0
    for (const [i, state] of [
      'draft',
      'inReview',
      'withdrawn',
      'returned',
      'rejected',
      'approved',
    ].entries()) {
      for (const [relation, who] of Object.entries(cast())) {
        for (const verb of ['submit', 'withdraw', 'approve', 'return', 'reject', 'appeal', 'void'] as const) {
          const id = await inState(
            state,
            region.people.teacher,
            region.people.school,
            `19${50 + i}-${String((checked % 12) + 1).padStart(2, '0')}`,
          )
          const answer = await who.post(`${url}/${id}/${verb}`, bodies[verb])
          const names: string[] = [relation]
          if (state === 'inReview' && relation === 'institution') names.push('holder')
          if (relation !== 'self') names.push('closer')
          const granted = grants.some(
            (g) =>
              g.verb === verb &&
              g.regimes.includes('reviewed') &&
              (g.states as readonly string[]).includes(state) &&
              g.who.some((w) => names.includes(w)),
          )
          const hidden = relation !== 'self' && (state === 'draft' || state === 'withdrawn')
          const expected = granted && !hidden ? [200] : hidden ? [404] : [403, 409]
          expect(expected, `${verb} ${state} ${relation}: ${answer.status} ${answer.msg}`).toContain(
            answer.status,
          )
          checked += 1
        }
      }
    }
    expect(checked).toBe(6 * 3 * 7)
  })

  /** One type of each regime beside the reviewed one, with who writes it and a change of that side. */
  const others = [
    { type: 'familyMember', by: 'self', change: { isTeacher: true } },
    { type: 'salary', by: 'institution', change: { remark: '核对' } },
    { type: 'annualAssessment', by: 'institution', change: { selfSummary: '本学年认真履职' } },
    { type: 'basicInfo', by: 'institution', change: {} },
  ] as const

  /** A record in force of a fresh teacher of the school. */
  async function inForce(type: (typeof others)[number]['type'], by: 'self' | 'institution') {
    const definition = registry[type]
    if (!definition) throw new Error(type)
    const owner = await region.add(2, region.places.school, '格局老师')
    const writer = by === 'self' ? owner : region.people.school
    const body: Record<string, unknown> = {
      ...sampleOf(definition, 3),
      ...(by === 'institution' && { ownerId: owner.teacherId }),
    }
    if (type === 'basicInfo')
      Object.assign(body, {
        staffNo: String(owner.teacherId),
        idCardNo: idNumber(String(body['birthDate']), body['gender'] === '1'),
      })
    if (definition.attachments?.required) body['attachments'] = [await picture(region, writer)]
    const made = await writer.post(`/api/v1/records/${type}`, body)
    expect(made.msg, type).toBe('ok')
    return { definition, owner, address: `/api/v1/records/${type}/${made.data.id}` }
  }

  it('is what the API does with own, recorded and mixed records, too', async () => {
    let checked = 0
    for (const { type, by, change } of others) {
      for (const relation of ['self', 'institution', 'superior'] as const) {
        for (const verb of [
          'edit',
          'delete',
          'submit',
          'withdraw',
          'approve',
          'return',
          'reject',
          'appeal',
          'void',
        ] as const) {
          const { definition, owner, address } = await inForce(type, by)
          const who = { self: owner, institution: region.people.school, superior: region.people.area }[
            relation
          ]
          const { version } = (await who.get(address)).data
          const answer =
            verb === 'edit'
              ? await who.put(address, { ...change, version })
              : verb === 'delete'
                ? await who.del(address)
                : await who.post(`${address}/${verb}`, bodies[verb])
          const contributes =
            relation === 'self' && Object.values(definition.fields).some((f) => f.writableBy === 'teacher')
          const names: string[] = contributes ? ['self', 'contributor'] : [relation]
          const granted = grants.some(
            (g) =>
              g.verb === verb &&
              g.regimes.includes(definition.regime) &&
              g.states.includes('approved') &&
              g.who.some((w) => names.includes(w)),
          )
          // A field of the other side is refused by name, which is a right to edit all the same.
          const expected = granted ? [200, ...(verb === 'edit' ? [400] : [])] : [403, 409]
          expect(expected, `${type} ${verb} ${relation}: ${answer.status} ${answer.msg}`).toContain(
            answer.status,
          )
          checked += 1
        }
      }
    }
    expect(checked).toBe(4 * 3 * 9)
  })

  it('lets nobody but the institution’s side write what it records', async () => {
    const p = region.people
    for (const definition of Object.values(registry).filter((d) => d.regime === 'recorded')) {
      const evidence = definition.attachments && { attachments: [await picture(region, p.school)] }
      const body = {
        ...evidence,
        ...sampleOf(definition, 3, [p.teacher.teacherId ?? 0]),
        ...(definition.owner === 'teacher' && { ownerId: p.teacher.teacherId }),
        ...(definition.keptBy && { ownerId: p.school.institutionId }),
      }
      // Of an institution that the body names, a teacher does not learn whether it exists.
      const refused = definition.keptBy ? 404 : 403
      expect((await p.teacher.post(`/api/v1/records/${definition.name}`, body)).status).toBe(refused)
      expect(
        (
          await p.otherSchool.post(`/api/v1/records/${definition.name}`, {
            ...body,
            ownerId: definition.owner === 'teacher' ? p.teacher.teacherId : p.school.institutionId,
          })
        ).status,
      ).toBe(404)
      if (definition.keptBy)
        expect((await p.school.post(`/api/v1/records/${definition.name}`, body)).status).toBe(403)
      const keeper = definition.keptBy ? p.area : p.school
      const made = await keeper.post(`/api/v1/records/${definition.name}`, body)
      expect(made.msg).toBe('ok')
      if (definition.owner === 'teacher') await expectOwnFieldsOnly(definition, made.data.id, body)
    }
  })

  /**
   * The teacher may change the fields that are theirs, if there are any, and nothing else of what the
   * institution recorded.
   */
  async function expectOwnFieldsOnly(definition: AnyRecord, id: string, body: Record<string, unknown>) {
    const { teacher } = region.people
    const address = `/api/v1/records/${definition.name}/${id}`
    const theirs = Object.keys(definition.fields).filter(
      (key) => definition.fields[key]?.writableBy === 'teacher',
    )
    const version = async () => (await teacher.get(address)).data.version
    for (const key of Object.keys(body).filter((k) => definition.fields[k] && !theirs.includes(k))) {
      const answer = await teacher.put(address, { [key]: null, version: await version() })
      expect([400, 403], `${definition.name}.${key}`).toContain(answer.status)
    }
    for (const key of theirs) {
      expect(
        (await teacher.put(address, { [key]: '本人所写', version: await version() })).msg,
        `${definition.name}.${key}`,
      ).toBe('ok')
      expect((await region.people.stranger.put(address, { [key]: '他人所写', version: 1 })).status).toBe(404)
      expect((await region.people.colleague.put(address, { [key]: '同事所写', version: 1 })).status).toBe(404)
    }
  }
})

describe('nobody reviews their own', () => {
  it('even as an officer of the same school: a colleague must, and without one the step moves up', async () => {
    const both = await region.add(2, region.places.sibling, '校长兼教师')
    await region.db.query(
      sql`insert into identity (person_id, role, institution_id)
        values (${both.personId}, 3, ${region.places.sibling})`,
    )
    await region.db.query(
      sql`update identity set state = 'disabled' where id = ${region.people.siblingSchool.identityId}`,
    )
    const file = await picture(region, both)
    const made = await both.post(url, { ...study, attachments: [file] })
    const preview = await both.post<PreviewView>(`${url}/preview`, { id: made.data.id })
    expect(preview.data.steps).toMatchObject([
      { level: 'area', standsFor: [{ level: 'school', why: 'unstaffed' }] },
    ])
    const sent = await both.post(`${url}/${made.data.id}/submit`, {})
    expect(sent.data).toMatchObject({ state: 'inReview', level: 'area' })
    await region.db.query(
      sql`update identity set state = 'enabled' where id = ${region.people.siblingSchool.identityId}`,
    )
  })

  it('a school directly under the city has no district step; an office without staff is skipped upwards', async () => {
    const { cityTeacher, citySchool } = region.people
    const file = await picture(region, cityTeacher)
    const made = await cityTeacher.post(url, { ...study, attachments: [file] })
    await cityTeacher.post(`${url}/${made.data.id}/submit`, {})
    await citySchool.post(`${url}/${made.data.id}/reject`, { reason: '不符' })
    const appealed = await cityTeacher.post(`${url}/${made.data.id}/appeal`, { reason: '附件在此' })
    expect(appealed.data).toMatchObject({ state: 'inReview', level: 'city' })
    expect((await region.people.area.get(`${url}/${made.data.id}`)).status).toBe(404)
    expect((await region.people.city.post(`${url}/${made.data.id}/approve`, {})).data.state).toBe('approved')
  })
})

describe('a file', () => {
  it('is read by who may read a record that uses it, through an address that runs out', async () => {
    const p = { ...region.people, teacher: await region.add(2, region.places.school, '新来的') }
    const file = await picture(region, p.teacher)
    const made = await p.teacher.post(url, { ...study, startMonth: '2011-03', attachments: [file] })
    const address = (who: Person) => who.get<FileAddress>(`/api/v1/upload/file?key=${file}&action=preview`)
    expect((await address(p.teacher)).status).toBe(200)
    expect((await address(p.school)).status).toBe(404)
    await p.teacher.post(`${url}/${made.data.id}/submit`, {})
    expect((await address(p.school)).status).toBe(200)
    expect((await address(p.area)).status).toBe(200)
    for (const who of [p.colleague, p.otherSchool, p.otherArea, p.otherCity, p.admin])
      expect((await address(who)).status).toBe(404)
    const { preview_url: link } = (await address(p.school)).data
    const good = await region.app.inject({ method: 'GET', url: link })
    expect([good.statusCode, good.headers['content-type'], good.headers['x-content-type-options']]).toEqual([
      200,
      'image/jpeg',
      'nosniff',
    ])
    for (const bent of [
      link.replace('mode=preview', 'mode=download'),
      link.replace(/until=\d+/, 'until=9999999999'),
      link.replace(file, missingId),
    ]) {
      expect((await region.app.inject({ method: 'GET', url: bent })).statusCode).toBe(404)
    }
    expect((await p.stranger.post(url, { ...study, attachments: [file] })).data.errors[0]?.field).toBe(
      'attachments',
    )
  })
})

describe('an officer who is also a teacher of the school', () => {
  it('writes nothing into their own archive as the office', async () => {
    const both = await region.add(2, region.places.school, '兼职干事')
    const identity = await region.db.one<{ id: number }>(sql`
      insert into identity (person_id, role, institution_id)
      values (${both.personId}, 3, ${region.places.school})
      returning id`)
    const token = await openSession(region.db, testKeys, identity.id, { ip: '127.0.0.1', agent: 'test' })
    const definition = registry['salary']
    if (!definition) throw new Error('salary')
    const send = (ownerId: number | null) =>
      region.app.inject({
        method: 'POST',
        url: '/api/v1/records/salary',
        headers: { token },
        payload: { ...sampleOf(definition, 3), ownerId },
      })
    expect((await send(both.teacherId)).statusCode).toBe(403)
    expect((await send((await region.add(2, region.places.school, '其他老师')).teacherId)).statusCode).toBe(
      200,
    )
  })
})
