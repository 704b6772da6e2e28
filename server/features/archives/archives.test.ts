import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AsOfView, RecordView } from '../../../catalogue/contract/archive/records.ts'
import type { Workbench } from '../../../catalogue/contract/workspace.ts'
import {
  archiveComparison,
  archiveDocument,
  archiveEventPage,
  archiveFiles,
  archiveHead,
  archiveNeighbours,
  archiveOverview,
  archivePage,
  teacherDetail,
  type ArchiveDocument,
  type ArchiveEvent,
} from '../../../catalogue/contract/archive/archive.ts'
import { registry } from '../../app/records.ts'
import { idNumber, testRegion, type Answer, type Person, type Region } from '../../app/testing/test-region.ts'
import { sampleOf } from '../../app/testing/test-sample.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import { sql } from '../../platform/db/sql.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { lengthOf } from './head.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('archives')))
afterAll(() => region.close())

const records = '/api/v1/records'
const ok = (answer: Answer): Answer => {
  expect(answer.msg).toBe('ok')
  return answer
}

/** Lets `days` pass for one owner. */
async function pass(owner: Person, days: number): Promise<void> {
  const earlier = (column: string) =>
    sql`${sql.id(column)} = (${sql.id(column)} at time zone 'UTC' - make_interval(days => ${days})) at time zone 'UTC'`
  const columns = [
    'applied_at',
    'superseded_at',
    'decided_at',
    'submitted_at',
    'replaced_at',
    'created_at',
    'updated_at',
  ]
  await region.db.query(
    sql`update revision set ${sql.join(columns.map(earlier))} where owner_id = ${owner.teacherId}`,
  )
  await region.db.query(sql`update revision_event set ${earlier('at')} where owner_id = ${owner.teacherId}`)
}

const draft = async (owner: Person, values: object) =>
  ok(
    await owner.post(`${records}/studyExperience`, {
      ...study,
      attachments: [await picture(region, owner)],
      ...values,
    }),
  ).data.id

async function studied(owner: Person, values: object): Promise<string> {
  const id = await draft(owner, values)
  ok(await owner.post(`${records}/studyExperience/${id}/submit`, {}))
  ok(await region.people.school.post(`${records}/studyExperience/${id}/approve`, {}))
  return id
}

/** The basic information as the school writes it first. */
async function enrolled(owner: Person, name: string): Promise<string> {
  const definition = registry['basicInfo']
  if (!definition) throw new Error('basicInfo')
  const body: Record<string, unknown> = { ...sampleOf(definition, 7), name, staffNo: `T${owner.personId}` }
  body['idCardNo'] = idNumber(String(body['birthDate']), body['gender'] === '1')
  return ok(
    await region.people.school.post(`${records}/basicInfo`, {
      ...body,
      ownerId: owner.teacherId,
      attachments: [],
    }),
  ).data.id
}

/**
 * A teacher of the first school with a little of everything: in force, mended, under review, returned, a
 * draft.
 */
async function somebody(label: string) {
  const owner = await region.add(2, region.places.school, label)
  const basic = await enrolled(owner, label)
  const contact = ok(
    await owner.post(`${records}/contactInfo`, {
      mobile: `199${String(owner.personId).padStart(8, '0')}`,
      emergencyPhone: `198${String(owner.personId).padStart(8, '0')}`,
      address: '银杏路八号',
    }),
  ).data.id
  const kept = await studied(owner, { startMonth: '2010-09', endMonth: '2014-06' })
  const waiting = await draft(owner, {
    educationSchool: '等待大学',
    startMonth: '2015-09',
    endMonth: '2018-06',
  })
  ok(await owner.post(`${records}/studyExperience/${waiting}/submit`, {}))
  const returned = await draft(owner, {
    educationSchool: '退回大学',
    startMonth: '2016-09',
    endMonth: '2019-06',
  })
  ok(await owner.post(`${records}/studyExperience/${returned}/submit`, {}))
  ok(
    await region.people.school.post(`${records}/studyExperience/${returned}/return`, {
      reason: '请核对',
      fields: [{ key: 'endMonth', reason: '与证书不符' }],
    }),
  )
  const secret = await draft(owner, {
    educationSchool: '草稿大学',
    startMonth: '2017-09',
    endMonth: '2020-06',
  })
  return { owner, url: `/api/v1/archive/${owner.teacherId}`, basic, contact, kept, waiting, returned, secret }
}

const section = (document: ArchiveDocument, type: string) => {
  const found = document.sections.find((one) => one.type === type)
  if (!found) throw new Error(type)
  return found
}

describe('the archive of one teacher', () => {
  it('is one document of all three archives with what is in force, pending and returned, and who verified each field', async () => {
    const { owner, url, kept, waiting, returned, secret, basic } = await somebody('文大成')
    const document = archiveDocument.parse(ok(await owner.get(url)).data)
    expect([...new Set(document.sections.map(({ archive }) => archive))]).toEqual([
      'personal',
      'professional',
      'integrity',
    ])
    expect(document.sections.map(({ type }) => type)).toHaveLength(
      Object.values(registry).filter((d) => d.owner === 'teacher').length,
    )
    expect(document.sections[0]?.type).toBe('basicInfo')
    const studies = section(document, 'studyExperience')
    expect(studies).toMatchObject({ count: 1, pending: 1, returned: 1, percent: 100 })
    expect(studies.records.map(({ id }) => id).sort()).toEqual([kept, waiting, returned, secret].sort())
    const of = (id: string) => studies.records.find((one) => one.id === id)
    expect(of(kept)?.verified).toMatchObject([{ by: '周明岚', office: '东区一中' }])
    expect(of(kept)?.verified[0]?.keys).toContain('major')
    expect(of(waiting)?.pending).toMatchObject({ state: 'inReview', level: 'school', holder: '东区一中' })
    expect(of(returned)?.pending).toMatchObject({
      reasons: [{ key: 'endMonth', reason: '与证书不符' }],
      decidedBy: '周明岚',
    })
    expect(of(kept)?.attachments).toHaveLength(1)
    expect(of(returned)?.link).toMatch(/^\/mandata\/manbXuexi\?tab=studyExperience&id=/)
    // A field changed later was verified later, by whoever did.
    const view = (await owner.get<RecordView>(`${records}/basicInfo/${basic}`)).data
    const next = view.effective?.itCapability === '1' ? '2' : '1'
    ok(await owner.put(`${records}/basicInfo/${basic}`, { itCapability: next, version: view.version }))
    ok(await owner.post(`${records}/basicInfo/${basic}/submit`, {}))
    ok(await region.people.school2.post(`${records}/basicInfo/${basic}/approve`, {}))
    const [own] = section(archiveDocument.parse((await owner.get(url)).data), 'basicInfo').records
    const verifier = (key: string) => own?.verified.find(({ keys }) => keys.includes(key))?.by
    expect([verifier('itCapability'), verifier('gender')]).toEqual(['郑副', '周明岚'])
  })

  it('shows exactly the values of each single read, type by type, to the owner and to an office', async () => {
    const owner = await region.add(2, region.places.school, '样样全')
    for (const definition of Object.values(registry)) {
      if (definition.owner !== 'teacher' || definition.name === 'basicInfo') continue
      if (Object.values(definition.fields).some((field) => field.kind === 'record' && field.required))
        continue
      const school = definition.regime === 'recorded' || definition.regime === 'mixed'
      const writer = school ? region.people.school : owner
      const body: Record<string, unknown> = sampleOf(definition, 11, [owner.teacherId ?? 0])
      if (definition.attachments) body['attachments'] = [await picture(region, writer)]
      const made = await writer.post(`${records}/${definition.name}`, {
        ...body,
        ...(school && { ownerId: owner.teacherId }),
      })
      expect(made.status, definition.name).toBe(200)
      if (!definition.review) continue
      let now = ok(await owner.post(`${records}/${definition.name}/${made.data.id}/submit`, {}))
      const officers = {
        school: region.people.school,
        area: region.people.area,
        city: region.people.city,
        province: region.people.province,
      }
      while (now.data.state === 'inReview') {
        now = ok(
          await officers[now.data.level as keyof typeof officers].post(
            `${records}/${definition.name}/${made.data.id}/approve`,
            {},
          ),
        )
      }
    }
    await enrolled(owner, '样样全')
    for (const reader of [owner, region.people.school, region.people.city]) {
      const document = archiveDocument.parse(ok(await reader.get(`/api/v1/archive/${owner.teacherId}`)).data)
      const all = document.sections.flatMap(({ type, records: rows }) => rows.map((row) => ({ type, row })))
      expect(all.length).toBeGreaterThan(25)
      for (const { type, row } of all) {
        const single = (await reader.get<RecordView>(`${records}/${type}/${row.id}`)).data
        expect(row.values, type).toEqual(single.effective)
        expect(row.attachments, type).toEqual(single.effectiveAttachments)
      }
    }
  })

  it('counts years to the day it shows', () => {
    expect(lengthOf('2018-08', '2026-11-21')).toBe('8 年 3 个月')
    expect(lengthOf('2026-11', '2026-11-21')).toBe('0 个月')
    expect(lengthOf('2025-11', '2026-11-21')).toBe('1 年')
    expect(lengthOf('2027-01', '2026-11-21')).toBeNull()
  })

  it('marks what has run out and what soon will, of renewed contracts only the latest', async () => {
    const owner = await region.add(2, region.places.school, '到期人')
    const make = async (type: string, seed: number) => {
      const definition = registry[type]
      if (!definition) throw new Error(type)
      const school = definition.regime === 'recorded'
      const writer = school ? region.people.school : owner
      const body = {
        ...sampleOf(definition, seed),
        attachments: [await picture(region, writer)],
        ...(school && { ownerId: owner.teacherId }),
      }
      const { id } = ok(await writer.post(`${records}/${type}`, body)).data
      return id as string
    }
    const [old, now] = [await make('employmentContract', 3), await make('employmentContract', 4)]
    const [past, soon, later] = [addDays(today(), -1), addDays(today(), 20), addDays(today(), 91)]
    const expiring = async (oldEnd: string, nowEnd: string) => {
      for (const [id, end] of [
        [old, oldEnd],
        [now, nowEnd],
      ]) {
        await region.db.query(
          sql`update rec_employment_contract set contract_term = '1', end_date = ${end} where id = ${id}`,
        )
      }
      const document = archiveDocument.parse((await owner.get(`/api/v1/archive/${owner.teacherId}`)).data)
      return section(document, 'employmentContract').records.flatMap(({ id, expiring: list }) =>
        list.map((one) => ({ id, ...one })),
      )
    }
    const key = 'endDate'
    expect(await expiring(past, soon)).toEqual([{ id: now, key, date: soon, state: 'soon', days: 20 }])
    expect(await expiring(addDays(past, -9), past)).toEqual([
      { id: now, key, date: past, state: 'expired', days: -1 },
    ])
    expect(await expiring(past, later)).toEqual([])
  })
})

describe('who may read it', () => {
  it('outside the scope every call answers like for nobody', async () => {
    const { owner } = await somebody('范围内')
    const p = region.people
    const calls = [
      '',
      '/head',
      '/compare?from=2026-01-01&to=2026-02-01',
      '/timeline',
      '/evidence',
      '?date=2026-01-01',
    ]
    for (const who of [
      p.colleague,
      p.stranger,
      p.siblingSchool,
      p.otherSchool,
      p.citySchool,
      p.otherArea,
      p.otherCity,
    ]) {
      for (const call of calls) {
        const [foreign, missing] = [
          await who.get(`/api/v1/archive/${owner.teacherId}${call}`),
          await who.get(`/api/v1/archive/99999999${call}`),
        ]
        expect(foreign.status).toBe(404)
        expect([foreign.code, foreign.msg, foreign.data]).toEqual([missing.code, missing.msg, missing.data])
      }
      for (const call of ['/api/v1/archive/overview', '/api/userdanan/teacherdetail']) {
        expect((await who.get(`${call}?teacher_id=${owner.teacherId}`)).status).toBe(404)
      }
      const list = await who.get('/api/v1/archives?pageSize=100')
      expect(JSON.stringify(list.data ?? null)).not.toContain('范围内')
    }
    for (const who of [p.school, p.area, p.city, p.province]) {
      for (const call of calls)
        expect((await who.get(`/api/v1/archive/${owner.teacherId}${call}`)).status).toBe(200)
    }
    for (const who of [p.admin, p.expert, p.staff])
      expect((await who.get(`/api/v1/archive/${owner.teacherId}`)).status).toBe(403)
    expect((await owner.get('/api/v1/archives')).status).toBe(403)
    for (const odd of ['0', '-1', 'x', '1e3', '12345678901234567890'])
      expect((await p.school.get(`/api/v1/archive/${odd}`)).status).toBe(404)
  })

  it('drafts are the owner’s alone, in the document, its timeline, its evidence and its counts', async () => {
    const { owner, url, secret, waiting, returned } = await somebody('草稿人')
    const gone = await draft(owner, {
      educationSchool: '撤回大学',
      startMonth: '2001-09',
      endMonth: '2004-06',
    })
    ok(await owner.post(`${records}/studyExperience/${gone}/submit`, {}))
    ok(await owner.post(`${records}/studyExperience/${gone}/withdraw`, {}))
    for (const call of ['', '/timeline?pageSize=100', '/evidence', `?date=${today()}`]) {
      const office = JSON.stringify((await region.people.school.get(url + call)).data)
      for (const word of ['草稿大学', '撤回大学', secret, gone])
        expect(office, `${call} ${word}`).not.toContain(word)
      const own = JSON.stringify((await owner.get(url + call)).data)
      if (!call.includes('date'))
        for (const id of [secret, gone, waiting, returned]) expect(own, call).toContain(id)
    }
  })

  it('masks and seals for each reader as the single read does, also on another day and when comparing', async () => {
    const { owner, url, contact } = await somebody('密封人')
    const phone = `198${String(owner.personId).padStart(8, '0')}`
    // Under the mask both are the same.
    const next = `${phone.slice(0, 3)}1111${phone.slice(7)}`
    await pass(owner, 10)
    ok(
      await owner.put(`${records}/contactInfo/${contact}`, {
        emergencyPhone: next,
        version: (await owner.get(`${records}/contactInfo/${contact}`)).data.version,
      }),
    )
    const then = addDays(today(), -5)
    const compare = `/compare?from=${then}&to=${today()}`
    expect(JSON.stringify((await owner.get(`${url}?date=${then}`)).data)).toContain(phone)
    const change = archiveComparison
      .parse((await owner.get(url + compare)).data)
      .sections.find(({ type }) => type === 'contactInfo')
    expect(change?.changed[0]?.fields).toContainEqual({ key: 'emergencyPhone', from: phone, to: next })
    for (const who of [region.people.school, region.people.province]) {
      for (const call of ['', `?date=${then}`, compare, '/timeline', '/evidence']) {
        const text = JSON.stringify((await who.get(url + call)).data)
        expect(text, call).not.toMatch(new RegExp(`${phone}|${next}|银杏路八号`))
      }
      const changed = archiveComparison
        .parse((await who.get(url + compare)).data)
        .sections.find(({ type }) => type === 'contactInfo')
      expect(changed?.changed[0]?.fields.map(({ key }) => key)).toContain('emergencyPhone')
    }
  })

  it('tells a reviewer in short whose record it is, and that is a reading of the basic information', async () => {
    const { owner, url, basic } = await somebody('头一眼')
    const reader = await region.add(4, region.places.district, '看一眼的人')
    const head = archiveHead.parse(ok(await reader.get(`${url}/head`)).data)
    const { head: whole } = archiveDocument.parse(ok(await owner.get(url)).data)
    expect(head).toEqual(whole)
    expect(head).toMatchObject({ teacherId: owner.teacherId, name: '头一眼', institution: '东区一中' })
    expect(head.facts.map(({ label }) => label)).toContain('教职工号')
    const view = (await owner.get<RecordView>(`${records}/basicInfo/${basic}`)).data
    expect(head.photo).toBe(view.effective?.['photo'] ?? null)
    const reads = (await owner.get<{ list: { who: string; what: string }[] }>('/api/v1/user/archiveReads'))
      .data
    expect(reads.list.filter(({ who }) => who === '看一眼的人').map(({ what }) => what)).toEqual(['基本信息'])
  })

  it('leaves a trace when an office reads, none when the teacher does', async () => {
    const { owner, url } = await somebody('留痕人')
    await owner.get(url)
    await region.people.area.get(`${url}?date=2026-01-01`)
    await region.people.otherArea.get(url)
    const rows = await region.db.query(
      sql`select by_identity, action, facts
        from audit
        where owner_id = ${owner.teacherId} and action = 'archive.read'`,
    )
    expect(rows).toEqual([
      {
        by_identity: region.people.area.identityId,
        action: 'archive.read',
        facts: { part: 'document', date: '2026-01-01' },
      },
    ])
  })
})

describe('the archive on another day', () => {
  it('is for every record what its own reading of that day is', async () => {
    const { owner, url, kept, basic } = await somebody('回看人')
    const other = await studied(owner, {
      educationSchool: '后来大学',
      startMonth: '2005-09',
      endMonth: '2008-06',
    })
    await pass(owner, 30)
    ok(
      await owner.put(`${records}/studyExperience/${kept}`, {
        major: '数学',
        version: (await owner.get(`${records}/studyExperience/${kept}`)).data.version,
      }),
    )
    ok(await owner.post(`${records}/studyExperience/${kept}/submit`, {}))
    ok(await region.people.school.post(`${records}/studyExperience/${kept}/approve`, {}))
    await pass(owner, 30)
    ok(await region.people.school.post(`${records}/studyExperience/${other}/void`, { reason: '录错' }))
    for (const reader of [owner, region.people.area]) {
      for (const days of [0, 15, 29, 30, 31, 45, 59, 60, 61, 100]) {
        const date = addDays(today(), -days)
        const document = archiveDocument.parse(ok(await reader.get(`${url}?date=${date}`)).data)
        const told = new Map(
          document.sections.flatMap(({ type, records: rows }) => rows.map((row) => [row.id, { type, row }])),
        )
        for (const [type, id] of [
          ['basicInfo', basic],
          ['studyExperience', kept],
          ['studyExperience', other],
        ] as const) {
          const single = (await reader.get<AsOfView>(`${records}/${type}/${id}/asOf?date=${date}`)).data
          const derived = Object.entries(registry[type]?.fields ?? {}).flatMap(([key, field]) =>
            field.derived ? [key] : [],
          )
          const plain = (values: Record<string, unknown> | null | undefined) =>
            values
              ? Object.fromEntries(Object.entries(values).filter(([key]) => !derived.includes(key)))
              : null
          expect(plain(told.get(id)?.row.values), `${type} ${days} days ago`).toEqual(plain(single.values))
          expect(told.get(id)?.row.attachments ?? [], `${type} ${days}`).toEqual(single.attachments)
        }
        expect(document.sections.every(({ pending, returned }) => pending + returned === 0)).toBe(true)
      }
    }
    // Derived fields are those of that day: there was no education before the first one was verified.
    const at = async (days: number) =>
      section(
        archiveDocument.parse((await owner.get(`${url}?date=${addDays(today(), -days)}`)).data),
        'basicInfo',
      ).records[0]?.values
    expect((await at(45))?.['highestEducation']).toBe(study.educationLevel)
    expect(await at(61)).toBeUndefined()
  })

  it('is compared with another day: what came, changed and went', async () => {
    const { owner, url, kept } = await somebody('对照人')
    const other = await studied(owner, {
      educationSchool: '失效大学',
      startMonth: '2005-09',
      endMonth: '2008-06',
    })
    await pass(owner, 20)
    ok(
      await owner.put(`${records}/studyExperience/${kept}`, {
        major: '数学',
        version: (await owner.get(`${records}/studyExperience/${kept}`)).data.version,
      }),
    )
    ok(await owner.post(`${records}/studyExperience/${kept}/submit`, {}))
    ok(await region.people.school.post(`${records}/studyExperience/${kept}/approve`, {}))
    ok(await region.people.school.post(`${records}/studyExperience/${other}/void`, { reason: '录错' }))
    const fresh = await studied(owner, {
      educationSchool: '新增大学',
      startMonth: '2001-09',
      endMonth: '2004-06',
    })
    const compare = async (from: number, to: number) =>
      archiveComparison.parse(
        ok(await owner.get(`${url}/compare?from=${addDays(today(), -from)}&to=${addDays(today(), -to)}`))
          .data,
      )
    const found = (await compare(10, 0)).sections.find(({ type }) => type === 'studyExperience')
    expect(found?.added.map(({ id }) => id)).toEqual([fresh])
    expect(found?.ended.map(({ id }) => id)).toEqual([other])
    expect(found?.changed).toMatchObject([
      { id: kept, fields: [{ key: 'major', from: '汉语言文学', to: '数学' }], files: null },
    ])
    expect((await compare(10, 5)).sections).toEqual([])
    expect((await compare(0, 0)).sections).toEqual([])
    const all = (await compare(30, 0)).sections.map(({ type, added, changed, ended }) => [
      type,
      added.length,
      changed.length,
      ended.length,
    ])
    expect(all).toContainEqual(['studyExperience', 2, 0, 0])
    expect(all).toContainEqual(['basicInfo', 1, 0, 0])
  })

  it('refuses days that are none, by name', async () => {
    const { owner, url } = await somebody('坏日期')
    for (const bad of ['2026-02-30', 'gestern', '', '2026', '2026/01/01', addDays(today(), 1)]) {
      for (const [call, field] of [
        [`?date=${bad}`, 'date'],
        [`/compare?from=${bad}&to=2026-01-01`, 'from'],
        [`/compare?from=2026-01-01&to=${bad}`, 'to'],
      ] as const) {
        const answer = await owner.get(url + call)
        expect([answer.status, answer.data?.errors?.[0]?.field], call).toEqual([400, field])
        expect(answer.data.errors[0]?.message).toMatch(/日期/)
      }
    }
    for (const call of [
      '/compare',
      '/compare?from=2026-01-01',
      '/compare?from=2026-02-01&to=2026-01-01',
      '?when=1',
      '?date=2026-01-01&date=2026-01-02',
      '/timeline?page=0',
    ]) {
      expect((await owner.get(url + call)).status, call).toBe(400)
    }
  })
})

describe('the parts beside the document', () => {
  it('overview: completeness with what is missing and where to fill it in, what waits, what came back', async () => {
    const { owner, waiting, returned } = await somebody('总览人')
    const overview = archiveOverview.parse(ok(await owner.get('/api/v1/archive/overview')).data)
    const document = archiveDocument.parse((await owner.get(`/api/v1/archive/${owner.teacherId}`)).data)
    const bench = (await owner.get<Workbench>('/api/v1/workbench')).data.completeness
    expect([overview.completeness, document.percent]).toEqual([bench?.percent, bench?.percent])
    const item = (type: string) => overview.items.find((one) => one.type === type)
    expect(item('studyExperience')).toMatchObject({ count: 1, pending: 1, returned: 1 })
    const work = item('workExperience')?.missing[0]
    expect(work).toMatchObject({ key: '', label: '未填工作经历' })
    expect(work?.link).toMatch(/^\/mandata\/.*tab=workExperience&new=1$/)
    expect(overview.underWay.find(({ recordId }) => recordId === waiting)).toMatchObject({
      state: 'inReview',
      holder: '东区一中',
      waitingDays: 0,
    })
    expect(overview.underWay.find(({ recordId }) => recordId === returned)?.reason).toContain('与证书不符')
    const office = archiveOverview.parse(
      ok(await region.people.area.get(`/api/v1/archive/overview?teacher_id=${owner.teacherId}`)).data,
    )
    expect(office.underWay.map(({ state }) => state).sort()).toEqual(['inReview', 'returned'])
    expect(
      office.items.flatMap(({ link, missing }) => [link, ...missing.map((one) => one.link)]).filter(Boolean),
    ).toEqual([])
    expect((await region.people.area.get('/api/v1/archive/overview')).status).toBe(404)
  })

  it('a draft nobody was given fills nothing; what came back stays red with its reason until it is handed in again', async () => {
    const { owner, returned, waiting, kept } = await somebody('改一半')
    const bench = async () => (await owner.get<Workbench>('/api/v1/workbench')).data
    const back = async () => (await bench()).todos.find(({ id }) => id === returned)
    const before = await back()
    expect(before).toMatchObject({ kind: 'returned', verb: '去修改' })
    const { version } = (await owner.get(`${records}/studyExperience/${returned}`)).data
    ok(await owner.put(`${records}/studyExperience/${returned}`, { version, major: '数学' }))
    const after = await back()
    expect(after).toMatchObject({
      kind: 'returned',
      title: before?.title,
      since: before?.since,
      verb: '继续修改',
    })
    expect(after?.lines.join()).toMatch(/周明岚退回.*与证书不符.*已开始修改/)
    const overview = archiveOverview.parse(ok(await owner.get('/api/v1/archive/overview')).data)
    expect(overview.underWay.find(({ recordId }) => recordId === returned)).toMatchObject({
      state: 'returned',
    })
    expect(overview.underWay.find(({ recordId }) => recordId === returned)?.reason).toContain('与证书不符')
    expect(overview.items.find(({ type }) => type === 'studyExperience')).toMatchObject({ returned: 1 })

    // Without what is in force and under review only drafts are left of this section.
    await region.db.query(
      sql`delete from revision where record_id = any(${[waiting, kept, returned]}::uuid[])`,
    )
    await region.db.query(sql`delete from rec_study_experience where id = ${kept}`)
    const section = (await bench()).completeness?.sections.find(({ type }) => type === 'studyExperience')
    expect(section).toMatchObject({ percent: 0, missing: [{ label: '学习经历已填写，尚未提交' }] })
  })

  it('timeline: everything that happened, newest first, in pages', async () => {
    const { owner, url } = await somebody('经过人')
    const all = archiveEventPage.parse(ok(await owner.get(`${url}/timeline?pageSize=100`)).data)
    expect(all.list.length).toBe(all.total)
    expect(all.list.map(({ at }) => at)).toEqual(
      all.list
        .map(({ at }) => at)
        .sort()
        .reverse(),
    )
    expect(all.list.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['create', 'submit', 'approve', 'return']),
    )
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) =>
        owner.get<{ list: ArchiveEvent[] }>(`${url}/timeline?pageSize=5&page=${page}`),
      ),
    )
    expect(pages.flatMap(({ data }) => data.list.map(({ id }) => id))).toEqual(
      all.list.map(({ id }) => id).slice(0, 20),
    )
    expect((await owner.get(`${url}/timeline?page=99`)).data).toMatchObject({ list: [], total: all.total })
    expect(all.list.find(({ action }) => action === 'return')).toMatchObject({
      operator: '周明岚',
      title: '学习经历',
      fields: [{ key: 'endMonth', reason: '与证书不符' }],
    })
  })

  it('evidence: every file with the record it belongs to', async () => {
    const { owner, url, kept, waiting } = await somebody('佐证人')
    const { list } = archiveFiles.parse(ok(await region.people.school.get(`${url}/evidence`)).data)
    expect(list.map(({ recordId }) => recordId)).toEqual(expect.arrayContaining([kept, waiting]))
    expect(list.find(({ recordId }) => recordId === kept)).toMatchObject({
      title: '学习经历',
      field: 'attachments',
      proposed: false,
    })
    expect(list.find(({ recordId }) => recordId === waiting)?.proposed).toBe(true)
    const [first] = list
    expect(
      (await region.people.school.get(`/api/v1/upload/file?key=${first?.file.id}&action=preview`)).status,
    ).toBe(200)
    expect(archiveFiles.parse((await owner.get(`${url}/evidence`)).data).list.length).toBe(list.length + 1)
  })

  it('the fixed call: by tab, in its own shape', async () => {
    const { owner, kept } = await somebody('详情人')
    const ask = async (tab: string) =>
      teacherDetail.parse(
        ok(await region.people.school.get(`/api/userdanan/teacherdetail?teacher_id=${owner.teacherId}${tab}`))
          .data,
      )
    expect(Object.keys((await ask('&tab=xuexi')).records).sort()).toEqual([
      'learningRecord',
      'studyExperience',
      'trainingRegistration',
    ])
    expect((await ask('&tab=geren')).records['studyExperience']).toMatchObject([
      { id: kept, educationSchool: study.educationSchool },
    ])
    expect((await ask('')).basic).toHaveProperty('gender')
    expect(
      (await region.people.school.get(`/api/userdanan/teacherdetail?teacher_id=${owner.teacherId}&tab=x`))
        .status,
    ).toBe(400)
  })

  it('the list of an office: those in scope, by name, pinyin and school, with the same figures as each archive', async () => {
    const { owner } = await somebody('欧阳名单')
    const { school, area, city } = region.people
    const list = async (who: Person, query: string) =>
      archivePage.parse(ok(await who.get(`/api/v1/archives?${query}`)).data)
    for (const q of ['欧阳', 'ouyang', 'oymd', 'Ou Yang']) {
      const found = await list(area, `q=${encodeURIComponent(q)}`)
      expect(
        found.list.map(({ name }) => name),
        q,
      ).toEqual(['欧阳名单'])
    }
    const [line] = (await list(school, 'q=欧阳')).list
    const overview = archiveOverview.parse(
      (await school.get(`/api/v1/archive/overview?teacher_id=${owner.teacherId}`)).data,
    )
    expect(line).toMatchObject({
      teacherId: owner.teacherId,
      percent: overview.completeness,
      pending: 1,
      returned: 1,
      institution: '东区一中',
    })
    expect(
      (await list(city, `institution=${encodeURIComponent('市直')}`)).list.map(({ name }) => name),
    ).toEqual(['陈直'])
    expect(await list(area, 'q=没有该人')).toMatchObject({ list: [], total: 0 })
    const whole = await list(city, 'pageSize=100')
    const paged = await Promise.all([1, 2, 3].map((page) => list(city, `pageSize=4&page=${page}`)))
    expect(paged.flatMap((page) => page.list.map(({ teacherId }) => teacherId))).toEqual(
      whole.list.slice(0, 12).map(({ teacherId }) => teacherId),
    )
    for (const bad of ['q=%00', 'page=x', 'pageSize=101', 'nothing=1'])
      expect((await area.get(`/api/v1/archives?${bad}`)).status, bad).toBe(400)
  })
})

describe('from one teacher to the next', () => {
  const at = (who: Person, owner: Person, query = '') =>
    who.get(`/api/v1/archive/${owner.teacherId}/neighbours${query}`)

  it('walks the whole list in its order, with the filter it was opened with, and tells the place', async () => {
    const { area, city } = region.people
    for (const [who, query] of [
      [area, ''],
      [city, ''],
      [city, '?q=s'],
      [city, `?institution=${encodeURIComponent('一中')}`],
    ] as const) {
      const list = archivePage.parse(
        ok(await who.get(`/api/v1/archives${query}${query ? '&' : '?'}pageSize=100`)).data,
      )
      const ids = list.list.map(({ teacherId }) => teacherId)
      expect(ids.length).toBeGreaterThan(1)
      for (const [i, line] of list.list.entries()) {
        const answer = archiveNeighbours.parse(
          ok(await who.get(`/api/v1/archive/${line.teacherId}/neighbours${query}`)).data,
        )
        const name = (one: number) =>
          list.list[one] ? { teacherId: ids[one], name: list.list[one].name } : null
        expect(answer, `${query} ${i}`).toEqual({
          place: i + 1,
          total: list.total,
          previous: name(i - 1),
          next: name(i + 1),
        })
      }
    }
  })

  it('says nothing of teachers out of reach, nor of one the filter leaves out', async () => {
    const { teacher, stranger, school, area, otherArea } = region.people
    expect((await at(otherArea, teacher)).status).toBe(404)
    expect((await at(school, stranger)).status).toBe(404)
    expect((await at(teacher, teacher)).status).toBe(403)
    expect(ok(await at(area, teacher, `?q=${encodeURIComponent('曾广')}`)).data).toEqual({
      place: null,
      total: null,
      previous: null,
      next: null,
    })
    expect((await at(area, teacher, '?page=2')).status).toBe(400)
    const beside = JSON.stringify(ok(await at(school, teacher)).data)
    expect(beside).not.toContain('单于飞')
  })
})
