import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { read, utils, type WorkBook } from '@e965/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  exportJob,
  exportPage,
  exportPreview,
  type ExportAsk,
  type ExportJob,
  type ExportPage,
  type ExportPreview,
} from '../../../catalogue/contract/administration/exports.ts'
import type { RecordPage } from '../../../catalogue/contract/archive/records.ts'
import type { RollPage } from '../../../catalogue/contract/archive/roll.ts'
import type { readingPage } from '../../../catalogue/contract/account/personal.ts'
import { idNumber, testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sampleOf } from '../../app/testing/test-sample.ts'
import { registry } from '../../app/records.ts'
import { sql } from '../../platform/db/sql.ts'
import { writing } from './clock.ts'
import { exportingOf } from './test-exporting.ts'
import type { z } from 'zod'

let region: Region
beforeAll(async () => {
  region = await testRegion('exports')
  const { school, otherSchool, teacher, colleague, stranger } = region.people
  for (const [i, [keeper, owner]] of (
    [
      [school, teacher],
      [school, colleague],
      [otherSchool, stranger],
    ] as const
  ).entries()) {
    const basic = registry['basicInfo']
    if (!basic) throw new Error('basicInfo')
    const sample = sampleOf(basic, 7 + i)
    const made = await keeper.post('/api/v1/records/basicInfo', {
      ...sample,
      idCardNo: idNumber(String(sample['birthDate']), sample['gender'] === '1'),
      staffNo: `T${i}`,
      inEstablishment: true,
      employForm: null,
      ownerId: owner.teacherId,
      attachments: [],
    })
    expect(made.msg).toBe('ok')
  }
})
afterAll(() => region.close())
// Each test asks anew: how many files an hour takes has a test of its own.
beforeEach(() =>
  region.db.execute(
    sql`update export set asked_at = (asked_at at time zone 'UTC' - interval '2 hours') at time zone 'UTC'`,
  ),
)

const url = '/api/v1/exports'
const roll: ExportAsk = {
  list: 'roll',
  query: {},
  columns: ['name', 'institution', 'idCardNo', 'birthDate', 'status', 'percent'],
  purpose: '3',
  opened: [],
  purposeText: '',
  format: 'xlsx',
}

async function ask(who: Person, more: Partial<ExportAsk> = {}): Promise<ExportJob> {
  const answer = await who.post<ExportJob>(url, { ...roll, ...more })
  expect(answer.msg).toBe('ok')
  return exportJob.parse(answer.data)
}
const refused = async (who: Person, more: Partial<Record<keyof ExportAsk, unknown>>) => {
  const answer = await who.post(url, { ...roll, ...more })
  return [answer.status, answer.data?.errors?.[0]?.field]
}

/** The bytes of a file, as the browser fetches them. */
async function fetched(who: Person, { id }: Pick<ExportJob, 'id'>): Promise<Buffer> {
  const answer = await region.app.inject({ url: `${url}/${id}/file`, headers: { token: who.token } })
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload.length).toBe(Number(answer.headers['content-length']))
  return answer.rawPayload
}
const opened = (bytes: Buffer): WorkBook => read(bytes, { type: 'buffer', raw: true })
const rowsOf = (book: WorkBook, name: string) =>
  utils.sheet_to_json<(string | number)[]>(book.Sheets[name] ?? {}, { header: 1, raw: false, defval: '' })
const bookOf = async (who: Person, job: Pick<ExportJob, 'id'>) => opened(await fetched(who, job))

describe('a list is taken out as it stands on the screen', () => {
  it('the roll: its people, columns and order, with a cover, a mark and the readers’ masks', async () => {
    const { school } = region.people
    const shown = (await school.get<RollPage>('/api/v1/teacher?pageSize=100')).data
    const job = await ask(school)
    expect(job).toMatchObject({
      state: 'ready',
      rows: shown.total,
      people: shown.total,
      mine: true,
      can: ['download'],
    })
    const book = await bookOf(school, job)
    expect(book.SheetNames).toEqual(['导出说明', '教师名册'])
    const [heads, ...rows] = rowsOf(book, '教师名册')
    expect(heads).toEqual(['姓名', '单位', '身份证件号', '出生日期', '人员状态', '完整度（%）'])
    expect(rows.slice(0, -1)).toEqual(
      shown.list.map(({ name, institution, values, percent }) => [
        name,
        institution,
        String(values['idCardNo'] ?? ''),
        String(values['birthDate'] ?? ''),
        expect.any(String),
        String(percent),
      ]),
    )
    expect(rows.at(-1)?.[0]).toMatch(
      new RegExp(
        `^【导出标记】周明岚（东区一中） .+导出编号 ${job.id}，用途：信息核对，共 ${shown.total} 条$`,
      ),
    )
    const cover = Object.fromEntries(rowsOf(book, '导出说明'))
    expect(cover).toMatchObject({
      列表: '教师名册',
      范围: '东区一中',
      筛选: '人员范围：全部在册',
      条数: String(shown.total),
      涉及人数: String(shown.total),
      用途: '信息核对',
      导出人: '周明岚（东区一中）',
    })
  })

  it('records of a type: filters, order and columns of the list, in csv, too', async () => {
    const { area } = region.people
    const query = 'sort=-staffNo&inEstablishment=true'
    const shown = (await area.get<RecordPage>(`/api/v1/records/basicInfo?pageSize=100&${query}`)).data
    const job = await ask(area, {
      list: 'records/basicInfo',
      query: { sort: '-staffNo', inEstablishment: 'true' },
      columns: ['$owner', '$institution', 'staffNo', 'inEstablishment'],
      format: 'csv',
      purpose: '1',
    })
    expect(job).toMatchObject({
      state: 'ready',
      filters: ['是否在编：是'],
      order: '教职工号，从后到前',
    })
    const sheet = Object.values(opened(await fetched(area, job)).Sheets)[0]
    const [heads, ...rows] = utils.sheet_to_json<string[]>(sheet ?? {}, { header: 1, raw: true, defval: '' })
    expect(heads).toEqual(['教师', '单位', '教职工号', '是否在编'])
    expect(rows.slice(0, -1).map(([owner, , no]) => [owner, no])).toEqual(
      shown.list.map((row) => [row.ownerName, row['staffNo']]),
    )
    expect(rows.length - 1).toBe(shown.total)
  })

  it.each(Object.keys(registry))('%s opens and is written with all its columns', async (type) => {
    const definition = registry[type]
    const { city } = region.people
    const question = {
      list: `records/${type}`,
      query: {},
      columns: ['$owner', '$institution', '$state', ...(definition?.pages.list.columns ?? [])],
      purpose: '1',
    }
    const answer = await city.post<ExportPreview>(`${url}/preview`, question)
    expect(answer.msg).toBe('ok')
    expect(exportPreview.parse(answer.data).title).toBe(definition?.title)
    await region.db.execute(
      sql`update export set asked_at = (asked_at at time zone 'UTC' - interval '2 hours') at time zone 'UTC'`,
    )
    if (answer.data.rows === 0) return
    expect((await ask(city, { ...question, purpose: '1' })).state).toBe('ready')
  })
})

describe('who sees what in a file', () => {
  it('masked values come masked, unless the reader sees them in full and the purpose needs that', async () => {
    const { school, area } = region.people
    const health = { list: 'records/basicInfo', columns: ['$owner', 'idCardNo', 'healthStatus'] }
    const valuesIn = async (who: Person, purpose: ExportAsk['purpose']) => {
      const job = await ask(who, { ...health, purpose })
      const rows = rowsOf(await bookOf(who, job), '基本信息').slice(1, -1)
      return { job, values: rows.map(([, , value]) => value), numbers: rows.map(([, no]) => String(no)) }
    }
    const needed = await valuesIn(school, '3')
    expect(needed.job).toMatchObject({ masked: ['身份证件号'], full: ['健康状况'] })
    expect(needed.values).not.toContain('***')
    // A sealed number is the owner's and the reviewer's; the school reads its mask on the screen and here.
    for (const no of needed.numbers) expect(no).toMatch(/\*{4}/)
    const unneeded = await valuesIn(school, '1')
    expect(unneeded.job).toMatchObject({ masked: ['身份证件号', '健康状况'], full: [] })
    expect(new Set(unneeded.values)).toEqual(new Set(['***']))
    expect(new Set((await valuesIn(area, '3')).values)).toEqual(new Set(['***']))
  })

  it('the file lies encrypted on the disk, and does not open with a byte changed', async () => {
    const { school } = region.people
    const job = await ask(school, { format: 'csv' })
    const { storage_key, key_sealed } = await region.db.one<{ storage_key: string; key_sealed: string }>(
      sql`select storage_key, key_sealed from export where id = ${job.id}`,
    )
    expect(key_sealed).toMatch(/^v1\./)
    const path = join(region.folder, 'exports', storage_key.slice(0, 2), storage_key)
    const bytes = await readFile(path)
    expect(bytes.includes(Buffer.from('东区一中'))).toBe(false)
    expect((await fetched(school, job)).includes(Buffer.from('东区一中'))).toBe(true)
    bytes[40] = (bytes[40] ?? 0) ^ 1
    await writeFile(path, bytes)
    const broken = region.app.inject({ url: `${url}/${job.id}/file`, headers: { token: school.token } })
    await expect(broken).rejects.toThrow()
    await rm(path)
    const gone = await school.get(`${url}/${job.id}/file`)
    expect([gone.status, gone.msg]).toEqual([409, '文件已不在服务器上，请重新导出'])
  })
})

describe('the people in a file see that it was made', () => {
  it('who, when, which list and columns, and what for', async () => {
    const { school, teacher, stranger } = region.people
    await ask(school, { purpose: '9', purposeText: '春季体检名单' })
    const readings = async (who: Person) =>
      (await who.get<z.infer<typeof readingPage>>('/api/v1/user/archiveReads?pageSize=100')).data.list.filter(
        ({ how, what }) => how === 'exported' && what.startsWith('教师名册'),
      )
    const [latest] = await readings(teacher)
    expect(latest).toMatchObject({ who: '周明岚', office: '东区一中', role: 3 })
    expect(latest?.what).toBe(
      '教师名册（姓名、单位、身份证件号、出生日期、人员状态、完整度（%）），用途：其他：春季体检名单',
    )
    expect(await readings(stranger)).toEqual([])
  })
})

describe('what an attacker would try', () => {
  it('roles without archives take nothing out, and nobody a list of another role', async () => {
    const { teacher, expert, staff, admin } = region.people
    for (const who of [teacher, expert, staff]) {
      expect((await who.post(url, roll)).status).toBe(403)
      expect((await who.post(`${url}/preview`, { ...roll, format: undefined })).status).toBe(403)
      expect((await who.get(url)).status).toBe(403)
    }
    expect(await refused(admin, {})).toEqual([400, 'list'])
  })

  it('a query, a column or a list that is none is refused by name', async () => {
    const { area } = region.people
    for (const [more, field] of [
      [{ list: 'nope' }, 'list'],
      [{ list: 'records/nope' }, 'list'],
      [{ list: '../roll' }, 'list'],
      [{ columns: [] }, 'columns'],
      [{ columns: ['name', 'name'] }, 'columns'],
      [{ columns: ['name', 'passwordHash'] }, 'columns'],
      [{ columns: ['constructor'] }, 'columns'],
      [{ query: { institutionId: String(region.places.otherSchool) } }, 'institutionId'],
      [{ query: { districtId: '1' } }, ''],
      [{ query: { keyword: 'a\u0000b' } }, 'query.keyword'],
      [{ query: { page: 'x' } }, 'page'],
      [{ query: [] }, 'query'],
      [{ format: 'pdf' }, 'format'],
      [{ purpose: '8' }, 'purpose'],
      [{ purpose: '9' }, 'purposeText'],
      [{ list: 'records/basicInfo', query: { queue: 'open' }, columns: ['$owner'] }, 'query'],
      [{ list: 'records/basicInfo', query: { nope: '1' }, columns: ['$owner'] }, 'nope'],
    ] as const)
      expect(await refused(area, more), JSON.stringify(more)).toEqual([400, field])
  })

  it('nobody reads, fetches, cancels or decides another’s file', async () => {
    const { school, school2, siblingSchool, area, admin } = region.people
    const { id } = await ask(school)
    for (const who of [school2, siblingSchool, area, admin]) {
      expect((await who.get(`${url}/${id}`)).status).toBe(404)
      expect(
        (await region.app.inject({ url: `${url}/${id}/file`, headers: { token: who.token } })).statusCode,
      ).toBe(404)
      for (const act of ['agree', 'cancel'])
        expect((await who.post(`${url}/${id}/${act}`, {})).status).toBe(404)
      expect((await who.post(`${url}/${id}/refuse`, { reason: '不' })).status).toBe(404)
    }
    for (const no of ['0', '-1', 'x', '999999999'])
      expect([400, 404]).toContain((await school.get(`${url}/${no}`)).status)
  })

  it('takes five files an hour and no sixth, also at once', async () => {
    const who = await region.add(3, region.places.school, '急性子')
    const all = await Promise.all(Array.from({ length: 8 }, () => who.post(url, roll)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(all.filter(({ status }) => status === 429)).toHaveLength(3)
    const left = (
      await who.post<ExportPreview>(`${url}/preview`, { ...roll, format: undefined, purposeText: undefined })
    ).data.left
    expect(left).toBe(0)
  })
})

it('one’s own files stand in the list, the latest first, with nothing of others', async () => {
  const who = await region.add(4, region.places.district, '新来的')
  const [first, second] = [await ask(who), await ask(who, { format: 'csv' })]
  const page = exportPage.parse((await who.get<ExportPage>(url)).data)
  expect(page.list.map(({ id }) => id)).toEqual([second.id, first.id])
  expect(page).toMatchObject({ total: 2, waiting: 0 })
  expect(exportPage.parse((await who.get<ExportPage>(`${url}?which=waiting`)).data).list).toEqual([])
})

describe('numbers by which people are reached (docs/decisions/0153)', () => {
  const phone = '13812345678'
  const mail = 'lin@example.com'
  const columns = ['name', 'mobile', 'email', 'idCardNo']
  const list = () => ({ columns, query: { teacherId: String(region.people.teacher.teacherId) } })
  const lineOf = async (who: Person, job: Pick<ExportJob, 'id'>) =>
    rowsOf(await bookOf(who, job), '教师名册')[1]

  it('stand in the roll and in files masked, whatever the purpose', async () => {
    const { teacher, school } = region.people
    const kept = await teacher.post('/api/v1/records/contactInfo', {
      mobile: phone,
      email: mail,
      attachments: [],
    })
    expect(kept.msg, JSON.stringify(kept.data)).toBe('ok')
    const { data } = await school.get<RollPage>(`/api/v1/teacher?teacherId=${teacher.teacherId}`)
    expect(data.list[0]?.values).toMatchObject({ mobile: '138****5678' })
    expect(JSON.stringify(data)).not.toContain(phone)
    expect(JSON.stringify(data)).not.toContain(mail)
    const line = await lineOf(school, await ask(school, { ...list(), purpose: '2' }))
    expect(line?.[1]).toBe('138****5678')
    expect(line?.join()).not.toContain(mail)
  })

  it('come in full once a second person agreed, which the log and the person see', async () => {
    const { teacher, school, area } = region.people
    const before = await school.post<ExportPreview>(`${url}/preview`, {
      list: 'roll',
      ...list(),
      purpose: '2',
      opened: ['mobile', 'email'],
    })
    expect(before.data).toMatchObject({
      full: ['手机号码', '电子邮箱'],
      masked: ['身份证件号'],
      opens: [{ key: 'mobile' }, { key: 'email' }, { key: 'idCardNo' }],
      second: { why: '包含 1 人的完整手机号码、电子邮箱' },
    })
    const job = await ask(school, { ...list(), opened: ['mobile', 'email'] })
    expect(job.state).toBe('approval')
    expect(await writing(exportingOf(region)).run(new AbortController().signal)).toBe(false)
    expect((await school.post(`${url}/${job.id}/agree`, {})).status).toBe(403)
    expect((await area.post(`${url}/${job.id}/agree`, {})).msg).toBe('ok')
    await writing(exportingOf(region)).run(new AbortController().signal)
    const line = await lineOf(school, job)
    expect(line?.slice(1, 3)).toEqual([phone, mail])
    expect(line?.[3]).toMatch(/\*/)
    const { facts } = await region.db.one<{ facts: { opened: string[] } }>(sql`
      select facts from audit where action = 'export.made' and facts ->> 'export' = ${String(job.id)}`)
    expect(facts.opened).toEqual(['mobile', 'email'])
    const { data } = await teacher.get<{ list: { what: string }[] }>('/api/v1/user/archiveReads')
    expect(data.list.map(({ what }) => what).join()).toContain('其中手机号码、电子邮箱是完整的')
  })

  it('are not opened for what is no such column, or was not chosen', async () => {
    const { school } = region.people
    expect(await refused(school, { ...list(), opened: ['birthDate'] })).toEqual([400, 'opened'])
    expect(await refused(school, { ...list(), columns: ['name'], opened: ['mobile'] })).toEqual([
      400,
      'opened',
    ])
    expect(
      await refused(school, { list: 'records/contactInfo', columns: ['mobile'], opened: ['mobile'] }),
    ).toEqual([400, 'opened'])
  })
})
