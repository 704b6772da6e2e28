import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CourseView } from '../../catalogue/contract/courses.ts'
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
import { unique } from '../tools/evidence.ts'

/** The district opens a course with a film of twelve seconds and a question; 林疏影 learns it on a phone and at a desk. */
let office: Desk
let learner: Desk
let small: Desk
beforeAll(async () => {
  office = await openDesk(desk, await sessionOf('area'))
  learner = await openDesk(desk, await sessionOf('teacher'))
  small = await openDesk(phone, await sessionOf('teacher'))
})
afterAll(async () => {
  expect([...office.complaints, ...learner.complaints, ...small.complaints]).toEqual([])
  await closeBrowser()
})

const title = `任务群的梯度 ${unique()}`
const captions = Uint8Array.from(Buffer.from('WEBVTT\n\n00:00.000 --> 00:12.000\n把两篇放在一起看\n'))
const picture = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)

const player = (page: Page, what: string) =>
  page.evaluate(`(() => { const v = document.querySelector('video'); return ${what} })()`)

/** A course that is published, without lessons. */
async function published(host: Caller): Promise<number> {
  const cover = await host.upload('封面.png', 'image/png', picture)
  const made = await host.post<{ id: number; version: number }>('/api/v1/contents/course', {
    value: {
      title,
      schoolStage: '4',
      subject: '13',
      lecturer: '苏慕清',
      hours: '2.0',
      creditKind: '2',
      threshold: 60,
      introduction: '<p>读懂一篇，比较两篇，迁移到整本书。</p>',
      cover,
      visibility: '2',
    },
  })
  expect(made.status, made.text).toBe(200)
  const { id, version } = made.data
  const answer = await host.post(`/api/v1/contents/course/${id}/publish`, { version })
  expect(answer.status, answer.text).toBe(200)
  return id
}

it('from a lesson with a question to the hours of who learnt it', async () => {
  const host = await callerOf('area')
  const id = await published(host)
  const { page } = office

  // The office finds its course, adds a lesson, uploads film and captions, and asks a question.
  await page.goto(`/area/jyjykc?q=${encodeURIComponent(title)}`)
  await page.getByTestId('course-line').waitFor()
  await settled(page)
  await expectAccessible(page, 'the list of courses')
  await shoot(page, 'courses')
  await page.getByRole('link', { name: title }).click()
  await page.getByText('暂无课时').waitFor()
  await page.getByLabel('课时名称').fill('比较两篇')
  await page.getByRole('button', { name: '新增课时' }).click()
  const form = page.locator('.courses-form')
  await form
    .getByLabel('录像', { exact: true })
    .setInputFiles(join(import.meta.dirname, '../files/lesson.webm'))
  await form.getByRole('button', { name: /^移除\s*lesson.webm/ }).waitFor()
  await form
    .getByLabel('字幕', { exact: true })
    .setInputFiles({ name: 'lesson.vtt', mimeType: 'text/vtt', buffer: Buffer.from(captions) })
  await form.getByRole('button', { name: /^移除\s*lesson.vtt/ }).waitFor()
  await expect.poll(() => player(page, 'v !== null && v.duration > 11')).toBe(true)
  await form.getByRole('button', { name: '在播放到的位置加检查题' }).click()
  const question = form.getByTestId('question')
  await question.getByLabel('出现在').fill('0:05')
  await question.getByLabel('问的片段从').fill('0:01')
  await question.getByLabel('题目', { exact: true }).fill('下面哪一项是“比较”级任务？')
  await question.getByLabel('选项 A', { exact: true }).fill('画出时间线')
  await question.getByLabel('选项 B', { exact: true }).fill('把两篇放在一起')
  await question.getByLabel('选项 B 正确').check()
  await question.getByLabel('答错时的提示').fill('看两篇怎样放在一起')
  await settled(page)
  await expectAccessible(page, 'the form of a lesson')
  await shoot(page, 'lesson-form')
  await form.getByRole('button', { name: '保存课时' }).click()
  await page.getByTestId('lesson').getByText('00:12　1 道检查题').waitFor()
  const { data: course } = await host.get<CourseView>(`/api/v1/courses/${id}`)
  expect(course.lessons[0]).toMatchObject({ film: { seconds: 12 }, questions: [{ second: 5, right: [1] }] })

  // As its learners see it, without being counted.
  await page.getByRole('button', { name: /^预览/ }).click()
  await page.locator('video').waitFor()
  await settled(page)
  await shoot(page, 'preview')

  // Visitors see how long it is.
  await page.goto(`/home/jyFIle/yx3Kecheng?id=${id}`)
  await page.getByTestId('course-outline').getByText('1 个课时，共 00:12').waitFor()
  await shoot(page, 'outline')

  await learns(id)

  await page.goto(`/area/jyjykc?course=${id}&part=learners`)
  const line = page.getByTestId('learner')
  await line.getByText('已完成').waitFor()
  await line.getByRole('button', { name: /为什么没计入/ }).click()
  await page.getByTestId('watch-why').waitFor()
  await settled(page)
  await expectAccessible(page, 'learners')
  await shoot(page, 'learners')
})

async function learns(id: number): Promise<void> {
  const { page } = learner
  await page.goto(`/teacher/jykc?q=${encodeURIComponent(title)}`)
  await page.getByRole('link', { name: title }).click()
  await page.locator('video').waitFor()
  await page.getByText('看满 00:08，并答对 1 题即完成').waitFor()
  await settled(page)
  await expectAccessible(page, 'a lesson')
  await shoot(page, 'lesson')
  await expect.poll(() => player(page, 'v.textTracks.length')).toBe(1)

  // Play by the keyboard; it stops at the question, whose passage is not wholly seen at first.
  await player(page, 'v.muted = true')
  await page.keyboard.press('k')
  const card = page.getByTestId('checkpoint')
  await card.waitFor({ timeout: 40_000 })
  expect(await player(page, 'v.paused')).toBe(true)
  await expectAccessible(page, 'a question over the film')
  await shoot(page, 'checkpoint')
  await card.getByLabel('画出时间线').check()
  const answer = card.getByRole('button', { name: '回答' })
  await expect.poll(() => answer.isEnabled()).toBe(true)
  await answer.click()
  await card.getByText('不对。看两篇怎样放在一起').waitFor()
  await card.getByLabel('把两篇放在一起').check()
  await answer.click()
  await page.getByText('00:05 已答对').waitFor()

  // It goes on at a phone, where it was left.
  const { page: other } = small
  await other.goto('/teacher/jykc')
  await other.getByTestId('go-on').getByText(title).waitFor()
  await expectNoSidewaysScroll(other, 'courses to learn on a phone')
  await expectAccessible(other, 'courses to learn on a phone')
  await shoot(other, 'learning-phone')
  await other.getByTestId('go-on').getByRole('link', { name: '接着看' }).click()
  await other.getByRole('button', { name: /接着看（上次在/ }).waitFor()
  await settled(other)
  await expectNoSidewaysScroll(other, 'a lesson on a phone')
  await expectAccessible(other, 'a lesson on a phone')
  await shoot(other, 'lesson-phone')
  await player(other, 'v.muted = true')
  await other.getByRole('button', { name: /接着看（上次在/ }).click()
  await other.getByText('已完成。').waitFor({ timeout: 40_000 })
  await other.getByRole('button', { name: '看播放记录' }).click()
  await other.getByTestId('watch-why').waitFor()
  await expectNoSidewaysScroll(other, 'why on a phone')
  await shoot(other, 'why-phone')

  const teacher = await callerOf('teacher')
  const { data } = await teacher.get<{ given: number }>(`/api/v1/learning/${id}`)
  expect(data.given).toBe(2)
}
