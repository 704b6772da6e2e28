import { readFile } from 'node:fs/promises'
import { afterAll, expect, it } from 'vitest'
import { readPdf } from '../../server/platform/pdf/test-read.ts'
import { callerOf } from '../tools/api.ts'
import {
  closeBrowser,
  expectAccessible,
  openDesk,
  phone,
  sessionOf,
  shoot,
  workerAnswers,
} from '../tools/browser.ts'

afterAll(closeBrowser)

it('a school prints a form, anybody verifies it, and it says so when what it shows has changed', async () => {
  const school = await callerOf('school')
  const teacher = await callerOf('teacher')
  const overview = await teacher.get<{ head: { teacherId: number } }>('/api/v1/archive/overview')
  const { teacherId } = overview.data.head

  const office = await openDesk(undefined, await sessionOf('school'), { worker: true })
  await office.page.goto(`/teacherArchives/gerenData?teacher=${teacherId}`)
  await office.page.getByTestId('archive-head').waitFor()
  await workerAnswers(office.page)
  await office.page.getByRole('button', { name: '打印表格' }).click()
  const dialog = office.page.getByRole('dialog', { name: '打印表格' })
  await dialog.getByRole('radio', { name: /教师基本情况登记表/ }).check()
  const saved = office.page.waitForEvent('download')
  await dialog.getByRole('button', { name: '打印', exact: true }).click()
  const file = await (await saved).path()
  await dialog.waitFor({ state: 'hidden' })
  const { text } = await readPdf(await readFile(file))
  const code = /验证码 ((?:[0-9a-z]{4} ?){4})/.exec(text)?.[1]?.replaceAll(' ', '') ?? ''

  const stranger = await openDesk(phone)
  const { page } = stranger
  await page.goto(`/v/${code}`)
  const state = page.getByTestId('paper-state')
  await state.getByText('有效', { exact: true }).waitFor()
  await page.getByText('林＊＊').waitFor()
  const compare = page.getByLabel('选择 PDF 文件')
  await compare.setInputFiles(file)
  await page.getByText('验证通过').waitFor()
  const changed = await readFile(file)
  changed[changed.length - 40] = (changed.at(-40) ?? 0) ^ 1
  await compare.setInputFiles({ name: 'x.pdf', mimeType: 'application/pdf', buffer: changed })
  await page.getByText('验证不通过').waitFor()
  await expectAccessible(page, '查验打印件')
  await shoot(page, 'journey-verify')

  const records = await school.get<{ list: { id: string }[] }>(
    `/api/v1/records/basicInfo?ownerId=${teacherId}`,
  )
  const basic = `/api/v1/records/basicInfo/${records.data.list[0]?.id}`
  const { data } = await school.get<{ version: number; effective: { orgEntryMonth: string } }>(basic)
  await school.put(basic, {
    version: data.version,
    orgEntryMonth: data.effective.orgEntryMonth === '2011-09' ? '2011-08' : '2011-09',
  })
  await page.reload()
  await state.getByText('已被新版取代').waitFor()

  await office.page.goto('/teacherArchives/dayinJilu')
  const row = office.page.getByRole('row', { name: /林疏影.*已被新版取代/ }).first()
  await row.getByRole('button', { name: '撤销' }).click()
  const asked = office.page.getByRole('dialog')
  await asked.getByLabel('原因').fill('误印')
  await asked.getByRole('button', { name: '撤销', exact: true }).click()
  await office.page.getByRole('row', { name: /已撤销：误印/ }).waitFor()
  expect([...office.complaints, ...stranger.complaints]).toEqual([])
  await office.close()
  await stranger.close()
})
