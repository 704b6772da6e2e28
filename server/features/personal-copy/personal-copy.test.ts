import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  copiedArchive,
  type CopiedArchive,
  type PersonalCopies,
  type PersonalCopy,
} from '../../../catalogue/contract/account/personal-copy.ts'
import type { ExportJob } from '../../../catalogue/contract/administration/exports.ts'
import type { Message } from '../../../catalogue/contract/workspace.ts'
import { idNumber, testKeys, testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { study, upload } from '../../app/testing/test-values.ts'
import { namings } from '../../engine/movement/index.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { packageRefusals } from '../../platform/documents/refusal.ts'
import { createLog } from '../../platform/log/log.ts'
import { partsOf } from '../../platform/package/zip.ts'
import { storesIn } from '../../platform/storage/file-stores.ts'
import { readingsAbout } from '../account/index.ts'
import { basic, join } from '../joining/test-joining.ts'
import { notify } from '../messages/index.ts'
import { endCopies, makeNext } from './make.ts'
import type { CopyNeeds } from './needs.ts'
import { tableSources } from './tables.ts'
import { toldElsewhere, withheldParts } from './withheld.ts'

const url = '/api/v1/me/copy'
const running = new AbortController().signal
let region: Region
let needs: CopyNeeds
/** The person whose copy is made, a number that was joined into it, and the identity of an officer. */
let me: Person
let officer: Person
beforeAll(async () => {
  region = await testRegion('personal-copy')
  const { db, engine, folder } = region
  needs = {
    db,
    engine,
    keys: testKeys,
    log: createLog('silent'),
    notify,
    fileStores: storesIn(folder),
    readingsAbout: (personId, numbers, most) => readingsAbout(engine, personId, numbers, most),
  }
  me = region.people.teacher
})
afterAll(() => region.close())

/** Facts that were planted: those about the person, and those about others. */
const planted = { mine: new Array<string>(), others: new Array<string>() }
const mine = (): string => {
  const mark = `本人事实${String(planted.mine.length + 1).padStart(3, '0')}`
  planted.mine.push(mark)
  return mark
}
const others = (): string => {
  const mark = `他人事实${String(planted.others.length + 1).padStart(3, '0')}`
  planted.others.push(mark)
  return mark
}

const records = '/api/v1/records/studyExperience'
const drafted = async (who: Person, mark: () => string, more: object = {}) => {
  const made = await who.post(records, { ...study, educationSchool: mark(), major: mark(), ...more })
  expect(made.msg, JSON.stringify(made.data)).toBe('ok')
  return made.data.id
}
const say = (identityId: number, mark: () => string) =>
  region.db.execute(sql`
    insert into message (identity_id, kind, title, content) values (${identityId}, '1', ${mark()}, ${mark()})`)

/** What a person did and what happened to them, each with a mark; the same of the person and of others. */
async function plantWords(who: Person, mark: () => string): Promise<void> {
  const { db } = region
  const { personId, teacherId, identityId, institutionId } = who
  await say(identityId, mark)
  await db.execute(sql`
    insert into feedback (id, by_identity, person_id, kind, text, answer)
    values (${uuidv7()}, ${identityId}, ${personId}, '1', ${mark()}, ${mark()})`)
  await db.execute(sql`
    insert into collection (title, description, institution_id, person_id)
    values (${mark()}, ${mark()}, ${institutionId}, ${personId})`)
  await db.execute(sql`
    insert into comment (id, kind, item_id, person_id, institution_id, text)
    values (${uuidv7()}, 'resource', 1, ${personId}, ${institutionId}, ${mark()})`)
  await db.execute(sql`
    insert into prep (id, institution_id, teacher_id, title, stage, subject, week)
    values (${uuidv7()}, ${institutionId}, ${teacherId}, ${mark()}, '3', '14', '2026-11-30')`)
  await db.execute(sql`
    insert into ledger_entry (owner_id, id, account, year, category, tenths, source, source_type, source_id,
      source_version, certificate, reason)
    values (${teacherId}, ${uuidv7()}, 'hours', 2026, '2', 35, 'project', 'x', ${uuidv7()}, 1, ${mark()}, ${mark()})`)
  await db.execute(sql`
    insert into talent_entry (owner_id, kind, office_id, reason) values (${teacherId}, '1', ${institutionId}, ${mark()})`)
  await db.execute(sql`update person set login_name = ${mark()} where id = ${personId}`)
  await db.execute(sql`update session set agent = ${mark()} where identity_id = ${identityId}`)
}

/** A record on its whole way: returned with a reason, mended, in force, with evidence. */
async function plantRecords(): Promise<void> {
  const { school, area } = region.people
  const file = await upload(region, me, `${mine()}.jpg`)
  const id = await drafted(me, mine, { attachments: [file] })
  const sent = async () => expect((await me.post(`${records}/${id}/submit`, {})).msg).toBe('ok')
  await sent()
  expect((await school.post(`${records}/${id}/return`, { reason: mine() })).msg).toBe('ok')
  const mended = { ...study, educationSchool: mine(), major: mine(), attachments: [file] }
  const { version } = (await me.get<{ version: number }>(`${records}/${id}`)).data
  const edited = await me.put(`${records}/${id}`, { ...mended, version })
  expect(edited.msg, JSON.stringify(edited.data)).toBe('ok')
  await sent()
  for (const who of [school, area]) await who.post(`${records}/${id}/approve`, {})
  for (let at = 0; at < 12; at += 1) await drafted(me, mine)
}

async function plantOwn(): Promise<void> {
  const { school, area } = region.people
  await plantRecords()
  await plantWords(me, mine)
  await region.db.execute(sql`
    insert into consent_log (person_id, identity_id, kind, edition, act)
    values (${me.personId}, ${me.identityId}, 'userAgreement', ${mine()}, 'agreed')`)
  const asked = await area.post<ExportJob>('/api/v1/exports', {
    list: 'roll',
    query: {},
    columns: ['name'],
    format: 'xlsx',
    purpose: '9',
    purposeText: mine(),
    opened: [],
  })
  expect(asked.data.state, asked.msg).toBe('ready')
  expect((await school.get(`/api/v1/archive/${me.teacherId}`)).status).toBe(200)
  await region.db.execute(sql`
    insert into archive_task (id, office_id, by_identity, title, query, sentence, due_on)
    values ('0197f1c2-0000-7000-8000-00000000aa01', ${school.institutionId}, ${school.identityId}, ${mine()}, '{}', '', '2026-12-31')`)
  await region.db.execute(sql`
    insert into archive_task_person (task_id, teacher_id)
    values ('0197f1c2-0000-7000-8000-00000000aa01', ${me.teacherId})`)
}

/** An identity of the same human at the office: its work is not about the human. */
async function plantOffice(): Promise<void> {
  const { school } = region.people
  const { id } = await region.db.one<{ id: number }>(sql`
    insert into identity (person_id, role, institution_id)
    values (${me.personId}, 3, ${school.institutionId}) returning id`)
  officer = { ...school, identityId: id, personId: me.personId }
  await say(id, others)
}

/** A second number of the same human, joined into the first one. */
async function plantJoined(): Promise<void> {
  const { area, school } = region.people
  const other = await region.add(2, region.places.school, '林疏影')
  await region.db.execute(sql`
    insert into consent_log (person_id, identity_id, kind, edition, act)
    values (${other.personId}, ${other.identityId}, 'privacyPolicy', ${mine()}, 'read')`)
  await drafted(other, mine)
  await say(other.identityId, mine)
  await basic(other, school, { name: '林疏影', idCardNo: idNumber('1980-05-17', true) })
  expect((await area.get(`/api/v1/archive/${other.teacherId}`)).status).toBe(200)
  const done = await join(area, me, other, { turn: { present: 'kept', on: '2024-09-01' } })
  expect(done.msg, JSON.stringify(done.data)).toBe('ok')
}

/** The parts of a copy by their names. */
async function partsIn(who: Person, id: string): Promise<ReadonlyMap<string, Buffer>> {
  const { rawPayload, statusCode } = await region.app.inject({
    url: `${url}/${id}/file`,
    headers: { token: who.token },
  })
  expect(statusCode, rawPayload.toString('utf8', 0, 200)).toBe(200)
  const files = new Map<string, Buffer>()
  for await (const part of partsOf(rawPayload, { bytes: 50_000_000, parts: 200 }, packageRefusals)) {
    const pieces: Buffer[] = []
    for await (const piece of part.pieces()) pieces.push(piece)
    files.set(part.name, Buffer.concat(pieces))
  }
  return files
}

const ask = (who: Person) => who.post<PersonalCopy>(url)
const list = async (who: Person) => (await who.get<PersonalCopies>(url)).data.list

/** Asks for a copy, lets the job make it, and reads it. */
async function copyOf(who: Person) {
  const { data, msg } = await ask(who)
  expect(msg).toBe('ok')
  expect(await makeNext(needs, running)).toBe(true)
  const [copy] = await list(who)
  expect(copy).toMatchObject({ id: data.id, state: 'ready', fault: null })
  const parts = await partsIn(who, data.id)
  const textOf = (name: string) => (parts.get(name) ?? Buffer.alloc(0)).toString('utf8')
  const archive: CopiedArchive = copiedArchive.parse(JSON.parse(textOf('archive.json')))
  return { id: data.id, parts, textOf, archive }
}

describe('my copy', () => {
  it('holds sixty planted facts of a human with two numbers and two identities, and none of twenty of others', async () => {
    const { colleague } = region.people
    await plantOwn()
    await plantJoined()
    await plantOffice()
    await drafted(colleague, others)
    await drafted(colleague, others)
    await plantWords(colleague, others)
    while (planted.mine.length < 60) await drafted(me, mine)
    while (planted.others.length < 20) await say(colleague.identityId, others)
    const { archive, textOf, parts } = await copyOf(me)
    const json = textOf('archive.json')
    expect(planted.mine.length).toBeGreaterThanOrEqual(60)
    expect(planted.others.length).toBeGreaterThanOrEqual(20)
    expect(planted.mine.filter((mark) => !json.includes(mark))).toEqual([])
    const everything = [...parts].map(([name, bytes]) => name + bytes.toString('utf8')).join('\n')
    expect(planted.others.filter((mark) => everything.includes(mark))).toEqual([])
    // Reviewers stand there by their office.
    const around = (name: string) =>
      everything.slice(everything.indexOf(name) - 80, everything.indexOf(name) + 40)
    expect(['周明岚', '何以宁'].filter((name) => everything.includes(name)).map(around)).toEqual([])
    expect(archive.teacherNumbers).toHaveLength(2)
    expect(archive.tables.find(({ key }) => key === 'identities')?.rows.map(({ role }) => role)).toContain(
      '学校',
    )
    const studies = archive.sections.find(({ type }) => type === 'studyExperience')?.records ?? []
    const inForce = studies.find((record) => record.inForce)
    expect(inForce?.revisions.map(({ state }) => state)).toEqual(['returned', 'approved'])
    expect(inForce?.events.map(({ office }) => office)).toContain('东区一中')
    const readings = archive.tables.find(({ key }) => key === 'readings')?.rows ?? []
    expect(readings.filter(({ what }) => what === '整份档案').length).toBeGreaterThanOrEqual(2)
    expect(readings.some(({ how }) => how === '导出')).toBe(true)
  })

  it('opens without the portal: a page, a schema, workbooks and the files', async () => {
    const { textOf, parts, archive } = await copyOf(me)
    const page = textOf('index.html')
    expect(page.startsWith('<!doctype html>')).toBe(true)
    expect(page).not.toMatch(/<script|https?:\/\/|undefined|\[object/)
    for (const { place, isMissing } of archive.files) {
      expect(isMissing).toBe(false)
      expect(parts.get(place)?.length ?? 0).toBeGreaterThan(50)
      expect(page).toContain(place.split('/').map(encodeURIComponent).join('/'))
    }
    expect(archive.files.length).toBeGreaterThan(0)
    for (const { what, why } of archive.withheld) expect(page + why).toContain(what)
    expect(JSON.parse(textOf('archive.schema.json'))).toEqual(z.toJSONSchema(copiedArchive))
    const book = read(parts.get('表格/档案-学习经历.xlsx') ?? Buffer.alloc(0), { type: 'buffer' })
    expect(book.SheetNames).toEqual(['现行有效', '全部版本', '办理记录'])
    const rows = utils.sheet_to_json<string[]>(book.Sheets['全部版本'] ?? {}, { header: 1 })
    expect(rows.length).toBeGreaterThan(14)
  })

  it('holds the identity number and phone in full, and what somebody typed as text', async () => {
    const { citySchool, cityTeacher } = region.people
    const idCardNo = idNumber('1980-05-17', true)
    await basic(cityTeacher, citySchool, { idCardNo, name: '陈直' })
    await drafted(cityTeacher, () => '<b onclick="x()">=cmd()</b>')
    const { archive, textOf } = await copyOf(cityTeacher)
    expect(archive.sections.find(({ type }) => type === 'basicInfo')?.records[0]?.values).toMatchObject({
      idCardNo,
    })
    const { rows } = await region.db
      .one<{ sealed: string | null }>(
        sql`select id_no_sealed as sealed from person where id = ${cityTeacher.personId}`,
      )
      .then(({ sealed }) => ({ rows: sealed }))
    if (rows !== null)
      expect(archive.tables.find(({ key }) => key === 'account')?.rows[0]?.['idNo']).toBe(idCardNo)
    expect(textOf('index.html')).not.toContain('<b onclick')
    const stored = await region.db.query(
      sql`select * from personal_copy where person_id = ${cityTeacher.personId}`,
    )
    expect(JSON.stringify(stored)).not.toContain(idCardNo)
  })

  it('is there for who has no archive', async () => {
    const { archive } = await copyOf(region.people.expert)
    expect([archive.teacherNumbers, archive.sections]).toEqual([[], []])
  })
})

describe('a copy', () => {
  it('is fetched by its owner alone, whichever identity they use, and not through their eyes', async () => {
    const { admin, colleague } = region.people
    const [copy] = await list(me)
    const address = `${url}/${copy?.id}/file`
    for (const who of [colleague, admin, region.people.school])
      expect((await who.get(address)).status).toBe(404)
    expect((await region.app.inject({ url: address })).statusCode).toBe(401)
    expect((await region.app.inject({ method: 'POST', url })).statusCode).toBe(401)
    const asOfficer = await region.signInAgain(officer)
    expect((await asOfficer.get(address)).status).toBe(200)
    await admin.post('/api/v1/viewAs', { identityId: me.identityId, reason: '核对页面' })
    expect((await admin.get(address)).status).toBe(403)
    expect((await admin.post(url)).status).toBe(403)
    await admin.post('/api/v1/viewAs/end', {})
    expect((await me.get(`${url}/no-number/file`)).status).toBe(400)
  })

  it('that is under way is the one that is asked for again; three a day; its end tells who asked', async () => {
    const { stranger } = region.people
    const [first, second] = await Promise.all([ask(stranger), ask(stranger)])
    expect(first.data.id).toBe(second.data.id)
    expect((await stranger.get(`${url}/${first.data.id}/file`)).msg).toBe('该副本尚未生成')
    await makeNext(needs, running)
    const told = await stranger.get<{ list: Message[] }>('/api/v1/userSystemMessage?kind=1&pageSize=20')
    expect(told.data.list[0]).toMatchObject({
      title: '您的数据副本已生成',
      link: '/teacher/personal?tab=copy',
    })
    for (let at = 0; at < 2; at += 1) {
      expect((await ask(stranger)).msg).toBe('ok')
      await makeNext(needs, running)
    }
    expect((await ask(stranger)).status).toBe(429)
  })

  it('goes after seven days with its bytes and its key', async () => {
    const { stranger } = region.people
    const [copy] = await list(stranger)
    await region.db.execute(sql`
      update personal_copy
      set kept_until = (now() at time zone 'UTC' - interval '1 minute') at time zone 'UTC'
      where id = ${copy?.id ?? null}::uuid`)
    const late = await stranger.get(`${url}/${copy?.id}/file`)
    expect([late.status, late.msg]).toEqual([409, '该副本已过保存期限，请重新生成'])
    const { key } = await region.db.one<{ key: string }>(
      sql`select storage_key as key from personal_copy where id = ${copy?.id ?? null}::uuid`,
    )
    await endCopies(needs)
    expect(await needs.fileStores.copies.size(key)).toBeNull()
    expect((await list(stranger))[0]?.state).toBe('expired')
  })

  it('that a killed writer left is made by the next one', async () => {
    const { southTeacher } = region.people
    await ask(southTeacher)
    await region.db.execute(sql`
      update personal_copy
      set state = 'writing', attempt = 1,
        beat_at = (now() at time zone 'UTC' - interval '3 minutes') at time zone 'UTC'
      where person_id = ${southTeacher.personId}`)
    expect(await makeNext(needs, running)).toBe(true)
    expect((await list(southTeacher))[0]?.state).toBe('ready')
    expect(await makeNext(needs, running)).toBe(false)
  })
})

it('wants a fresh proof of who it is, where the portal asks for any', async () => {
  const strict = await region.serveBeside({ secondFactor: 'offer' })
  try {
    const asked = await strict.inject({ method: 'POST', url, headers: { token: me.token } })
    expect(asked.json()).toMatchObject({ msg: expect.stringContaining('确认') })
    const [copy] = await list(me)
    const fetched = await strict.inject({ url: `${url}/${copy?.id}/file`, headers: { token: me.token } })
    expect(fetched.statusCode).toBe(asked.statusCode)
  } finally {
    await strict.close()
  }
})

it('every table that names persons is told or withheld with a reason, and none twice', () => {
  const held = [
    ...tableSources.flatMap(({ holds }) => holds),
    ...withheldParts.flatMap(({ tables }) => tables),
    ...toldElsewhere,
    // 办理的事项 reads it by the word of its room.
    'process_case',
  ]
  const naming = [...new Set(namings.map(({ table }) => table))]
  expect(naming.filter((table) => !held.includes(table))).toEqual([])
  expect(held.filter((table, at) => held.indexOf(table) !== at)).toEqual([])
})
