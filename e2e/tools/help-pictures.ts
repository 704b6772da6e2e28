import { mkdir, writeFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { helpPictures } from '../../catalogue/pages/help-pictures.ts'
import { callerOf } from './api.ts'
import { closeBrowser, desk, openDesk, sessionOf, stillness, settled } from './browser.ts'

/** How one picture of the help comes about. */
interface Scene {
  /** Login of the account that looks; without it a visitor. */
  readonly as?: string
  readonly path: string
  /** Brings the screen into the state that the picture shows. */
  readonly until: (page: Page) => Promise<unknown>
}

const heading = (level: number, name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { level, name }).first().waitFor()

const scenes: Readonly<Record<string, Scene>> = {
  'portal-home': { path: '/home/index', until: heading(2, '通知公告') },
  'teacher-home': { as: 'teacher', path: '/teacher/sy', until: heading(2, '待办事项') },
  'office-home': { as: 'school', path: '/school/sy', until: heading(2, '快捷入口') },
  search: {
    as: 'school',
    path: '/school/sy',
    until: async (page) => {
      await heading(2, '快捷入口')(page)
      await page.keyboard.press('/')
      await page.getByRole('textbox', { name: '找人、单位、记录、内容、功能' }).fill('lsy')
      await page.getByRole('region', { name: '人员' }).getByRole('link').first().waitFor()
    },
  },
  'record-form': {
    as: 'teacher',
    path: '/mandata/manbXuexi?tab=studyExperience&new=1',
    until: (page) => page.getByTestId('record-form').waitFor(),
  },
  'review-desk': {
    as: 'school',
    path: '/examinePage/examineaXX',
    until: async (page) => {
      await page.getByTestId('record-row').first().getByRole('button', { name: /^审核/ }).click()
      await page.getByTestId('review-desk').waitFor()
      await page.getByTestId('diff').first().waitFor()
    },
  },
  'list-view': {
    as: 'school',
    path: '/teacherArchives/xuexiData',
    until: async (page) => {
      const school = await callerOf('school')
      for (const [name, query] of [
        ['待补材料', { q: '林' }],
        ['本科及以上', { q: '本科' }],
      ] as const)
        await school.put('/api/v1/views', {
          list: 'archive-list',
          type: 'studyExperience',
          name,
          query,
          isDefault: false,
        })
      await page.reload()
      await page.getByRole('navigation', { name: '常用视图' }).waitFor()
      await page.getByTestId('record-row').first().waitFor()
    },
  },
  archive: {
    as: 'teacher',
    path: '/teacherArchives/gerenData',
    until: (page) => page.getByTestId('section-studyExperience').waitFor(),
  },
  'contents-editor': {
    as: 'area',
    path: '/area/xinxiFabu?tab=notice&new=1',
    until: async (page) => {
      await page.getByLabel('标题').fill('关于做好期末教研工作的通知')
      await page.getByRole('textbox', { name: /^正文/ }).click()
      await page.keyboard.type('各校：请于本周五前报送期末教研安排。')
      await page.mouse.move(0, 0)
    },
  },
  'contents-review': {
    as: 'area',
    path: '/area/xinxiFabu?tab=trainingNews&queue=mine',
    until: async (page) => {
      await page.getByRole('link', { name: /推门课/ }).click()
      await page.getByRole('button', { name: '审核通过' }).waitFor()
    },
  },
  'administrator-home': {
    as: 'admin',
    path: '/appCore/overview',
    until: (page) => page.locator('.overview-sheet').waitFor(),
  },
  users: { as: 'admin', path: '/appCore/userSet', until: heading(1, '用户管理') },
}

const folder = new URL('../../client/features/help/pictures/', import.meta.url)
/** Pixels across, and bytes at most: the repository keeps them all. */
const width = 1024
const most = 40_000

async function small(png: Buffer): Promise<Buffer> {
  const image = sharp(png).resize({ width })
  for (const quality of [75, 65, 55, 45, 35]) {
    const webp = await image.clone().webp({ quality, effort: 6 }).toBuffer()
    if (webp.length <= most) return webp
  }
  throw new Error(`a picture of ${width} pixels does not fit into ${most} bytes`)
}

afterAll(closeBrowser)

it('knows how to draw every picture of the help', () => {
  const named = Object.values(helpPictures).flatMap((pictures) => (pictures ?? []).map(({ file }) => file))
  expect(Object.keys(scenes).toSorted()).toEqual(named.toSorted())
})

it.each(Object.entries(scenes))('draws %s', async (name, { as, path, until }) => {
  const window = await openDesk(desk, as === undefined ? undefined : await sessionOf(as))
  window.context.setDefaultTimeout(60_000)
  await window.page.goto(path)
  await until(window.page)
  await settled(window.page)
  await stillness(window.page)
  await mkdir(folder, { recursive: true })
  await writeFile(new URL(`${name}.webp`, folder), await small(await window.page.screenshot()))
  await window.close()
})
