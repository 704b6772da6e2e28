import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { closeBrowser, openDesk, signIn } from '../tools/browser.ts'
import { field, type } from '../tools/form.ts'

afterAll(closeBrowser)

const typed = '13922224444'
const label = '紧急联系电话'

async function openContact(page: Page) {
  await page.goto('/mandata/manjOther?tab=contactInfo')
  await page.getByRole('button', { name: '修改', exact: true }).click()
  await page.getByTestId('record-form').waitFor()
}
const stored = (page: Page) => page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })')
const drafts = async (page: Page) =>
  Object.keys(JSON.parse(await stored(page)) as object).filter((key) => key.startsWith('xt-draft:'))
const signedOut = (page: Page) =>
  expect.poll(() => page.evaluate<boolean>('localStorage.userInfo === undefined')).toBe(true)
const asked = (page: Page, path: string) =>
  page.evaluate<{ data: { key: string } }>(
    `fetch('${path}', { headers: { token: JSON.parse(localStorage.userInfo).token } }).then((answer) => answer.json())`,
  )

it('finds nothing readable on a stolen computer, while its owner finds what was typed, until they sign out', async () => {
  const desk = await openDesk()
  const { page } = desk
  await signIn(desk, 'teacher')
  await openContact(page)
  await type(page, label, typed)
  await expect.poll(async () => (await drafts(page)).length).toBe(1)
  expect(await stored(page)).not.toContain(typed)
  expect(await stored(page), 'nor the key').not.toContain(
    (await asked(page, '/api/v1/user/draftKey')).data.key,
  )

  // The session ends without signing out on the page: what was typed waits, sealed, for its owner.
  await asked(page, '/login/logout')
  await page.goto('/mandata/manjOther?tab=contactInfo')
  await signedOut(page)
  expect((await drafts(page)).length).toBe(1)
  expect(await stored(page)).not.toContain(typed)
  await signIn(desk, 'teacher')
  await openContact(page)
  await expect.poll(() => field(page, label).inputValue()).toBe(typed)

  await page
    .getByRole('button', { name: /林疏影/ })
    .first()
    .click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect.poll(() => drafts(page)).toEqual([])
  await signedOut(page)
  expect(desk.complaints).toEqual([])
  await desk.close()
})

it('opens nothing with the token copied out of local storage', async () => {
  const desk = await openDesk()
  await signIn(desk, 'teacher')
  const token = await desk.page.evaluate<string>('JSON.parse(localStorage.userInfo).token')
  expect((await desk.context.cookies()).find(({ name }) => name === 'xt_sid')).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
  })
  expect(await desk.page.evaluate<string>('document.cookie')).not.toContain('xt_sid')
  const copied = await fetch(new URL('/api/v1/user', desk.page.url()), { headers: { token } })
  expect(copied.status).toBe(401)
  await desk.close()
})
