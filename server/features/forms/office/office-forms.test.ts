import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import type { RecordView } from '../../../../catalogue/contract/archive/records.ts'
import type { FormChoice } from '../../../../catalogue/contract/forms.ts'
import type { OfficeForm, OfficeFormLine, PlaceList } from '../../../../catalogue/contract/office-forms.ts'
import { testRegion, type Person, type Region } from '../../../app/testing/test-region.ts'
import { multipart, pictureBytes, study } from '../../../app/testing/test-values.ts'
import { p, run, tbl, templateOf, tr } from '../../../platform/docx/template/test-template.ts'
import { readDocx, type Block } from '../../../platform/docx/index.ts'
import { packageRefusals } from '../../../platform/documents/refusal.ts'
import { zipOf } from '../../../platform/package/test-zip.ts'
import { readPdf } from '../../../platform/pdf/test-read.ts'
import { codeIn, enrolled, fileAt, ok, printed, verifiedAs } from '../test-papers.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('office-forms')))
afterAll(() => region.close())

const url = '/api/v1/officeForm'
/** As Word writes it: places cut into runs, a row that repeats. */
const body = [
  p('教师情况表'),
  p('姓名：{', run('姓', '<w:b/>'), '名}　单位：{所在', '单位}　证件：{身份证件号}'),
  tbl(tr('序号', '院校'), tr('{学习经历.序号}', p('{学习经历.获得学历', '院校或机构}'))),
  p('打印：{打印日期}'),
]
const good = templateOf(body)

async function sent(who: Person, content: Buffer, name = '情况表.docx'): Promise<string> {
  const { payload, headers } = multipart(name, 'application/octet-stream', content)
  const answer = await region.app.inject({
    method: 'POST',
    url: '/api/v1/upload/object',
    payload,
    headers: { ...headers, token: who.token },
  })
  return answer.json<{ data: { id: string } | null; msg: string }>().data?.id ?? ''
}
const begin = async (who: Person, content = good, more: object = {}) =>
  who.post<OfficeForm>(url, {
    title: '教师情况表',
    forHolders: false,
    fileId: await sent(who, content),
    ...more,
  })
/** A form of the province that is in use. */
async function published(more: object = {}): Promise<OfficeForm> {
  const { province } = region.people
  const { data } = ok(await begin(province, good, more))
  return ok(await province.post<OfficeForm>(`${url}/${data.id}/publish`, { editNo: data.editNo })).data
}
const titles = async (who: Person, teacherId: number | null) =>
  ok(await who.get<{ list: FormChoice[] }>(`/api/v1/forms?teacherId=${teacherId}`)).data.list.flatMap(
    ({ form, title }) => (form.startsWith('office-') ? [title] : []),
  )
const words = (blocks: readonly Block[]): string =>
  blocks
    .map((block) =>
      block.kind === 'table'
        ? block.rows.map((row) => row.map((cell) => words(cell)).join('|')).join('\n')
        : block.pieces.map((piece) => (piece.kind === 'words' ? piece.text : '')).join(''),
    )
    .join('\n')

const studied = (educationSchool: string, startMonth: string) => ({ ...study, educationSchool, startMonth })

describe('a form that an office made in Word', () => {
  it('is filled from an archive, as a PDF and as the document itself, and both can be verified', async () => {
    const { province, school } = region.people
    const { owner } = await enrolled(region, '陈春芳')
    const form = await published()
    expect([form.no, form.hasDraft, form.places.every(({ fault }) => fault === null)]).toEqual([
      1,
      false,
      true,
    ])
    expect(form.places.map(({ means, repeats, masked }) => [means, repeats, masked]).slice(0, 3)).toEqual([
      ['姓名', false, false],
      ['所在单位', false, false],
      ['身份证件号', false, true],
    ])
    for (const [name, from] of [
      ['岭南师范学院', '2008-09'],
      ['华南师范大学', '2010-09'],
    ] as const)
      await approved(owner, studied(name, from))
    const asked = { form: `office-${form.id}`, teacherId: owner.teacherId }
    const paper = await printed(region, school, asked)
    expect(paper.text).toContain('姓名：陈春芳')
    expect(paper.text).toContain('岭南师范学院')
    expect(paper.text).toContain('华南师范大学')
    expect(paper.name).toBe('教师情况表 陈春芳.pdf')
    const shown = await verifiedAs(region, codeIn(paper.text))
    expect(shown).toMatchObject({ title: '教师情况表', version: '1', holder: '陈＊＊', state: 'valid' })
    const { data } = ok(
      await school.post<{ url: string; name: string }>('/api/v1/forms/print', { ...asked, format: 'docx' }),
    )
    expect(data.name).toBe('教师情况表 陈春芳.docx')
    const { blocks, pictures } = await readDocx(Buffer.from(await fileAt(region, data.url)), packageRefusals)
    const text = words(blocks)
    expect(text).toContain('1|岭南师范学院\n2|华南师范大学')
    expect(await verifiedAs(region, codeIn(text))).toMatchObject({ state: 'valid' })
    expect(pictures.size + (text.includes('/v/') ? 0 : 1)).toBe(1)
    // What the archive says today is no longer what the paper says.
    await approved(owner, studied('北京师范大学', '2011-09'))
    expect(await verifiedAs(region, codeIn(text))).toMatchObject({ state: 'superseded' })
    expect(
      (
        await school.post('/api/v1/forms/print', {
          form: 'basicRegistration',
          teacherId: owner.teacherId,
          format: 'docx',
        })
      ).msg,
    ).toBe('该表只能打印为 PDF')
    expect(
      (await province.post('/api/v1/forms/print', { ...asked, purpose: 'personnel', reason: '查' })).status,
    ).toBe(400)
  })

  it('prints the fields that the office added itself', async () => {
    const { province, school } = region.people
    const own = '/api/v1/own/studyExperience'
    const { key } = ok(await province.post<{ key: string }>(`${own}/key`, {})).data
    const field = { key, label: '走教学校数', kind: 'integer', section: '学历', uses: ['list'] }
    const why = { purpose: '核算走教津贴', basis: 'duty', keptYears: 10 }
    const declared = { fields: [{ ...field, why }], tightened: [], hidden: [] }
    const { editNo } = ok(
      await province.put<{ editNo: number }>(`${own}/draft`, { body: declared, editNo: 0 }),
    ).data
    ok(await province.post(`${own}/publish`, { editNo, note: '按新办法' }))
    await passTenSeconds()
    const names = async () =>
      ok(await province.get<PlaceList>(`${url}/places`)).data.list.flatMap(({ places }) =>
        places.filter((one) => one.own).map(({ name }) => name),
      )
    await expect.poll(names, { timeout: 30_000 }).toEqual(['学习经历.走教学校数'])
    const { owner } = await enrolled(region, '何走教')
    await approved(owner, { ...studied('岭南师范学院', '2008-09'), [key]: 37 })
    const content = templateOf([tbl(tr('共 {学习经历.走教学校数} 所'))])
    const { data } = ok(await begin(province, content, { title: '走教情况' }))
    ok(await province.post(`${url}/${data.id}/publish`, { editNo: data.editNo }))
    const asked = { form: `office-${data.id}`, teacherId: owner.teacherId }
    expect((await printed(region, school, asked)).text).toContain('共 37 所')
  })

  it('shows what is sealed to nobody who may not see it, and all of it to the teacher', async () => {
    const { school } = region.people
    const { owner, idCardNo } = await enrolled(region, '林密封')
    const { id } = await published({ forHolders: true })
    const own = await printed(region, owner, { form: `office-${id}` })
    expect(own.text).toContain(idCardNo)
    const office = await printed(region, region.people.area, {
      form: `office-${id}`,
      teacherId: owner.teacherId,
    })
    expect(office.text).not.toContain(idCardNo)
    expect(office.text).toContain('＊已脱敏')
    const preview = await region.app.inject({
      method: 'GET',
      url: `${url}/${id}/preview?teacherId=${owner.teacherId}`,
      headers: { token: region.people.province.token },
    })
    const seen = await readPdf(new Uint8Array(preview.rawPayload))
    expect(seen.text).toContain('林密封')
    expect(seen.text).not.toContain(idCardNo)
    expect(codeIn(seen.text)).toBe('')
    expect(await titles(owner, owner.teacherId)).toContain('教师情况表')
    expect(await titles(school, owner.teacherId)).toContain('教师情况表')
  })

  it('is kept by offices that may add own fields, and is nobody else’s', async () => {
    const { province, city, area, school, teacher, admin, otherSchool } = region.people
    const { id, editNo } = await published()
    for (const who of [school, teacher, admin]) {
      expect((await who.get(url)).status).toBe(403)
      expect((await who.get(`${url}/${id}`)).status).toBe(403)
    }
    expect((await begin(area)).msg).toBe('上级单位尚未向本单位开放自有栏目')
    expect(ok(await area.get<{ may: boolean }>(url)).data.may).toBe(false)
    for (const who of [city, area]) {
      expect((await who.get(`${url}/${id}`)).status).toBe(404)
      expect((await who.post(`${url}/${id}/end`, { editNo })).status).toBe(404)
      for (const path of [`preview?teacherId=${teacher.teacherId}`, 'versions/1/template'])
        expect((await who.get(`${url}/${id}/${path}`)).status, path).toBe(404)
    }
    // The city opens nothing before the province did.
    ok(await province.put('/api/v1/own-openings', { office: region.places.city, most: 5 }))
    const mine = ok(await begin(city, good, { title: '市级情况表' })).data
    ok(await city.post(`${url}/${mine.id}/publish`, { editNo: mine.editNo }))
    expect((await province.get(`${url}/${mine.id}`)).status).toBe(404)
    expect(await titles(school, teacher.teacherId)).toContain('市级情况表')
    expect(await titles(province, teacher.teacherId)).not.toContain('市级情况表')
    const asked = { form: `office-${mine.id}`, teacherId: teacher.teacherId }
    for (const who of [otherSchool, province, teacher])
      expect((await who.post('/api/v1/forms/print', asked)).status).toBe(404)
    expect((await school.post('/api/v1/forms/print', { ...asked, form: 'office-999999' })).status).toBe(404)
  })

  it('is not published with places that are unknown, closed or in the wrong row; each is named with its page', async () => {
    const { province } = region.people
    const wrong = templateOf([
      p('{姓明} {姓名}'),
      p('{学习经历.所学专业}'),
      p('<w:r><w:br w:type="page"/></w:r>'),
      p('{家庭主要成员.姓名}'),
      tbl(tr('{学习经历.所学专业}', '{工作经历.序号}'), tr('{姓', '名}')),
    ])
    const { data } = ok(await begin(province, wrong))
    expect(data.places.map(({ name, page, fault }) => [name, page, fault?.slice(0, 12) ?? null])).toEqual([
      ['姓明', 1, '没有该栏目，请按栏目清单'],
      ['姓名', 1, null],
      ['学习经历.所学专业', 1, '该类档案可有多条，请放进'],
      ['家庭主要成员.姓名', 2, '该类档案须说明用途才能打'],
      ['学习经历.所学专业', 2, '一行里只能放同一类可有多'],
      ['工作经历.序号', 2, '一行里只能放同一类可有多'],
      ['姓', 2, '花括号没有成对，请把栏目'],
    ])
    const refused = await province.post(`${url}/${data.id}/publish`, { editNo: data.editNo })
    expect([refused.status, refused.msg.startsWith('有 6 处栏目不能用。第 1 页“姓明”')]).toEqual([400, true])
    const mended = ok(
      await province.put<OfficeForm>(`${url}/${data.id}`, {
        title: '改好的表',
        forHolders: false,
        fileId: await sent(province, good),
        editNo: data.editNo,
      }),
    ).data
    expect(
      (await province.put(`${url}/${data.id}`, { title: '慢了', forHolders: false, editNo: data.editNo }))
        .status,
    ).toBe(409)
    const first = ok(
      await province.post<OfficeForm>(`${url}/${data.id}/publish`, { editNo: mended.editNo }),
    ).data
    expect([first.no, first.title]).toEqual([1, '改好的表'])
    expect((await province.post(`${url}/${data.id}/publish`, { editNo: first.editNo })).msg).toBe(
      '没有待发布的改动',
    )
    // A further version is a draft until it is published; then the former one is kept.
    const second = ok(
      await province.put<OfficeForm>(`${url}/${data.id}`, {
        title: '第二版',
        forHolders: true,
        editNo: first.editNo,
      }),
    ).data
    expect([second.no, second.hasDraft]).toEqual([1, true])
    const now = ok(
      await province.post<OfficeForm>(`${url}/${data.id}/publish`, { editNo: second.editNo }),
    ).data
    expect(now.versions.map(({ no, title }) => [no, title])).toEqual([
      [2, '第二版'],
      [1, '改好的表'],
    ])
    expect((await province.get(`${url}/${data.id}/versions/1/template`)).status).toBe(200)
  })

  it('takes no file that runs, unpacks without end, is another kind or another person’s', async () => {
    const { province, city } = region.people
    const bomb = zipOf([
      { name: '[Content_Types].xml', content: '<Types/>' },
      {
        name: 'word/document.xml',
        content: '',
        packed: deflateRawSync(Buffer.alloc(40 * 1024 * 1024)),
        claims: 40 * 1024 * 1024,
      },
    ])
    const bad: readonly (readonly [string, Buffer, string?])[] = [
      ['macro', templateOf(body, { parts: { 'word/vbaProject.bin': 'x' } })],
      ['bomb', bomb],
      ['dde', templateOf([p('<w:r><w:instrText> DDEAUTO c:\\a </w:instrText></w:r>')])],
      ['text', Buffer.from('{姓名}'), '表.txt'],
      ['large', templateOf(body, { parts: { 'word/media/a.png': randomBytes(1_200_000) } })],
    ]
    for (const [name, content, file = '表.docx'] of bad) {
      const answer = await begin(province, content, {
        fileId: (await sent(province, content, file)) || undefined,
      })
      expect([name, answer.status, answer.msg.length > 5]).toEqual([name, 400, true])
    }
    const foreign = await sent(city, good)
    expect((await begin(province, good, { fileId: foreign })).msg).toBe('没有找到这个文件，请重新上传')
    expect((await begin(province, good, { title: ' ' })).msg).toBe('请填写表格名称')
    expect((await begin(province, good, { forHolders: 1 })).status).toBe(400)
  })

  it('is ended, not deleted: nobody prints it any more, its papers stay what they are', async () => {
    const { province, school } = region.people
    const { owner } = await enrolled(region, '黄停用')
    const { id, editNo } = await published()
    const asked = { form: `office-${id}`, teacherId: owner.teacherId }
    const { text } = await printed(region, school, asked)
    ok(await province.post(`${url}/${id}/end`, { editNo }))
    expect((await province.post(`${url}/${id}/end`, { editNo: editNo + 1 })).msg).toBe('该表格已停用')
    expect((await school.post('/api/v1/forms/print', asked)).status).toBe(404)
    expect(await verifiedAs(region, codeIn(text))).toMatchObject({ state: 'valid' })
    const { list } = ok(await province.get<{ list: OfficeFormLine[] }>(`${url}?pageSize=100`)).data
    expect(list.find((one) => one.id === id)).toMatchObject({ ended: true })
    const places = ok(await province.get<PlaceList>(`${url}/places`)).data.list
    expect(places.flatMap((one) => one.places.map(({ name }) => name))).toEqual(
      expect.arrayContaining(['姓名', '打印日期', '学习经历.序号', '学习经历.所学专业']),
    )
    expect(places.map(({ title }) => title)).not.toContain('家庭主要成员')
  })
})

/** Counts at once what was published, as if ten seconds had passed. */
async function passTenSeconds(): Promise<void> {
  const owner = new pg.Client({ connectionString: region.ownerUrl })
  await owner.connect()
  await owner.query(`update own_declaration set counts_from = now() - interval '1 second'`)
  await owner.end()
}

/** A record of study that is in force. */
async function approved(owner: Person, value: object): Promise<void> {
  const attachments = [await sent(owner, await pictureBytes(), '证书.jpg')]
  const { data } = ok(
    await owner.post<{ id: string }>('/api/v1/records/studyExperience', { ...value, attachments }),
  )
  const record = `/api/v1/records/studyExperience/${data.id}`
  ok(await owner.post(`${record}/submit`, {}))
  for (const level of ['school', 'area', 'city'] as const) {
    const { version, pending } = ok(await owner.get<RecordView>(record)).data
    if (pending?.level === level) ok(await region.people[level].post(`${record}/approve`, { version }))
  }
}
