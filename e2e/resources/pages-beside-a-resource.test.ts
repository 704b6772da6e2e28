import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { wordPaper } from '../../server/features/resources/bundle/test-papers.ts'
import { testFilm } from '../../server/platform/recordings/test-film.ts'
import { callerOf } from '../tools/api.ts'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
} from '../tools/browser.ts'
import { choose, expectSaid, expectText } from '../tools/form.ts'

afterAll(closeBrowser)

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const base = '/api/v1/contents/resource'
const root = Date.now() % 100_000

/** A draft of the teacher's with a document, by the calls that the page makes. */
async function drafted(title: string, word: string): Promise<number> {
  const teacher = await callerOf('teacher')
  const file = await teacher.upload(`${title}.docx`, docx, new Uint8Array(wordPaper({ word })))
  const value = {
    title,
    resourceKind: '02',
    schoolStage: '3',
    subject: '14',
    author: '林疏影',
    shareScope: '1',
    file,
    isOriginal: true,
    licence: '3',
    statement: true,
  }
  return (await teacher.post<{ id: number }>(base, { value })).data.id
}

/** A page on both screens: for those who do not see it or use no mouse, and no wider than it is. */
async function looked(page: Page, label: string): Promise<void> {
  await expectAccessible(page, label)
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page, label)
  await expectAccessible(page, `${label} on a phone`)
  await page.setViewportSize(desk)
}

it('co-authors: one is asked beside the own resource, and answers on a page of his own', async () => {
  const title = `相似专题 ${root}`
  const id = await drafted(title, '似')
  const teacher = await openDesk(desk, await sessionOf('teacher'))
  const { page } = teacher
  await page.goto('/teacher/bxzy?view=mine')
  await page.getByRole('button', { name: `“${title}”的合作作者` }).click()
  const panel = page.getByRole('region', { name: `合作作者：${title}` })
  await panel.getByRole('button', { name: '邀请署名' }).click()
  await panel
    .getByText(/请填写/)
    .first()
    .waitFor()
  await looked(page, 'asking a co-author')
  await page.getByRole('textbox', { name: '姓名' }).fill('温知遥')
  await choose(page, '所在单位', '听潮', /听潮中学/)
  await page.getByRole('textbox', { name: '承担部分' }).fill('习题编写')
  await panel.getByRole('button', { name: '邀请署名' }).click()
  await expectSaid(page, /已邀请温知遥/)
  await page.getByTestId('coauthor').filter({ hasText: '温知遥' }).waitFor()
  await shoot(page, 'coauthors')

  const { data } = await (
    await callerOf('teacher')
  ).get<{ list: { caseId: string }[] }>(`/api/v1/resource/${id}/author`)
  const other = await openDesk(desk, await sessionOf('newcomer'))
  await other.page.goto('/teacher/daiban')
  await other.page
    .getByRole('link', { name: new RegExp(title) })
    .first()
    .click()
  await expectText(other.page, '习题编写')
  expect(other.page.url()).toContain(data.list[0]?.caseId ?? '?')
  await looked(other.page, 'answering as a co-author')
  for (const { complaints } of [teacher, other]) expect(complaints).toEqual([])
})

it('near resources: an equal file is told before it is handed in', async () => {
  const first = await drafted(`旋转导学 ${root}`, '旋')
  for (const account of ['teacher', 'school']) {
    const who = await callerOf(account)
    const { version } = (await who.get<{ version: number }>(`${base}/${first}`)).data
    expect((await who.post(`${base}/${first}/publish`, { version })).status).toBe(200)
  }
  const id = await drafted(`旋转导学稿 ${root}`, '旋')
  const { page, complaints } = await openDesk(desk, await sessionOf('teacher'))
  await page.goto(`/teacher/wdzp?tab=resource&id=${id}`)
  await page.getByRole('button', { name: '比对一下' }).click()
  await page.getByText('文件相同').first().waitFor()
  await looked(page, 'near resources before handing in')
  await shoot(page, 'near-resources')
  expect(complaints).toEqual([])
})

it('own textbooks: one is begun, its table offered', async () => {
  const { page, complaints } = await openDesk(desk, await sessionOf('school'))
  await page.goto('/school/jcml')
  await page.getByRole('button', { name: '新增教材' }).click()
  await page.getByRole('heading', { name: '新增教材' }).waitFor()
  await page.getByRole('button', { name: '保存' }).click()
  await page.locator('[aria-invalid=true]').first().waitFor()
  await looked(page, 'a new textbook')
  for (const [name, label] of [
    ['学段', '普通初中'],
    ['学科', '数学'],
    ['年级', '九年级'],
  ] as const)
    await page.getByRole('combobox', { name }).selectOption({ label })
  await page.getByRole('combobox', { name: '教材版本' }).selectOption({ index: 1 })
  await page.getByRole('textbox', { name: '书名' }).fill(`校本几何 ${root}`)
  await page.getByRole('textbox', { name: '年份' }).fill('2026')
  await page.getByRole('textbox', { name: /^依据/ }).fill('校本课程纲要')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByRole('button', { name: /下载/ }).first().waitFor()
  await looked(page, 'an own textbook')
  await shoot(page, 'own-textbook')
  expect(complaints).toEqual([])
})

it('captions: a lesson of a course has a field for them, and says where there are none', async () => {
  const { page, complaints } = await openDesk(desk, await sessionOf('area'))
  await page.goto('/area/jyjykc')
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('button', { name: /^编辑/ }).first().click()
  const film = page.getByLabel('录像').last()
  await film.setInputFiles({ name: '课.mp4', mimeType: 'video/mp4', buffer: testFilm({ seconds: 60 }) })
  await page
    .getByLabel('字幕')
    .last()
    .setInputFiles({
      name: '课.vtt',
      mimeType: 'text/vtt',
      buffer: Buffer.from('WEBVTT\n\n00:00.000 --> 00:05.000\n同学们好\n'),
    })
  await page.getByRole('button', { name: /^移除\s*课\.vtt$/ }).waitFor()
  await looked(page, 'captions of a lesson')
  await shoot(page, 'captions')
  expect(complaints).toEqual([])
})
