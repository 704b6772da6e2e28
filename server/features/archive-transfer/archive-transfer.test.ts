import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import JSZip from 'jszip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PackageJob, PackagePage, PackageReport } from '../../../catalogue/contract/archive-transfer.ts'
import { testKeys, testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { study, upload } from '../../app/testing/test-values.ts'
import { sql } from '../../platform/db/sql.ts'
import { readPdf } from '../../platform/pdf/test-read.ts'
import { createLog } from '../../platform/log/log.ts'
import { storesIn } from '../../platform/storage/file-stores.ts'
import { signText } from '../credentials/index.ts'
import { recordPapers } from '../forms/index.ts'
import { enrolled } from '../forms/test-papers.ts'
import { notify } from '../messages/index.ts'
import { endPackages, makeNext } from './make.ts'
import type { TransferNeeds } from './needs.ts'

const url = '/api/v1/archive-transfer'
const running = new AbortController().signal
let region: Region
let needs: TransferNeeds
let year: number
let recordId: string
let idCardNo: string
beforeAll(async () => {
  region = await testRegion('archive-transfer')
  const { db, engine, folder } = region
  const fileStores = storesIn(folder)
  needs = {
    db,
    engine,
    keys: testKeys,
    log: createLog('silent'),
    notify,
    fileStores,
    signText: (text) => signText(db, testKeys, text),
    recordPaper: recordPapers({ engine, readBytes: fileStores.files.readWhole }),
  }
  year = new Date().getFullYear()
  recordId = await plantRecord()
  const enrolment = await enrolled(region, '考核人')
  idCardNo = enrolment.idCardNo
  const assessed = await region.people.school.post(`${records}/annualAssessment`, {
    ownerId: enrolment.owner.teacherId,
    assessYear: year - 1,
    assessResult: '2',
    assessUnit: '东区一中',
    attachments: [],
  })
  expect(assessed.msg, JSON.stringify(assessed.data)).toBe('ok')
})
afterAll(() => region.close())

const records = '/api/v1/records'

/** A record in force that two offices reviewed, with evidence. */
async function plantRecord(): Promise<string> {
  const { teacher, school, area } = region.people
  const file = await upload(region, teacher, '毕业证.jpg')
  const made = await teacher.post<{ id: string }>(`${records}/studyExperience`, {
    ...study,
    attachments: [file],
  })
  expect(made.msg, JSON.stringify(made.data)).toBe('ok')
  const { id } = made.data
  expect((await teacher.post(`${records}/studyExperience/${id}/submit`, {})).msg).toBe('ok')
  for (const who of [school, area]) await who.post(`${records}/studyExperience/${id}/approve`, {})
  return id
}

const ofYear = () => ({ about: 'year', institutionId: region.places.school, year })
const receipt = { number: '2026-001', receiver: '江城区档案馆', day: '2026-01-05' }
const ask = (who: Person, body: object = ofYear()) => who.post<PackageJob>(url, body)
const agree = (who: Person, id: number) => who.post<PackageJob>(`${url}/${id}/agree`, {})
const jobOf = async (who: Person, id: number) => {
  const { data } = await who.get<PackagePage>(`${url}?pageSize=100`)
  return data.list.find((one) => one.id === id)
}
const fetched = async (who: Person, id: number): Promise<Buffer> => {
  const answer = await region.app.inject({
    method: 'GET',
    url: `${url}/${id}/file`,
    headers: { token: who.token },
  })
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200)
  return answer.rawPayload
}

/** Runs the verifier as its user does, and answers what it prints. */
async function verify(path: string, ...more: string[]): Promise<{ code: number; lines: string[] }> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [
      'scripts/archive-verify.ts',
      path,
      ...more,
    ])
    return { code: 0, lines: stdout.trim().split('\n') }
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string }
    return { code, lines: stdout.trim().split('\n') }
  }
}

async function unpack(zip: JSZip, root: string): Promise<void> {
  await rm(root, { recursive: true, force: true })
  for (const [place, part] of Object.entries(zip.files)) {
    if (part.dir) continue
    await mkdir(dirname(join(root, place)), { recursive: true })
    await writeFile(join(root, place), await part.async('nodebuffer'))
  }
}

describe('before a package is asked for', () => {
  it('the four checks count what it would hold and name a file that is gone', async () => {
    const { school } = region.people
    const { data } = await school.post<PackageReport>(`${url}/check`, ofYear())
    expect(data.records).toBeGreaterThan(0)
    expect(data.files).toBe(1)
    expect(data.aspects.map(({ title }) => title)).toEqual(['真实性', '完整性', '可用性', '安全性'])
    expect(data.offices).toEqual(['东区一中的其他人员', '东区教育局'])
    const { key } = await region.db.one<{ key: string }>(sql`
      update file set storage_key = 'gone' where name = '毕业证.jpg'
      returning (select f.storage_key from file f where f.name = '毕业证.jpg') as key`)
    const { data: lacking } = await school.post<PackageReport>(`${url}/check`, ofYear())
    await region.db.execute(sql`update file set storage_key = ${key} where name = '毕业证.jpg'`)
    expect(lacking.files).toBe(0)
    const whole = lacking.aspects.find(({ title }) => title === '完整性')
    expect(whole?.samples.some((one) => one.includes('毕业证.jpg 已不在服务器上'))).toBe(true)
  })

  it('nobody but an office over the institution asks, and bad input names its field', async () => {
    const { teacher, school, otherSchool, area, admin } = region.people
    for (const who of [teacher, admin]) {
      expect((await ask(who)).status).toBe(403)
      expect((await who.post(`${url}/check`, ofYear())).status).toBe(403)
      expect((await who.get(url)).status).toBe(403)
    }
    const outside = await ask(otherSchool)
    expect(outside.status).toBe(400)
    expect(JSON.stringify(outside.data)).toContain('institutionId')
    expect((await otherSchool.post(`${url}/check`, ofYear())).status).toBe(400)
    for (const [body, field] of [
      [{ ...ofYear(), year: 1800 }, 'year'],
      [{ ...ofYear(), year: year + 1 }, 'year'],
      [{ ...ofYear(), institutionId: 'x' }, 'institutionId'],
      [{ about: 'person', teacherId: teacher.teacherId }, 'teacherId'],
      [{ about: 'all' }, 'about'],
      [{ ...ofYear(), more: 1 }, ''],
    ] as const) {
      const answer = await ask(area, body)
      expect(answer.status, JSON.stringify(body)).toBe(400)
      expect(JSON.stringify(answer.data)).toContain(field)
    }
    expect((await ask(school, { ...ofYear(), year: 1990 })).status).toBe(400)
    expect((await school.get(`${url}?which=all`)).status).toBe(400)
    expect((await school.post(`${url}/x/agree`, {})).status).toBe(400)
  })
})

describe('a package of a school and a year', () => {
  let id: number
  let zip: JSZip
  let path: string

  it('waits for a second person, not for the one who asked, nor for another office', async () => {
    const { school, school2, otherSchool, area } = region.people
    const job = await ask(school)
    expect(job.msg, JSON.stringify(job.data)).toBe('ok')
    expect(job.data).toMatchObject({ state: 'approval', can: ['cancel'] })
    id = job.data.id
    expect((await ask(school)).status).toBe(409)
    expect(await makeNext(needs, running)).toBe(false)
    expect((await agree(school, id)).status).toBe(403)
    for (const act of ['agree', 'refuse', 'cancel', 'receipt'])
      expect(
        (await otherSchool.post(`${url}/${id}/${act}`, { ...receipt, reason: '不同意' })).status,
      ).not.toBe(200)
    expect((await agree(otherSchool, id)).status).toBe(404)
    expect((await area.get<PackagePage>(`${url}?which=waiting`)).data.list.map((one) => one.id)).toEqual([id])
    expect((await school2.post(`${url}/${id}/refuse`, { reason: '' })).status).toBe(400)
    expect((await agree(school2, id)).data).toMatchObject({ state: 'queued' })
    expect((await agree(area, id)).status).not.toBe(200)
  })

  it('is written, signed, and fetched by whoever asked alone', async () => {
    const { school, school2, otherSchool, teacher } = region.people
    expect(await makeNext(needs, running)).toBe(true)
    const job = await jobOf(school, id)
    expect(job, job?.fault ?? '').toMatchObject({ state: 'ready', can: ['download', 'receive'] })
    expect((await school2.get(`${url}/${id}/file`)).status).toBe(403)
    expect((await otherSchool.get(`${url}/${id}/file`)).status).toBe(404)
    expect((await teacher.get(`${url}/${id}/file`)).status).toBe(403)
    const bytes = await fetched(school, id)
    path = join(region.folder, 'package.zip')
    await writeFile(path, bytes)
    zip = await JSZip.loadAsync(bytes)
    expect(Object.keys(zip.files)).toEqual(
      expect.arrayContaining(['说明文件.TXT', '文件目录.XML', '清单-SM3.txt', '清单-SHA256.txt', '签名.jws']),
    )
    const { data } = await teacher.get<{ list: { what: string }[] }>('/api/v1/user/archiveReads')
    expect(data.list.map(({ what }) => what)).toContain('电子档案移交包')
  })

  it('tells who wrote and reviewed a record by office, with its evidence', async () => {
    const places = Object.keys(zip.files).filter((place) => place.endsWith('record.json'))
    const found = await Promise.all(
      places.map(async (place) => ({ place, text: (await zip.file(place)?.async('string')) ?? '' })),
    )
    const own = found.find(({ text }) => text.includes(recordId))
    expect(own?.place).toMatch(new RegExp(`^电子档案/${year}/学习经历/`))
    const folder = dirname(own?.place ?? '')
    expect(zip.file(`${folder}/附件/1 毕业证.jpg`)).not.toBeNull()
    const metadata = (await zip.file(`${folder}/元数据.xml`)?.async('string')) ?? ''
    expect(metadata).toContain('<单位>本人</单位>')
    expect(metadata).toContain('<单位>东区一中</单位>')
    expect(metadata).not.toContain('周明岚')
    const contents = (await zip.file('文件目录.XML')?.async('string')) ?? ''
    for (const head of ['顺序号', '档号', '责任者', '题名', '日期', '密级', '文件名', '备注'])
      expect(contents).toContain(`<${head}>`)
  })

  it('holds the printed form where a type has one', async () => {
    const forms = Object.entries(zip.files).filter(([place]) => place.endsWith('登记表.pdf'))
    expect(forms.map(([place]) => place)).toEqual([expect.stringMatching(/^电子档案\/\d+\/年度考核\//)])
    const text = await readPdf(new Uint8Array((await forms[0]?.[1].async('nodebuffer')) ?? []))
    expect(JSON.stringify(text)).toContain('事业单位工作人员年度考核登记表')
  })

  it('leaves sealed numbers masked, as every list of the office does', async () => {
    const texts = await Promise.all(Object.values(zip.files).map((part) => part.async('string')))
    expect(texts.some((text) => text.includes(idCardNo.slice(0, 3)))).toBe(true)
    expect(texts.filter((text) => text.includes(idCardNo))).toEqual([])
  })

  it('verifies without the portal; each changed, missing and added file is named', async () => {
    expect((await verify(path)).code).toBe(0)
    const root = join(region.folder, 'unpacked')
    await unpack(zip, root)
    expect(await verify(root)).toMatchObject({ code: 0 })
    const place = Object.keys(zip.files).find((one) => one.endsWith('毕业证.jpg')) ?? ''
    const bytes = await readFile(join(root, place))
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    await writeFile(join(root, place), bytes)
    await rm(join(root, '文件目录.XML'))
    await writeFile(join(root, '其他/多.txt'), '多')
    expect(await verify(root)).toEqual({
      code: 1,
      lines: expect.arrayContaining([`改动：${place}`, '缺少：文件目录.XML', '多出：其他/多.txt']),
    })
    zip.file(place, bytes)
    const changed = join(region.folder, 'changed.zip')
    await writeFile(changed, await zip.generateAsync({ type: 'nodebuffer' }))
    expect(await verify(changed)).toEqual({ code: 1, lines: [`改动：${place}`] })
  })

  it('is not believed where its manifest was changed, or signed by another key', async () => {
    const root = join(region.folder, 'unpacked')
    await unpack(await JSZip.loadAsync(await readFile(path)), root)
    const list = join(root, '清单-SM3.txt')
    await writeFile(list, `${await readFile(list, 'utf8')}\n`)
    expect((await verify(root)).lines).toEqual(['改动：清单-SM3.txt（与签名不符）'])
    const foreign = join(region.folder, 'keys.json')
    await writeFile(foreign, '{"keys":[]}')
    expect((await verify(path, '--key', foreign)).lines[0]).toMatch(/^签名无效：没有编号为/)
    const { key } = await needs.signText('')
    await writeFile(foreign, JSON.stringify({ keys: [key] }))
    expect((await verify(path, '--key', foreign)).code).toBe(0)
  })

  it('becomes handed over with the receipt; its records stay readable', async () => {
    const { school, school2, area, teacher } = region.people
    for (const [body, field] of [
      [{ ...receipt, number: '' }, 'number'],
      [{ ...receipt, day: '2026-02-31' }, 'day'],
      [{ ...receipt, day: '2999-01-01' }, 'day'],
      [{ ...receipt, receiver: '长'.repeat(61) }, 'receiver'],
    ] as const) {
      const answer = await school.post(`${url}/${id}/receipt`, body)
      expect(answer.status).toBe(400)
      expect(JSON.stringify(answer.data)).toContain(field)
    }
    expect((await area.post(`${url}/${id}/receipt`, receipt)).status).toBe(404)
    expect((await school2.post<PackageJob>(`${url}/${id}/receipt`, receipt)).data).toMatchObject({
      state: 'transferred',
      receipt,
    })
    expect((await school.post(`${url}/${id}/receipt`, receipt)).status).toBe(409)
    const { data } = await school.get<PackagePage>(`${url}?which=transferred`)
    expect(data.list.map((one) => one.id)).toEqual([id])
    expect((await teacher.get(`${records}/studyExperience/${recordId}`)).status).toBe(200)
    expect((await fetched(school, id)).length).toBeGreaterThan(0)
  })

  it('loses its file and key after its days, and stays in the list', async () => {
    const { school } = region.people
    await region.db.execute(
      sql`update archive_package set kept_until = timestamptz '2026-01-01 00:00+08' where id = ${id}`,
    )
    expect((await school.get(`${url}/${id}/file`)).status).toBe(409)
    await endPackages(needs)
    const row = await region.db.one(
      sql`select state, key_sealed, storage_key from archive_package where id = ${id}`,
    )
    expect(row).toEqual({ state: 'expired', key_sealed: null, storage_key: null })
  })
})

describe('a package of who left', () => {
  it('is made of a person whose status says so, by the offices over the archive', async () => {
    const { teacher, otherSchool, area, school } = region.people
    await region.db.execute(sql`update teacher set status = '01' where id = ${teacher.teacherId}`)
    const body = { about: 'person', teacherId: teacher.teacherId }
    expect((await ask(otherSchool, body)).status).toBe(400)
    const job = await ask(area, body)
    expect(job.msg, JSON.stringify(job.data)).toBe('ok')
    expect(job.data.people).toBe(1)
    expect((await school.post(`${url}/${job.data.id}/agree`, {})).status).toBe(404)
    expect((await area.post<PackageJob>(`${url}/${job.data.id}/cancel`, {})).data.state).toBe('cancelled')
    expect((await agree(region.people.city, job.data.id)).status).toBe(404)
  })

  it('fails with a sentence when who asked has lost the right before it is written', async () => {
    const { school, school2 } = region.people
    const job = await ask(school)
    expect((await agree(school2, job.data.id)).msg).toBe('ok')
    await region.db.execute(sql`update identity set state = 'disabled' where id = ${school.identityId}`)
    expect(await makeNext(needs, running)).toBe(true)
    await region.db.execute(sql`update identity set state = 'enabled' where id = ${school.identityId}`)
    expect(await jobOf(school2, job.data.id)).toMatchObject({
      state: 'failed',
      fault: '申请移交的账号已停用',
    })
  })
})
