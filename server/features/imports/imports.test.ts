import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportRow, MendAnswer } from '../../../catalogue/contract/administration/imports.ts'
import type { RollPage } from '../../../catalogue/contract/archive/roll.ts'
import { testKeys, testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { bindOutside, findByOutside } from '../../engine/directory/index.ts'
import { ownerIn } from '../../engine/access/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { s3StandIn } from '../../platform/storage/testing/s3-stand-in.ts'
import { rowsOfWorkbook } from '../../platform/workbook/index.ts'
import { bookFile } from '../../platform/workbook/test-workbook.ts'
import { bring, csvOf, definitionNamed, gateOf, teacherRow, viewOf } from './test-imports.ts'

let region: Region
let gate: ReturnType<typeof gateOf>
const url = '/api/v1/import'
const teachers = definitionNamed('teacher')
beforeAll(async () => {
  region = await testRegion('imports')
  gate = gateOf(region)
})
afterAll(() => region.close())

type Rows = readonly Readonly<Record<string, string>>[]

async function dryRun(who: Person, rows: Rows, type = 'teacher', mode = 'upsert') {
  const brought = await bring(region, who, { type, mode, content: csvOf(definitionNamed(type), rows) })
  expect(brought.msg).toBe('ok')
  await gate.check()
  return viewOf(who, brought.id)
}

async function started(who: Person, rows: Rows, type = 'teacher') {
  const view = await dryRun(who, rows, type)
  expect(view.failure, JSON.stringify(view.errors)).toBeNull()
  const answer = await who.post(`${url}/start`, { id: view.id, token: view.token, skip_errors: true })
  expect(answer.msg, JSON.stringify(view.errors)).toBe('ok')
  await gate.write()
  return viewOf(who, view.id)
}

const rowsOf = async (who: Person, id: number, query = '') =>
  (await who.get<{ list: ImportRow[] }>(`${url}/${id}/rows?pageSize=100${query}`)).data.list
const people = async () => (await region.db.one<{ n: number }>(sql`select count(*)::int as n from person`)).n

describe('a school brings its teachers', () => {
  it('writes nothing before it is started, then person, account, membership and records at once', async () => {
    const { school } = region.people
    const before = await people()
    const rows = [teacherRow({ name: '温如玉' }), teacherRow({ name: '沈一石' })]
    const view = await dryRun(school, rows)
    expect(view).toMatchObject({ status: '3', total: 2, valid: 2, invalid: 0, counts: { new: 2 } })
    expect(await people()).toBe(before)
    const answer = await school.post(`${url}/start`, { id: view.id, token: view.token })
    expect(answer.msg).toBe('ok')
    await gate.write()
    expect(await viewOf(school, view.id)).toMatchObject({ status: '5', successRows: 2, errorRows: 0 })
    const roll = (await school.get<RollPage>('/api/v1/teacher?keyword=wry')).data.list
    expect(roll).toHaveLength(1)
    const found = await region.db.one(sql`
      select t.status, m.from_on, a.role, p.password_hash, b.professional_title as title, b.highest_education as education,
        b.birth_date as born, t.institution_id as school,
        (select count(*)::int from revision v where v.owner_id = ${roll[0]?.teacherId} and v.state = 'approved') as records
      from teacher t join person p on p.id = t.person_id join membership m on m.teacher_id = t.id
      join identity a on a.person_id = p.id join rec_basic_info b on b.owner_id = t.id
      where t.id = ${roll[0]?.teacherId}`)
    expect(found).toMatchObject({
      status: '11',
      from_on: '2012-09-01',
      role: 2,
      password_hash: null,
      title: '053',
      education: '21',
      school: region.places.school,
      records: 6,
    })
  })

  it('changes nothing when the same file comes a second time', async () => {
    const { school } = region.people
    const rows = [teacherRow(), teacherRow(), teacherRow()]
    await started(school, rows)
    const again = await dryRun(school, rows)
    expect(again.counts).toMatchObject({ new: 0, changed: 0, same: 3, conflict: 0, error: 0 })
    const refused = await school.post(`${url}/start`, { id: again.id, token: again.token })
    expect([refused.status, refused.msg]).toEqual([409, '没有可以导入的行'])
  })

  it('shows what changes field by field, and leaves what empty cells do not say', async () => {
    const { school } = region.people
    const row = teacherRow({ email: 'a@example.com' })
    await started(school, [row])
    const view = await dryRun(school, [
      { ...row, email: '', mainSubject: '数学', positionGrade: '专业技术九级' },
    ])
    expect(view.counts).toMatchObject({ changed: 1 })
    const [shown] = await rowsOf(school, view.id)
    expect(shown?.changes).toEqual([
      { field: 'mainSubject', header: '主要任教学科', before: '语文', after: '数学' },
      { field: 'positionGrade', header: '岗位等级', before: '专业技术十级', after: '专业技术九级' },
    ])
    await school.post(`${url}/start`, { id: view.id, token: view.token })
    await gate.write()
    expect((await viewOf(school, view.id)).importStatus).toBe('5')
    const again = await dryRun(school, [{ ...row, mainSubject: '数学', positionGrade: '专业技术九级' }])
    expect(again.counts).toMatchObject({ same: 1 })
  })

  it('names each fault by row, column, value and reason', async () => {
    const { school } = region.people
    const twin = teacherRow()
    const view = await dryRun(school, [
      teacherRow({ ethnicity: '汉汉' }),
      teacherRow({ mobile: '123' }),
      twin,
      { ...twin, name: '另一个', mobile: teacherRow()['mobile'] ?? '' },
      teacherRow({ name: '' }),
    ])
    expect(view.counts).toMatchObject({ new: 1, error: 4 })
    expect(
      view.errors.map(({ row, header, value, code, level }) => [row, header, value, code, level]),
    ).toEqual([
      [2, '民族', '汉汉', 'E102', 'error'],
      [3, '手机号码', '1**', 'E107', 'error'],
      [5, '身份证件号', '*'.repeat(18), 'E201', 'error'],
      [6, '姓名', '', 'E101', 'error'],
    ])
    const whole = await school.post(`${url}/start`, { id: view.id, token: view.token })
    expect([whole.status, whole.msg]).toEqual([409, '有 4 行有错误，请先修改，或选择跳过这些行'])
  })

  it('names numbers that stand twice in the file: an error, or worth a look where others may have them', async () => {
    const { school } = region.people
    const { staffNo = '', qualificationNo = '' } = teacherRow()
    const view = await dryRun(school, [
      teacherRow({ staffNo, qualificationNo }),
      teacherRow({ staffNo }),
      teacherRow({ qualificationNo }),
    ])
    expect(view.counts).toMatchObject({ new: 2, error: 1, warnings: 1 })
    expect(view.errors.map(({ row, header, level, message }) => [row, header, level, message])).toEqual([
      [3, '教职工号', 'error', '与第 2 行重复'],
      [4, '教师资格证号码', 'warning', '与第 2 行的相同，请核对'],
    ])
  })

  it('mends cells, one by one or everywhere, and remembers', async () => {
    const { school } = region.people
    const view = await dryRun(school, [
      teacherRow({ ethnicity: '汉人' }),
      teacherRow({ ethnicity: '汉人' }),
      teacherRow({ mobile: '1' }),
    ])
    const mended = await school.put(`${url}/${view.id}/rows`, {
      cells: [{ row: 4, field: 'mobile', value: teacherRow()['mobile'] }],
    })
    expect(mended.msg).toBe('ok')
    expect(mended.data as unknown as MendAnswer).toMatchObject({ changed: 1, counts: { new: 1, error: 2 } })
    const stale = await school.post(`${url}/start`, { id: view.id, token: view.token, skip_errors: true })
    expect([stale.status, stale.msg]).toEqual([409, '校验结果已更新，请重新查看后再开始'])
    const everywhere = await school.post<MendAnswer>(`${url}/${view.id}/replace`, {
      field: 'ethnicity',
      from: '汉人',
      to: '汉族',
      remember: true,
    })
    expect(everywhere.data).toMatchObject({ changed: 2, counts: { new: 3, error: 0 } })
    const later = await dryRun(school, [teacherRow({ ethnicity: '汉人' })])
    expect(later.counts).toMatchObject({ new: 1, repaired: 1 })
    const [kept] = (await school.get<{ list: { id: number; from: string }[] }>(`${url}/readings`)).data.list
    expect(kept?.from).toBe('汉人')
    expect((await school.del(`${url}/readings/${kept?.id}`)).msg).toBe('ok')
  })
})

describe('files to take along', () => {
  it('the template is read by the portal itself: heads, hidden keys, no rows', async () => {
    const { school } = region.people
    const told = await school.get<{ url: string; version: string }>(`${url}/template?type=teacher`)
    expect(told.data).toEqual({ url: `${url}/template/teacher`, version: teachers.version })
    const file = await region.app.inject({ url: told.data.url, headers: { token: school.token } })
    expect(file.headers['content-disposition']).toContain(encodeURIComponent('教师导入模板'))
    const brought = await bring(region, school, {
      type: 'teacher',
      content: file.rawPayload,
      name: '模板.xlsx',
    })
    await gate.check()
    expect((await viewOf(school, brought.id)).failure).toBe('表里没有数据')
  })

  it('the own file comes back with what is wrong, and is read again as it is', async () => {
    const { school } = region.people
    const view = await dryRun(school, [teacherRow({ ethnicity: '汉汉' }), teacherRow()])
    expect(view.annotated).toBe(true)
    const marked = await region.app.inject({
      url: `${url}/errorExport/${view.id}?whole=true`,
      headers: { token: school.token },
    })
    expect(marked.body).toContain('错误说明')
    expect(marked.body).toContain('“汉汉”不在“民族”的选项中')
    const mended = Buffer.from(marked.body.replace('汉汉,', '汉族,'))
    const again = await bring(region, school, { type: 'teacher', content: mended })
    await gate.check()
    const later = await viewOf(school, again.id)
    expect(later.counts, JSON.stringify(later.errors)).toMatchObject({ new: 2, error: 0 })
    expect(later.ignored).toEqual([])
  })
})

describe('where files lie in a bucket', () => {
  it('a workbook that was damaged there is told in words, and takes no place from the next', async () => {
    const { school } = region.people
    const lines = csvOf(teachers, [teacherRow({ ethnicity: '汉汉' })])
      .toString()
      .trim()
      .split('\n')
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
    const rows = lines.map((line) => `<row>${line.split(',').map(cell).join('')}</row>`).join('')
    const content = await readFile(bookFile({ sheets: [{ name: teachers.sheet, rows }] }))
    const { id } = await bring(region, school, { type: 'teacher', content, name: '教师.xlsx' })
    await gate.check()
    const { file_key: key } = await region.db.one<{ file_key: string }>(
      sql`select file_key from import_job where id = ${id}`,
    )
    const stand = await s3StandIn(['portal'])
    const beside = await region.serveBeside({ filesIn: 's3://portal', s3: stand.account })
    const marked = () => beside.inject({ url: `${url}/errorExport/${id}`, headers: { token: school.token } })
    try {
      const path = join(region.folder, 'imports', key.slice(0, 2), key)
      await writeFile(path, content.subarray(0, content.length >> 1))
      // One more than may be copied for downloads at a time.
      for (let time = 0; time < 5; time += 1) {
        const refused = await marked()
        expect([refused.statusCode, refused.json<{ msg: string }>().msg]).toEqual([
          400,
          '文件打不开或不完整，请用 Excel 或 WPS 打开后重新另存为 xlsx 再传',
        ])
        expect(refused.headers['content-disposition']).toBeUndefined()
      }
      await writeFile(path, content)
      const { statusCode, headers, rawPayload } = await marked()
      expect([statusCode, headers['content-type'], rawPayload.subarray(0, 2).toString()]).toEqual([
        200,
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'PK',
      ])
    } finally {
      await beside.close()
      await stand.close()
    }
  })
})

describe('an import is taken back', () => {
  it('as a whole, but for who signed in or was changed since', async () => {
    const { school } = region.people
    const before = await people()
    const changedRow = teacherRow({ name: '改过的' })
    const view = await started(school, [teacherRow(), changedRow, teacherRow({ name: '登录的' })])
    await region.db.execute(sql`update person set last_login_at = now() where name = '登录的'`)
    await started(school, [{ ...changedRow, mainSubject: '数学' }])
    expect((await school.post(`${url}/${view.id}/undo`)).msg).toBe('ok')
    await gate.write()
    const after = await viewOf(school, view.id)
    expect(after).toMatchObject({ undone: 1, kept: 2, undoUntil: null })
    expect((await rowsOf(school, view.id, '&written=kept')).map(({ reason }) => reason)).toEqual([
      '导入之后档案有改动',
      '本人已有密码或登录过',
    ])
    expect(await people()).toBe(before + 2)
  })

  it('by a colleague after the account of who brought it was disabled; and waits for another where theirs is', async () => {
    const { db, people } = region
    const { school, school2: office } = people
    const state = (to: string, who: Person) =>
      db.execute(sql`update identity set state = ${to} where id = ${who.identityId}`)
    const view = await started(school, [teacherRow({ name: '离任人导的' })])
    try {
      await state('disabled', school)
      expect((await office.post(`${url}/${view.id}/undo`)).msg).toBe('ok')
      await state('disabled', office)
      await gate.write()
      const job = () =>
        db.one(sql`select failure, undo_at as asked, undone_at as done from import_job where id = ${view.id}`)
      expect(await job()).toEqual({ failure: '撤销人的账号已停用', asked: null, done: null })
      await state('enabled', office)
      expect((await office.post(`${url}/${view.id}/undo`)).msg).toBe('ok')
      await gate.write()
      expect(await viewOf(office, view.id)).toMatchObject({ undone: 1, kept: 0 })
    } finally {
      await state('enabled', school)
      await state('enabled', office)
    }
  })

  it('brings back what was changed', async () => {
    const { school } = region.people
    const row = teacherRow({ name: '改回来' })
    await started(school, [row])
    const view = await started(school, [{ ...row, mainSubject: '数学' }])
    await school.post(`${url}/${view.id}/undo`)
    await gate.write()
    expect(await viewOf(school, view.id)).toMatchObject({ undone: 1, kept: 0 })
    expect((await dryRun(school, [row])).counts).toMatchObject({ same: 1 })
  })
})

describe('what an attacker would try', () => {
  it('no teacher, expert or stranger calls it', async () => {
    const { teacher, expert } = region.people
    for (const who of [teacher, expert]) {
      expect((await who.get(`${url}/kinds`)).status).toBe(403)
      expect((await who.get(`${url}/history`)).status).toBe(403)
      const content = csvOf(teachers, [teacherRow()])
      expect((await bring(region, who, { type: 'teacher', content })).status).toBe(403)
    }
  })

  it('another school neither sees, starts, mends, cancels nor undoes a task; an authority above sees it only', async () => {
    const { school, otherSchool, area, otherArea } = region.people
    const view = await dryRun(school, [teacherRow()])
    for (const who of [otherSchool, otherArea]) {
      expect((await who.get(`${url}/history?id=${view.id}`)).status).toBe(404)
      expect((await who.get(`${url}/${view.id}/rows`)).status).toBe(404)
      expect((await who.get(`${url}/errorExport/${view.id}`)).status).toBe(404)
    }
    expect((await area.get(`${url}/history?id=${view.id}`)).status).toBe(200)
    for (const who of [otherSchool, area]) {
      const body = { id: view.id, token: view.token, skip_errors: true }
      expect((await who.post(`${url}/start`, body)).status).toBe(404)
      expect((await who.post(`${url}/${view.id}/cancel`)).status).toBe(404)
      expect((await who.post(`${url}/${view.id}/undo`)).status).toBe(404)
      const cells = [{ row: 2, field: 'name', value: '坏人' }]
      expect([403, 404]).toContain((await who.put(`${url}/${view.id}/rows`, { cells })).status)
    }
    expect((await school.post(`${url}/${view.id}/cancel`)).msg).toBe('ok')
  })

  it('a school writes nobody to another school, a district nobody outside it', async () => {
    const { school, area } = region.people
    const far = teacherRow({ orgCode: 'S3' })
    for (const who of [school, area]) {
      const view = await dryRun(who, [far])
      expect(view.errors.map(({ code, field }) => [code, field])).toEqual([['E301', 'orgCode']])
    }
    const near = await started(area, [teacherRow({ orgCode: 'S2', name: '区里来的' })])
    expect(near).toMatchObject({ importStatus: '5', successRows: 1 })
  })

  it('learns of somebody elsewhere no more than that the number is taken', async () => {
    const { school, otherSchool } = region.people
    const row = teacherRow({ name: '别校的人' })
    await started(otherSchool, [row])
    const view = await dryRun(school, [{ ...row, name: '猜' }])
    expect(view.errors.map(({ code, message }) => [code, message])).toEqual([
      ['E203', '已在其他学校在职，请由调入学校发起调动'],
    ])
    expect(JSON.stringify(view)).not.toContain('西区一中')
  })

  it('a second file of the same kind waits; a dry run makes way', async () => {
    const { school } = region.people
    const content = csvOf(teachers, [teacherRow()])
    const first = await bring(region, school, { type: 'teacher', content })
    expect(await bring(region, school, { type: 'teacher', content })).toMatchObject({ status: 409 })
    await gate.check()
    expect(await bring(region, school, { type: 'teacher', content })).toMatchObject({ status: 200 })
    expect((await viewOf(school, first.id)).importStatus).toBe('8')
    await gate.check()
  })

  it('files that are no table are refused in words', async () => {
    const { school } = region.people
    const bad = (more: object) =>
      bring(region, school, { type: 'teacher', content: Buffer.from('x'), ...more })
    expect(await bad({ name: 'a.xls' })).toMatchObject({
      status: 400,
      msg: expect.stringContaining('另存为 xlsx'),
    })
    expect(await bad({ type: 'nothing' })).toMatchObject({
      status: 400,
      msg: expect.stringContaining('没有这种导入'),
    })
    expect(await bad({ mode: 'x' })).toMatchObject({ status: 400 })
    expect(await bad({ content: Buffer.alloc(0) })).toMatchObject({ status: 400 })
    const headless = await bring(region, school, { type: 'teacher', content: Buffer.from('甲,乙\n1,2\n') })
    await gate.check()
    expect(await viewOf(school, headless.id)).toMatchObject({
      importStatus: '7',
      failure: expect.stringContaining('没有找到表头'),
    })
    const lacking = await bring(region, school, {
      type: 'teacher',
      content: Buffer.from('姓名,手机号码\n甲,1\n'),
    })
    await gate.check()
    expect((await viewOf(school, lacking.id)).failure).toContain('身份证件号')
  })
})

describe('other kinds', () => {
  it('salaries of teachers are found by number and year', async () => {
    const { school } = region.people
    const person = teacherRow({ name: '领工资' })
    await started(school, [person])
    const row = {
      idCardNo: person['idCardNo'] ?? '',
      name: '领工资',
      year: '2025',
      annualIncome: '96000',
      baseSalary: '4000',
      performanceSalary: '2000',
      ruralSubsidy: '0',
      otherSubsidy: '0',
      otherIncome: '0',
      insurance: '养老保险',
    }
    const view = await started(school, [row], 'salary')
    expect(view, JSON.stringify(view.errors)).toMatchObject({ importStatus: '5', successRows: 1 })
    expect((await dryRun(school, [row], 'salary')).counts).toMatchObject({ same: 1 })
    const changed = await dryRun(school, [{ ...row, baseSalary: '4100' }], 'salary')
    expect(changed.counts).toMatchObject({ changed: 1 })
    const stranger = await dryRun(school, [{ ...row, idCardNo: teacherRow()['idCardNo'] ?? '' }], 'salary')
    expect(stranger.errors[0]?.code).toBe('E109')
  })

  it('institutions come with those above them in the same file, and go again', async () => {
    const { city } = region.people
    const rows = [
      {
        code: '441799',
        name: '新区教育局',
        kind: '县区教育行政部门',
        parent: '市教育局',
        areaCode: '441702',
      },
      { code: '3144009001', name: '新区一小', kind: '学校', parent: '新区教育局', schoolType: '小学' },
    ]
    const view = await dryRun(city, rows, 'school')
    expect(view.errors, JSON.stringify(view.errors)).toEqual([])
    expect(view.counts).toMatchObject({ new: 2 })
    const done = await started(city, rows, 'school')
    expect(done).toMatchObject({ importStatus: '5', successRows: 2 })
    expect((await dryRun(city, rows, 'school')).counts).toMatchObject({ same: 2 })
    await city.post(`${url}/${done.id}/undo`)
    await gate.write()
    expect(await viewOf(city, done.id)).toMatchObject({ undone: 2, kept: 0 })
  })

  it('many schools come with the district that the first row names', async () => {
    const { city } = region.people
    const kind = '县区教育行政部门'
    const district = { code: '441798', name: '大区教育局', kind, parent: '市教育局', areaCode: '441702' }
    const schools = Array.from({ length: 430 }, (_, n) => ({
      code: String(3_144_010_000 + n),
      name: `大区第${n + 1}小学`,
      kind: '学校',
      parent: '大区教育局',
      schoolType: '小学',
    }))
    const done = await started(city, [district, ...schools], 'school')
    expect(done).toMatchObject({ importStatus: '5', successRows: 431, errorRows: 0 })
  })

  it('institutions come with their first accounts, of a name and a phone or a login; taken back they go together', async () => {
    const { city } = region.people
    const district = {
      code: '441797',
      name: '账区教育局',
      kind: '县区教育行政部门',
      parent: '市教育局',
      areaCode: '江城区',
      accountName: '区办公',
      accountMobile: '13600001111',
    }
    const one = {
      code: '3144009701',
      name: '账区一小',
      parent: '账区教育局',
      schoolType: '小学',
      accountName: '校办公',
      accountLogin: 'zhangqu1',
    }
    const bad = [
      { ...one, accountLogin: '' },
      { ...one, code: '3144009702', name: '账区二小', accountName: '' },
      {
        ...one,
        code: '3144009703',
        name: '账区三小',
        accountLogin: '',
        accountMobile: district.accountMobile,
      },
    ]
    const told = await dryRun(city, [district, ...bad], 'school')
    expect(told.errors.map(({ row, code, message }) => [row, code, message.slice(0, 5)])).toEqual([
      [3, 'E105', '填写了账号'],
      [4, 'E105', '要开账号的'],
      [5, 'E201', '与第 2 '],
    ])

    const done = await started(city, [district, one], 'school')
    expect(done).toMatchObject({ importStatus: '5', successRows: 2 })
    const accounts = async () =>
      region.db.query<{ name: string; role: number; at: string; area: string; password: boolean }>(sql`
        select p.name, a.role, i.name as at, i.area_code as area, p.password_hash is not null as password
        from person p join identity a on a.person_id = p.id join institution i on i.id = a.institution_id
        where p.name in ('区办公', '校办公') order by a.role`)
    expect(await accounts()).toEqual([
      { name: '校办公', role: 3, at: '账区一小', area: '441702', password: false },
      { name: '区办公', role: 4, at: '账区教育局', area: '441702', password: false },
    ])
    expect((await dryRun(city, [district, one], 'school')).counts).toMatchObject({ same: 2 })
    const taken = { ...one, code: '3144009704', name: '账区四小' }
    expect((await dryRun(city, [taken], 'school')).errors.map(({ code }) => code)).toEqual(['E202'])
    await city.post(`${url}/${done.id}/undo`)
    await gate.write()
    expect(await viewOf(city, done.id)).toMatchObject({ undone: 2, kept: 0 })
    expect(await accounts()).toEqual([])
  })

  it('accounts come without a password, and only those that the office keeps', async () => {
    const { area } = region.people
    const rows = [
      { loginName: 'dqyz2026', name: '新来的', role: '学校', orgCode: 'S1' },
      { loginName: 'quxian', name: '同级的', role: '县区', orgCode: 'D1' },
      { loginName: 'xiqu', name: '外区的', role: '学校', orgCode: 'S3' },
    ]
    const view = await started(area, rows, 'user')
    expect(view).toMatchObject({ importStatus: '6', successRows: 1, errorRows: 2 })
    expect(view.errors.map(({ row, code }) => [row, code])).toEqual([
      [3, 'E301'],
      [4, 'E109'],
    ])
    await area.post(`${url}/${view.id}/undo`)
    await gate.write()
    expect(await viewOf(area, view.id)).toMatchObject({ undone: 1 })
  })
})

describe('numbers at providers outside', () => {
  it('are bound by the administrator, with conflicts as faults of their rows, and taken back', async () => {
    const { admin, area, teacher, colleague, stranger, school } = region.people
    const logins = [teacher, colleague, stranger, admin]
    for (const [n, who] of logins.entries())
      await region.db.execute(sql`update person set login_name = ${`outside${n}`} where id = ${who.personId}`)
    await region.db.transaction((tx) =>
      bindOutside(tx, testKeys, school.personId, { provider: 'wecom', subject: 'Taken' }),
    )
    const row = (n: number, name: string, subject: string, provider = '企业微信') => ({
      account: `outside${n}`,
      name,
      provider,
      subject,
    })
    const rows = [
      row(0, '林疏影', 'LinShuYing'),
      row(0, '林疏影', 'lin', '钉钉'),
      row(1, '曾某', 'ZengGuang'),
      row(1, '曾广', 'Taken', 'wecom'),
      row(2, '单于飞', 'LinShuYing'),
      row(9, '没有此人', 'Nobody'),
      row(2, '单于飞', 'x', '微博'),
      row(3, '管理员', 'Boss'),
    ]
    const content = csvOf(definitionNamed('outsideAccount'), rows)
    expect((await bring(region, area, { type: 'outsideAccount', mode: 'insert', content })).status).toBe(403)
    const view = await dryRun(admin, rows, 'outsideAccount', 'insert')
    expect(view.errors.map(({ row: at, code, column }) => [at, code, column])).toEqual([
      [4, 'E202', 1],
      [5, 'E202', 3],
      [6, 'E202', 3],
      [7, 'E109', 0],
      [8, 'E109', 2],
      [9, 'E301', 0],
    ])
    await admin.post(`${url}/start`, { id: view.id, token: view.token, skip_errors: true })
    await gate.write()
    expect(await viewOf(admin, view.id)).toMatchObject({ successRows: 2 })
    const whose = (provider: string, subject: string) =>
      findByOutside(region.db, testKeys, { provider, subject })
    expect(await whose('wecom', 'LinShuYing')).toBe(teacher.personId)
    expect(await whose('dingtalk', 'lin')).toBe(teacher.personId)
    expect(await whose('wecom', 'Taken')).toBe(school.personId)
    const again = await dryRun(
      admin,
      [row(0, '林疏影', 'Other'), ...rows.slice(0, 1)],
      'outsideAccount',
      'insert',
    )
    expect(again.errors.map(({ row: at }) => at)).toContain(2)
    const kept = await region.db.query<{ row: string }>(sql`
      select to_jsonb(r)::text as row from import_row r union all select to_jsonb(a)::text from audit a`)
    expect(kept.map((one) => one.row).join()).not.toContain('LinShuYing')
    await admin.post(`${url}/${view.id}/undo`)
    await gate.write()
    expect(await viewOf(admin, view.id)).toMatchObject({ undone: 2 })
    expect(await whose('wecom', 'LinShuYing')).toBe(null)
  })
})

describe('the layout of the national system', () => {
  it('is taken out with a report of what does not fit, and comes back as it went', async () => {
    const { otherSchool } = region.people
    await started(otherSchool, [teacherRow({ name: '交换一' }), teacherRow({ name: '交换二' })])
    const wanted = {
      list: 'interchange/national',
      query: {},
      columns: ['basicInfo', 'studyExperience', 'postAppointment', 'techPositionAppointment'],
      purpose: '3',
    }
    const before = await otherSchool.post<{ formats: string[] }>('/api/v1/exports/preview', wanted)
    expect(before.data.formats, 'several sheets are no csv').toEqual(['xlsx'])
    const body = Object.assign({ format: 'xlsx' }, wanted)
    const asked = await otherSchool.post<{ id: number; state: string }>('/api/v1/exports', body)
    expect([asked.msg, asked.data?.state]).toEqual(['ok', 'ready'])
    const file = await region.app.inject({
      url: `/api/v1/exports/${asked.data.id}/file`,
      headers: { token: otherSchool.token },
    })
    expect(file.statusCode).toBe(200)
    const path = join(region.folder, 'sections.xlsx')
    await writeFile(path, file.rawPayload)
    const report = await rowsIn(path, '对接报告')
    expect(report[0]).toEqual(['表', '栏目', '情况', '个数', '档案号', '姓名', '处理'])
    expect(report.slice(1).map(([sheet]) => sheet)).toContain('基本信息')
    const brought = await bring(region, otherSchool, {
      type: 'interchange.national',
      content: file.rawPayload,
      name: '交换.xlsx',
    })
    expect(brought.msg).toBe('ok')
    await gate.check()
    const views = await Promise.all([0, 1, 2, 3].map((at) => viewOf(otherSchool, brought.id + at)))
    expect(
      views.map(({ kindTitle, counts, failure, errors }) => ({ kindTitle, counts, failure, errors })),
    ).toEqual(
      ['基本信息', '学习经历', '岗位聘任', '专业技术职务聘任'].map((kindTitle) => ({
        kindTitle,
        failure: null,
        errors: [],
        counts: expect.objectContaining({ new: 0, changed: 0, conflict: 0, error: 0, same: 3 }),
      })),
    )
  })
})

async function rowsIn(path: string, sheet: string): Promise<string[][]> {
  const found: string[][] = []
  for await (const rows of rowsOfWorkbook(path, { sheet, maxRows: 1000 }))
    found.push(...rows.map(({ cells }) => cells.map(({ text }) => text)))
  return found
}

it('every record that came in has a number that carries its owner', async () => {
  const records = await region.db.query<{ type: string; record: string; owner: number }>(sql`
    select distinct type, record_id as record, owner_id as owner from revision`)
  expect(new Set(records.map(({ type }) => type)).size).toBeGreaterThan(3)
  expect(records.filter(({ record, owner }) => ownerIn(record) !== owner)).toEqual([])
})

describe('names in files of offices', () => {
  const fileOf = (name: string) => readFile(join(import.meta.dirname, 'test-files', name))
  const repaired = async (name: string) => {
    const { school } = region.people
    const { id } = await bring(region, school, { type: 'teacher', content: await fileOf(name) })
    await gate.check()
    return viewOf(school, id)
  }

  it.each([
    ['padded.csv', ['王伟', '李明', '欧阳娜', 'Jean Luc'], 3],
    ['dots.csv', Array.from({ length: 5 }, () => '阿依努尔·买买提'), 4],
    ['rare.csv', ['𠮷田一', '赵𬎆', '刘𪻐', '张𰻝', '周𡌴', '李𬭭'], 0],
  ] as const)('%s is read with each name in its one form, which is said', async (file, names, tolerant) => {
    const view = await repaired(file)
    expect(view.errors).toEqual([])
    const rows = await rowsOf(region.people.school, view.id)
    const read = rows.map(({ repairs }) => repairs.find(({ header }) => header === '姓名'))
    expect(rows.map(({ cells }, place) => read[place]?.to ?? cells['name'])).toEqual(names)
    expect(read.filter((one) => one !== undefined)).toHaveLength(tolerant)
  })
})

describe('teachers who came with an import', () => {
  it('are the accounts of its office to give passwords to, and of nobody else; none after it was taken back', async () => {
    const { school, school2, otherSchool, area, otherArea, admin, teacher } = region.people
    const view = await started(school, [teacherRow({ name: '柳如是' }), teacherRow({ name: '顾横波' })])
    expect(view).toMatchObject({ status: '5', opened: 2 })
    const accounts = '/api/v1/accountManage'
    const found = async (who: Person, id = view.id) => {
      const { data } = await who.get<{ list: { identityId: number; name: string }[] }>(
        `${accounts}?import=${id}`,
      )
      return data.list
    }
    const names = async (who: Person) => (await found(who)).map(({ name }) => name).toSorted()
    for (const who of [school, school2, area]) expect(await names(who)).toEqual(['柳如是', '顾横波'])
    for (const who of [otherSchool, otherArea]) expect(await names(who)).toEqual([])
    for (const who of [admin, teacher])
      expect((await who.get(`${accounts}?import=${view.id}`)).status).toBe(403)
    for (const bad of ['0', 'x', '1.5', '99999999999', ''])
      expect((await school.get(`${accounts}?import=${bad}`)).data.errors[0]?.field).toBe('import')
    expect(await found(school, view.id + 100_000)).toEqual([])

    await school.post(`${url}/${view.id}/undo`)
    await gate.write()
    expect(await viewOf(school, view.id)).toMatchObject({ opened: 0, undone: 2 })
    expect(await names(school)).toEqual([])
  })
})
