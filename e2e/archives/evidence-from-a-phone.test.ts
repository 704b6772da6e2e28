import { afterAll, expect, it } from 'vitest'
import {
  closeBrowser,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
} from '../tools/browser.ts'
import { certificate } from '../tools/evidence.ts'

afterAll(closeBrowser)

it('a picture taken with a phone appears in the form that is open at the desk, by a code that counts once', async () => {
  const teacher = await openDesk(undefined, await sessionOf('teacher'))
  const { page } = teacher
  await page.goto('/mandata/manbXuexi?tab=studyExperience&new=1')
  await page.getByRole('button', { name: '用手机拍照上传' }).click()
  const dialog = page.getByRole('dialog', { name: '用手机拍照上传' })
  await dialog.getByRole('img', { name: /二维码/ }).waitFor()
  await dialog.getByText('等待手机扫码').waitFor()
  await expectAccessible(page, 'code for a phone')
  await shoot(page, 'journey-phone-code')
  // What a camera would read, by the same call as the page's own.
  const [made] = await Promise.all([
    page.waitForResponse((one) => one.url().endsWith('/api/v1/upload/phone')),
    page
      .getByRole('button', { name: '取消' })
      .click()
      .then(() => page.getByRole('button', { name: '用手机拍照上传' }).click()),
  ])
  const { data } = (await made.json()) as { data: { path: string } }

  const held = await openDesk(phone)
  await held.page.goto(data.path)

  await held.page.getByText('登录的是林').waitFor()
  await expectAccessible(held.page, 'upload by phone')
  await expectNoSidewaysScroll(held.page, 'upload by phone')
  await shoot(held.page, 'journey-phone-upload')
  await dialog.getByText('手机已打开').waitFor()
  const picture = await certificate('手机大学')
  await held.page
    .getByTestId('phone-camera')
    .setInputFiles({ name: '证书照片.jpg', mimeType: 'image/jpeg', buffer: picture })
  await held.page.getByText('已传到电脑').waitFor()
  // The desk asks every few seconds, and a machine under load answers late.
  await page.getByRole('button', { name: '查看 证书照片.jpg' }).waitFor({ timeout: 60_000 })
  await dialog.waitFor({ state: 'detached' })
  await shoot(page, 'journey-phone-came')

  await held.page.reload()
  await held.page.getByText('二维码已用过或已过期').waitFor()
  expect([...teacher.complaints, ...held.complaints]).toEqual([])
  await held.close()
  await teacher.close()
})

it('on the phone itself the camera is one key away', async () => {
  const teacher = await openDesk(phone, await sessionOf('teacher'))
  const { page } = teacher
  await page.goto('/mandata/manbXuexi?tab=studyExperience&new=1')
  await page.getByRole('button', { name: '拍照上传', exact: true }).waitFor()
  expect(await page.getByTestId('evidence-camera').getAttribute('capture')).toBe('environment')
  await page
    .getByTestId('evidence-camera')
    .setInputFiles({ name: '现场.jpg', mimeType: 'image/jpeg', buffer: await certificate('现场大学') })
  await page.getByRole('button', { name: '查看 现场.jpg' }).waitFor()
  await teacher.close()
})
