import JSZip from 'jszip'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { CampaignView } from '../../catalogue/contract/campaigns.ts'
import type { CaseView } from '../../catalogue/contract/processes.ts'
import { callerOf, type Caller } from '../tools/api.ts'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  settled,
  shoot,
  type Desk,
} from '../tools/browser.ts'
import { minuteIn } from '../tools/notices.ts'
import { unique } from '../tools/evidence.ts'
import { answer, chooseFirst, expectText, field, type } from '../tools/form.ts'

/**
 * 江城区 collects papers without names; a teacher of the district hands one in that names herself at first.
 */
let teacher: Desk
let name: string
beforeAll(async () => {
  const session = await sessionOf('teacher')
  name = z.object({ truename: z.string() }).parse(JSON.parse(session.stored)).truename
  teacher = await openDesk(desk, session)
})
afterAll(async () => {
  expect(teacher.complaints).toEqual([])
  await closeBrowser()
})

/** A notice for papers of the office’s district. */
async function noticeOf(office: Caller, rules: object): Promise<CampaignView> {
  const path = '/api/v1/research/notice'
  const { data: made } = await office.post<CampaignView>(path, {
    collects: 'researchPaper',
    title: `江城区论文征集 ${unique()}`,
    value: {
      batchYear: 2026,
      noticeKind: '1',
      projectLevel: '4',
      applyStart: minuteIn(-60),
      applyEnd: minuteIn(60 * 24),
      content: '<p>论文须匿名。</p>',
      ...rules,
    },
  })
  return (await office.post<CampaignView>(`${path}/${made.id}/open`, { version: made.version })).data
}

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const package2006 = 'http://schemas.openxmlformats.org/package/2006'
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

/** A Word document with this head. */
async function documentWith(head: string): Promise<Buffer> {
  const zip = new JSZip()
  zip.file(
    '[Content_Types].xml',
    `<?xml version="1.0"?><Types xmlns="${package2006}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${word}.document.main+xml"/><Override PartName="/word/header1.xml" ContentType="${word}.header+xml"/></Types>`,
  )
  zip.file(
    '_rels/.rels',
    `<Relationships xmlns="${package2006}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
  )
  zip.file(
    'word/_rels/document.xml.rels',
    `<Relationships xmlns="${package2006}/relationships"><Relationship Id="h1" Type="${office}/header" Target="header1.xml"/></Relationships>`,
  )
  zip.file('word/header1.xml', `<w:hdr xmlns:w="${main}">${paragraph(head)}</w:hdr>`)
  zip.file(
    'word/document.xml',
    `<w:document xmlns:w="${main}" xmlns:r="${office}"><w:body>${paragraph('课堂提问的三个层次。')}<w:sectPr><w:headerReference w:type="default" r:id="h1"/></w:sectPr></w:body></w:document>`,
  )
  return zip.generateAsync({ type: 'nodebuffer' })
}

const docx = `${word}.document`
const title = `小学语文课堂追问的层次与时机 ${unique()}`
const abstract =
  '本文记录了三所学校四十二节语文课的追问，按追问的意图分为澄清、延展与反驳三个层次，讨论每个层次适合的时机。' +
  '研究发现，延展性追问出现在学生初次回答之后三秒以上时，后续发言的长度明显增加。文末给出可以直接使用的追问句式。'

it('a paper that names its author is mended, compared with an earlier one, and handed in', async () => {
  const area = await callerOf('area')
  const own = await callerOf('teacher')
  // An earlier paper of hers, handed in to another notice.
  const before = await noticeOf(area, {})
  const earlier = await own.post<CaseView>('/api/v1/research/paper', {
    about: { campaign: before.id },
    value: {
      title,
      abstract,
      subject: '14',
      schoolStage: '2',
      paperKind: '61',
      isPublished: false,
      keywords: '追问；课堂；语文',
      file: await own.upload('旧稿.docx', docx, new Uint8Array(await documentWith('旧稿'))),
    },
  })
  const sent = await own.post(`/api/v1/research/paper/${earlier.data.id}/submit`, {
    version: earlier.data.version,
  })
  expect(sent.status, sent.text).toBe(200)

  const notice = await noticeOf(area, { blind: true, fileFormats: 'docx、pdf' })
  const { page } = teacher
  await page.goto(`/teacher/ktxx?id=${notice.id}`)
  await page.getByRole('button', { name: '报送论文' }).click()
  await type(page, '论文题目', title)
  await chooseFirst(page, '学科', '14')
  await chooseFirst(page, '学段', '2')
  await chooseFirst(page, '论文类别', '61')
  await answer(page, '是否已发表', '否')
  await type(page, '摘要', abstract)
  await type(page, '关键词', '追问；课堂；语文')
  const upload = async (file: string, head: string) => {
    const buffer = await documentWith(head)
    await page
      .locator('[data-field="file"] input[type=file]')
      .setInputFiles({ name: file, mimeType: docx, buffer })
  }
  await upload(`${name}论文.docx`, `课堂追问　${name}`)
  const found = page.getByTestId('blind')
  await expectText(found, `页眉：“${name}”（姓名）`)
  await expectText(found, '要修改或说明')
  await expectText(page.getByTestId('near'), title)
  await expectText(page.getByTestId('near'), '题目相近 100%')
  await settled(page)
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await expectText(page.locator('[data-field="file"]'), '请修改后重新上传')
  await shoot(page, 'paper-with-names')
  await expectAccessible(page, 'an entry with a file that names its author')
  await page.setViewportSize(phone)
  await expectAccessible(page, 'the same on a phone', { contrast: false })
  await expectNoSidewaysScroll(page, 'an entry on a phone')
  await shoot(page, 'paper-with-names-phone')
  await page.setViewportSize(desk)

  await upload('论文.docx', '课堂追问')
  await expectText(found, '没有发现身份信息')
  await settled(page)
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await expectText(page.getByTestId('case'), '逐级推荐中')
  await settled(page)
  await page.getByText('相同的段落').click()
  await expectAccessible(page, 'the entry that was handed in')
  await shoot(page, 'paper-handed-in')
  expect(await field(page, '论文题目').count()).toBe(0)
})
